"""One proposition file run alone: ``python -m proofs.propositions.p1_gate_alone_executes_fabricated``."""

from __future__ import annotations

import sys

from proofs.kit import Proposition, decide
from proofs.report import console, details, table
from proofs.second import answer


def run_alone(proposition: Proposition) -> None:
    """Decide one proposition with both solvers, print it hypothesis by hypothesis, exit 0 exactly if as expected."""
    result = decide(proposition, answer)
    lines, fine = details(proposition, sys.modules["__main__"].__doc__)
    out = console()
    out.print(table([result]))
    out.print("\n".join(lines), markup=False)
    sys.exit(0 if fine and not result.problems else 1)
