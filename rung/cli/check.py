"""``rung check``: one verdict for each call, in order."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Annotated, Any, Final, TextIO, cast

import typer

from rung import verdict as verdicts
from rung.cli.choices import CallDialect, Format, ListingDialect, Profile, ReplyHost, among
from rung.cli.lines import Line, lines
from rung.cli.loading import load_or_stop
from rung.cli.output import Output, Progress, finish, tell, unusable
from rung.dialects import Call, CallFault, read_calls
from rung.models import VerdictRecord
from rung.registry import Registry
from rung.reply import CallId, error_result
from rung.text import Limits, TextFault, members
from rung.verdict import Verdict

#: How much of a file is read ahead; of a pipe, no more than stands ready.
_BUFFER: Final = 1 << 18

#: The dialects whose calls stand in an object of their own, where the id may be a number that JSON-RPC wants back.
_OWN_ID: Final = ("mcp", "bare")


@dataclass(frozen=True, slots=True)
class Judged:
    """One call: its line, which of the line's calls it is, what was read there (None: too long), and its verdict."""

    line: Line
    position: int
    of: int
    call: Call | CallFault | None
    verdict: Verdict

    @property
    def place(self) -> str:
        """The line, and the call where the line has several."""
        return f"line {self.line.number}" + (f" call {self.position}" if self.of > 1 else "")


@dataclass(frozen=True, slots=True)
class Options:
    """How calls are read, judged and answered."""

    profile: str
    format: Format
    dialect: str | None
    whole: bool
    host: str | None
    suggest: bool


def check(
    calls: Annotated[
        str, typer.Argument(help="A file of calls, one JSON object a line; - reads standard input.", metavar="CALLS")
    ],
    registry: Annotated[
        list[Path],
        typer.Option(
            "--registry", "-r", readable=False, metavar="FILE", help="The tools that exist; repeatable: one registry."
        ),
    ],
    dialect: Annotated[
        ListingDialect | None,
        typer.Option(
            "--dialect",
            metavar="HOST",
            help=f"Whose listing the registry is, where it does not tell. {among(ListingDialect)}",
        ),
    ] = None,
    call_dialect: Annotated[
        CallDialect | None,
        typer.Option(
            "--call-dialect",
            metavar="HOST",
            help=f"Whose calls these are, where they do not tell. {among(CallDialect)}",
        ),
    ] = None,
    whole: Annotated[
        bool, typer.Option("--whole", help="CALLS is one JSON text over any number of lines, such as a response.")
    ] = False,
    profile: Annotated[
        Profile, typer.Option(help="top closes the arguments object; deep closes nested objects too.")
    ] = Profile.top,
    format: Annotated[
        Format | None, typer.Option("--format", help="text, the default, or json: one object a line.")
    ] = None,
    reply: Annotated[
        ReplyHost | None,
        typer.Option(
            "--reply",
            metavar="HOST",
            help=f"Print no verdicts but, for each rejected call, this host's error result. {among(ReplyHost)}",
        ),
    ] = None,
    suggest: Annotated[
        bool, typer.Option("--suggest", help="With --reply: add the closest spellings, marked as a guess.")
    ] = False,
    quarantine: Annotated[
        bool, typer.Option("--quarantine", help="Leave out the tools that have problems, and load the rest.")
    ] = False,
    annotation: Annotated[
        list[str] | None,
        typer.Option("--annotation", metavar="WORD", help="A schema word to accept as harmless; repeatable."),
    ] = None,
) -> None:
    """Judge calls against a registry: one verdict for each call, in order.

    A line is a call, `{"name", "arguments"}`, or a host's response with any number of them.

    Exit 0: all allowed, 1: some rejected, 2: a file that cannot be opened, a registry that is refused, no calls at all,
    or output that cannot be written.

    Example: `rung check --registry tools.json calls.jsonl`

    For a model to read: `rung check -r tools.json --reply anthropic --whole response.json`
    """
    if suggest and reply is None:
        unusable("--suggest: the guess is part of a reply; give --reply too")
    if reply is not None and format is Format.text:
        unusable("--format text: a reply is JSON; leave it out, or write --format json for records with the reply")
    if calls == "-" and any(str(file) == "-" for file in registry):
        unusable("-: standard input is the calls or the registry, not both")
    options = Options(
        profile.value,
        format or Format.text,
        None if call_dialect is None else call_dialect.value,
        whole,
        None if reply is None else reply.value,
        suggest,
    )
    finish(lambda: _run(calls, options, registry, dialect, quarantine, annotation or []))


def _run(
    calls: str,
    options: Options,
    files: Sequence[Path],
    dialect: ListingDialect | None,
    quarantine: bool,
    annotations: Sequence[str],
) -> int:
    out = Output()
    registry = load_or_stop(files, dialect, quarantine, annotations)
    counts: Counter[str] = Counter()
    remarks = Remarks(Progress("calls"))
    with _open(calls) as stream:
        for line in _filled(_lines(stream, options.whole, registry.limits.text_bytes), calls, counts):
            every = _judge(registry, line, options)
            counts["silent"] += not every
            for judged in every:
                counts[judged.verdict.code or judged.verdict.verdict] += 1
                remarks.on(judged, options)
                counts["unanswered"] += not _answer(out, judged, registry, options, remarks)
            remarks.progress.at(counts.total() - counts["blank"] - counts["silent"] - counts["unanswered"])
    remarks.progress.clear()
    return _summary(calls, counts, "one JSON text" if options.whole else "one JSON object a line")


def _summary(calls: str, counts: Counter[str], expected: str) -> int:
    """Tell how many calls got which verdict, and return the exit status."""
    by_code = {code: counts[code] for code in ("allow", "W", "H1", "H2", "H3") if counts[code]}
    beside = []
    if counts["blank"]:
        beside.append(f"{_counted(counts['blank'], 'blank line')} skipped")
    if counts["silent"]:
        beside.append(f"{_counted(counts['silent'], 'response')} without a call")
    said = f" ({', '.join(beside)})" if beside else ""
    if not by_code:
        silent = f"; {beside[-1]}" if counts["silent"] else ""
        unusable(f"{calls}: no calls; expected {expected}{silent}")
    total = sum(by_code.values())
    tell(f"{_counted(total, 'call')}: " + ", ".join(f"{count} {code}" for code, count in by_code.items()) + said)
    if counts["unanswered"]:
        unusable(f"{_counted(counts['unanswered'], 'rejected call')} without a reply")
    return 0 if counts["allow"] == total else 1


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


# Reading --------------------------------------------------------------------------------------------------------------
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


def _lines(stream: IO[bytes], whole: bool, longest: int) -> Iterator[Line]:
    if not whole:
        yield from lines(stream, longest)
    elif content := stream.read(longest + 1):
        yield Line(1, content if len(content) <= longest else None)


def _filled(every: Iterator[Line], calls: str, counts: Counter[str]) -> Iterator[Line]:
    """Yield the lines that hold more than JSON's white space, counting the others as blank."""
    try:
        for line in every:
            if line.content is not None and not line.content.strip(b" \t\r\n"):
                counts["blank"] += 1
            else:
                yield line
    except OSError as error:
        unusable(f"{calls}: {error.strerror}; the calls from here on are not answered")


def _judge(registry: Registry, line: Line, options: Options) -> list[Judged]:
    """Return the verdict on each call of a line: a line that is no call is RR-W.8, one too long to hold RR-W.6."""
    profile = options.profile
    if line.content is None:
        said = f"expected at most {registry.limits.text_bytes} bytes in a line, found more"
        return [Judged(line, 1, 1, None, verdicts.malformed("RR-W.6", said, None, profile, registry.digest))]
    found = read_calls(line.content, options.dialect, registry.limits)
    every = []
    for i, call in enumerate(found, 1):
        if isinstance(call, CallFault):
            verdict = verdicts.malformed(call.clause, call.message, None, profile, registry.digest)
        else:
            verdict = registry.resolve_text(call.name, call.arguments, server=call.server, profile=profile)
        every.append(Judged(line, i, len(found), call, verdict))
    return every


# Answering ------------------------------------------------------------------------------------------------------------
def _answer(out: Output, judged: Judged, registry: Registry, options: Options, remarks: Remarks) -> bool:
    """Print what is asked for of one call; return whether that was all of it."""
    reply = None
    verdict = judged.verdict
    if options.host is not None and not verdict.allowed:
        try:
            reply = _reply(judged, registry, options.host, options.suggest)
        except ValueError as error:
            remarks.tell(f"{judged.place}: no {options.host} reply: {error}")
    if options.format is Format.json:
        position = judged.position if judged.of > 1 else None
        id = None if judged.call is None else judged.call.id
        out.write(VerdictRecord.of(verdict, judged.line.number, call=position, id=id, reply=reply).text)
    elif options.host is None:
        out.write(f"{judged.place}: {verdict.message}", verdict.verdict)
    elif reply is not None:
        out.write(json.dumps(reply))
    return reply is not None or options.host is None or verdict.allowed


def _reply(judged: Judged, registry: Registry, host: str, suggest: bool) -> dict[str, Any]:
    """Return the host's error result. Errors: :class:`ValueError` where the call has no id that the host needs."""
    id = _id(judged)
    if id is None and host not in ("mcp", "gemini"):
        raise ValueError("the call has no id to answer to")
    server = judged.call.server if isinstance(judged.call, Call) else None
    reply = error_result(judged.verdict, host, id, suggest_from=registry if suggest else None, server=server)
    try:
        json.dumps(reply, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ValueError("a lone surrogate in its id or name, which no JSON text may hold") from None
    return reply


def _id(judged: Judged) -> CallId:
    """Return the id of a call as it came: where it stands beside the call, JSON-RPC's may be a number."""
    call, content = judged.call, judged.line.content
    if call is None or content is None or call.id is None or call.dialect not in _OWN_ID:
        return None if call is None else call.id
    text = content.decode("utf-8", "surrogateescape")
    outer = members(text, Limits(1 << 62))
    spans = [] if isinstance(outer, TextFault) else [text[one.start : one.end] for one in outer if one.key == "id"]
    return int(call.id) if spans == [call.id] and re.fullmatch(r"-?[0-9]{1,1000}", call.id) else call.id


class Remarks:
    """What is told while calls are judged, each thing once, and how far the work is."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self._told: set[str] = set()

    def tell(self, line: str) -> None:
        """Print one line for the person who runs this."""
        self.progress.clear()
        tell(line)

    def on(self, judged: Judged, options: Options) -> None:
        """Say what a person should know of a call beside its verdict."""
        call, content = judged.call, judged.line.content
        if isinstance(call, Call) and call.already_parsed:
            self._once(
                f"{judged.place}: LangChain parsed these arguments before: duplicate keys (RR-W.2) and numbers out of "
                "range (RR-W.4) cannot be seen; said once"
            )
        if (
            isinstance(call, CallFault)
            and content is not None
            and content.strip() in (b"{", b"[")
            and not options.whole
        ):
            self._once(
                f"{judged.place}: a JSON text that goes on over more lines is read as one with --whole; said once"
            )

    def _once(self, line: str) -> None:
        kind = line.partition(": ")[2]
        if kind not in self._told:
            self._told.add(kind)
            self.tell(line)
