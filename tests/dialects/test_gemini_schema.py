"""Gemini's own schemas: what each word means, what is refused and how, and that they come back (RR-L.4 to RR-L.6)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rung import Registry, RegistryError
from rung.dialects.gemini_schema import ABSENT, TYPES, Unsaid, translated, written
from rung.schema.dialect import GEMINI
from rung.value import DecimalFraction

ENUM = 'an enum without type "string" and strings alone, or "integer" and whole numbers alone'


def meaning(schema: Any) -> Any:
    document, problems = translated(schema, "t")
    assert problems == ()
    return document


def refusals(schema: Any) -> list[str]:
    with pytest.raises(RegistryError) as caught:
        Registry.load({"functionDeclarations": [{"name": "t", "parameters": schema}]})
    return [problem.message for problem in caught.value.problems]


@pytest.mark.clause("RR-A.3")
@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "OBJECT"}, {"type": "object"}),
        ({"type": "object"}, {"type": "object"}),
        ({"type": "STRING", "nullable": True}, {"type": ["string", "null"]}),
        ({"nullable": False, "type": "STRING"}, {"type": "string"}),
        ({"type": "NULL", "nullable": True}, {"type": "null"}),
        ({"nullable": True}, {}),
        ({"type": "STRING", "enum": ["a"], "nullable": True}, {"type": ["string", "null"], "enum": ["a", None]}),
        (
            {"anyOf": [{"type": "STRING"}, {"type": "NUMBER", "maximum": 5}], "nullable": True},
            {"anyOf": [{"type": "string"}, {"type": "number", "maximum": 5}, {"type": "null"}]},
        ),
        ({"type": "STRING", "minLength": "2", "maxLength": 3}, {"type": "string", "minLength": 2, "maxLength": 3}),
        ({"type": "ARRAY", "minItems": "0", "items": {"type": "BOOLEAN"}}, {"type": "array", "minItems": 0,
                                                                          "items": {"type": "boolean"}}),
        ({"type": "INTEGER", "format": "enum", "enum": ["101", "-2", "3e0"]},
         {"type": "integer", "format": "enum", "enum": [101, -2, 3]}),
        ({"type": "NUMBER", "enum": ["0.5"]}, {"type": "number", "enum": [DecimalFraction(5, 10)]}),
        ({"enum": ["1"]}, {"enum": ["1"]}),
        ({"type": "OBJECT", "propertyOrdering": ["a"], "example": {"a": 1}}, {"type": "object"}),
        ({"type": "OBJECT", "additionalProperties": {"type": "STRING"}},
         {"type": "object", "additionalProperties": {"type": "string"}}),
        ({"type": "OBJECT", "additionalProperties": False}, {"type": "object", "additionalProperties": False}),
        ({"properties": {"enum": {"type": "STRING"}, "$ref": {"type": "STRING"}}},
         {"properties": {"enum": {"type": "string"}, "$ref": {"type": "string"}}}),
        ({"title": "T", "description": "d", "default": 1}, {"title": "T", "description": "d", "default": 1}),
    ],
)  # fmt: skip
def test_a_word_means_what_the_host_says(schema: Any, expected: Any) -> None:
    assert meaning(schema) == expected


NOT_GEMINI = "is no word of Gemini's schemas; write the schema as parametersJsonSchema"


@pytest.mark.clause("RR-L.4", "RR-L.5", "RR-L.6", "RR-L.15")
@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "Object"}, ['RR-L.6 t /type: "type" is "Object"; write one of ' + ", ".join(TYPES)]),
        ({"type": ["OBJECT", "NULL"]}, ["RR-L.6 t /type: \"type\" is an array of 2 items; write one of "
                                        + ", ".join(TYPES)]),
        ({"type": "TYPE_UNSPECIFIED"}, ['RR-L.6 t /type: "type" is "TYPE_UNSPECIFIED"; write one of '
                                        + ", ".join(TYPES)]),
        ({"type": "STRING"}, ['RR-L.15 t /type: the root admits string, but no object; arguments are an object: '
                              'write "type": "object"']),
        ({"oneOf": [{"type": "OBJECT"}]}, ['RR-L.5 t /oneOf: "oneOf" ' + NOT_GEMINI]),
        ({"properties": {"a": {"$ref": "#/defs/A"}}, "defs": {}},
         ['RR-L.5 t /properties/a/$ref: "$ref" ' + NOT_GEMINI, 'RR-L.5 t /defs: "defs" ' + NOT_GEMINI]),
        ({"properties": {"a/b": {"ref": "#"}}}, ['RR-L.5 t /properties/a~1b/ref: "ref" ' + NOT_GEMINI]),
        ({"properties": {"a": {"patern": "x"}}},
         ['RR-L.4 t /properties/a/patern: unknown keyword "patern"; did you mean "pattern"? --annotation patern '
          "accepts it"]),
        ({"properties": {"a": {"any_of": []}}}, ['RR-L.4 t /properties/a/any_of: unknown keyword "any_of"; did you '
                                                 'mean "anyOf"? --annotation any_of accepts it']),
        ({"properties": {"a": True}}, ["RR-L.6 t /properties/a: true is no schema; write an object"]),
        ({"properties": {"a": {"items": [{}]}}}, ["RR-L.6 t /properties/a/items: an array of 1 item is no schema; "
                                                  "write an object"]),
        ({"properties": []}, ['RR-L.6 t /properties: "properties" is an array of 0 items; write an object of schemas']),
        ({"nullable": "yes"}, ['RR-L.6 t /nullable: "nullable" is "yes"; write true or false']),
        ({"properties": {"a": {"enum": [1]}}}, ['RR-L.6 t /properties/a/enum: "enum" is an array of 1 item; write a '
                                                "list of strings"]),
        ({"properties": {"a": {"enum": "a"}}}, ['RR-L.6 t /properties/a/enum: "enum" is "a"; write a list of strings']),
        ({"properties": {"a": {"type": "INTEGER", "enum": ["x"]}}}, ['RR-L.6 t /properties/a/enum: "enum" is an array '
                                                                     "of 1 item; write a list of strings that hold "
                                                                     "numbers"]),
        ({"minItems": "-1"}, ['RR-L.6 t /minItems: "minItems" is "-1"; write a whole number, 0 or more']),
        ({"anyOf": {}, "nullable": True}, ['RR-L.6 t /anyOf: "anyOf" is an object with 0 keys; write a list of at '
                                           "least one schema"]),
        ({"properties": {"a": {"maximum": "5"}}}, ['RR-L.6 t /properties/a/maximum: "maximum" is "5"; write a number']),
        (None, ["RR-L.6 t: null is no schema; write an object"]),
    ],
)  # fmt: skip
def test_what_the_host_does_not_have_is_refused_at_its_place(schema: Any, expected: list[str]) -> None:
    assert refusals(schema) == expected


def test_no_word_is_both_there_and_absent() -> None:
    assert not ABSENT & set(GEMINI.words)
    assert {"oneOf", "allOf", "not", "if", "$ref", "const", "patternProperties", "exclusiveMinimum"} <= ABSENT


@pytest.mark.clause("RR-H3.1", "RR-H3.2", "RR-H3.4")
def test_verdicts_are_those_of_the_meaning() -> None:
    schema = {
        "type": "OBJECT",
        "properties": {"flat": {"type": "INTEGER", "enum": ["101"], "nullable": True}, "s": {"maxLength": "1"}},
    }
    registry = Registry.load({"functionDeclarations": [{"name": "t", "parameters": schema}]})
    assert registry.resolve("t", {"flat": 101, "s": "a"}).allowed
    assert registry.resolve("t", {"flat": None}).allowed
    assert registry.resolve("t", {"flat": "101"}).clause == "RR-H3.1"
    assert registry.resolve("t", {"s": "ab"}).clause == "RR-H3.4"
    assert registry.resolve("t", {"flot": 101}).clause == "RR-H2.1"


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        (True, "a schema that is no object"),
        ({}, "a schema without a type"),
        ({"type": ["string", "integer"]}, "several types"),
        ({"type": ["string", "integer", "null"]}, "several types"),
        ({"type": ["string"]}, "several types"),
        ({"type": "object", "not": {}}, '"not"'),
        ({"type": "object", "x-note": 1}, '"x-note"'),
        ({"type": "object", "example": 1}, '"example"'),
        ({"type": "string", "enum": [1]}, ENUM),
        ({"type": "string", "enum": ["a", None]}, ENUM),
        ({"type": "number", "enum": [1]}, ENUM),
        ({"enum": ["a"]}, ENUM),
        ({"type": "array", "items": False}, "a schema that is no object"),
        ({"type": "array", "items": [{}]}, "a schema that is no object"),
    ],
)
def test_what_it_cannot_say_is_said(schema: Any, said: str) -> None:
    with pytest.raises(Unsaid) as caught:
        written(schema)
    assert str(caught.value) == said


_SCALARS = st.one_of(
    st.builds(lambda t, m: {"type": t, "minimum": m}, st.sampled_from(("integer", "number")), st.integers()),
    st.builds(lambda n: {"type": "string", "maxLength": n, "description": "d"}, st.integers(0, 9)),
    st.lists(st.text(), min_size=1, unique=True).map(lambda names: {"type": "string", "enum": names}),
    st.lists(st.integers(), min_size=1).map(lambda numbers: {"type": ["integer", "null"], "enum": [*numbers, None]}),
    st.sampled_from(({"type": "null"}, {"type": "boolean"}, {"type": ["string", "null"]})),
)
SCHEMAS = st.recursive(
    _SCALARS,
    lambda inner: st.one_of(
        inner.map(lambda child: {"type": "array", "items": child, "minItems": 1}),
        st.lists(inner, min_size=1).map(lambda children: {"anyOf": children}),
        st.dictionaries(st.text(), inner).map(lambda named: {"type": "object", "properties": named}),
        inner.map(lambda child: {"type": "object", "additionalProperties": child}),
        st.just({"type": "object", "additionalProperties": False}),
    ),
)


def test_annotations_that_it_has_no_words_for_are_left_out() -> None:
    schema = {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "examples": [1], "title": "T"}
    assert written(schema) == {"type": "OBJECT", "title": "T"}


@given(SCHEMAS)
def test_what_it_can_say_comes_back(schema: Any) -> None:
    assert meaning(written(schema)) == schema
