"""The closed form says what the signature says: to our own loader, and as plain JSON Schema."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rung import Registry
from rung.context import context_of
from rung.export import closed_schema, exact_text
from rung.membership import accepts
from rung.schema import Compiled, compile_schema
from rung.text import Parsed, parse
from rung.value import DecimalFraction, Value
from tests import strategies

pytestmark = pytest.mark.clause("RR-A.3", "RR-A.2")


def closed(schema: Value) -> Value:
    document = closed_schema(Registry.load([{"name": "t", "inputSchema": schema}]).signatures["t"])
    assert document.pop("$schema") == "https://json-schema.org/draft/2020-12/schema"
    assert document.pop("type") == "object"
    return document


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (True, {"additionalProperties": False}),
        ({"properties": {"a": {"const": 1}}}, {"properties": {"a": {"enum": [1]}}, "additionalProperties": False}),
        (
            {"properties": {"a": {"properties": {"b": {"minLength": 1}}}}, "required": ["a"]},
            {
                "properties": {"a": {"properties": {"b": {"minLength": 1}}}},
                "required": ["a"],
                "additionalProperties": False,
            },
        ),
        (
            {"anyOf": [{"properties": {"a": True}}, {"patternProperties": {"^b": {"type": "null"}}}]},
            {
                "anyOf": [{"properties": {"a": True}}, {"patternProperties": {"^b": {"type": "null"}}}],
                "properties": {"a": True},
                "patternProperties": {"^b": True},
                "additionalProperties": False,
            },
        ),
        ({"additionalProperties": {"type": "integer"}}, {"additionalProperties": {"type": "integer"}}),
        ({"anyOf": [{"additionalProperties": True}]}, {"anyOf": [{"additionalProperties": True}]}),
        (
            {"additionalProperties": False, "anyOf": [{"properties": {"a": True}}]},
            {"additionalProperties": False, "anyOf": [{"properties": {"a": True}}]},
        ),
        ({"properties": {"a": False}}, {"properties": {"a": False}, "additionalProperties": False}),
        (
            {"properties": {"n": {"minimum": 1, "exclusiveMinimum": True, "title": "N"}}},
            {"properties": {"n": {"exclusiveMinimum": 1}}, "additionalProperties": False},
        ),
        (
            {"properties": {"a": {"$ref": "#/$defs/x~1y"}, "b": {"$ref": "#"}}, "$defs": {"x/y": {"type": "null"}}},
            {
                "properties": {"a": {"$ref": "#/$defs/x_1y"}, "b": {"$ref": "#/$defs/root"}},
                "additionalProperties": False,
                "$defs": {
                    "x_1y": {"type": "null"},
                    "root": {"properties": {"a": {"$ref": "#/$defs/x_1y"}, "b": {"$ref": "#/$defs/root"}}},
                },
            },
        ),
    ],
    ids=lambda schema: json.dumps(schema)[:60],
)
def test_the_closed_form(schema: Value, expected: Value) -> None:
    assert closed(schema) == expected


def test_definitions_of_one_last_step_get_different_names() -> None:
    schema = {"properties": {"a": {"type": "null"}, "b": {"$ref": "#/properties/a"}, "c": {"$ref": "#/$defs/a"}},
              "$defs": {"a": {"type": "string"}}}  # fmt: skip
    assert closed(schema)["$defs"] == {"a": {"type": "null"}, "a-2": {"type": "string"}}


def test_many_definitions_of_one_last_step_are_named_in_no_time() -> None:
    count = 1_500
    first = {f"k{i}": {"properties": {"a": {"type": "null"}}} for i in range(count)}
    second = {f"r{i}": {"$ref": f"#/properties/k{i}/properties/a"} for i in range(count)}
    registry = Registry.load([{"name": "t", "inputSchema": {"properties": first | second}}])
    start = time.perf_counter()
    document = closed_schema(registry.signatures["t"])
    assert time.perf_counter() - start < 2
    assert len(document["$defs"]) == count


def test_draft_07_item_arrays_become_prefix_items() -> None:
    items = {"items": [{"type": "string"}], "additionalItems": False}
    schema = {"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"a": items}}
    assert closed(schema)["properties"] == {"a": {"prefixItems": [{"type": "string"}], "items": False}}


@pytest.mark.parametrize(
    "text",
    ["0", "19.99", "-0.05", "9007199254740993", "5e-401", "-12345e-30", "true", "null", '"\\u00e9\\n"', "[[], {}]"],
)
def test_numbers_are_written_exactly(text: str) -> None:
    parsed = parse(text)
    assert isinstance(parsed, Parsed)
    assert exact_text(parsed.value) == text


def test_every_value_is_read_back_as_it_was() -> None:
    value = {"a": [1, DecimalFraction(-1, 10**25), 10**400, None, {"\U0001f600": "\u2028"}]}
    assert parse(exact_text(value)) == Parsed(value)


@given(strategies.tool_documents(), st.data())
@settings(max_examples=300)
def test_the_closed_form_accepts_exactly_what_top_allows(document: Value, data: Any) -> None:
    registry = Registry.load([{"name": "t", "inputSchema": document}], quarantine=True)
    assume("t" in registry.signatures)
    signature = registry.signatures["t"]
    exported = parse(exact_text(closed_schema(signature)))
    assert isinstance(exported, Parsed)
    compiled = compile_schema(exported.value)
    assert isinstance(compiled, Compiled), compiled
    for _ in range(3):
        arguments = strategies.drawn_arguments(data.draw, signature.definitions, signature.root)
        allowed = registry.resolve("t", arguments).allowed
        assert accepts(context_of(compiled.definitions), compiled.root, arguments) == allowed
        again = Registry.load([{"name": "t", "inputSchema": exported.value}]).resolve("t", arguments)
        assert again.allowed == allowed
