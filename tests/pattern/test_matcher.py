"""Matching on RE2 (RR-H3.4): ECMA's meaning, linear time, no output, eager failure (RR-L.11)."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rung.pattern import (
    Alternative,
    CharacterSet,
    Pattern,
    PatternError,
    Repeat,
    SharedMatchers,
    compile,
    parse,
)

from . import reference
from .texts import EDGES
from .trees import alternatives

pytestmark = pytest.mark.clause("RR-H3.4", "RR-L.11")


def found(source: str, text: str) -> bool:
    return compile(parse(source))(text)


@pytest.mark.parametrize(
    ("source", "inside", "outside"),
    [
        ("b", "abc", "ac"),
        ("^b", "bc", "ab"),
        ("b$", "ab", "bc"),
        ("^b$", "b", "b\n"),
        ("b$", "b", "b\n"),
        ("^b", "b\nc", "a\nb"),
        ("^a|b$", "axx", "xax"),
        ("^$", "", "\n"),
        ("^.$", "\x85", "\r"),
        ("^.$", "\U0001f600", "\u2028"),
        (r"^\s$", "\xa0", "\x85"),
        (r"^\s$", "\ufeff", "\u180e"),
        (r"^\s$", "\v", "\x1c"),
        (r"^\d$", "7", "\u0663"),
        (r"^\w$", "_", "é"),
        ("^[^a]$", "\n", "a"),
        ("^[^]$", "\n", ""),
        ("a|[]", "a", "b"),
        (r"^[\uD000-\uE010]$", "\ue000", "\ue011"),
        ("^a{1001}$", "a" * 1001, "a" * 1000),
        ("^a{0,1001}$", "a" * 1001, "a" * 1002),
        ("^a{1001,}$", "a" * 3000, "a" * 1000),
        ("^a{1001,3000}$", "a" * 3000, "a" * 3001),
        ("^(?:a{100}){100}$", "a" * 10_000, "a" * 9_999),
        ("^(?:a{0,100}){3,100}$", "a" * 10_000, "a" * 10_001),
        ("^(?:(?:a{2}b){300,}c){2}$", ("aab" * 301 + "c") * 2, "aab" * 299 + "c" + "aab" * 400 + "c"),
        ("^(?:(?:(?:){10000}){10000}){10000}$", "", "a"),
        ("^(?:(?:a{9000}){9000}){0}b$", "b", "ab"),
    ],
)
def test_a_pattern_matches_here_and_not_there(source: str, inside: str, outside: str) -> None:
    matcher = compile(parse(source))
    assert matcher(inside) is True
    assert matcher(outside) is False


@settings(max_examples=400)
@given(
    alternatives,
    st.lists(st.lists(st.sampled_from([*EDGES, "b", "c"]), max_size=8).map("".join), min_size=1, max_size=8),
)
def test_the_engine_means_what_the_tree_means(tree: tuple[Alternative, ...], texts: list[str]) -> None:
    pattern = Pattern("", tree)
    matcher = compile(pattern)
    for text in texts:
        assert matcher(text) == reference.matches(pattern, text)


def test_repeats_beyond_the_engine_mean_what_the_tree_means() -> None:
    choose = random.Random(20_26)
    pair = Repeat(CharacterSet(((0x61, 0x61),)), 0, 1)
    compared = 0
    for _ in range(50):
        node: Repeat = pair if choose.random() < 0.3 else Repeat(CharacterSet(((0x61, 0x61),)), 1, 1)
        size = 1
        for _ in range(choose.randint(1, 3)):
            most = choose.randint(1, max(1, 1_800 // size))
            least = choose.choice((0, 1, most, choose.randint(0, most)))
            unbounded = choose.random() < 0.2
            node = Repeat(node, least, None if unbounded else most)
            size *= max(least, 1) if unbounded else most
        pattern = Pattern("", (Alternative(True, node, True),))
        matcher = compile(pattern)
        lengths = _lengths(node, 2_000)
        edges = {length + step for length in range(2_000) if lengths[length] for step in (-1, 0, 1)} or {0}
        for length in [*sorted(edges)[:12], *sorted(edges)[-12:], 0, 1]:
            if 0 <= length < 2_000:
                assert matcher("a" * length) == lengths[length], (node, length)
                compared += 1
    assert compared > 500


def _lengths(node: Repeat, most: int) -> list[bool]:
    """Which lengths below ``most`` a nest of repeats of one character has: sums, as bits of an integer."""
    mask = (1 << most) - 1

    def of(inner: Repeat | CharacterSet) -> int:
        if isinstance(inner, CharacterSet):
            return 0b10
        assert isinstance(inner.item, (Repeat, CharacterSet))
        once = of(inner.item)
        optional = most if inner.most is None else inner.most - inner.least
        return add(power(once, inner.least), power(once | 1, optional))

    def add(left: int, right: int) -> int:
        total = 0
        while right:
            lowest = right & -right
            total |= left * lowest
            right ^= lowest
        return total & mask

    def power(base: int, times: int) -> int:
        result = 1
        while times:
            if times & 1:
                result = add(result, base)
            base = add(base, base)
            times >>= 1
        return result

    bits = of(node)
    return [bool(bits >> length & 1) for length in range(most)]


GROWTH: dict[str, Callable[[int], str]] = {
    "^(a|a)*$": lambda length: "a" * (length - 1) + "b",
    "(a*)*b": lambda length: "a" * length,
    "^(([a-z])+.)+[A-Z]([a-z])+$": lambda length: "a" * length,
    "(x+x+)+y": lambda length: "x" * length,
    r"^(\w+\s?)*$": lambda length: "ab " * (length // 3) + "!",
    ".*.*.*=.*!": lambda length: "=" * length,
    r"\s+$": lambda length: " " * length + "a",
}


@pytest.mark.parametrize("source", GROWTH)
def test_a_pattern_that_ruins_backtracking_comes_back(source: str) -> None:
    # Linear time is RE2's promise and is not timed here: of half a million characters, a matcher that tries ways again
    # would not come back at all.
    assert not compile(parse(source))(GROWTH[source](500_000))


def test_a_large_pattern_comes_back_too() -> None:
    assert not compile(parse("(?:[^a]{0,300}){9}b"))("x" * 10_000)


def _alternating(ranges: int, seed: int) -> str:
    points = sorted(random.Random(seed).sample(range(0x10000, 0x10FFFF), 2 * ranges))
    return "[" + "".join(f"{chr(a)}-{chr(b)}" for a, b in zip(points[::2], points[1::2], strict=True)) + "]"


@pytest.mark.parametrize(
    "source",
    [
        r"\S{10000}",
        r"\W{0,10000}",
        "[^a]{5000,10000}",
        "(?:[^a]{0,100}){100}",
        _alternating(20, 1) + "{10000}",
        _alternating(20, 2) + "{0,10000}",
        "(?:" + _alternating(20, 3) + "{0,100}){100}",
        _alternating(4_000, 4) + "{0,50}",
        _alternating(20_000, 5) + "{10}",
        "|".join("é" * 9 for _ in range(1_100)),
        "(?:" * 64 + "a|b" + ")*" * 64,
        "|" * 65_536,
        "[]{10000}",
        "[^]{10000}",
    ],
    ids=lambda source: f"{source[:8]!a}-{len(source)}",
)
def test_all_that_the_parser_accepts_compiles(source: str, capfd: pytest.CaptureFixture[str]) -> None:
    matcher = compile(parse(source))
    matcher("a" * 200)
    assert capfd.readouterr() == ("", "")


def test_a_tree_that_the_engine_cannot_hold_is_refused_at_once_and_in_silence(
    capfd: pytest.CaptureFixture[str],
) -> None:
    wide = CharacterSet(tuple((code_point, code_point) for code_point in range(0x10000, 0x20000, 2)))
    pattern = Pattern("made by hand", (Alternative(False, Repeat(wide, 1_000, 1_000), False),))
    with pytest.raises(PatternError) as caught:
        compile(pattern)
    assert (caught.value.kind, caught.value.source, caught.value.clause) == ("size", "made by hand", "RR-L.11")
    assert capfd.readouterr() == ("", "")


def test_a_text_with_a_lone_surrogate_is_no_text() -> None:
    with pytest.raises(UnicodeEncodeError):
        found("a", "\ud83d")


def test_one_owner_compiles_a_source_once() -> None:
    matchers = SharedMatchers()
    first = matchers.of("^a+$")
    assert matchers.of("^a" + "+$") is first
    assert matchers.of("^a*$") is not first
    assert SharedMatchers().of("^a+$") is not first
    assert first("aa")
    for _ in range(2):
        with pytest.raises(PatternError):
            matchers.of("(")
