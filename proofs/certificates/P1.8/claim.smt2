; P1.8, claim: Is there a counterexample? (A gate that reads the looked-up contract alone cannot tell two fabricated names apart.)
; Expected: unsat.
(set-logic ALL)
(set-info :status unsat)
(declare-datatypes ((Answer 0)) (((admit) (reject) (undefined))))
(declare-sort Arguments 0)
(declare-sort Contract 0)
(declare-datatypes ((MaybeContract 0)) (((noContract) (someContract (theContract Contract)))))
(declare-sort Name 0)
(declare-sort Signature 0)
(declare-datatypes ((MaybeSignature 0)) (((noSignature) (someSignature (theSignature Signature)))))
(declare-sort Registry 0)
(declare-fun gate (MaybeContract Arguments) Answer)
(declare-fun arguments () Arguments)
(declare-fun contract_of (Name) MaybeContract)
(declare-fun other () Name)
(declare-fun looks (Name Arguments) Answer)
(declare-fun called () Name)
(declare-fun signature_of (Registry Name) MaybeSignature)
(declare-fun listed () Registry)
(assert
  (and (= (looks called arguments) (gate (contract_of called) arguments)) (= (looks other arguments) (gate (contract_of other) arguments))))
(assert
  (and (=> ((_ is someContract) (contract_of called)) (not ((_ is noSignature) (signature_of listed called)))) (=> ((_ is someContract) (contract_of other)) (not ((_ is noSignature) (signature_of listed other))))))
(assert
  (and ((_ is noSignature) (signature_of listed called)) ((_ is noSignature) (signature_of listed other))))
(assert
  (not (= (looks called arguments) (looks other arguments))))
(check-sat)
