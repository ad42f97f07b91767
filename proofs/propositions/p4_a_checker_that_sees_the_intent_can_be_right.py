"""Refuted: a checker that sees the intended tool, too, is wrong in one of the two worlds.

Source: arXiv 2609.19425, Prop. 4, its control: the blindness is what carries it.
Encodes: two worlds of one call and one registry; any function of call, registry and intended tool as the checker.
Assumes: the call is honest in one world (RR-P.13) and H5 in the other (RR-P.12).
Proves: nothing; the counterexample is a checker that is right in both worlds.
Not here: where a checker would learn the intent from.
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    ADMIT,
    REJECT,
    Arguments,
    Call,
    Chain,
    Classes,
    Name,
    Stage,
    World_,
    arguments,
    honest,
    policy,
    registry,
    resolves,
    seer,
)
from proofs.kit import REFUTED, Hypothesis, Proposition
from proofs.solver import Term, z3

judge = z3.Function("checker", Name, Arguments, World_, Name, z3.BoolSort())
one, two = Call(intended=z3.Const("meant_here", Name)), Call(intended=z3.Const("meant_there", Name))
meant = Call(two.intended, arguments)


def sees(intended: Term) -> Stage:
    """A stage that has been told the intended tool."""
    return seer("checker", lambda called, given: z3.If(judge(called, given, registry, intended), ADMIT, REJECT))


right = [judge(call.name, call.arguments, registry, call.intended) == honest(call) for call in (one, two)]

PROPOSITION: Final = Proposition(
    id="P4.4",
    sentence="A checker that sees the intended tool, too, is wrong in one of the two worlds.",
    source="arXiv 2609.19425, Prop. 4",
    kind="counterexample",
    hypotheses=(),
    case=(
        Hypothesis("honest-in-one-world", "RR-P.13", honest(one)),
        Hypothesis("another-tool-intended-in-the-other", "RR-P.12", two.intended != two.name),
        Hypothesis("the-intended-signature-accepts-too", "RR-P.12", resolves(meant)),
    ),
    claim=z3.Not(z3.And(*right)),
    expected=REFUTED,
    observed=(
        Chain(policy, (sees(one.intended),), one),
        Chain(policy, (sees(two.intended),), two),
        Classes(one),
        Classes(two),
    ),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
