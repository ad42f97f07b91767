"""``python -m proofs.lift``: the table, the digests, and when it fails."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys

import pytest

pytest.importorskip("z3", reason="the proofs extra is not installed")
pytest.importorskip("cvc5", reason="the proofs extra is not installed")

from proofs.lift import solvers
from proofs.lift.theorems import CLAUSES, FILES, ROOT, theory
from proofs.lift.witness import replay
from proofs.solver import SAT, UNSAT


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "proofs.lift", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env={**os.environ})


def test_both_solvers_prove_everything() -> None:
    done = run("--solver", "both")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^\d{3} questions, 0 not as expected; ", done.stdout, re.MULTILINE)
    for file in FILES.values():
        assert f"{hashlib.sha256((ROOT / file).read_bytes()).hexdigest()}  {file}" in done.stdout
    for clause in CLAUSES:
        assert clause in done.stdout


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_witness_of_each_clause_is_found_by_the_running_code(clause: str) -> None:
    assert replay(theory(), clause) == ""


def test_every_kind_of_question_is_asked() -> None:
    asked = {(question.part, question.expected) for question in theory().questions}
    assert asked == {
        *(("lemma", UNSAT), ("kernel in spec", UNSAT), ("spec in kernel", UNSAT), ("nothing raises", UNSAT)),
        *(("descent", UNSAT), ("decision", UNSAT), ("reachable", SAT), ("premises", SAT)),
    }


def test_what_a_solver_does_not_know_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solvers, "STEPS", "1")
    hard = next(q for q in theory().questions if q.place == "code")
    assert solvers.by_cvc5(hard.formulas).startswith("unknown")
