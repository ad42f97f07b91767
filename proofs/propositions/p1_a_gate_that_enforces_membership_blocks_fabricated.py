"""A gate that enforces membership blocks a fabricated call, under every policy and with no rung.

Source: Semantics 6; arXiv 2609.19425, Prop. 1 by contrast.
Encodes: one gate, any function of the looked-up contract and the arguments.
Assumes: it enforces membership (RR-P.10); contracts of registered tools only (RR-P.8).
Proves: the call does not execute: with such a gate in front, no rung is needed to stop it.
Not here: H2 and H3 calls, which such a gate lets through as before (L1.1).
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    EVERY_POLICY,
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
    id="P1.11",
    sentence="A gate that enforces membership blocks a fabricated call, under every policy and with no rung.",
    source="Semantics 6",
    kind="proved",
    hypotheses=(
        Hypothesis("enforces-membership", "RR-P.10", enforces_membership(gate, Call())),
        Hypothesis("contracts-of-registered-tools-only", "RR-P.8", contracts_are_of_registered_tools(Call())),
    ),
    case=(Hypothesis("fabricated", "RR-H1.1", fabricated(Call())),),
    claim=z3.Not(chain.executed),
    expected=PROVED,
    observed=(chain, Verdicts()),
    covers=EVERY_POLICY,
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
