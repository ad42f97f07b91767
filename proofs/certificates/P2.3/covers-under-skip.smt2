; P2.3, covers-under-skip: Can all that is assumed hold in the situation under-skip? (A chain without stages executes every call.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(declare-datatypes ((Policy 0)) (((fail-open-skip) (fail-open-bypass) (fail-closed))))
(declare-fun policy () Policy)
(assert
  (= policy fail-open-skip))
(check-sat)
