"""A strict verifier never rejects a fabricated call.

Source: arXiv 2609.19425, Prop. 2, first half.
Encodes: a verifier that is any function of the looked-up contract and the arguments (RR-P.5).
Assumes: the verifier is strict (RR-P.7); contracts are written for registered tools only (RR-P.8).
Proves: its answer is not reject. By the meaning of "strict" this is no discovery.
Not here: what the executor does with the answer (P2.2).
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    REJECT,
    Call,
    Chain,
    Verdicts,
    arguments,
    contract_of,
    contracts_are_of_registered_tools,
    fabricated,
    judgement,
    name,
    policy,
    reader,
    strict,
)
from proofs.kit import PROVED, Hypothesis, Proposition

verifier = judgement("verifier")

PROPOSITION: Final = Proposition(
    id="P2.1",
    sentence="A strict verifier never rejects a fabricated call.",
    source="arXiv 2609.19425, Prop. 2",
    kind="definitional",
    hypotheses=(
        Hypothesis("strict-verifier", "RR-P.7", strict(verifier, Call())),
        Hypothesis("contracts-of-registered-tools-only", "RR-P.8", contracts_are_of_registered_tools(Call())),
    ),
    case=(Hypothesis("fabricated", "RR-H1.1", fabricated(Call())),),
    claim=verifier(contract_of(name), arguments) != REJECT,
    expected=PROVED,
    observed=(Chain(policy, (reader("verifier", verifier),)), Verdicts()),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
