"""The verdict on a call depends on its own tool's entry in the registry alone.

Source: arXiv 2609.19425, Prop. 3 (locality); definitional.
Encodes: two registries of any size, and one call.
Assumes: both have the same entry, or none, for the call's name (RR-H1.1).
Proves: they give the same verdict.
Not here: the digest that a verdict carries, which names the whole registry.
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    Call,
    Verdicts,
    World_,
    code,
    every_code,
    name,
    registry,
    signature_of,
)
from proofs.kit import PROVED, Hypothesis, Proposition
from proofs.solver import z3

second = z3.Const("second", World_)

PROPOSITION: Final = Proposition(
    id="P3.3",
    sentence="The verdict on a call depends on its own tool's entry in the registry alone.",
    source="arXiv 2609.19425, Prop. 3",
    kind="definitional",
    hypotheses=(Hypothesis("same-entry", "RR-H1.1", signature_of(registry, name) == signature_of(second, name)),),
    case=(),
    claim=code(Call()) == code(Call(), second),
    expected=PROVED,
    observed=(Verdicts(), Verdicts(listed=second)),
    covers=every_code(Call()),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
