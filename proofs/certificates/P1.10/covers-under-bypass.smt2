; P1.10, covers-under-bypass: Can all that is assumed hold in the situation under-bypass? (Risk-Aware Causal Gating, partial on the registry, executes a fabricated call under fail-open.)
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
(declare-fun policy () Policy)
(declare-fun signature_of (Registry Name) MaybeSignature)
(declare-fun called () Name)
(declare-fun listed () Registry)
(declare-fun contract_of (Name) MaybeContract)
(assert
  (distinct policy fail-closed))
(assert
  (=> ((_ is someContract) (contract_of called)) (not ((_ is noSignature) (signature_of listed called)))))
(assert
  ((_ is noSignature) (signature_of listed called)))
(assert
  (= policy fail-open-bypass))
(check-sat)
