"""Tools with disjoint signatures leave no H5 call.

Source: arXiv 2609.19425, Prop. 4; definitional.
Encodes: a call to n, meant for m, in a registry of any size.
Assumes: no arguments are accepted by both signatures (RR-P.12).
Proves: the call is not H5. Where all pairs are disjoint, no call is.
Not here: whether any real registry is so; empty arguments alone spoil it for all tools that require nothing.
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
    resolves,
    signature,
)
from proofs.kit import PROVED, Hypothesis, Proposition
from proofs.solver import z3

meant = Call(name=z3.Const("meant", Name))
call = Call(intended=meant.name)
both = z3.And(accepts(signature(Call()), arguments), accepts(signature(meant), arguments))

PROPOSITION: Final = Proposition(
    id="P4.7",
    sentence="Tools with disjoint signatures leave no H5 call.",
    source="arXiv 2609.19425, Prop. 4",
    kind="definitional",
    hypotheses=(Hypothesis("disjoint", "RR-P.12", z3.Not(both)),),
    case=(Hypothesis("two-tools", "RR-P.12", meant.name != name, load_bearing=False),),
    claim=z3.Not(misdirected(call)),
    expected=PROVED,
    observed=(Verdicts(call), Verdicts(meant), Classes(call)),
    covers=(
        Hypothesis("the-called-tool-accepts", "RR-A.2", resolves(call)),
        Hypothesis("the-intended-tool-accepts", "RR-A.2", resolves(meant)),
    ),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
