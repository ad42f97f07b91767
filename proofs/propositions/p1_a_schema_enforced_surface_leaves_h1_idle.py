"""On a schema-enforced surface the rung's first check rejects nothing.

Source: arXiv 2609.19425, on constrained decoding; semantics 6.
Encodes: any call and registry.
Assumes: the name is in the registry by construction (RR-P.15).
Proves: the verdict is never H1. There the rung's work is H2 and H3.
Not here: whether a host's surface is one; that is a fact about each host.
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    H1,
    Call,
    Chain,
    Verdicts,
    code,
    every_code,
    policy,
    registered,
    rung,
)
from proofs.kit import PROVED, Hypothesis, Proposition

PROPOSITION: Final = Proposition(
    id="P1.9",
    sentence="On a schema-enforced surface the rung's first check rejects nothing.",
    source="arXiv 2609.19425; semantics 6",
    kind="definitional",
    hypotheses=(Hypothesis("schema-enforced", "RR-P.15", registered(Call())),),
    case=(),
    claim=code(Call()) != H1,
    expected=PROVED,
    observed=(Verdicts(), Chain(policy, (rung(),))),
    covers=tuple(its for its in every_code(Call()) if its.name != "is-H1"),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
