"""A strict gate alone executes a fabricated call, under both fail-open policies.

Source: arXiv 2609.19425, Prop. 1.
Encodes: one gate, any function of the looked-up contract and the arguments; registry, contract table and call of any
size.
Assumes: a fail-open executor (RR-P.2, RR-P.3); a strict gate (RR-P.7); contracts of registered tools only (RR-P.8).
Proves: the call executes, whatever the gate says of the tools it knows.
Not here: that gates in use are strict; that is a fact about each gate, and P1.11 is about those that are not.
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
    fabricated,
    judgement,
    policy,
    reader,
    strict,
)
from proofs.kit import PROVED, Hypothesis, Proposition

gate = judgement("gate")
chain = Chain(policy, (reader("gate", gate),))

PROPOSITION: Final = Proposition(
    id="P1.2",
    sentence="A strict gate alone executes a fabricated call, under both fail-open policies.",
    source="arXiv 2609.19425, Prop. 1",
    kind="proved",
    hypotheses=(
        Hypothesis("fail-open", "RR-P.2 RR-P.3", FAIL_OPEN),
        Hypothesis("strict-gate", "RR-P.7", strict(gate, Call())),
        Hypothesis("contracts-of-registered-tools-only", "RR-P.8", contracts_are_of_registered_tools(Call())),
    ),
    case=(Hypothesis("fabricated", "RR-H1.1", fabricated(Call())),),
    claim=chain.executed,
    expected=PROVED,
    observed=(chain, Verdicts()),
    covers=BOTH_FAIL_OPEN,
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
