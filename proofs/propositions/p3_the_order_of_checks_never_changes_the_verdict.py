"""Values judged before keys, or keys before values: the rung allows the same calls.

Source: arXiv 2609.19425, Prop. 3; definitional.
Encodes: Algorithm 1, and Algorithm 1 with steps 2 and 3 exchanged.
Assumes: nothing.
Proves: one allows a call exactly if the other does.
Not here: the first code, which does change (P3.6).
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    ALLOW,
    H1,
    H2,
    H3,
    Call,
    Verdicts,
    arguments,
    every_code,
    fabricated,
    keys_declared,
    resolves,
    signature,
    values_fit,
)
from proofs.kit import PROVED, Proposition
from proofs.solver import z3

its = signature(Call())
keys_last = z3.If(keys_declared(its, arguments), ALLOW, H2)
values_first = z3.If(fabricated(Call()), H1, z3.If(values_fit(its, arguments), keys_last, H3))

PROPOSITION: Final = Proposition(
    id="P3.5",
    sentence="Values judged before keys, or keys before values: the rung allows the same calls.",
    source="arXiv 2609.19425, Prop. 3",
    kind="definitional",
    hypotheses=(),
    case=(),
    claim=resolves(Call()) == (values_first == ALLOW),
    expected=PROVED,
    observed=(Verdicts(),),
    covers=every_code(Call()),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
