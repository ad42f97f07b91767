"""A resolver of flat names is wrong for one of two servers that list a tool of the same name.

Source: arXiv 2609.19425, Algorithm 2, classes M2 and M3.
Encodes: servers and what they list, of any number; a flat resolver as any function from a name to a server or none.
Assumes: both servers list the name (RR-M2.1, RR-M3.1).
Proves: whichever server it picks, it is wrong for a call that means the other.
Not here: resolvers that refuse such names.
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
    first,
    flat_is_right,
    lists,
    second,
)
from proofs.solver import z3

deployment = Deployment()

PROPOSITION: Final = Proposition(
    id="M1.1",
    sentence="A resolver of flat names is wrong for one of two servers that list a tool of the same name.",
    source="arXiv 2609.19425, Algorithm 2",
    kind="proved",
    hypotheses=(
        Hypothesis("the-first-lists-it", "RR-M2.1 RR-M3.1", lists(first, name)),
        Hypothesis("the-second-lists-it", "RR-M2.1 RR-M3.1", lists(second, name)),
    ),
    case=(Hypothesis("two-servers", "RR-M2.1 RR-M3.1", first != second),),
    claim=z3.Not(z3.And(flat_is_right(first), flat_is_right(second))),
    expected=PROVED,
    observed=(deployment,),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
