"""A checker that is a function of call and registry answers alike in two worlds that differ in intent.

Source: arXiv 2609.19425, Prop. 4; true by construction.
Encodes: two worlds, each with a registry, a call and an intended tool; any function of call and registry as the
checker.
Assumes: both worlds have the same call and the same registry (RR-P.14). That the intents differ is idle. That equal
arguments are equal as JSON (RR-A.6) is idle: it keeps counterexamples to what can be run.
Proves: the checker gives both calls one answer.
Not here: checkers that ask the author (P4.4).
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    Arguments,
    Call,
    Chain,
    Classes,
    Name,
    World_,
    checker,
    honest,
    misdirected,
    policy,
    registry,
    resolves,
    told_apart,
)
from proofs.kit import PROVED, Hypothesis, Proposition
from proofs.solver import z3

judge = z3.Function("checker", Name, Arguments, World_, z3.BoolSort())
one = Call(intended=z3.Const("meant_here", Name))
two = Call(z3.Const("called_there", Name), z3.Const("arguments_there", Arguments), z3.Const("meant_there", Name))
there = z3.Const("listed_there", World_)
here_chain, there_chain = (
    Chain(policy, (checker("checker", judge),), one),
    Chain(policy, (checker("checker", judge, there),), two, there),
)

PROPOSITION: Final = Proposition(
    id="P4.1",
    sentence="A checker that is a function of call and registry answers alike in two worlds that differ in intent.",
    source="arXiv 2609.19425, Prop. 4",
    kind="definitional",
    hypotheses=(
        Hypothesis("same-call", "RR-P.14", z3.And(one.name == two.name, one.arguments == two.arguments)),
        Hypothesis("same-registry", "RR-P.14", registry == there),
        Hypothesis("arguments-are-what-they-hold", "RR-A.6", told_apart(one, two), load_bearing=False),
    ),
    case=(Hypothesis("intents-differ", "RR-P.12", one.intended != two.intended, load_bearing=False),),
    claim=judge(one.name, one.arguments, registry) == judge(two.name, two.arguments, there),
    expected=PROVED,
    observed=(here_chain, Classes(one), there_chain, Classes(two, there)),
    covers=(
        Hypothesis("honest-here", "RR-P.13", honest(one)),
        Hypothesis("H5-there", "RR-P.12", misdirected(two, there)),
        Hypothesis("meant-here-and-not-allowed", "RR-P.13", z3.And(one.intended == one.name, z3.Not(resolves(one)))),
    ),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
