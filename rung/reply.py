"""A rejection as the error result that a host takes back, for its model to read.

>>> from rung import Registry
>>> registry = Registry.load([{"name": "add", "inputSchema": {"properties": {"amount": {"type": "integer"}}}}])
>>> verdict = registry.resolve("add", {"amont": 1})
>>> error_result(verdict, "anthropic", "toolu_1")["content"]
'Not executed. RR-H2.1 reject add: "amont" is not declared (/amont); declared: "amount"'

The text says what is declared and guesses nothing, unless it is told to: then a guess is called a guess. It is
printable ASCII on one line, and bounded; of the arguments it holds no more than the verdict's message does. The shapes
are those that the hosts document; ``docs/guard.md`` names the pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any, Final, TypeAlias

from rung.clause import H1_1, H2_1
from rung.explain import LONGEST, MOST_LISTED, plain, quoted
from rung.registry import Registry
from rung.verdict import Verdict

#: What a JSON-RPC request is known by; the other hosts' calls are known by strings.
CallId: TypeAlias = str | int | None

#: How long a text may be, in characters.
MOST_CHARACTERS: Final = 4_000

#: How many names a guess gives, and of how many undeclared keys.
MOST_GUESSED: Final = 3

# Hosts without a mark for errors show their model the text alone, so that it must say this too.
_OPENING: Final = "Not executed. "


def error_result(
    rejection: Verdict | str,
    host: str,
    call_id: CallId = None,
    *,
    name: str | None = None,
    suggest_from: Registry | None = None,
    server: str | None = None,
) -> dict[str, Any]:
    """Return what ``host`` takes back for a rejected call: a dict that :func:`json.dumps` writes.

    ``host`` is one of :data:`HOSTS`; ``call_id`` what the host knows the call by. ``mcp`` gives a bare CallToolResult
    without one and the whole JSON-RPC response with one; in ``gemini`` it is optional; elsewhere it is required.
    ``name`` is the called name where the verdict has none (``gemini`` gives it back). The rest is as in
    :func:`error_text`. Ids and names are given back as they came: the host matches them.
    Errors: :class:`ValueError` for another host, an id or name that is missing or of the wrong kind, and as in
    :func:`error_text`.
    """
    shape = _SHAPES.get(host) if isinstance(host, str) else None
    if shape is None:
        raise ValueError(f"host is {host!r}; write one of {', '.join(HOSTS)}")
    text = error_text(rejection, suggest_from=suggest_from, server=server)
    if name is None and isinstance(rejection, Verdict):
        name = rejection.name
    return shape(text, call_id, name)


def error_text(rejection: Verdict | str, *, suggest_from: Registry | None = None, server: str | None = None) -> str:
    """Return a rejection in words for a model: printable ASCII, one line, at most :data:`MOST_CHARACTERS`.

    ``rejection`` is a verdict, or the message of a fault that is none. ``suggest_from``, the registry that gave the
    verdict, adds the closest names that it has, marked as a guess; ``server`` is the one that the call was resolved
    with. Errors: :class:`ValueError` if the verdict allows, or another registry gave it.
    """
    if isinstance(rejection, str):
        return _bounded(_OPENING + _plain(rejection))
    if rejection.allowed:
        raise ValueError("the verdict allows: there is no rejection to render")
    guess = "" if suggest_from is None else _guess(rejection, suggest_from, server)
    return _bounded(_OPENING + _plain(rejection.message) + _every_fault(rejection), guess)


def _every_fault(verdict: Verdict) -> str:
    """Return where every fault of a call stands, if it has several: a model can mend them in one go."""
    if len(verdict.all) < 2:
        return ""
    shown = [f"{fault.clause} {quoted(fault.at or '')}" for fault in verdict.all[:MOST_LISTED]]
    more = f" and {len(verdict.all) - MOST_LISTED} more" if len(verdict.all) > MOST_LISTED else ""
    return f". Every fault: {', '.join(shown)}{more}"


def _plain(text: str) -> str:
    """Return a text as printable ASCII; of a long one no more than can be shown, and cut, is looked at."""
    return plain(text[:MOST_CHARACTERS])


def _bounded(text: str, ending: str = "") -> str:
    room = MOST_CHARACTERS - len(ending)
    return (text if len(text) <= room else text[: room - 3] + "...") + ending


# Guesses --------------------------------------------------------------------------------------------------------------
def _guess(verdict: Verdict, registry: Registry, server: str | None) -> str:
    """Return the names closest to those that do not exist, as a remark that says what it is; nothing if none is."""
    # RR-A.7 "a verdict belongs to one digest": another registry's names are no answer to it.
    if verdict.registry != registry.digest:
        raise ValueError("the verdict is another registry's: its digest differs")
    called = verdict.name or ""
    found: list[str] = []
    if verdict.clause == H1_1:
        names = {key if isinstance(key, str) else key[1] for key in registry.signatures}
        found += _closest(called, names)
    signature = registry.signatures.get(called if server is None else (server, called))
    if signature is not None:
        undeclared = [_key(fault.at or "") for fault in verdict.all if fault.clause == H2_1]
        for key in undeclared[:MOST_GUESSED]:
            found += _closest(key, signature.declared)
    return f"; a guess by spelling, not part of the verdict: {'; '.join(found)}" if found else ""


def _closest(name: str, candidates: Iterable[str]) -> list[str]:
    """Return the names that are spelled most like ``name``, in words; nothing if none is close, or it is long."""
    if len(name) > LONGEST:
        return []  # comparing takes time by the product of the lengths
    near = [other for other in candidates if len(other) <= LONGEST and other != name]
    close = get_close_matches(name, near, n=MOST_GUESSED)  # its order does not depend on theirs
    return [f"{' or '.join(map(quoted, close))} instead of {quoted(name)}"] if close else []


def _key(at: str) -> str:
    """Return the key that a pointer into the root points at (RFC 6901)."""
    return at[1:].replace("~1", "/").replace("~0", "~")


# The hosts' shapes ----------------------------------------------------------------------------------------------------
def _mcp(text: str, call_id: CallId, name: str | None) -> dict[str, Any]:
    # Revision 2026-07-28 requires resultType; in those before it a result may have members of any name.
    result = {"resultType": "complete", "content": [{"type": "text", "text": text}], "isError": True}
    return result if call_id is None else {"jsonrpc": "2.0", "id": _request_id(call_id), "result": result}


def _mcp_protocol(text: str, call_id: CallId, name: str | None) -> dict[str, Any]:
    # -32602, invalid params: what MCP answers an unknown tool and a malformed request with.
    return {"jsonrpc": "2.0", "id": _request_id(call_id), "error": {"code": -32602, "message": text}}


def _openai(text: str, call_id: CallId, name: str | None) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": _id("tool_call_id", call_id), "content": text}


def _openai_responses(text: str, call_id: CallId, name: str | None) -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": _id("call_id", call_id), "output": text}


def _anthropic(text: str, call_id: CallId, name: str | None) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": _id("tool_use_id", call_id), "is_error": True, "content": text}


def _gemini(text: str, call_id: CallId, name: str | None) -> dict[str, Any]:
    if name is None:
        raise ValueError("gemini gives back the called name: the verdict has none, so say it")
    response = {"name": name, "response": {"error": text}}
    return {"functionResponse": response if call_id is None else {"id": _id("id", call_id), **response}}


def _bedrock(text: str, call_id: CallId, name: str | None) -> dict[str, Any]:
    return {"toolResult": {"toolUseId": _id("toolUseId", call_id), "status": "error", "content": [{"text": text}]}}


_SHAPES: Final[dict[str, Callable[[str, CallId, str | None], dict[str, Any]]]] = {
    "mcp": _mcp,
    "mcp-protocol": _mcp_protocol,
    "openai-chat": _openai,
    "openai-responses": _openai_responses,
    "anthropic": _anthropic,
    "gemini": _gemini,
    "bedrock": _bedrock,
}

#: The hosts whose error results are known. ``mcp-protocol`` is MCP's protocol error, which a model may never see.
HOSTS: Final = tuple(_SHAPES)


def _id(member: str, call_id: CallId) -> str:
    if not isinstance(call_id, str) or not call_id:
        raise ValueError(f"the id of the call is a string that is not empty: it becomes {member}")
    return call_id


def _request_id(call_id: CallId) -> str | int:
    if isinstance(call_id, bool) or not isinstance(call_id, (str, int)):
        raise ValueError("the id of a JSON-RPC request is a string or an integer")
    return call_id
