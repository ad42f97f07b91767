; P2.3, vacuity: Can all that is assumed hold together? (A chain without stages executes every call.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(check-sat)
