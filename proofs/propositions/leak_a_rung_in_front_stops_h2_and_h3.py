"""A rung in front stops an H2 or H3 call that an argument-blind gate and verifier execute.

Source: Semantics 6; arXiv 2609.19425, classes H2 and H3.
Encodes: the same call through gate and verifier, with and without a rung in front.
Assumes: gate and verifier admit the honest twin (RR-P.1) and are argument-blind (RR-P.9).
Proves: under every policy, without the rung the call executes, and with it, it does not.
Not here: a rung at another place (L1.3).
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    ADMIT,
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
    rung,
)
from proofs.kit import PROVED, Hypothesis, Proposition
from proofs.solver import z3

gate, verifier = judgement("gate"), judgement("verifier")
twin = Call(arguments=z3.Const("twin", Arguments))
stages = (reader("gate", gate), reader("verifier", verifier))
without, with_rung = Chain(policy, stages), Chain(policy, (rung(), *stages))
found = contract_of(name)

PROPOSITION: Final = Proposition(
    id="L1.2",
    sentence="A rung in front stops an H2 or H3 call that an argument-blind gate and verifier execute.",
    source="Semantics 6",
    kind="proved",
    hypotheses=(
        Hypothesis("gate-admits-the-twin", "RR-P.1", gate(found, twin.arguments) == ADMIT),
        Hypothesis("verifier-admits-the-twin", "RR-P.1", verifier(found, twin.arguments) == ADMIT),
        Hypothesis("gate-is-argument-blind", "RR-P.9", gate(found, arguments) == gate(found, twin.arguments)),
        Hypothesis(
            "verifier-is-argument-blind", "RR-P.9", verifier(found, arguments) == verifier(found, twin.arguments)
        ),
    ),
    case=(
        Hypothesis("H2-or-H3", "RR-H2.1 RR-H2.2 RR-H3.1", z3.Or(code(Call()) == H2, code(Call()) == H3)),
        Hypothesis("the-twin-resolves", "RR-A.2", resolves(twin), load_bearing=False),
    ),
    claim=z3.And(without.executed, z3.Not(with_rung.executed)),
    expected=PROVED,
    observed=(without, with_rung, Chain(policy, stages, twin), Verdicts(), Verdicts(twin)),
    covers=(
        *EVERY_POLICY,
        Hypothesis("is-H2", "RR-H2.1", code(Call()) == H2),
        Hypothesis("is-H3", "RR-H3.1", code(Call()) == H3),
    ),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
