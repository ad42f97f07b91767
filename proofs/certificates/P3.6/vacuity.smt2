; P3.6, vacuity: Can all that is assumed hold together? (Values judged before keys, or keys before values: the rung gives the same code.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(check-sat)
