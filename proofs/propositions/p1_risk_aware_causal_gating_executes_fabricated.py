"""Risk-Aware Causal Gating, partial on the registry, executes a fabricated call under fail-open.

Source: arXiv 2606.13884 (the gate), arXiv 2609.19425, Prop. 1; semantics 6.
Encodes: visible = executable and causal, and low-risk or authorized; or the fallback. Each is any predicate of
contract and state, where the state stands for state, goal and the whole table of contracts, and a contract names its
tool; so paths, scores and ties are covered.
Assumes: fail-open (RR-P.2, RR-P.3); contracts of registered tools only (RR-P.8).
Proves: the gate is a function of the looked-up contract, and P1.2 applies to it, whatever it makes visible.
Not here: that a given implementation computes this gate.
"""

from __future__ import annotations

from typing import Final

from proofs.alone import run_alone
from proofs.encoding import (
    ADMIT,
    BOTH_FAIL_OPEN,
    FAIL_OPEN,
    REJECT,
    UNDEFINED,
    Call,
    Chain,
    Contract,
    MaybeContract,
    Verdicts,
    contracts_are_of_registered_tools,
    fabricated,
    policy,
    reader,
    strict,
)
from proofs.kit import PROVED, Hypothesis, Proposition
from proofs.solver import Term, z3

State = z3.DeclareSort("State")
state = z3.Const("state", State)
executable, causal, low_risk, authorized, fallback = (
    z3.Function(said, Contract, State, z3.BoolSort())
    for said in ("executable", "causal", "low_risk", "authorized", "fallback")
)


def visible(contract: Term) -> Term:
    """The first executable frontier of the least-score path, less what is risky and unauthorized (RR-P.11)."""
    frontier = z3.And(executable(contract, state), causal(contract, state))
    allowed = z3.And(frontier, z3.Or(low_risk(contract, state), authorized(contract, state)))
    return z3.Or(allowed, fallback(contract, state))


def causal_gate(found: Term, given: Term) -> Term:
    """Undefined without a contract; with one, admit what is visible. The arguments are not read."""
    shown = z3.If(visible(MaybeContract.theContract(found)), ADMIT, REJECT)
    return z3.If(MaybeContract.is_noContract(found), UNDEFINED, shown)


chain = Chain(policy, (reader("gate", causal_gate),))

PROPOSITION: Final = Proposition(
    id="P1.10",
    sentence="Risk-Aware Causal Gating, partial on the registry, executes a fabricated call under fail-open.",
    source="arXiv 2606.13884; arXiv 2609.19425, Prop. 1",
    kind="proved",
    hypotheses=(
        Hypothesis("fail-open", "RR-P.2 RR-P.3", FAIL_OPEN),
        Hypothesis("contracts-of-registered-tools-only", "RR-P.8", contracts_are_of_registered_tools(Call())),
    ),
    case=(Hypothesis("fabricated", "RR-H1.1", fabricated(Call())),),
    claim=z3.And(chain.executed, strict(causal_gate, Call())),
    expected=PROVED,
    observed=(chain, Verdicts()),
    covers=BOTH_FAIL_OPEN,
)

if __name__ == "__main__":
    run_alone(PROPOSITION)
