; P3.5, vacuity: Can all that is assumed hold together? (Values judged before keys, or keys before values: the rung allows the same calls.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(check-sat)
