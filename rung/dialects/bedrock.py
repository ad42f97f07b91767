"""Amazon Bedrock's Converse: ``toolConfig.tools[].toolSpec``, and content blocks with ``toolUse``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from rung.dialects.envelope import Answer, Part, attempt
from rung.dialects.host import Calls, Host, Lists, Outgoing, Writes
from rung.dialects.listing import Entry, Place, flat, of_the_host, unwrapper
from rung.value import Value

NAME: Final = "bedrock"

#: What else an entry may be: no function.
_OTHERS: Final = ("cachePoint", "systemTool")


# Listings -------------------------------------------------------------------------------------------------------------
def tools(entry: Value, place: Place) -> list[Entry]:
    """Return the tool of an entry; ``inputSchema.json`` must be there."""
    if type(entry) is dict and "toolSpec" not in entry and any(kind in entry for kind in _OTHERS):
        kind = next(kind for kind in _OTHERS if kind in entry)
        inner = entry[kind]
        said = "a mark for the host's cache, and no tool" if kind == "cachePoint" else ""
        return [of_the_host(inner if type(inner) is dict else {}, place, NAME, kind, said)]
    within = Place(place.position, place.at + "/toolSpec")
    if type(entry) is not dict or type(entry.get("toolSpec")) is not dict:
        said, advice = "this tool has no toolSpec", 'write {"toolSpec": {name, inputSchema: {json}}}'
        return [place.problem(None, "", "toolSpec", said, advice)]
    spec = entry["toolSpec"]
    holder = spec.get("inputSchema")
    schema = {"json": holder["json"]} if type(holder) is dict and "json" in holder else {}
    shown = {key: value for key, value in spec.items() if key in ("name", "description")}
    return [flat(shown | schema, within, NAME, ("json",), definition=entry)]


# Calls ----------------------------------------------------------------------------------------------------------------
def claims(envelope: Part) -> bool:
    """Return whether an envelope is a content block, a message of blocks without a type, or a response."""
    found = envelope.members
    if "toolUse" in found or ("output" in found and found["output"][0].text[0] == "{"):
        return True
    blocks = envelope.peek("content")
    return bool(blocks) and "type" not in blocks[0].members and "tool_calls" not in found


def calls(envelope: Part) -> Iterable[Answer]:
    """Return the calls of a response, of a message, or the one call that this block is."""
    found = envelope.members
    envelope.one_of("output", "content", "toolUse")
    if "output" in found:
        return message(envelope.object("output").object("message"))
    return message(envelope) if "content" in found else block(envelope)


def message(part: Part) -> list[Answer]:
    """Return the calls of a message."""
    return [answer for element in part.array("content") for answer in attempt(NAME, block, element)]


def block(part: Part) -> list[Answer]:
    """Return the call that a block is, if it is one; what the host ran itself (``server_tool_use``) is none."""
    part.needed_object("content").only('"toolUse"')
    use = part.maybe("toolUse")
    if use is None:
        return []
    use.needed_object("toolUse")
    return [] if use.says("type", "server_tool_use") else [use.call(NAME, "input", id=use.id("toolUseId"))]


# Writing --------------------------------------------------------------------------------------------------------------
def entry(tool: Outgoing) -> dict[str, Value]:
    """Return the tool as a request has it."""
    described = {} if tool.description is None else {"description": tool.description}
    return {"toolSpec": {"name": tool.name, **described, "inputSchema": {"json": tool.schema}}}


HOST: Final = Host(
    NAME,
    Calls(claims, '"toolUse", an object "output" or "content" of blocks without a type', calls),
    Lists(
        unwrapper(("toolConfig", "tools"), ("tools",), ()),
        marks=lambda entry, wrapped: "toolSpec" in entry,
        hints=lambda entry, wrapped: any(kind in entry for kind in _OTHERS),
        wants='"toolSpec"',
        tools=tools,
    ),
    Writes(
        entry,
        lambda entries: {"toolConfig": {"tools": entries}},
        re.compile("[a-zA-Z0-9_-]{1,64}"),
        "1 to 64 of a-z A-Z 0-9 _ -",
    ),
)
