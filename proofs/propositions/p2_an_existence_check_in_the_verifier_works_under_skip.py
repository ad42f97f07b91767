"""An existence check in the verifier stops a fabricated call under fail-open-skip, whatever the gate.

Source: Semantics 6; arXiv 2609.19425, Prop. 2 by contrast.
Encodes: gate, then verifier, both of which may answer anything.
Assumes: fail-open-skip (RR-P.2); the verifier enforces membership (RR-P.10); contracts of registered tools only
(RR-P.8).
Proves: the call does not execute. A boundary of the ordering claim, as P1.4 is.
Not here: a verifier that is asked after execution (P2.8).
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    SKIP,
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

gate, verifier = judgement("gate"), judgement("verifier")
chain = Chain(policy, (reader("gate", gate), reader("verifier", verifier)))

PROPOSITION: Final = Proposition(
    id="P2.7",
    sentence="An existence check in the verifier stops a fabricated call under fail-open-skip, whatever the gate.",
    source="Semantics 6",
    kind="proved",
    hypotheses=(
        Hypothesis("skip", "RR-P.2", policy == SKIP),
        Hypothesis("verifier-enforces-membership", "RR-P.10", enforces_membership(verifier, Call())),
        Hypothesis("contracts-of-registered-tools-only", "RR-P.8", contracts_are_of_registered_tools(Call())),
    ),
    case=(Hypothesis("fabricated", "RR-H1.1", fabricated(Call())),),
    claim=z3.Not(chain.executed),
    expected=PROVED,
    observed=(chain, Verdicts()),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
