; M1.2, picks-a-provider: Is there a counterexample without the hypothesis picks-a-provider? (A resolver of flat names that picks a provider is right where no two servers share the name.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(declare-sort Server 0)
(declare-datatypes ((MaybeServer 0)) (((noServer) (someServer (theServer Server)))))
(declare-sort Name 0)
(declare-fun flat (Name) MaybeServer)
(declare-fun called () Name)
(declare-fun first () Server)
(declare-fun lists (Server Name) Bool)
(assert
 (let ((s0 (theServer (flat called))))
  (=> (and (lists first called) (lists s0 called)) (= first s0))))
(assert
  (lists first called))
(assert
  (not (= (flat called) (someServer first))))
(check-sat)
