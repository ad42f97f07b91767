"""Joining is injective where the first separator in a joined name is the one that joining put there.

Source: ours; semantics 5 decodes through a table instead.
Encodes: two pairs of texts, and concatenation, in the theory of strings.
Assumes: in both joined names the first two underscores stand right behind the server (RR-M1.2 names servers by text).
Proves: pairs that are joined to one name are one pair.
Not here: a recommendation; servers name themselves, and one that ends in an underscore spoils it.
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.kit import PROVED, Hypothesis, Proposition
from proofs.servers import (
    ONE,
    SEPARATOR,
    TWO,
    Joined,
    joined,
    same_pair,
)
from proofs.solver import z3

first = z3.And([z3.IndexOf(joined(*both), SEPARATOR, 0) == z3.Length(both[0]) for both in (ONE, TWO)])

PROPOSITION: Final = Proposition(
    id="M2.3",
    sentence="Joining is injective where the first separator in a joined name is the one that joining put there.",
    source="Semantics 5",
    kind="proved",
    hypotheses=(Hypothesis("first-separator-is-the-joint", "RR-M1.2", first),),
    case=(Hypothesis("joined-alike", "RR-M1.2", joined(*ONE) == joined(*TWO)),),
    claim=same_pair,
    expected=PROVED,
    observed=(Joined(),),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
