; M1.2, the-meant-server-lists-it: Is there a counterexample without the hypothesis the-meant-server-lists-it? (A resolver of flat names that picks a provider is right where no two servers share the name.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(declare-sort Name 0)
(declare-sort Server 0)
(declare-datatypes ((MaybeServer 0)) (((noServer) (someServer (theServer Server)))))
(declare-fun lists (Server Name) Bool)
(declare-fun called () Name)
(declare-fun flat (Name) MaybeServer)
(declare-fun first () Server)
(assert
 (let ((s0 (flat called)))
  (and ((_ is someServer) s0) (lists (theServer s0) called))))
(assert
 (let ((s0 (theServer (flat called))))
  (=> (and (lists first called) (lists s0 called)) (= first s0))))
(assert
  (not (= (flat called) (someServer first))))
(check-sat)
