; P1.1, claim: Is there a counterexample? (A strict gate never rejects a fabricated tool.)
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
(declare-fun called () Name)
(declare-fun signature_of (Registry Name) MaybeSignature)
(declare-fun listed () Registry)
(assert
 (let ((s0 (contract_of called)))
  (and (= (gate noContract arguments) undefined) (=> ((_ is someContract) s0) (distinct (gate s0 arguments) undefined)))))
(assert
  (=> ((_ is someContract) (contract_of called)) (not ((_ is noSignature) (signature_of listed called)))))
(assert
  ((_ is noSignature) (signature_of listed called)))
(assert
  (not (distinct (gate (contract_of called) arguments) reject)))
(check-sat)
