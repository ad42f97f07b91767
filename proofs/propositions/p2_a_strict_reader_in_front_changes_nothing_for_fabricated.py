"""Under fail-open, a strict contract reader before a chain that executes a fabricated call leaves it so.

Source: arXiv 2609.19425, Prop. 2, for chains of any length: the step of the induction.
Encodes: a first stage, any function of the looked-up contract and the arguments, and the rest of the chain as one
answer.
Assumes: fail-open (RR-P.2, RR-P.3); a strict first stage (RR-P.7); contracts of registered tools only (RR-P.8); the
rest executes the call (RR-P.1), which is the induction's hypothesis.
Proves: the whole executes it. With P2.3: so does every chain of strict contract readers.
Not here: the induction itself, which stands in coq/Propositions.v.
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    BOTH_FAIL_OPEN,
    FAIL_OPEN,
    Answer,
    Call,
    Chain,
    Verdicts,
    contracts_are_of_registered_tools,
    executes,
    fabricated,
    judgement,
    policy,
    reader,
    saying,
    strict,
)
from proofs.kit import PROVED, Hypothesis, Proposition
from proofs.solver import z3

first, rest = judgement("first"), z3.Const("rest", Answer)
chain = Chain(policy, (reader("first", first), saying("rest", rest)))

PROPOSITION: Final = Proposition(
    id="P2.4",
    sentence="Under fail-open, a strict contract reader before a chain that executes a fabricated call leaves it so.",
    source="arXiv 2609.19425, Prop. 2",
    kind="proved",
    hypotheses=(
        Hypothesis("fail-open", "RR-P.2 RR-P.3", FAIL_OPEN),
        Hypothesis("strict-first-stage", "RR-P.7", strict(first, Call())),
        Hypothesis("contracts-of-registered-tools-only", "RR-P.8", contracts_are_of_registered_tools(Call())),
        Hypothesis("the-rest-executes", "RR-P.1", executes(policy, [rest])),
    ),
    case=(Hypothesis("fabricated", "RR-H1.1", fabricated(Call())),),
    claim=chain.executed,
    expected=PROVED,
    observed=(chain, Verdicts()),
    covers=BOTH_FAIL_OPEN,
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
