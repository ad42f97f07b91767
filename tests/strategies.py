"""Registries, schemas, values and calls for the tests: one generator, drawn by Hypothesis or by a seeded source.

The generators ask a *chooser*. :class:`Drawn` asks Hypothesis, so that failures shrink; :class:`Seeded` asks
:class:`random.Random`, so that tens of thousands of cases cost seconds. Both reach the same cases.

Documents are built so that they load: a ``$ref`` in place goes only to a later definition, every other one descends
first. What is still refused (a required key that a combination does not declare) is left to the caller to count.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from hypothesis import strategies as st

from rung import membership
from rung.algebra import Schema
from rung.context import context_of
from rung.value import DecimalFraction, Number, Value, canonical, decimal_number

T = TypeVar("T")


class Chooser(Protocol):
    """Where a generator's decisions come from; the first of a sequence and ``False`` are the simplest."""

    def pick(self, options: Sequence[T]) -> T: ...

    def chance(self, percent: int) -> bool: ...

    def number(self, least: int, most: int) -> int: ...


class Seeded:
    """Decisions of a seeded source."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(seed)

    def pick(self, options: Sequence[T]) -> T:
        return options[int(self._random.random() * len(options))]

    def chance(self, percent: int) -> bool:
        return self._random.random() * 100 < percent

    def number(self, least: int, most: int) -> int:
        return least + int(self._random.random() * (most - least + 1))


class Drawn:
    """Decisions of Hypothesis."""

    def __init__(self, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
        self._draw = draw

    def pick(self, options: Sequence[T]) -> T:
        chosen: T = options[self._draw(st.integers(0, len(options) - 1))]
        return chosen

    def chance(self, percent: int) -> bool:
        return bool(self._draw(st.integers(0, 99)) >= 100 - percent)

    def number(self, least: int, most: int) -> int:
        chosen: int = self._draw(st.integers(least, most))
        return chosen


def subset(c: Chooser, options: Sequence[T], percent: int) -> list[T]:
    return [option for option in options if c.chance(percent)]


# Values ---------------------------------------------------------------------------------------------------------------
KEYS = ("a", "b", "c", "ab", "x1", "B", "", "a/b", "~", "é", "10", "2")
COMMON_KEYS = KEYS[:6]
TEXTS = (
    *("a", "", "b", "ab", "abc", "A", "1", "true", "null", "x1", "a\n", "2026-12", "a/b", "~0"),
    *("\u00e9", "e\u0301", "\U0001f600", "\uff61", "\u212a", "\x00", "b b", "1.0", "aaaaaa"),
)
PATTERNS = ("^a", "b$", "^x[0-9]$", "^[a-c]+$", "1", "^$", "\\d", "^.$", "^(a|b{2,3})*$", "[^a]", "\\s")
NUMBERS: tuple[Number, ...] = (
    *(0, 1, -1, 2, 3, 4, 5, 10, 100, -7),
    *(decimal_number(c, e) for c, e in ((1, -1), (15, -1), (-25, -1), (1999, -2), (1, -2), (3, -1), (1, -20))),
    *(9007199254740992, 9007199254740993, 10**400, decimal_number(1, -400)),
)
SMALL_NUMBERS: tuple[Number, ...] = NUMBERS[:16]
STEPS: tuple[Number, ...] = (1, 2, 3, decimal_number(5, -1), decimal_number(1, -2), decimal_number(15, -1), 10**400)
CONSTANTS: tuple[Value, ...] = (None, True, False, 1, 0, "1", "a", "true", "", [1], [True], {}, {"a": 1}, {"a": True})


def value(c: Chooser, depth: int = 3) -> Value:
    """Return any JSON value."""
    kind = c.number(0, 9 if depth > 0 else 6)
    if kind == 0:
        return None
    if kind == 1:
        return c.pick((True, False))
    if kind <= 3:
        return c.pick(NUMBERS)
    if kind <= 6:
        return c.pick(TEXTS)
    if kind == 7:
        return [value(c, depth - 1) for _ in range(c.number(0, 3))]
    return {c.pick(KEYS): value(c, depth - 1) for _ in range(c.number(0, 3))}


# Schema documents -----------------------------------------------------------------------------------------------------
TYPES = ("object", "string", "integer", "number", "boolean", "null", "array")


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a schema is written: how much may be nested in it, and which references make progress from here.

    In place, a reference may name the definitions from ``first`` to ``names``; where the value has been descended into,
    it may name all of ``targets``, and those of ``deeper`` one level further down.
    """

    size: int
    first: int
    names: int
    targets: tuple[str, ...] = ()
    deeper: tuple[str, ...] = ()

    def within(self, size: int | None = None) -> _Place:
        return _Place(self.size - 1 if size is None else size, self.first, self.names, self.targets, self.deeper)

    def below(self) -> _Place:
        every = ("#", *(f"#/$defs/D{i}" for i in range(self.names)))
        return _Place(self.size - 1, 0, self.names, self.deeper or every, self.deeper)


def document(c: Chooser) -> Value:
    """Return a schema document over the whole supported set of keywords (dialect 2020-12)."""
    names = c.number(0, 2)
    node = _node(c, _Place(3, 0, names))
    return _with_definitions(c, node, names) if type(node) is dict else node


def tool_document(c: Chooser) -> dict[str, Value]:
    """Return a schema document whose root is an object: what a tool has."""
    names = c.number(0, 2)
    root = _Place(3, 0, names)
    keys = ["a", *subset(c, COMMON_KEYS[1:] if c.chance(80) else KEYS[1:], 35)]
    # What stands below /properties/a may name it: it has descended once more.
    into = _Place(2, 0, names, root.below().targets, (*root.below().targets, "#/properties/a"))
    node: dict[str, Value] = {"properties": {key: _node(c, into if key == "a" else root.below()) for key in keys}}
    if c.chance(60):
        node["type"] = c.pick(("object", ["object"], ["null", "object"]))
    if c.chance(60):
        node["required"] = subset(c, keys, 40)
    if c.chance(45):
        node["additionalProperties"] = c.pick((False, False, True, {"type": "string"}, {"minimum": 2}))
    if c.chance(15):
        node["patternProperties"] = {c.pick(PATTERNS): _node(c, root.below())}
    if c.chance(10):
        node["propertyNames"] = c.pick(({"maxLength": 1}, {"pattern": "^[a-c]"}, {"enum": ["a", "b"]}))
    if c.chance(15):
        node[c.pick(("minProperties", "maxProperties"))] = c.number(0, 3)
    if c.chance(12):
        node["dependentRequired"] = {c.pick(keys): [c.pick(COMMON_KEYS)]}
    if c.chance(40):
        node.update(_combination(c, _Place(2, 0, names), objects=True))
    return _with_definitions(c, node, names)


def _with_definitions(c: Chooser, node: dict[str, Value], names: int) -> dict[str, Value]:
    if names:
        places = [_Place(2, i + 1, names) for i in range(names)]
        node["$defs"] = {
            f"D{i}": _object_node(c, place) if c.chance(70) else _node(c, place) for i, place in enumerate(places)
        }
    return node


def _node(c: Chooser, place: _Place) -> Value:
    if place.size <= 0:
        return c.pick(({}, True, {"type": "string"}, {"type": "integer"}, {"enum": [1, "a"]}, {"const": True}, False))
    kind = c.number(0, 13)
    if kind <= 1:
        return {"type": c.pick(TYPES)}
    if kind == 2:
        return c.pick((True, {}, False, {"type": ["string", "null"]}, {"type": ["integer", "boolean"]}))
    if kind == 3:
        return _listed(c)
    if kind <= 5:
        return _number_node(c) if c.chance(50) else _string_node(c)
    if kind <= 7:
        return _array_node(c, place)
    if kind <= 10:
        return _object_node(c, place)
    if kind == 11 and place.targets:
        return {"$ref": c.pick(place.targets)} | (_listed(c) if c.chance(10) else {})
    node = _node(c, place.within(1)) if c.chance(50) else {}
    return (node if type(node) is dict else {}) | _combination(c, place, objects=c.chance(50))


def _listed(c: Chooser) -> dict[str, Value]:
    if c.chance(30):
        return {"const": c.pick(CONSTANTS)}
    values = {canonical(v): v for v in (c.pick(CONSTANTS) for _ in range(c.number(1, 3)))}
    return {"enum": list(values.values())}


def _number_node(c: Chooser) -> dict[str, Value]:
    node: dict[str, Value] = {"type": c.pick(("integer", "number"))} if c.chance(60) else {}
    for word in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"):
        if c.chance(30):
            node[word] = c.pick(SMALL_NUMBERS if c.chance(85) else NUMBERS)
    if c.chance(35):
        node["multipleOf"] = c.pick(STEPS)
    return node


def _string_node(c: Chooser) -> dict[str, Value]:
    node: dict[str, Value] = {"type": "string"} if c.chance(60) else {}
    if c.chance(40):
        node["minLength"] = c.number(0, 2)
    if c.chance(40):
        node["maxLength"] = c.number(0, 3)
    if c.chance(50):
        node["pattern"] = c.pick(PATTERNS)
    return node


def _array_node(c: Chooser, place: _Place) -> dict[str, Value]:
    node: dict[str, Value] = {"type": "array"} if c.chance(60) else {}
    if c.chance(70):
        node["items"] = _node(c, place.below()) if c.chance(80) else False
    if c.chance(25):
        node["prefixItems"] = [_node(c, place.below()) for _ in range(c.number(1, 2))]
    if c.chance(25):
        node["minItems"] = c.number(0, 2)
    if c.chance(25):
        node["maxItems"] = c.number(0, 2)
    if c.chance(30):
        node["uniqueItems"] = c.chance(80)
    return node


def _object_node(c: Chooser, place: _Place) -> dict[str, Value]:
    node: dict[str, Value] = {"type": "object"} if c.chance(50) else {}
    keys = subset(c, COMMON_KEYS, 30)
    if c.chance(80):
        node["properties"] = {key: _node(c, place.below()) for key in keys}
    if c.chance(40):
        node["required"] = subset(c, COMMON_KEYS[:4], 35)
    if c.chance(35):
        node["additionalProperties"] = False if c.chance(60) else _node(c, place.below())
    if c.chance(15):
        node["patternProperties"] = {c.pick(PATTERNS): _node(c, place.below())}
    if c.chance(10):
        node["propertyNames"] = c.pick(({"maxLength": 1}, {"pattern": "^[a-c]"}, {"enum": ["a", "b"]}, False))
    if c.chance(12):
        node["minProperties"] = c.number(0, 2)
    if c.chance(12):
        node["maxProperties"] = c.number(0, 2)
    if c.chance(10):
        node["dependentRequired"] = {c.pick(COMMON_KEYS): [c.pick(COMMON_KEYS)]}
    return node


def _combination(c: Chooser, place: _Place, *, objects: bool) -> dict[str, Value]:
    def branch() -> Value:
        return _object_node(c, place.within()) if objects and place.size > 0 else _node(c, place.within())

    node: dict[str, Value] = {}
    kind = c.number(0, 6)
    if kind == 6 and place.first < place.names:
        node["$ref"] = f"#/$defs/D{c.number(place.first, place.names - 1)}"
    elif kind == 5 or kind == 6:
        node["if"] = branch()
        if c.chance(70):
            node["then"] = branch()
        if c.chance(50):
            node["else"] = branch()
    elif kind == 4:
        node["not"] = branch()
    else:
        word = ("anyOf", "oneOf", "allOf", "oneOf")[kind]
        node[word] = [branch() for _ in range(c.number(1, 3))]
    return node


# Calls that nearly fit ------------------------------------------------------------------------------------------------
Definitions = Mapping[str, Schema]


def fitting(c: Chooser, definitions: Definitions, schemas: Sequence[Schema], depth: int = 6) -> Value:
    """Return a value that tends to satisfy all of ``schemas`` at once."""
    together = [t for schema in schemas for t in _together(c, definitions, schema)]
    for schema in together:
        if schema.enum:
            return c.pick(list(schema.enum.values()))
    types = sorted(_types(together))
    if not types or depth <= 0:
        return c.pick(CONSTANTS)
    kind = c.pick(types)
    if kind == "null":
        return None
    if kind == "boolean":
        return c.pick((True, False))
    if kind == "integer" or kind == "number":
        return _fitting_scalar(c, definitions, together, _numbers(together, whole=kind == "integer"))
    if kind == "string":
        return _fitting_scalar(c, definitions, together, _texts(together))
    return _fitting_array(c, definitions, together, depth) if kind == "array" else _fitting_object(
        c, definitions, together, depth
    )  # fmt: skip


def _together(c: Chooser, definitions: Definitions, schema: Schema) -> list[Schema]:
    """Return the schemas that one way to satisfy ``schema`` has to satisfy."""
    parts = schema.combination
    if parts is None:
        return [schema]
    chosen = list(parts.all_of)
    if parts.ref is not None:
        chosen.append(definitions[parts.ref])
    for branches in (parts.any_of, parts.one_of):
        if branches:
            chosen.append(c.pick(branches))
    if parts.condition is not None:
        if c.chance(60):
            chosen.append(parts.condition)
            chosen += [] if parts.consequent is None else [parts.consequent]
        elif parts.alternative is not None:
            chosen.append(parts.alternative)
    return [schema, *(t for child in chosen for t in _together(c, definitions, child))]


def _types(together: Sequence[Schema]) -> set[str]:
    left = set(TYPES)
    for schema in together:
        if schema.types is not None:
            named = set(schema.types) | ({"integer"} if "number" in schema.types else set())
            left &= named
    if len(left) == len(TYPES):
        hinted = {
            name
            for schema in together
            for name, part in (
                ("object", schema.object),
                ("array", schema.array),
                ("string", schema.string),
                ("number", schema.number),
            )
            if part is not None
        }
        return hinted or left
    return left


def _numbers(together: Sequence[Schema], *, whole: bool) -> list[Number]:
    near: list[Number] = [0, 1, 7]
    tenth = decimal_number(1, -1)
    for schema in together:
        limits = schema.number
        if limits is not None:
            for bound in (limits.minimum, limits.maximum, limits.exclusive_minimum, limits.exclusive_maximum):
                if bound is not None:
                    near += [bound, plus(bound, 1), plus(bound, -1), plus(bound, tenth)]
            if limits.multiple_of is not None:
                step = limits.multiple_of
                near += [step, plus(step, step), plus(step, tenth)]
    return [n for n in near if type(n) is int] if whole else near


def _texts(together: Sequence[Schema]) -> list[str]:
    near = list(TEXTS[:11])
    for schema in together:
        limits = schema.string
        if limits is not None:
            for length in (limits.min_length, limits.max_length):
                if length is not None and length < 300:
                    near += ["a" * length, "\U0001f600" * length]
    return near


def _fitting_scalar(c: Chooser, definitions: Definitions, together: Sequence[Schema], near: Sequence[Value]) -> Value:
    alone = [_alone(schema) for schema in together]
    context = context_of(definitions)
    # Held by `near`, every value is the same object all the while, as a context asks.
    good = [v for v in near if all(membership.accepts(context, schema, v) for schema in alone)]
    return c.pick(good or list(near))


def _alone(schema: Schema) -> Schema:
    return Schema(schema.types, schema.enum, schema.number, schema.string)


def _fitting_array(c: Chooser, definitions: Definitions, together: Sequence[Schema], depth: int) -> Value:
    shapes = [schema.array for schema in together if schema.array is not None]
    least = max((shape.min_items or 0 for shape in shapes), default=0)
    longest = [shape.max_items for shape in shapes if shape.max_items is not None]
    longest += [len(shape.prefix) for shape in shapes if shape.closed]
    most = max(least, min(longest, default=least + 2))
    items = []
    for i in range(c.number(min(least, 4), min(most, least + 2, 6))):
        judges = [
            shape.prefix[i] if i < len(shape.prefix) else shape.items
            for shape in shapes
            if i < len(shape.prefix) or shape.items is not None
        ]
        items.append(fitting(c, definitions, [j for j in judges if j is not None], depth - 1))
    return items


def _fitting_object(c: Chooser, definitions: Definitions, together: Sequence[Schema], depth: int) -> Value:
    shapes = [schema.object for schema in together if schema.object is not None]
    wanted = [key for shape in shapes for key in shape.required]
    named = [key for shape in shapes for key in shape.properties if key not in wanted]
    keys = dict.fromkeys([*wanted, *subset(c, named, 45 if depth > 3 else 15)])
    if any(shape.additional is not None or shape.families for shape in shapes) and c.chance(40):
        keys[c.pick(KEYS)] = None
    made = {}
    for key in keys:
        judges = []
        for shape in shapes:
            judges += [shape.properties[key]] if key in shape.properties else []
            matched = [family.schema for family in shape.families if family.pattern.found_in(key)]
            judges += matched
            if key not in shape.properties and not matched and shape.additional is not None:
                judges.append(shape.additional)
        made[key] = fitting(c, definitions, judges, depth - 1)
    return made


def plus(a: Number, b: Number) -> Number:
    """Return ``a + b``, exactly."""
    x, y = len(str(a.denominator)) - 1, len(str(b.denominator)) - 1
    places = max(x, y)
    return decimal_number(a.numerator * 10 ** (places - x) + b.numerator * 10 ** (places - y), -places)


def mutated(c: Chooser, value: Value, depth: int = 3) -> Value:
    """Return a value that differs from ``value`` in one place, mostly inside."""
    if type(value) is dict and value and c.chance(75):
        key = c.pick(list(value))
        kind = c.number(0, 4)
        if kind == 0:
            return {k: v for k, v in value.items() if k != key}
        if kind == 1:
            return value | {c.pick(KEYS): c.pick(CONSTANTS)}
        if kind == 2:
            return {(k.upper() + "x" if k == key else k): v for k, v in value.items()}
        return value | {key: mutated(c, value[key], depth - 1)}
    if type(value) is list and value and c.chance(75):
        i = c.number(0, len(value) - 1)
        kind = c.number(0, 3)
        if kind == 0:
            return [*value, value[i]]
        if kind == 1:
            return [*value[:i], *value[i + 1 :]]
        return [*value[:i], mutated(c, value[i], depth - 1), *value[i + 1 :]]
    if type(value) is int or type(value) is DecimalFraction:
        return c.pick((plus(value, 1), plus(value, -1), plus(value, decimal_number(5, -1)), str(value), True, -1))
    if type(value) is str:
        return c.pick((value + "a", value[:-1], value + "\n", value.upper(), 1, None, [value]))
    return c.pick((None, True, 0, 1, "", "1", [], {}, [1, 1], {"a": 1}, {"zz": {}}))


def arguments(c: Chooser, definitions: Definitions, root: Schema) -> dict[str, Value]:
    """Return the arguments of a call that nearly fits ``root``; by and large a third do."""
    made = fitting(c, definitions, [root])
    if type(made) is not dict:
        made = {}
    for _ in range(c.pick((0, 1, 0, 1, 2))):
        changed = mutated(c, made)
        made = changed if type(changed) is dict else made
    return made


# As Hypothesis strategies ---------------------------------------------------------------------------------------------
@st.composite
def values(draw: Any) -> Value:
    return value(Drawn(draw))


@st.composite
def documents(draw: Any) -> Value:
    return document(Drawn(draw))


@st.composite
def tool_documents(draw: Any) -> dict[str, Value]:
    return tool_document(Drawn(draw))


@st.composite
def listings(draw: Any) -> list[dict[str, Value]]:
    """Listings of one to three tools of different names."""
    names = draw(st.lists(st.sampled_from(("send", "Send", "send ", "pay", "a__b", "\u00e9")), min_size=1, unique=True))
    return [{"name": name, "inputSchema": tool_document(Drawn(draw))} for name in names[:3]]


def drawn_arguments(draw: Any, definitions: Definitions, root: Schema) -> dict[str, Value]:
    return arguments(Drawn(draw), definitions, root)


def python_objects() -> st.SearchStrategy[Any]:
    """Any Python object: JSON values, near misses and plain nonsense."""
    scalars = st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.binary(max_size=8), st.decimals(),
        st.complex_numbers(), st.fractions(), st.dates(), st.just(object()), st.just(Ellipsis),
        st.characters(categories=["Cs"]),
        st.sampled_from((10**1200, float("nan"), float("inf"), "\ud800", range(3), int, print)),
    )  # fmt: skip
    return st.recursive(
        scalars,
        lambda inner: st.one_of(
            st.lists(inner, max_size=4),
            st.tuples(inner, inner),
            st.dictionaries(st.one_of(st.sampled_from(KEYS), st.text(), st.integers(), st.none()), inner, max_size=4),
            st.frozensets(st.integers(), max_size=3),
        ),
        max_leaves=12,
    )
