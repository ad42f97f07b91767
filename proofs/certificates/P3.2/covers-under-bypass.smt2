; P3.2, covers-under-bypass: Can all that is assumed hold in the situation under-bypass? (The rung rejects no honest call.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(declare-sort Signature 0)
(declare-datatypes ((MaybeSignature 0)) (((noSignature) (someSignature (theSignature Signature)))))
(declare-sort Name 0)
(declare-sort Registry 0)
(declare-sort Key 0)
(declare-sort Arguments 0)
(declare-sort Value 0)
(declare-datatypes ((Policy 0)) (((fail-open-skip) (fail-open-bypass) (fail-closed))))
(declare-fun signature_of (Registry Name) MaybeSignature)
(declare-fun called () Name)
(declare-fun listed () Registry)
(declare-fun has (Arguments Key) Bool)
(declare-fun arguments () Arguments)
(declare-fun demanded (Signature Key) Bool)
(declare-fun declared (Signature Key) Bool)
(declare-fun fits (Signature Key Value) Bool)
(declare-fun at (Arguments Key) Value)
(declare-fun intended () Name)
(declare-fun policy () Policy)
(assert
  (not ((_ is noSignature) (signature_of listed called))))
(assert
  (and (forall ((k Key)) (=> (has arguments k) (declared (theSignature (signature_of listed called)) k))) (forall ((k Key)) (=> (and (declared (theSignature (signature_of listed called)) k) (demanded (theSignature (signature_of listed called)) k)) (has arguments k)))))
(assert
  (forall ((k Key)) (=> (and (has arguments k) (declared (theSignature (signature_of listed called)) k)) (fits (theSignature (signature_of listed called)) k (at arguments k)))))
(assert
  (= intended called))
(assert
  (= policy fail-open-bypass))
(check-sat)
