"""The rung rejects no honest call.

Source: arXiv 2609.19425, Prop. 3; definitional.
Encodes: a call whose name is registered and intended, whose keys are declared and complete, and whose values fit.
Assumes: nothing but the case.
Proves: a chain of the rung alone executes it, under every policy.
Not here: honest calls that a registry describes wrongly (A1.1).
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    EVERY_POLICY,
    Call,
    Chain,
    Name,
    Verdicts,
    arguments,
    keys_declared,
    name,
    policy,
    registered,
    rung,
    signature,
    values_fit,
)
from proofs.kit import PROVED, Hypothesis, Proposition
from proofs.solver import z3

its = signature(Call())
intended = z3.Const("intended", Name)
chain = Chain(policy, (rung(),))

PROPOSITION: Final = Proposition(
    id="P3.2",
    sentence="The rung rejects no honest call.",
    source="arXiv 2609.19425, Prop. 3",
    kind="definitional",
    hypotheses=(),
    case=(
        Hypothesis("registered", "RR-H1.1", registered(Call())),
        Hypothesis("keys-declared-and-complete", "RR-H2.1 RR-H2.2", keys_declared(its, arguments)),
        Hypothesis("values-fit", "RR-H3.1", values_fit(its, arguments)),
        Hypothesis("the-tool-is-the-intended-one", "RR-P.13", intended == name, load_bearing=False),
    ),
    claim=chain.executed,
    expected=PROVED,
    observed=(chain, Verdicts()),
    covers=EVERY_POLICY,
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
