"""MCP: the result of ``tools/list``, in pages, and the request ``tools/call``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from rung.dialects.envelope import Answer, NoCall, Part
from rung.dialects.host import Calls, Host, Lists, Outgoing, Writes
from rung.dialects.listing import Entries, Entry, Place, flat, unwrapper
from rung.schema import Problem
from rung.value import Value

NAME: Final = "mcp"
_PAGE: Final = unwrapper(("tools",), ("result", "tools"))


# Listings -------------------------------------------------------------------------------------------------------------
def pages(document: Value) -> Entries | str:
    """Return the entries of a result, of the response around it, or of an array of such pages, joined in order."""
    if type(document) is not list or not document:
        return _page(document, "")
    found: list[tuple[Value, str]] = []
    problems: list[Problem] = []
    more_at = None
    for i, document_page in enumerate(document):
        page = _page(document_page, f"/{i}")
        if isinstance(page, str):
            return page if i == 0 else f"{page} at /{i}, as the pages before"
        found += page.found
        problems += page.problems
        more_at = page.more_at
    return Entries(found, True, more_at, tuple(problems))


def _page(document: Value, at: str) -> Entries | str:
    entries = _PAGE(document)
    if isinstance(entries, str):
        return entries
    found = [(entry, at + place) for entry, place in entries.found]
    more_at = None if entries.more_at is None else at + entries.more_at
    return Entries(found, True, more_at, tuple([replace(one, at=at + one.at) for one in entries.problems]))


def tools(entry: Value, place: Place) -> list[Entry]:
    """Return the tool of an entry; whoever joined listings may have written a ``server`` beside its name."""
    return [flat(entry, place, NAME, ("inputSchema",), servers=True)]


# Calls ----------------------------------------------------------------------------------------------------------------
def calls(envelope: Part) -> Iterable[Answer]:
    """Return the call of a ``tools/call`` request, or of its params alone."""
    if "method" not in envelope.members:
        return [envelope.call(NAME, "arguments", optional=True)]
    envelope.maybe("method")
    if not envelope.says("method", "tools/call"):
        raise NoCall('expected the method "tools/call"', envelope.at)
    return [envelope.object("params").call(NAME, "arguments", optional=True, id=envelope.id())]


# Writing --------------------------------------------------------------------------------------------------------------
def entry(tool: Outgoing) -> dict[str, Value]:
    """Return the tool as ``tools/list`` has it."""
    described = {} if tool.description is None else {"description": tool.description}
    return {"name": tool.name, **described, "inputSchema": tool.schema}


HOST: Final = Host(
    NAME,
    Calls(lambda envelope: "method" in envelope.members, '"method"', calls),
    Lists(
        pages,
        marks=lambda entry, wrapped: wrapped and "inputSchema" in entry,
        hints=lambda entry, wrapped: wrapped and type(entry.get("name")) is str and "type" not in entry,
        wants='"inputSchema" inside "tools"',
        tools=tools,
    ),
    Writes(
        entry,
        lambda entries: {"tools": entries},
        re.compile(r"[A-Za-z0-9_.-]{1,128}"),
        "1 to 128 of A-Z a-z 0-9 _ - .",
    ),
)
