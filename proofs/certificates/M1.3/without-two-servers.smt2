; M1.3, two-servers: Is there a counterexample without the hypothesis two-servers? (A resolver of (server, tool) pairs is right for both of two servers that share a name.)
; Expected: unsat.
(set-logic ALL)
(set-info :status unsat)
(declare-sort Name 0)
(declare-sort Server 0)
(declare-datatypes ((MaybeServer 0)) (((noServer) (someServer (theServer Server)))))
(declare-fun lists (Server Name) Bool)
(declare-fun called () Name)
(declare-fun first () Server)
(declare-fun second () Server)
(assert
  (lists first called))
(assert
  (lists second called))
(assert
 (let ((s0 (someServer first)))
 (let ((s1 (someServer second)))
  (not (and (= (ite (lists first called) s0 noServer) s0) (= (ite (lists second called) s1 noServer) s1))))))
(check-sat)
