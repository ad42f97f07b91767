"""Documents to tools: whose listing each is, its tools, and whether the listing is whole (RR-L.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from rung.dialects.host import Host
from rung.dialects.hosts import HOSTS, LISTINGS, listing_host
from rung.dialects.listing import Entries, Entry, Listed, Place, lists_at
from rung.explain import shown_name
from rung.pointer import pointer
from rung.schema import Problem
from rung.value import Value


@dataclass(frozen=True, slots=True)
class Document:
    """A document that lists tools, and the name of its file where there are several."""

    value: Value
    source: str | None = None


def tools_of(documents: Sequence[Document], dialect: str | None = None) -> tuple[list[Entry], bool]:
    """Return the tools and problems of the documents, in order, and whether all documents are listings.

    Problems of several files say which. What is no listing has no tools to load, and none to leave out.

    Each document is of one dialect: the one given, or the one that its entries are written in. Errors:
    :class:`ValueError` for the name of no dialect.
    """
    given = None if dialect is None else listing_host(dialect)
    known = [_unwrapped(document.value, given) for document in documents]
    found: list[Entry] = []
    readable = True
    for i, (document, answer) in enumerate(zip(documents, known, strict=True)):
        if isinstance(answer, Problem):
            found.append(in_file(answer, document.source))
            readable = False
            continue
        host, entries = answer
        found += [in_file(problem, document.source) for problem in entries.problems]
        found += [
            _from(entry, document.source)
            for j, (value, at) in enumerate(entries.found)
            for entry in host.lists.tools(value, Place(f"#{j}", at))  # type: ignore[union-attr]
        ]
        if entries.more_at is not None and not _continues(known, i + 1, host):
            # RR-L.3 "A listing whose last page names a next cursor is not whole."
            said = "the last page given says that more tools follow"
            advice = "give the pages after it too, in order"
            found.append(in_file(Problem("RR-L.3", None, entries.more_at, "nextCursor", said, advice), document.source))
    return found, readable


def _continues(known: Sequence[tuple[Host, Entries] | Problem], index: int, host: Host) -> bool:
    """Return whether the document at ``index`` is a page of the host's."""
    if index >= len(known):
        return False
    answer = known[index]
    return not isinstance(answer, Problem) and answer[0] is host and answer[1].wrapped


def in_file(problem: Problem, source: str | None) -> Problem:
    """Return the problem, saying the file where there is one to say."""
    return problem if source is None else replace(problem, said=f"in {shown_name(source)}: {problem.said}")


def _from(entry: Entry, source: str | None) -> Entry:
    if isinstance(entry, Listed):
        return replace(entry, source=source, faults=tuple([in_file(fault, source) for fault in entry.faults]))
    return in_file(entry, source)


#: Where documents hold tools, of whatever host.
_PLACES: Final = (
    ("tools",),
    ("result", "tools"),
    ("toolConfig", "tools"),
    ("functionDeclarations",),
    ("function_declarations",),
    ("functions",),
)


# Whose listing --------------------------------------------------------------------------------------------------------
def _unwrapped(document: Value, given: Host | None) -> tuple[Host, Entries] | Problem:
    """Return the host of a document, and its entries."""
    if given is not None:
        entries = given.lists.unwrap(document)  # type: ignore[union-attr]
        if isinstance(entries, Entries):
            return given, entries
        # RR-L.3: A document that is not a known registry shape, a tool without exactly one string name, and a tool
        # without a schema are refused.
        said, advice = f"this is no listing of {given.name}: {entries}", "correct it, or name another dialect"
        return Problem("RR-L.3", None, "", None, said, advice)
    if places := _places(document):
        said = "this is no one listing: there are tools at " + " and ".join(places)
        return Problem("RR-L.3", None, "", None, said, "load each apart, or name the dialect")
    tried = {name: HOSTS[name].lists.unwrap(document) for name in LISTINGS}  # type: ignore[union-attr]
    known = {name: entries for name, entries in tried.items() if isinstance(entries, Entries)}
    empty = [name for name, entries in known.items() if not entries.found]
    if empty and len(empty) == len(known):
        return HOSTS[empty[0]], known[empty[0]]
    for kind in ("marks", "hints"):
        telling = {name: _first(kind, name, entries) for name, entries in known.items()}
        by = {name: place for name, place in telling.items() if place is not None}
        if len(by) == 1:
            (name,) = by
            return HOSTS[name], known[name]
        if by:
            said = "this is no one host's listing: " + ", ".join(f"{at} is of {name}" for name, at in by.items())
            return Problem("RR-L.3", None, "", None, said, "load each host's apart, or name the dialect")
    reasons = [
        f"{name}: " + (reason if isinstance(reason, str) else f"no entry has {HOSTS[name].lists.wants}")  # type: ignore[union-attr]
        for name, reason in tried.items()
    ]
    said = "this is no known listing of tools (" + "; ".join(reasons) + ")"
    return Problem("RR-L.3", None, "", None, said, "write an MCP tools/list result, or name the dialect")


def _places(document: Value) -> list[str]:
    """Return where tools are, if a document, or a page of it, has them in several places: some would be lost."""
    pages = [(f"/{i}", page) for i, page in enumerate(document)] if type(document) is list else [("", document)]
    for at, page in pages:
        found = lists_at(page, _PLACES)
        # Two spellings of one word are one place, which is Gemini's to refuse.
        if len({"/".join(path).replace("_d", "D") for path in found}) > 1:
            return [at + pointer(path) for path in found]
    return []


def _first(kind: str, name: str, entries: Entries) -> str | None:
    """Return the place of the first entry that tells of the host, if one does."""
    tells = getattr(HOSTS[name].lists, kind)
    return next((at for value, at in entries.found if type(value) is dict and tells(value, entries.wrapped)), None)
