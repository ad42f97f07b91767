"""An existence check in the verifier does not stop a fabricated call behind a strict gate, under bypass.

Source: arXiv 2609.19425, Prop. 2, the ordering.
Encodes: gate, then a verifier that may answer anything.
Assumes: fail-open-bypass (RR-P.3); a strict gate (RR-P.7); contracts of registered tools only (RR-P.8). That the
verifier enforces membership (RR-P.10) is idle.
Proves: the call executes.
Not here: fail-open-skip, under which the folded check works (P2.7).
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
    enforces_membership,
    fabricated,
    judgement,
    policy,
    reader,
    strict,
)
from proofs.kit import PROVED, Hypothesis, Proposition

gate, verifier = judgement("gate"), judgement("verifier")
chain = Chain(policy, (reader("gate", gate), reader("verifier", verifier)))

PROPOSITION: Final = Proposition(
    id="P2.6",
    sentence="An existence check in the verifier does not stop a fabricated call behind a strict gate, under bypass.",
    source="arXiv 2609.19425, Prop. 2",
    kind="proved",
    hypotheses=(
        Hypothesis("bypass", "RR-P.3", policy == BYPASS),
        Hypothesis("strict-gate", "RR-P.7", strict(gate, Call())),
        Hypothesis(
            "verifier-enforces-membership", "RR-P.10", enforces_membership(verifier, Call()), load_bearing=False
        ),
        Hypothesis("contracts-of-registered-tools-only", "RR-P.8", contracts_are_of_registered_tools(Call())),
    ),
    case=(Hypothesis("fabricated", "RR-H1.1", fabricated(Call())),),
    claim=chain.executed,
    expected=PROVED,
    observed=(chain, Verdicts()),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
