"""`rung.text`: every W clause of text, their order, their places; that nothing raises or costs more than reading."""

from __future__ import annotations

import json
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rung import text as text_module
from rung.text import (
    DEFAULT,
    Limits,
    Member,
    Parsed,
    TextFault,
    elements,
    exact_number,
    members,
    parse,
    parse_arguments,
)
from rung.value import DecimalFraction, canonical
from tests import second_grammar


def clause(text: str | bytes, limits: Limits = DEFAULT) -> str | None:
    result = parse_arguments(text, limits)
    return result.clause if isinstance(result, TextFault) else None


def value(text: str | bytes) -> Any:
    result = parse(text)
    assert isinstance(result, Parsed), result
    return result.value


def fault(text: str | bytes, limits: Limits = DEFAULT) -> TextFault:
    result = parse(text, limits)
    assert isinstance(result, TextFault)
    return result


def comparable(value: Any) -> Any:
    """Numbers as tagged fractions, whoever read them, so that 1 is not true."""
    if isinstance(value, dict):
        return {key: comparable(item) for key, item in value.items()}
    if isinstance(value, list):
        return [comparable(item) for item in value]
    if type(value) in (int, Fraction, DecimalFraction):
        return ("number", Fraction(value.numerator, value.denominator))
    return value


@contextmanager
def peak_memory(most: int) -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] <= most
    finally:
        tracemalloc.stop()


# RR-W.1 --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("RR-W.1")
@pytest.mark.parametrize(
    ("text", "offset", "expected", "found"),
    [
        ("", 0, "a value", "the end of the text"),
        (" \n", 2, "a value", "the end of the text"),
        ("{", 1, 'a key or "}"', "the end of the text"),
        ('{"a"', 4, '":"', "the end of the text"),
        ('{"a":', 5, "a value", "the end of the text"),
        ('{"a":1', 6, '"," or "}"', "the end of the text"),
        ('{"a": 1 b', 8, '"," or "}"', '"b"'),
        ('{"a":1,}', 7, "a key", '"}"'),
        ("{,}", 1, 'a key or "}"', '","'),
        ("{1:2}", 1, 'a key or "}"', '"1"'),
        ("[1,]", 3, "a value", '"]"'),
        ("[1 2]", 3, '"," or "]"', '"2"'),
        ("[1}", 2, '"," or "]"', '"}"'),
        ('{"a":1]', 6, '"," or "}"', '"]"'),
        ("[}", 1, 'a value or "]"', '"}"'),
        ("]", 0, "a value", '"]"'),
        ("{} {}", 3, "the end of the text", '"{"'),
        ("{}\ufeff", 2, "the end of the text", "a byte order mark"),
        ("\ufeff{}", 0, "a value", "a byte order mark"),
        ("```json\n{}\n```", 0, "a value", '"`"'),
        ("{'a': 1}", 1, 'a key or "}"', '"\'"'),
        ("{a: 1}", 1, 'a key or "}"', '"a"'),
        ('{"a": 1} // c', 9, "the end of the text", '"/"'),
        ("\u00a0{}", 0, "a value", '"\\u00a0"'),
        ("\x0c{}", 0, "a value", '"\\f"'),
        ('"a\nb"', 2, "the rest of a string", '"\\n"'),
        ('"a\x00"', 2, "the rest of a string", '"\\u0000"'),
        ('"abc', 4, "the rest of a string", "the end of the text"),
        ('"\\', 2, "the rest of a string", "the end of the text"),
        ('"\\x41"', 2, "the rest of a string", '"x"'),
        ('"\\u00g0"', 5, "the rest of a string", '"g"'),
        ('"\\u+123"', 3, "the rest of a string", '"+"'),
        ('"\ud83d"', 1, "the rest of a string", "no UTF-8"),
        ("\udc80", 0, "a value", "no UTF-8"),
        ('"\\ud83d\ude00"', 7, "the rest of a string", "no UTF-8"),
        ("NaN", 0, "a value", '"N"'),
        ("Infinity", 0, "a value", '"I"'),
        ("-Infinity", 1, "the rest of a number or literal", '"I"'),
        ("+1", 0, "a value", '"+"'),
        (".5", 0, "a value", '"."'),
        ("01", 1, "the end of the text", '"1"'),
        ("-", 1, "the rest of a number or literal", "the end of the text"),
        ("-01", 2, "the end of the text", '"1"'),
        ("1.", 2, "the rest of a number or literal", "the end of the text"),
        ("1.e5", 2, "the rest of a number or literal", '"e"'),
        ("1e", 2, "the rest of a number or literal", "the end of the text"),
        ("1e+", 3, "the rest of a number or literal", "the end of the text"),
        ("1e5.0", 3, "the end of the text", '"."'),
        ("0x1", 1, "the end of the text", '"x"'),
        ("1_000", 1, "the end of the text", '"_"'),
        ("\u0661", 0, "a value", '"\\u0661"'),
        ("1\u0661", 1, "the end of the text", '"\\u0661"'),
        ("tru", 3, "the rest of a number or literal", "the end of the text"),
        ("trUe", 2, "the rest of a number or literal", '"U"'),
        ("falsey", 5, "the end of the text", '"y"'),
        ("True", 0, "a value", '"T"'),
        (b"\xff", 0, "a value", "no UTF-8"),
        (b"\xef\xbb\xbf{}", 0, "a value", "a byte order mark"),
        (b'"\xc3\xa9\xe2\x82"', 2, "the rest of a string", "no UTF-8"),
        (b'"\xed\xa0\xbd\xed\xb8\x80"', 1, "the rest of a string", "no UTF-8"),
        (b'"\xc0\xaf"', 1, "the rest of a string", "no UTF-8"),
        (b"[1 \xff", 3, '"," or "]"', "no UTF-8"),
        (b'{"a" 1} \xff', 5, '":"', '"1"'),
        ("[1]".encode("utf-16"), 0, "a value", "no UTF-8"),
    ],
)
def test_what_is_not_exactly_one_json_text_is_rejected_where_it_stops_being_one(
    text: str | bytes, offset: int, expected: str, found: str
) -> None:
    result = fault(text)
    assert (result.clause, result.offset, result.expected, result.found) == ("RR-W.1", offset, expected, found)
    assert second_grammar.read(text, arguments=False) == ("RR-W.1", offset)


@pytest.mark.clause("RR-W.1")
def test_a_message_is_one_line_and_says_line_and_column() -> None:
    assert fault('{"a": 1 b').message == 'RR-W.1: expected "," or "}" at line 1 column 9, found "b"'
    assert fault('{"a":\r\n\n 1 "').message == 'RR-W.1: expected "," or "}" at line 3 column 4, found "\\""'
    assert "\n" not in fault('"\n"').message


@pytest.mark.clause("RR-W.1")
def test_the_four_blanks_of_rfc_8259_are_skipped_everywhere() -> None:
    assert value(' \t\r\n{ "a" : [ 1 , { } , [ ] ] , "b" : null } \n') == {"a": [1, {}, []], "b": None}
    assert value(b" 1 ") == 1


@pytest.mark.clause("RR-W.1")
def test_every_escape_is_read() -> None:
    assert value(r'"\"\\\/\b\f\n\r\t\u0041\uD83D\uDE00\u00e9"') == '"\\/\b\f\n\r\tA\U0001f600\u00e9'
    assert value('"\x7f\u2028\U0010ffff"'.encode()) == "\x7f\u2028\U0010ffff"


# RR-W.2 --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("RR-W.2")
@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ('{"to": "b", "to": "c"}', 12),
        ('{"to": "b", "\\u0074o": "c"}', 12),
        ('{"a": [{"b": {"c": 1, "c": 1}}]}', 22),
        ('{"a": {}, "a": {}}', 10),
        ('{"\\ud83d\\ude00": 1, "\U0001f600": 1}', 20),
        ('{"": 1, "": 1}', 8),
        ('[{"a": 1, "a": 1}]', 10),
    ],
)
def test_a_duplicate_key_is_rejected_at_any_depth_after_unescaping(text: str, offset: int) -> None:
    result = fault(text)
    assert (result.clause, result.offset, result.expected) == ("RR-W.2", offset, "each key once")
    assert fault(text.encode()) == result


@pytest.mark.clause("RR-W.2")
@pytest.mark.parametrize(
    "text", ['{"a": {"a": 1}}', '{"a": 1, "A": 1}', '{"\u00e9": 1, "e\u0301": 1}', '[{"a": 1}, {"a": 1}]']
)
def test_keys_of_different_objects_and_different_code_points_are_no_duplicates(text: str) -> None:
    assert value(text) == json.loads(text)


# RR-W.3 --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("RR-W.3")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("null", "null"),
        ("[]", "an array"),
        ('"{}"', "a string"),
        ("0", "a number"),
        ("0.5", "a number"),
        ("true", "a boolean"),
    ],
)
def test_arguments_that_are_no_object_are_rejected_and_other_texts_are_not(text: str, found: str) -> None:
    result = parse_arguments(text)
    assert isinstance(result, TextFault)
    assert result.message == f"RR-W.3: expected an object at line 1 column 1, found {found}"
    assert isinstance(parse(text), Parsed)
    assert clause(text.encode()) == "RR-W.3"


@pytest.mark.clause("RR-W.3")
def test_an_object_is_arguments() -> None:
    assert parse_arguments(" {} ") == parse_arguments(b"{}") == Parsed({})


# RR-W.4 --------------------------------------------------------------------------------------------------------------

IN_RANGE = {
    "0": 0,
    "-0": 0,
    "-0.0e5": 0,
    "0e99999999999999999999": 0,
    "0.000e-99999999999999999999": 0,
    "5.0": 5,
    "5e0": 5,
    "50e-1": 5,
    "0.5E+1": 5,
    "0.1": DecimalFraction(1, 10),
    "-1.50": DecimalFraction(-15, 10),
    "9007199254740993": 9007199254740993,
    "-12345678901234567890": -12345678901234567890,
    "1e400": 10**400,
    "1e1100": 10**1100,
    "-1e1100": -(10**1100),
    "1e-1100": DecimalFraction(1, 10**1100),
    "1e" + "0" * 100_000 + "7": 10**7,
    "9" * 1100: 10**1100 - 1,
    "9" * 1100 + "0": (10**1100 - 1) * 10,
    "-" + "9" * 1100 + "0": -(10**1100 - 1) * 10,
    "1" + "0" * 1100: 10**1100,
    "0." + "0" * 1099 + "1": DecimalFraction(1, 10**1100),
    "0." + "0" * 1099 + "9" * 1100: DecimalFraction(10**1100 - 1, 10**2199),
    "9." + "9" * 1099: DecimalFraction(10**1100 - 1, 10**1099),
    "0." + "0" * 100_000 + "1e100001": 1,
    "1" + "0" * 100_000 + "e-100000": 1,
    "1" * 600: int("1" * 600),
    "1" * 601: int("1" * 601),
    "-" + "1" * 600 + ".5": DecimalFraction(-int("1" * 600 + "5"), 10),
}

OUT_OF_RANGE = [
    "1e1101",
    "-1e1101",
    "10e1100",
    "1e-1101",
    "0.1e-1100",
    "1e9999999999999999999",
    "-1e-9999999999999999999",
    "1e" + "9" * 1_000_000,
    "9" * 1101,
    "1" + "0" * 1099 + "1",
    "1." + "0" * 1099 + "1",
    "1" + "0" * 1101,
    "1" * 5000,
    "0." + "0" * 1100 + "1",
    "0." + "0" * 100_000 + "1",
    "1" + "0" * 100_000,
    "7" * 10_000_000,
]


def shorten(number: str) -> str:
    return f"{number[:12]}({len(number)})"


@pytest.mark.clause("RR-W.4")
@pytest.mark.parametrize("number", IN_RANGE, ids=shorten)
def test_a_number_in_range_is_exact_on_both_paths(number: str) -> None:
    assert value(number) == value(f'{{"n": {number}, "s": "\\ud83d\\ude00"}}')["n"] == IN_RANGE[number]
    assert type(value(number)) is type(IN_RANGE[number])


@pytest.mark.clause("RR-W.4")
@pytest.mark.parametrize("number", OUT_OF_RANGE, ids=shorten)
def test_a_number_out_of_range_is_rejected_in_time_and_memory_of_its_digits(number: str) -> None:
    text = '{"n": ' + number + "}"
    with peak_memory(8 * len(text) + 100_000):
        result = fault(text)
    assert (result.clause, result.offset) == ("RR-W.4", 6)
    assert len(result.message) < 150


@pytest.mark.clause("RR-W.4")
def test_numbers_are_read_and_judged_whatever_limit_python_puts_on_conversions() -> None:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        for number, expected in IN_RANGE.items():
            assert exact_number(number) == expected
            assert parse(number) == Parsed(expected)
        assert all(exact_number(number) is None for number in OUT_OF_RANGE)
    finally:
        sys.set_int_max_str_digits(before)


SIGNS = st.sampled_from(["", "+", "-"])
ZEROS = st.sampled_from(["", "0", "000"])
LONG_DIGITS = st.builds(
    "".join,
    st.tuples(
        st.sampled_from(["", "1", "25"]),
        st.builds(str.__mul__, st.sampled_from("0079"), st.integers(1090, 1105)),
        st.sampled_from(["", "0", "1", "50"]),
    ),
)


@pytest.mark.clause("RR-W.4")
@settings(max_examples=500)
@given(
    st.sampled_from(["", "-"]),
    st.one_of(st.just("0"), st.integers(1, 9999).map(str), LONG_DIGITS.filter(lambda digits: digits[0] != "0")),
    st.one_of(
        st.just(""), st.from_regex(r"\.[0-9]{1,3}", fullmatch=True), LONG_DIGITS.map(lambda digits: "." + digits)
    ),
    st.one_of(st.just(""), st.builds("e{}{}{}".format, SIGNS, ZEROS, st.integers(0, 2300))),
)
def test_numbers_agree_with_the_second_grammar(sign: str, whole: str, fraction: str, exponent: str) -> None:
    number = sign + whole + fraction + exponent
    second = second_grammar.read(number, arguments=False)
    ours = exact_number(number)
    assert (None if ours is None else ("value", Fraction(ours.numerator, ours.denominator))) == (
        None if second[0] == "RR-W.4" else second
    )


# RR-W.5 --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("RR-W.5")
@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ('{"to": "\\ud83d"}', 7),
        ('{"a": 1, "\\udE00": 1}', 9),
        ('["\\ude00\\ud83d"]', 1),
        ('"\\ud83d\\ud83d\\ude00"', 0),
        ('"\\ud83d\\u0041"', 0),
        ('"\\uD83Dx\\uDE00"', 0),
        ('"\\\\\\ud83d"', 0),
    ],
)
def test_an_escaped_lone_surrogate_is_rejected(text: str, offset: int) -> None:
    result = fault(text)
    assert (result.clause, result.offset, result.expected) == ("RR-W.5", offset, "surrogates in pairs")
    assert result.message.isascii()


@pytest.mark.clause("RR-W.5")
def test_an_escaped_backslash_before_ud83d_is_no_surrogate() -> None:
    assert value('"\\\\ud83d"') == "\\ud83d"


# RR-W.6 --------------------------------------------------------------------------------------------------------------


def nested(depth: int) -> str:
    return '{"a":' + "[" * (depth - 1) + "]" * (depth - 1) + "}"


@pytest.mark.clause("RR-W.6")
def test_depth_128_is_allowed_and_129_is_rejected_at_its_bracket() -> None:
    assert clause(nested(128)) is None
    assert clause(nested(129)) == "RR-W.6"
    assert fault(nested(129)).message == 'RR-W.6: expected no deeper nesting at line 1 column 133, found "["'
    assert clause("[" * 100 + "]" * 100 + "{") == "RR-W.1"


@pytest.mark.clause("RR-W.6")
def test_a_text_with_more_brackets_than_the_limit_is_not_too_deep_for_that() -> None:
    text = '{"a": [' + "[]," * 500 + "{}]}"
    assert value(text) == json.loads(text)


@pytest.mark.clause("RR-W.6")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[", "RR-W.6"),
        ("[{", "RR-W.6"),
        ('{"a":[', "RR-W.6"),
        ("{[", "RR-W.6"),  # what stands before the bracket begins a JSON text, and that is what the clause asks
        ('{"a"[', "RR-W.6"),
        ("[1[", "RR-W.6"),
        ("[1.[", "RR-W.6"),
        ("[tr{", "RR-W.6"),
        ("[]", None),
        ('["[["]', None),
        ('["[', "RR-W.1"),
        ('["\\[', "RR-W.1"),
        ('["\\u00{', "RR-W.1"),
        ("[1. [", "RR-W.1"),
        ("[1,,[", "RR-W.1"),
        ("[}[", "RR-W.1"),
        ("[][", "RR-W.1"),
        (b"[[\xff", "RR-W.6"),
        (b"[\xff[", "RR-W.1"),
        ("[\ud83d[", "RR-W.1"),
        ('["\\ud83d", 1e9999, {"a":1,"a":1}', "RR-W.6"),
    ],
)
def test_a_too_deep_bracket_is_w6_where_all_before_it_begins_a_json_text_else_w1(
    text: str | bytes, expected: str | None
) -> None:
    result = parse(text, Limits(depth=1))
    assert (result.clause if isinstance(result, TextFault) else None) == expected
    second = second_grammar.read(text, depth=1, arguments=False)
    assert (None if second[0] == "value" else second[0]) == expected


@pytest.mark.clause("RR-W.6")
@pytest.mark.parametrize("encode", [str, str.encode], ids=["str", "bytes"])
@pytest.mark.parametrize("char", ["a", "\u00e9", "\u20ac", "\U0001f600"])
def test_length_is_counted_in_utf8_bytes(char: str, encode: Callable[[str], str | bytes]) -> None:
    text = f'{{"a":"{char}"}}'
    size = len(text.encode())
    assert clause(encode(text), Limits(text_bytes=size)) is None
    assert clause(encode(text), Limits(text_bytes=size - 1)) == "RR-W.6"
    assert clause(encode(text), Limits(text_bytes=1)) == "RR-W.6"


@pytest.mark.clause("RR-W.6")
def test_length_is_judged_first_even_of_what_is_no_text() -> None:
    for text in ("\ud83d" * 10, b"\xff" * 30, "[" * 30):
        assert parse(text, Limits(text_bytes=29)) == TextFault("RR-W.6", 0, 1, 1, "at most 29 bytes", "at least 30")
    assert clause("\ud83d" * 10, Limits(text_bytes=30)) == "RR-W.1"
    assert members("{}  ", Limits(text_bytes=3)) == elements("[]  ", Limits(text_bytes=3))


@pytest.mark.clause("RR-W.6")
@pytest.mark.parametrize("name", ["text_bytes", "depth"])
@pytest.mark.parametrize("limit", [0, -1, True, 1.0, None, "1"])
def test_a_limit_is_a_positive_int(name: str, limit: Any) -> None:
    with pytest.raises(ValueError, match=f"{name} must be a positive int, not "):
        Limits(**{name: limit})


EXTREMES: dict[str, tuple[Callable[[], str | bytes], str]] = {
    "100,000 brackets": (lambda: "[" * 100_000, "RR-W.6"),
    "100,000 closed brackets": (lambda: "[" * 100_000 + "]" * 100_000, "RR-W.6"),
    "100,000 objects": (lambda: '{"a":' * 100_000, "RR-W.6"),
    "16 MiB of brackets": (lambda: b"[" * (16 * 1024 * 1024), "RR-W.6"),
    "a 50 MB str": (lambda: '"' + "a" * 50_000_000 + '"', "RR-W.6"),
    "a 50 MB str of astral characters": (lambda: "\U0001f600" * 12_500_000, "RR-W.6"),
    "50 MB of no UTF-8": (lambda: b"\xff" * 50_000_000, "RR-W.6"),
    "16 MiB of no UTF-8": (lambda: b"\xff" * (16 * 1024 * 1024), "RR-W.1"),
    "10 MB of digits": (lambda: "1" * 10_000_000, "RR-W.4"),
    "a million-digit exponent": (lambda: "1e" + "1" * 1_000_000, "RR-W.4"),
    "10 MB of escapes": (lambda: '["' + "\\n" * 5_000_000 + '"', "RR-W.1"),
    "10 MB of blanks": (lambda: " " * 10_000_000, "RR-W.1"),
    "10 MB of zeros": (lambda: "0." + "0" * 10_000_000, "RR-W.3"),
}


@pytest.mark.clause("RR-W.1", "RR-W.3", "RR-W.4", "RR-W.6")
@pytest.mark.parametrize("name", EXTREMES)
def test_extreme_texts_get_their_clause_within_memory_linear_in_the_limit(name: str) -> None:
    make, expected = EXTREMES[name]
    text = make()
    with peak_memory(1_000_000 if len(text) > DEFAULT.text_bytes else 8 * len(text) + 1_000_000):
        assert clause(text) == expected


@pytest.mark.clause("RR-W.6")
def test_a_depth_limit_beyond_pythons_recursion_limit_holds() -> None:
    limits = Limits(depth=100_000)
    result = parse(nested(100_000), limits)
    assert isinstance(result, Parsed)
    assert clause(nested(100_001), limits) == "RR-W.6"


# The order of the clauses --------------------------------------------------------------------------------------------

# Each makes its clause true of an array's text, without making a clause before it true.
FAULTY_ITEMS = {"RR-W.5": '"\\ud83d"', "RR-W.2": '{"a":1,"a":1}', "RR-W.4": "1e1101"}


@pytest.mark.clause("RR-W.1", "RR-W.2", "RR-W.3", "RR-W.4", "RR-W.5", "RR-W.6")
def test_of_two_clauses_the_one_earlier_in_the_order_is_given_wherever_it_stands() -> None:
    order = list(FAULTY_ITEMS)
    for first in order:
        for second in order[order.index(first) :]:
            for items in ((first, second), (second, first)):
                text = "[" + ",".join(FAULTY_ITEMS[item] for item in items) + "]"
                assert clause(text) == first
                assert second_grammar.label(text) == first
    everything = ",".join(FAULTY_ITEMS.values())
    assert clause(f"[{everything}]]") == "RR-W.1"
    assert clause(f"[{everything},{nested(128)}]") == "RR-W.6"
    assert clause(f"[{everything}", Limits(text_bytes=10)) == "RR-W.6"
    assert clause("[1e1101]") == "RR-W.4"
    assert clause("[1]") == "RR-W.3"


@pytest.mark.clause("RR-W.2", "RR-W.4", "RR-W.5")
def test_of_several_faults_of_one_clause_the_first_is_given() -> None:
    assert fault("[1e1101, 1e1102]").offset == 1
    assert fault('["\\ud800", "\\ud801"]').offset == 1
    assert fault('{"a":1,"a":1,"a":1}').offset == 7


# Properties ----------------------------------------------------------------------------------------------------------

NUMBERS = st.one_of(
    st.integers().map(str),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.from_regex(r"-?(0|[1-9][0-9]{0,4})(\.[0-9]{1,4})?([eE][+-]?[0-9]{1,5})?", fullmatch=True),
)
STRINGS = st.lists(
    st.one_of(
        st.characters(exclude_categories=["Cs"]).map(lambda char: json.dumps(char, ensure_ascii=False)[1:-1]),
        st.characters().map(lambda char: json.dumps(char)[1:-1]),
        st.sampled_from(["\\/", "\\u0061", "a", "b", "\\\\ud800"]),
    ),
    max_size=4,
).map(lambda parts: '"' + "".join(parts) + '"')
BLANKS = st.text(" \t\r\n", max_size=2)


def spaced(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(BLANKS, parts, BLANKS).map("".join)


JSON_TEXTS = spaced(
    st.recursive(
        st.one_of(NUMBERS, STRINGS, st.sampled_from(["true", "false", "null", "[]", "{}"])),
        lambda texts: st.one_of(
            st.lists(spaced(texts), max_size=4).map(lambda items: "[" + ",".join(items) + "]"),
            st.lists(st.tuples(spaced(STRINGS), spaced(texts)).map(":".join), max_size=4).map(
                lambda pairs: "{" + ",".join(pairs) + "}"
            ),
        ),
        max_leaves=12,
    )
)
SCRAPS = st.one_of(
    st.sampled_from(
        [*'{}[]",:\\/-+.eE01u \n\x00\x1f\ufeff\ud83d\ude00tfn', "\\ud83d", "NaN", "-Infinity", '{"a":', "//"]
    ),
    st.text(max_size=2),
)


@st.composite
def near_json(draw: st.DrawFn) -> str:
    text = draw(JSON_TEXTS)
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 3)))
        text = text[:start] + draw(SCRAPS) + text[end:]
    return text


LIMITS = st.builds(Limits, text_bytes=st.sampled_from([20, 40, 10**6]), depth=st.integers(1, 6))
ANY_TEXT = st.one_of(st.text(st.characters()), near_json(), JSON_TEXTS)


def agrees_with_the_second_grammar(text: str | bytes, limits: Limits) -> None:
    result = parse(text, limits)
    second = second_grammar.read(text, limits.text_bytes, limits.depth, arguments=False)
    if isinstance(result, Parsed):
        assert ("value", comparable(result.value)) == ("value", comparable(second[1]))
        assert second[0] == "value"
    else:
        assert second[0] == result.clause
        if second[1] is not None:
            assert second[1] == result.offset
        assert result.message.isascii()
        assert "\n" not in result.message


@pytest.mark.clause("RR-W.1", "RR-W.2", "RR-W.4", "RR-W.5", "RR-W.6")
@settings(max_examples=500)
@given(ANY_TEXT, LIMITS)
def test_every_text_is_judged_as_the_second_grammar_does(text: str, limits: Limits) -> None:
    agrees_with_the_second_grammar(text, limits)


@pytest.mark.clause("RR-W.1", "RR-W.2", "RR-W.4", "RR-W.5", "RR-W.6")
@settings(max_examples=500)
@given(
    st.one_of(
        st.binary(),
        ANY_TEXT.map(lambda text: text.encode("utf-8", "surrogatepass")),
        st.tuples(near_json(), st.binary(max_size=3), JSON_TEXTS).map(
            lambda parts: parts[0].encode("utf-8", "surrogatepass") + parts[1] + parts[2].encode()
        ),
    ),
    LIMITS,
)
def test_every_byte_string_is_judged_as_the_second_grammar_does(text: bytes, limits: Limits) -> None:
    agrees_with_the_second_grammar(text, limits)


@pytest.mark.clause("RR-W.1")
@given(st.one_of(near_json(), JSON_TEXTS), LIMITS)
@example("\u0661", DEFAULT)
@example('"\\u+123"', DEFAULT)
@example("[1,\u00a02]", DEFAULT)
def test_what_the_quick_path_accepts_the_grammar_reads_alike(text: str, limits: Limits) -> None:
    quick = text_module._quick(text, limits)
    assert quick is None or repr(quick) == repr(text_module._read(text, limits))


@pytest.mark.clause("RR-W.1")
@given(ANY_TEXT)
def test_without_the_scanner_in_c_nothing_changes(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_module, "_EXACT", False)
        without = parse(text)
    assert repr(without) == repr(parse(text))


@pytest.mark.clause("RR-W.1")
@given(JSON_TEXTS)
def test_accepted_values_are_those_of_the_json_module_with_exact_numbers(text: str) -> None:
    result = parse(text)
    if isinstance(result, Parsed):
        assert comparable(result.value) == comparable(json.loads(text, parse_int=Fraction, parse_float=Fraction))


@pytest.mark.clause("RR-W.1", "RR-A.6")
@given(JSON_TEXTS)
def test_the_canonical_text_of_a_value_reads_as_the_value(text: str) -> None:
    result = parse(text)
    if isinstance(result, Parsed):
        again = canonical(result.value)
        assert canonical(value(again)) == again
        assert comparable(value(again)) == comparable(result.value)


# Envelopes -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("RR-W.8")
def test_members_keep_the_raw_text_the_order_and_the_duplicates() -> None:
    text = ' { "a" : 1.0 , "\\u0062":{"x":[1,{}]} ,"a":"}\\"{", "\\ud800":[ [ ] ] , "e":{} } '
    result = members(text)
    assert isinstance(result, tuple)
    assert [(member.key, text[member.start : member.end]) for member in result] == [
        ("a", "1.0"),
        ("b", '{"x":[1,{}]}'),
        ("a", '"}\\"{"'),
        ("\ud800", "[ [ ] ]"),
        ("e", "{}"),
    ]
    assert members("{}") == ()
    assert members('{"a":1}') == (Member("a", 5, 6),)


@pytest.mark.clause("RR-W.8")
def test_elements_keep_the_raw_text_and_the_order() -> None:
    text = ' [ 1.0 ,{"a":[1]},"]", [[]],null ] '
    result = elements(text)
    assert isinstance(result, tuple)
    assert [text[start:end] for start, end in result] == ["1.0", '{"a":[1]}', '"]"', "[[]]", "null"]
    assert elements("[]") == ()


@pytest.mark.clause("RR-W.8")
@pytest.mark.parametrize("cut", [members, elements])
def test_parts_are_cut_only_from_one_json_text_of_the_right_type(cut: Callable[[str], Any]) -> None:
    right, wrong = ("{}", "[]") if cut is members else ("[]", "{}")
    assert cut(right) == ()
    for text in (wrong, "1", '"{}"', "null", " true"):
        assert cut(text).clause == "RR-W.8"
    assert cut("  " + wrong).offset == 2
    for text in (
        "",
        right + right,
        right[0],
        wrong + ",",
        '{"a":1',
        "\ufeff" + right,
        f"[{right}, tru]",
        '{"a":"\ud800"}',
    ):
        assert cut(text).clause == "RR-W.1"


@pytest.mark.clause("RR-W.8")
def test_what_is_inside_the_values_is_not_judged_when_parts_are_cut() -> None:
    deep = "[" * 100_000 + "]" * 100_000
    text = '{"arguments":{"a":1,"a":1e9999,"b":"\\ud800"},"deep":' + deep + "}"
    result = members(text)
    assert isinstance(result, tuple)
    assert [member.key for member in result] == ["arguments", "deep"]
    assert text[result[1].start : result[1].end] == deep


@pytest.mark.clause("RR-W.8")
def test_cutting_parts_costs_a_byte_for_an_open_bracket() -> None:
    text = "[" * 200_000
    with peak_memory(500_000):
        result = elements(text)
    assert isinstance(result, TextFault)
    assert (result.clause, result.offset) == ("RR-W.1", len(text))


@pytest.mark.clause("RR-W.8")
@given(JSON_TEXTS)
def test_the_parts_of_a_value_read_alone_are_the_value(text: str) -> None:
    result = parse(text)
    if isinstance(result, Parsed):
        cut = members(text)
        if isinstance(result.value, dict):
            assert isinstance(cut, tuple)
            again = {member.key: value(text[member.start : member.end]) for member in cut}
            assert comparable(again) == comparable(result.value)
        elif isinstance(result.value, list):
            spans = elements(text)
            assert isinstance(spans, tuple)
            assert comparable([value(text[a:b]) for a, b in spans]) == comparable(result.value)
        else:
            assert isinstance(cut, TextFault)
            assert cut.clause == "RR-W.8"


@pytest.mark.clause("RR-W.1")
@given(ANY_TEXT)
def test_parts_are_refused_as_no_json_text_exactly_where_the_grammar_refuses(text: str) -> None:
    result = second_grammar.read(text, arguments=False)
    for cut in (members(text), elements(text)):
        assert (isinstance(cut, TextFault) and cut.clause == "RR-W.1") == (result[0] == "RR-W.1")
