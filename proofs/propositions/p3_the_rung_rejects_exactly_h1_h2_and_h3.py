"""The rung rejects a call exactly if it is H1, H2 or H3.

Source: arXiv 2609.19425, Prop. 3; its authors call it definitional, and so it is.
Encodes: Algorithm 1 step by step on one side; on the other the classes, each as "there is a key such that".
Assumes: nothing.
Proves: the three steps reject what the classes name, with the first class as the code, and nothing else.
Not here: that the code computes these steps, which is a matter of the code's own proof; JSON Schema inside a value
(fits).
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    H1,
    H2,
    H3,
    Call,
    Chain,
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
    policy,
    required,
    resolves,
    rung,
    signature,
)
from proofs.kit import PROVED, Proposition
from proofs.solver import z3

k = z3.Const("k", Key)
its = signature(Call())
h1 = fabricated(Call())
undeclared = z3.Exists([k], z3.And(has(arguments, k), z3.Not(declared(its, k))))
missing = z3.Exists([k], z3.And(required(its, k), z3.Not(has(arguments, k))))
h2 = z3.And(z3.Not(h1), z3.Or(undeclared, missing))
wrong = z3.Exists([k], z3.And(has(arguments, k), declared(its, k), z3.Not(fits(its, k, at(arguments, k)))))
h3 = z3.And(z3.Not(h1), z3.Not(h2), wrong)

PROPOSITION: Final = Proposition(
    id="P3.1",
    sentence="The rung rejects a call exactly if it is H1, H2 or H3.",
    source="arXiv 2609.19425, Prop. 3",
    kind="definitional",
    hypotheses=(),
    case=(),
    claim=z3.And(
        (code(Call()) == H1) == h1,
        (code(Call()) == H2) == h2,
        (code(Call()) == H3) == h3,
        resolves(Call()) == z3.Not(z3.Or(h1, h2, h3)),
    ),
    expected=PROVED,
    observed=(Verdicts(), Chain(policy, (rung(),))),
    covers=every_code(Call()),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
