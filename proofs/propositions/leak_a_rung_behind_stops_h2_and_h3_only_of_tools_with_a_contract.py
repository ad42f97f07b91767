"""A rung behind a strict gate and verifier stops an H2 or H3 call if its tool has a contract.

Source: Semantics 6.
Encodes: gate, verifier, rung; the first two are any functions of the looked-up contract and the arguments.
Assumes: the tool has a contract (RR-P.8 does not promise it); gate and verifier are strict (RR-P.7).
Proves: the call does not execute, under any policy. Without a contract it does, under fail-open-bypass: a registered
tool that nobody wrote a contract for leaks as a fabricated one does.
Not here: a rung in front, which needs none of this (L1.2).
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    EVERY_POLICY,
    H2,
    H3,
    Call,
    Chain,
    Verdicts,
    code,
    has_contract,
    judgement,
    policy,
    reader,
    rung,
    strict,
)
from proofs.kit import PROVED, Hypothesis, Proposition
from proofs.solver import z3

gate, verifier = judgement("gate"), judgement("verifier")
chain = Chain(policy, (reader("gate", gate), reader("verifier", verifier), rung()))

PROPOSITION: Final = Proposition(
    id="L1.3",
    sentence="A rung behind a strict gate and verifier stops an H2 or H3 call if its tool has a contract.",
    source="Semantics 6",
    kind="proved",
    hypotheses=(
        Hypothesis("the-tool-has-a-contract", "RR-P.7", has_contract(Call())),
        Hypothesis("strict-gate", "RR-P.7", strict(gate, Call())),
        Hypothesis("strict-verifier", "RR-P.7", strict(verifier, Call())),
    ),
    case=(Hypothesis("H2-or-H3", "RR-H2.1 RR-H2.2 RR-H3.1", z3.Or(code(Call()) == H2, code(Call()) == H3)),),
    claim=z3.Not(chain.executed),
    expected=PROVED,
    observed=(chain, Verdicts()),
    covers=(
        *EVERY_POLICY,
        Hypothesis("is-H2", "RR-H2.1", code(Call()) == H2),
        Hypothesis("is-H3", "RR-H3.1", code(Call()) == H3),
    ),
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
