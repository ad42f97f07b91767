"""Signatures: what the root declares and requires (RR-A.3), and roots that are refused (RR-L.14, RR-L.15)."""

from __future__ import annotations

from typing import Any

import pytest

from rung.algebra import Signature
from rung.schema import Compiled, Loaded, compile_schema, load_signature, signature_of


def loaded(document: Any) -> Signature:
    result = load_signature(document, "t")
    assert isinstance(result, Loaded), [problem.message for problem in result]
    return result.signature


def problems(document: Any) -> list[tuple[str, str, str | None]]:
    result = load_signature(document, "t")
    return [] if isinstance(result, Loaded) else [(p.clause, p.at, p.keyword) for p in result]


def a(**more: Any) -> dict[str, Any]:
    """A schema that declares "a"."""
    return {"properties": {"a": {}}, **more}


# RR-L.15: the root is an object ---------------------------------------------------------------------------------------
@pytest.mark.clause("RR-L.15")
@pytest.mark.parametrize(
    "document",
    [
        *(True, {}, {"type": "object"}, {"type": ["object", "null"]}, {"type": ["array", "object"]}, {"title": "t"}),
        *({"anyOf": [{"type": "string"}]}, {"not": {"type": "object"}}, {"enum": [5]}, {"if": {"type": "string"}}),
        {"allOf": [{"type": "object"}, {}]},
        {"$ref": "#/$defs/A", "$defs": {"A": {"type": ["object", "string"]}, "B": {"type": "string"}}},
    ],
)
def test_root_that_may_be_an_object_is_accepted(document: Any) -> None:
    assert problems(document) == []


@pytest.mark.clause("RR-L.15")
@pytest.mark.parametrize(
    ("document", "at", "keyword"),
    [
        (False, "", None),
        ({"type": "array"}, "/type", "type"),
        ({"type": ["string", "null"]}, "/type", "type"),
        ({"allOf": [{}, {"type": "null"}]}, "/allOf/1/type", "type"),
        ({"allOf": [{"allOf": [False]}]}, "/allOf/0/allOf/0", None),
        ({"type": "object", "$ref": "#/$defs/A", "$defs": {"A": {"type": "array"}}}, "/$defs/A/type", "type"),
        ({"$ref": "#/$defs/A", "$defs": {"A": False}}, "/$defs/A", None),
    ],
)
def test_root_that_is_no_object_is_refused(document: Any, at: str, keyword: str | None) -> None:
    assert problems(document) == [("RR-L.15", at, keyword)]


@pytest.mark.clause("RR-L.15")
def test_type_that_is_reached_twice_is_one_problem() -> None:
    document = {"allOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/A"}], "$defs": {"A": {"type": "null"}}}
    assert problems(document) == [("RR-L.15", "/$defs/A/type", "type")]


@pytest.mark.clause("RR-L.15")
def test_message_names_what_the_root_admits() -> None:
    for document, admitted in (({"type": ["string", "array"]}, "array or string"), (False, "nothing")):
        result = load_signature(document, "t")
        assert isinstance(result, list)
        assert result[0].said == f"the root admits {admitted}, but no object"


@pytest.mark.clause("RR-L.15", "RR-L.4")
def test_root_is_judged_beside_the_problems_of_words() -> None:
    assert problems({"type": "array", "patern": 1}) == [("RR-L.4", "/patern", "patern"), ("RR-L.15", "/type", "type")]
    assert problems({"required": ["x"], "propertys": {"x": {}}}) == [("RR-L.4", "/propertys", "propertys")]
    assert problems({"type": "array", "$ref": "#"}) == [("RR-L.9", "/$ref", "$ref")]


# RR-L.14: a root that accepts nothing ---------------------------------------------------------------------------------
@pytest.mark.clause("RR-L.14")
@pytest.mark.parametrize(
    ("document", "at"),
    [
        ({"required": ["to"]}, "/required"),
        ({"required": ["to"], "properties": {}}, "/required"),
        (a(required=["a", "to"]), "/required"),
        (a(required=["to"], additionalProperties=False), "/required"),
        ({"required": ["to"], "patternProperties": {"^x": {}}}, "/required"),
        ({"allOf": [a(required=["to"])]}, "/allOf/0/required"),
        ({"$ref": "#/$defs/A", "$defs": {"A": {"required": ["to"]}}}, "/$defs/A/required"),
        ({"required": ["to"], "not": {"properties": {"to": {}}}}, "/required"),
        ({"required": ["to"], "then": {"properties": {"to": {}}}}, "/required"),
        ({"required": ["to"], "additionalProperties": False, "anyOf": [{"additionalProperties": True}]}, "/required"),
    ],
)
def test_required_key_that_the_closed_root_does_not_declare_is_refused(document: Any, at: str) -> None:
    assert problems(document) == [("RR-L.14", at, "required")]


@pytest.mark.clause("RR-L.14")
@pytest.mark.parametrize(
    "document",
    [
        {"required": ["to"], "properties": {"to": {}}},
        {"required": ["to"], "additionalProperties": True},
        {"required": ["to"], "additionalProperties": {"type": "string"}},
        {"required": ["to"], "patternProperties": {"^t": {}}},
        {"required": ["to"], "anyOf": [{"properties": {"to": {}}}]},
        {"required": ["to"], "if": {"properties": {"to": {}}}},
        {"required": ["to"], "oneOf": [{"additionalProperties": True}]},
        {"required": ["to"], "additionalProperties": False, "patternProperties": {"^to$": {}}},
        {"required": ["to"], "additionalProperties": False, "allOf": [{"properties": {"to": {}}}]},
        {"anyOf": [{"required": ["to"]}]},
        {"properties": {"a": {"required": ["to"]}}},
        {"required": []},
    ],
)
def test_required_key_that_something_declares_is_accepted(document: Any) -> None:
    assert problems(document) == []


# RR-A.3: what is declared ---------------------------------------------------------------------------------------------
IN_PLACE: dict[str, Any] = {
    "the root": a(),
    "$ref": {"$ref": "#/$defs/A", "$defs": {"A": a()}},
    "a chain of $ref": {"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/B"}, "B": a()}},
    "$ref into properties": {"$ref": "#/properties/b", "properties": {"b": a()}},
    "allOf": {"allOf": [{}, a()]},
    "anyOf": {"anyOf": [{}, a()]},
    "oneOf": {"oneOf": [{}, a()]},
    "if": {"if": a()},
    "then": {"if": {}, "then": a()},
    "else": {"if": {}, "else": a()},
    "nested": {"allOf": [{"anyOf": [{"oneOf": [{"if": {}, "then": {"else": a(), "if": a()}}]}]}]},
}


@pytest.mark.clause("RR-A.3")
@pytest.mark.parametrize("applicator", IN_PLACE)
def test_in_place_subschema_declares_its_properties(applicator: str) -> None:
    assert "a" in loaded(IN_PLACE[applicator]).declared


@pytest.mark.clause("RR-A.3")
@pytest.mark.parametrize(
    "document",
    [
        {},
        True,
        {"not": a()},
        {"not": {"anyOf": [a()]}},
        {"then": a(), "else": a()},
        {"properties": {"b": a()}},
        {"items": a()},
        {"propertyNames": a()},
        {"$defs": {"A": a()}},
        {"required": [], "dependentRequired": {"a": ["a"]}},
    ],
)
def test_nothing_else_declares_a_key(document: Any) -> None:
    signature = loaded(document)
    assert "a" not in signature.declared
    assert (signature.open, signature.families, signature.open_at) == (False, (), ())


@pytest.mark.clause("RR-A.3")
@pytest.mark.parametrize(
    ("document", "open_at"),
    [
        ({"additionalProperties": True}, ["/additionalProperties"]),
        ({"additionalProperties": {}}, ["/additionalProperties"]),
        ({"allOf": [{}, {"additionalProperties": {"type": "null"}}]}, ["/allOf/1/additionalProperties"]),
        ({"anyOf": [{"additionalProperties": True}]}, ["/anyOf/0/additionalProperties"]),
        ({"if": {}, "else": {"additionalProperties": True}}, ["/else/additionalProperties"]),
        (
            {"$ref": "#/$defs/a~1b", "$defs": {"a/b": {"additionalProperties": True}}},
            ["/$defs/a~1b/additionalProperties"],
        ),
        ({"$ref": "#/%24defs/A", "$defs": {"A": {"additionalProperties": True}}}, ["/$defs/A/additionalProperties"]),
        (
            {"oneOf": [{"additionalProperties": True}, {"additionalProperties": {}}]},
            ["/oneOf/0/additionalProperties", "/oneOf/1/additionalProperties"],
        ),
        (
            {"allOf": [{"$ref": "#/$defs/A"}] * 2, "$defs": {"A": {"additionalProperties": True}}},
            ["/$defs/A/additionalProperties"],
        ),
    ],
)
def test_explicit_additional_properties_open_the_root_with_a_pointer(document: Any, open_at: list[str]) -> None:
    signature = loaded(document)
    assert signature.open
    assert list(signature.open_at) == open_at


@pytest.mark.clause("RR-A.3")
@pytest.mark.parametrize(
    "document",
    [
        {"not": {"additionalProperties": True}},
        {"then": {"additionalProperties": True}},
        {"items": {"additionalProperties": True}},
    ],
)
def test_additional_properties_elsewhere_open_nothing(document: Any) -> None:
    assert not loaded(document).open


@pytest.mark.clause("RR-A.3")
def test_pattern_properties_declare_the_keys_that_match() -> None:
    signature = loaded({"patternProperties": {"^a/": {}}, "anyOf": [{"patternProperties": {"b$": {}}}]})
    assert [pattern.source for pattern in signature.families] == ["^a/", "b$"]
    assert signature.open_at == ("/patternProperties/^a~1", "/anyOf/0/patternProperties/b$")
    assert (signature.open, list(signature.declared)) == (False, [])


@pytest.mark.clause("RR-A.3")
def test_closed_root_cancels_the_families_of_branches_but_not_its_own() -> None:
    branch = {"additionalProperties": True, "patternProperties": {"^b": {}}, "properties": {"a": {}}}
    document = {"anyOf": [branch], "additionalProperties": False, "patternProperties": {"^c": {}}}
    signature = loaded(document)
    assert (signature.open, [p.source for p in signature.families]) == (False, ["^c"])
    assert list(signature.declared) == ["a"]
    assert signature.open_at == ("/patternProperties/^c",)


@pytest.mark.clause("RR-A.3")
def test_closed_branch_cancels_nothing() -> None:
    signature = loaded({"additionalProperties": True, "allOf": [{"additionalProperties": False}]})
    assert signature.open
    through_reference = {
        "$ref": "#/$defs/A",
        "$defs": {"A": {"additionalProperties": False}},
        "patternProperties": {"^b": {}},
    }
    assert len(loaded(through_reference).families) == 1


@pytest.mark.clause("RR-H2.2")
@pytest.mark.parametrize(
    ("document", "required"),
    [
        (a(required=["a"]), ["a"]),
        ({"allOf": [a(required=["a"]), {"required": ["a"]}]}, ["a"]),
        ({"$ref": "#/$defs/A", "$defs": {"A": a(required=["a"])}}, ["a"]),
        ({"allOf": [{"$ref": "#/$defs/A"}], "$defs": {"A": {"allOf": [a(required=["a"])]}}}, ["a"]),
        ({"required": ["b"], "properties": {"b": {}}, "allOf": [a(required=["a"])]}, ["b", "a"]),
        ({"anyOf": [a(required=["a"])]}, []),
        ({"oneOf": [a(required=["a"])]}, []),
        ({"if": a(required=["a"]), "then": a(required=["a"])}, []),
        (a(), []),
    ],
)
def test_required_keys_are_the_roots_through_references_and_all_of(document: Any, required: list[str]) -> None:
    assert list(loaded(document).required) == required


@pytest.mark.clause("RR-H2.2")
def test_body_is_the_root_without_its_required_keys_and_nothing_else_less() -> None:
    plain = loaded(a())
    assert plain.body is plain.root
    signature = loaded({"$ref": "#/$defs/A", "minProperties": 1, "$defs": {"A": a(required=["a"], maxProperties=3)}})
    assert signature.root.combination is not None
    assert signature.root.combination.ref == "#/$defs/A"
    body = signature.body
    assert body.object is not None
    assert body.object.min_properties == 1
    assert body.combination is not None
    assert body.combination.ref is None
    (inlined,) = body.combination.all_of
    assert inlined.object is not None
    assert (inlined.object.required, inlined.object.max_properties) == ((), 3)
    nested = loaded({"required": ["a"], "properties": {"a": {"required": ["b"]}}, "anyOf": [{"required": ["a"]}]}).body
    assert nested.object is not None
    assert nested.combination is not None
    assert nested.object.required == ()
    inner, branch = nested.object.properties["a"].object, nested.combination.any_of[0].object
    assert inner is not None
    assert branch is not None
    assert (inner.required, branch.required) == (("b",), ("a",))


@pytest.mark.clause("RR-L.14", "RR-L.15")
def test_signature_of_a_compiled_schema_is_the_loaded_one() -> None:
    for document in (a(required=["a"]), {"required": ["b"]}, {"type": "null", "required": ["b"]}):
        compiled = compile_schema(document, "t")
        assert isinstance(compiled, Compiled)
        result = load_signature(document, "t")
        assert signature_of(compiled, "t") == (result.signature if isinstance(result, Loaded) else result)
    both = {"type": "null", "required": ["b"]}
    assert problems(both) == [("RR-L.15", "/type", "type"), ("RR-L.14", "/required", "required")]
