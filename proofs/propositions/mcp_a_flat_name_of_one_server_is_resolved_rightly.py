"""A resolver of flat names that picks a provider is right where no two servers share the name.

Source: arXiv 2609.19425, Algorithm 2; the other half of M1.1.
Encodes: servers and what they list, of any number; a flat resolver as any function from a name to a server or none.
Assumes: it picks a server that lists the name (RR-M1.4); no two servers do (RR-M2.1, RR-M3.1).
Proves: it picks the server that is meant. With M1.1: a flat resolver that picks providers is unsound exactly where
two servers share a name.
Not here: servers that join later and bring the name along.
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
    flat,
    lists,
)
from proofs.solver import z3

picked = MaybeServer.theServer(flat(name))
deployment = Deployment(picked)
picks_a_provider = z3.And(MaybeServer.is_someServer(flat(name)), lists(picked, name))
shared_by_none = z3.Implies(z3.And(lists(first, name), lists(picked, name)), first == picked)

PROPOSITION: Final = Proposition(
    id="M1.2",
    sentence="A resolver of flat names that picks a provider is right where no two servers share the name.",
    source="arXiv 2609.19425, Algorithm 2",
    kind="proved",
    hypotheses=(
        Hypothesis("picks-a-provider", "RR-M1.4", picks_a_provider),
        Hypothesis("shared-by-none", "RR-M2.1 RR-M3.1", shared_by_none),
    ),
    case=(Hypothesis("the-meant-server-lists-it", "RR-M1.2", lists(first, name)),),
    claim=flat(name) == MaybeServer.someServer(first),
    expected=PROVED,
    observed=(deployment,),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
