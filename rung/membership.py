"""Membership: which constraints of a schema a value fails, and where (RR-H3.*).

Part of the verified core: standard library only, pure, total. `faults` appends ``(clause, path)`` for each failure.
Recursion is bounded by the depth of the value and by the loader's promise that no ``$ref`` comes back without
descending
(RR-L.9). Every function here is read, as source text, by the proofs: one statement a line, search loops that return one
constant, effect loops that only append. What it remembers on the way, and why that changes nothing, stands in
`rung.context`.
"""

from __future__ import annotations

from typing import TypeAlias

from rung.algebra import ArrayShape, Combination, NumberLimits, ObjectShape, Schema, StringLimits
from rung.clause import H3_1, H3_2, H3_3, H3_4, H3_5, H3_6, H3_7
from rung.context import Context, Path, alone, is_first_visit, recall, remember
from rung.value import DecimalFraction, Number, Value, canonical

Fault: TypeAlias = tuple[str, Path]


def faults(context: Context, schema: Schema, value: Value, path: Path, out: list[Fault]) -> None:
    """Append every failure of ``value`` against ``schema`` to ``out``; nothing iff the value is valid."""
    # RR-H3.2: A value that is not in enum, or not equal to const, is rejected.
    if schema.enum is not None and canonical(value) not in schema.enum:
        out.append((H3_2, path))
    # RR-H3.1: A value of the wrong JSON type, or under the schema false, is rejected.
    if type(value) is str:
        if schema.types is not None and "string" not in schema.types:
            out.append((H3_1, path))
        if schema.string is not None:
            string_faults(schema.string, value, path, out)
    elif type(value) is dict:
        if schema.types is not None and "object" not in schema.types:
            out.append((H3_1, path))
        if schema.object is not None:
            object_faults(context, schema.object, value, path, out)
    elif type(value) is list:
        if schema.types is not None and "array" not in schema.types:
            out.append((H3_1, path))
        if schema.array is not None:
            array_faults(context, schema.array, value, path, out)
    else:
        if schema.types is not None and not has_type(schema.types, value):
            out.append((H3_1, path))
        if schema.number is not None and (type(value) is int or type(value) is DecimalFraction):
            number_faults(schema.number, value, path, out)
    if schema.combination is not None:
        combination_faults(context, schema.combination, value, path, out)


def faults_alone(context: Context, schema: Schema, value: Value) -> list[Fault]:
    """Return every failure of ``value`` against ``schema``, with paths inside ``value``."""
    found: list[Fault] = []
    faults(alone(context), schema, value, (), found)
    return found


def accepts(context: Context, schema: Schema, value: Value) -> bool:
    """Return whether ``value`` satisfies ``schema``."""
    known = recall(context, schema, value)
    if known is not None:
        return known
    return remember(context, schema, value, not faults_alone(context, schema, value))


def has_type(types: frozenset[str], value: Value) -> bool:
    """Return whether one of the JSON type names in ``types`` is a type of ``value``."""
    if type(value) is str:
        return "string" in types
    if type(value) is int:
        return "integer" in types or "number" in types
    if type(value) is bool:
        return "boolean" in types
    if type(value) is dict:
        return "object" in types
    if type(value) is list:
        return "array" in types
    if type(value) is DecimalFraction:
        return "number" in types
    return "null" in types


def less(left: Number, right: Number) -> bool:
    """Return whether ``left < right``, exactly: denominators are positive."""
    return left.numerator * right.denominator < right.numerator * left.denominator


def divides(step: Number, value: Number) -> bool:
    """Return whether ``value`` is a whole multiple of ``step``, exactly; ``step`` is positive."""
    return (value.numerator * step.denominator) % (step.numerator * value.denominator) == 0


def number_faults(limits: NumberLimits, value: Number, path: Path, out: list[Fault]) -> None:
    """RR-H3.3: A number outside minimum, maximum, exclusiveMinimum, exclusiveMaximum or multipleOf is rejected."""
    if limits.minimum is not None and less(value, limits.minimum):
        out.append((H3_3, path))
    if limits.maximum is not None and less(limits.maximum, value):
        out.append((H3_3, path))
    if limits.exclusive_minimum is not None and not less(limits.exclusive_minimum, value):
        out.append((H3_3, path))
    if limits.exclusive_maximum is not None and not less(value, limits.exclusive_maximum):
        out.append((H3_3, path))
    if limits.multiple_of is not None and not divides(limits.multiple_of, value):
        out.append((H3_3, path))


def string_faults(limits: StringLimits, value: str, path: Path, out: list[Fault]) -> None:
    """RR-H3.4: A string that fails minLength, maxLength or pattern is rejected."""
    if limits.min_length is not None and len(value) < limits.min_length:
        out.append((H3_4, path))
    if limits.max_length is not None and len(value) > limits.max_length:
        out.append((H3_4, path))
    if limits.pattern is not None and not limits.pattern.found_in(value):
        out.append((H3_4, path))


def repeats(value: list[Value]) -> bool:
    """Return whether two items of ``value`` are equal (RR-A.6), in time linear in the list."""
    return len({canonical(item) for item in value}) < len(value)


def array_faults(context: Context, shape: ArrayShape, value: list[Value], path: Path, out: list[Fault]) -> None:
    """RR-H3.5: An array that fails minItems, maxItems or uniqueItems is rejected at the array; one longer than
    items: false allows, at the first excess index.
    """
    if shape.min_items is not None and len(value) < shape.min_items:
        out.append((H3_5, path))
    if shape.max_items is not None and len(value) > shape.max_items:
        out.append((H3_5, path))
    if shape.unique and repeats(value):
        out.append((H3_5, path))
    if shape.closed and len(value) > len(shape.prefix):
        out.append((H3_5, (path, len(shape.prefix))))
    for i in range(len(value)):
        if i < len(shape.prefix):
            faults(context, shape.prefix[i], value[i], (path, i), out)
        elif shape.items is not None:
            faults(context, shape.items, value[i], (path, i), out)


def in_family(shape: ObjectShape, key: str) -> bool:
    """Return whether a pattern of ``shape`` matches ``key``."""
    for family in shape.families:
        if family.pattern.found_in(key):
            return True
    return False


def object_faults(context: Context, shape: ObjectShape, value: dict[str, Value], path: Path, out: list[Fault]) -> None:
    """RR-H3.6: A key that a nested or in-place schema closes against is rejected at the key, a nested missing required
    key where it should stand, a wrong property count at the object, and a key that fails propertyNames at the key.
    """
    for key in shape.required:
        if key not in value:
            out.append((H3_6, (path, key)))
    if shape.min_properties is not None and len(value) < shape.min_properties:
        out.append((H3_6, path))
    if shape.max_properties is not None and len(value) > shape.max_properties:
        out.append((H3_6, path))
    for key in value:
        if key in shape.properties:
            faults(context, shape.properties[key], value[key], (path, key), out)
    for family in shape.families:
        for key in value:
            if family.pattern.found_in(key):
                faults(context, family.schema, value[key], (path, key), out)
    if shape.closed:
        for key in value:
            if key not in shape.properties and not in_family(shape, key):
                out.append((H3_6, (path, key)))
    if shape.additional is not None:
        for key in value:
            if key not in shape.properties and not in_family(shape, key):
                faults(context, shape.additional, value[key], (path, key), out)
    if shape.names is not None:
        for key in value:
            if not accepts(context, shape.names, key):
                out.append((H3_6, (path, key)))
    for key in shape.dependent:
        # RR-H3.7 "dependentRequired is rejected as a whole, at the value it judges": here, the object.
        if key in value and lacks(value, shape.dependent[key]):
            out.append((H3_7, path))


def lacks(value: dict[str, Value], keys: tuple[str, ...]) -> bool:
    """Return whether one of ``keys`` is missing from ``value``."""
    for key in keys:
        if key not in value:
            return True
    return False


def some(context: Context, branches: tuple[Schema, ...], value: Value) -> bool:
    """Return whether a branch accepts ``value``."""
    for branch in branches:
        if accepts(context, branch, value):
            return True
    return False


def exactly_one(context: Context, branches: tuple[Schema, ...], value: Value) -> bool:
    """Return whether one branch accepts ``value`` and no other does."""
    accepting = [i for i in range(len(branches)) if accepts(context, branches[i], value)]
    return len(accepting) == 1


def combination_faults(context: Context, parts: Combination, value: Value, path: Path, out: list[Fault]) -> None:
    """RR-H3.7: A value that fails anyOf, oneOf, not, if/then/else or dependentRequired is rejected as a whole, at the
    value it judges.
    """
    if parts.ref is not None and is_first_visit(context, parts.ref, path):
        faults(context, context.definitions[parts.ref], value, path, out)
    for branch in parts.all_of:
        faults(context, branch, value, path, out)
    if parts.any_of and not some(context, parts.any_of, value):
        out.append((H3_7, path))
    if parts.one_of and not exactly_one(context, parts.one_of, value):
        out.append((H3_7, path))
    if parts.negated is not None and accepts(context, parts.negated, value):
        out.append((H3_7, path))
    if parts.condition is not None:
        if accepts(context, parts.condition, value):
            if parts.consequent is not None and not accepts(context, parts.consequent, value):
                out.append((H3_7, path))
        elif parts.alternative is not None and not accepts(context, parts.alternative, value):
            out.append((H3_7, path))
