; P2.8, covers-under-skip: Can all that is assumed hold in the situation under-skip? (A verifier that checks existence after execution rejects a fabricated call that has been executed.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(declare-datatypes ((Policy 0)) (((fail-open-skip) (fail-open-bypass) (fail-closed))))
(declare-datatypes ((Answer 0)) (((admit) (reject) (undefined))))
(declare-sort Arguments 0)
(declare-sort Contract 0)
(declare-datatypes ((MaybeContract 0)) (((noContract) (someContract (theContract Contract)))))
(declare-sort Name 0)
(declare-sort Signature 0)
(declare-datatypes ((MaybeSignature 0)) (((noSignature) (someSignature (theSignature Signature)))))
(declare-sort Registry 0)
(declare-fun policy () Policy)
(declare-fun gate (MaybeContract Arguments) Answer)
(declare-fun arguments () Arguments)
(declare-fun contract_of (Name) MaybeContract)
(declare-fun called () Name)
(declare-fun verifier (MaybeContract Arguments) Answer)
(declare-fun signature_of (Registry Name) MaybeSignature)
(declare-fun listed () Registry)
(assert
  (distinct policy fail-closed))
(assert
 (let ((s0 (contract_of called)))
  (and (= (gate noContract arguments) undefined) (=> ((_ is someContract) s0) (distinct (gate s0 arguments) undefined)))))
(assert
  (= (verifier noContract arguments) reject))
(assert
  (=> ((_ is someContract) (contract_of called)) (not ((_ is noSignature) (signature_of listed called)))))
(assert
  ((_ is noSignature) (signature_of listed called)))
(assert
  (= policy fail-open-skip))
(check-sat)
