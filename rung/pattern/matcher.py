"""The meaning of a pattern -> a function from text to bool, on RE2: time linear in the text, for every pattern.

Only this module knows the engine. RE2 reads Perl's syntax, not ECMA's: its ``\\s`` lacks NBSP, BOM and VT, its ``.``
takes CR and U+2028, its repeats stop at 1,000 and it has no ``\\uHHHH``. So what it is given is written from the tree,
in explicit ranges, ``\\A``, ``\\z`` and repeats that it accepts; never the source.
Source: semantics, section 3, ``pattern``; RR-H3.4.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol, TypeAlias

import re2  # type: ignore[import-untyped]

# The compiled object itself. The public wrapper costs twice the time of a match (it decodes the spans of the match into
# characters), and keeps the last 128 patterns alive for the whole process, where here the caller owns what it compiles.
from re2 import _re2

from rung.pattern.parser import PatternError, parse
from rung.pattern.syntax import (
    FIRST_SURROGATE,
    LAST_SURROGATE,
    Alternative,
    CharacterSet,
    Empty,
    Node,
    Pattern,
    Range,
    Repeat,
    Sequence,
    positions,
)

#: Does the pattern match somewhere in this text? The text holds scalar values only, as RR-W.5 has made sure; a lone
#: surrogate is a ``UnicodeEncodeError``.
Matcher: TypeAlias = Callable[[str], bool]

# Memory for the program and, while matching, for RE2's cache of states. The first suffices for nearly all patterns; the
# second for the largest that RR-L.11 lets pass. When a text exhausts the cache, RE2 goes on without one, slower and
# still linear.
_BUDGETS: Final = (8 << 20, 512 << 20)

# RE2 refuses repeats whose bounds, multiplied along the nesting, exceed this.
_MOST_REPEATS: Final = 1_000


class _Engine(Protocol):
    """The part of ``_re2.RE2`` that is used here: it has no type stubs."""

    def ok(self) -> bool: ...

    def Match(self, anchor: object, text: bytes, start: int, end: int) -> list[tuple[int, int]]: ...


def compile(pattern: Pattern) -> Matcher:
    """Return the matcher of a parsed pattern, compiled and ready.

    Guarantee: ``matcher(text)`` is true iff the pattern matches somewhere in ``text``, in time linear in the text (at
    worst its length times the positions of the pattern), without recursion.
    Errors: :class:`PatternError` of kind ``size`` (RR-L.11) if the engine cannot hold the program; nothing that
    :func:`parse` returns is known to. Source: RR-H3.4.
    """
    written = _written(pattern).encode("ascii")
    for budget in _BUDGETS:
        engine = _engine(written, budget)
        if engine.ok():
            return _matcher(engine)
    raise PatternError(pattern.source, 0, pattern.source[:60], "a pattern that the engine can hold", "size")


class SharedMatchers:
    """The matchers of one owner, say a registry under construction: each source is parsed and compiled once.

    It keeps every matcher it has returned, so its owner bounds its size, by the registry's own limits.
    """

    __slots__ = ("_by_source",)

    def __init__(self) -> None:
        self._by_source: dict[str, Matcher] = {}

    def of(self, source: str) -> Matcher:
        """Return the matcher of ``source``, the same object each time.

        Errors: :class:`PatternError`, as :func:`parse` and :func:`compile` raise it (RR-L.10, RR-L.11).
        """
        matcher = self._by_source.get(source)
        if matcher is None:
            matcher = self._by_source[source] = compile(parse(source))
        return matcher


def _engine(written: bytes, budget: int) -> _Engine:
    options = re2.Options()
    options.max_mem = budget
    options.never_capture = True
    options.log_errors = False  # A refusal is an exception here, not a line on stderr.
    engine: _Engine = _re2.RE2(written, options)
    return engine


def _matcher(engine: _Engine) -> Matcher:
    match = engine.Match
    anywhere: object = _re2.RE2.Anchor.UNANCHORED

    def matches(text: str) -> bool:
        encoded = text.encode()
        # One span, that of the whole match; (-1, -1) where there is none.
        return match(anywhere, encoded, 0, len(encoded))[0][0] >= 0

    return matches


# Each text below stands for itself beside any other and under any quantifier: it is one character, one class or one
# (?:...).
_NO_CHARACTER: Final = r"[^\x{0}-\x{10FFFF}]"
_EMPTY_TEXT: Final = "(?:)"


def _written(pattern: Pattern) -> str:
    return "|".join(_written_alternative(alternative) for alternative in pattern.alternatives)


def _written_alternative(alternative: Alternative) -> str:
    start = r"\A" if alternative.anchored_start else ""
    end = r"\z" if alternative.anchored_end else ""
    body, _ = _written_node(alternative.body)
    return f"{start}{body}{end}"


def _written_node(node: Node) -> tuple[str, int]:
    """Return the node as RE2 reads it, and the greatest product of repeat bounds along its nesting (1: none)."""
    if isinstance(node, Empty):
        return _EMPTY_TEXT, 1
    if isinstance(node, CharacterSet):
        return _written_set(node), 1
    if isinstance(node, Repeat):
        return _written_repeat(node)
    texts: list[str] = []
    product = 1
    for part in node.items if isinstance(node, Sequence) else node.options:
        text, inside = _written_node(part)
        texts.append(text)
        product = max(product, inside)
    joined = ("" if isinstance(node, Sequence) else "|").join(texts)
    return f"(?:{joined})", product


def _written_repeat(node: Repeat) -> tuple[str, int]:
    # Only the empty text matches. Not for speed: the bounds of such a repeat are in no way limited by its positions.
    if positions(node) == 0:
        return _EMPTY_TEXT, 1
    item, inside = _written_node(node.item)
    # RR-L.11 bounds the product of all bounds by 10,000. What RE2 refuses to repeat at once is repeated in runs: each
    # stands for more than 500 repeats, or is the only rest, so a few dozen copies of an item are written at most.
    run = _MOST_REPEATS // inside
    least, most = node.least, node.most
    texts: list[str] = []
    while least > run:
        texts.append(f"{item}{{{run}}}")
        least -= run
        most = None if most is None else most - run
    if most is None:
        texts.append(f"{item}{{{least},}}")
        longest = max(least, 1)
    elif most <= run:
        texts.append(f"{item}{{{least},{most}}}")
        longest = most
    else:
        texts.append(f"{item}{{{least}}}")
        optional = most - least
        while optional > 0:
            texts.append(f"{item}{{0,{min(optional, run)}}}")
            optional -= run
        longest = run
    if len(texts) > 1:
        longest = run
    return f"(?:{''.join(texts)})", inside * longest


def _written_set(node: CharacterSet) -> str:
    if not node.ranges:
        return _NO_CHARACTER
    return "[" + "".join(f"\\x{{{first:X}}}-\\x{{{last:X}}}" for first, last in _bridged(node.ranges)) + "]"


def _bridged(ranges: tuple[Range, ...]) -> list[Range]:
    # A range that ends before the surrogates and one that begins behind them are joined: no text has one, and UTF-8
    # programs of unbroken ranges are much smaller.
    bridged: list[Range] = []
    for first, last in ranges:
        if bridged and bridged[-1][1] == FIRST_SURROGATE - 1 and first == LAST_SURROGATE + 1:
            bridged[-1] = (bridged[-1][0], last)
        else:
            bridged.append((first, last))
    return bridged
