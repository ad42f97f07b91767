"""What becomes of an edited source: refused, refuted, or, what must not be, proved."""

from __future__ import annotations

from proofs.lift.solvers import by_z3
from proofs.lift.terms import Refused
from proofs.lift.theorems import texts, theory
from proofs.solver import SAT, UNSAT


def edited(module: str, old: str, new: str, nth: int = 0) -> dict[str, str]:
    """Return the text of one module with one place changed."""
    pieces = texts()[module].split(old)
    assert len(pieces) > nth + 1, f"this edit has no place: {old!r}"
    return {module: old.join(pieces[: nth + 1]) + new + old.join(pieces[nth + 1 :])}


def judged(changed: dict[str, str]) -> tuple[str, str]:
    """Return refused, refuted, unknown or proved, and where. Only a refusal is caught: a crash is a failure."""
    try:
        its = theory(changed)
    except Refused as refused:
        return "refused", str(refused)
    unknown = ""
    for question in its.questions:
        if question.expected != UNSAT:
            continue
        answer = by_z3(question.formulas)[0]
        if answer == SAT:
            return "refuted", f"{question.part}, {question.place}: {question.words}"
        if answer != UNSAT:
            unknown = unknown or f"{question.part}, {question.place}"
    return ("unknown", unknown) if unknown else ("proved", "")
