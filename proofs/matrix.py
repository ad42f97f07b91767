"""The soundness matrix: which order of rung, gate and verifier executes which class of call, under which policy.

A cell is decided by the solver and run on the real pipeline. Under the assumptions of a column all models must agree on
the cell: the opposite of what one model says is unsatisfiable. That model is rebuilt and run, and must do the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from proofs.encoding import (
    ADMIT,
    BYPASS,
    CLOSED,
    H2,
    H3,
    REJECT,
    SKIP,
    Call,
    Chain,
    Classes,
    Name,
    Verdicts,
    arguments,
    code,
    contract_of,
    contracts_are_of_registered_tools,
    enforces_membership,
    fabricated,
    has_contract,
    honest,
    judgement,
    misdirected,
    name,
    reader,
    resolves,
    rung,
    strict,
)
from proofs.kit import mismatches, value
from proofs.solver import SAT, STEPS, UNSAT, Term, text, z3

gate, verifier = judgement("gate"), judgement("verifier")
meant = z3.Const("meant", Name)
call = Call(intended=meant)
STAGES: Final = {"rung": rung(), "gate": reader("gate", gate), "verifier": reader("verifier", verifier)}
ORDERS: Final = tuple(order for length in range(4) for order in permutations(STAGES, length))
POLICIES: Final = {"fail-open-skip": SKIP, "fail-open-bypass": BYPASS, "fail-closed": CLOSED}

#: The two kinds of gate. Both judge by the contract where there is one.
GATES: Final = {
    "partial": strict(gate, call),
    "enforces membership": z3.And(
        enforces_membership(gate, call),
        z3.Implies(has_contract(call), z3.Or([gate(contract_of(name), arguments) == said for said in (ADMIT, REJECT)])),
    ),
}


def _shown(visible: bool) -> Term:
    """The tool has a contract; the gate shows it, or not; the verifier admits it, whatever the arguments."""
    judged = gate(contract_of(name), arguments) == (ADMIT if visible else REJECT)
    return z3.And(has_contract(call), judged, verifier(contract_of(name), arguments) == ADMIT)


#: The classes. All but H1 have a contract, and gate and verifier read no arguments (RR-P.9), so an H2 or H3 call is
#: answered as its honest twin is.
CLASSES: Final = {
    "H1": fabricated(call),
    "H2": z3.And(code(call) == H2, _shown(True)),
    "H3": z3.And(code(call) == H3, _shown(True)),
    "H4": z3.And(honest(call), _shown(False)),
    "H5": z3.And(misdirected(call), _shown(True)),
    "honest": z3.And(honest(call), _shown(True)),
}

#: What each class is: its column must hold such calls only, whatever else it assumes.
MEANING: Final = {
    "H1": z3.And(fabricated(call), z3.Not(has_contract(call))),
    "H2": z3.And(code(call) == H2, has_contract(call)),
    "H3": z3.And(code(call) == H3, has_contract(call)),
    "H4": z3.And(honest(call), gate(contract_of(name), arguments) == REJECT),
    "H5": z3.And(resolves(call), meant != name, resolves(Call(meant, arguments))),
    "honest": z3.And(resolves(call), meant == name),
}

#: Written by hand, for both fail-open policies: H1 to H5 and the honest call (1: executed). The first table is the
#: paper's, but for H5 behind a rung: there it has the share of misdirected calls that resolve, and H5 here are those.
#: In the second one, the gate enforces membership.
PAPER: Final = {
    "partial": {
        (): "111111",
        ("gate",): "111011",
        ("gate", "verifier"): "111011",
        ("rung",): "000111",
        ("rung", "gate", "verifier"): "000011",
    },
    "enforces membership": {
        (): "111111",
        ("gate",): "011011",
        ("gate", "verifier"): "011011",
        ("rung",): "000111",
        ("rung", "gate", "verifier"): "000011",
    },
}
#: Where the paper's ordering claim lives: H1 under each policy, and a partial gate.
ORDERING: Final = {
    (("rung", "gate", "verifier"), "fail-open-skip"): False,
    (("rung", "gate", "verifier"), "fail-open-bypass"): False,
    (("rung", "gate", "verifier"), "fail-closed"): False,
    (("gate", "rung", "verifier"), "fail-open-skip"): False,
    (("gate", "rung", "verifier"), "fail-open-bypass"): True,
    (("gate", "rung", "verifier"), "fail-closed"): False,
    (("gate", "verifier", "rung"), "fail-open-skip"): False,
    (("gate", "verifier", "rung"), "fail-open-bypass"): True,
    (("gate", "verifier", "rung"), "fail-closed"): False,
}

Key = tuple[str, str, tuple[str, ...], str]


@dataclass(frozen=True, slots=True)
class Matrix:
    """Every cell, by (kind of gate, class, order, policy): whether the call executes. And what went wrong."""

    cells: dict[Key, bool]
    problems: tuple[str, ...]
    certificates: dict[str, str]
    replays: int


def column(kind: str, its: str) -> list[Term]:
    """Return what is assumed in a column of the matrix."""
    return [GATES[kind], strict(verifier, call), contracts_are_of_registered_tools(call), CLASSES[its]]


def chain(order: tuple[str, ...], rule: str) -> Chain:
    """Return the stages of a row, under a policy."""
    return Chain(POLICIES[rule], tuple(STAGES[stage] for stage in order), call)


def decide(second: Callable[[str], list[str]] | None = None) -> Matrix:
    """Decide and run all cells."""
    cells, problems, certificates, replays = dict[Key, bool](), list[str](), dict[str, str](), 0
    chains = {(order, rule): chain(order, rule) for order in ORDERS for rule in POLICIES}
    for kind in GATES:
        for its in CLASSES:
            named = {key: z3.Bool(f"{'_'.join([*key[0], key[1].replace('-', '_')])}") for key in chains}
            assumed = [*column(kind, its), *(named[key] == chains[key].executed for key in chains)]
            solver = z3.Solver()
            solver.set("rlimit", 10 * STEPS)
            solver.add(*assumed)
            if (got := str(solver.check())) != SAT:
                problems.append(f"{kind} gate, {its}: no such call ({got})")
                continue
            model = solver.model()
            if (got := str(solver.check(z3.Not(MEANING[its])))) != UNSAT:
                problems.append(f"{kind} gate, {its}: not every call is one ({got})")
            expected, queries = [SAT], []
            for key, said in named.items():
                executed = value(model, said) is True
                cells[kind, its, *key] = executed
                opposite = z3.Not(said) if executed else said
                queries.append(f"(push 1)\n(assert {opposite.sexpr()})\n(check-sat) ; unsat\n(pop 1)\n")
                expected.append(UNSAT)
                if (got := str(solver.check(opposite))) != UNSAT:
                    problems.append(f"{kind} gate, {its}, {' '.join(key[0])}, {key[1]}: not decided ({got})")
            count, wrong = mismatches([*chains.values(), Verdicts(call), Classes(call)], model)
            replays += count
            problems += [f"{kind} gate, {its}: {said}" for said in wrong]
            head = f"; The soundness matrix. Gate: {kind}. Calls of class {its}. A cell is named after its stages and\n"
            head += "; policy, and is true if the call executes. There is such a call, and no cell can be otherwise.\n"
            smt2 = f"{head}(set-logic ALL)\n{text(assumed)}{''.join(queries)}"
            certificates[f"matrix/{kind.replace(' ', '-')}-{its}.smt2"] = smt2
            if second is not None and (answers := second(smt2)) != expected:
                problems.append(f"{kind} gate, {its}: cvc5 differs: {answers}")
    return Matrix(cells, (*problems, *_against_what_was_written(cells)), certificates, replays)


def _against_what_was_written(cells: dict[Key, bool]) -> list[str]:
    """Return the cells that are not what was written down by hand."""
    written: dict[Key, bool] = {
        (kind, its, order, rule): row[i] == "1"
        for kind, table in PAPER.items()
        for order, row in table.items()
        for i, its in enumerate(CLASSES)
        for rule in ("fail-open-skip", "fail-open-bypass")
    }
    written |= {("partial", "H1", order, rule): executed for (order, rule), executed in ORDERING.items()}
    return [f"{key}: expected {executed}" for key, executed in written.items() if cells.get(key) is not executed]


PREFACE: Final = """\
# The soundness matrix

Which calls execute, for every order of rung, gate and verifier. Every cell is decided by the solver for all registries,
contracts, arguments, gates and verifiers of its column at once, and run on the real pipeline.
Generated by `python -m proofs matrix --write`; do not edit.

A cell has three signs, for `fail-open-skip`, `fail-open-bypass` and `fail-closed`, in this order: `X` the call is
executed, `.` it is blocked.

The paper's ordering claim lives in column H1, in the middle sign, under a partial gate: where the rung stands first the
call is blocked, where a gate or a verifier stands before the rung the call executes. Under `fail-open-skip` and
`fail-closed` every order with a rung blocks it. A gate that enforces membership blocks it under every policy, unless a
verifier stands in front of it under `fail-open-bypass`; with such a gate the order of rung and gate changes nothing.

What the columns assume. H1: the name is not in the registry, and so has no contract. All others: the tool is registered
and has a contract, the gate admits the call (H4: rejects it) and the verifier admits it, as stages that read no
arguments do where they admit an honest call to that tool. H4 and honest calls resolve and mean the tool they name. H5
calls resolve and mean another tool, whose signature accepts the arguments too: they are what no rung can reject, so `X`
there is no rate (the paper's table has the share of misdirected calls that are such). The verifier is strict: it never
enforces membership. A registered tool without a contract is not in the table; under `fail-open-bypass` its H2 and H3
calls pass a rung behind a strict gate (proposition L1.3). Longer chains are not in the table.
"""


def page(cells: dict[Key, bool]) -> str:
    """Return docs/soundness-matrix.md."""
    lines = [PREFACE]
    for kind, title in zip(GATES, ("The gate is partial on the registry", "The gate enforces membership"), strict=True):
        lines += [f"## {title}", "", "| order | " + " | ".join(CLASSES) + " |", "|---|" + "---|" * len(CLASSES)]
        for order in ORDERS:
            row = ["".join("X" if cells[kind, its, order, rule] else "." for rule in POLICIES) for its in CLASSES]
            lines.append(f"| {', '.join(order) or '(none)'} | " + " | ".join(f"`{signs}`" for signs in row) + " |")
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"
