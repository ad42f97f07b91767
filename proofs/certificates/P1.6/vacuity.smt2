; P1.6, vacuity: Can all that is assumed hold together? (A rung in front blocks a fabricated call, under every policy, whatever stands behind it.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(declare-sort Signature 0)
(declare-datatypes ((MaybeSignature 0)) (((noSignature) (someSignature (theSignature Signature)))))
(declare-sort Name 0)
(declare-sort Registry 0)
(declare-fun signature_of (Registry Name) MaybeSignature)
(declare-fun called () Name)
(declare-fun listed () Registry)
(assert
  ((_ is noSignature) (signature_of listed called)))
(check-sat)
