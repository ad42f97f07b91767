"""A checker that rejects no honest call admits the H5 call.

Source: arXiv 2609.19425, Prop. 4, its sharp form.
Encodes: two worlds, each with a registry, a call and an intended tool; any function of call and registry as the
checker.
Assumes: no over-rejection (RR-P.16); the same call and registry (RR-P.14); the call is honest in one world (RR-P.13).
What makes it H5 in the other world (RR-P.12) is idle, which is the point: the checker cannot see it. That equal
arguments are equal as JSON (RR-A.6) is idle: it keeps counterexamples to what can be run.
Proves: the checker admits the call in the other world.
Not here: checkers that reject some honest calls, and so may stop some H5 calls.
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
    Verdicts,
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
meant = Call(two.intended, two.arguments)

PROPOSITION: Final = Proposition(
    id="P4.3",
    sentence="A checker that rejects no honest call admits the H5 call.",
    source="arXiv 2609.19425, Prop. 4",
    kind="proved",
    hypotheses=(
        Hypothesis("same-call", "RR-P.14", z3.And(one.name == two.name, one.arguments == two.arguments)),
        Hypothesis("same-registry", "RR-P.14", registry == there),
        Hypothesis("arguments-are-what-they-hold", "RR-A.6", told_apart(one, two), load_bearing=False),
        Hypothesis("no-over-rejection", "RR-P.16", z3.Implies(honest(one), judge(one.name, one.arguments, registry))),
    ),
    case=(
        Hypothesis("honest-in-one-world", "RR-P.13", honest(one)),
        Hypothesis("another-tool-intended-in-the-other", "RR-P.12", two.intended != two.name, load_bearing=False),
        Hypothesis("the-intended-signature-accepts-too", "RR-P.12", resolves(meant, there), load_bearing=False),
    ),
    claim=judge(two.name, two.arguments, there),
    expected=PROVED,
    observed=(here_chain, Verdicts(one), Classes(one), there_chain, Verdicts(two, there), Classes(two, there)),
    covers=(Hypothesis("the-other-is-H5", "RR-P.12", misdirected(two, there)),),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
