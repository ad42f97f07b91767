"""LangChain's messages: calls that were parsed before, and the raw text of those that could not be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rung.dialects.envelope import Answer, Part, attempt
from rung.dialects.host import Calls, Host

NAME: Final = "langchain"


def is_call(part: Part) -> bool:
    """Return whether an element of ``tool_calls`` is written as LangChain does."""
    return "args" in part.members and "function" not in part.members


def claims(envelope: Part) -> bool:
    """Return whether an envelope is a parsed call, or a message that holds one."""
    return envelope.says("type", "tool_call", "invalid_tool_call") or any(
        is_call(part) for key in ("tool_calls", "invalid_tool_calls") for part in envelope.peek(key)
    )


def calls(envelope: Part) -> Iterable[Answer]:
    """Return the calls of a message, those that could be parsed first, or the one call that this is."""
    if "tool_calls" not in envelope.members and "invalid_tool_calls" not in envelope.members:
        return call(envelope)
    return [
        answer
        for key in ("tool_calls", "invalid_tool_calls")
        for part in envelope.array(key, optional=True)
        for answer in attempt(NAME, invalid if key == "invalid_tool_calls" else call, part)
    ]


def call(part: Part) -> list[Answer]:
    """Return the call; its arguments were parsed by someone else, and a string there is no object."""
    part.needed_object("tool_calls")
    if part.says("type", "invalid_tool_call"):
        return invalid(part)
    return [part.call(NAME, "args", id=part.id(), already_parsed=True)]


def invalid(part: Part) -> list[Answer]:
    """Return the call that could not be parsed: its arguments are the model's own text."""
    return [part.needed_object("invalid_tool_calls").call(NAME, "args", text=True, id=part.id())]


HOST: Final = Host(NAME, Calls(claims, '"type": "tool_call" or "tool_calls" with "args"', calls))
