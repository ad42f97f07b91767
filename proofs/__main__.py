"""``python -m proofs``: decide every proposition, and say what each rests on."""

from __future__ import annotations

import json
import platform
import sys
from enum import StrEnum
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import Annotated

import typer

INSTALL = "pip install -e '.[proofs]'"


class Format(StrEnum):
    """How results are printed."""

    text = "text"
    json = "json"
    markdown = "markdown"


class Solver(StrEnum):
    """Who is asked."""

    z3 = "z3"
    cvc5 = "cvc5"
    both = "both"


def _unusable(said: str) -> typer.Exit:
    typer.echo(said, err=True)
    return typer.Exit(2)


def prove(
    ids: Annotated[
        list[str] | None, typer.Argument(help="P1 (all of it), P1.2, ...; matrix, coq. Nothing: everything.")
    ] = None,
    format: Annotated[Format, typer.Option("--format", help="text, json, or markdown.")] = Format.text,
    solver: Annotated[Solver, typer.Option("--solver", help="z3, cvc5, or both.")] = Solver.both,
    quick: Annotated[bool, typer.Option("--quick", help="z3 alone, without the matrix and coq.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="List the propositions; decide nothing.")] = False,
    without: Annotated[
        list[str] | None,
        typer.Option("--without", help="Drop a hypothesis: print and execute the counterexample; repeatable."),
    ] = None,
    write: Annotated[bool, typer.Option("--write", help="Write certificates, matrix and table.")] = False,
    save_proofs: Annotated[
        Path | None, typer.Option("--save-proofs", help="A folder for cvc5's proofs of the unsatisfiable queries.")
    ] = None,
) -> None:
    """Decide the propositions about the rung and the pipeline, each with every hypothesis dropped in turn.

    Exit 0: all as expected; 1: something is not; 2: unusable input, or no solver installed.

    Example: `python -m proofs P1.2 --without fail-open`
    """
    missing = [name for name in ("z3", "cvc5") if find_spec(name) is None]
    if missing:
        raise _unusable(f"{' and '.join(missing)} not installed: {INSTALL}")
    from proofs import propositions
    from proofs import run as runs
    from proofs.report import carriers, console, details, record, table
    from proofs.report import markdown as as_markdown
    from proofs.report import without as drop

    names = [id for id in ids or [] if id.lower() not in ("matrix", "coq")]
    parts = {id.lower() for id in ids or []} & {"matrix", "coq"}
    chosen, unknown = runs.choose(names)
    if unknown:
        raise _unusable(f"no such proposition: {', '.join(unknown)}; python -m proofs --list names them all")
    if parts and not names:
        chosen = {}
    if "coq" in parts and which("coqc") is None:
        raise _unusable("coqc not installed: apt-get install coq")
    out = console()
    if listed:
        for file, its in chosen.items():
            typer.echo(f"{its.id:6} {its.sentence}  [{', '.join(p.name for p in its.premises)}]  {file}.py")
        raise typer.Exit
    if without and (format is not Format.text or solver is not Solver.both or quick or write or save_proofs):
        raise _unusable("--without prints what z3 finds, as text: it goes with ids, and with no other option")
    if without:
        having = {f: p for f, p in chosen.items() if set(without) <= {premise.name for premise in p.premises}}
        if not having:
            every = sorted({premise.name for its in chosen.values() for premise in its.premises})
            raise _unusable(f"no proposition asked for assumes {' and '.join(without)}; assumed: {', '.join(every)}")
        fine = True
        for its in having.values():
            lines, as_expected = drop(its, *without)
            fine = fine and as_expected
            typer.echo("\n".join([f"{its.id}  {its.sentence}", *(f"  {line}" for line in lines), ""]))
        raise typer.Exit(0 if fine else 1)

    whole = not ids
    with_matrix, with_mirror = (whole and not quick) or "matrix" in parts, (whole and not quick) or "coq" in parts
    asked = "z3" if quick else solver.value
    report = runs.run(chosen, asked, with_matrix=with_matrix, with_mirror=with_mirror)
    if whole:
        report.problems += propositions.not_run()
    fresh = whole and asked != "cvc5"
    if write and report.as_expected:
        typer.echo(f"{runs.write(report, fresh)} files written", err=True)
    elif write:
        typer.echo("nothing written: not everything is as expected", err=True)
    report.problems += runs.stale(report, fresh)
    if save_proofs is not None:
        saved, trusting = runs.save_proofs(report, save_proofs)
        held = f"; with a step on trust: {', '.join(trusting)}" if trusting else "; none holds a step on trust"
        typer.echo(f"{saved} proofs saved in {save_proofs}{held}", err=True)

    results = [result for _, result in report.results]
    mirror, cells = report.mirror, report.matrix
    versions = {name: version(name) for name in ("z3-solver", "cvc5")} | {"python": platform.python_version()}
    if format is Format.json:
        found = {
            "as_expected": report.as_expected,
            "propositions": [record(result, file) for file, result in report.results],
            "matrix": cells
            and {"cells": len(cells.cells), "replayed": cells.replays, "problems": list(cells.problems)},
            "coq": mirror and {"result": mirror[0], "about": mirror[1]},
            "problems": report.problems,
            "versions": versions,
            "seconds": round(report.seconds, 3),
            "processor_seconds": round(report.processor_seconds, 3),
        }
        typer.echo(json.dumps(found, indent=1))
    elif format is Format.markdown:
        typer.echo(as_markdown(report.results), nl=False)
    else:
        if results:
            out.print(table(results))
        fine = True
        for file, its in chosen.items() if names else ():
            lines, as_expected = details(its, sys.modules[f"{propositions.__name__}.{file}"].__doc__)
            fine = fine and as_expected
            typer.echo("\n".join(lines) + "\n")
        if not fine:
            report.problems.append("a hypothesis is not what its file says: see above")
        counts = [f"{sum(r.got == got for r in results)} {got}" for got in dict.fromkeys(r.got for r in results)]
        wrong = sum(bool(result.problems) for result in results)
        by_definition = sum(r.got == "proved" and r.proposition.kind == "definitional" for r in results)
        queries, replays = sum(len(r.certificates) for r in results), sum(r.replays for r in results)
        if results:
            typer.echo(
                f"{len(results)} propositions: {', '.join(counts)}; {len(results) - wrong} as expected, {wrong} not. "
                f"Of those proved, {by_definition} are true by definition: no findings. "
                f"{queries} queries, {replays} observations of the running code."
            )
        if cells:
            typer.echo(f"matrix: {len(cells.cells)} cells decided, {cells.replays} observations of the running code.")
        if mirror:
            about = f"{len(mirror[1])} theorems that assume nothing" if mirror[0] == "proved" else "; ".join(mirror[1])
            typer.echo(f"coq: {mirror[0]}: {about}")
        if quick:
            typer.echo("left out by --quick: cvc5, the matrix, coq")
        if whole:
            typer.echo("\n" + "\n".join(carriers(results)) + "\n")
        said = ", ".join(f"{name} {number}" for name, number in versions.items())
        typer.echo(f"{report.seconds:.1f} s, {report.processor_seconds:.1f} s of processor time; {said}")
    for problem in report.problems:
        typer.echo(f"NOT AS EXPECTED: {problem}", err=True)
    if not report.as_expected:
        raise typer.Exit(1)


def main() -> None:
    """Run the command line."""
    app = typer.Typer(pretty_exceptions_enable=False, add_completion=False, rich_markup_mode="markdown")
    app.command()(prove)
    app(prog_name="python -m proofs")


if __name__ == "__main__":
    main()
