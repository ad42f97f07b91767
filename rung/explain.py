"""The words of a rejection: one line that says what is wrong, where, and what is declared. It never guesses.

A message is handed back to models and written to logs, so it is printable ASCII: names and values appear as JSON, and
whatever is long is cut short. The kernel says which clause fails at which place; what fails there is found again here,
by the kernel's own functions, one constraint at a time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias

from rung.algebra import Schema, Signature, TextPattern
from rung.clause import H2_1, H2_2, H3_1, H3_2, H3_3, H3_4, H3_5, H3_6, H3_7
from rung.context import Applied, Context, context_of
from rung.deep import spread, spread_index, spread_key
from rung.membership import accepts, divides, faults_alone, has_type, in_family, less, some
from rung.pointer import pointer, steps_of
from rung.value import DecimalFraction, Number, Value, canonical, number_text

#: A place as the keys and indexes that lead there.
Steps: TypeAlias = tuple[str | int, ...]

#: How many names or values a message lists, how long each may be, and a pattern or a reason in a reason.
MOST_LISTED: Final = 20
LONGEST: Final = 60
LONGEST_PATTERN: Final = 200

#: How many failed constraints of one place a message gives, and how many branches of a combination.
MOST_REASONS: Final = 3

_UNPRINTABLE: Final = re.compile(r"[^ -~]")


# Words ---------------------------------------------------------------------------------------------------------------
def plain(text: str) -> str:
    """Return a text as printable ASCII on one line: every other character is written as JSON escapes it."""
    return _UNPRINTABLE.sub(lambda match: json.dumps(match[0])[1:-1].replace("\x7f", "\\u007f"), text)


def quoted(text: str, longest: int = LONGEST) -> str:
    """Return a text as a printable ASCII JSON string of at most ``longest`` characters within the quotes."""
    whole = plain(json.dumps(text[: longest + 1]))
    if len(text) <= longest and len(whole) <= longest + 2:
        return whole
    kept = text[: longest - 3]
    while len(cut := plain(json.dumps(kept + "..."))) > longest + 2:
        kept = kept[:-1]
    return cut


def shown_name(name: str | None) -> str:
    """Return a tool's name for a message: as it is where it is plain, quoted where it is not."""
    if name is None:
        return "the call"
    return name if len(name) <= LONGEST and re.fullmatch(r"[!-~]+", name) else quoted(name)


def listed(what: str, names: Iterable[str]) -> str:
    """Return ``what: "a", "b"``; beyond a limit the rest is counted."""
    return f"{what}: {_enumerated(list(names), quoted)}"


def number(value: Number) -> str:
    """Return a number in digits with a decimal point where it needs one; a long one with an exponent."""
    whole, _, exponent = number_text(value).partition("e")
    sign, digits, places = whole[: -len(whole.lstrip("-"))], whole.lstrip("-"), int(exponent or 0)
    if places >= 0 and len(digits) + places <= LONGEST:
        return sign + digits + "0" * places
    if places < 0 and max(len(digits), -places) < LONGEST:
        digits = digits.rjust(1 - places, "0")
        return f"{sign}{digits[:places]}.{digits[places:]}"
    if len(digits) > LONGEST:
        digits = f"{digits[:20]}...({len(digits)} digits)"
    return f"{sign}{digits}e{places}"


def shown(value: Value) -> str:
    """Return a value for a message: a scalar as JSON, another by type and size."""
    if type(value) is str:
        return quoted(value)
    if type(value) is int or type(value) is DecimalFraction:
        return number(value)
    if type(value) is list:
        return f"an array of {_counted(len(value), 'item')}"
    if type(value) is dict:
        return f"an object with {_counted(len(value), 'key')}"
    return json.dumps(value)


def described(value: Value) -> str:
    """Return a value with its type: ``the string "3"``, ``the number 3``, ``the boolean true``."""
    kinds = {str: "the string ", bool: "the boolean ", int: "the number ", DecimalFraction: "the number "}
    return kinds.get(type(value), "") + shown(value)


def _as_declared(value: Value) -> str:
    """Return a listed value for a message: as JSON also where it is an array or object."""
    if type(value) is list:
        text = f"[{', '.join([_as_declared(item) for item in value[: MOST_LISTED + 1]])}]"
    elif type(value) is dict:
        pairs = [f"{quoted(key)}: {_as_declared(value[key])}" for key in list(value)[: MOST_LISTED + 1]]
        text = f"{{{', '.join(pairs)}}}"
    else:
        return shown(value)
    return text if len(text) <= LONGEST else shown(value)


def _enumerated(values: list[Value], show: Callable[[Value], str]) -> str:
    rest = f" and {len(values) - MOST_LISTED} more" if len(values) > MOST_LISTED else ""
    return (", ".join([show(value) for value in values[:MOST_LISTED]]) or "none") + rest


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


# Rejections ----------------------------------------------------------------------------------------------------------
def rejection(
    clause: str, path: Steps, at: str, name: str, signature: Signature, arguments: dict[str, Value], others: int
) -> str:
    """Return the message of a rejection: clause, tool, what fails at ``at``, what is declared, how many more fail."""
    more = f"; and {_counted(others, 'more fault')}" if others else ""
    return f"{clause} reject {shown_name(name)}: {_reason(clause, path, at, signature, arguments)}{more}"


def _reason(clause: str, path: Steps, at: str, signature: Signature, arguments: dict[str, Value]) -> str:
    key = str(path[-1]) if path else ""
    if clause == H2_1:
        return _undeclared(key, at, signature.declared, signature.families)
    if clause == H2_2:
        return f"{quoted(key)} is missing{_place(at)}; {listed('required', signature.required)}"
    subject = "" if path else "the arguments object"
    reasons = list(_failures(clause, context_of(signature.definitions), signature.body, arguments, path, at, subject))
    if not reasons:
        # No schema at this place rejects it, so it is the profile deep that does (RR-A.4).
        reasons = [_undeclared(key, at, _names_applied(signature, path[:-1]))]
    return _joined(reasons, "; ")


def _joined(reasons: Iterable[str], between: str) -> str:
    every = list(dict.fromkeys(reasons))
    rest = [f"{len(every) - MOST_REASONS} more"] if len(every) > MOST_REASONS else []
    return between.join(every[:MOST_REASONS] + rest)


def _place(at: str) -> str:
    return f" ({quoted(at, 2 * LONGEST)[1:-1]})" if at else ""


def _undeclared(key: str, at: str, names: Iterable[str], families: Iterable[TextPattern] = ()) -> str:
    patterns = [family.source for family in families]
    matching = "; " + listed("and keys that match", patterns) if patterns else ""
    return f"{quoted(key)} is not declared{_place(at)}; {listed('declared', sorted(names))}{matching}"


def _failures(
    clause: str, context: Context, root: Schema, whole: Value, path: Steps, at: str, subject: str = ""
) -> Iterator[str]:
    """Yield a reason for each constraint under ``root`` that fails by ``clause`` at ``path`` in the value ``whole``.

    ``at`` is what to say of the place, "" for nothing; ``subject`` what to call the value, "" for what it is.
    """
    if path:
        holder = _value_at(whole, path[:-1])
        for schema in _schemas_at(context, root, path[:-1]):
            yield from _entry_failures(clause, context, schema, holder, path[-1], at)
    value = _value_at(whole, path)
    if value is _ABSENT:
        return
    together = _schemas_at(context, root, path)
    if limits := [said for schema in together for said in _limit_failures(clause, schema, value)]:
        yield f"{subject or shown(value)} {_joined(limits, ' and ')}{_place(at)}"
    for schema in together:
        if clause == H3_1:
            if schema.types is not None and not has_type(schema.types, value):
                yield f"{_mistyped(schema.types, value)}{_place(at)}"
        elif clause == H3_2:
            if schema.enum is not None and canonical(value) not in schema.enum:
                names = _enumerated(list(schema.enum.values()), _as_declared)
                yield f"{subject or shown(value)} is not a declared value{_place(at)}; declared: {names}"
        elif clause == H3_7:
            for said in _combination_failures(context, schema, value, at):
                yield f"{subject or shown(value)}{_place(at)} {said}"


def _mistyped(types: Iterable[str], value: Value) -> str:
    names = " or ".join(sorted(types))
    return f"{described(value)} where {names} is declared" if names else f"{described(value)} where nothing is allowed"


def _entry_failures(
    clause: str, context: Context, schema: Schema, holder: Value, token: str | int, at: str
) -> Iterator[str]:
    """Yield what a schema has against the key or index ``token`` of ``holder``, as whole reasons."""
    array = schema.array
    if clause == H3_5 and array is not None and array.closed and token == len(array.prefix):
        yield f"item {token} is one too many{_place(at)}; declared: {_counted(token, 'item')}"
    if clause == H3_6 and type(token) is str and schema.object is not None:
        shape = schema.object
        if token not in holder:
            if token in shape.required:
                yield f"{quoted(token)} is missing{_place(at)}; {listed('required', shape.required)}"
            return
        if shape.closed and token not in shape.properties and not in_family(shape, token):
            yield _undeclared(token, at, shape.properties, [family.pattern for family in shape.families])
        if shape.names is not None and not accepts(context, shape.names, token):
            why = _why(context, shape.names, token, at)
            yield f"the key {quoted(token)} fails propertyNames{_place(at)}: {why}"


def _limit_failures(clause: str, schema: Schema, value: Value) -> Iterator[str]:
    """Yield the limits of one schema that a value fails by H3.3 to H3.6, as predicates."""
    if clause == H3_3 and schema.number is not None:
        limits = schema.number
        if limits.minimum is not None and less(value, limits.minimum):
            yield f"is less than the minimum {number(limits.minimum)}"
        if limits.maximum is not None and less(limits.maximum, value):
            yield f"is more than the maximum {number(limits.maximum)}"
        if limits.exclusive_minimum is not None and not less(limits.exclusive_minimum, value):
            yield f"is not more than the exclusiveMinimum {number(limits.exclusive_minimum)}"
        if limits.exclusive_maximum is not None and not less(value, limits.exclusive_maximum):
            yield f"is not less than the exclusiveMaximum {number(limits.exclusive_maximum)}"
        if limits.multiple_of is not None and not divides(limits.multiple_of, value):
            yield f"is not a multiple of {number(limits.multiple_of)}"
    if clause == H3_4 and schema.string is not None:
        text = schema.string
        least, most = ("minLength", text.min_length), ("maxLength", text.max_length)
        yield from _size_failures(len(value), _counted(len(value), "character") + ", ", least, most)
        if text.pattern is not None and not text.pattern.found_in(value):
            yield f"does not match the pattern {quoted(text.pattern.source, LONGEST_PATTERN)}"
    if clause == H3_5 and schema.array is not None and type(value) is list:
        array = schema.array
        least, most = ("minItems", array.min_items), ("maxItems", array.max_items)
        yield from _size_failures(len(value), "", least, most)
        if array.unique and (pair := _first_repeat(value)):
            yield f"has equal items at {pair[0]} and {pair[1]}, but uniqueItems is declared"
    if clause == H3_6 and schema.object is not None and type(value) is dict:
        shape = schema.object
        least, most = ("minProperties", shape.min_properties), ("maxProperties", shape.max_properties)
        yield from _size_failures(len(value), "", least, most)


def _size_failures(
    size: int, counted: str, least: tuple[str, int | None], most: tuple[str, int | None]
) -> Iterator[str]:
    if least[1] is not None and size < least[1]:
        yield f"has {counted}fewer than {least[0]} {number(least[1])}"
    if most[1] is not None and size > most[1]:
        yield f"has {counted}more than {most[0]} {number(most[1])}"


def _first_repeat(items: list[Value]) -> tuple[int, int] | None:
    seen: dict[str, int] = {}
    for i, item in enumerate(items):
        first = seen.setdefault(canonical(item), i)
        if first != i:
            return first, i
    return None


def _combination_failures(context: Context, schema: Schema, value: Value, at: str) -> Iterator[str]:
    """Yield the combinations of one schema that a value fails (H3.7), as predicates."""
    if schema.object is not None and type(value) is dict:
        for key, others in schema.object.dependent.items():
            if key in value and any(other not in value for other in others):
                lacking = _enumerated([other for other in others if other not in value], quoted)
                yield f"has {quoted(key)} and so needs {lacking} (dependentRequired)"
    parts = schema.combination
    if parts is None:
        return
    if parts.any_of and not some(context, parts.any_of, value):
        yield f"fits no schema of anyOf: {_why_none(context, parts.any_of, value, at)}"
    fitting = [i for i, branch in enumerate(parts.one_of) if accepts(context, branch, value)]
    if parts.one_of and not fitting:
        yield f"fits no schema of oneOf: {_why_none(context, parts.one_of, value, at)}"
    if len(fitting) > 1:
        yield f"fits the schemas {_joined(map(str, fitting), ' and ')} of oneOf, where exactly one must fit"
    if parts.negated is not None and accepts(context, parts.negated, value):
        yield "fits the schema of not, which must not fit"
    if parts.condition is not None:
        met = accepts(context, parts.condition, value)
        due = parts.consequent if met else parts.alternative
        if due is not None and not accepts(context, due, value):
            said = "fits if but not then" if met else "fits neither if nor else"
            yield f"{said}: {_why(context, due, value, at)}"


def _why_none(context: Context, branches: tuple[Schema, ...], value: Value, at: str) -> str:
    """Return why a value fits none of some schemas."""
    types = [branch.types for branch in branches if branch.types is not None and not has_type(branch.types, value)]
    if len(types) == len(branches):
        return _mistyped(frozenset().union(*types), value)
    first = [f"#{i}: {_why(context, branch, value, at)}" for i, branch in enumerate(branches[:MOST_REASONS])]
    return "; ".join(first) + (f"; {len(branches) - MOST_REASONS} more" if len(branches) > MOST_REASONS else "")


def _why(context: Context, schema: Schema, value: Value, at: str) -> str:
    """Return the first reason why a value, which stands at ``at``, does not fit a schema; without a look into the
    combinations in it.
    """
    clause, found = faults_alone(context, schema, value)[0]
    path = steps_of(found)
    place = at + pointer(path) if path else ""
    if clause == H3_7:
        return f"{shown(_value_at(value, path))} fits no allowed combination{_place(place)}"
    reason = next(_failures(clause, context, schema, value, path, place))
    return reason if len(reason) <= LONGEST_PATTERN else reason[: LONGEST_PATTERN - 3] + "..."


# Places --------------------------------------------------------------------------------------------------------------
_ABSENT: Final = object()


def _value_at(whole: Value, path: Steps) -> Value:
    """Return what stands at ``path``, or the mark of absence; only the last key of a path may be missing."""
    for token in path:
        if type(whole) is dict and token not in whole:
            return _ABSENT
        whole = whole[token]
    return whole


def _schemas_at(context: Context, root: Schema, path: Steps) -> list[Schema]:
    """Return the schemas that hold at ``path``, through $ref and allOf: those whose faults are reported as they are."""
    here = _each_once(_together(context, root))
    for token in path:
        children = _each_once([child for schema in here for child in _children(schema, token)])
        here = _each_once([part for child in children for part in _together(context, child)])
    return here


def _each_once(schemas: list[Schema]) -> list[Schema]:
    return list({id(schema): schema for schema in schemas}.values())


def _together(context: Context, schema: Schema) -> list[Schema]:
    parts = schema.combination
    if parts is None:
        return [schema]
    named = () if parts.ref is None else (context.definitions[parts.ref],)
    return [schema, *(part for child in (*named, *parts.all_of) for part in _together(context, child))]


def _children(schema: Schema, token: str | int) -> list[Schema]:
    """Return the schemas that one schema applies to what stands at a key or index."""
    if type(token) is int:
        array = schema.array
        if array is None:
            return []
        if token < len(array.prefix):
            return [array.prefix[token]]
        return [] if array.items is None else [array.items]
    shape, key = schema.object, str(token)
    if shape is None:
        return []
    found = [shape.properties[key]] if key in shape.properties else []
    found += [family.schema for family in shape.families if family.pattern.found_in(key)]
    return found or ([] if shape.additional is None else [shape.additional])


def _names_applied(signature: Signature, path: Steps) -> set[str]:
    """Return the keys that any schema declares by name at ``path``, whichever branch validates."""
    applied = Applied()
    spread(signature.definitions, signature.root, False, applied)
    for token in path:
        below = Applied()
        if type(token) is int:
            spread_index(signature.definitions, applied, token, below)
        else:
            spread_key(signature.definitions, applied, str(token), below)
        applied = below
    return {key for schema, _ in applied if schema.object is not None for key in schema.object.properties}
