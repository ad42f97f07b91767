; P1.11, covers-under-bypass: Can all that is assumed hold in the situation under-bypass? (A gate that enforces membership blocks a fabricated call, under every policy and with no rung.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(declare-datatypes ((Answer 0)) (((admit) (reject) (undefined))))
(declare-sort Arguments 0)
(declare-sort Contract 0)
(declare-datatypes ((MaybeContract 0)) (((noContract) (someContract (theContract Contract)))))
(declare-sort Signature 0)
(declare-datatypes ((MaybeSignature 0)) (((noSignature) (someSignature (theSignature Signature)))))
(declare-sort Name 0)
(declare-sort Registry 0)
(declare-datatypes ((Policy 0)) (((fail-open-skip) (fail-open-bypass) (fail-closed))))
(declare-fun gate (MaybeContract Arguments) Answer)
(declare-fun arguments () Arguments)
(declare-fun signature_of (Registry Name) MaybeSignature)
(declare-fun called () Name)
(declare-fun listed () Registry)
(declare-fun contract_of (Name) MaybeContract)
(declare-fun policy () Policy)
(assert
  (= (gate noContract arguments) reject))
(assert
  (=> ((_ is someContract) (contract_of called)) (not ((_ is noSignature) (signature_of listed called)))))
(assert
  ((_ is noSignature) (signature_of listed called)))
(assert
  (= policy fail-open-bypass))
(check-sat)
