"""Both solvers, as these questions need them: bounded by their own steps, and `unknown` is an answer."""

from __future__ import annotations

from typing import Any, Final

import cvc5  # type: ignore[import-untyped]

from proofs.solver import SAT, UNKNOWN, UNSAT, Model, Term, ask, text

#: cvc5's steps for one question.
STEPS: Final = "400000"


def by_z3(formulas: tuple[Term, ...]) -> tuple[str, Model | None]:
    return ask(list(formulas))


def smt2(formulas: tuple[Term, ...]) -> str:
    """Return a question as SMT-LIB 2: what cvc5 reads is this text, not Z3's memory."""
    return "(set-logic ALL)\n" + text(list(formulas))


def by_cvc5(formulas: tuple[Term, ...]) -> str:
    """Return cvc5's answer. It enumerates instances to refute; to find models is left to Z3 and the replay."""
    solver: Any = cvc5.Solver(cvc5.TermManager())
    for option, value in (("rlimit", STEPS), ("full-saturate-quant", "true"), ("fresh-binders", "true")):
        solver.setOption(option, value)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, smt2(formulas), "question")
    symbols = parser.getSymbolManager()
    said = []
    try:
        while not (command := parser.nextCommand()).isNull():
            said.append(str(command.invoke(solver, symbols)).strip())
    except RuntimeError as error:
        return f"{UNKNOWN} ({error})"
    answers = [answer for answer in said if answer]
    return answers[0] if answers in ([SAT], [UNSAT]) else f"{UNKNOWN} ({'; '.join(answers)})"
