; P1.6, covers-under-skip: Can all that is assumed hold in the situation under-skip? (A rung in front blocks a fabricated call, under every policy, whatever stands behind it.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(declare-sort Signature 0)
(declare-datatypes ((MaybeSignature 0)) (((noSignature) (someSignature (theSignature Signature)))))
(declare-sort Name 0)
(declare-sort Registry 0)
(declare-datatypes ((Policy 0)) (((fail-open-skip) (fail-open-bypass) (fail-closed))))
(declare-fun signature_of (Registry Name) MaybeSignature)
(declare-fun called () Name)
(declare-fun listed () Registry)
(declare-fun policy () Policy)
(assert
  ((_ is noSignature) (signature_of listed called)))
(assert
  (= policy fail-open-skip))
(check-sat)
