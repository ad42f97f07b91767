"""A chain without stages executes every call.

Source: semantics 6; the base of the induction over chains.
Encodes: the empty chain, any policy, any call.
Assumes: nothing.
Proves: the call executes. With P2.4, chains of every length follow; the induction itself stands in
coq/Propositions.v.
Not here: that anybody should run one.
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    EVERY_POLICY,
    Chain,
    Verdicts,
    policy,
)
from proofs.kit import PROVED, Proposition

chain = Chain(policy, ())

PROPOSITION: Final = Proposition(
    id="P2.3",
    sentence="A chain without stages executes every call.",
    source="Semantics 6",
    kind="definitional",
    hypotheses=(),
    case=(),
    claim=chain.executed,
    expected=PROVED,
    observed=(chain, Verdicts()),
    covers=EVERY_POLICY,
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
