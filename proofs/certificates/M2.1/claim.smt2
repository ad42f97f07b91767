; M2.1, claim: Is there a counterexample? (Joining server and tool with two underscores gives different pairs different names.)
; Expected: sat.
(set-logic ALL)
(set-info :status sat)
(declare-fun tool_2 () String)
(declare-fun tool_1 () String)
(declare-fun server_2 () String)
(declare-fun server_1 () String)
(assert
  (not (=> (= (str.++ server_1 (str.++ "__" tool_1)) (str.++ server_2 (str.++ "__" tool_2))) (and (= server_1 server_2) (= tool_1 tool_2)))))
(check-sat)
