"""The H5 residue at (m, n) is exactly the arguments that the signatures of both tools accept.

Source: arXiv 2609.19425, Prop. 4; definitional.
Encodes: a call to n, meant for m, in a registry of any size.
Assumes: both are registered (RR-H1.1), and they are two (RR-P.12).
Proves: the call is H5 exactly if its arguments lie in the intersection of both signatures.
Not here: computing intersections of real signatures.
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    Call,
    Classes,
    Name,
    Verdicts,
    accepts,
    arguments,
    misdirected,
    name,
    registered,
    signature,
)
from proofs.kit import PROVED, Hypothesis, Proposition
from proofs.solver import z3

meant = Call(name=z3.Const("meant", Name))
call = Call(intended=meant.name)

PROPOSITION: Final = Proposition(
    id="P4.6",
    sentence="The H5 residue at (m, n) is exactly the arguments that the signatures of both tools accept.",
    source="arXiv 2609.19425, Prop. 4",
    kind="definitional",
    hypotheses=(
        Hypothesis("the-tool-is-registered", "RR-H1.1", registered(Call())),
        Hypothesis("the-intended-tool-is-registered", "RR-H1.1", registered(meant)),
        Hypothesis("two-tools", "RR-P.12", meant.name != name),
    ),
    case=(),
    claim=misdirected(call) == z3.And(accepts(signature(Call()), arguments), accepts(signature(meant), arguments)),
    expected=PROVED,
    observed=(Verdicts(call), Verdicts(meant), Classes(call)),
    covers=(
        Hypothesis("in-the-residue", "RR-P.12", misdirected(call)),
        Hypothesis("outside-it", "RR-P.12", z3.Not(misdirected(call))),
    ),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
