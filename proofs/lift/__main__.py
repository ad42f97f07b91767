"""``python -m proofs.lift``: prove the kernel equal to the declarative spec, from their source text."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from enum import StrEnum
from importlib.util import find_spec
from typing import Annotated

import typer


class Solver(StrEnum):
    """Who is asked."""

    z3 = "z3"
    cvc5 = "cvc5"
    both = "both"


@dataclass(slots=True)
class Row:
    """Questions that are shown as one line."""

    part: str
    place: str
    words: str
    expected: str
    answers: dict[str, list[str]] = field(default_factory=dict)
    seconds: float = 0.0
    problems: list[str] = field(default_factory=list)


def prove(
    solver: Annotated[Solver, typer.Option("--solver", help="z3, cvc5, or both.")] = Solver.both,
    every: Annotated[bool, typer.Option("--every", help="Show every question, not only every part.")] = False,
) -> None:
    """Prove the kernel equal to the declarative spec, from the source text of both.

    Exit 0: everything is as expected; 1: something is not; 2: the source is not understood, or no solver is installed.
    """
    missing = [name for name in ("z3", "cvc5") if find_spec(name) is None]
    if missing:
        typer.echo(f"{' and '.join(missing)} not installed: pip install -e '.[proofs]'", err=True)
        raise typer.Exit(2)
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from proofs.lift import solvers
    from proofs.lift.terms import Refused
    from proofs.lift.theorems import CLAUSES, theory
    from proofs.lift.witness import replay
    from proofs.solver import SAT, UNSAT

    began = time.perf_counter()
    try:
        its = theory()
    except Refused as refused:
        typer.echo(f"refused: {refused}", err=True)
        raise typer.Exit(2) from refused
    read = time.perf_counter() - began
    rows: dict[tuple[str, str], Row] = {}
    for question in its.questions:
        key = (question.part, question.place if every or question.part != "nothing raises" else "")
        row = rows.setdefault(key, Row(question.part, question.place, question.words, question.expected))
        if not every and question.part == "nothing raises":
            row.place, row.words = "every line", "No expression of the lifted functions raises, under the premises."
        at = time.perf_counter()
        answers: dict[str, str] = {}
        if solver is not Solver.cvc5 or question.expected == SAT:
            answers["z3"] = solvers.by_z3(question.formulas)[0]
        # To find a model is Z3's business alone: each is replayed on the code itself, which trusts no solver.
        if solver is not Solver.z3 and question.expected == UNSAT:
            answers["cvc5"] = solvers.by_cvc5(question.formulas)
        row.seconds += time.perf_counter() - at
        for name, answer in answers.items():
            row.answers.setdefault(name, []).append(answer)
            if answer != question.expected:
                row.problems.append(f"{question.place}: {answer} by {name}, not {question.expected}")
    for clause in CLAUSES:
        said = replay(its, clause)
        row = rows["reachable", clause]
        row.words += " Replayed on CPython." if not said else ""
        row.problems += [said] if said else []
    table = Table("part", "place", "statement", "z3", "cvc5", "ms", expand=True)
    table.columns[2].ratio = 1
    for row in rows.values():
        shown = [_shown(row.answers.get(name, []), row.expected) for name in ("z3", "cvc5")]
        said = "\n".join([escape(row.words), *(f"[bold red]{escape(problem)}[/]" for problem in row.problems)])
        table.add_row(row.part, row.place, said, *shown, f"{1000 * row.seconds:.0f}")
    out = Console(width=None if sys.stdout.isatty() else 140, highlight=False)
    out.print(table)
    typer.echo("Assumed, each only where it is needed:")
    for premise in its.premises:
        typer.echo(f"  {premise.name} ({premise.clause or 'definition'}): {premise.words}")
    typer.echo("Not lifted: the profile deep, how a signature is derived from its root, `same` and `canonical`.")
    typer.echo("On paper: the induction, that the rules of proofs/lift/rules.py mean what Python means (docs/lift.md).")
    typer.echo("About these files (SHA-256):")
    for file, digest in its.digests.items():
        typer.echo(f"  {digest}  {file}")
    wrong = [problem for row in rows.values() for problem in row.problems]
    typer.echo(
        f"{len(its.questions)} questions, {len(wrong)} not as expected; translated in {read:.1f} s, "
        f"{time.perf_counter() - began:.1f} s in all"
    )
    if wrong:
        raise typer.Exit(1)


def _shown(answers: list[str], expected: str) -> str:
    """Return what a solver said, in words: proved or reachable, or how often it was not."""
    if not answers:
        return "-"
    good = sum(answer == expected for answer in answers)
    word = "proved" if expected == "unsat" else "found"
    if len(answers) == 1:
        return word if good else answers[0][:20]
    return f"{good}/{len(answers)} {word}"


def main() -> None:
    """Run the command line."""
    app = typer.Typer(pretty_exceptions_enable=False, add_completion=False, rich_markup_mode="markdown")
    app.command()(prove)
    app(prog_name="python -m proofs.lift")


if __name__ == "__main__":
    main()
