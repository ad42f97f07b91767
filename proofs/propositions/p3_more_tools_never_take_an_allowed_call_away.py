"""A registry that lists more tools allows what a smaller one allows.

Source: arXiv 2609.19425, Prop. 3 (monotony); definitional.
Encodes: two registries of any size, and one call.
Assumes: what the first lists, the second lists with the same signature (RR-H1.1).
Proves: a call that the first allows, the second allows.
Not here: a changed signature, which may take calls away.
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    Call,
    Verdicts,
    World_,
    name,
    registered,
    registry,
    resolves,
    signature_of,
)
from proofs.kit import PROVED, Hypothesis, Proposition
from proofs.solver import z3

second = z3.Const("second", World_)
extends = z3.Implies(registered(Call()), signature_of(second, name) == signature_of(registry, name))

PROPOSITION: Final = Proposition(
    id="P3.4",
    sentence="A registry that lists more tools allows what a smaller one allows.",
    source="arXiv 2609.19425, Prop. 3",
    kind="definitional",
    hypotheses=(Hypothesis("extends", "RR-H1.1", extends),),
    case=(Hypothesis("allowed-by-the-smaller", "RR-A.2", resolves(Call())),),
    claim=resolves(Call(), second),
    expected=PROVED,
    observed=(Verdicts(), Verdicts(listed=second)),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
