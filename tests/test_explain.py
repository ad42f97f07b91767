"""The words of a rejection: true, bounded, printable ASCII, for every clause and whatever is called."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rung import Registry, Verdict, explain
from rung.context import context_of
from rung.membership import faults_alone
from rung.pointer import steps_of
from rung.resolve import declares
from rung.value import DecimalFraction, Number, Value, decimal_number
from tests.strategies import Seeded, arguments, drawn_arguments, tool_document, tool_documents

#: No message is longer, whatever the schema and the call hold.
BOUND = 5_000


def verdict(schema: Value, text: str, profile: str = "top", name: str = "t") -> Verdict:
    return Registry.load([{"name": name, "inputSchema": schema}]).resolve_text(name, text, profile=profile)


def golden() -> Iterator[Any]:
    text = (Path(__file__).parent / "messages.txt").read_text(encoding="utf-8")
    for block in text.split("\n\n")[1:]:
        schema, call, message = block.strip("\n").split("\n")
        profile = "deep" if call.endswith(" (deep)") else "top"
        yield pytest.param(schema, call.removesuffix(" (deep)"), profile, message, id=message[:40])


@pytest.mark.clause(
    "RR-H2.1", "RR-H2.2", "RR-H3.1", "RR-H3.2", "RR-H3.3", "RR-H3.4", "RR-H3.5", "RR-H3.6", "RR-H3.7", "RR-A.4"
)
@pytest.mark.parametrize(("schema", "call", "profile", "message"), list(golden()))
def test_message(schema: str, call: str, profile: str, message: str) -> None:
    registry = Registry.loads(f'[{{"name": "t", "inputSchema": {schema}}}]')
    assert registry.resolve_text("t", call, profile=profile).message == message


def test_every_clause_of_arguments_has_a_golden_message() -> None:
    clauses = {case.values[3].split()[0] for case in golden()}
    assert clauses >= {"RR-H2.1", "RR-H2.2", *(f"RR-H3.{i}" for i in range(1, 8)), *(f"RR-W.{i}" for i in range(1, 6))}


# Total, bounded, plain -----------------------------------------------------------------------------------------------
def judged(schema: Value, call: dict[str, Value], profile: str) -> None:
    registry = Registry.load([{"name": "t", "inputSchema": schema}], quarantine=True)
    result = registry.resolve("t", call, profile=profile)
    assert re.fullmatch("[ -~]+", result.message)
    assert len(result.message) <= BOUND
    if not registry.quarantined and not result.allowed:
        assert result.message.startswith(f"{result.clause} reject t: ")
        # Its place stands in it, but for a fault of the arguments as a whole, and cut where it is long.
        place = explain.quoted(result.at or "", 120)[1:-1]
        assert not place or f"({place})" in result.message


@given(st.data(), tool_documents(), st.sampled_from(["top", "deep"]))
def test_a_message_is_total_bounded_and_plain(data: st.DataObject, schema: Value, profile: str) -> None:
    registry = Registry.load([{"name": "t", "inputSchema": schema}], quarantine=True)
    if not registry.quarantined:
        signature = registry.signatures["t"]
        judged(schema, drawn_arguments(data.draw, signature.definitions, signature.root), profile)


def test_a_reason_is_found_again_for_every_fault_that_the_kernel_finds() -> None:
    """What _failures cannot find is only ever what the profile deep adds."""
    found = set()
    for seed in range(3_000):
        chooser = Seeded(seed)
        schema = tool_document(chooser)
        registry = Registry.load([{"name": "t", "inputSchema": schema}], quarantine=True)
        if registry.quarantined:
            continue
        signature = registry.signatures["t"]
        call = arguments(chooser, signature.definitions, signature.root)
        kept = {key: call[key] for key in call if declares(signature, key)}
        context = context_of(signature.definitions)
        for clause, path in faults_alone(context, signature.body, kept):
            found.add(clause)
            reasons = list(explain._failures(clause, context, signature.body, kept, steps_of(path), "/at"))
            assert reasons, (schema, call, clause, path)
    assert found == {f"RR-H3.{i}" for i in range(1, 8)}


MILLION = "\U0001f600\x1b" * 500_000
ENUMS: list[Value] = [{"enum": [str(i) * 99 for i in range(size)]} for size in range(2, 99)]
MANY: dict[str, Value] = dict.fromkeys(map(str, range(99)))
HUGE: list[tuple[Value, Value]] = [
    ({}, {MILLION: 1}),
    ({"properties": {MILLION: {}}, "required": [MILLION]}, {}),
    ({"properties": {MILLION + str(i): {} for i in range(3)}, "patternProperties": {"^x" + "a" * 9000: {}}}, {"a": 1}),
    ({"additionalProperties": {"type": "integer"}}, {MILLION: MILLION}),
    ({"additionalProperties": {"enum": [MILLION + str(i) for i in range(3)]}}, {"a": MILLION}),
    ({"additionalProperties": {"const": [[MILLION]] * 9}}, {"a": [MILLION] * 4}),
    ({"additionalProperties": {"const": {MILLION: {MILLION: 1}}}}, {"a": 1}),
    ({"additionalProperties": {"pattern": "^" + "a" * 9000}}, {"a": MILLION}),
    ({"additionalProperties": {"maximum": 10**1000 + 1}}, {"a": 10**1000 + 7}),
    ({"additionalProperties": {"additionalProperties": {"type": "integer"}}}, {MILLION: {MILLION: "x"}}),
    ({"additionalProperties": {"additionalProperties": False, "properties": {MILLION: {}}}}, {"a": {MILLION + "x": 1}}),
    ({"additionalProperties": {"required": [MILLION + str(i) for i in range(3)]}}, {"a": {}}),
    ({"additionalProperties": {"propertyNames": {"enum": ["\x1b" * 99] * 1}}}, {"a": {MILLION: 1}}),
    ({"additionalProperties": {"anyOf": ENUMS}}, {"a": MILLION}),
    ({"additionalProperties": {"oneOf": [{}] * 500}}, {"a": MILLION}),
    ({"additionalProperties": {"allOf": ENUMS}}, {"a": MILLION}),
    ({"additionalProperties": True, "dependentRequired": {"a": [MILLION + str(i) for i in range(3)]}}, {"a": 1}),
    ({"additionalProperties": True, "dependentRequired": {str(i): [str(i) * 60] for i in range(11, 99)}}, MANY),
    ({"properties": {str(i) * 60: {} for i in range(9000)}}, {str(i): i for i in range(9000)}),
]  # fmt: skip


@pytest.mark.parametrize("case", range(len(HUGE)))
def test_a_message_is_short_whatever_is_called(case: int) -> None:
    schema, call = HUGE[case]
    for profile in ("top", "deep"):
        judged(schema, call, profile)
    assert not verdict(schema, json.dumps(call)).allowed


def test_a_chain_of_references_is_seen_through() -> None:
    links: dict[str, Value] = {f"D{i}": {"$ref": f"#/$defs/D{i + 1}"} for i in range(120)}
    schema = {"properties": {"a": {"$ref": "#/$defs/D0"}}, "$defs": links | {"D120": {"type": "null"}}}
    assert verdict(schema, '{"a": 1}').message == "RR-H3.1 reject t: the number 1 where null is declared (/a)"


def test_a_name_is_shown_as_it_is_only_where_it_is_plain() -> None:
    shown = {"a.b-c/d": "a.b-c/d", "": '""', "a b": '"a b"', "\x1b": '"\\u001b"', "\x7f": '"\\u007f"', "é": '"\\u00e9"'}
    for name, expected in shown.items():
        assert verdict({"type": "object"}, "{}", name=name).message == f"allow {expected}"
    assert explain.shown_name("x" * 61) == '"' + "x" * 57 + '..."'
    assert explain.shown_name(None) == "the call"


# Words ----------------------------------------------------------------------------------------------------------------
@given(st.text(st.characters(categories=None)), st.integers(10, 80))
def test_quoted_is_a_short_json_string_that_begins_as_the_text_does(text: str, longest: int) -> None:
    shown = explain.quoted(text, longest)
    assert re.fullmatch("[ -~]+", shown)
    assert len(shown) <= longest + 2
    back = json.loads(shown)
    assert back == text or (back.endswith("...") and text.startswith(back[:-3]))
    assert len(json.dumps(text)) > longest + 2 or back == text or "\x7f" in text


def test_quoted_cuts_no_escape_in_half() -> None:
    assert explain.quoted("\U0001f600" * 10) == '"' + "\\ud83d\\ude00" * 4 + '..."'
    assert explain.quoted("a" * 60) == '"' + "a" * 60 + '"'
    assert explain.quoted("a" * 61) == '"' + "a" * 57 + '..."'


@given(st.text(st.characters(categories=None)))
def test_plain_leaves_printable_ascii_and_escapes_the_rest(text: str) -> None:
    shown = explain.plain(text)
    assert re.fullmatch("[ -~]*", shown)
    unquoted = re.sub(r'["\\\\]', "", text)
    assert json.loads(f'"{explain.plain(unquoted)}"') == unquoted
    if re.fullmatch("[ -~]*", text):
        assert shown == text


NUMBERS: list[tuple[Number, str]] = [
    (0, "0"),
    (-7, "-7"),
    (100, "100"),
    (10**59, "1" + "0" * 59),
    (10**60, "1e60"),
    (-(10**400), "-1e400"),
    (int("12" * 30), "12" * 30),
    (int("12" * 31), "12121212121212121212...(62 digits)e0"),
    (decimal_number(15, -1), "1.5"),
    (decimal_number(-15, -1), "-1.5"),
    (decimal_number(-5, -3), "-0.005"),
    (decimal_number(123, -2), "1.23"),
    (decimal_number(1, -59), "0." + "0" * 58 + "1"),
    (decimal_number(1, -60), "1e-60"),
    (decimal_number(int("12" * 31), -1), "12121212121212121212...(62 digits)e-1"),
]


@pytest.mark.parametrize(("number", "expected"), NUMBERS)
def test_a_number_is_shown_as_one_writes_it(number: Number, expected: str) -> None:
    assert explain.number(number) == expected


@given(st.integers(-(10**40), 10**40), st.integers(-70, 70))
def test_a_number_that_is_not_cut_is_shown_exactly(coefficient: int, exponent: int) -> None:
    number = decimal_number(coefficient, exponent)
    shown = explain.number(number)
    assert len(shown) <= 62
    mantissa, _, power = shown.partition("e")
    whole, _, fraction = mantissa.partition(".")
    assert decimal_number(int(whole + fraction), int(power or 0) - len(fraction)) == number


def test_values_are_shown_and_described() -> None:
    fraction = decimal_number(5, -1)
    assert type(fraction) is DecimalFraction
    values: list[Value] = [None, True, "a", 1, fraction, [], [1], {}, {"a": 1, "b": 2}]
    assert [explain.described(value) for value in values] == [
        "null",
        "the boolean true",
        'the string "a"',
        "the number 1",
        "the number 0.5",
        "an array of 0 items",
        "an array of 1 item",
        "an object with 0 keys",
        "an object with 2 keys",
    ]


def test_a_list_is_cut_and_counted() -> None:
    assert explain.listed("tools", []) == "tools: none"
    assert explain.listed("tools", ["a", "b"]) == 'tools: "a", "b"'
    assert explain.listed("tools", ["a"] * 23) == "tools: " + ", ".join(['"a"'] * 20) + " and 3 more"


def test_a_declared_value_is_shown_whole_or_by_its_size() -> None:
    for size, shown in ((20, str([1] * 20)), (21, "an array of 21 items")):
        said = verdict({"properties": {"a": {"const": [1] * size}}}, '{"a": 0}').message
        assert said == f"RR-H3.2 reject t: 0 is not a declared value (/a); declared: {shown}"
