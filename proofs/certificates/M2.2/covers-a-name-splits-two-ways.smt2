; M2.2, covers-a-name-splits-two-ways: Can all that is assumed hold in the situation a-name-splits-two-ways? (Joining is injective on two pairs exactly if no name splits two ways into them.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(declare-fun tool_2 () String)
(declare-fun tool_1 () String)
(declare-fun server_2 () String)
(declare-fun server_1 () String)
(assert
  (and (= (str.++ server_1 (str.++ "__" tool_1)) (str.++ server_2 (str.++ "__" tool_2))) (not (and (= server_1 server_2) (= tool_1 tool_2)))))
(check-sat)
