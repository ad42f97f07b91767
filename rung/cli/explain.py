"""``rung explain``: what a clause says, where that comes from, and what fails it."""

from __future__ import annotations

from difflib import get_close_matches
from itertools import groupby
from typing import Annotated, Final

import typer

from rung.clauses import Clause, load
from rung.cli.choices import clause_ids
from rung.cli.examples import EXAMPLES, Run, run
from rung.cli.output import Output, finish, unusable
from rung.explain import quoted

#: What the kinds of clauses mean.
_KINDS: Final = {
    "definitional": "true by how the rung is defined",
    "behaviour": "what the implementation must do",
    "assumed": "an assumption about the world",
}

#: How much of an example's line is shown.
_LONGEST: Final = 300

#: The classes that are no group of their own, and the clause that defines each.
_CLASSES: Final = {"RR-H4": "RR-P.11", "RR-H5": "RR-P.12"}


def explain(
    clause: Annotated[
        str | None,
        typer.Argument(
            metavar="CLAUSE",
            help="A clause, as a verdict names it: RR-H2.1, or H2.1; or a group: H2. Without it, all are listed.",
            autocompletion=clause_ids,
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--list", help="List all clauses with their sentences.")] = False,
) -> None:
    """Explain a clause: its sentence, its source, an example that fails it and the nearest one that passes.

    The examples are run while you wait: what is printed is what the rung says of them.

    Example: `rung explain RR-H2.1`
    """
    if clause is not None and every:
        unusable("--list: it lists all clauses; leave it out, or the clause")
    finish(lambda: _run(clause))


def _run(given: str | None) -> int:
    known = load()
    if given is None:
        _list(Output(), list(known.values()))
        return 0
    wanted = given.upper()
    wanted = wanted if wanted.startswith("RR-") else f"RR-{wanted}"
    wanted = _CLASSES.get(wanted, wanted)
    group = [clause for clause in known.values() if f"RR-{clause.group}" == wanted]
    if group:
        _list(Output(), group)
    elif wanted in known:
        _explain(Output(), known[wanted])
    else:
        near = get_close_matches(wanted, known, 3)
        meant = f"; close to it: {', '.join(near)}" if near else ""
        unusable(f"no clause is called {quoted(given)}{meant}; rung explain --list names all")
    return 0


def _list(out: Output, clauses: list[Clause]) -> None:
    width = max(len(clause.id) for clause in clauses)
    for (group, title), members in groupby(clauses, lambda clause: (clause.group, clause.title)):
        out.write(f"{group}: {title}", "heading")
        for clause in members:
            out.write(f"  {clause.id.ljust(width)}  {clause.sentence}")


def _explain(out: Output, clause: Clause) -> None:
    out.write(f"{clause.id}: {clause.sentence}", "heading")
    if clause.detail:
        out.write(clause.detail)
    out.write("")
    out.write(f"group:    {clause.group}, {clause.title}")
    out.write(f"kind:     {clause.kind}, {_KINDS[clause.kind]}")
    out.write(f"source:   {clause.source}")
    if clause.rejected:
        out.write(f"{'refused: ' if clause.group == 'L' else 'rejected:'} {clause.rejected}")
        out.write(f"allowed:  {clause.allowed}")
    if clause.id not in EXAMPLES:
        out.write("example:  none that can be run here")
    else:
        fails, passes = run(EXAMPLES[clause.id])
        for title, case in (("This fails it, run now:", fails), ("Its nearest twin passes:", passes)):
            out.write("")
            _show(out, title, case)


def _show(out: Output, title: str, case: Run) -> None:
    out.write(title, "heading")
    for label, text in case.lines:
        out.write(f"  {label}: {text if len(text) <= _LONGEST else text[:_LONGEST] + '...'}")
    out.write(f"  -> {case.said}", "allow" if case.clause is None else "reject")
