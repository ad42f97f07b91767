"""Bare lists of ``{name, inputSchema}`` and the bare call ``{name, arguments}``: no host's own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rung.dialects.envelope import Answer, Part
from rung.dialects.host import Calls, Host, Lists, Outgoing, Writes
from rung.dialects.listing import Entry, Place, flat, unwrapper
from rung.value import Value

NAME: Final = "bare"

#: The members that may hold a tool's schema.
SCHEMAS: Final = ("inputSchema", "schema", "parameters")

#: Values of ``type`` by which other hosts mark what also has a name.
_OTHERS: Final = ("tool_use", "function_call", "tool_call", "invalid_tool_call")


def marks(entry: dict[str, Value], wrapped: bool) -> bool:
    """Return whether an entry is a bare tool: in a list, ``inputSchema``; anywhere, ``schema`` or ``parameters``."""
    names = SCHEMAS[1:] if wrapped else SCHEMAS
    return entry.get("type") != "function" and any(name in entry for name in names)


def tools(entry: Value, place: Place) -> list[Entry]:
    """Return the tool of an entry."""
    return [flat(entry, place, NAME, SCHEMAS, servers=True)]


def claims(envelope: Part) -> bool:
    """Return whether an envelope has a name where a call has one; beside ``role`` it is a person's."""
    found = envelope.members
    return "name" in found and ("role" not in found or "arguments" in found) and not envelope.says("type", *_OTHERS)


def calls(envelope: Part) -> Iterable[Answer]:
    """Return the call; absent arguments are ``{}``, as MCP's params have it, and a string holds them."""
    return [envelope.call(NAME, "arguments", optional=True, text=True, server=True, id=envelope.id())]


def entry(tool: Outgoing) -> dict[str, Value]:
    """Return the tool with all that a bare list can say."""
    server = {} if tool.server is None else {"server": tool.server}
    described = {} if tool.description is None else {"description": tool.description}
    return {"name": tool.name, **server, **described, "inputSchema": tool.schema}


HOST: Final = Host(
    NAME,
    Calls(claims, '"name"', calls),
    Lists(
        unwrapper((), ("tools",)),
        marks,
        hints=lambda entry, wrapped: not wrapped and type(entry.get("name")) is str and "type" not in entry,
        wants='"inputSchema", "schema" or "parameters" beside a name',
        tools=tools,
    ),
    Writes(entry, lambda entries: entries, None, servers=True),
)
