"""Refuted: values judged before keys, or keys before values: the rung gives the same code.

Source: arXiv 2609.19425, Prop. 3; semantics 1 fixes the order of classes for this reason.
Encodes: Algorithm 1, and Algorithm 1 with steps 2 and 3 exchanged.
Assumes: nothing.
Proves: nothing; the counterexample is a call that is H2 in one order and H3 in the other. It is replayed on the
kernel, whose verdict lists both faults.
Not here: the verdict itself, which stays a rejection (P3.5).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    ALLOW,
    H1,
    H2,
    H3,
    Call,
    Key,
    Verdicts,
    arguments,
    at,
    code,
    declared,
    every_code,
    fabricated,
    fits,
    has,
    keys_declared,
    name,
    registry,
    signature,
    values_fit,
    world_of,
)
from proofs.kit import REFUTED, Hypothesis, Observed, Proposition
from proofs.solver import Model, z3

its = signature(Call())
k = z3.Const("k", Key)
misfits = z3.Exists([k], z3.And(has(arguments, k), z3.Not(declared(its, k)), z3.Not(fits(its, k, at(arguments, k)))))
keys_last = z3.If(keys_declared(its, arguments), ALLOW, H2)
values_first = z3.If(fabricated(Call()), H1, z3.If(values_fit(its, arguments), keys_last, H3))


@dataclass(frozen=True)
class ValuesFirst:
    """The code that the other order gives, read off the kernel's list of all faults."""

    def observe(self, model: Model) -> Iterator[Observed]:
        """Ask the real registry for every fault."""
        world = world_of(model)
        verdict = world.real_registry(registry).resolve(world.name(name), world.arguments(arguments))
        found = {fault.clause[3:5] for fault in verdict.all}
        yield Observed("values first, the code is", values_first, "H3" if "H3" in found else verdict.code or "allow")

    def describe(self, model: Model) -> list[str]:
        """Return every fault in words."""
        world = world_of(model)
        verdict = world.real_registry(registry).resolve(world.name(name), world.arguments(arguments))
        return [f"All faults: {', '.join(f'{fault.clause} at {fault.at}' for fault in verdict.all) or 'none'}"]


PROPOSITION: Final = Proposition(
    id="P3.6",
    sentence="Values judged before keys, or keys before values: the rung gives the same code.",
    source="arXiv 2609.19425, Prop. 3; semantics 1",
    kind="counterexample",
    hypotheses=(),
    case=(),
    claim=code(Call()) == values_first,
    expected=REFUTED,
    observed=(Verdicts(), ValuesFirst()),
    covers=(
        *every_code(Call()),
        Hypothesis("an-undeclared-value-would-not-fit", "RR-H2.1", z3.And(misfits, values_first == H2)),
    ),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
