"""The one place that imports Z3, which has no types of its own: everything else says ``Term``."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, TypeAlias

import z3  # type: ignore[import-untyped]

#: A formula or term of Z3; a model of Z3.
Term: TypeAlias = Any
Model: TypeAlias = Any

#: Z3 counts its own steps: the same number on every machine, where seconds are not. Exceeding it is ``unknown``.
STEPS: Final = 5_000_000

SAT: Final = "sat"
UNSAT: Final = "unsat"
UNKNOWN: Final = "unknown"

__all__ = ["SAT", "STEPS", "UNKNOWN", "UNSAT", "Model", "Term", "ask", "text", "z3"]


def ask(formulas: list[Term]) -> tuple[str, Model | None]:
    """Return ``sat`` with a model, ``unsat`` or ``unknown``."""
    solver = z3.Solver()
    solver.set("rlimit", STEPS)
    solver.add(*formulas)
    answer = str(solver.check())
    return answer, solver.model() if answer == SAT else None


def text(formulas: list[Term]) -> str:
    """Return the question as SMT-LIB 2, from the first declaration to ``(check-sat)``: the same text in every run.

    The declarations are Z3's. Its assertions are not used: what it names with ``let`` depends on what else is alive.
    """
    solver = z3.Solver()
    solver.add(*formulas)
    declared = str(solver.to_smt2()).split("(assert", maxsplit=1)[0].splitlines()
    lines = [line for line in declared if line.startswith("(declare-")]
    return "\n".join([*lines, *(f"(assert{written(formula)})" for formula in formulas), "(check-sat)"]) + "\n"


@cache
def written(formula: Term) -> str:
    """Return a formula as an S-expression in which what stands more than once is named, and said once."""
    counts: dict[int, int] = {}
    order: list[Term] = []

    def visit(part: Term) -> None:
        counts[part.get_id()] = counts.get(part.get_id(), 0) + 1
        if counts[part.get_id()] == 1:
            for inner in [] if z3.is_quantifier(part) else part.children():
                visit(inner)
            order.append(part)

    visit(formula)
    names: dict[int, str] = {}
    lines = []
    for part in order[:-1]:
        if counts[part.get_id()] > 1 and (z3.is_quantifier(part) or part.num_args()):
            lines.append(f"\n (let ((s{len(names)} {_said(part, names, [])}))")
            names[part.get_id()] = f"s{len(names)}"
    return "".join(lines) + f"\n  {_said(formula, names, [])}" + ")" * len(lines)


def _said(part: Term, names: dict[int, str], bound: list[str]) -> str:
    """Return one part, with what has a name by its name. ``bound`` are the variables around it, the innermost last."""
    if part.get_id() in names and not bound:
        return names[part.get_id()]
    if z3.is_var(part):
        return bound[len(bound) - 1 - int(z3.get_var_index(part))]
    if z3.is_quantifier(part):
        # Z3 tells what is bound by its place; a variable that would hide something else gets another name.
        hidden = {*bound, *_constants(part.body())}
        spelled = [part.var_name(i) for i in range(part.num_vars())]
        inner = [f"{name}!{len(bound)}" if name in hidden else name for name in spelled]
        over = " ".join(f"({name} {part.var_sort(i).sexpr()})" for i, name in enumerate(inner))
        return f"({'forall' if part.is_forall() else 'exists'} ({over}) {_said(part.body(), names, [*bound, *inner])})"
    if not part.num_args():
        return str(part.sexpr())
    head = part.decl().name()
    if z3.is_app_of(part, z3.Z3_OP_ITE):
        head = "ite"
    if z3.is_app_of(part, z3.Z3_OP_DT_IS):
        head = f"(_ is {part.decl().params()[0].name()})"
    return f"({head} {' '.join(_said(inner, names, bound) for inner in part.children())})"


def _constants(part: Term) -> set[str]:
    """Return the names of all constants in a part."""
    if z3.is_const(part):
        return {part.decl().name()}
    return {name for inner in part.children() for name in _constants(inner)}
