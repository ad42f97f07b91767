"""The tree: normal forms, set arithmetic, and sizes without expansion."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rung.pattern import (
    Alternative,
    CharacterSet,
    Choice,
    Empty,
    Node,
    Pattern,
    Repeat,
    Sequence,
    character_set,
    choice,
    expanded_ranges,
    positions,
    sequence,
)

from .trees import nodes

pytestmark = pytest.mark.clause("RR-L.11")

A = CharacterSet(((0x61, 0x61),))
B = CharacterSet(((0x62, 0x62),))
ALL = ((0, 0xD7FF), (0xE000, 0x10FFFF))


@pytest.mark.parametrize(
    ("ranges", "negated", "expected"),
    [
        ([], False, ()),
        ([], True, ALL),
        ([(0, 0x10FFFF)], False, ALL),
        ([(0, 0x10FFFF)], True, ()),
        ([(98, 98), (97, 97)], False, ((97, 98),)),
        ([(97, 99), (98, 98)], False, ((97, 99),)),
        ([(97, 97), (99, 99)], False, ((97, 97), (99, 99))),
        ([(97, 97)], True, ((0, 96), (98, 0xD7FF), (0xE000, 0x10FFFF))),
        ([(0, 5)], True, ((6, 0xD7FF), (0xE000, 0x10FFFF))),
        ([(0xD83D, 0xD83D)], False, ()),
        ([(0xD83D, 0xD83D)], True, ALL),
        ([(0xD000, 0xDFFF)], False, ((0xD000, 0xD7FF),)),
        ([(0xD800, 0xE010)], False, ((0xE000, 0xE010),)),
        ([(0xD800, 0xDFFF)], True, ALL),
        ([(0x10FFFF, 0x10FFFF)], True, ((0, 0xD7FF), (0xE000, 0x10FFFE))),
    ],
)
def test_a_character_set_is_in_normal_form(
    ranges: list[tuple[int, int]], negated: bool, expected: tuple[tuple[int, int], ...]
) -> None:
    assert character_set(ranges, negated=negated) == CharacterSet(expected)


@given(st.lists(st.tuples(st.integers(0, 0x10FFFF), st.integers(0, 0x10FFFF)), max_size=5), st.integers(0, 0x10FFFF))
def test_a_character_is_in_a_set_or_in_its_complement(pairs: list[tuple[int, int]], code_point: int) -> None:
    ranges = [(min(pair), max(pair)) for pair in pairs]

    def holds(characters: CharacterSet) -> bool:
        return any(first <= code_point <= last for first, last in characters.ranges)

    is_scalar = not 0xD800 <= code_point <= 0xDFFF
    plain = character_set(ranges)
    assert holds(plain) == (is_scalar and any(first <= code_point <= last for first, last in ranges))
    assert holds(character_set(ranges, negated=True)) == (is_scalar and not holds(plain))
    assert character_set(reversed(plain.ranges)) == plain


def test_sequences_are_flat_and_have_two_items_at_least() -> None:
    assert sequence([]) == Empty()
    assert sequence([Empty(), Empty()]) == Empty()
    assert sequence([A, Empty()]) == A
    assert sequence([A, Sequence((A, B)), Empty(), B]) == Sequence((A, A, B, B))


def test_choices_have_two_options_at_least() -> None:
    assert choice([A]) == A
    assert choice([A, Empty()]) == Choice((A, Empty()))


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        (Empty(), 0),
        (A, 1),
        (CharacterSet(()), 1),
        (Sequence((A, B)), 2),
        (Choice((A, Empty(), B)), 2),
        (Repeat(A, 0, 7), 7),
        (Repeat(A, 0, 0), 0),
        (Repeat(A, 0, None), 1),
        (Repeat(A, 5, None), 5),
        (Repeat(Empty(), 5, None), 0),
        (Repeat(Repeat(Repeat(A, 1, 200), 1, 200), 1, 200), 8_000_000),
        (Pattern("", (Alternative(True, A, False), Alternative(False, Repeat(B, 2, 3), True))), 4),
    ],
)
def test_positions_count_the_sets_left_when_repeats_are_written_out(node: Pattern | Node, expected: int) -> None:
    assert positions(node) == expected


def test_expanded_ranges_count_ranges_instead_of_sets() -> None:
    two = CharacterSet(((1, 2), (4, 5)))
    assert expanded_ranges(Repeat(Sequence((two, A, CharacterSet(()))), 2, 10)) == 30


@given(nodes)
def test_a_node_without_positions_is_the_empty_text(node: Node) -> None:
    from .reference import ends_of

    if positions(node) == 0:
        assert ends_of(node, "ab", frozenset({1})) == frozenset({1})


@pytest.mark.parametrize("node", [Empty(), A, Sequence((A, B)), Choice((A, B)), Repeat(A, 0, 1)])
def test_nodes_are_values(node: Node) -> None:
    assert not hasattr(node, "__dict__")
    assert hash(node) == hash(dataclasses.replace(node))
    for field in dataclasses.fields(node):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(node, field.name, None)
