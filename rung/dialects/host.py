"""What a host is to the rung: how it lists tools, how it writes calls, how a listing of it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from re import Pattern

from rung.dialects.envelope import Answer, Part
from rung.dialects.listing import Entry, Place, Unwrap
from rung.value import Value


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A tool to be written; ``schema`` is JSON Schema, ``strict`` is for OpenAI."""

    name: str
    description: str | None
    server: str | None
    schema: Value
    strict: bool


@dataclass(frozen=True, slots=True)
class Lists:
    """How a host lists tools.

    ``unwrap`` takes the entries out of a document, or says why there are none. ``marks`` says whether an entry (and
    whether it was wrapped) is written as only this host does, ``hints`` whether it may be; ``wants`` says in words what
    it looks for. ``tools`` reads an entry.
    """

    unwrap: Unwrap
    marks: Callable[[dict[str, Value], bool], bool]
    hints: Callable[[dict[str, Value], bool], bool]
    wants: str
    tools: Callable[[Value, Place], Sequence[Entry]]


@dataclass(frozen=True, slots=True)
class Calls:
    """How a host writes calls: whether an envelope is its, by what, and the calls in it, in order."""

    claims: Callable[[Part], bool]
    wants: str
    read: Callable[[Part], Iterable[Answer]]


@dataclass(frozen=True, slots=True)
class Writes:
    """How a listing of the host is written: an entry, the document around them, and which names the host takes.

    ``loses`` says, of a schema, what the host's own language has no words for. ``servers``: it names them.
    """

    entry: Callable[[Outgoing], dict[str, Value]]
    document: Callable[[list[dict[str, Value]]], Value]
    names: Pattern[str] | None
    names_said: str = ""
    loses: Callable[[Value], list[str]] | None = None
    servers: bool = False


@dataclass(frozen=True, slots=True)
class Host:
    """One dialect of tools and calls. One that only writes calls has no ``lists`` and no ``writes``."""

    name: str
    calls: Calls
    lists: Lists | None = None
    writes: Writes | None = None
