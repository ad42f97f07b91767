"""Refuted: joining server and tool with two underscores gives different pairs different names.

Source: Semantics 5; arXiv 2609.19425, Algorithm 2.
Encodes: two pairs of texts, and concatenation, in the theory of strings.
Assumes: nothing.
Proves: nothing; the counterexample is two pairs that are joined to one name. The real registry holds them as pairs,
and refuses them as flat names (RR-L.13).
Not here: separators other than two underscores; any fixed one has such pairs.
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.kit import REFUTED, Proposition
from proofs.servers import (
    ONE,
    TWO,
    Joined,
    joined,
    same_pair,
)
from proofs.solver import z3

PROPOSITION: Final = Proposition(
    id="M2.1",
    sentence="Joining server and tool with two underscores gives different pairs different names.",
    source="Semantics 5",
    kind="counterexample",
    hypotheses=(),
    case=(),
    claim=z3.Implies(joined(*ONE) == joined(*TWO), same_pair),
    expected=REFUTED,
    observed=(Joined(),),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
