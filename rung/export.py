"""Signatures back to JSON Schema: the closed form, a document that any 2020-12 validator can enforce (RR-A.3).

What the rung adds to JSON Schema, a root that silence closes, is written out here as ``additionalProperties: false``
beside all that is declared. So who cannot run the rung can still hold calls to the signature, under profile ``top``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from json import dumps
from typing import Final

from rung.algebra import ArrayShape, Combination, NumberLimits, ObjectShape, Schema, Signature, StringLimits
from rung.objects import Snapshot, snapshot
from rung.text import Limits
from rung.value import DecimalFraction, Value, number_text

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

#: What is not kept of a reference when a definition is named after it.
_UNNAMED: Final = re.compile("[^A-Za-z0-9_.-]+")


def closed_schema(signature: Signature) -> dict[str, Value]:
    """Return the closed form of a signature: a value, as `rung.value` has them, to be written by :func:`exact_text`.

    Guarantee: an object satisfies it, as JSON Schema 2020-12 has it, iff the rung allows a call with these arguments
    under profile ``top``. Every subschema stands as its author wrote it, up to spelling: annotations are left out,
    ``const`` is an ``enum`` of one, draft-04 and draft-07 forms are those of 2020-12, and every definition that a
    ``$ref`` names stands in ``$defs``.
    """
    names = _names(signature.definitions)
    root = _Writer(names).schema(signature.root)
    document: dict[str, Value] = {"$schema": DIALECT, **({} if root is True else root), "type": "object"}
    shape = signature.root.object
    # RR-A.3 "Silence closes the root". Where its author closed it, no more is needed, and where he opened it, no less.
    if not signature.open and not (shape is not None and shape.closed):
        declared = dict.fromkeys(sorted(signature.declared), True) | document.get("properties", {})
        families = {pattern.source: True for pattern in signature.families} | document.get("patternProperties", {})
        document |= {"properties": declared} if declared else {}
        document |= {"patternProperties": families} if families else {}
        document["additionalProperties"] = False
    if names:
        document["$defs"] = {
            name: _Writer(names).schema(signature.definitions[reference]) for reference, name in names.items()
        }
    return document


def exact_text(value: Value) -> str:
    """Return the JSON text of a value on one line, in ASCII, its keys in their order; every number exact."""
    kind = type(value)
    if kind is dict:
        return "{" + ", ".join([f"{dumps(key)}: {exact_text(item)}" for key, item in value.items()]) + "}"
    if kind is list:
        return "[" + ", ".join([exact_text(item) for item in value]) + "]"
    if kind is DecimalFraction:
        return _fraction(value)
    return dumps(value)


def _fraction(number: DecimalFraction) -> str:
    """Return a decimal as one writes it, ``-0.05``; one of many places as coefficient and exponent."""
    places = len(str(number.denominator)) - 1
    if places > 20:
        return number_text(number)
    digits = str(abs(number.numerator)).rjust(places + 1, "0")
    return f"{'-' if number.numerator < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def _names(definitions: Mapping[str, Schema]) -> dict[str, str]:
    """Return a plain, different name for each reference: its last step, and a number where that is taken."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    counts: Counter[str] = Counter()
    for reference in definitions:
        base = _UNNAMED.sub("_", reference.rpartition("/")[2].replace("#", "root")) or "_"
        name = base
        while name in taken:
            counts[base] += 1
            name = f"{base}-{counts[base] + 1}"
        taken.add(name)
        names[reference] = name
    return names


class _Writer:
    """Writes schemas; ``names`` says how a reference is written."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def schema(self, schema: Schema) -> Value:
        """Return the document of one schema: ``true``, ``false``, or an object."""
        document: dict[str, Value] = {}
        if schema.types is not None:
            types = sorted(schema.types)
            if not types:
                return False
            document["type"] = types[0] if len(types) == 1 else types
        if schema.enum is not None:
            document["enum"] = _own(list(schema.enum.values()))
        if schema.number is not None:
            document |= self.number(schema.number)
        if schema.string is not None:
            document |= self.string(schema.string)
        if schema.array is not None:
            document |= self.array(schema.array)
        if schema.object is not None:
            document |= self.object(schema.object)
        if schema.combination is not None:
            document |= self.combination(schema.combination)
        return document or True

    def number(self, limits: NumberLimits) -> dict[str, Value]:
        return _present(
            minimum=limits.minimum,
            maximum=limits.maximum,
            exclusiveMinimum=limits.exclusive_minimum,
            exclusiveMaximum=limits.exclusive_maximum,
            multipleOf=limits.multiple_of,
        )

    def string(self, limits: StringLimits) -> dict[str, Value]:
        pattern = None if limits.pattern is None else limits.pattern.source
        return _present(minLength=limits.min_length, maxLength=limits.max_length, pattern=pattern)

    def array(self, shape: ArrayShape) -> dict[str, Value]:
        return _present(
            prefixItems=[self.schema(item) for item in shape.prefix] or None,
            items=False if shape.closed else self.optional(shape.items),
            minItems=shape.min_items,
            maxItems=shape.max_items,
            uniqueItems=True if shape.unique else None,
        )

    def object(self, shape: ObjectShape) -> dict[str, Value]:
        return _present(
            properties={key: self.schema(child) for key, child in shape.properties.items()} or None,
            patternProperties={family.pattern.source: self.schema(family.schema) for family in shape.families} or None,
            additionalProperties=False if shape.closed else self.optional(shape.additional),
            required=list(shape.required) or None,
            minProperties=shape.min_properties,
            maxProperties=shape.max_properties,
            propertyNames=self.optional(shape.names),
            dependentRequired={key: list(keys) for key, keys in shape.dependent.items()} or None,
        )

    def combination(self, parts: Combination) -> dict[str, Value]:
        words = _present(
            allOf=[self.schema(branch) for branch in parts.all_of] or None,
            anyOf=[self.schema(branch) for branch in parts.any_of] or None,
            oneOf=[self.schema(branch) for branch in parts.one_of] or None,
        )
        words |= {} if parts.ref is None else {"$ref": f"#/$defs/{self.names[parts.ref]}"}
        words |= {} if parts.negated is None else {"not": self.schema(parts.negated)}
        for word, child in (("if", parts.condition), ("then", parts.consequent), ("else", parts.alternative)):
            words |= {} if child is None else {word: self.schema(child)}
        return words

    def optional(self, schema: Schema | None) -> Value:
        return None if schema is None else self.schema(schema)


def _own(values: list[Value]) -> list[Value]:
    """Return a copy of an enum's values: the signature's own are no one's to change."""
    copy = snapshot(values, Limits(1 << 62, 1 << 62))
    return copy.value if isinstance(copy, Snapshot) else []


def _present(**words: Value) -> dict[str, Value]:
    """Return the words that have a value."""
    return {word: value for word, value in words.items() if value is not None}
