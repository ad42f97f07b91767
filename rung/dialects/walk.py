"""Where the subschemas of a JSON Schema stand, as it is written: before anything is understood of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from rung.pointer import step
from rung.value import Value

_CHILD: Final = frozenset("items additionalItems not if then else additionalProperties propertyNames".split())
_LIST: Final = frozenset("allOf anyOf oneOf prefixItems items".split())
_NAMED: Final = frozenset("properties patternProperties $defs definitions".split())


def subschemas(schema: Value) -> Iterator[tuple[str, Value]]:
    """Yield each schema that stands directly in another, with its pointer there."""
    for word, value in schema.items() if type(schema) is dict else ():
        if word in _CHILD and type(value) is dict:
            yield f"/{word}", value
        elif word in _LIST and type(value) is list:
            yield from ((f"/{word}/{i}", child) for i, child in enumerate(value))
        elif word in _NAMED and type(value) is dict:
            yield from ((f"/{word}{step(key)}", child) for key, child in value.items())


def without(schema: Value, words: Collection[str]) -> Value:
    """Return a schema without ``words``, in all of its subschemas; properties of these names stay."""
    if type(schema) is not dict:
        return schema
    found = {}
    for word, value in schema.items():
        if word in _CHILD and type(value) is dict:
            found[word] = without(value, words)
        elif word in _LIST and type(value) is list:
            found[word] = [without(child, words) for child in value]
        elif word in _NAMED and type(value) is dict:
            found[word] = {key: without(child, words) for key, child in value.items()}
        elif word not in words:
            found[word] = value
    return found
