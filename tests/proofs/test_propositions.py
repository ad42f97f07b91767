"""Every proposition file: what it is called, what stands in it, and that it runs alone."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

pytest.importorskip("z3", reason="the proofs extra is not installed")
pytest.importorskip("cvc5", reason="the proofs extra is not installed")

from proofs import propositions, second
from proofs.encoding import Chain
from proofs.kit import Proposition, decide, questions
from proofs.report import without
from proofs.solver import ask, z3

ROOT: Final = Path(__file__).parents[2]
EVERY: Final = propositions.every()
PARTS: Final = ("Source: ", "Encodes: ", "Assumes: ", "Proves: ", "Not here: ")

#: Written by hand, beside what each file expects: id, kind, what it rests on, what is idle.
EXPECTED: Final = {
    "P1.1": ("definitional", "strict-gate contracts-of-registered-tools-only fabricated", ""),
    "P1.2": ("proved", "fail-open strict-gate contracts-of-registered-tools-only fabricated", ""),
    "P1.3": ("proved", "bypass strict-gate contracts-of-registered-tools-only fabricated", ""),
    "P1.4": ("proved", "skip", ""),
    "P1.5": ("proved", "fail-closed strict-gate contracts-of-registered-tools-only fabricated", ""),
    "P1.6": ("proved", "fabricated", ""),
    "P1.7": ("proved", "fail-open contracts-of-registered-tools-only gate-stops-the-call fabricated", ""),
    "P1.8": ("definitional", "reads-the-contract-only contracts-of-registered-tools-only both-fabricated", ""),
    "P1.9": ("definitional", "schema-enforced", ""),
    "P1.10": ("proved", "fail-open contracts-of-registered-tools-only fabricated", ""),
    "P1.11": ("proved", "enforces-membership contracts-of-registered-tools-only fabricated", ""),
    "P2.1": ("definitional", "strict-verifier contracts-of-registered-tools-only fabricated", ""),
    "P2.2": ("proved", "fail-open strict-gate strict-verifier contracts-of-registered-tools-only fabricated", ""),
    "P2.3": ("definitional", "", ""),
    "P2.4": (
        "proved",
        "fail-open strict-first-stage contracts-of-registered-tools-only the-rest-executes fabricated",
        "",
    ),
    "P2.5": ("proved", "fail-open the-chain-stops-the-call", ""),
    "P2.6": (
        "proved",
        "bypass strict-gate contracts-of-registered-tools-only fabricated",
        "verifier-enforces-membership",
    ),
    "P2.7": ("proved", "skip verifier-enforces-membership contracts-of-registered-tools-only fabricated", ""),
    "P2.8": (
        "proved",
        "fail-open strict-gate verifier-enforces-membership contracts-of-registered-tools-only fabricated",
        "",
    ),
    "L1.1": ("definitional", "gate-is-argument-blind verifier-is-argument-blind", "H2-or-H3 the-twin-resolves"),
    "L1.2": (
        "proved",
        "gate-admits-the-twin verifier-admits-the-twin gate-is-argument-blind verifier-is-argument-blind H2-or-H3",
        "the-twin-resolves",
    ),
    "L1.3": ("proved", "the-tool-has-a-contract strict-gate strict-verifier H2-or-H3", ""),
    "P3.1": ("definitional", "", ""),
    "P3.2": ("definitional", "registered keys-declared-and-complete values-fit", "the-tool-is-the-intended-one"),
    "P3.3": ("definitional", "same-entry", ""),
    "P3.4": ("definitional", "extends allowed-by-the-smaller", ""),
    "P3.5": ("definitional", "", ""),
    "P3.6": ("counterexample", "", ""),
    "P4.1": ("definitional", "same-call same-registry", "arguments-are-what-they-hold intents-differ"),
    "P4.2": (
        "proved",
        "same-call same-registry honest-in-one-world another-tool-intended-in-the-other",
        "arguments-are-what-they-hold the-intended-signature-accepts-too",
    ),
    "P4.3": (
        "proved",
        "same-call same-registry no-over-rejection honest-in-one-world",
        "arguments-are-what-they-hold another-tool-intended-in-the-other the-intended-signature-accepts-too",
    ),
    "P4.4": ("counterexample", "", ""),
    "P4.5": ("definitional", "registered", "another-tool-intended made-for-the-intended-tool"),
    "P4.6": ("definitional", "the-tool-is-registered the-intended-tool-is-registered two-tools", ""),
    "P4.7": ("definitional", "disjoint", "two-tools"),
    "A1.1": ("definitional", "honest-registry the-tool-does-not-exist", ""),
    "M1.1": ("proved", "the-first-lists-it the-second-lists-it two-servers", ""),
    "M1.2": ("proved", "picks-a-provider shared-by-none the-meant-server-lists-it", ""),
    "M1.3": ("definitional", "the-first-lists-it the-second-lists-it", "two-servers"),
    "M2.1": ("counterexample", "", ""),
    "M2.2": ("definitional", "", ""),
    "M2.3": ("proved", "first-separator-is-the-joint joined-alike", ""),
}

OPEN: Final = "under-skip under-bypass"
POLICIES: Final = f"{OPEN} under-closed"
CODES: Final = "allowed is-H1 is-H2 is-H3"

#: Written by hand: the situations that a sentence speaks of, each of which must be possible. No id: none.
COVERS: Final = {
    **dict.fromkeys(("P1.2", "P1.7", "P1.10", "P2.2", "P2.4", "P2.5", "P2.8"), OPEN),
    **dict.fromkeys(("P1.6", "P1.11", "P2.3", "P3.2", "A1.1"), POLICIES),
    "P1.4": "executed stopped fabricated executed-with-arguments",
    "P1.9": "allowed is-H2 is-H3",
    "L1.1": f"{POLICIES} is-H2 is-H3 the-twin-executes the-twin-is-stopped",
    "L1.2": f"{POLICIES} is-H2 is-H3",
    "L1.3": f"{POLICIES} is-H2 is-H3",
    **dict.fromkeys(("P3.1", "P3.3", "P3.5"), CODES),
    "P3.6": f"{CODES} an-undeclared-value-would-not-fit",
    "P4.1": "honest-here H5-there meant-here-and-not-allowed",
    "P4.2": "the-other-is-H5",
    "P4.3": "the-other-is-H5",
    "P4.5": "inside outside",
    "P4.6": "in-the-residue outside-it",
    "P4.7": "the-called-tool-accepts the-intended-tool-accepts",
    "M2.2": "a-name-splits-two-ways two-names one-pair one-tool-of-two-servers two-tools-of-one-server",
}


def test_what_each_sentence_covers_is_what_was_written_by_hand() -> None:
    found = {its.id: " ".join(situation.name for situation in its.covers) for its in EVERY.values() if its.covers}
    assert found == COVERS


def test_every_file_is_run() -> None:
    assert propositions.not_run() == []
    assert [proposition.id for proposition in EVERY.values()] == list(EXPECTED)


@pytest.mark.clause("RR-H1.1", "RR-P.1", "RR-P.2", "RR-P.3", "RR-P.4", "RR-P.5", "RR-P.7", "RR-P.8", "RR-A.1")
@pytest.mark.parametrize(("file", "proposition"), EVERY.items(), ids=list(EVERY))
def test_both_solvers_say_what_was_written_by_hand(file: str, proposition: Proposition) -> None:
    result = decide(proposition, second.answer)
    kind, load_bearing, idle = EXPECTED[proposition.id]
    assert result.problems == ()
    assert result.got == ("refuted" if kind == "counterexample" else "proved")
    assert (proposition.kind, " ".join(result.load_bearing), " ".join(result.idle)) == (kind, load_bearing, idle)
    assert result.replays > 0


@pytest.mark.parametrize(("file", "proposition"), EVERY.items(), ids=list(EVERY))
def test_a_file_reads_from_top_to_bottom(file: str, proposition: Proposition) -> None:
    source = (ROOT / "proofs" / "propositions" / f"{file}.py").read_text(encoding="utf-8")
    doc = ast.get_docstring(ast.parse(source)) or ""
    first, blank, *rest = doc.splitlines()
    assert first == (
        f"Refuted: {_lower(proposition.sentence)}" if proposition.expected == "refuted" else proposition.sentence
    )
    assert blank == ""
    assert tuple(line[: line.index(": ") + 2] for line in rest if line.startswith(PARTS)) == PARTS
    assert source.index("PROPOSITION: Final") < source.index("hypotheses=") < source.index("claim=")
    assert source.index("claim=") < source.index("expected=") < source.index("observed=")
    assert source.endswith('\n\nif __name__ == "__main__":\n    run_alone(PROPOSITION)\n')


def _lower(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


@pytest.mark.parametrize(("file", "proposition"), EVERY.items(), ids=list(EVERY))
def test_a_file_names_the_clauses_of_its_hypotheses(file: str, proposition: Proposition) -> None:
    source = (ROOT / "proofs" / "propositions" / f"{file}.py").read_text(encoding="utf-8")
    doc = ast.get_docstring(ast.parse(source)) or ""
    for hypothesis in proposition.hypotheses:
        assert any(id in doc for id in hypothesis.clause.split()), hypothesis.name


@pytest.mark.parametrize("file", EVERY)
def test_a_file_runs_alone(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        run_as_main(f"proofs.propositions.{file}")
    out = capsys.readouterr().out
    assert left.value.code == 0, out
    assert EVERY[file].id in out
    assert "Proves: " in out


def run_as_main(module: str) -> None:
    """Run a module as ``python -m`` does, in this process."""
    path = Path(importlib.import_module(module).__file__ or "")
    main = ModuleType("__main__")
    before, sys.modules["__main__"] = sys.modules["__main__"], main
    try:
        exec(compile(path.read_text(encoding="utf-8"), path, "exec"), main.__dict__)
    finally:
        sys.modules["__main__"] = before


def test_a_file_runs_alone_in_a_process_of_its_own() -> None:
    file = next(iter(EVERY))
    command = [sys.executable, "-m", f"proofs.propositions.{file}"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert EVERY[file].id in ran.stdout


@pytest.mark.parametrize(("file", "proposition"), EVERY.items(), ids=list(EVERY))
def test_counterexamples_differ_in_words_and_so_show_what_was_dropped(file: str, proposition: Proposition) -> None:
    if proposition.expected == "proved":
        told = [tuple(without(proposition, its.name)[0][1:]) for its in proposition.premises if its.load_bearing]
        assert len(set(told)) == len(told)


def test_the_second_solver_reads_what_the_first_was_asked() -> None:
    for question in (question for its in EVERY.values() for question in questions(its)):
        asked, context = z3.Solver(), z3.Context()
        asked.add(*question.formulas)
        ours = z3.parse_smt2_string(question.smt2(), ctx=context)
        z3s = z3.parse_smt2_string(asked.to_smt2(), ctx=context)
        assert len(ours) == len(z3s), question.file
        assert all(z3.simplify(a).eq(z3.simplify(b)) for a, b in zip(ours, z3s, strict=True)), question.file


def test_certificates_do_not_depend_on_what_was_asked_before() -> None:
    forth = {q.file: q.smt2() for its in EVERY.values() for q in questions(its)}
    back = {q.file: q.smt2() for its in reversed(EVERY.values()) for q in reversed(questions(its))}
    assert forth == back
    stored = {file: (ROOT / "proofs" / "certificates" / file).read_text(encoding="utf-8") for file in forth}
    assert stored == forth


def test_no_symbol_starts_with_a_dot_which_cvc5_refuses() -> None:
    for path in (ROOT / "proofs" / "certificates").rglob("*.smt2"):
        assert not re.search(r"declare-\w+ \|?\.", path.read_text(encoding="utf-8")), path


@pytest.mark.parametrize("id", ["P1.2", "P1.3", "P2.2", "P2.6"])
def test_the_calls_of_props_1_and_2_are_executed_by_the_running_code(id: str) -> None:
    proposition = next(its for its in EVERY.values() if its.id == id)
    chains = [observation for observation in proposition.observed if isinstance(observation, Chain)]
    _, model = ask([premise.formula for premise in proposition.premises])
    assert all("the call is EXECUTED" in chain.describe(model)[-1] for chain in chains)
