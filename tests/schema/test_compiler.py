"""One walk over a JSON Schema document: what it means, or every problem at its place (RR-L.4 to 8, RR-L.10 to 12)."""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rung.algebra import NOTHING, ArrayShape, NumberLimits, ObjectShape, Schema, StringLimits
from rung.context import context_of
from rung.membership import faults
from rung.pointer import pointer, steps_of
from rung.schema import Compiled, Pool, compile_schema
from rung.schema.compiler import DEPTH_LIMIT, POINTERS_LIMIT
from rung.schema.dialect import DRAFT_07
from rung.value import DecimalFraction

DRAFT_2020 = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
DRAFT_7 = {"$schema": "http://json-schema.org/draft-07/schema#"}

Found = list[tuple[str, str, str | None]]


def compiled(document: Any, **options: Any) -> Compiled:
    result = compile_schema(document, "t", **options)
    assert isinstance(result, Compiled), [problem.message for problem in result]
    return result


def problems(document: Any, **options: Any) -> Found:
    result = compile_schema(document, "t", **options)
    return [] if isinstance(result, Compiled) else [(p.clause, p.at, p.keyword) for p in result]


def failures(document: Any, value: Any) -> set[tuple[str, str]]:
    read = compiled(document)
    found: list[Any] = []
    faults(context_of(read.definitions), read.root, value, (), found)
    return {(clause, pointer(steps_of(path))) for clause, path in found}


# RR-L.4, RR-L.5: words ------------------------------------------------------------------------------------------------
@pytest.mark.clause("RR-L.4")
@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("patern", 'did you mean "pattern"? '),
        ("propertys", 'did you mean "properties"? '),
        ("Required", 'did you mean "required"? '),
        ("descripton", 'did you mean "description"? '),
        ("optional", ""),
        ("divisibleBy", ""),
        ("X-order", ""),
        ("", ""),
    ],
)
def test_unknown_word_is_refused_with_the_word_it_may_stand_for(word: str, hint: str) -> None:
    result = compile_schema({"type": "object", word: {}}, "t")
    assert isinstance(result, list)
    (problem,) = result
    assert (problem.clause, problem.at, problem.keyword) == ("RR-L.4", f"/{word}", word)
    assert problem.said == f'unknown keyword "{word}"'
    assert problem.advice.startswith(hint + "--annotation ")


@pytest.mark.clause("RR-L.4")
@pytest.mark.parametrize("word", ["patern", "contain", "X-order", "$foo", ""])
def test_declared_annotation_is_accepted_at_any_depth(word: str) -> None:
    nested = {"type": "array", "items": {"properties": {"a": {word: 1}}}, word: {"$ref": "#/none"}}
    assert problems(nested, annotations=[word]) == []
    assert {p[0] for p in problems(nested)} == {"RR-L.4"}


@pytest.mark.clause("RR-L.4")
@pytest.mark.parametrize(
    "word",
    "title description default examples deprecated readOnly writeOnly $comment format contentEncoding contentMediaType "
    "contentSchema x-order x-".split(),
)
def test_annotation_decides_nothing_whatever_it_holds(word: str) -> None:
    for held in (None, 5, {"type": "nonsense", "patern": 1}, [{"$ref": "#/nowhere"}], False):
        assert compiled({word: held}).root == Schema()


UNSUPPORTED = (
    "$anchor $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $vocabulary unevaluatedItems "
    "unevaluatedProperties contains minContains maxContains dependentSchemas dependencies nullable"
).split()


@pytest.mark.clause("RR-L.5")
@pytest.mark.parametrize("dialect", [{}, DRAFT_2020, DRAFT_7], ids=["undeclared", "2020-12", "draft-07"])
@pytest.mark.parametrize("word", UNSUPPORTED)
def test_unsupported_word_is_refused_even_when_declared_an_annotation(word: str, dialect: dict[str, str]) -> None:
    for held in (True, {}, 1, "#a"):
        assert problems(dialect | {word: held}, annotations=[word]) == [("RR-L.5", f"/{word}", word)]
    assert problems(dialect | {"items": {word: 1}}) == [("RR-L.5", f"/items/{word}", word)]


@pytest.mark.clause("RR-L.5")
@pytest.mark.parametrize(
    ("dialect", "word", "held"),
    [
        ({}, "additionalItems", False),
        (DRAFT_2020, "additionalItems", {"type": 5}),
        (DRAFT_7, "prefixItems", [{}]),
        (DRAFT_7, "prefixItems", 5),
        (DRAFT_7, "dependentRequired", {"a": ["b"]}),
        (DRAFT_7, "dependentRequired", 5),
    ],
)
def test_word_of_another_dialect_is_refused_and_what_it_holds_is_not_judged(
    dialect: dict[str, str], word: str, held: Any
) -> None:
    beside = {"minItems": 1, "minProperties": 1}
    assert problems(dialect | beside | {word: held}) == [("RR-L.5", f"/{word}", word)]


@pytest.mark.clause("RR-L.5")
@pytest.mark.parametrize("word", ["$id", "$schema"])
def test_word_of_the_document_is_refused_below_the_root(word: str) -> None:
    held = {"$schema": DRAFT_2020["$schema"], "$id": "https://example.com/tool"}[word]
    assert problems({word: held}) == []
    assert problems({"$defs": {"A": {word: held}}}, annotations=[word]) == [("RR-L.5", f"/$defs/A/{word}", word)]


@pytest.mark.clause("RR-L.4", "RR-L.5")
def test_property_named_like_a_keyword_is_a_property() -> None:
    names = ["properties", "$ref", "type", "required", "patern", "$id", "contains", "additionalProperties", "enum"]
    read = compiled({"type": "object", "properties": {name: {"type": "string"} for name in names}})
    assert read.root.object is not None
    assert list(read.root.object.properties) == names
    inside = {"properties": {"properties": {"properties": {"$ref": {"patern": 1}}}}}
    assert problems(inside) == [("RR-L.4", "/properties/properties/properties/$ref/patern", "patern")]


@pytest.mark.clause("RR-L.4")
def test_definitions_and_families_may_be_named_like_keywords() -> None:
    document = {"$defs": {"patern": {}, "$ref": {"type": "null"}}, "patternProperties": {"type": {"type": "null"}}}
    assert problems(document) == []


@pytest.mark.clause("RR-L.4", "RR-L.8")
@pytest.mark.parametrize("word", ["enum", "const", "default", "examples"])
def test_value_that_looks_like_a_schema_is_a_value(word: str) -> None:
    look = {"$ref": "#/nowhere", "patern": 1, "type": "nonsense", "$defs": {"A": 5}}
    assert problems({word: [look]}) == []
    if word == "const":
        assert failures({word: look}, look) == set()


# RR-L.6: forms --------------------------------------------------------------------------------------------------------
HALF = DecimalFraction(5, 10)
NOT_A_SCHEMA: list[Any] = [None, 5, "object", [], [{}]]
NOT_SCHEMAS: list[Any] = [None, 5, "a", {}, [], True]
NOT_A_MAP: list[Any] = [None, 5, "a", [], True]
NOT_A_COUNT: list[Any] = [None, "3", True, -1, HALF, [], {}]
NOT_A_NUMBER: list[Any] = [None, "3", [], {}]
NOT_NAMES: list[Any] = [None, 5, "a", {}, True, [5], ["a", "a"], ["a", None]]

FORMS: list[tuple[str, list[Any], list[Any]]] = [
    ("type", [None, 5, "STRING", "any", "", [], ["null", "null"], ["null", 5], [["null"]], {}], ["string", ["null"]]),
    ("enum", [None, 5, "a", {"a": 1}, True], [[], [1, 1], [None, {"a": []}]]),
    ("minimum", [*NOT_A_NUMBER, True], [0, -5, HALF]),
    ("maximum", [*NOT_A_NUMBER, False], [0, 10**1100]),
    ("exclusiveMinimum", NOT_A_NUMBER, [0, HALF]),
    ("exclusiveMaximum", NOT_A_NUMBER, [0, HALF]),
    ("multipleOf", [*NOT_A_NUMBER, True, 0, -1, DecimalFraction(-5, 10)], [1, HALF]),
    ("minLength", NOT_A_COUNT, [0, 3, 10**30]),
    ("maxLength", NOT_A_COUNT, [0, 3]),
    ("pattern", [None, 5, [], {}, True], ["", "^a$"]),
    ("minItems", NOT_A_COUNT, [0]),
    ("maxItems", NOT_A_COUNT, [0]),
    ("uniqueItems", [None, 0, 1, "true", []], [True, False]),
    ("minProperties", NOT_A_COUNT, [0]),
    ("maxProperties", NOT_A_COUNT, [0]),
    ("required", NOT_NAMES, [[], ["a", "b", "$ref"]]),
    ("dependentRequired", [None, 5, [], True, {"a": "b"}, {"a": ["b", "b"]}, {"a": [1]}], [{}, {"a": []}]),
    ("properties", NOT_A_MAP, [{}, {"a": True}]),
    ("patternProperties", NOT_A_MAP, [{}, {"^a": {}}]),
    ("$defs", NOT_A_MAP, [{}, {"a": True}]),
    ("definitions", NOT_A_MAP, [{}, {"a": {}}]),
    ("allOf", NOT_SCHEMAS, [[{}], [True, False]]),
    ("anyOf", NOT_SCHEMAS, [[{}]]),
    ("oneOf", NOT_SCHEMAS, [[{}]]),
    ("prefixItems", NOT_SCHEMAS, [[{}]]),
    ("items", NOT_A_SCHEMA, [{}, True, False]),
    ("additionalProperties", NOT_A_SCHEMA, [{}, True, False]),
    ("propertyNames", NOT_A_SCHEMA, [{}, False]),
    ("not", NOT_A_SCHEMA, [{}, True]),
    ("if", NOT_A_SCHEMA, [{}]),
    ("then", NOT_A_SCHEMA, [{}]),
    ("else", NOT_A_SCHEMA, [{}]),
    ("$ref", [None, 5, [], {}, True], []),
]  # fmt: skip


@pytest.mark.clause("RR-L.6")
@pytest.mark.parametrize(("word", "bad", "good"), FORMS, ids=[form[0] for form in FORMS])
def test_value_of_the_wrong_form_is_refused_at_its_word(word: str, bad: list[Any], good: list[Any]) -> None:
    for held in bad:
        assert problems({word: held}) == [("RR-L.6", f"/{word}", word)], held
        assert problems({"items": {word: held}}) == [("RR-L.6", f"/items/{word}", word)], held
    for held in good:
        assert problems({word: held}) == [], held


@pytest.mark.clause("RR-L.6")
@pytest.mark.parametrize(
    ("document", "at", "word"),
    [
        ({"properties": {"a/b~": 5}}, "/properties/a~1b~0", "properties"),
        ({"patternProperties": {"^a": []}}, "/patternProperties/^a", "patternProperties"),
        ({"$defs": {"A": None}}, "/$defs/A", "$defs"),
        ({"definitions": {"A": "x"}}, "/definitions/A", "definitions"),
        ({"allOf": [{}, 5]}, "/allOf/1", "allOf"),
        ({"anyOf": [5]}, "/anyOf/0", "anyOf"),
        ({"oneOf": [{}, {}, "x"]}, "/oneOf/2", "oneOf"),
        ({"prefixItems": [None]}, "/prefixItems/0", "prefixItems"),
        (DRAFT_7 | {"items": [5]}, "/items/0", "items"),
        (DRAFT_7 | {"items": []}, "/items", "items"),
        (DRAFT_7 | {"items": [{}], "additionalItems": 5}, "/additionalItems", "additionalItems"),
        (DRAFT_7 | {"additionalItems": {"type": 5}}, "/additionalItems/type", "type"),
        (5, "", None),
        ([], "", None),
        (None, "", None),
        ("object", "", None),
    ],
)
def test_what_is_no_schema_is_refused_where_it_stands(document: Any, at: str, word: str | None) -> None:
    assert problems(document) == [("RR-L.6", at, word)]


@pytest.mark.clause("RR-L.6")
def test_array_of_items_without_a_dialect_is_refused_and_told_of_prefix_items() -> None:
    result = compile_schema({"items": [{"type": "string"}]}, "t")
    assert isinstance(result, list)
    assert [problem.advice for problem in result] == ["write prefixItems"]
    assert failures({"prefixItems": [{"type": "string"}]}, [5]) == {("RR-H3.1", "/0")}


@pytest.mark.clause("RR-L.6", "RR-L.7")
@pytest.mark.parametrize(
    ("word", "base", "inside", "edge"), [("exclusiveMinimum", "minimum", 2, 1), ("exclusiveMaximum", "maximum", 0, 1)]
)
def test_draft_04_boolean_bound_is_read_where_no_dialect_is_declared(
    word: str, base: str, inside: int, edge: int
) -> None:
    strict, loose = {word: True, base: 1}, {word: False, base: 1}
    assert failures(strict, edge) == {("RR-H3.3", "")}
    assert failures(strict, inside) == set()
    assert failures(loose, edge) == set()
    for dialect in (DRAFT_2020, DRAFT_7):
        assert problems(dialect | strict) == [("RR-L.6", f"/{word}", word)]
    for alone in (True, False):
        assert problems({word: alone}) == [("RR-L.6", f"/{word}", word)]
    assert problems({word: True, base: "1"}) == [("RR-L.6", f"/{base}", base)]


# RR-L.7: dialects -----------------------------------------------------------------------------------------------------
@pytest.mark.clause("RR-L.7")
@pytest.mark.parametrize(
    "named",
    [
        "http://json-schema.org/draft-03/schema#",
        "http://json-schema.org/draft-04/schema#",
        "http://json-schema.org/draft-06/schema#",
        "https://json-schema.org/draft/2019-09/schema",
        "https://json-schema.org/draft-07/schema#",
        "http://json-schema.org/draft-07/schema##",
        "http://json-schema.org/schema#",
        " http://json-schema.org/draft-07/schema",
        "",
        None,
        7,
        [],
    ],
)
def test_schema_that_names_no_supported_dialect_is_refused(named: Any) -> None:
    assert problems({"$schema": named, "type": "object"}) == [("RR-L.7", "/$schema", "$schema")]
    assert problems({"$schema": named, "type": "object"}, dialect=DRAFT_07) == [("RR-L.7", "/$schema", "$schema")]


@pytest.mark.clause("RR-L.7")
def test_the_host_decides_the_dialect_where_it_defines_one() -> None:
    assert problems(DRAFT_2020 | {"items": [{}]}, dialect=DRAFT_07) == []
    assert problems({"items": [{}]}, dialect=DRAFT_07) == []
    assert problems(True, dialect=DRAFT_07) == []


SIBLINGS = {
    "type": "object",
    "enum": [],
    "const": 1,
    "minimum": 1,
    "maxLength": 1,
    "items": {},
    "uniqueItems": False,
    "properties": {},
    "required": [],
    "additionalProperties": True,
    "allOf": [{}],
    "not": False,
    "if": {},
}


@pytest.mark.clause("RR-L.7")
@pytest.mark.parametrize("word", SIBLINGS)
def test_draft_07_reference_beside_an_assertion_is_refused(word: str) -> None:
    reference = {"$ref": "#/definitions/A", "definitions": {"A": {}}}
    assert problems(DRAFT_7 | reference | {word: SIBLINGS[word]}) == [("RR-L.7", f"/{word}", word)]
    assert problems(DRAFT_2020 | reference | {word: SIBLINGS[word]}) == []
    nested = {"definitions": {"A": {}}, "properties": {"a": {"$ref": "#/definitions/A", word: SIBLINGS[word]}}}
    assert problems(DRAFT_7 | nested) == [("RR-L.7", f"/properties/a/{word}", word)]


@pytest.mark.clause("RR-L.7")
def test_draft_07_reference_may_stand_beside_annotations_and_definitions() -> None:
    beside = {"title": "t", "description": "d", "default": 1, "x-a": 1, "$id": "https://example.com/", "note": 1}
    document = DRAFT_7 | beside | {"$ref": "#/definitions/A", "definitions": {"A": {}}}
    assert problems(document, annotations=["note"]) == []


@pytest.mark.clause("RR-L.7")
def test_draft_07_arrays_of_items_mean_what_prefix_items_mean() -> None:
    assert failures(DRAFT_7 | {"items": [{"type": "string"}], "additionalItems": False}, ["a", 1]) == {
        ("RR-H3.5", "/1")
    }
    assert failures(DRAFT_7 | {"items": [{}], "additionalItems": {"type": "null"}}, [1, 1]) == {("RR-H3.1", "/1")}
    assert failures(DRAFT_7 | {"items": {"type": "null"}, "additionalItems": False}, [None, None]) == set()
    assert failures(DRAFT_7 | {"additionalItems": False}, [1]) == set()
    assert failures(DRAFT_7 | {"items": False}, [1]) == {("RR-H3.5", "/0")}


# RR-L.8: references ---------------------------------------------------------------------------------------------------
TARGETS = {
    "$defs": {
        "A": {"type": "null"},
        "a/b": {},
        "a~b": {},
        "é b": {},
        "100%": {},
        "x": {"properties": {"y": {}}},
        "": {},
    },
    "properties": {"p": {"items": {"type": "null"}, "allOf": [{}]}, "properties": True},
    "patternProperties": {"^a/b": {}},
    "if": {},
    "then": {},
    "not": {},
    "examples": [{"type": "null"}],
    "default": {"type": "null"},
    "enum": [{}],
    "const": {"properties": {"a": {}}},
    "x-defs": {"A": {}},
}


@pytest.mark.clause("RR-L.8")
@pytest.mark.parametrize(
    "reference",
    [
        *(
            "#/$defs/A",
            "#/%24defs/A",
            "#/$defs/a~1b",
            "#/$defs/a~0b",
            "#/$defs/%C3%A9%20b",
            "#/$defs/é b",
            "#/$defs/100%25",
        ),
        *("#/$defs/x/properties/y", "#/properties/p", "#/properties/p/items", "#/properties/p/allOf/0", "#/$defs/"),
        *("#/properties/properties", "#/patternProperties/^a~1b", "#/if", "#/then", "#/not", "#"),
    ],
)
def test_reference_to_a_schema_in_the_document_is_followed(reference: str) -> None:
    document = TARGETS | {"additionalProperties": {"$ref": reference}}
    assert problems(document) == []


@pytest.mark.clause("RR-L.8")
@pytest.mark.parametrize(
    "reference",
    [
        *(
            "",
            "A",
            "#A",
            "#foo/bar",
            "other.json",
            "other.json#/$defs/A",
            "https://example.com/s#/$defs/A",
            "/$defs/A",
            "##",
        ),
        *(
            "#/$defs/Missing",
            "#/$defs",
            "#/properties",
            "#/properties/p/allOf",
            "#/properties/p/allOf/1",
            "#/$defs/A/type",
        ),
        *("#/properties/p/allOf/00", "#/properties/p/allOf/-", "#/examples/0", "#/default", "#/enum/0", "#/const"),
        *(
            "#/const/properties/a",
            "#/x-defs/A",
            "#/$defs/a/b",
            "#/$defs/a~b",
            "#/$defs/a~2b",
            "#/$defs/A/",
            "#//$defs/A",
        ),
        *("#/$defs/a%2Fb", "#/$defs/100%", "#/$defs/%zz", "#/$defs/%ff", "#/$DEFS/A", " #/$defs/A", "#/$defs/A#"),
    ],
)
def test_reference_to_anything_else_is_refused_at_the_reference(reference: str) -> None:
    document = TARGETS | {"additionalProperties": {"$ref": reference}}
    assert problems(document) == [("RR-L.8", "/additionalProperties/$ref", "$ref")]


@pytest.mark.clause("RR-L.8")
def test_every_reference_without_a_target_is_a_problem_of_its_own() -> None:
    document = {"allOf": [{"$ref": "#/a"}, {"$ref": "#/a"}, {"$ref": "b"}, {"$ref": "#/allOf/3"}, {"type": "object"}]}
    assert set(problems(document)) == {("RR-L.8", f"/allOf/{i}/$ref", "$ref") for i in (0, 1, 2)} | {
        ("RR-L.9", "/allOf/3/$ref", "$ref")
    }


@pytest.mark.clause("RR-L.8")
def test_recursive_reference_judges_every_level() -> None:
    tree = {"type": "object", "properties": {"v": {"type": "integer"}, "next": {"$ref": "#"}}}
    assert failures(tree, {"next": {"next": {"v": "x"}}}) == {("RR-H3.1", "/next/next/v")}


# RR-L.10, RR-L.11: patterns -------------------------------------------------------------------------------------------
@pytest.mark.clause("RR-L.10")
@pytest.mark.parametrize("source", ["(?=a)b", r"(a)\1", r"\bword", r"\p{L}", "a^b", "(", "[a", "a**", "(?i)a"])
def test_irregular_pattern_is_refused_at_its_word(source: str) -> None:
    assert problems({"pattern": source}) == [("RR-L.10", "/pattern", "pattern")]
    at = "/patternProperties/" + source.replace("~", "~0").replace("/", "~1")
    assert problems({"patternProperties": {source: {}}}) == [("RR-L.10", at, "patternProperties")]
    result = compile_schema({"pattern": source}, "t")
    assert isinstance(result, list)
    assert result[0].message.count("RR-L.10") == 1


@pytest.mark.clause("RR-L.11")
def test_too_large_pattern_is_refused_and_a_smaller_one_is_not() -> None:
    assert problems({"pattern": "((a{1,200}){1,200}){1,200}"}) == [("RR-L.11", "/pattern", "pattern")]
    assert problems({"pattern": "(a{1,50}){1,50}"}) == []


@pytest.mark.clause("RR-L.10")
def test_pattern_is_compiled_once_for_all_documents_of_a_pool() -> None:
    pool = Pool()
    first, second = compiled({"pattern": "^a$"}, pool=pool), compiled({"items": {"pattern": "^a$"}}, pool=pool)
    assert second.root.array is not None
    assert first.root is second.root.array.items


# RR-L.12: limits ------------------------------------------------------------------------------------------------------
def nested(levels: int, leaf: Any, word: str = "items") -> Any:
    for _ in range(levels - 1):
        leaf = {word: leaf} if word in ("items", "not") else {word: [leaf]} if word == "allOf" else {word: {"a": leaf}}
    return leaf


@pytest.mark.clause("RR-L.12")
@pytest.mark.parametrize("word", ["items", "not", "allOf", "properties", "$defs"])
@pytest.mark.parametrize("leaf", [{"type": "null"}, True, 5], ids=["object", "true", "no schema"])
def test_schema_nested_too_deep_is_refused_at_the_first_that_is(word: str, leaf: Any) -> None:
    step = {"items": "/items", "not": "/not", "allOf": "/allOf/0"}.get(word, f"/{word}/a")
    for levels in (DEPTH_LIMIT + 1, 200):
        assert problems(nested(levels, leaf, word)) == [("RR-L.12", step * DEPTH_LIMIT, None)]
    if leaf != 5:
        assert problems(nested(DEPTH_LIMIT, leaf, word)) == []


# Meaning --------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("RR-A.2")
@pytest.mark.parametrize(
    ("document", "meaning"),
    [
        (True, Schema()),
        (False, NOTHING),
        ({}, Schema()),
        ({"description": "d"}, Schema()),
        ({"type": "string"}, Schema(types=frozenset({"string"}))),
        ({"type": ["string"]}, Schema(types=frozenset({"string"}))),
        ({"type": ["string", "null"]}, Schema(types=frozenset({"string", "null"}))),
        ({"const": 1}, Schema(enum={"1e0": 1})),
        ({"const": None}, Schema(enum={"null": None})),
        ({"enum": [1, 2], "const": 2}, Schema(enum={"2e0": 2})),
        ({"enum": [1, 2], "const": 3}, Schema(enum={})),
        ({"enum": []}, Schema(enum={})),
        ({"minimum": 1, "exclusiveMaximum": 3}, Schema(number=NumberLimits(minimum=1, exclusive_maximum=3))),
        ({"minLength": 1}, Schema(string=StringLimits(min_length=1))),
        ({"items": False}, Schema(array=ArrayShape(closed=True))),
        ({"items": True}, Schema(array=ArrayShape(items=Schema()))),
        ({"prefixItems": [True], "items": False}, Schema(array=ArrayShape(prefix=(Schema(),), closed=True))),
        ({"additionalProperties": False}, Schema(object=ObjectShape(closed=True))),
        ({"additionalProperties": {}}, Schema(object=ObjectShape(additional=Schema()))),
        ({"dependentRequired": {"a": ["b"]}}, Schema(object=ObjectShape(dependent={"a": ("b",)}))),
        ({"then": {"type": "null"}, "else": False}, Schema()),
        ({"$defs": {"A": {}}}, Schema()),
    ],
)
def test_document_means_exactly_this(document: Any, meaning: Schema) -> None:
    assert compiled(document).root == meaning


@pytest.mark.clause("RR-A.2")
def test_equal_schemas_of_scalars_are_one_object_in_a_pool() -> None:
    pool = Pool()
    for document in (
        {"type": "string", "maxLength": 5},
        {"enum": ["a", "b"]},
        {"type": "null"},
        {},
        {"type": ["null"]},
    ):
        assert compiled(document, pool=pool).root is compiled(document, pool=pool).root
    one, two = compiled({"enum": [1, "1"]}, pool=pool), compiled({"enum": ["1", 1]}, pool=pool)
    assert one.root == two.root
    assert compiled({"items": {}}, pool=pool).words is compiled({"items": {}, "title": "t"}, pool=pool).words


@pytest.mark.clause("RR-L.4", "RR-L.5", "RR-L.6", "RR-L.7", "RR-L.8", "RR-L.10", "RR-L.12")
def test_all_problems_are_found_at_once() -> None:
    document = {
        "$schema": "draft",
        "typ": "object",
        "contains": {},
        "properties": {
            "a": {"minimum": "3", "pattern": "(?=a)", "items": [{"patern": 1}]},
            "b": {"$ref": "#/nowhere"},
            "c": {"$ref": "#/properties/c"},
            "d": nested(DEPTH_LIMIT, {}),
        },
        "required": "a",
    }
    assert set(problems(document)) == {
        ("RR-L.7", "/$schema", "$schema"),
        ("RR-L.4", "/typ", "typ"),
        ("RR-L.5", "/contains", "contains"),
        ("RR-L.6", "/properties/a/minimum", "minimum"),
        ("RR-L.10", "/properties/a/pattern", "pattern"),
        ("RR-L.6", "/properties/a/items", "items"),
        ("RR-L.8", "/properties/b/$ref", "$ref"),
        ("RR-L.9", "/properties/c/$ref", "$ref"),
        ("RR-L.12", "/properties/d" + "/items" * (DEPTH_LIMIT - 1), None),
        ("RR-L.6", "/required", "required"),
    }


@pytest.mark.clause("RR-A.2")
def test_the_deciding_words_that_occur_are_counted_and_no_others() -> None:
    read = compiled({"type": "object", "title": "t", "properties": {"const": {"items": {"x-a": 1}}}, "then": True})
    assert read.words == {"type", "properties", "items", "then"}


WORDS = [form[0] for form in FORMS] + UNSUPPORTED + ["title", "patern", "$id", "$schema", "x-a", "additionalItems"]
HELD = [held for _, bad, good in FORMS for held in (*bad, *good)]


@given(
    st.recursive(
        st.sampled_from(HELD),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*WORDS, "a"]), inner, max_size=4),
        max_leaves=20,
    ),
    st.sampled_from([{}, DRAFT_2020, DRAFT_7]),
)
@pytest.mark.clause("RR-L.4", "RR-L.5", "RR-L.6")
def test_every_document_is_understood_or_refused_with_places_that_exist(document: Any, dialect: dict[str, str]) -> None:
    whole = dialect | {"items": document}
    for clause, at, keyword in problems(whole):
        assert clause.startswith("RR-L.")
        here: Any = whole
        for token in at.split("/")[1:]:
            token = token.replace("~1", "/").replace("~0", "~")
            here = here[int(token)] if isinstance(here, list) else here[token]
        assert keyword is None or keyword in at or clause == "RR-L.6"


# RR-L.12: pointers ----------------------------------------------------------------------------------------------------
@pytest.mark.clause("RR-L.12")
@pytest.mark.parametrize("schema", [{}, {"patern": 1}, {"type": "strin"}])
def test_places_that_would_fill_any_memory_are_refused_and_not_written(schema: Any) -> None:
    key = "k" * 50_000
    document = {"$defs": {key: {"properties": {f"p{i}": schema for i in range(2_000)}}}}
    tracemalloc.start()
    found = problems(document)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert ("RR-L.12", "", None) in found
    assert sum(len(at) for _, at, _ in found) <= POINTERS_LIMIT
    assert peak < 100_000_000


@pytest.mark.clause("RR-L.12")
def test_pointers_up_to_the_limit_are_kept() -> None:
    # The root's pointer is empty; "/$defs/" and the key is the only other.
    assert problems({"$defs": {"k" * (POINTERS_LIMIT - len("/$defs/")): {}}}) == []
    assert problems({"$defs": {"k" * (POINTERS_LIMIT - len("/$defs/") + 1): {}}}) == [("RR-L.12", "", None)]
    # The place of a problem counts as the place of a schema does.
    assert problems({"$defs": {"k" * (POINTERS_LIMIT - len("/$defs/")): {"patern": 1}}}) == [("RR-L.12", "", None)]
