"""Under fail-open, a gate that stops a fabricated call decides on absence itself.

Source: arXiv 2609.19425, Prop. 1, read the other way round: the contentful half.
Encodes: one gate, any function of the looked-up contract and the arguments, strict or not.
Assumes: fail-open (RR-P.2, RR-P.3); contracts of registered tools only (RR-P.8); the gate stops the call (RR-P.1).
Proves: for the arguments of this call it rejects where there is no contract (RR-P.10). One that stops every fabricated
call so enforces membership in the table of contracts.
Not here: gates that look at more than contract and arguments.
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    BOTH_FAIL_OPEN,
    FAIL_OPEN,
    Call,
    Chain,
    Verdicts,
    contracts_are_of_registered_tools,
    enforces_membership,
    fabricated,
    judgement,
    policy,
    reader,
)
from proofs.kit import PROVED, Hypothesis, Proposition
from proofs.solver import z3

gate = judgement("gate")
chain = Chain(policy, (reader("gate", gate),))

PROPOSITION: Final = Proposition(
    id="P1.7",
    sentence="Under fail-open, a gate that stops a fabricated call decides on absence itself.",
    source="arXiv 2609.19425, Prop. 1",
    kind="proved",
    hypotheses=(
        Hypothesis("fail-open", "RR-P.2 RR-P.3", FAIL_OPEN),
        Hypothesis("contracts-of-registered-tools-only", "RR-P.8", contracts_are_of_registered_tools(Call())),
        Hypothesis("gate-stops-the-call", "RR-P.1", z3.Not(chain.executed)),
    ),
    case=(Hypothesis("fabricated", "RR-H1.1", fabricated(Call())),),
    claim=enforces_membership(gate, Call()),
    expected=PROVED,
    observed=(chain, Verdicts()),
    covers=BOTH_FAIL_OPEN,
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
