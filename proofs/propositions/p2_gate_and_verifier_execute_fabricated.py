"""A strict gate and a strict verifier execute a fabricated call, under both fail-open policies.

Source: arXiv 2609.19425, Prop. 2.
Encodes: gate, then verifier, each any function of the looked-up contract and the arguments.
Assumes: fail-open (RR-P.2, RR-P.3); both strict (RR-P.7); contracts of registered tools only (RR-P.8).
Proves: the call executes: two stages that read contracts see no more than one.
Not here: longer chains (P2.3 and P2.4).
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

gate, verifier = judgement("gate"), judgement("verifier")
chain = Chain(policy, (reader("gate", gate), reader("verifier", verifier)))

PROPOSITION: Final = Proposition(
    id="P2.2",
    sentence="A strict gate and a strict verifier execute a fabricated call, under both fail-open policies.",
    source="arXiv 2609.19425, Prop. 2",
    kind="proved",
    hypotheses=(
        Hypothesis("fail-open", "RR-P.2 RR-P.3", FAIL_OPEN),
        Hypothesis("strict-gate", "RR-P.7", strict(gate, Call())),
        Hypothesis("strict-verifier", "RR-P.7", strict(verifier, Call())),
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
