"""A misdirected call is rejected exactly if its arguments lie outside the signature of the tool it names.

Source: arXiv 2609.19425, Prop. 4; definitional.
Encodes: a call to n with arguments made for m, in a registry of any size.
Assumes: n is registered (RR-H1.1). That m is another tool and accepts the arguments (RR-P.12) is idle.
Proves: the rung rejects it exactly if the arguments lie outside the signature of n.
Not here: calls to unregistered names, which are H1.
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    Call,
    Name,
    Verdicts,
    accepts,
    arguments,
    name,
    registered,
    resolves,
    signature,
)
from proofs.kit import PROVED, Hypothesis, Proposition
from proofs.solver import z3

meant = Call(name=z3.Const("meant", Name))

PROPOSITION: Final = Proposition(
    id="P4.5",
    sentence="A misdirected call is rejected exactly if its arguments lie outside the signature of the tool it names.",
    source="arXiv 2609.19425, Prop. 4",
    kind="definitional",
    hypotheses=(Hypothesis("registered", "RR-H1.1", registered(Call())),),
    case=(
        Hypothesis("another-tool-intended", "RR-P.12", meant.name != name, load_bearing=False),
        Hypothesis("made-for-the-intended-tool", "RR-P.12", resolves(meant), load_bearing=False),
    ),
    claim=z3.Not(resolves(Call())) == z3.Not(accepts(signature(Call()), arguments)),
    expected=PROVED,
    observed=(Verdicts(), Verdicts(meant)),
    covers=(
        Hypothesis("inside", "RR-A.2", resolves(Call())),
        Hypothesis("outside", "RR-A.2", z3.Not(resolves(Call()))),
    ),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
