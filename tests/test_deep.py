"""Profile deep (RR-A.4): what it closes, what it leaves open, and that it only ever adds RR-H3.6."""

from __future__ import annotations

import json

import pytest

from rung.value import Value
from tests.test_resolve import every, judged

pytestmark = pytest.mark.clause("RR-A.4", "RR-H3.6")

A = {"properties": {"a": {"type": "integer"}}}
B = {"properties": {"b": {"type": "integer"}}}


def at_q(schema: Value, value: Value, profile: str = "deep") -> list[tuple[str | None, str]]:
    """Return the faults of ``{"q": value}`` where ``schema`` stands at q."""
    definitions = {"$defs": schema.pop("$defs")} if isinstance(schema, dict) and "$defs" in schema else {}
    return every(judged({"properties": {"q": schema}, **definitions}, {"q": value}, profile))


def test_a_nested_object_is_closed_against_what_it_does_not_declare() -> None:
    assert at_q(A, {"a": 1, "b": 1}) == [("/q/b", "RR-H3.6")]
    assert at_q(A, {"a": 1, "b": 1}, "top") == []
    assert at_q(A, {"a": 1}) == []


def test_every_depth_is_closed() -> None:
    schema = {"properties": {"x": {"items": {"properties": {"y": A}}}}}
    assert at_q(schema, {"x": [{"y": {"a": 1}}, {"y": {"z": 1}, "w": 1}], "v": 1}) == [
        ("/q/v", "RR-H3.6"),
        ("/q/x/1/w", "RR-H3.6"),
        ("/q/x/1/y/z", "RR-H3.6"),
    ]


@pytest.mark.parametrize("schema", [True, {}, {"type": "object"}, {"required": ["b"]}, {"minProperties": 1}])
def test_an_object_that_declares_no_property_stays_open(schema: Value) -> None:
    assert at_q(schema, {"b": 1}) == []


@pytest.mark.parametrize(
    "family",
    [{"additionalProperties": True}, {"additionalProperties": {"minimum": 1}}, {"patternProperties": {"^z": True}}],
    ids=json.dumps,
)
def test_a_family_keeps_the_object_open_from_wherever_it_stands(family: dict[str, Value]) -> None:
    for schema in (
        A | family,
        A | {"allOf": [family]},
        A | {"anyOf": [family, True]},
        A | {"oneOf": [family]},
        A | {"if": family},
        A | {"if": True, "then": family},
        A | {"if": True, "else": family},
        A | {"$ref": "#/$defs/F", "$defs": {"F": family}},
    ):
        assert at_q(schema, {"b": 1}) == [], schema


def test_a_family_in_not_keeps_nothing_open() -> None:
    schema = A | {"not": {"additionalProperties": True, "required": ["z"]}}
    assert at_q(schema, {"b": 1}) == [("/q/b", "RR-H3.6")]


def test_additional_properties_false_is_no_family() -> None:
    assert at_q(A | {"additionalProperties": False}, {"b": 1}) == [("/q/b", "RR-H3.6")]
    assert at_q(A | {"additionalProperties": False}, {"b": 1}, "top") == [("/q/b", "RR-H3.6")]


@pytest.mark.parametrize("word", ["allOf", "anyOf", "oneOf"])
def test_each_branch_declares_whichever_validates(word: str) -> None:
    # The first branch requires a string, so it never validates here; what it declares counts.
    schema = {word: [B | {"type": "object"}, A]} if word != "oneOf" else {word: [{"required": ["z"]} | B, A]}
    assert at_q(schema, {"a": 1, "b": 2}) == []
    assert at_q(schema, {"a": 1, "c": 2}) == [("/q/c", "RR-H3.6")]


def test_branches_of_one_of_are_never_edited() -> None:
    # Were each branch closed, exactly one of them would accept {"a", "b"} no longer twice, and deep would allow more.
    schema = {"oneOf": [A, B]}
    assert at_q(schema, {"a": 1, "b": 1}, "top") == [("/q", "RR-H3.7")]
    assert at_q(schema, {"a": 1, "b": 1}, "deep") == [("/q", "RR-H3.7")]
    assert at_q(schema, {"a": 1}, "deep") == [("/q", "RR-H3.7")]


def test_branches_of_not_and_if_are_never_edited() -> None:
    assert at_q({"not": A | {"required": ["a"]}} | B, {"b": 1}) == []
    # The condition accepts {"a", "z"} under both profiles: `then` applies, and fails.
    schema = A | {"if": A | {"required": ["a"]}, "then": {"required": ["b"]}}
    assert at_q(schema, {"a": 1, "z": 1}) == [("/q", "RR-H3.7"), ("/q/z", "RR-H3.6")]


def test_siblings_in_all_of_declare_together() -> None:
    schema = {"allOf": [A, {"$ref": "#/$defs/B"}], "$defs": {"B": B}}
    assert at_q(schema, {"a": 1, "b": 1}) == []
    assert at_q({"allOf": [A, {"$ref": "#/$defs/B"}], "$defs": {"B": B}}, {"c": 1}) == [("/q/c", "RR-H3.6")]


def test_a_condition_declares_but_is_no_reason_to_close() -> None:
    # Only the condition looks into q.
    only_condition = {"patternProperties": {"^q$": True}, "if": {"properties": {"r": {"properties": {"s": A}}}}}
    assert every(judged(only_condition, {"r": {"s": {"b": 1}}}, "deep")) == []
    # A schema outside the condition applies too: its properties and the condition's are declared.
    with_sure = {"properties": {"q": B}, "if": {"properties": {"q": A}}}
    assert every(judged(with_sure, {"q": {"a": 1, "b": 1}}, "deep")) == []
    assert every(judged(with_sure, {"q": {"c": 1}}, "deep")) == [("/q/c", "RR-H3.6")]
    # Outside the condition there may be no property at all.
    assert every(judged({"properties": {"q": True}, "if": {"properties": {"q": A}}}, {"q": {"b": 1}}, "deep")) == [
        ("/q/b", "RR-H3.6")
    ]


def test_an_array_without_items_is_no_reason_to_close_its_items() -> None:
    # Items are judged by the condition alone, so nothing applies to them outside of it.
    assert at_q({"minItems": 0, "if": {"items": A}}, [{"b": 1}]) == []
    assert at_q({"items": True, "if": {"items": A}}, [{"b": 1}]) == [("/q/0/b", "RR-H3.6")]


@pytest.mark.parametrize("word", ["then", "else"])
def test_then_and_else_are_reasons_to_close_but_not_inside_a_condition(word: str) -> None:
    schema = {"if": True, word: {"properties": {"r": {"properties": {"s": A}}}}}
    assert every(judged(schema, {"r": {"s": {"b": 1}}}, "deep")) == [("/r/s/b", "RR-H3.6")]
    assert every(judged({"if": schema}, {"r": {"s": {"b": 1}}}, "deep")) == []


def test_a_schema_that_is_both_condition_and_not_counts_as_both() -> None:
    schema = {"if": {"$ref": "#/$defs/D"}, "then": {"$ref": "#/$defs/D"}, "$defs": {"D": {"properties": {"r": A}}}}
    assert every(judged(schema, {"r": {"b": 1}}, "deep")) == [("/r/b", "RR-H3.6")]


def test_what_only_not_looks_into_stays_open() -> None:
    schema = {"properties": {"r": {"not": {"properties": {"a": False}, "required": ["a"]}}}}
    assert every(judged(schema, {"r": {"b": 1}}, "deep")) == []


def test_items_of_arrays_are_closed_each() -> None:
    assert at_q({"items": A}, [{"a": 1}, {"b": 1}, 5]) == [("/q/1/b", "RR-H3.6")]
    prefix = {"prefixItems": [A, True], "items": B}
    assert at_q(prefix, [{"b": 1}, {"z": 1}, {"b": 1}, {"a": 1}]) == [("/q/0/b", "RR-H3.6"), ("/q/3/a", "RR-H3.6")]
    beside = {"allOf": [{"prefixItems": [A]}, {"items": B}]}
    assert at_q(beside, [{"a": 1, "b": 1}, {"a": 1}]) == [("/q/1/a", "RR-H3.6")]


def test_values_of_families_are_closed() -> None:
    families = {"patternProperties": {"^x": A}, "additionalProperties": B}
    assert at_q(families, {"x1": {"b": 1}, "y": {"b": 1, "a": 1}}) == [("/q/x1/b", "RR-H3.6"), ("/q/y/a", "RR-H3.6")]
    # A key in both has both schemas, and they declare together.
    both = {"properties": {"x1": B}, "patternProperties": {"^x": A}}
    assert at_q(both, {"x1": {"a": 1, "b": 1, "c": 1}}) == [("/q/x1/c", "RR-H3.6")]


def test_below_an_open_object_its_parts_are_still_closed() -> None:
    schema = {"properties": {"n": A}, "additionalProperties": True}
    assert at_q(schema, {"z": {"z": 1}, "n": {"z": 1}}) == [("/q/n/z", "RR-H3.6")]


def test_the_root_is_left_to_h2() -> None:
    assert every(judged(A, {"b": 1}, "deep")) == [("/b", "RR-H2.1")]
    assert every(judged(A | {"additionalProperties": True}, {"b": 1}, "deep")) == []


def test_an_undeclared_root_key_is_not_looked_into() -> None:
    schema = {"additionalProperties": False, "allOf": [{"patternProperties": {"^z": A}}]}
    assert every(judged(schema, {"z1": {"b": 1}}, "deep")) == [("/z1", "RR-H2.1")]


def test_the_nested_root_is_closed_as_a_nested_object() -> None:
    schema = {"properties": {"v": True, "next": {"$ref": "#"}}}
    assert every(judged(schema, {"next": {"next": {"w": 1}}}, "deep")) == [("/next/next/w", "RR-H3.6")]


def test_a_value_of_another_type_is_not_closed() -> None:
    assert at_q(A, "b") == []
    assert at_q(A, ["b"]) == []
    assert at_q({"type": ["object", "array"]} | A, [{"b": 1}]) == []


def test_deep_reports_beside_what_top_reports() -> None:
    schema = {"properties": {"a": {"type": "integer"}}, "required": ["c"]}
    assert at_q(schema, {"a": "1", "b": 1}) == [("/q/a", "RR-H3.1"), ("/q/b", "RR-H3.6"), ("/q/c", "RR-H3.6")]


def test_deep_names_the_profile() -> None:
    assert judged(A, {}, "deep").profile == "deep"
