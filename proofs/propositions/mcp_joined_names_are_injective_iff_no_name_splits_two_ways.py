"""Joining is injective on two pairs exactly if no name splits two ways into them.

Source: Semantics 5; definitional.
Encodes: two pairs of texts, concatenation, and all names, in the theory of strings.
Assumes: nothing.
Proves: both say the same.
Not here: which real servers collide.
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.kit import PROVED, Hypothesis, Proposition
from proofs.servers import (
    ONE,
    TWO,
    Joined,
    joined,
    same_pair,
)
from proofs.solver import z3

x = z3.Const("x", z3.StringSort())
splits_two_ways = z3.Exists([x], z3.And(x == joined(*ONE), x == joined(*TWO), z3.Not(same_pair)))

PROPOSITION: Final = Proposition(
    id="M2.2",
    sentence="Joining is injective on two pairs exactly if no name splits two ways into them.",
    source="Semantics 5",
    kind="definitional",
    hypotheses=(),
    case=(),
    claim=z3.Implies(joined(*ONE) == joined(*TWO), same_pair) == z3.Not(splits_two_ways),
    expected=PROVED,
    observed=(Joined(),),
    covers=(
        Hypothesis("a-name-splits-two-ways", "RR-M1.2", z3.And(joined(*ONE) == joined(*TWO), z3.Not(same_pair))),
        Hypothesis("two-names", "RR-M1.2", joined(*ONE) != joined(*TWO)),
        Hypothesis("one-pair", "RR-M1.2", same_pair),
        Hypothesis("one-tool-of-two-servers", "RR-M1.2", z3.And(ONE[0] != TWO[0], ONE[1] == TWO[1])),
        Hypothesis("two-tools-of-one-server", "RR-M1.2", z3.And(ONE[0] == TWO[0], ONE[1] != TWO[1])),
    ),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
