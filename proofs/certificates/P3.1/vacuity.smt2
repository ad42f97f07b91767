; P3.1, vacuity: Can all that is assumed hold together? (The rung rejects a call exactly if it is H1, H2 or H3.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(check-sat)
