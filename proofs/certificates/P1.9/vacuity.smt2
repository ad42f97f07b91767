; P1.9, vacuity: Can all that is assumed hold together? (On a schema-enforced surface the rung's first check rejects nothing.)
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
  (not ((_ is noSignature) (signature_of listed called))))
(check-sat)
