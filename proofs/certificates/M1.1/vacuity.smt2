; M1.1, vacuity: Can all that is assumed hold together? (A resolver of flat names is wrong for one of two servers that list a tool of the same name.)
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
