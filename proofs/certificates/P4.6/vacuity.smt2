; P4.6, vacuity: Can all that is assumed hold together? (The H5 residue at (m, n) is exactly the arguments that the signatures of both tools accept.)
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
(declare-fun meant () Name)
(assert
  (not ((_ is noSignature) (signature_of listed called))))
(assert
  (not ((_ is noSignature) (signature_of listed meant))))
(assert
  (distinct meant called))
(check-sat)
