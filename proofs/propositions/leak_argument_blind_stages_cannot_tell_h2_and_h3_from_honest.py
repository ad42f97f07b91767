"""An argument-blind gate and verifier let an H2 or H3 call through exactly if they let its honest twin.

Source: Semantics 6; arXiv 2609.19425, on what a gate and a verifier read; definitional.
Encodes: two calls of one name; gate, then verifier, each any function of the looked-up contract and the arguments.
Assumes: both are argument-blind (RR-P.9). That one call is H2 or H3 and the other resolves is idle: the stages cannot
know.
Proves: both calls execute, or neither.
Not here: stages that do read arguments.
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    EVERY_POLICY,
    H2,
    H3,
    Arguments,
    Call,
    Chain,
    Verdicts,
    arguments,
    code,
    contract_of,
    judgement,
    name,
    policy,
    reader,
    resolves,
)
from proofs.kit import PROVED, Hypothesis, Proposition
from proofs.solver import z3

gate, verifier = judgement("gate"), judgement("verifier")
twin = Call(arguments=z3.Const("twin", Arguments))
stages = (reader("gate", gate), reader("verifier", verifier))
chain, same = Chain(policy, stages), Chain(policy, stages, twin)

PROPOSITION: Final = Proposition(
    id="L1.1",
    sentence="An argument-blind gate and verifier let an H2 or H3 call through exactly if they let its honest twin.",
    source="Semantics 6",
    kind="definitional",
    hypotheses=(
        Hypothesis(
            "gate-is-argument-blind",
            "RR-P.9",
            gate(contract_of(name), arguments) == gate(contract_of(name), twin.arguments),
        ),
        Hypothesis(
            "verifier-is-argument-blind",
            "RR-P.9",
            verifier(contract_of(name), arguments) == verifier(contract_of(name), twin.arguments),
        ),
    ),
    case=(
        Hypothesis(
            "H2-or-H3", "RR-H2.1 RR-H2.2 RR-H3.1", z3.Or(code(Call()) == H2, code(Call()) == H3), load_bearing=False
        ),
        Hypothesis("the-twin-resolves", "RR-A.2", resolves(twin), load_bearing=False),
    ),
    claim=chain.executed == same.executed,
    expected=PROVED,
    observed=(chain, same, Verdicts(), Verdicts(twin)),
    covers=(
        *EVERY_POLICY,
        Hypothesis("is-H2", "RR-H2.1", code(Call()) == H2),
        Hypothesis("is-H3", "RR-H3.1", code(Call()) == H3),
        Hypothesis("the-twin-executes", "RR-P.1", same.executed),
        Hypothesis("the-twin-is-stopped", "RR-P.1", z3.Not(same.executed)),
    ),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
