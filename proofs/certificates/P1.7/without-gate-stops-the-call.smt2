; P1.7, gate-stops-the-call: Is there a counterexample without the hypothesis gate-stops-the-call? (Under fail-open, a gate that stops a fabricated call decides on absence itself.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(declare-datatypes ((Policy 0)) (((fail-open-skip) (fail-open-bypass) (fail-closed))))
(declare-sort Signature 0)
(declare-datatypes ((MaybeSignature 0)) (((noSignature) (someSignature (theSignature Signature)))))
(declare-sort Name 0)
(declare-sort Registry 0)
(declare-sort Contract 0)
(declare-datatypes ((MaybeContract 0)) (((noContract) (someContract (theContract Contract)))))
(declare-datatypes ((Answer 0)) (((admit) (reject) (undefined))))
(declare-sort Arguments 0)
(declare-fun policy () Policy)
(declare-fun signature_of (Registry Name) MaybeSignature)
(declare-fun called () Name)
(declare-fun listed () Registry)
(declare-fun contract_of (Name) MaybeContract)
(declare-fun gate (MaybeContract Arguments) Answer)
(declare-fun arguments () Arguments)
(assert
  (distinct policy fail-closed))
(assert
  (=> ((_ is someContract) (contract_of called)) (not ((_ is noSignature) (signature_of listed called)))))
(assert
  ((_ is noSignature) (signature_of listed called)))
(assert
  (not (= (gate noContract arguments) reject)))
(check-sat)
