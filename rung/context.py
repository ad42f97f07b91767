"""What judging one call remembers, so that each schema judges a place once (decision 0006).

Schemas that refer to each other may reach one part of a value in more than one way, at every level again: without
memory the
work doubles with each. What is remembered is only ever what would be found again; it is forgotten with the call.
These few
lines are all the state there is beside the verified core, which reads and writes it through the functions here alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from rung.algebra import Schema
from rung.value import Value

#: Where a fault stands: ``()`` is the value judged, ``(path, key)`` and ``(path, index)`` one step inside ``path``. A
#: step costs the same however deep it stands.
Path: TypeAlias = tuple[Any, ...]
Definitions: TypeAlias = Mapping[str, Schema]


class Context:
    """The definitions of one tool, and what is remembered while one call is judged; no value changes meanwhile.

    - ``known``: whether a schema accepts a value, by the identities of both: it is a function of the two;
    - ``visited``: the (reference, path) pairs whose faults are in the list at hand: a second visit would append the
      same, and cannot begin before the first has ended (RR-L.9).
    """

    definitions: Definitions
    # Both are made at their first use: most calls need neither, and making them is a tenth of the time of those.
    known: dict[tuple[int, int], bool] | None = None
    visited: set[tuple[str, Path]] | None = None


def context_of(definitions: Definitions) -> Context:
    """Return the context for judging one call: nothing is remembered yet."""
    context = Context()
    context.definitions = definitions
    return context


def alone(context: Context) -> Context:
    """Return the context for a list of faults of its own: what is known stays known, nothing has been visited."""
    if context.known is None:
        context.known = {}
    inner = Context()
    inner.definitions = context.definitions
    inner.known = context.known
    return inner


def recall(context: Context, schema: Schema, value: Value) -> bool | None:
    """Return whether ``schema`` accepts ``value``, if it is known; else None."""
    return None if context.known is None else context.known.get((id(schema), id(value)))


def remember(context: Context, schema: Schema, value: Value, accepted: bool) -> bool:
    """Remember whether ``schema`` accepts ``value``, and return it."""
    if context.known is None:
        context.known = {}
    context.known[id(schema), id(value)] = accepted
    return accepted


def is_first_visit(context: Context, reference: str, path: Path) -> bool:
    """Return whether ``reference`` has not been judged at ``path`` yet; from now on it has."""
    if context.visited is None:
        context.visited = set()
    if (reference, path) in context.visited:
        return False
    context.visited.add((reference, path))
    return True


class Applied:
    """The schemas that apply at one place, each with whether it is tentative, each once: by identity and mark."""

    __slots__ = ("_pairs",)

    def __init__(self) -> None:
        self._pairs: dict[tuple[int, bool], tuple[Schema, bool]] = {}

    def holds(self, schema: Schema, tentative: bool) -> bool:
        """Return whether this very schema stands here with this mark."""
        return (id(schema), tentative) in self._pairs

    def append(self, pair: tuple[Schema, bool]) -> None:
        """Add a schema and its mark."""
        self._pairs[id(pair[0]), pair[1]] = pair

    def __iter__(self) -> Iterator[tuple[Schema, bool]]:
        """Yield the pairs in the order in which they came."""
        return iter(self._pairs.values())
