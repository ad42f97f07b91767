; P2.4, claim: Is there a counterexample? (Under fail-open, a strict contract reader before a chain that executes a fabricated call leaves it so.)
; Expected: unsat.
(set-logic ALL)
(set-info :status unsat)
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
(declare-fun first (MaybeContract Arguments) Answer)
(declare-fun arguments () Arguments)
(declare-fun contract_of (Name) MaybeContract)
(declare-fun called () Name)
(declare-fun signature_of (Registry Name) MaybeSignature)
(declare-fun listed () Registry)
(declare-fun rest () Answer)
(assert
  (distinct policy fail-closed))
(assert
 (let ((s0 (contract_of called)))
  (and (= (first noContract arguments) undefined) (=> ((_ is someContract) s0) (distinct (first s0 arguments) undefined)))))
(assert
  (=> ((_ is someContract) (contract_of called)) (not ((_ is noSignature) (signature_of listed called)))))
(assert
  (ite (= rest admit) true (ite (= rest undefined) (ite (= policy fail-open-skip) true (= policy fail-open-bypass)) false)))
(assert
  ((_ is noSignature) (signature_of listed called)))
(assert
 (let ((s0 (first (contract_of called) arguments)))
 (let ((s1 (= policy fail-open-skip)))
 (let ((s2 (= policy fail-open-bypass)))
 (let ((s3 (ite (= rest admit) true (ite (= rest undefined) (ite s1 true s2) false))))
  (not (ite (= s0 admit) s3 (ite (= s0 undefined) (ite s1 s3 s2) false))))))))
(check-sat)
