"""A resolver of (server, tool) pairs is right for both of two servers that share a name.

Source: arXiv 2609.19425, Algorithm 2; definitional.
Encodes: servers and what they list, of any number; the pair resolver as the look-up of the pair.
Assumes: both servers list the name (RR-M1.2).
Proves: each call reaches the server that it means.
Not here: trust tiers and pins.
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    name,
)
from proofs.kit import PROVED, Hypothesis, Proposition
from proofs.servers import (
    Deployment,
    MaybeServer,
    first,
    lists,
    pair,
    second,
)
from proofs.solver import z3

deployment = Deployment()

PROPOSITION: Final = Proposition(
    id="M1.3",
    sentence="A resolver of (server, tool) pairs is right for both of two servers that share a name.",
    source="arXiv 2609.19425, Algorithm 2",
    kind="definitional",
    hypotheses=(
        Hypothesis("the-first-lists-it", "RR-M1.2", lists(first, name)),
        Hypothesis("the-second-lists-it", "RR-M1.2", lists(second, name)),
    ),
    case=(Hypothesis("two-servers", "RR-M2.1 RR-M3.1", first != second, load_bearing=False),),
    claim=z3.And(pair(first) == MaybeServer.someServer(first), pair(second) == MaybeServer.someServer(second)),
    expected=PROVED,
    observed=(deployment,),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
