"""Envelopes to calls: whose envelope it is, and every call in it, each read or refused on its own (RR-W.8)."""

from __future__ import annotations

from rung.dialects.envelope import Answer, CallFault, Part, attempt
from rung.dialects.hosts import HOSTS
from rung.text import DEFAULT, Limits, TextFault, members


def read_calls(envelope: str | bytes, dialect: str | None = None, limits: Limits = DEFAULT) -> list[Answer]:
    """Return every call in an envelope's text, in order, or why one is none; a response without calls has none.

    The dialect is the one given, or the one that the envelope is written in. What is wrong inside the arguments is not
    judged here, and one bad call leaves the others. Errors: :class:`ValueError` for the name of no dialect, and
    nothing else.
    """
    if dialect is not None and (type(dialect) is not str or dialect not in HOSTS):
        raise ValueError(f"no envelope is of the dialect {dialect!r}; write one of {', '.join(HOSTS)}")
    # A byte that is not UTF-8 becomes a lone surrogate, which the grammar accepts nowhere unescaped.
    # In UTF-8 that takes three bytes; it counts as the one that it was.
    text = envelope if isinstance(envelope, str) else envelope.decode("utf-8", "surrogateescape")
    fits = not isinstance(envelope, str) and len(envelope) <= limits.text_bytes
    outer = members(text, Limits(3 * limits.text_bytes, limits.depth) if fits else limits)
    if isinstance(outer, TextFault):
        return [_unread(outer)]
    part = Part(text, "", outer)
    names = [dialect] if dialect is not None else [name for name, host in HOSTS.items() if host.calls.claims(part)]
    if len(names) == 1:
        return attempt(names[0], HOSTS[names[0]].calls.read, part)
    # RR-W.8: An envelope that is not a known call is rejected.
    if names:
        said = "expected a call of one host, found what " + " and ".join(names) + " would read"
    else:
        looked_for = [f"no {host.calls.wants} ({name})" for name, host in HOSTS.items()]
        said = "expected a call, found " + ", ".join(looked_for)
    return [CallFault("RR-W.8", said)]


def read_call(envelope: str | bytes, limits: Limits = DEFAULT, dialect: str | None = None) -> Answer:
    """Return the one call in an envelope's text, or why there is not one; see :func:`read_calls`."""
    every = read_calls(envelope, dialect, limits)
    if len(every) == 1:
        return every[0]
    return CallFault("RR-W.8", f"expected one call, found {len(every) or 'none'}")


def _unread(fault: TextFault) -> CallFault:
    """Return the fault of an envelope that is no JSON object, or too long (RR-W.6)."""
    # Most envelopes are one line of a file, whose number the reader has.
    place = f"line {fault.line} column {fault.column}" if fault.line > 1 else f"column {fault.column}"
    if fault.clause == "RR-W.6":
        return CallFault("RR-W.6", f"expected {fault.expected}, found {fault.found}")
    return CallFault("RR-W.8", f"expected {fault.expected} at {place}, found {fault.found}")
