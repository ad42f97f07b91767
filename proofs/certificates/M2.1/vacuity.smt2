; M2.1, vacuity: Can all that is assumed hold together? (Joining server and tool with two underscores gives different pairs different names.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(check-sat)
