"""Membership: every H3 clause, its exact place, and what must not be rejected."""

from __future__ import annotations

from typing import Any

import pytest

from rung import membership
from rung.algebra import NOTHING, Combination, Schema
from rung.context import context_of
from rung.pointer import steps_of
from rung.schema import Compiled, compile_schema
from rung.text import Parsed, parse
from rung.value import DecimalFraction, Value

Faults = set[tuple[str, tuple[str | int, ...]]]


def value(text: str) -> Value:
    parsed = parse(text)
    assert isinstance(parsed, Parsed), parsed
    return parsed.value


def faults(schema: str, instance: str) -> Faults:
    """Return the faults of an instance against a schema, both as JSON text."""
    compiled = compile_schema(value(schema))
    assert isinstance(compiled, Compiled), compiled
    out: list[Any] = []
    context = context_of(compiled.definitions)
    membership.faults(context, compiled.root, value(instance), (), out)
    accepted = membership.accepts(context, compiled.root, value(instance))
    assert accepted == (not out)
    return {(clause, steps_of(path)) for clause, path in out}


def at(clause: str, *path: str | int) -> Faults:
    return {(clause, path)}


# RR-H3.1 --------------------------------------------------------------------------------------------------------------
TYPES_OF = {
    "null": {"null"},
    "true": {"boolean"},
    "0": {"integer", "number"},
    "5.0": {"integer", "number"},
    "5e0": {"integer", "number"},
    "10e-1": {"integer", "number"},
    "1e400": {"integer", "number"},
    "-0.0": {"integer", "number"},
    "0.5": {"number"},
    "1e-400": {"number"},
    '"5"': {"string"},
    "[]": {"array"},
    "{}": {"object"},
}


@pytest.mark.clause("RR-H3.1")
@pytest.mark.parametrize("name", ["null", "boolean", "integer", "number", "string", "array", "object"])
@pytest.mark.parametrize("instance", TYPES_OF)
def test_a_value_has_exactly_its_json_types(name: str, instance: str) -> None:
    expected = set() if name in TYPES_OF[instance] else at("RR-H3.1")
    assert faults(f'{{"type": "{name}"}}', instance) == expected


@pytest.mark.clause("RR-H3.1")
@pytest.mark.parametrize("instance", TYPES_OF)
def test_has_type_says_what_the_faults_say(instance: str) -> None:
    for name in ("null", "boolean", "integer", "number", "string", "array", "object"):
        expected = name in TYPES_OF[instance]
        assert membership.has_type(frozenset({name}), value(instance)) == expected
        assert not membership.has_type(frozenset(), value(instance))


@pytest.mark.clause("RR-H3.1")
def test_one_type_of_a_list_is_enough() -> None:
    assert faults('{"type": ["string", "null"]}', "null") == set()
    assert faults('{"type": ["string", "null"]}', "0") == at("RR-H3.1")


@pytest.mark.clause("RR-H3.1")
@pytest.mark.parametrize("instance", TYPES_OF)
def test_false_accepts_nothing_and_true_everything(instance: str) -> None:
    assert faults("false", instance) == at("RR-H3.1")
    assert faults("true", instance) == set()
    assert not membership.accepts(context_of({}), NOTHING, value(instance))


@pytest.mark.clause("RR-H3.1")
def test_a_property_that_is_false_may_not_stand() -> None:
    assert faults('{"properties": {"a": false}}', '{"a": null}') == at("RR-H3.1", "a")
    assert faults('{"properties": {"a": false}}', "{}") == set()


# RR-H3.2 and equality -------------------------------------------------------------------------------------------------
@pytest.mark.clause("RR-H3.2", "RR-A.6")
@pytest.mark.parametrize(
    ("listed", "instance", "equal"),
    [
        ("1", "true", False),
        ("true", "1", False),
        ("0", "false", False),
        ("1", "1.0", True),
        ("1.0", "1", True),
        ("100", "1e2", True),
        ("0", "-0", True),
        ("0.1", "1e-1", True),
        ("0.1", "0.10000000000000001", False),
        ("9007199254740993", "9007199254740992", False),
        ('"1"', "1", False),
        ("null", "0", False),
        ('"\\u00e9"', '"e\\u0301"', False),
        ('"\\u00e9"', '"\u00e9"', True),
        ("[1, [true]]", "[1.0, [true]]", True),
        ("[1, [true]]", "[1, [1]]", False),
        ("[1, 2]", "[2, 1]", False),
        ('{"a": 1, "b": [0]}', '{"b": [0.0], "a": 1}', True),
        ('{"a": 1}', '{"a": true}', False),
        ('{"a": 1}', '{"a": 1, "b": null}', False),
        ("[]", "{}", False),
        ('""', "null", False),
    ],
)
def test_const_and_enum_and_unique_items_share_one_equality(listed: str, instance: str, equal: bool) -> None:
    expected = set() if equal else at("RR-H3.2")
    assert faults(f'{{"const": {listed}}}', instance) == expected
    assert faults(f'{{"enum": ["zz", {listed}]}}', instance) == expected
    assert faults('{"uniqueItems": true}', f"[{listed}, {instance}]") == (at("RR-H3.5") if equal else set())


@pytest.mark.clause("RR-H3.1", "RR-H3.2")
def test_a_number_for_a_string_enum_fails_twice() -> None:
    assert faults('{"type": "string", "enum": ["a"]}', "1") == at("RR-H3.1") | at("RR-H3.2")


@pytest.mark.clause("RR-H3.2")
def test_an_empty_enum_and_a_const_outside_the_enum_accept_nothing() -> None:
    assert faults('{"enum": []}', "1") == at("RR-H3.2")
    assert faults('{"enum": [1], "const": 2}', "1") == at("RR-H3.2")
    assert faults('{"enum": [1], "const": 2}', "2") == at("RR-H3.2")
    assert faults('{"enum": [1, 2], "const": 2.0}', "2") == set()


# RR-H3.3 --------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("RR-H3.3")
@pytest.mark.parametrize(
    ("schema", "inside", "outside"),
    [
        ('{"minimum": 1}', ["1", "1.0", "1.5", "1e400"], ["0", "0.9999999999999999999999", "-1e400"]),
        ('{"maximum": 1}', ["1", "0.9", "-1e400", "1e-400"], ["1.0000000000000000000001", "2", "1e400"]),
        ('{"exclusiveMinimum": 1}', ["1.0000000000000000000001", "2"], ["1", "1.0", "0"]),
        ('{"exclusiveMaximum": 1}', ["0.9999999999999999999999", "-5"], ["1", "10e-1", "2"]),
        ('{"minimum": 9007199254740993}', ["9007199254740993"], ["9007199254740992"]),
        ('{"maximum": -0.5}', ["-0.5", "-1"], ["-0.49", "0"]),
        ('{"multipleOf": 0.01}', ["19.99", "0", "-0.07", "4.35", "1e20"], ["19.999", "0.005"]),
        ('{"multipleOf": 0.3}', ["0.9", "3"], ["1", "0.1"]),
        ('{"multipleOf": 1e-308}', ["12391239123", "1e-308"], ["1e-309"]),
        ('{"multipleOf": 3}', ["9007199254740993", "-3", "3e2"], ["9007199254740992", "1e400", "1.5"]),
        ('{"multipleOf": 1e400}', ["0", "3e400"], ["1e399", "1"]),
        ('{"minimum": 3, "exclusiveMinimum": true}', ["3.1"], ["3"]),
        ('{"maximum": 3, "exclusiveMaximum": false}', ["3"], ["3.1"]),
    ],
)
def test_numbers_are_judged_exactly(schema: str, inside: list[str], outside: list[str]) -> None:
    for instance in inside:
        assert faults(schema, instance) == set()
    for instance in outside:
        assert faults(schema, instance) == at("RR-H3.3")


@pytest.mark.clause("RR-H3.3")
@pytest.mark.parametrize("instance", ["true", '"0"', "null", "[]", "{}"])
def test_number_limits_judge_numbers_only(instance: str) -> None:
    limits = '{"minimum": 5, "maximum": 4, "exclusiveMinimum": 5, "exclusiveMaximum": 4, "multipleOf": 7}'
    assert faults(limits, instance) == set()


# RR-H3.4 --------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("RR-H3.4")
@pytest.mark.parametrize(
    ("schema", "inside", "outside"),
    [
        ('{"minLength": 2}', ['"ab"', '"\U0001f600\U0001f600"', '"e\u0301"'], ['""', '"\U0001f600"', '"\u00e9"']),
        ('{"maxLength": 1}', ['""', '"a"', '"\U0001f600"', '"\\ud83d\\ude00"', '"\\u0000"'], ['"ab"', '"e\u0301"']),
        ('{"minLength": 1.0}', ['"a"'], ['""']),
        ('{"pattern": "b"}', ['"abc"'], ['"ac"', '""']),
        ('{"pattern": "^[0-9]{4}$"}', ['"2026"'], ['"2026\\n"', '" 2026"', '"\u0662\u0660\u0662\u0666"']),
        ('{"pattern": "^\\\\d+$"}', ['"12"'], ['"\u0661"', '"1\\n"']),
        ('{"pattern": "^\\\\w$"}', ['"a"', '"_"'], ['"\u00e9"', '"\u212a"']),
        ('{"pattern": "^\\\\s$"}', ['"\u00a0"', '"\ufeff"', '"\\n"'], ['"\\u001c"', '"\u200b"']),
        ('{"pattern": "^.$"}', ['"\U0001f600"', '"\u0085"'], ['"\\r"', '"\u2028"', '"\\n"']),
        ('{"pattern": "^[\\\\w\\\\-\\\\@]+$"}', ['"a-b@c"'], ['"a b"']),
    ],
)
def test_strings_are_code_points(schema: str, inside: list[str], outside: list[str]) -> None:
    for instance in inside:
        assert faults(schema, instance) == set()
    for instance in outside:
        assert faults(schema, instance) == at("RR-H3.4")


@pytest.mark.clause("RR-H3.4")
@pytest.mark.parametrize("instance", ["1", "null", "[]", '{"a": ""}'])
def test_string_limits_judge_strings_only(instance: str) -> None:
    assert faults('{"minLength": 9, "maxLength": 0, "pattern": "^x$"}', instance) == set()


# RR-H3.5 --------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("RR-H3.5")
def test_array_counts_and_repeats_stand_at_the_array() -> None:
    assert faults('{"minItems": 1}', "[]") == at("RR-H3.5")
    assert faults('{"minItems": 1}', "[null]") == set()
    assert faults('{"maxItems": 1}', "[1, 2]") == at("RR-H3.5")
    assert faults('{"properties": {"l": {"uniqueItems": true}}}', '{"l": [1, 1.0]}') == at("RR-H3.5", "l")
    different = '[1, true, "1", [1], [true], {"a": 1}, {"a": true}, null, 0, false]'
    assert faults('{"uniqueItems": true}', different) == set()
    assert faults('{"uniqueItems": true}', '[{"a": 1, "b": 2}, {"b": 2, "a": 1}]') == at("RR-H3.5")
    assert faults('{"uniqueItems": false}', "[1, 1]") == set()


@pytest.mark.clause("RR-H3.5")
def test_a_closed_array_is_rejected_at_the_first_excess_index_only() -> None:
    assert faults('{"items": false}', "[1, 2, 3]") == at("RR-H3.5", 0)
    assert faults('{"prefixItems": [true, true], "items": false}', "[1, 2, 3, 4]") == at("RR-H3.5", 2)
    assert faults('{"prefixItems": [true, true], "items": false}', "[1, 2]") == set()
    seven = '{"$schema": "http://json-schema.org/draft-07/schema#", "items": [true], "additionalItems": false}'
    assert faults(seven, "[1, 2, 3]") == at("RR-H3.5", 1)


@pytest.mark.clause("RR-H3.1", "RR-H3.5")
def test_items_judge_what_follows_the_prefix() -> None:
    schema = '{"prefixItems": [{"type": "string"}], "items": {"type": "integer"}}'
    assert faults(schema, '["a", 1, 2]') == set()
    assert faults(schema, '[1, "a", 2.5]') == at("RR-H3.1", 0) | at("RR-H3.1", 1) | at("RR-H3.1", 2)


@pytest.mark.clause("RR-H3.5")
@pytest.mark.parametrize("instance", ['"aa"', "1", '{"0": 1, "1": 1}', "null"])
def test_array_limits_judge_arrays_only(instance: str) -> None:
    assert faults('{"minItems": 3, "maxItems": 0, "uniqueItems": true, "items": false}', instance) == set()


# RR-H3.6 --------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("RR-H3.6")
def test_a_nested_missing_key_is_pointed_at_where_it_should_stand() -> None:
    schema = '{"properties": {"q": {"required": ["a", "b"]}}}'
    assert faults(schema, '{"q": {"b": 1}}') == at("RR-H3.6", "q", "a")
    assert faults(schema, '{"q": {}}') == at("RR-H3.6", "q", "a") | at("RR-H3.6", "q", "b")
    assert faults('{"items": {"required": ["a"]}}', '[{"a": null}, {}]') == at("RR-H3.6", 1, "a")


@pytest.mark.clause("RR-H3.6")
def test_a_closed_object_rejects_each_key_that_it_does_not_name() -> None:
    schema = '{"properties": {"a": true}, "patternProperties": {"^x": true}, "additionalProperties": false}'
    assert faults(schema, '{"a": 1, "x1": 1}') == set()
    assert faults(schema, '{"b": 1, "A": 1, "ax": 1}') == at("RR-H3.6", "b") | at("RR-H3.6", "A") | at("RR-H3.6", "ax")


@pytest.mark.clause("RR-H3.6")
def test_a_closed_schema_does_not_see_its_siblings_properties() -> None:
    schema = '{"properties": {"a": true}, "allOf": [{"properties": {"b": true}, "additionalProperties": false}]}'
    assert faults(schema, '{"a": 1, "b": 1}') == at("RR-H3.6", "a")


@pytest.mark.clause("RR-H3.1", "RR-H3.4")
def test_every_schema_for_a_key_judges_its_value() -> None:
    families = '"patternProperties": {"^a": {"minLength": 2}, "b$": {"enum": [1]}}'
    schema = f'{{"properties": {{"ab": {{"type": "string"}}}}, {families}}}'
    assert faults(schema, '{"ab": "x"}') == at("RR-H3.4", "ab") | at("RR-H3.2", "ab")
    families = '"patternProperties": {"^x": true}, "additionalProperties": {"type": "string"}'
    schema = f'{{"properties": {{"a": true}}, {families}}}'
    assert faults(schema, '{"a": 1, "x": 1, "y": 1, "z": "1"}') == at("RR-H3.1", "y")


@pytest.mark.clause("RR-H3.6")
def test_property_counts_stand_at_the_object() -> None:
    assert faults('{"minProperties": 1}', "{}") == at("RR-H3.6")
    assert faults('{"minProperties": 1, "maxProperties": 1}', '{"a": 1}') == set()
    assert faults('{"properties": {"q": {"maxProperties": 1}}}', '{"q": {"a": 1, "b": 2}}') == at("RR-H3.6", "q")


@pytest.mark.clause("RR-H3.6")
def test_a_bad_name_is_rejected_at_the_key_as_a_whole() -> None:
    assert faults('{"propertyNames": {"minLength": 2, "pattern": "^b"}}', '{"a": 1, "bb": 1}') == at("RR-H3.6", "a")
    assert faults('{"propertyNames": false}', '{"a": 1}') == at("RR-H3.6", "a")
    assert faults('{"propertyNames": {"type": "integer"}}', "{}") == set()


@pytest.mark.clause("RR-H3.6")
@pytest.mark.parametrize("instance", ['"a"', "1", "[]", "null"])
def test_object_constraints_judge_objects_only(instance: str) -> None:
    schema = '{"required": ["a"], "minProperties": 3, "additionalProperties": false, "propertyNames": false, '
    assert faults(schema + '"maxProperties": 0, "dependentRequired": {"a": ["b"]}}', instance) == set()


# RR-H3.7 --------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("RR-H3.7")
@pytest.mark.parametrize(
    ("schema", "inside", "outside"),
    [
        ('{"anyOf": [{"type": "string"}, {"minimum": 2}]}', ['"a"', "2", "null"], ["1"]),
        ('{"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}', ['{"a": 1}', '{"a": 1, "b": 1}'], ["{}"]),
        ('{"oneOf": [{"type": "integer"}, {"minimum": 2}]}', ["1", "2.5"], ["2", "1.5"]),
        ('{"oneOf": [{"type": "string"}]}', ['"a"'], ["1"]),
        ('{"oneOf": [true, true]}', [], ["1"]),
        ('{"oneOf": [true, false, true]}', [], ["1"]),
        ('{"oneOf": [false, true, false]}', ["1"], []),
        ('{"not": {"type": "string"}}', ["1"], ['"a"']),
        ('{"not": {}}', [], ["null"]),
        ('{"not": {"not": {"minimum": 1}}}', ["1"], ["0"]),
        ('{"if": {"type": "integer"}, "then": {"minimum": 1}, "else": false}', ["1"], ["0", "null"]),
        ('{"if": {"type": "integer"}, "then": {"minimum": 1}}', ["1", "null"], ["0"]),
        ('{"if": {"type": "integer"}, "else": {"type": "string"}}', ["0", '"a"'], ["null"]),
        ('{"if": {"type": "integer"}}', ["0", "null"], []),
        ('{"then": false, "else": false}', ["0", "null"], []),
        ('{"dependentRequired": {"a": ["b", "c"]}}', ["{}", '{"b": 1}', '{"a": 1, "b": 1, "c": 1}'], ['{"a": 1}']),
    ],
)
def test_combinations_fail_as_a_whole(schema: str, inside: list[str], outside: list[str]) -> None:
    for instance in inside:
        assert faults(schema, instance) == set()
    for instance in outside:
        assert faults(schema, instance) == at("RR-H3.7")
        assert faults(f'{{"properties": {{"q": {schema}}}}}', f'{{"q": {instance}}}') == at("RR-H3.7", "q")


@pytest.mark.clause("RR-H3.7")
def test_what_fails_inside_a_branch_is_not_reported() -> None:
    one, other = '{"properties": {"a": {"type": "string"}}}', '{"properties": {"a": {"minimum": 5}}, "required": ["b"]}'
    schema = f'{{"anyOf": [{one}, {other}]}}'
    assert faults(schema, '{"a": 1}') == at("RR-H3.7")


@pytest.mark.clause("RR-H3.1", "RR-H3.3", "RR-H3.7")
def test_ref_and_all_of_are_transparent() -> None:
    schema = '{"$ref": "#/$defs/D", "allOf": [{"maximum": 0}], "$defs": {"D": {"type": "string", "minimum": 5}}}'
    assert faults(schema, "1") == at("RR-H3.1") | at("RR-H3.3")
    schema = '{"allOf": [{"allOf": [{"type": "null"}]}, {"anyOf": [false]}]}'
    assert faults(schema, "1") == at("RR-H3.1") | at("RR-H3.7")


@pytest.mark.clause("RR-H3.3", "RR-H3.6")
def test_the_siblings_of_a_ref_count() -> None:
    schema = '{"properties": {"n": {"$ref": "#/$defs/N", "maximum": 9}}, "$defs": {"N": {"minimum": 1}}}'
    assert faults(schema, '{"n": 10}') == at("RR-H3.3", "n")
    assert faults(schema, '{"n": 0}') == at("RR-H3.3", "n")
    assert faults(schema, '{"n": 5}') == set()


@pytest.mark.clause("RR-H3.1")
def test_a_recursive_schema_follows_the_value() -> None:
    schema = '{"properties": {"v": {"type": "integer"}, "next": {"$ref": "#"}}, "items": {"$ref": "#"}}'
    assert faults(schema, '{"next": {"next": {"v": "1"}}}') == at("RR-H3.1", "next", "next", "v")
    assert faults(schema, '[[{"v": 1}, {"v": null}]]') == at("RR-H3.1", 0, 1, "v")


@pytest.mark.clause("RR-H3.1", "RR-H3.4", "RR-H3.6")
def test_all_failures_are_found_at_once() -> None:
    schema = """{"properties": {"a": {"type": "string"}, "b": {"maxLength": 1}, "c": {"required": ["d"]}},
                 "additionalProperties": false, "minProperties": 9}"""
    expected = at("RR-H3.1", "a") | at("RR-H3.4", "b") | at("RR-H3.6", "c", "d") | at("RR-H3.6", "z") | at("RR-H3.6")
    assert faults(schema, '{"a": 1, "b": "bb", "c": {}, "z": 0}') == expected


def test_inputs_are_only_read() -> None:
    compiled = compile_schema(value('{"properties": {"a": {"enum": [[1]]}}, "uniqueItems": true}'))
    assert isinstance(compiled, Compiled)
    instance = value('{"a": [1, {"b": [2.5]}]}')
    before = repr(instance)
    membership.faults(compiled.definitions, compiled.root, instance, (), [])
    assert repr(instance) == before


def test_the_path_given_is_where_the_faults_start() -> None:
    out: list[Any] = []
    schema = Schema(combination=Combination(all_of=(Schema(types=frozenset({"string"})),)))
    membership.faults({}, schema, DecimalFraction(1, 10), ("x", 3), out)
    assert out == [("RR-H3.1", ("x", 3))]
