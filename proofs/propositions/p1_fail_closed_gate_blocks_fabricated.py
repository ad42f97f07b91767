"""Under fail-closed, a strict gate alone blocks a fabricated call.

Source: Semantics 6; arXiv 2609.19425, Prop. 1 by contrast.
Encodes: one gate, any function of the looked-up contract and the arguments.
Assumes: fail-closed (RR-P.4); a strict gate (RR-P.7); contracts of registered tools only (RR-P.8).
Proves: the call does not execute.
Not here: honest calls to registered tools without a contract, which fail-closed blocks too.
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    CLOSED,
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
from proofs.solver import z3

gate = judgement("gate")
chain = Chain(policy, (reader("gate", gate),))

PROPOSITION: Final = Proposition(
    id="P1.5",
    sentence="Under fail-closed, a strict gate alone blocks a fabricated call.",
    source="Semantics 6",
    kind="proved",
    hypotheses=(
        Hypothesis("fail-closed", "RR-P.4", policy == CLOSED),
        Hypothesis("strict-gate", "RR-P.7", strict(gate, Call())),
        Hypothesis("contracts-of-registered-tools-only", "RR-P.8", contracts_are_of_registered_tools(Call())),
    ),
    case=(Hypothesis("fabricated", "RR-H1.1", fabricated(Call())),),
    claim=z3.Not(chain.executed),
    expected=PROVED,
    observed=(chain, Verdicts()),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
