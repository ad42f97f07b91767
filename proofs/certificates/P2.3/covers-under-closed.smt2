; P2.3, covers-under-closed: Can all that is assumed hold in the situation under-closed? (A chain without stages executes every call.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(declare-datatypes ((Policy 0)) (((fail-open-skip) (fail-open-bypass) (fail-closed))))
(declare-fun policy () Policy)
(assert
  (= policy fail-closed))
(check-sat)
