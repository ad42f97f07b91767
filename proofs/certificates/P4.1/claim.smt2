; P4.1, claim: Is there a counterexample? (A checker that is a function of call and registry answers alike in two worlds that differ in intent.)
; Expected: unsat.
(set-logic ALL)
(set-info :status unsat)
(declare-sort Arguments 0)
(declare-sort Name 0)
(declare-sort Registry 0)
(declare-sort Value 0)
(declare-sort Key 0)
(declare-fun arguments_there () Arguments)
(declare-fun arguments () Arguments)
(declare-fun called_there () Name)
(declare-fun called () Name)
(declare-fun listed_there () Registry)
(declare-fun listed () Registry)
(declare-fun at (Arguments Key) Value)
(declare-fun has (Arguments Key) Bool)
(declare-fun meant_there () Name)
(declare-fun meant_here () Name)
(declare-fun checker (Name Arguments Registry) Bool)
(assert
  (and (= called called_there) (= arguments arguments_there)))
(assert
  (= listed listed_there))
(assert
  (=> (forall ((k Key)) (and (= (has arguments k) (has arguments_there k)) (=> (has arguments k) (= (at arguments k) (at arguments_there k))))) (= arguments arguments_there)))
(assert
  (distinct meant_here meant_there))
(assert
  (not (= (checker called arguments listed) (checker called_there arguments_there listed_there))))
(check-sat)
