; M1.3, vacuity: Can all that is assumed hold together? (A resolver of (server, tool) pairs is right for both of two servers that share a name.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(declare-sort Name 0)
(declare-sort Server 0)
(declare-fun lists (Server Name) Bool)
(declare-fun called () Name)
(declare-fun first () Server)
(declare-fun second () Server)
(assert
  (lists first called))
(assert
  (lists second called))
(assert
  (distinct first second))
(check-sat)
