; M2.2, covers-two-names: Can all that is assumed hold in the situation two-names? (Joining is injective on two pairs exactly if no name splits two ways into them.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(declare-fun tool_2 () String)
(declare-fun server_2 () String)
(declare-fun tool_1 () String)
(declare-fun server_1 () String)
(assert
  (distinct (str.++ server_1 (str.++ "__" tool_1)) (str.++ server_2 (str.++ "__" tool_2))))
(check-sat)
