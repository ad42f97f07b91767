"""The trusted part: what is asked of a proposition, and when its answer counts. All else here is checked by this.

Of each proposition it is asked whether

- its hypotheses and its case can hold at all (else it is *vacuous*), and in each of the situations that it says it
  covers (a claim on both policies of which only one is possible would be proved, and say less than its sentence);
- its hypotheses and its case, with its claim negated, cannot (*proved*) or can (*refuted*);
- without one hypothesis the claim fails (that hypothesis is *load-bearing*) or still holds (it is *idle*), for each.

Every model that Z3 gives is rebuilt as real objects and run through the real pipeline and kernel: what the model says
must be what the code does, or the result is *replay-mismatch*. *unknown* never counts. What is expected stands in the
proposition's file, written by hand; a difference, also in a single hypothesis, fails.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, Final, Protocol

from proofs.solver import SAT, UNKNOWN, UNSAT, Model, Term, ask, text, z3
from rung.clauses import load

PROVED: Final = "proved"
REFUTED: Final = "refuted"
VACUOUS: Final = "vacuous"
MISMATCH: Final = "replay-mismatch"
DIFFER: Final = "solvers-differ"
KINDS: Final = ("proved", "definitional", "counterexample")
COVERS: Final = "covers-"


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One assumption: its name, the clauses it stands for, its formula, and whether the claim should need it."""

    name: str
    clause: str
    formula: Term
    load_bearing: bool = True


@dataclass(frozen=True, slots=True)
class Observed:
    """One thing that the model says and that the code did: in words, as a term, and as it happened."""

    words: str
    said: Term
    did: object


class Observation(Protocol):
    """What of a model can be built and run: a chain of stages with a call, a verdict, a resolution."""

    def observe(self, model: Model) -> Iterator[Observed]:
        """Build the real objects that the model describes, run them, and yield what happened."""

    def describe(self, model: Model) -> list[str]:
        """Return the model in words, one line each."""


@dataclass(frozen=True, slots=True)
class Proposition:
    """A statement, with everything that decides it. ``case`` is what it is about, ``hypotheses`` what it assumes.

    ``kind`` is "definitional" for what is true by how the words are defined: proved all the same, but no discovery;
    "counterexample" for a claim that is expected to be refuted. ``covers`` are situations that its sentence speaks of:
    each must be possible.
    """

    id: str
    sentence: str
    source: str
    kind: str
    hypotheses: tuple[Hypothesis, ...]
    case: tuple[Hypothesis, ...]
    claim: Term
    expected: str
    observed: tuple[Observation, ...]
    covers: tuple[Hypothesis, ...] = ()

    @property
    def premises(self) -> tuple[Hypothesis, ...]:
        """The hypotheses and the case: both are dropped one by one."""
        return (*self.hypotheses, *self.case)

    def without(self, *names: str) -> list[Term]:
        """Return the premises but those named, and the negated claim: a model of it is a counterexample."""
        return [*(premise.formula for premise in self.premises if premise.name not in names), z3.Not(self.claim)]


@dataclass(frozen=True, slots=True)
class Question:
    """One query: ``about`` is "vacuity", "covers-" and a situation, "claim", or the name of the hypothesis dropped."""

    id: str
    about: str
    sentence: str
    formulas: list[Term]
    expected: str

    @property
    def file(self) -> str:
        """Its certificate's place."""
        as_it_is = self.about in ("vacuity", "claim") or self.about.startswith(COVERS)
        return f"{self.id}/{self.about if as_it_is else 'without-' + self.about}.smt2"

    def smt2(self) -> str:
        """Return the query as a commented SMT-LIB 2 file."""
        head = f"; {self.id}, {self.about}: {self.sentence}\n; Expected: {self.expected}.\n"
        return f"{head}(set-logic ALL)\n(set-info :status {self.expected})\n{text(self.formulas)}"


def questions(proposition: Proposition) -> list[Question]:
    """Return all that is asked of a proposition."""
    its, sentence = proposition.id, proposition.sentence
    every = [premise.formula for premise in proposition.premises]
    proved = proposition.expected == PROVED
    found = [
        Question(its, "vacuity", f"Can all that is assumed hold together? ({sentence})", every, SAT),
        Question(
            its, "claim", f"Is there a counterexample? ({sentence})", proposition.without(), UNSAT if proved else SAT
        ),
    ]
    for covered in proposition.covers:
        said = f"Can all that is assumed hold in the situation {covered.name}? ({sentence})"
        found.append(Question(its, COVERS + covered.name, said, [*every, covered.formula], SAT))
    # A refuted claim has a counterexample under all of its hypotheses: nothing to learn by dropping one.
    for premise in proposition.premises if proved else ():
        said = f"Is there a counterexample without the hypothesis {premise.name}? ({sentence})"
        dropped = proposition.without(premise.name)
        found.append(Question(its, premise.name, said, dropped, SAT if premise.load_bearing else UNSAT))
    return found


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a proposition. It is as expected exactly if there are no problems."""

    proposition: Proposition
    got: str
    load_bearing: tuple[str, ...]
    idle: tuple[str, ...]
    problems: tuple[str, ...]
    certificates: dict[str, str]
    replays: int
    solvers: tuple[str, ...]
    seconds: float


#: A second solver: it is given the text of a question and answers like the first.
Second = Callable[[str], str]


def elements(model: Model, sort: Term) -> list[Term]:
    """Return the elements that a sort has in a model: at least one."""
    return list(model.get_universe(sort) or []) or [model.eval(z3.Const("any", sort), model_completion=True)]


def spelled_out(model: Model, term: Term) -> Term:
    """Return a term with each quantifier replaced by what it says of every element of the model."""
    if not z3.is_quantifier(term):
        return term.decl()(*(spelled_out(model, part) for part in term.children())) if term.num_args() else term
    every = [elements(model, term.var_sort(i)) for i in range(term.num_vars())]
    # Z3 counts bound variables from the innermost.
    said = [spelled_out(model, z3.substitute_vars(term.body(), *chosen[::-1])) for chosen in product(*every)]
    return z3.And(said) if term.is_forall() else z3.Or(said)


def value(model: Model, term: Term) -> object:
    """Return what a model says of a term: True, False, a text, or the name of an enumerated value."""
    found = model.eval(term, model_completion=True)
    if z3.is_quantifier(found) or found.num_args():
        # What Z3 leaves standing is a quantifier; its model is finite, so it can be spelled out.
        found = model.eval(spelled_out(model, found), model_completion=True)
    if z3.is_true(found) or z3.is_false(found):
        return bool(z3.is_true(found))
    return found.as_string() if z3.is_string_value(found) else str(found.decl().name())


def mismatches(observed: Iterable[Observation], model: Model) -> tuple[int, list[str]]:
    """Run what a model describes; return how many things were compared, and every difference."""
    try:
        found = [thing for observation in observed for thing in observation.observe(model)]
    except Exception as error:
        return 1, [f"what the model describes cannot be built or run: {error!r}"]
    said = [(thing, value(model, thing.said)) for thing in found]
    # With their types: to Python, 1 is True.
    wrong = [(thing, s) for thing, s in said if (type(s), s) != (type(thing.did), thing.did)]
    return len(found), [f"{thing.words}: the model says {s}, the code did {thing.did}" for thing, s in wrong]


def malformed(proposition: Proposition) -> list[str]:
    """Return what is wrong with how a proposition is written."""
    stated = (*proposition.premises, *proposition.covers)
    names = [premise.name for premise in stated]
    ids = [id for premise in stated for id in premise.clause.split()]
    wrong = [f"{id} is no clause" for id in ids if id not in load()]
    taken = [name for name in names if name in ("vacuity", "claim") or name.startswith(COVERS)]
    wrong += [f"no hypothesis can be named {name}" for name in taken]
    wrong += [f"two hypotheses are named {name}" for name in sorted(set(names)) if names.count(name) > 1]
    wrong += [f"the hypothesis {premise.name} names no clause" for premise in stated if not premise.clause]
    wrong += ["nothing of it can be replayed"] if not proposition.observed else []
    rests = any(premise.load_bearing for premise in proposition.premises)
    wrong += ["what rests on nothing is no finding"] if proposition.kind == "proved" and not rests else []
    wrong += [f"its kind is {proposition.kind}"] if proposition.kind not in KINDS else []
    wrong += [f"{proposition.expected} cannot be expected"] if proposition.expected not in (PROVED, REFUTED) else []
    wrong += (
        ["a counterexample is refuted, and only that"]
        if ((proposition.kind == "counterexample") != (proposition.expected == REFUTED))
        else []
    )
    return wrong


def decide(proposition: Proposition, second: Second | None = None, *, z3_too: bool = True) -> Result:
    """Ask all that is to be asked of a proposition, of one solver or of two. Only Z3's models are replayed."""
    began = time.perf_counter()
    problems = malformed(proposition)
    answers, certificates = dict[str, str](), dict[str, str]()
    compared, statuses = 0, set[str]()
    for question in questions(proposition):
        certificates[question.file] = question.smt2()
        answer, model = ask(question.formulas) if z3_too else (UNKNOWN, None)
        other = answer if second is None else second(certificates[question.file])
        answer = answer if z3_too else other
        if answer not in (SAT, UNSAT) or other not in (SAT, UNSAT):
            statuses.add(UNKNOWN)
            problems.append(f"{question.about}: {answer}" + (f" by z3, {other} by cvc5" if second else ""))
        elif answer != other:
            statuses.add(DIFFER)
            problems.append(f"{question.about}: {answer} by z3, {other} by cvc5")
        if model is not None:
            count, wrong = mismatches(proposition.observed, model)
            compared += count
            statuses |= {MISMATCH} if wrong or not count else set()
            problems += [f"{question.about}: {said}" for said in wrong or ([] if count else ["nothing was replayed"])]
        if answer != question.expected:
            problems.append(f"{question.about}: expected {question.expected}, got {answer}")
        answers[question.about] = answer
    claim = {SAT: REFUTED, UNSAT: PROVED}.get(answers["claim"], UNKNOWN)
    claim = VACUOUS if answers["vacuity"] == UNSAT else claim
    got = next((status for status in (UNKNOWN, DIFFER, MISMATCH) if status in statuses), claim)
    dropped: list[Any] = [(premise.name, answers.get(premise.name)) for premise in proposition.premises]
    return Result(
        proposition,
        got,
        tuple(name for name, answer in dropped if answer == SAT),
        tuple(name for name, answer in dropped if answer == UNSAT),
        tuple(problems),
        certificates,
        compared,
        ("z3",) * z3_too + ("cvc5",) * (second is not None),
        time.perf_counter() - began,
    )
