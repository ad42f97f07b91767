"""What a run prints: the table, what each proposition rests on, and what happens without it."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any, Final

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from proofs.kit import PROVED, Proposition, Result, mismatches
from proofs.solver import SAT, UNSAT, Model, ask
from rung.clauses import load

#: What the case of Prop. 1 is, in words.
CASE: Final = "the case: the name that is called is not in the registry."

#: Where the order of rung and gate matters to a fabricated call, by P1.3, P1.4, P1.5 and P1.11.
ORDERING: Final = (
    "So the order matters where two things meet: a gate that does not decide on absence (strict-gate), and",
    "an executor that then runs the call at once (bypass). Under fail-open-skip, rung and gate in either",
    "order execute the same calls (P1.4); under fail-closed, a strict gate blocks the call by itself (P1.5);",
    "and a gate that enforces membership blocks it by itself under every policy (P1.11).",
)

#: How wide a table is where nobody says how wide the page is.
WIDTH: Final = 140


def console() -> Console:
    """Return where to print: a terminal as it is, and a page of fixed width elsewhere."""
    return Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False, soft_wrap=False)


def table(results: Iterable[Result]) -> Table:
    """Return the table of results."""
    found = Table("id", "proposition", "kind", "expected", "got", "solvers", "ms", expand=True, show_lines=True)
    found.columns[1].ratio = 1
    for result in results:
        its = result.proposition
        sentence = [escape(its.sentence) if its.expected == PROVED else f"NOT: {escape(its.sentence)}"]
        sentence += [f"[green]rests on:[/] {', '.join(result.load_bearing)}"] if result.load_bearing else []
        sentence += [f"[yellow]idle:[/] {', '.join(result.idle)}"] if result.idle else []
        sentence += [f"[bold red]{escape(problem)}[/]" for problem in result.problems]
        got = f"[red]{result.got}[/]" if result.problems else result.got
        milliseconds = f"{1000 * result.seconds:.0f}"
        row = (its.id, "\n".join(sentence), its.kind, its.expected, got, "\n".join(result.solvers), milliseconds)
        found.add_row(*row)
    return found


def without(proposition: Proposition, *names: str) -> tuple[list[str], bool]:
    """Return what becomes of a claim without some of its hypotheses, in words, and whether that is as expected.

    A counterexample is built from the model and executed on the real pipeline. What several idle hypotheses are
    together, no file says: either answer is right.
    """
    dropped = " and ".join(names)
    if proposition.expected != PROVED:
        return [f"The claim is false with {dropped}, too: without it, nothing is to be learned."], True
    expected = any(premise.load_bearing for premise in proposition.premises if premise.name in names)
    answer, model = ask(proposition.without(*names))
    if answer == UNSAT:
        return [f"Without {dropped} the claim still holds: idle."], not expected
    expected = expected or len(names) > 1
    if answer != SAT:
        return [f"Without {dropped} nothing is known: {answer}."], False
    count, wrong = mismatches(proposition.observed, model)
    lines = [f"Without {dropped} the claim FAILS. A counterexample, built from the model and executed:"]
    lines += [f"  {line}" for line in _words(proposition, model)]
    lines += [f"  MISMATCH {line}" for line in wrong] or [f"  (The code did what the model says, in {count} respects.)"]
    return lines, expected and not wrong and count > 0


def _words(proposition: Proposition, model: Model | None) -> list[str]:
    """Return what a model describes: each call once, with all that became of it."""
    if model is None:
        return ["There is none."]
    found: dict[str, dict[str, None]] = {}
    for observation in proposition.observed:
        call, *facts = observation.describe(model)
        found.setdefault(call, {}).update(dict.fromkeys(facts))
    return [line for call, facts in found.items() for line in (call, *(f"  {fact}" for fact in facts))]


def details(proposition: Proposition, doc: str | None = None) -> tuple[list[str], bool]:
    """Return a proposition hypothesis by hypothesis: what each says, and what happens without it.

    ``doc`` is the docstring of its file, which says what is assumed and proved in words.
    """
    lines = [f"{proposition.id}  {proposition.sentence}", f"    {proposition.kind}; source: {proposition.source}"]
    lines += [f"    {line}" for line in (doc or "").splitlines()[2:] if not line.startswith("Source:")]
    if proposition.expected != PROVED:
        lines += ["  This is false. A counterexample, built from the model and executed:"]
        answer, model = ask(proposition.without())
        return [*lines, *(f"    {line}" for line in _words(proposition, model))], answer == SAT
    fine = True
    for premise in proposition.premises:
        said = " ".join(f"{id}: {load()[id].sentence}" for id in premise.clause.split())
        found, as_expected = without(proposition, premise.name)
        fine = fine and as_expected
        kind = "hypothesis" if premise in proposition.hypotheses else "case"
        lines += [f"  {kind} {premise.name}  ({said})", *(f"    {line}" for line in found)]
    if not proposition.premises:
        lines += ["  It assumes nothing."]
    covered = ", ".join(situation.name for situation in proposition.covers)
    lines += [f"  All of it is possible in each of these situations: {covered}."] if covered else []
    return lines, fine


def carriers(results: Iterable[Result]) -> list[str]:
    """Return what Prop. 1 of the paper rests on, hypothesis by hypothesis, in the words of their clauses."""
    every = {result.proposition.id: result for result in results}
    lines = ["What carries Prop. 1 of the paper:"]
    for result in (every[id] for id in ("P1.2", "P1.3") if id in every):
        its, needed = result.proposition, result.load_bearing
        lines += [f"  {its.id} {its.sentence}"]
        lines += [f"  It holds if all of these do, and fails without any one of them: {', '.join(needed)}."]
        for premise in (premise for premise in its.premises if premise.name in needed):
            said = " ".join(load()[id].sentence for id in premise.clause.split())
            lines += [f"    {premise.name}: {said if premise in its.hypotheses else CASE}"]
    if all(id in every and not every[id].problems for id in ("P1.3", "P1.4", "P1.5", "P1.11")):
        lines += [f"  {line}" for line in ORDERING]
    return [*lines, "  See each of them fail, executed: python -m proofs P1.2 P1.3"]


def record(result: Result, file: str) -> dict[str, Any]:
    """Return a result for ``--format json``."""
    its = result.proposition
    return {
        "id": its.id,
        "sentence": its.sentence,
        "source": its.source,
        "kind": its.kind,
        "file": f"proofs/propositions/{file}.py",
        "expected": its.expected,
        "got": result.got,
        "as_expected": not result.problems,
        "hypotheses": [{"name": premise.name, "clauses": premise.clause.split()} for premise in its.premises],
        "covers": [situation.name for situation in its.covers],
        "load_bearing": list(result.load_bearing),
        "idle": list(result.idle),
        "solvers": list(result.solvers),
        "queries": len(result.certificates),
        "replayed": result.replays,
        "seconds": round(result.seconds, 4),
        "problems": list(result.problems),
    }


def markdown(results: Iterable[tuple[str, Result]]) -> str:
    """Return the table of results for docs/proofs.md. It holds nothing that differs from run to run."""
    lines = ["| id | proposition | kind | result | rests on | idle |", "|---|---|---|---|---|---|"]
    for file, result in results:
        its = result.proposition
        names = [", ".join(f"`{name}`" for name in found) or "-" for found in (result.load_bearing, result.idle)]
        sentence = its.sentence if its.expected == PROVED else f"*Not:* {its.sentence}"
        link = f"[{its.id}](../proofs/propositions/{file}.py)"
        lines.append(f"| {link} | {sentence} | {its.kind} | {result.got} | {names[0]} | {names[1]} |")
    return "\n".join(lines) + "\n"
