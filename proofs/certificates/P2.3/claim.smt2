; P2.3, claim: Is there a counterexample? (A chain without stages executes every call.)
; Expected: unsat.
(set-logic ALL)
(set-info :status unsat)
(assert
  (not true))
(check-sat)
