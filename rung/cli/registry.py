"""``rung registry``: what a registry is to the rung, and the same registry for another host."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from rung.cli.choices import Format, ListingDialect, among
from rung.cli.loading import load, load_or_stop, named, refused, with_room
from rung.cli.output import Output, finish, tell, unusable
from rung.dialects import Loss, export
from rung.explain import quoted, shown_name
from rung.export import closed_schema, exact_text
from rung.models import RegistryReport, ToolReport
from rung.registry import Registry, RegistryError
from rung.schema import Problem
from rung.value import Value


def registry(
    files: Annotated[
        list[Path],
        typer.Argument(readable=False, metavar="FILE", help="The registry's files, in order; - reads standard input."),
    ],
    dialect: Annotated[
        ListingDialect | None,
        typer.Option(
            "--dialect", metavar="HOST", help=f"Whose listing it is, where it does not tell. {among(ListingDialect)}"
        ),
    ] = None,
    quarantine: Annotated[
        bool, typer.Option("--quarantine", help="Leave out the tools that have problems, and load the rest.")
    ] = False,
    annotation: Annotated[
        list[str] | None,
        typer.Option("--annotation", metavar="WORD", help="A schema word to accept as harmless; repeatable."),
    ] = None,
    to: Annotated[
        ListingDialect | None,
        typer.Option("--to", metavar="HOST", help="Print it as this host's listing; the hosts are the same."),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="With --to openai-*: say strict of every tool that is fit for it.")
    ] = False,
    closed_schemas: Annotated[
        bool,
        typer.Option("--closed-schemas", help="Print a list of tools with closed JSON Schemas, for other validators."),
    ] = False,
    format: Annotated[Format, typer.Option("--format", help="text, or json: one object.")] = Format.text,
) -> None:
    """Show what was loaded of a registry, and every problem; or write it for another host.

    Exit 0: loaded, 2: refused, a file that cannot be read, or output that cannot be written.

    Example: `rung registry tools.json`

    For another host: `rung registry tools.json --to gemini`
    """
    if to is not None and closed_schemas:
        unusable("--to, --closed-schemas: one document at a time; give one of them")
    if (to is not None or closed_schemas) and format is Format.json:
        unusable("--format json: --to and --closed-schemas print a document of their own; leave it out")
    if strict and (to is None or not to.value.startswith("openai-")):
        unusable("--strict: only OpenAI's listings say it; give --to openai-chat or --to openai-responses")
    source = Source(files, dialect, quarantine, annotation or [])
    finish(lambda: _run(source, to, strict, closed_schemas, format))


class Source:
    """Where a registry comes from, and how it is to be loaded."""

    def __init__(
        self, files: Sequence[Path], dialect: ListingDialect | None, quarantine: bool, annotations: Sequence[str]
    ) -> None:
        self.files = files
        self.options = (dialect, quarantine, annotations)


def _run(source: Source, to: ListingDialect | None, strict: bool, closed_schemas: bool, format: Format) -> int:
    out = Output()
    if to is not None:
        return _export(out, source, to.value, strict)
    return _closed(out, source) if closed_schemas else _report(out, source, format)


# The report -----------------------------------------------------------------------------------------------------------
def _report(out: Output, source: Source, format: Format) -> int:
    loaded: Registry | None = None
    problems: Sequence[Problem]
    try:
        loaded = load(source.files, *source.options)
        problems = loaded.problems
    except RegistryError as error:
        problems = error.problems
    report = with_room(lambda: RegistryReport.of(loaded, problems, [str(file) for file in source.files]))
    if format is Format.json:
        out.write(json.dumps(report.model_dump()))
    else:
        _print(out, report)
    if loaded is None:
        unusable(refused(source.files, problems))
    return 0


def _print(out: Output, report: RegistryReport) -> None:
    for tool in report.tools:
        out.write(_line(tool))
    for problem in report.problems:
        out.write(f"problem: {problem.message}", "reject")
    if not report.loaded:
        return
    dialects = Counter(tool.dialect for tool in report.tools)
    out.write(f"tools: {len(report.tools)}" + (f" ({_listed(dialects)})" if dialects else ""))
    open_roots = sum(tool.open for tool in report.tools)
    out.write(f"open roots: {open_roots}" + (", where no undeclared key is rejected (RR-H2.1)" if open_roots else ""))
    out.write(f"keywords: {_listed(report.keywords) or 'none'}")
    if report.problems:
        out.write(f"problems: {len(report.problems)}, so tools were left out: they are not callable")
    out.write(f"registry: {report.registry}")


def _listed(counts: Counter[str] | dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())


def _line(tool: ToolReport) -> str:
    """Return what a call of a tool may hold, in one line."""
    parts = []
    if tool.required:
        parts.append("required " + ", ".join(map(quoted, tool.required)))
    if tool.optional:
        parts.append("optional " + ", ".join(map(quoted, tool.optional)))
    if tool.families:
        parts.append("keys that match " + ", ".join(map(quoted, tool.families)))
    if tool.open:
        parts.append("any other key")
    keys = "; ".join(parts) or "takes no arguments"
    where = f" (at {', '.join(tool.open_at)})" if tool.open_at else ""
    server = "" if tool.server is None else shown_name(tool.server) + " "
    return f"{server}{shown_name(tool.name)}: {keys}{where}"


# Documents ------------------------------------------------------------------------------------------------------------
def _export(out: Output, source: Source, dialect: str, strict: bool) -> int:
    loaded = load_or_stop(source.files, *source.options)

    def written() -> tuple[str, list[Loss]]:
        document, losses = export(loaded, dialect, strict=strict)
        return exact_text(document), losses

    text, losses = with_room(written)
    out.write(text)
    for loss in losses:
        tell(loss.message)
    left_out = sum(loss.said.endswith("left out") for loss in losses)
    said = f"{len(loaded.tools) - left_out} of {len(loaded.tools)} tools written"
    tell(f"{named(source.files)}: {said}; cannot be said in {dialect}: {len(losses) or 'nothing'}")
    return 0


def _closed(out: Output, source: Source) -> int:
    loaded = load_or_stop(source.files, *source.options)
    out.write(with_room(lambda: exact_text([_closed_tool(loaded, key) for key in loaded.tools])))
    return 0


def _closed_tool(loaded: Registry, key: str | tuple[str, str]) -> dict[str, Value]:
    server, name = (None, key) if isinstance(key, str) else key
    named_by = {"name": name} if server is None else {"name": name, "server": server}
    return {**named_by, "inputSchema": closed_schema(loaded.signatures[key])}
