"""The mirror in a proof assistant's kernel: run where it can be, honest where it cannot."""

from __future__ import annotations

import re
import shutil
from typing import Final

import pytest

pytest.importorskip("z3", reason="the proofs extra is not installed")
pytest.importorskip("cvc5", reason="the proofs extra is not installed")

from proofs import coq

SOURCE: Final = coq.SOURCE.read_text(encoding="utf-8")
needs_coqc = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed (Debian: coq)")


def test_without_a_compiler_it_is_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert coq.check() == ("not run", ["coqc is not installed (Debian: apt-get install coq)"])


def test_it_names_the_propositions_that_it_mirrors() -> None:
    for id in ("P1.2", "P1.3", "P1.4", "P1.5", "P1.6", "P1.7", "P1.8", "P2.2", "P2.4", "P2.5", "P4.1", "P4.2", "P4.3"):
        assert re.search(rf"\b{re.escape(id)}\b", SOURCE), id


@needs_coqc
def test_every_theorem_is_proved_and_assumes_nothing() -> None:
    result, theorems = coq.check()
    assert result == "proved"
    assert len(theorems) == 10


@needs_coqc
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("p <> Closed -> contracts_of", "contracts_of"),
        ("  | Reject => false\n", "  | Reject => executes p rest n a\n".replace("  | ", "    | ").lstrip()),
        ("None => Reject | Some s", "None => Undefined | Some s"),
        ("Bypass => true | Closed => false", "Bypass => false | Closed => true"),
        ("honest here -> ~ honest there ->\n", "honest here ->\n"),
    ],
)
def test_a_false_theorem_fails(old: str, new: str) -> None:
    assert old in SOURCE
    assert coq.check(SOURCE.replace(old, new))[0] == "failed"


@needs_coqc
@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda s: re.sub(r"Proof\..*?Qed\.", "Proof. Admitted.", s, count=1, flags=re.DOTALL), "it says Admitted"),
        (lambda s: s + "Axiom false : False.\n", "it says Axiom"),
        (lambda s: s + "Theorem more : True. Proof. exact I. Qed.\n", "a theorem is not asked what it assumes"),
        (lambda s: "\n".join(s.splitlines()[:-1]) + "\n", "a theorem is not asked what it assumes"),
        (lambda s: "", "a theorem is not asked what it assumes"),
        (lambda s: s.replace("End Intent.", "Print Assumptions a_checker_answers_alike.\nEnd Intent."), "assume"),
    ],
)
def test_a_shortcut_fails(change: object, problem: str) -> None:
    result, problems = coq.check(change(SOURCE))  # type: ignore[operator]
    assert result == "failed"
    assert any(problem in said for said in problems)
