"""OpenAI chat completions: ``{"type": "function", "function": {...}}``, and ``tool_calls`` whose arguments are text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rung.dialects import langchain, openai
from rung.dialects.envelope import Answer, NoCall, Part, attempt
from rung.dialects.host import Calls, Host, Lists, Outgoing, Writes
from rung.dialects.listing import NO_ARGUMENTS, Entry, Listed, Place, flat, of_the_host, unwrapper
from rung.value import Value

NAME: Final = "openai-chat"


# Listings -------------------------------------------------------------------------------------------------------------
def tools(entry: Value, place: Place) -> list[Entry]:
    """Return the tool of an entry. Without ``parameters`` it takes none: the host's reference defines it so."""
    named = type(entry) is dict and entry.get("type") in ("function", None)
    if type(entry) is not dict or (named and "function" not in entry):
        advice = 'write {"type": "function", "function": {name, parameters}}'
        return [place.problem(None, "", "function", "this tool has no function", advice)]
    if not named:
        inner = entry.get("custom")
        kind, whole = entry["type"], inner if type(inner) is dict else entry
        return [of_the_host(whole, place, NAME, kind, openai.CUSTOM if kind == "custom" else "")]
    within = Place(place.position, place.at + "/function")
    tool = flat(entry["function"], within, NAME, ("parameters",), definition=entry, absent=NO_ARGUMENTS)
    return [openai.strictness(tool, entry["function"].get("strict")) if isinstance(tool, Listed) else tool]


# Calls ----------------------------------------------------------------------------------------------------------------
def claims(envelope: Part) -> bool:
    """Return whether an envelope is a tool call, an assistant message, or a completion."""
    found = envelope.members
    if "function" in found or "choices" in found or "function_call" in found:
        return True
    if "tool_calls" in found:
        parts = envelope.peek("tool_calls")
        return not all(langchain.is_call(part) for part in parts) or not (parts or "invalid_tool_calls" in found)
    return envelope.says("role", "assistant") and "content" in found and found["content"][0].text[0] not in "[{"


def calls(envelope: Part) -> Iterable[Answer]:
    """Return the calls of a completion, of an assistant message, or the one call that this is."""
    found = envelope.members
    forms = [key for key in ("choices", "tool_calls", "function_call", "function") if key in found]
    if "choices" in forms and len(forms) == 1:
        return [
            answer
            for choice in envelope.array("choices")
            for answer in attempt(NAME, lambda part: message(part.object("message")), choice)
        ]
    if "function" in forms and len(forms) == 1:
        return call(envelope)
    if "choices" in forms or "function" in forms:
        raise NoCall("expected one of " + ", ".join(f'"{key}"' for key in forms), envelope.at)
    if not forms and "role" not in found:
        raise NoCall('expected "function", "tool_calls", "function_call" or "choices", found none', envelope.at)
    return message(envelope)


def message(part: Part) -> Iterable[Answer]:
    """Return the calls of an assistant message; ``function_call`` is the form before ``tool_calls``."""
    answers = [answer for element in part.array("tool_calls", optional=True) for answer in attempt(NAME, call, element)]
    legacy = part.maybe("function_call")
    if legacy is not None and not legacy.is_null:
        answers += attempt(NAME, function_call, legacy)
    part.maybe("content")
    return answers + [answer for block in part.peek("content") for answer in attempt(NAME, no_call, block)]


def no_call(part: Part) -> list[Answer]:
    """Return no call: a message's content has none."""
    part.only()
    return []


def function_call(part: Part) -> list[Answer]:
    """Return the call that a message's ``function_call`` is; it has no id."""
    return [part.needed_object("function_call").call(NAME, "arguments", text=True)]


def call(part: Part) -> list[Answer]:
    """Return the call that an element of ``tool_calls`` is."""
    part.needed_object("tool_calls")
    if "type" in part.members and not part.says("type", "function"):
        raise NoCall("expected the call of a function, found one of another type", part.at, part.id())
    beside = [key for key in ("name", "arguments") if key in part.members]
    if beside:
        raise NoCall(f'expected no "{beside[0]}" beside "function"', part.at, part.id())
    try:
        return [part.object("function").call(NAME, "arguments", text=True, id=part.id())]
    except NoCall as fault:
        raise NoCall(fault.said, fault.at, part.id()) from None


# Writing --------------------------------------------------------------------------------------------------------------
def entry(tool: Outgoing) -> dict[str, Value]:
    """Return the tool as a chat request has it."""
    described = {} if tool.description is None else {"description": tool.description}
    strict = {"strict": True} if tool.strict else {}
    return {"type": "function", "function": {"name": tool.name, **described, "parameters": tool.schema, **strict}}


HOST: Final = Host(
    NAME,
    Calls(claims, '"function", "tool_calls", "function_call" or "choices"', calls),
    Lists(
        unwrapper((), ("tools",)),
        marks=lambda entry, wrapped: "function" in entry,
        hints=lambda entry, wrapped: "custom" in entry,
        wants='"function"',
        tools=tools,
    ),
    Writes(entry, lambda entries: {"tools": entries}, openai.NAMES, openai.NAMES_SAID),
)
