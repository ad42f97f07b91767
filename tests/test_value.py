"""Values: exact numbers, and the one equality (RR-A.6), as canonical text has it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rung.value import DecimalFraction, canonical, decimal_number, number_text

NUMBERS = [
    (0, 0, 0, "0"),
    (0, -5, 0, "0"),
    (5, 0, 5, "5e0"),
    (50, -1, 5, "5e0"),
    (1, 2, 100, "1e2"),
    (-100, 0, -100, "-1e2"),
    (15, -1, DecimalFraction(15, 10), "15e-1"),
    (-150, -2, DecimalFraction(-15, 10), "-15e-1"),
    (1, -3, DecimalFraction(1, 1000), "1e-3"),
    (9007199254740993, 0, 9007199254740993, "9007199254740993e0"),
    (1, 1100, 10**1100, "1e1100"),
    (1, -1100, DecimalFraction(1, 10**1100), "1e-1100"),
]


@pytest.mark.clause("RR-A.6", "RR-A.7")
@pytest.mark.parametrize(("coefficient", "exponent", "number", "text"), NUMBERS)
def test_number_has_one_value_and_one_text(coefficient: int, exponent: int, number: Any, text: str) -> None:
    assert decimal_number(coefficient, exponent) == number
    assert type(decimal_number(coefficient, exponent)) is type(number)
    assert number_text(number) == text


@pytest.mark.clause("RR-A.6")
@given(st.integers(-10_000, 10_000), st.integers(-6, 6), st.integers(0, 4))
def test_number_written_with_more_zeros_is_the_same(coefficient: int, exponent: int, zeros: int) -> None:
    number = decimal_number(coefficient, exponent)
    assert decimal_number(coefficient * 10**zeros, exponent - zeros) == number
    assert number.numerator * 10**6 == coefficient * 10 ** (exponent + 6) * number.denominator
    assert type(number) is int or (number.denominator >= 10 and number.numerator % 10 != 0)
    digits, _, power = number_text(number).partition("e")
    assert decimal_number(int(digits), int(power or 0)) == number


def same(one: Any, other: Any) -> bool:
    """Equality as JSON has it, written without canonical texts."""
    if isinstance(one, bool) or isinstance(other, bool) or one is None or other is None:
        return one is other
    if isinstance(one, (int, DecimalFraction)) and isinstance(other, (int, DecimalFraction)):
        return one.numerator * other.denominator == other.numerator * one.denominator
    if isinstance(one, str) and isinstance(other, str):
        return [ord(c) for c in one] == [ord(c) for c in other]
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return False


KEYS = st.sampled_from(["", "a", "b", "1", "é", "\U0001f600", "\uff61", '"', "a\nb"])
SCALARS = st.sampled_from(
    [
        None,
        True,
        False,
        0,
        1,
        10,
        -1,
        9007199254740992,
        9007199254740993,
        DecimalFraction(1, 10),
        DecimalFraction(11, 10),
    ]
) | st.sampled_from(["", "0", "1", "true", "null", "1e0", "é", "e\u0301", '"', "\\", "[]", "{}", ",", "a,b", '","'])
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=6
)


@pytest.mark.clause("RR-A.6")
@given(VALUES, VALUES)
def test_canonical_texts_are_equal_exactly_if_the_values_are(one: Any, other: Any) -> None:
    assert (canonical(one) == canonical(other)) == same(one, other)


@pytest.mark.clause("RR-A.6")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, True),
        (0, False),
        (1, "1"),
        (None, "null"),
        (None, False),
        ([], {}),
        ([1, 2], [2, 1]),
        ([[]], []),
        ("é", "e\u0301"),
    ],
)
def test_values_that_only_look_alike_differ(one: Any, other: Any) -> None:
    assert canonical(one) != canonical(other)


@pytest.mark.clause("RR-A.6")
@given(VALUES, st.randoms())
def test_key_order_does_not_matter(value: Any, random: Any) -> None:
    def shuffled(inner: Any) -> Any:
        if isinstance(inner, dict):
            keys = list(inner)
            random.shuffle(keys)
            return {key: shuffled(inner[key]) for key in keys}
        return [shuffled(item) for item in inner] if isinstance(inner, list) else inner

    assert canonical(shuffled(value)) == canonical(value)


@pytest.mark.clause("RR-A.7")
def test_strings_are_escaped_as_in_rfc_8785() -> None:
    # RFC 8785, 3.2.2.2 and the string of its example 3.2.2.
    assert canonical('\u20ac$\u000f\nA\'B"\\\\"/') == '"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"'
    short = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
    for code in [*range(0x20), 0x22, 0x5C]:
        character = chr(code)
        assert canonical(character) == '"' + short.get(character, "\\u" + format(code, "04x")) + '"'
    for character in ("\x7f", "/", "\u2028", "\ufeff", "\U0001f600", "<"):
        assert canonical(character) == '"' + character + '"'


@pytest.mark.clause("RR-A.7")
def test_keys_are_sorted_by_utf_16_as_in_rfc_8785() -> None:
    # RFC 8785, 3.2.3: the expected order of the values.
    document = {
        "\u20ac": "Euro Sign",
        "\r": "Carriage Return",
        "\ufb33": "Hebrew Letter Dalet With Dagesh",
        "1": "One",
        "\U0001f600": "Emoji: Grinning Face",
        "\u0080": "Control",
        "\u00f6": "Latin Small Letter O With Diaeresis",
    }
    assert list(json.loads(canonical(document)).values()) == [
        "Carriage Return",
        "One",
        "Control",
        "Latin Small Letter O With Diaeresis",
        "Euro Sign",
        "Emoji: Grinning Face",
        "Hebrew Letter Dalet With Dagesh",
    ]


@pytest.mark.clause("RR-A.7")
def test_literals_and_containers_have_no_white_space() -> None:
    assert canonical({"b": [True, False, None, []], "a": {}}) == '{"a":{},"b":[true,false,null,[]]}'
