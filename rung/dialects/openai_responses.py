"""OpenAI Responses: ``{"type": "function", "name", "parameters"}``, and items of type ``function_call``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rung.dialects import openai
from rung.dialects.envelope import Answer, NoCall, Part, attempt
from rung.dialects.host import Calls, Host, Lists, Outgoing, Writes
from rung.dialects.listing import Entry, Listed, Place, flat, of_the_host, unwrapper
from rung.value import Value

NAME: Final = "openai-responses"

_MARK: Final = '"type": "function_call"'

#: Items by which the host reports what it ran itself: nobody is asked to run them.
_RUN_BY_THE_HOST: Final = frozenset(
    "web_search_call file_search_call code_interpreter_call image_generation_call mcp_call tool_search_call".split()
)


# Listings -------------------------------------------------------------------------------------------------------------
def tools(entry: Value, place: Place) -> list[Entry]:
    """Return the tool of an entry; ``parameters`` must be there."""
    if type(entry) is dict and entry.get("type") != "function" and "type" in entry:
        kind = entry["type"]
        return [of_the_host(entry, place, NAME, kind, openai.CUSTOM if kind == "custom" else "")]
    tool = flat(entry, place, NAME, ("parameters",))
    return [openai.strictness(tool, entry.get("strict")) if isinstance(tool, Listed) else tool]


def marks(entry: dict[str, Value], wrapped: bool) -> bool:
    """Return whether an entry is a function written flat, whatever else stands in it."""
    return entry.get("type") == "function" and ("function" not in entry or "parameters" in entry)


def hints(entry: dict[str, Value], wrapped: bool) -> bool:
    """Return whether an entry is one of the platform's own tools, written flat."""
    return type(entry.get("type")) is str and entry["type"] in openai.KINDS and "custom" not in entry


# Calls ----------------------------------------------------------------------------------------------------------------
def claims(envelope: Part) -> bool:
    """Return whether an envelope is an item, or a response."""
    output = envelope.members.get("output")
    return envelope.says("type", "function_call") or (output is not None and output[0].text[0] == "[")


def calls(envelope: Part) -> Iterable[Answer]:
    """Return the calls of a response, or the one call that this item is."""
    if "output" not in envelope.members:
        return item(envelope)
    if _MARK in envelope.marks():
        raise NoCall('expected no "output" beside the type "function_call"', envelope.at, envelope.id("call_id"))
    return [answer for part in envelope.array("output") for answer in attempt(NAME, item, part)]


def item(part: Part) -> list[Answer]:
    """Return the call that an item is, if it is one."""
    part.needed_object("output").only(_MARK)
    kind = part.maybe("type", part.id("call_id"))
    if kind is None or kind.string is None:
        raise NoCall('expected a string "type"', part.at)
    if kind.string == "function_call":
        return [part.call(NAME, "arguments", text=True, id=part.id("call_id"))]
    # Whoever searches tools, the host or its client, the item says.
    by_the_host = kind.string in _RUN_BY_THE_HOST and not part.says("execution", "client")
    if kind.string.endswith("_call") and not by_the_host:
        raise NoCall("expected the call of a function, found one of another type", part.at, part.id("call_id"))
    return []


# Writing --------------------------------------------------------------------------------------------------------------
def entry(tool: Outgoing) -> dict[str, Value]:
    """Return the tool as a request has it; ``strict`` is said, for it is true where it is absent."""
    described = {} if tool.description is None else {"description": tool.description}
    return {"type": "function", "name": tool.name, **described, "parameters": tool.schema, "strict": tool.strict}


HOST: Final = Host(
    NAME,
    Calls(claims, '"type": "function_call" or an array "output"', calls),
    Lists(
        unwrapper((), ("tools",)),
        marks=marks,
        hints=hints,
        wants='"type": "function" beside a name',
        tools=tools,
    ),
    Writes(entry, lambda entries: {"tools": entries}, openai.NAMES, openai.NAMES_SAID),
)
