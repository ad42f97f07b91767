"""Profile deep: nested objects closed as the root is (RR-A.4).

Part of the verified core. It runs after and outside branch evaluation and only ever adds faults, so that what deep
allows,
top allows. It follows the value and, beside it, every schema that applies there statically, whichever branch validates.
A schema met inside ``if`` is *tentative*: it counts for what is declared, but is no reason to close.
"""

from __future__ import annotations

from rung.algebra import Schema
from rung.clause import H3_6
from rung.context import Applied, Definitions, Path
from rung.membership import Fault, in_family
from rung.value import Value


def nested_faults(definitions: Definitions, root: Schema, value: Value, out: list[Fault]) -> None:
    """Append RR-H3.6 for every key of a nested object that no schema there declares; the root itself is RR-H2.1's."""
    applied = Applied()
    spread(definitions, root, False, applied)
    below(definitions, applied, value, (), out)


def spread(definitions: Definitions, schema: Schema, tentative: bool, out: Applied) -> None:
    """Add ``schema`` and its in-place subschemas, ``not`` excepted."""
    if out.holds(schema, tentative):
        return
    out.append((schema, tentative))
    parts = schema.combination
    if parts is not None:
        if parts.ref is not None:
            spread(definitions, definitions[parts.ref], tentative, out)
        for branch in parts.all_of:
            spread(definitions, branch, tentative, out)
        for branch in parts.any_of:
            spread(definitions, branch, tentative, out)
        for branch in parts.one_of:
            spread(definitions, branch, tentative, out)
        if parts.condition is not None:
            spread(definitions, parts.condition, True, out)
            if parts.consequent is not None:
                spread(definitions, parts.consequent, tentative, out)
            if parts.alternative is not None:
                spread(definitions, parts.alternative, tentative, out)


def below(definitions: Definitions, applied: Applied, value: Value, path: Path, out: list[Fault]) -> None:
    """Judge everything inside ``value``, where ``applied`` apply to ``value`` itself."""
    if type(value) is dict:
        for key in value:
            at_key = Applied()
            spread_key(definitions, applied, key, at_key)
            judge(definitions, at_key, value[key], (path, key), out)
    elif type(value) is list:
        for i in range(len(value)):
            at_index = Applied()
            spread_index(definitions, applied, i, at_index)
            judge(definitions, at_index, value[i], (path, i), out)


def judge(definitions: Definitions, applied: Applied, value: Value, path: Path, out: list[Fault]) -> None:
    """Append a fault for every undeclared key of ``value``, if it is a nested object to be closed, and go below."""
    if type(value) is dict and closes(applied):
        for key in value:
            if not names(applied, key):
                out.append((H3_6, (path, key)))
    below(definitions, applied, value, path, out)


def spread_key(definitions: Definitions, applied: Applied, key: str, out: Applied) -> None:
    """Add what applies to the value at ``key``."""
    for schema, tentative in applied:
        shape = schema.object
        if shape is not None:
            if key in shape.properties:
                spread(definitions, shape.properties[key], tentative, out)
            for family in shape.families:
                if family.pattern.found_in(key):
                    spread(definitions, family.schema, tentative, out)
            if shape.additional is not None and key not in shape.properties and not in_family(shape, key):
                spread(definitions, shape.additional, tentative, out)


def spread_index(definitions: Definitions, applied: Applied, i: int, out: Applied) -> None:
    """Add what applies to the item at ``i``."""
    for schema, tentative in applied:
        shape = schema.array
        if shape is not None:
            if i < len(shape.prefix):
                spread(definitions, shape.prefix[i], tentative, out)
            elif shape.items is not None:
                spread(definitions, shape.items, tentative, out)


def closes(applied: Applied) -> bool:
    """Return whether an object is closed by what applies to it: one schema is sure, a property and no family stands."""
    return is_sure(applied) and names_some(applied) and not has_family(applied)


def is_sure(applied: Applied) -> bool:
    """Return whether a schema applies outside ``if``."""
    for _, tentative in applied:
        if not tentative:
            return True
    return False


def names_some(applied: Applied) -> bool:
    """Return whether a schema declares a property."""
    for schema, _ in applied:
        if schema.object is not None and schema.object.properties:
            return True
    return False


def has_family(applied: Applied) -> bool:
    """Return whether a schema declares a family of keys: by pattern, or an explicit additionalProperties."""
    for schema, _ in applied:
        if schema.object is not None and (schema.object.families or schema.object.additional is not None):
            return True
    return False


def names(applied: Applied, key: str) -> bool:
    """Return whether a schema declares ``key`` by name."""
    for schema, _ in applied:
        if schema.object is not None and key in schema.object.properties:
            return True
    return False
