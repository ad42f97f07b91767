; M2.2, covers-two-tools-of-one-server: Can all that is assumed hold in the situation two-tools-of-one-server? (Joining is injective on two pairs exactly if no name splits two ways into them.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(declare-fun tool_2 () String)
(declare-fun tool_1 () String)
(declare-fun server_2 () String)
(declare-fun server_1 () String)
(assert
  (and (= server_1 server_2) (distinct tool_1 tool_2)))
(check-sat)
