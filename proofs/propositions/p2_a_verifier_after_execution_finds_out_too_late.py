"""A verifier that checks existence after execution rejects a fabricated call that has been executed.

Source: arXiv 2609.19425, Prop. 2, a verifier of realized effects.
Encodes: a chain of one gate; then, whatever became of the call, the answer of a verifier.
Assumes: fail-open (RR-P.2, RR-P.3); a strict gate (RR-P.7); contracts of registered tools only (RR-P.8); the verifier
enforces membership (RR-P.10).
Proves: the call executes, and the verifier rejects it: the side effect has happened.
Not here: undoing it; what the verifier is told of the effects, which this one does not use.
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    BOTH_FAIL_OPEN,
    FAIL_OPEN,
    REJECT,
    Asked,
    Call,
    Chain,
    Verdicts,
    arguments,
    contract_of,
    contracts_are_of_registered_tools,
    enforces_membership,
    fabricated,
    judgement,
    name,
    policy,
    reader,
    strict,
)
from proofs.kit import PROVED, Hypothesis, Proposition
from proofs.solver import z3

gate, verifier = judgement("gate"), judgement("verifier")
before = Chain(policy, (reader("gate", gate),))
after = Asked(reader("verifier", verifier), when="Afterwards")

PROPOSITION: Final = Proposition(
    id="P2.8",
    sentence="A verifier that checks existence after execution rejects a fabricated call that has been executed.",
    source="arXiv 2609.19425, Prop. 2",
    kind="proved",
    hypotheses=(
        Hypothesis("fail-open", "RR-P.2 RR-P.3", FAIL_OPEN),
        Hypothesis("strict-gate", "RR-P.7", strict(gate, Call())),
        Hypothesis("verifier-enforces-membership", "RR-P.10", enforces_membership(verifier, Call())),
        Hypothesis("contracts-of-registered-tools-only", "RR-P.8", contracts_are_of_registered_tools(Call())),
    ),
    case=(Hypothesis("fabricated", "RR-H1.1", fabricated(Call())),),
    claim=z3.And(before.executed, verifier(contract_of(name), arguments) == REJECT),
    expected=PROVED,
    observed=(before, after, Verdicts()),
    covers=BOTH_FAIL_OPEN,
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
