"""A rung behind a strict gate does not stop a fabricated call under fail-open-bypass.

Source: arXiv 2609.19425, Prop. 1, the ordering.
Encodes: gate, then rung; the gate is any function of the looked-up contract and the arguments.
Assumes: fail-open-bypass (RR-P.3); a strict gate (RR-P.7); contracts of registered tools only (RR-P.8).
Proves: the call executes. This is the paper's ordering claim, with the policy it needs.
Not here: the other two policies (P1.4, P1.5), under which the order does not matter to a fabricated call.
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    BYPASS,
    Call,
    Chain,
    Verdicts,
    contracts_are_of_registered_tools,
    fabricated,
    judgement,
    policy,
    reader,
    rung,
    strict,
)
from proofs.kit import PROVED, Hypothesis, Proposition

gate = judgement("gate")
chain = Chain(policy, (reader("gate", gate), rung()))

PROPOSITION: Final = Proposition(
    id="P1.3",
    sentence="A rung behind a strict gate does not stop a fabricated call under fail-open-bypass.",
    source="arXiv 2609.19425, Prop. 1",
    kind="proved",
    hypotheses=(
        Hypothesis("bypass", "RR-P.3", policy == BYPASS),
        Hypothesis("strict-gate", "RR-P.7", strict(gate, Call())),
        Hypothesis("contracts-of-registered-tools-only", "RR-P.8", contracts_are_of_registered_tools(Call())),
    ),
    case=(Hypothesis("fabricated", "RR-H1.1", fabricated(Call())),),
    claim=chain.executed,
    expected=PROVED,
    observed=(chain, Verdicts()),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
