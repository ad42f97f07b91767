"""Anthropic messages: ``{name, input_schema}``, and content blocks of type ``tool_use``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from rung.dialects.envelope import Answer, NoCall, Part, attempt
from rung.dialects.host import Calls, Host, Lists, Outgoing, Writes
from rung.dialects.listing import Entry, Place, flat, of_the_host, unwrapper
from rung.value import Value

NAME: Final = "anthropic"

#: Types of the tools that the host defines end in the day of their version.
_DATED: Final = re.compile(r".*_[0-9]{8}")

_MARK: Final = '"type": "tool_use"'

#: Blocks by which the host reports what it ran itself.
_RUN_BY_THE_HOST: Final = frozenset({"server_tool_use", "mcp_tool_use"})


# Listings -------------------------------------------------------------------------------------------------------------
def tools(entry: Value, place: Place) -> list[Entry]:
    """Return the tool of an entry; ``input_schema`` must be there."""
    kind = entry.get("type") if type(entry) is dict else None
    if kind is not None and kind != "custom":
        return [of_the_host(entry, place, NAME, kind, "a tool that the host defines, and has no schema here")]
    return [flat(entry, place, NAME, ("input_schema",))]


def is_dated(entry: dict[str, Value]) -> bool:
    """Return whether the type of an entry is one of the host's own."""
    kind = entry.get("type")
    return type(kind) is str and _DATED.fullmatch(kind) is not None


# Calls ----------------------------------------------------------------------------------------------------------------
def claims(envelope: Part) -> bool:
    """Return whether an envelope is a content block, or a message of blocks that say their type."""
    if envelope.says("type", "tool_use"):
        return True
    found = envelope.members
    if "content" not in found or found["content"][0].text[0] != "[" or "tool_calls" in found:
        return False
    blocks = envelope.peek("content")
    return not blocks or "type" in blocks[0].members


def calls(envelope: Part) -> Iterable[Answer]:
    """Return the calls of a message, or the one call that this block is."""
    if "content" not in envelope.members:
        return block(envelope)
    if _MARK in envelope.marks():
        raise NoCall('expected no "content" beside the type "tool_use"', envelope.at, envelope.id())
    return [answer for part in envelope.array("content") for answer in attempt(NAME, block, part)]


def block(part: Part) -> list[Answer]:
    """Return the call that a block is, if it is one; what the host ran itself (``server_tool_use``) is none."""
    part.needed_object("content").only(_MARK)
    kind = part.maybe("type", part.id())
    if kind is None or kind.string is None:
        raise NoCall('expected a string "type"', part.at)
    if kind.string == "tool_use":
        return [part.call(NAME, "input", id=part.id())]
    if kind.string.endswith("tool_use") and kind.string not in _RUN_BY_THE_HOST:
        raise NoCall("expected the call of a function, found one of another type", part.at, part.id())
    return []


# Writing --------------------------------------------------------------------------------------------------------------
def entry(tool: Outgoing) -> dict[str, Value]:
    """Return the tool as a request has it."""
    described = {} if tool.description is None else {"description": tool.description}
    return {"name": tool.name, **described, "input_schema": tool.schema}


HOST: Final = Host(
    NAME,
    Calls(claims, '"type": "tool_use" or "content" of typed blocks', calls),
    Lists(
        unwrapper((), ("tools",)),
        marks=lambda entry, wrapped: "input_schema" in entry,
        hints=lambda entry, wrapped: is_dated(entry),
        wants='"input_schema"',
        tools=tools,
    ),
    Writes(
        entry, lambda entries: {"tools": entries}, re.compile("[a-zA-Z0-9_-]{1,128}"), "1 to 128 of a-z A-Z 0-9 _ -"
    ),
)
