; M2.2, covers-one-pair: Can all that is assumed hold in the situation one-pair? (Joining is injective on two pairs exactly if no name splits two ways into them.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(declare-fun tool_2 () String)
(declare-fun tool_1 () String)
(declare-fun server_2 () String)
(declare-fun server_1 () String)
(assert
  (and (= server_1 server_2) (= tool_1 tool_2)))
(check-sat)
