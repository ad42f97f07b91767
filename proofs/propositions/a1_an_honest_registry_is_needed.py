"""With an honest registry, the rung executes no tool that does not exist.

Source: RR-A.1; arXiv 2609.19425, its limits.
Encodes: a registry of any size, and which tools exist in the world, as any predicate of names.
Assumes: the registry is honest in what it lists (RR-A.1, its first half).
Proves: the call does not execute. Without the assumption the counterexample is a poisoned registry, which lists a
tool that does not exist: the rung allows it.
Not here: how a registry gets to be honest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    EVERY_POLICY,
    Call,
    Chain,
    Name,
    Verdicts,
    name,
    policy,
    registered,
    rung,
    world_of,
)
from proofs.kit import PROVED, Hypothesis, Observed, Proposition
from proofs.solver import Model, z3

exists = z3.Function("tool_exists", Name, z3.BoolSort())
chain = Chain(policy, (rung(),))


@dataclass(frozen=True)
class Existence:
    """Whether the tool exists in the world: a fact about the world, which no code can observe."""

    def observe(self, model: Model) -> Iterator[Observed]:
        """Observe nothing."""
        yield from ()

    def describe(self, model: Model) -> list[str]:
        """Return the fact in words."""
        world = world_of(model)
        fact = "exists" if world.holds(exists(name)) else "does not exist"
        return [world.told(Call()), f"In the world a tool {world.name(name)} {fact}."]


PROPOSITION: Final = Proposition(
    id="A1.1",
    sentence="With an honest registry, the rung executes no tool that does not exist.",
    source="arXiv 2609.19425; semantics 6",
    kind="definitional",
    hypotheses=(Hypothesis("honest-registry", "RR-A.1", z3.Implies(registered(Call()), exists(name))),),
    case=(Hypothesis("the-tool-does-not-exist", "RR-A.1", z3.Not(exists(name))),),
    claim=z3.Not(chain.executed),
    expected=PROVED,
    observed=(chain, Existence(), Verdicts()),
    covers=EVERY_POLICY,
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
