"""Every small case: all schemas of two levels over one set of parts, all small values, all small roots and calls.

Nothing is sampled. What is enumerated is written here, so a case is found by reading, and the mutants of the kernel are
judged by the same cases as the kernel.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product

from rung.algebra import Signature
from rung.schema import Compiled, Pool, compile_schema, signature_of
from rung.value import Value, decimal_number

HALF = decimal_number(5, -1)

#: Values, of depth 2 at most.
VALUES: tuple[Value, ...] = (
    *(None, True, False, 0, 1, 2, HALF, decimal_number(4, -1), "", "a", "1", "ab"),
    *([], [1], [1, 1], [1, True], ["a", "ab"], [[1], [1]], [{"a": 1}]),
    *({}, {"a": 1}, {"b": 1}, {"a": "a"}, {"a": 1, "b": 1}, {"ab": True, "b": "1"}, {"a": {"a": 1}}),
    {"a": {"b": 0}, "": []},
)

#: Schemas of one keyword.
PARTS: tuple[Value, ...] = (
    *(True, False),
    *({"type": name} for name in ("null", "boolean", "integer", "number", "string", "array", "object")),
    *({"type": ["string", "object"]}, {"enum": [1]}, {"enum": [True, "a"]}, {"const": {"a": 1}}, {"const": 0}),
    *({"minimum": 1}, {"maximum": 1}, {"exclusiveMinimum": 1}, {"exclusiveMaximum": 1}),
    *({"multipleOf": 2}, {"multipleOf": HALF}, {"minLength": 1}, {"maxLength": 1}, {"pattern": "^a"}),
    *({"minItems": 1}, {"maxItems": 1}, {"uniqueItems": True}, {"items": False}),
    *({"required": ["a"]}, {"additionalProperties": False}, {"minProperties": 1}, {"maxProperties": 1}),
    *({"dependentRequired": {"a": ["b"]}}, {"properties": {"a": True}, "additionalProperties": False}),
)


def _with_one(x: Value) -> Iterator[Value]:
    yield {"not": x}
    yield {"items": x}
    yield {"prefixItems": [x]}
    yield {"prefixItems": [x], "items": False}
    yield {"prefixItems": [True], "items": x}
    yield {"properties": {"a": x}}
    yield {"properties": {"a": x}, "additionalProperties": False}
    yield {"properties": {"a": True}, "additionalProperties": x}
    yield {"patternProperties": {"^a": x}}
    yield {"patternProperties": {"^a": x}, "additionalProperties": False}
    yield {"patternProperties": {"^a": True, "b$": x}, "additionalProperties": {"type": "integer"}}
    yield {"propertyNames": x}
    yield {"$ref": "#/$defs/D", "$defs": {"D": x}}
    yield {"$ref": "#/$defs/D", "anyOf": [{"$ref": "#/$defs/D"}], "$defs": {"D": x}}
    yield {"allOf": [{"items": {"$ref": "#/$defs/D"}}, {"$ref": "#/$defs/D"}, {"$ref": "#/$defs/D"}], "$defs": {"D": x}}
    yield {"allOf": [x], "properties": {"a": {"$ref": "#"}}, "items": {"$ref": "#"}}
    yield {"anyOf": [x, {"required": ["a"], "properties": {"a": {"$ref": "#"}}}]}
    yield {"oneOf": [x, x]}
    yield {"oneOf": [x, True, True]}


def _with_two(x: Value, y: Value) -> Iterator[Value]:
    yield {"allOf": [x, y]}
    yield {"anyOf": [x, y]}
    yield {"oneOf": [x, y]}
    yield {"if": x, "then": y}
    yield {"if": x, "else": y}
    yield {"properties": {"a": x}, "additionalProperties": y}
    yield {"prefixItems": [x], "items": y}


@cache
def schemas() -> tuple[Compiled, ...]:
    """Return every enumerated schema, compiled; all of them load."""
    pool = Pool()
    documents = [
        *PARTS,
        *(document for x in PARTS for document in _with_one(x)),
        *(document for x, y in product(PARTS, PARTS) for document in _with_two(x, y)),
        *({"if": x, "then": y, "else": z} for x, y, z in product(PARTS[::3], repeat=3)),
    ]
    compiled = [compile_schema(document, pool=pool) for document in documents]
    assert all(isinstance(one, Compiled) for one in compiled)
    return tuple(one for one in compiled if isinstance(one, Compiled))


#: What a root and its branches are put together from: own keys, nested objects, families, requirements.
ROOTS: tuple[dict[str, Value], ...] = (
    {},
    {"properties": {"a": True}},
    {"properties": {"a": {"properties": {"b": {"type": "integer"}}}}, "required": ["a"]},
    {"properties": {"a": True}, "additionalProperties": False},
    {"properties": {"a": {"properties": {"b": True}}}, "additionalProperties": True},
    {"patternProperties": {"^a": {"properties": {"a": True}}}},
    {"properties": {"a": {"items": {"properties": {"a": True}}}}, "maxProperties": 1},
)
FRAGMENTS: tuple[Value, ...] = (
    True,
    {"required": ["a"]},
    {"properties": {"b": {"type": "integer"}}},
    {"properties": {"a": {"properties": {"a": True}}}},
    {"properties": {"a": {"properties": {"b": True}, "additionalProperties": True}}},
    {"properties": {"a": {"items": {"properties": {"b": True}}, "patternProperties": {"^z": True}}}},
    {"properties": {"a": {"minItems": 0, "if": {"items": {"properties": {"c": True}}}}}},
    {"properties": {"a": {"not": {"properties": {"c": True}, "required": ["c"]}}}, "additionalProperties": False},
    {"additionalProperties": {"type": "object"}},
)
CALLS: tuple[dict[str, Value], ...] = (
    {},
    {"a": 1},
    {"b": 1},
    {"b": "1"},
    {"c": {}},
    {"ab": {"c": 1}},
    {"a": {}},
    {"a": {"a": 1}},
    {"a": {"b": True}},
    {"a": {"b": 1, "c": 1}},
    {"a": [{"b": 1}, {"c": {}}]},
    {"a": {"b": {"c": 1}}, "b": 1, "c": 1},
)


def _roots(own: dict[str, Value]) -> Iterator[Value]:
    yield own
    for x in FRAGMENTS:
        yield own | {"allOf": [x]}
        yield own | {"not": x}
        yield own | {"$ref": "#/$defs/D", "$defs": {"D": x}}
        yield own | {"if": x}
        again = {"allOf": [x, {"properties": {"a": {"$ref": "#"}}}]}
        yield own | {"properties": {**own.get("properties", {}), "a": again}}
    for x, y in product(FRAGMENTS, FRAGMENTS):
        yield own | {"anyOf": [x, y]}
        yield own | {"oneOf": [x, y]}
        yield own | {"if": x, "then": y}
        yield own | {"if": {"required": ["b"]}, "then": x, "else": y}
        yield own | {"allOf": [{"if": {"if": x, "then": True}}, y]}


#: What stands at a nested object, for profile deep.
NESTED: tuple[Value, ...] = (
    True,
    {"properties": {"b": True}},
    {"properties": {"c": {"properties": {"b": True}}}},
    {"patternProperties": {"^z": {"properties": {"b": True}}}},
    {"additionalProperties": {"properties": {"c": True}}},
    {"type": "object", "required": ["b"]},
    {"minItems": 1, "items": {"properties": {"b": True}}},
)
NESTED_VALUES: tuple[Value, ...] = (
    *({}, {"b": 1}, {"c": 1}, {"c": {"b": 1, "c": 1}}, {"b": {"c": 1}}, {"z": {"b": 1}, "z1": {"c": 1}}),
    *([], [{"b": 1}], [{"c": 1}], [{"b": 1}, {"c": 1, "b": 1}], [[{"c": 1}]]),
)


def _nested(x: Value, y: Value) -> Iterator[Value]:
    yield {"if": x, "then": y}
    yield {"if": x, "else": y}
    yield {"if": {"if": x, "then": y}}
    yield {"if": {"required": ["q"]}, "then": x, "else": y}
    yield {"allOf": [{"if": x}, y]}
    yield {"allOf": [y, {"if": {"items": x}}]}
    yield {"anyOf": [x, y]}
    yield {"oneOf": [y, x]}
    yield {"allOf": [{"not": x}, y]}
    yield {"prefixItems": [x], "items": y}
    yield {"allOf": [{"prefixItems": [x]}, {"items": y}]}
    yield {"properties": {"b": x}, "patternProperties": {"^z": True}, "additionalProperties": y}
    yield {"properties": {"b": x, "c": y}}
    yield {"if": {"$ref": "#/$defs/D"}, "then": {"$ref": "#/$defs/D"}, "else": y, "$defs": {"D": x}}


def _nested_roots() -> Iterator[Value]:
    for x, y in product(NESTED, NESTED):
        for nested in _nested(x, y):
            definitions = {"$defs": nested.pop("$defs")} if "$defs" in nested else {}
            yield {"properties": {"a": nested}, **definitions}
    for x in NESTED:
        # The closed root cancels the family, so "a" is undeclared: what is inside it is not judged.
        yield {"additionalProperties": False, "allOf": [{"patternProperties": {"^a": x}}]}


@cache
def signatures() -> tuple[Signature, ...]:
    """Return every enumerated tool; those that the loader refuses (RR-L.14: nothing fits) are left out."""
    return _signatures(root for own in ROOTS for root in _roots(own))


@cache
def nested_signatures() -> tuple[Signature, ...]:
    return _signatures(_nested_roots())


def _signatures(documents: Iterable[Value]) -> tuple[Signature, ...]:
    pool = Pool()
    found = []
    for document in documents:
        compiled = compile_schema(document, pool=pool)
        assert isinstance(compiled, Compiled), document
        signature = signature_of(compiled, None)
        if isinstance(signature, Signature):
            found.append(signature)
    return tuple(found)


def membership_cases() -> Iterator[tuple[Compiled, Value]]:
    for compiled in schemas():
        for value in VALUES:
            yield compiled, value


def call_cases() -> Iterator[tuple[Signature, dict[str, Value], str]]:
    for signature in signatures():
        for arguments in CALLS:
            for profile in ("top", "deep"):
                yield signature, arguments, profile
    for signature in nested_signatures():
        for value in NESTED_VALUES:
            for profile in ("top", "deep"):
                yield signature, {"a": value}, profile
