"""What a string pattern means: the abstract syntax of the regular subset of ECMA-262 with the ``u`` flag.

Five kinds of node, each standing for a *language*, a set of texts over Unicode scalar values (U+0000 to U+10FFFF
without the surrogates):

- :class:`Empty`: the empty text only;
- :class:`CharacterSet`: each one-character text whose character lies in one of the ranges (no range: no text at all);
- :class:`Sequence`: a text of the first item, then one of the second, and so on;
- :class:`Choice`: the texts of all options together;
- :class:`Repeat`: between ``least`` and ``most`` texts of the item, one after the other (``None``: any number).

Groups, captures, greedy and lazy quantifiers leave no trace: they do not change *whether* a pattern matches.
Anchors are not nodes: they occur only at the edges of a top-level :class:`Alternative`.

Matcher, audit and proofs all read this tree; so what it cannot say, no part of the project can mean differently.
Source: semantics, section 3, ``pattern``; RR-H3.4.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

#: The last Unicode code point, and the block that is no scalar value.
LAST_CODE_POINT: Final = 0x10FFFF
FIRST_SURROGATE: Final = 0xD800
LAST_SURROGATE: Final = 0xDFFF

#: RR-L.11 the size of a pattern: what :func:`positions` and :func:`expanded_ranges` may return at most.
MOST_POSITIONS: Final = 10_000
MOST_EXPANDED_RANGES: Final = 200_000

#: A range of code points, both ends included.
Range: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Empty:
    """The empty text only."""


@dataclass(frozen=True, slots=True)
class CharacterSet:
    """Any one character inside ``ranges``.

    Guarantee (kept by :func:`character_set`): the ranges are sorted, disjoint, never touch, and hold no surrogate.
    A negated class is complemented already. ``()`` matches nothing, not even the empty text.
    """

    ranges: tuple[Range, ...]


@dataclass(frozen=True, slots=True)
class Sequence:
    """A text of each item, in order. Two items or more, none itself a sequence, none empty (see :func:`sequence`)."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A text of any option. Two options or more (see :func:`choice`)."""

    options: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """``least`` to ``most`` texts of ``item`` in a row; ``most`` is ``None`` where there is no upper bound."""

    item: Node
    least: int
    most: int | None


Node: TypeAlias = Empty | CharacterSet | Sequence | Choice | Repeat


@dataclass(frozen=True, slots=True)
class Alternative:
    """One top-level alternative: a text contains a text of ``body`` that begins and ends where the anchors say.

    ``anchored_start``: only at the very start of the text; ``anchored_end``: only at its very end (a final newline
    is a character like any other); otherwise anywhere.
    """

    anchored_start: bool
    body: Node
    anchored_end: bool


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern as written, and its meaning: a text matches iff it matches one alternative or more."""

    source: str
    alternatives: tuple[Alternative, ...]


def character_set(ranges: Iterable[Range], *, negated: bool = False) -> CharacterSet:
    """Return the set of the scalar values inside ``ranges``, or outside them if ``negated``.

    Ranges may overlap and come in any order. Surrogates drop out on both sides: no text holds one (RR-W.5), so
    whether a set has them cannot matter.
    """
    merged: list[Range] = []
    for first, last in sorted(ranges):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    if negated:
        edges = [-1, *(edge for pair in merged for edge in pair), LAST_CODE_POINT + 1]
        merged = [
            (before + 1, after - 1) for before, after in zip(edges[::2], edges[1::2], strict=True) if before + 1 < after
        ]
    scalar: list[Range] = []
    for first, last in merged:
        for low, high in (
            (first, min(last, FIRST_SURROGATE - 1)),
            (max(first, LAST_SURROGATE + 1), last),
        ):
            if low <= high:
                scalar.append((low, high))
    return CharacterSet(tuple(scalar))


def sequence(items: Iterable[Node]) -> Node:
    """Return the node for ``items`` in a row, in normal form: empty items dropped, inner sequences spliced in."""
    flat: list[Node] = []
    for item in items:
        if isinstance(item, Sequence):
            flat.extend(item.items)
        elif not isinstance(item, Empty):
            flat.append(item)
    if not flat:
        return Empty()
    return flat[0] if len(flat) == 1 else Sequence(tuple(flat))


def choice(options: Iterable[Node]) -> Node:
    """Return the node for any of ``options`` (one or more): a single option stands for itself."""
    listed = tuple(options)
    return listed[0] if len(listed) == 1 else Choice(listed)


def positions(of: Pattern | Node) -> int:
    """Return the expanded Glushkov positions: the character sets that remain when every repeat is written out.

    A repeat counts its item ``most`` times; without upper bound ``least`` times, but at least once. Nothing is
    expanded: this is one multiplication for each repeat. Zero iff the only text is the empty one.
    Source: semantics, section 3 (at most :data:`MOST_POSITIONS`); RR-L.11.
    """
    return _expanded(of, by_range=False)


def expanded_ranges(of: Pattern | Node) -> int:
    """Return the ranges of all expanded positions together, the second half of a pattern's size.

    ``[a-z]{3}`` has three; a class of 300 ranges repeated 1,000 times has 300,000. This bounds the memory of any
    matcher, which :func:`positions` alone does not. At most :data:`MOST_EXPANDED_RANGES`; RR-L.11.
    """
    return _expanded(of, by_range=True)


def _expanded(of: Pattern | Node, *, by_range: bool) -> int:
    # One plain recursion, a frame for each level: the parser bounds the depth (MOST_NESTING).
    if isinstance(of, CharacterSet):
        return len(of.ranges) if by_range else 1
    if isinstance(of, Repeat):
        times = max(of.least, 1) if of.most is None else of.most
        return times * _expanded(of.item, by_range=by_range)
    total = 0
    for part in _parts(of):
        total += _expanded(part, by_range=by_range)
    return total


def _parts(of: Pattern | Empty | Sequence | Choice) -> tuple[Node, ...]:
    if isinstance(of, Pattern):
        return tuple(alternative.body for alternative in of.alternatives)
    if isinstance(of, Sequence):
        return of.items
    return of.options if isinstance(of, Choice) else ()
