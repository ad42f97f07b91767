; M2.3, claim: Is there a counterexample? (Joining is injective where the first separator in a joined name is the one that joining put there.)
; Expected: unsat.
(set-logic ALL)
(set-info :status unsat)
(declare-fun server_2 () String)
(declare-fun tool_2 () String)
(declare-fun server_1 () String)
(declare-fun tool_1 () String)
(assert
  (and (= (str.indexof (str.++ server_1 (str.++ "__" tool_1)) "__" 0) (str.len server_1)) (= (str.indexof (str.++ server_2 (str.++ "__" tool_2)) "__" 0) (str.len server_2))))
(assert
  (= (str.++ server_1 (str.++ "__" tool_1)) (str.++ server_2 (str.++ "__" tool_2))))
(assert
  (not (and (= server_1 server_2) (= tool_1 tool_2))))
(check-sat)
