; A1.1, vacuity: Can all that is assumed hold together? (With an honest registry, the rung executes no tool that does not exist.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(declare-sort Name 0)
(declare-sort Signature 0)
(declare-datatypes ((MaybeSignature 0)) (((noSignature) (someSignature (theSignature Signature)))))
(declare-sort Registry 0)
(declare-fun tool_exists (Name) Bool)
(declare-fun called () Name)
(declare-fun signature_of (Registry Name) MaybeSignature)
(declare-fun listed () Registry)
(assert
  (=> (not ((_ is noSignature) (signature_of listed called))) (tool_exists called)))
(assert
  (not (tool_exists called)))
(check-sat)
