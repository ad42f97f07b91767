; M2.2, vacuity: Can all that is assumed hold together? (Joining is injective on two pairs exactly if no name splits two ways into them.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(check-sat)
