; P4.2, covers-the-other-is-H5: Can all that is assumed hold in the situation the-other-is-H5? (No checker of call and registry is right both where a call is honest and where another tool was meant.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(declare-sort Arguments 0)
(declare-sort Name 0)
(declare-sort Registry 0)
(declare-sort Value 0)
(declare-sort Key 0)
(declare-datatypes ((Code 0)) (((allow) (H1) (H2) (H3))))
(declare-sort Signature 0)
(declare-datatypes ((MaybeSignature 0)) (((noSignature) (someSignature (theSignature Signature)))))
(declare-fun arguments_there () Arguments)
(declare-fun arguments () Arguments)
(declare-fun called_there () Name)
(declare-fun called () Name)
(declare-fun listed_there () Registry)
(declare-fun listed () Registry)
(declare-fun at (Arguments Key) Value)
(declare-fun has (Arguments Key) Bool)
(declare-fun meant_here () Name)
(declare-fun fits (Signature Key Value) Bool)
(declare-fun signature_of (Registry Name) MaybeSignature)
(declare-fun declared (Signature Key) Bool)
(declare-fun demanded (Signature Key) Bool)
(declare-fun meant_there () Name)
(assert
  (and (= called called_there) (= arguments arguments_there)))
(assert
  (= listed listed_there))
(assert
  (=> (forall ((k Key)) (and (= (has arguments k) (has arguments_there k)) (=> (has arguments k) (= (at arguments k) (at arguments_there k))))) (= arguments arguments_there)))
(assert
  (and (= (ite ((_ is noSignature) (signature_of listed called)) H1 (ite (and (forall ((k Key)) (=> (has arguments k) (declared (theSignature (signature_of listed called)) k))) (forall ((k Key)) (=> (and (declared (theSignature (signature_of listed called)) k) (demanded (theSignature (signature_of listed called)) k)) (has arguments k)))) (ite (forall ((k Key)) (=> (and (has arguments k) (declared (theSignature (signature_of listed called)) k)) (fits (theSignature (signature_of listed called)) k (at arguments k)))) allow H3) H2)) allow) (= meant_here called)))
(assert
  (distinct meant_there called_there))
(assert
  (= (ite ((_ is noSignature) (signature_of listed_there meant_there)) H1 (ite (and (forall ((k Key)) (=> (has arguments_there k) (declared (theSignature (signature_of listed_there meant_there)) k))) (forall ((k Key)) (=> (and (declared (theSignature (signature_of listed_there meant_there)) k) (demanded (theSignature (signature_of listed_there meant_there)) k)) (has arguments_there k)))) (ite (forall ((k Key)) (=> (and (has arguments_there k) (declared (theSignature (signature_of listed_there meant_there)) k)) (fits (theSignature (signature_of listed_there meant_there)) k (at arguments_there k)))) allow H3) H2)) allow))
(assert
  (and (= (ite ((_ is noSignature) (signature_of listed_there called_there)) H1 (ite (and (forall ((k Key)) (=> (has arguments_there k) (declared (theSignature (signature_of listed_there called_there)) k))) (forall ((k Key)) (=> (and (declared (theSignature (signature_of listed_there called_there)) k) (demanded (theSignature (signature_of listed_there called_there)) k)) (has arguments_there k)))) (ite (forall ((k Key)) (=> (and (has arguments_there k) (declared (theSignature (signature_of listed_there called_there)) k)) (fits (theSignature (signature_of listed_there called_there)) k (at arguments_there k)))) allow H3) H2)) allow) (distinct meant_there called_there) (= (ite ((_ is noSignature) (signature_of listed_there meant_there)) H1 (ite (and (forall ((k Key)) (=> (has arguments_there k) (declared (theSignature (signature_of listed_there meant_there)) k))) (forall ((k Key)) (=> (and (declared (theSignature (signature_of listed_there meant_there)) k) (demanded (theSignature (signature_of listed_there meant_there)) k)) (has arguments_there k)))) (ite (forall ((k Key)) (=> (and (has arguments_there k) (declared (theSignature (signature_of listed_there meant_there)) k)) (fits (theSignature (signature_of listed_there meant_there)) k (at arguments_there k)))) allow H3) H2)) allow)))
(check-sat)
