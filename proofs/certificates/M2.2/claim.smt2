; M2.2, claim: Is there a counterexample? (Joining is injective on two pairs exactly if no name splits two ways into them.)
; Expected: unsat.
(set-logic ALL)
(set-info :status unsat)
(declare-fun tool_2 () String)
(declare-fun tool_1 () String)
(declare-fun server_2 () String)
(declare-fun server_1 () String)
(assert
  (not (= (=> (= (str.++ server_1 (str.++ "__" tool_1)) (str.++ server_2 (str.++ "__" tool_2))) (and (= server_1 server_2) (= tool_1 tool_2))) (not (exists ((x String)) (and (= x (str.++ server_1 (str.++ "__" tool_1))) (= x (str.++ server_2 (str.++ "__" tool_2))) (not (and (= server_1 server_2) (= tool_1 tool_2)))))))))
(check-sat)
