"""Under fail-open-skip, rung before gate and gate before rung execute the same calls.

Source: Semantics 6; arXiv 2609.19425, Prop. 1 does not make this distinction.
Encodes: both orders of a rung and a gate that may answer anything to anything.
Assumes: fail-open-skip (RR-P.2). Nothing of the gate, nothing of the call.
Proves: one order executes the call if and only if the other does. A boundary of the ordering claim.
Not here: what else the order changes (who is asked, and so who may act on the call before it is rejected).
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    SKIP,
    Call,
    Chain,
    Key,
    Verdicts,
    arguments,
    fabricated,
    has,
    judgement,
    policy,
    reader,
    rung,
)
from proofs.kit import PROVED, Hypothesis, Proposition
from proofs.solver import z3

gate = reader("gate", judgement("gate"))
first, last = Chain(policy, (rung(), gate)), Chain(policy, (gate, rung()))

PROPOSITION: Final = Proposition(
    id="P1.4",
    sentence="Under fail-open-skip, rung before gate and gate before rung execute the same calls.",
    source="Semantics 6",
    kind="proved",
    hypotheses=(Hypothesis("skip", "RR-P.2", policy == SKIP),),
    case=(),
    claim=first.executed == last.executed,
    expected=PROVED,
    observed=(first, last, Verdicts()),
    covers=(
        Hypothesis("executed", "RR-P.1", first.executed),
        Hypothesis("stopped", "RR-P.1", z3.Not(first.executed)),
        Hypothesis("fabricated", "RR-H1.1", fabricated(Call())),
        Hypothesis("executed-with-arguments", "RR-P.6", z3.And(first.executed, has(arguments, z3.Const("k", Key)))),
    ),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
