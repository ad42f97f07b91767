; M1.1, the-first-lists-it: Is there a counterexample without the hypothesis the-first-lists-it? (A resolver of flat names is wrong for one of two servers that list a tool of the same name.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(declare-sort Name 0)
(declare-sort Server 0)
(declare-datatypes ((MaybeServer 0)) (((noServer) (someServer (theServer Server)))))
(declare-fun lists (Server Name) Bool)
(declare-fun called () Name)
(declare-fun second () Server)
(declare-fun first () Server)
(declare-fun flat (Name) MaybeServer)
(assert
  (lists second called))
(assert
  (distinct first second))
(assert
 (let ((s0 (flat called)))
  (not (not (and (=> (lists first called) (= s0 (someServer first))) (=> (lists second called) (= s0 (someServer second))))))))
(check-sat)
