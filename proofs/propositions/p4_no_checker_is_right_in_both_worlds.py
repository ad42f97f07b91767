"""No checker of call and registry is right both where a call is honest and where another tool was meant.

Source: arXiv 2609.19425, Prop. 4.
Encodes: two worlds, each with a registry, a call and an intended tool; any function of call and registry as the
checker.
Assumes: the same call and registry (RR-P.14); honest in one world (RR-P.13), another tool intended in the other
(RR-P.12). That the other tool's signature accepts the arguments too, the overlap, is idle: it makes the call H5, not
the proof. That equal arguments are equal as JSON (RR-A.6) is idle: it keeps counterexamples to what can be run.
Proves: the checker admits a call that is not honest, or rejects one that is.
Not here: worlds in which the call is honest in neither; how often it happens, which depends on how signatures overlap
(P4.6).
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
right_here = judge(one.name, one.arguments, registry) == honest(one)
right_there = judge(two.name, two.arguments, there) == honest(two, there)

PROPOSITION: Final = Proposition(
    id="P4.2",
    sentence="No checker of call and registry is right both where a call is honest and where another tool was meant.",
    source="arXiv 2609.19425, Prop. 4",
    kind="proved",
    hypotheses=(
        Hypothesis("same-call", "RR-P.14", z3.And(one.name == two.name, one.arguments == two.arguments)),
        Hypothesis("same-registry", "RR-P.14", registry == there),
        Hypothesis("arguments-are-what-they-hold", "RR-A.6", told_apart(one, two), load_bearing=False),
    ),
    case=(
        Hypothesis("honest-in-one-world", "RR-P.13", honest(one)),
        Hypothesis("another-tool-intended-in-the-other", "RR-P.12", two.intended != two.name),
        Hypothesis("the-intended-signature-accepts-too", "RR-P.12", resolves(meant, there), load_bearing=False),
    ),
    claim=z3.Not(z3.And(right_here, right_there)),
    expected=PROVED,
    observed=(here_chain, Verdicts(one), Classes(one), there_chain, Verdicts(two, there), Classes(two, there)),
    covers=(Hypothesis("the-other-is-H5", "RR-P.12", misdirected(two, there)),),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
