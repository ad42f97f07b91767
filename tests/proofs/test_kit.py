"""The kit is the trusted part: it must say no to what is false, vacuous, unknowable, or not what the code does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import pytest

pytest.importorskip("z3", reason="the proofs extra is not installed")
pytest.importorskip("cvc5", reason="the proofs extra is not installed")

from proofs import encoding, kit, second, solver
from proofs.kit import Hypothesis, Observed, Proposition, decide, questions
from proofs.solver import Model, z3

p, q, r = z3.Bools("p q r")
x, y, z = z3.Ints("x y z")


@dataclass(frozen=True)
class Says:
    """An observation whose code does what a test wants."""

    term: Any
    did: Any = None
    words: str = "it"

    def observe(self, model: Model) -> Iterator[Observed]:
        yield Observed(self.words, self.term, kit.value(model, self.term) if self.did is None else self.did)

    def describe(self, model: Model) -> list[str]:
        return [f"p is {kit.value(model, self.term)}"]


@dataclass(frozen=True)
class Silent(Says):
    """Nothing is observed."""

    def observe(self, model: Model) -> Iterator[Observed]:
        yield from ()


@dataclass(frozen=True)
class Broken(Says):
    """The objects cannot be built."""

    def observe(self, model: Model) -> Iterator[Observed]:
        raise StopIteration
        yield


SOUND: Final = Proposition(
    id="T1",
    sentence="If p and p implies q, then q.",
    source="a test",
    kind="proved",
    hypotheses=(
        Hypothesis("implies", "RR-P.1", z3.Implies(p, q)),
        Hypothesis("besides", "RR-P.2", r, load_bearing=False),
    ),
    case=(Hypothesis("p", "RR-P.3 RR-P.4", p),),
    claim=q,
    expected="proved",
    observed=(Says(p), Says(q)),
)


def test_a_sound_proposition_is_as_expected() -> None:
    result = decide(SOUND, second.answer)
    assert (result.got, result.problems) == ("proved", ())
    assert (result.load_bearing, result.idle) == (("implies", "p"), ("besides",))
    assert result.solvers == ("z3", "cvc5")
    assert result.replays == 2 * 3  # vacuity and two counterexamples
    assert [question.about for question in questions(SOUND)] == ["vacuity", "claim", "implies", "besides", "p"]


def test_a_false_claim_is_refuted_and_fails() -> None:
    result = decide(replace(SOUND, claim=z3.Not(q)), second.answer)
    assert result.got == "refuted"
    assert "claim: expected unsat, got sat" in result.problems


def test_a_claim_that_is_expected_to_be_false_and_is_true_fails() -> None:
    result = decide(replace(SOUND, kind="counterexample", expected="refuted"))
    assert result.got == "proved"
    assert "claim: expected sat, got unsat" in result.problems


def test_a_claim_that_is_expected_to_be_false_and_is() -> None:
    result = decide(replace(SOUND, kind="counterexample", expected="refuted", claim=z3.Not(r)), second.answer)
    assert (result.got, result.problems) == ("refuted", ())


@pytest.mark.parametrize(
    "premise", [z3.BoolVal(False), z3.Not(p), z3.And(q, z3.Not(q))], ids=["false", "against the case", "against itself"]
)
def test_what_holds_of_nothing_is_vacuous_and_fails(premise: Any) -> None:
    result = decide(replace(SOUND, hypotheses=(*SOUND.hypotheses, Hypothesis("more", "RR-P.1", premise))))
    assert result.got == "vacuous"
    assert "vacuity: expected sat, got unsat" in result.problems


def test_a_situation_that_is_not_possible_fails() -> None:
    either = replace(SOUND, claim=z3.Or(q, r), covers=(Hypothesis("r", "RR-P.1", r), Hypothesis("s", "RR-P.1", ~p)))
    result = decide(replace(either, hypotheses=SOUND.hypotheses[:1]), second.answer)
    assert result.got == "proved"
    assert result.problems == ("covers-s: expected sat, got unsat",)
    assert [*result.certificates][1:4] == ["T1/claim.smt2", "T1/covers-r.smt2", "T1/covers-s.smt2"]


def test_an_unknowable_claim_is_unknown_and_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "STEPS", 20_000)
    cubes = z3.And(x > 2, y > 2, z > 2, x * x * x + y * y * y == z * z * z)
    unknown = decide(replace(SOUND, claim=z3.Not(cubes), hypotheses=(), case=()))
    assert unknown.got == "unknown"
    assert any(problem.startswith("claim: unknown") for problem in unknown.problems)


@pytest.mark.parametrize("dropped", ["implies", "besides", "p"])
def test_a_hypothesis_that_is_not_what_its_file_says_fails(dropped: str) -> None:
    def flipped(hypothesis: Hypothesis) -> Hypothesis:
        return replace(hypothesis, load_bearing=hypothesis.load_bearing != (hypothesis.name == dropped))

    changed = replace(SOUND, hypotheses=tuple(map(flipped, SOUND.hypotheses)), case=tuple(map(flipped, SOUND.case)))
    result = decide(changed)
    assert result.got == "proved"
    assert [problem.split(":")[0] for problem in result.problems] == [dropped]


@pytest.mark.parametrize("did", [False, "admit", 1, "True"])
def test_a_replay_that_does_something_else_fails(did: Any) -> None:
    result = decide(replace(SOUND, observed=(Says(z3.Or(p, z3.Not(p)), did, "the call executes"),)))
    assert result.got == "replay-mismatch"
    assert any(f"the model says True, the code did {did}" in problem for problem in result.problems)


def test_a_mismatch_in_one_dropped_hypothesis_alone_fails() -> None:
    result = decide(replace(SOUND, observed=(Says(p), Says(z3.Implies(p, q), True))))
    assert result.got == "replay-mismatch"
    assert [problem.split(":")[0] for problem in result.problems] == ["implies"]


def test_an_object_that_cannot_be_built_fails() -> None:
    result = decide(replace(SOUND, observed=(Broken(p),)))
    assert result.got == "replay-mismatch"
    assert any("cannot be built or run" in problem for problem in result.problems)


def test_nothing_replayed_fails() -> None:
    assert decide(replace(SOUND, observed=(Silent(p),))).got == "replay-mismatch"
    assert "nothing of it can be replayed" in decide(replace(SOUND, observed=())).problems


@pytest.mark.parametrize(("answer", "got"), [("sat", "solvers-differ"), ("unknown", "unknown"), ("", "unknown")])
def test_a_second_solver_that_differs_or_does_not_know_fails(answer: str, got: str) -> None:
    result = decide(SOUND, lambda smt2: answer)
    assert result.got == got
    assert result.problems


def test_a_second_solver_alone_replays_nothing_and_says_who_answered() -> None:
    result = decide(SOUND, second.answer, z3_too=False)
    assert (result.got, result.problems, result.replays, result.solvers) == ("proved", (), 0, ("cvc5",))


def test_no_solver_at_all_is_unknown() -> None:
    assert decide(SOUND, None, z3_too=False).got == "unknown"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"case": (Hypothesis("p", "RR-" + "P.99", p),)}, "RR-" + "P.99 is no clause"),
        ({"case": (Hypothesis("p", "", p),)}, "the hypothesis p names no clause"),
        ({"case": (Hypothesis("implies", "RR-P.1", p),)}, "two hypotheses are named implies"),
        ({"case": (Hypothesis("claim", "RR-P.1", p),)}, "no hypothesis can be named claim"),
        ({"covers": (Hypothesis("p", "RR-P.1", p),)}, "two hypotheses are named p"),
        ({"covers": (Hypothesis("more", "", p),)}, "the hypothesis more names no clause"),
        ({"case": (Hypothesis("covers-p", "RR-P.1", p),)}, "no hypothesis can be named covers-p"),
        ({"hypotheses": (), "case": (), "claim": z3.Or(p, z3.Not(p))}, "what rests on nothing is no finding"),
        ({"kind": "obvious"}, "its kind is obvious"),
        ({"kind": "counterexample"}, "a counterexample is refuted, and only that"),
        ({"expected": "unknown"}, "unknown cannot be expected"),
        ({"expected": "vacuous"}, "vacuous cannot be expected"),
    ],
)
def test_a_proposition_that_is_badly_written_fails(change: dict[str, Any], problem: str) -> None:
    assert problem in decide(replace(SOUND, **change)).problems


def test_a_refuted_claim_is_not_asked_about_its_hypotheses() -> None:
    refuted = replace(SOUND, kind="counterexample", expected="refuted", claim=z3.Not(r))
    assert [question.about for question in questions(refuted)] == ["vacuity", "claim"]


def test_a_question_is_a_commented_text_that_both_solvers_read() -> None:
    for question in questions(SOUND):
        text = question.smt2()
        assert text.startswith(f"; T1, {question.about}: ")
        assert f"; Expected: {question.expected}.\n" in text
        again = z3.Solver()
        again.from_string(text)
        assert str(again.check()) == question.expected == second.answer(text)


def test_quantifiers_are_spelled_out_over_the_model() -> None:
    s = z3.DeclareSort("S")
    a, b, u, v = z3.Consts("a b u v", s)
    f = z3.Function("f", s, s, z3.BoolSort())
    both = z3.And(a != b, f(a, b), z3.Not(f(b, a)), z3.Not(f(a, a)), z3.Not(f(b, b)))
    exactly_two = z3.ForAll([u], z3.Or(u == a, u == b))
    answer, model = solver.ask([both, exactly_two])
    assert answer == "sat"
    assert kit.value(model, z3.Exists([u, v], z3.And(f(u, v), u == a, v == b))) is True
    assert kit.value(model, z3.Exists([u, v], z3.And(f(u, v), u == b, v == a))) is False
    assert kit.value(model, z3.ForAll([u], z3.Exists([v], z3.Or(f(u, v), f(v, u))))) is True
    assert kit.value(model, z3.ForAll([u, v], z3.Implies(f(u, v), u == a))) is True
    assert kit.value(model, z3.ForAll([u, v], z3.Implies(f(u, v), v == a))) is False


@pytest.mark.parametrize(
    "text", ["(check-sat", "(assert)", "(set-logic ALL)", "(check-sat)(check-sat)", "(get-model)", "nonsense"]
)
def test_the_second_solver_knows_nothing_of_what_is_no_question(text: str) -> None:
    assert second.answer(text).startswith("unknown")


def test_a_variable_that_hides_something_else_is_written_under_another_name() -> None:
    s = z3.DeclareSort("S")
    k, other, f = z3.Const("k", s), z3.Const("other", s), z3.Function("f", s, s, z3.BoolSort())
    hiding = z3.substitute(z3.Exists([k], f(other, k)), (other, k))
    assert hiding.sexpr().split() == "(exists ((k S)) (f k k))".split()  # as Z3 writes it, one k for two
    for formula in (hiding, z3.ForAll([k], hiding)):
        read = z3.parse_smt2_string(solver.text([formula]))[0]
        assert solver.ask([read != formula])[0] == "unsat", read


def test_the_second_solver_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second, "STEPS", "20000")
    hard = "(set-logic QF_NIA)(declare-const x Int)(declare-const y Int)(declare-const z Int)"
    hard += "(assert (and (> x 2) (> y 2) (> z 2) (= (+ (* x x x) (* y y y)) (* z z z))))(check-sat)"
    assert second.answer(hard).startswith("unknown")


def test_only_what_is_unsatisfiable_has_a_proof() -> None:
    by_name = {question.about: question.smt2() for question in questions(SOUND)}
    assert ":rule" in second.proof(by_name["claim"])
    with pytest.raises(ValueError, match="only an unsatisfiable question"):
        second.proof(by_name["vacuity"])


def test_a_chain_that_executes_another_call_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = encoding.Chain(encoding.BYPASS, ())
    _, model = solver.ask([z3.BoolVal(True)])
    assert kit.mismatches((chain,), model)[1] == []
    real = encoding.pipeline.run
    monkeypatch.setattr(
        encoding.pipeline, "run", lambda s, rule, request, body: real(s, rule, request, lambda n, a: body(n + "!", a))
    )
    assert "another call was executed" in kit.mismatches((chain,), model)[1][0]


def test_a_stage_that_answers_something_else_to_the_same_end_is_found() -> None:
    stage = encoding.Stage(
        "odd", lambda call: encoding.UNDEFINED, lambda world: encoding.Seer("odd", lambda name, given: "reject")
    )
    _, model = solver.ask([z3.BoolVal(True)])
    count, wrong = kit.mismatches((encoding.Chain(encoding.CLOSED, (stage,)), encoding.Asked(stage)), model)
    said = "the model says undefined, the code did reject"
    assert (count, wrong) == (4, [f"odd answers: {said}", f"by itself odd answers: {said}"])


@pytest.mark.parametrize("whose", ["rung", "kernel"])
def test_a_registry_or_a_kernel_that_says_something_else_is_found(whose: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answer, model = solver.ask([encoding.resolves(encoding.Call())])
    assert answer == "sat"
    assert kit.mismatches((encoding.Verdicts(),), model) == (2, [])
    if whose == "kernel":
        monkeypatch.setattr(encoding, "kernel", lambda *given: ("H2", []))
    else:
        real = encoding.Registry.load([])
        monkeypatch.setattr(encoding.Verdicts, "_real", lambda self, world: real.resolve("absent", {}))
    assert [said.split(" code ")[0] for said in kit.mismatches((encoding.Verdicts(),), model)[1]] == [f"the {whose}'s"]
