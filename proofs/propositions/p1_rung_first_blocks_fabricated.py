"""A rung in front blocks a fabricated call, under every policy, whatever stands behind it.

Source: arXiv 2609.19425, Prop. 1, the remedy.
Encodes: rung, gate, verifier, and a rest of any length, of which only its answer is known; all three may answer
anything.
Assumes: nothing but the case.
Proves: the call does not execute.
Not here: a poisoned registry (A1.1).
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    EVERY_POLICY,
    Answer,
    Call,
    Chain,
    Verdicts,
    fabricated,
    judgement,
    policy,
    reader,
    rung,
    saying,
)
from proofs.kit import PROVED, Hypothesis, Proposition
from proofs.solver import z3

rest = saying("rest", z3.Const("rest", Answer))
chain = Chain(policy, (rung(), reader("gate", judgement("gate")), reader("verifier", judgement("verifier")), rest))

PROPOSITION: Final = Proposition(
    id="P1.6",
    sentence="A rung in front blocks a fabricated call, under every policy, whatever stands behind it.",
    source="arXiv 2609.19425, Prop. 1",
    kind="proved",
    hypotheses=(),
    case=(Hypothesis("fabricated", "RR-H1.1", fabricated(Call())),),
    claim=z3.Not(chain.executed),
    expected=PROVED,
    observed=(chain, Verdicts()),
    covers=EVERY_POLICY,
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
