; P1.4, covers-fabricated: Can all that is assumed hold in the situation fabricated? (Under fail-open-skip, rung before gate and gate before rung execute the same calls.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(declare-datatypes ((Policy 0)) (((fail-open-skip) (fail-open-bypass) (fail-closed))))
(declare-sort Signature 0)
(declare-datatypes ((MaybeSignature 0)) (((noSignature) (someSignature (theSignature Signature)))))
(declare-sort Name 0)
(declare-sort Registry 0)
(declare-fun policy () Policy)
(declare-fun signature_of (Registry Name) MaybeSignature)
(declare-fun called () Name)
(declare-fun listed () Registry)
(assert
  (= policy fail-open-skip))
(assert
  ((_ is noSignature) (signature_of listed called)))
(check-sat)
