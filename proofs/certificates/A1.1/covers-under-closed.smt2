; A1.1, covers-under-closed: Can all that is assumed hold in the situation under-closed? (With an honest registry, the rung executes no tool that does not exist.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(declare-sort Name 0)
(declare-sort Signature 0)
(declare-datatypes ((MaybeSignature 0)) (((noSignature) (someSignature (theSignature Signature)))))
(declare-sort Registry 0)
(declare-datatypes ((Policy 0)) (((fail-open-skip) (fail-open-bypass) (fail-closed))))
(declare-fun tool_exists (Name) Bool)
(declare-fun called () Name)
(declare-fun signature_of (Registry Name) MaybeSignature)
(declare-fun listed () Registry)
(declare-fun policy () Policy)
(assert
  (=> (not ((_ is noSignature) (signature_of listed called))) (tool_exists called)))
(assert
  (not (tool_exists called)))
(assert
  (= policy fail-closed))
(check-sat)
