; M2.3, joined-alike: Is there a counterexample without the hypothesis joined-alike? (Joining is injective where the first separator in a joined name is the one that joining put there.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(declare-fun server_2 () String)
(declare-fun tool_2 () String)
(declare-fun server_1 () String)
(declare-fun tool_1 () String)
(assert
  (and (= (str.indexof (str.++ server_1 (str.++ "__" tool_1)) "__" 0) (str.len server_1)) (= (str.indexof (str.++ server_2 (str.++ "__" tool_2)) "__" 0) (str.len server_2))))
(assert
  (not (and (= server_1 server_2) (= tool_1 tool_2))))
(check-sat)
