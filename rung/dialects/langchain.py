"""LangChain's messages: calls that were parsed before, and the raw text of those that could not be."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final

from rung.dialects.envelope import Answer, NoCall, Part, attempt
from rung.dialects.host import Calls, Host

NAME: Final = "langchain"


def is_call(part: Part) -> bool:
    """Return whether an element of ``tool_calls`` is written as LangChain does."""
    return "args" in part.members and "function" not in part.members


def claims(envelope: Part) -> bool:
    """Return whether an envelope is a parsed call, or a message that holds one."""
    if envelope.says("type", "tool_call", "invalid_tool_call") or "invalid_tool_calls" in envelope.members:
        return True
    return any(is_call(part) for part in envelope.peek("tool_calls"))


def calls(envelope: Part) -> Iterable[Answer]:
    """Return the calls of a message, those that could be parsed first, or the one call that this is."""
    if "tool_calls" not in envelope.members and "invalid_tool_calls" not in envelope.members:
        return call(envelope)
    if envelope.says("type", "tool_call", "invalid_tool_call"):
        raise NoCall("expected a call or a message, found both", envelope.at, envelope.id())
    answers = [
        answer
        for key in ("tool_calls", "invalid_tool_calls")
        for part in envelope.array(key, optional=True)
        for answer in attempt(NAME, invalid if key == "invalid_tool_calls" else call, part)
    ]
    envelope.maybe("content")
    ids = {answer.id for answer in answers} - {None}
    return answers + [answer for part in envelope.peek("content") for answer in attempt(NAME, repeated(ids), part)]


def repeated(ids: Collection[str | None]) -> Callable[[Part], list[Answer]]:
    """Return the reader of content blocks, in which LangChain leaves what the host wrote: calls that it parsed too."""

    def block(part: Part) -> list[Answer]:
        if part.id("call_id") not in ids and part.id() not in ids:
            part.only()
        return []

    return block


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
