"""Under fail-open, a chain stops a call only if its first stage rejects it or the rest stops it.

Source: arXiv 2609.19425, Prop. 2, read the other way round: the step of the induction.
Encodes: a first stage that may answer anything, and the rest of the chain as one answer.
Assumes: fail-open (RR-P.2, RR-P.3).
Proves: the step from which it follows that some stage of a chain that stops a call answers reject.
Not here: the induction itself, which stands in coq/Propositions.v.
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    BOTH_FAIL_OPEN,
    FAIL_OPEN,
    REJECT,
    Answer,
    Chain,
    arguments,
    contract_of,
    executes,
    judgement,
    name,
    policy,
    reader,
    saying,
)
from proofs.kit import PROVED, Hypothesis, Proposition
from proofs.solver import z3

first, rest = judgement("first"), z3.Const("rest", Answer)
chain = Chain(policy, (reader("first", first), saying("rest", rest)))

PROPOSITION: Final = Proposition(
    id="P2.5",
    sentence="Under fail-open, a chain stops a call only if its first stage rejects it or the rest stops it.",
    source="arXiv 2609.19425, Prop. 2",
    kind="proved",
    hypotheses=(Hypothesis("fail-open", "RR-P.2 RR-P.3", FAIL_OPEN),),
    case=(Hypothesis("the-chain-stops-the-call", "RR-P.1", z3.Not(chain.executed)),),
    claim=z3.Or(first(contract_of(name), arguments) == REJECT, z3.Not(executes(policy, [rest]))),
    expected=PROVED,
    observed=(chain,),
    covers=BOTH_FAIL_OPEN,
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
