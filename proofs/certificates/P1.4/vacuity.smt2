; P1.4, vacuity: Can all that is assumed hold together? (Under fail-open-skip, rung before gate and gate before rung execute the same calls.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(declare-datatypes ((Policy 0)) (((fail-open-skip) (fail-open-bypass) (fail-closed))))
(declare-fun policy () Policy)
(assert
  (= policy fail-open-skip))
(check-sat)
