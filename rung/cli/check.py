"""``rung check``: one verdict for each call, in order."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import IO, Annotated, Final, TextIO, cast

import typer

from rung import verdict as verdicts
from rung.cli.lines import Line, lines
from rung.cli.output import Output, tell, unusable
from rung.dialects import CallFault, read_call
from rung.models import VerdictRecord
from rung.registry import Registry, RegistryError
from rung.verdict import Verdict

#: How much of a file is read ahead; of a pipe, no more than stands ready.
_BUFFER: Final = 1 << 18


class Profile(StrEnum):
    """How far silence closes."""

    top = "top"
    deep = "deep"


class Format(StrEnum):
    """How verdicts are printed."""

    text = "text"
    json = "json"


def check(
    calls: Annotated[str, typer.Argument(help="A file of calls, one JSON object a line; - reads standard input.")],
    registry: Annotated[
        Path,
        typer.Option("--registry", readable=False, help="The tools that exist: an MCP tools/list, or a list."),
    ],
    profile: Annotated[
        Profile, typer.Option(help="top closes the arguments object; deep closes nested objects too.")
    ] = Profile.top,
    format: Annotated[Format, typer.Option("--format", help="text, or json: one object a line.")] = Format.text,
    quarantine: Annotated[
        bool, typer.Option("--quarantine", help="Leave out the tools that have problems, and load the rest.")
    ] = False,
    annotation: Annotated[
        list[str] | None, typer.Option("--annotation", help="A schema word to accept as harmless; repeatable.")
    ] = None,
) -> None:
    """Judge calls against a registry: one verdict for each call, in order.

    A call is `{"name", "arguments"}` or an OpenAI chat tool call. Exit 0: all allowed, 1: some rejected, 2: a file that
    cannot be opened, a registry that is refused, no calls at all, or output that cannot be written.

    Example: `rung check --registry tools.json calls.jsonl`
    """
    try:
        code = _run(calls, registry, profile, format, quarantine, annotation or [])
    except KeyboardInterrupt:
        # What was printed stands: a verdict is written as one whole line.
        code = 130
    raise typer.Exit(code)


def _run(calls: str, path: Path, profile: Profile, format: Format, quarantine: bool, annotations: list[str]) -> int:
    out = Output()
    registry = _load(path, quarantine, annotations)
    counts: Counter[str] = Counter()
    with _open(calls) as stream:
        for line in _filled(lines(stream, registry.limits.text_bytes), calls, counts):
            verdict = _judge(registry, line, profile.value)
            counts[verdict.code or verdict.verdict] += 1
            if format is Format.json:
                out.write(json.dumps(VerdictRecord.of(verdict, line.number).model_dump()))
            else:
                out.write(f"line {line.number}: {verdict.message}")
    blank = counts.pop("blank", 0)
    if not counts:
        unusable(f"{calls}: no calls; expected one JSON object a line")
    total = counts.total()
    by_code = ", ".join(f"{counts[code]} {code}" for code in ("allow", "W", "H1", "H2", "H3") if counts[code])
    skipped = f" ({blank} blank line{'' if blank == 1 else 's'} skipped)" if blank else ""
    tell(f"{total} call{'' if total == 1 else 's'}: {by_code}{skipped}")
    return 0 if counts["allow"] == total else 1


def _judge(registry: Registry, line: Line, profile: str) -> Verdict:
    """Return the verdict on one line: a line that is no call is RR-W.8, one too long to hold RR-W.6."""
    if line.content is None:
        said = f"expected at most {registry.limits.text_bytes} bytes in a line, found more"
        return verdicts.malformed("RR-W.6", said, None, profile, registry.digest)
    call = read_call(line.content, registry.limits)
    if isinstance(call, CallFault):
        return verdicts.malformed(call.clause, call.message, None, profile, registry.digest)
    return registry.resolve_text(call.name, call.arguments, server=call.server, profile=profile)


def _filled(every: Iterator[Line], calls: str, counts: Counter[str]) -> Iterator[Line]:
    """Yield the lines that hold more than JSON's white space, counting the others as blank."""
    try:
        for line in every:
            if line.content is not None and not line.content.strip(b" \t\r"):
                counts["blank"] += 1
            else:
                yield line
    except OSError as error:
        unusable(f"{calls}: {error.strerror}; the calls from here on are not answered")


def _load(path: Path, quarantine: bool, annotations: list[str]) -> Registry:
    try:
        loaded = Registry.load(path, quarantine=quarantine, annotations=annotations)
    except OSError as error:
        unusable(f"{path}: {error.strerror}; expected a file with a registry")
    except RegistryError as error:
        for problem in error.problems:
            tell(problem.message)
        count = len(error.problems)
        unusable(f"{path}: refused for {count} problem{'' if count == 1 else 's'}")
    for key, problems in loaded.quarantined.items():
        tell(f"quarantined {key if isinstance(key, str) else ' '.join(key)}")
        for problem in problems:
            tell(f"  {problem.message}")
    return loaded


def _open(calls: str) -> IO[bytes]:
    if calls == "-":
        # Python has no standard input if the process was started with it closed.
        if cast("TextIO | None", sys.stdin) is None:
            unusable("standard input: closed; expected calls, one JSON object a line")
        return sys.stdin.buffer
    try:
        return open(calls, "rb", buffering=_BUFFER)
    except OSError as error:
        unusable(f"{calls}: {error.strerror}; expected a file of calls, one JSON object a line")
