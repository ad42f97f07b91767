"""A gate that reads the looked-up contract alone cannot tell two fabricated names apart.

Source: arXiv 2609.19425, Prop. 1; RR-P.5; definitional.
Encodes: a gate that may look at the name, and the hypothesis that it does not use it.
Assumes: the gate factors through the look-up (RR-P.5); contracts of registered tools only (RR-P.8).
Proves: both calls, with the same arguments, get one answer: a function has one value for one absent contract. So such
a gate cannot let one fabricated name through and stop another.
Not here: gates that see the name; without RR-P.5 the counterexample is one of them.
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    Answer,
    Arguments,
    Call,
    Chain,
    Name,
    Verdicts,
    arguments,
    contract_of,
    contracts_are_of_registered_tools,
    fabricated,
    judgement,
    name,
    policy,
    seer,
)
from proofs.kit import PROVED, Hypothesis, Proposition
from proofs.solver import Term, z3

gate = judgement("gate")
looks = z3.Function("looks", Name, Arguments, Answer)
other = Call(name=z3.Const("other", Name))
chain, twin = (Chain(policy, (seer("gate", looks),), call) for call in (Call(), other))


def through_the_look_up(call: Call) -> Term:
    """What the gate says of the call is what it says of the looked-up contract."""
    return looks(call.name, call.arguments) == gate(contract_of(call.name), call.arguments)


PROPOSITION: Final = Proposition(
    id="P1.8",
    sentence="A gate that reads the looked-up contract alone cannot tell two fabricated names apart.",
    source="arXiv 2609.19425, Prop. 1",
    kind="definitional",
    hypotheses=(
        Hypothesis(
            "reads-the-contract-only", "RR-P.5", z3.And(through_the_look_up(Call()), through_the_look_up(other))
        ),
        Hypothesis(
            "contracts-of-registered-tools-only",
            "RR-P.8",
            z3.And(contracts_are_of_registered_tools(Call()), contracts_are_of_registered_tools(other)),
        ),
    ),
    case=(Hypothesis("both-fabricated", "RR-H1.1", z3.And(fabricated(Call()), fabricated(other))),),
    claim=looks(name, arguments) == looks(other.name, arguments),
    expected=PROVED,
    observed=(chain, twin, Verdicts(), Verdicts(other)),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
