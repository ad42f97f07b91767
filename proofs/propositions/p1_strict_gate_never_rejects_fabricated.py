"""A strict gate never rejects a fabricated tool.

Source: arXiv 2609.19425, Prop. 1, first half.
Encodes: a gate that is any function of the looked-up contract and the arguments (RR-P.5).
Assumes: the gate is strict (RR-P.7); contracts are written for registered tools only (RR-P.8).
Proves: its answer is not reject. By the meaning of "strict" this is no discovery: it says what Prop. 1 starts from.
Not here: what the executor does with the answer (P1.2).
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

gate = judgement("gate")

PROPOSITION: Final = Proposition(
    id="P1.1",
    sentence="A strict gate never rejects a fabricated tool.",
    source="arXiv 2609.19425, Prop. 1",
    kind="definitional",
    hypotheses=(
        Hypothesis("strict-gate", "RR-P.7", strict(gate, Call())),
        Hypothesis("contracts-of-registered-tools-only", "RR-P.8", contracts_are_of_registered_tools(Call())),
    ),
    case=(Hypothesis("fabricated", "RR-H1.1", fabricated(Call())),),
    claim=gate(contract_of(name), arguments) != REJECT,
    expected=PROVED,
    observed=(Chain(policy, (reader("gate", gate),)), Verdicts()),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
