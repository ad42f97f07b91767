"""Texts to try a pattern on: drawn from it, changed, and the characters that engines disagree on."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from rung.pattern import CharacterSet, Choice, Empty, Node, Pattern, Sequence

# Newlines and white space of every sort (NEL and MVS are *not* ECMA's), letters and digits beyond ASCII, the last
# characters before and the first behind the surrogates, astral characters and the last code point.
EDGES: Final = (
    "\n", "\r", "\r\n", "\t", "\v", "\f", " ", "\xa0", "\ufeff", "\u1680", "\u2000", "\u2028", "\u2029",
    "\u202f", "\u3000", "\x85", "\u180e", "\u200b", "\x1c", "\0", "\x08", "\x7f", "0", "a", "A", "_", "-", "@",
    "\u0663", "é", "\u212a", "\u017f", "\ud7ff", "\ue000", "\uffff", "\U00010000", "\U0001f600", "\U0001f60a",
    "\U0010ffff",
)  # fmt: skip


def texts(pattern: Pattern, random: Random, draws: int, longest: int) -> list[str]:
    """Return texts for ``pattern``, without repeats, none longer than ``longest``."""
    found: dict[str, None] = dict.fromkeys(("", *EDGES))
    corners = sorted(set(_corners(pattern)))
    for _ in range(draws):
        alternative = random.choice(pattern.alternatives)
        drawn = draw(alternative.body, random)
        if drawn is None:
            continue
        cut = random.randrange(len(drawn) + 1)
        other = random.choice(corners) if corners and random.random() < 0.6 else random.choice(EDGES)
        for text in (
            drawn,
            drawn + "\n",
            "\n" + drawn,
            drawn + random.choice(EDGES),
            random.choice(EDGES) + drawn,
            drawn[:cut] + other + drawn[cut:],
            drawn[:cut] + other + drawn[cut + 1 :],
            drawn[:cut] + drawn[cut + 1 :],
            drawn[:cut],
            drawn[cut:],
            drawn + drawn,
            drawn.swapcase(),
        ):
            found[text[:longest]] = None
    return list(found)


def draw(node: Node, random: Random) -> str | None:
    """Return a text of the node, or ``None`` where the choices made lead to a set without a character."""
    if isinstance(node, Empty):
        return ""
    if isinstance(node, CharacterSet):
        if not node.ranges:
            return None
        first, last = random.choice(node.ranges)
        return chr(random.choice((first, last, random.randint(first, last), min(last, first + 1))))
    if isinstance(node, Choice):
        return draw(random.choice(node.options), random)
    if isinstance(node, Sequence):
        parts = [draw(item, random) for item in node.items]
    else:
        most = node.least + 4 if node.most is None else node.most
        times = random.choice((node.least, most, random.randint(node.least, most), min(most, node.least + 1)))
        parts = [draw(node.item, random) for _ in range(times)]
    known = [part for part in parts if part is not None]
    return "".join(known) if len(known) == len(parts) else None


def _corners(of: Pattern | Node) -> Iterator[str]:
    """Yield the first and last character of each range, and their neighbours outside."""
    if isinstance(of, Pattern):
        for alternative in of.alternatives:
            yield from _corners(alternative.body)
    elif isinstance(of, CharacterSet):
        for first, last in of.ranges[:20]:
            for code_point in (first - 1, first, last, last + 1):
                if 0 <= code_point <= 0x10FFFF and not 0xD800 <= code_point <= 0xDFFF:
                    yield chr(code_point)
    elif not isinstance(of, Empty):
        inner = of.items if isinstance(of, Sequence) else of.options if isinstance(of, Choice) else (of.item,)
        for part in inner:
            yield from _corners(part)
