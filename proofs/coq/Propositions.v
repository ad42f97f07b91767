(* Props. 1 and 2 for chains of any length, and Prop. 4, in the kernel of a proof assistant: a mirror of most of what Z3 and
   cvc5 decide about them, written again, sharing nothing with them. Coq 8.16 (Debian). Every theorem is followed by the question what it
   assumes; the answer must be "Closed under the global context": nothing. *)
Require Import List Bool.
Import ListNotations.

Section Pipeline.
Variables Name Arguments Signature Contract : Type.
Variable signature_of : Name -> option Signature.   (* the registry's look-up *)
Variable contract_of : Name -> option Contract.     (* the contract table's look-up *)
Variable accepts : Signature -> Arguments -> bool.

Inductive answer := Admit | Reject | Undefined.
Inductive policy := Skip | Bypass | Closed.
Definition stage := Name -> Arguments -> answer.
Definition said (b : bool) := if b then Admit else Reject.

(* RR-H1.1, RR-A.2: the rung rejects absence. *)
Definition rung : stage := fun n a =>
  match signature_of n with None => Reject | Some s => said (accepts s a) end.
(* RR-P.5: a stage that is a function of the looked-up contract. *)
Definition reads_contract (s : stage) := exists judge : option Contract -> Arguments -> answer,
  forall n a, s n a = judge (contract_of n) a.
(* RR-P.7: undefined exactly where there is no contract. *)
Definition strict (s : stage) := forall n a, contract_of n = None <-> s n a = Undefined.
(* RR-P.8: contracts are written for registered tools only. *)
Definition contracts_of_registered_tools_only := forall n, signature_of n = None -> contract_of n = None.

(* RR-P.1 to RR-P.4. *)
Fixpoint executes (p : policy) (chain : list stage) n a : bool :=
  match chain with
  | [] => true
  | s :: rest => match s n a with
    | Admit => executes p rest n a
    | Reject => false
    | Undefined => match p with Skip => executes p rest n a | Bypass => true | Closed => false end
    end
  end.

(* P1.2, P2.2 to P2.4: under fail-open, every chain of strict stages executes a fabricated call, whatever its length. *)
Theorem strict_chains_execute_fabricated p chain n a :
  p <> Closed -> contracts_of_registered_tools_only -> signature_of n = None ->
  Forall strict chain -> executes p chain n a = true.
Proof.
  intros open only absent all. induction all as [|s rest is_strict _ IH]; simpl; auto.
  assert (U : s n a = Undefined) by (apply is_strict; auto).
  rewrite U. destruct p; congruence.
Qed.

(* P1.7, P2.5: under fail-open, a chain that stops a call holds a stage that rejects it. *)
Theorem what_stops_a_call_rejects_it p chain n a :
  p <> Closed -> executes p chain n a = false -> exists s, In s chain /\ s n a = Reject.
Proof.
  intros open. induction chain as [|s rest IH]; simpl; [discriminate|].
  destruct (s n a) eqn:E; intros stopped.
  - destruct (IH stopped) as [t [I R]]. exists t; auto.
  - exists s; auto.
  - destruct p; try congruence; try discriminate. destruct (IH stopped) as [t [I R]]. exists t; auto.
Qed.

(* P1.8: a stage that reads the contract alone cannot tell two fabricated names apart. *)
Theorem contract_readers_are_blind_to_fabricated_names s m n a :
  reads_contract s -> contracts_of_registered_tools_only ->
  signature_of m = None -> signature_of n = None -> s m a = s n a.
Proof.
  intros [judge J] only M N. rewrite !J, (only m M), (only n N). reflexivity.
Qed.

(* P1.6: a rung in front blocks a fabricated call, before any chain and under every policy. *)
Theorem rung_first_blocks_fabricated p chain n a : signature_of n = None -> executes p (rung :: chain) n a = false.
Proof. intros absent. simpl. unfold rung. rewrite absent. reflexivity. Qed.

(* P1.3, P2.6: under bypass, whatever stands behind a strict stage does not stop a fabricated call. *)
Theorem bypass_hides_what_stands_behind s chain n a :
  strict s -> contracts_of_registered_tools_only -> signature_of n = None -> executes Bypass (s :: chain) n a = true.
Proof.
  intros is_strict only absent. simpl. assert (U : s n a = Undefined) by (apply is_strict; auto). now rewrite U.
Qed.

(* P1.4: under skip, two neighbours may change places anywhere in a chain. *)
Theorem skip_makes_the_order_irrelevant before s t after n a :
  executes Skip (before ++ s :: t :: after) n a = executes Skip (before ++ t :: s :: after) n a.
Proof.
  induction before as [|b before IH]; simpl.
  - destruct (s n a), (t n a); reflexivity.
  - now rewrite IH.
Qed.

(* P1.5: under fail-closed, a strict stage anywhere in a chain blocks a fabricated call. *)
Theorem fail_closed_strict_stage_blocks_fabricated before s after n a :
  strict s -> contracts_of_registered_tools_only -> signature_of n = None ->
  executes Closed (before ++ s :: after) n a = false.
Proof.
  intros is_strict only absent. assert (U : s n a = Undefined) by (apply is_strict; auto).
  induction before as [|b before IH]; simpl; [now rewrite U|]. destruct (b n a); auto.
Qed.
End Pipeline.

Section Intent.
Variables World Call Registry : Type.
Variable call_of : World -> Call.
Variable registry_of : World -> Registry.
Variable honest : World -> Prop.

(* P4.1: a function of call and registry answers alike in two worlds that differ in intent alone. *)
Theorem a_checker_answers_alike (checker : Call -> Registry -> bool) here there :
  call_of here = call_of there -> registry_of here = registry_of there ->
  checker (call_of here) (registry_of here) = checker (call_of there) (registry_of there).
Proof. intros C R. now rewrite C, R. Qed.

(* P4.2: so none is right in both, if the call is honest in one of them and not in the other. *)
Theorem no_checker_is_right_in_both_worlds (checker : Call -> Registry -> bool) here there :
  call_of here = call_of there -> registry_of here = registry_of there -> honest here -> ~ honest there ->
  ~ (forall w, checker (call_of w) (registry_of w) = true <-> honest w).
Proof. intros C R H N right. apply N, right. rewrite <- C, <- R. apply right, H. Qed.

(* P4.3: and one that rejects no honest call admits the other. *)
Theorem without_over_rejection_the_h5_call_is_admitted (checker : Call -> Registry -> bool) here there :
  call_of here = call_of there -> registry_of here = registry_of there -> honest here ->
  (forall w, honest w -> checker (call_of w) (registry_of w) = true) ->
  checker (call_of there) (registry_of there) = true.
Proof. intros C R H all. rewrite <- C, <- R. apply all, H. Qed.
End Intent.

Print Assumptions strict_chains_execute_fabricated.
Print Assumptions what_stops_a_call_rejects_it.
Print Assumptions contract_readers_are_blind_to_fabricated_names.
Print Assumptions rung_first_blocks_fabricated.
Print Assumptions bypass_hides_what_stands_behind.
Print Assumptions skip_makes_the_order_irrelevant.
Print Assumptions fail_closed_strict_stage_blocks_fabricated.
Print Assumptions a_checker_answers_alike.
Print Assumptions no_checker_is_right_in_both_worlds.
Print Assumptions without_over_rejection_the_h5_call_is_admitted.
