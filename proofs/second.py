"""The second solver: cvc5 reads the certificates, not Z3's memory, and answers for itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import cvc5  # type: ignore[import-untyped]

from proofs.solver import UNKNOWN

#: cvc5 counts its own steps, too.
STEPS = "2000000"


def answers(smt2: str) -> list[str]:
    """Return cvc5's answer to every ``(check-sat)`` of an SMT-LIB 2 text."""
    return [said for said in _run(smt2, _solver(smt2)) if said]


def answer(smt2: str) -> str:
    """Return cvc5's one answer to a question; anything that is not ``sat`` or ``unsat`` is ``unknown``."""
    try:
        said = answers(smt2)
    except RuntimeError as error:
        return f"{UNKNOWN} ({error})"
    return said[0] if said in (["sat"], ["unsat"]) else f"{UNKNOWN} ({'; '.join(said)})"


def proof(smt2: str) -> str:
    """Return cvc5's proof of an unsatisfiable question, in its Cooperating Proof Calculus (CPC)."""
    solver = _solver(smt2)
    solver.setOption("produce-proofs", "true")
    solver.setOption("proof-granularity", "dsl-rewrite")
    if [said for said in _run(smt2, solver) if said] != ["unsat"]:
        raise ValueError("only an unsatisfiable question has a proof")
    text = solver.proofToString(solver.getProof()[0], cvc5.ProofFormat.CPC)
    return text.decode() if isinstance(text, bytes) else str(text)


def _solver(smt2: str) -> Any:
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("rlimit", STEPS)
    if "(forall " in smt2 or "(exists " in smt2:
        # Our quantifiers range over uninterpreted sorts: where there is a model, there is a finite one.
        solver.setOption("finite-model-find", "true")
    if "(push" in smt2:
        solver.setOption("incremental", "true")
    return solver


def _run(smt2: str, solver: Any) -> Iterator[str]:
    parser = cvc5.InputParser(solver)
    # cvc5 fails where its answer is not the status that the text announces; who expects what is the kit's business.
    asked = re.sub(r"\(set-info :status \w+\)", "", smt2)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, asked, "certificate")
    symbols = parser.getSymbolManager()
    while not (command := parser.nextCommand()).isNull():
        yield str(command.invoke(solver, symbols)).strip()
