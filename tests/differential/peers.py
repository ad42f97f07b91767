"""Two validators from outside, held to the closed form of a signature, and what is known of where they differ from us.

A peer is given JSON text as its users give it: through `json.loads`, so numbers with a fraction are floats. It says
whether the arguments are valid against `rung.export.closed_schema`; the rung says whether it allows the call. A
difference must be in the table below, each with a reason, a clause of ours and a test of its own, or the tests fail.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import jsonschema
import jsonschema_rs

from rung.algebra import Signature
from rung.export import closed_schema, exact_text
from rung.pattern import compile, parse
from rung.value import DecimalFraction, Value

JSONSCHEMA, JSONSCHEMA_RS = "jsonschema", "jsonschema-rs"
PEERS = (JSONSCHEMA, JSONSCHEMA_RS)


def peers_of(signature: Signature) -> dict[str, Callable[[Any], bool]]:
    """Return each peer's judge of arguments, built from the closed form's text."""
    document = json.loads(exact_text(closed_schema(signature)))
    return {
        JSONSCHEMA: jsonschema.Draft202012Validator(document).is_valid,
        JSONSCHEMA_RS: jsonschema_rs.Draft202012Validator(document).is_valid,
    }


def judge(is_valid: Callable[[Any], bool], arguments: Any) -> bool | str:
    """Return a peer's answer, or the name of what it raised."""
    try:
        return is_valid(arguments)
    except Exception as error:
        return type(error).__name__


@dataclass(frozen=True, slots=True)
class Difference:
    """A known way to differ: who, under which clause of ours, why, and the test whether it can be the cause here."""

    name: str
    peers: tuple[str, ...]
    clause: str
    reason: str
    possible: Callable[[Signature, Value], bool]


def numbers_in(value: Value) -> Iterator[int | DecimalFraction]:
    if type(value) is int or type(value) is DecimalFraction:
        yield value
    elif type(value) is list:
        for item in value:
            yield from numbers_in(item)
    elif type(value) is dict:
        for item in value.values():
            yield from numbers_in(item)


def texts_in(value: Value) -> Iterator[str]:
    if type(value) is str:
        yield value
    elif type(value) is list:
        for item in value:
            yield from texts_in(item)
    elif type(value) is dict:
        for key, item in value.items():
            yield key
            yield from texts_in(item)


def is_exact_float(number: int | DecimalFraction) -> bool:
    """Return whether a binary64 float is exactly this number."""
    try:
        value = number.numerator / number.denominator
    except OverflowError:
        return False
    if math.isinf(value):
        return False
    top, bottom = value.as_integer_ratio()
    return top * number.denominator == bottom * number.numerator


def _inexact(signature: Signature, arguments: Value) -> bool:
    """A number of the call or of the schema is no float."""
    return any(not is_exact_float(n) for v in (arguments, closed_schema(signature)) for n in numbers_in(v))


def patterns_in(document: Value) -> Iterator[str]:
    if type(document) is dict:
        if type(document.get("pattern")) is str:
            yield document["pattern"]
        families = document.get("patternProperties")
        yield from families if type(families) is dict else ()
        for child in document.values():
            yield from patterns_in(child)
    elif type(document) is list:
        for child in document:
            yield from patterns_in(child)


def _python_reads_otherwise(signature: Signature, arguments: Value) -> bool:
    """A pattern of the schema means something else to Python's `re`, on a text or key of the call."""
    for source in patterns_in(closed_schema(signature)):
        matches = compile(parse(source))
        for text in texts_in(arguments):
            try:
                if (re.search(source, text) is not None) != matches(text):
                    return True
            except re.error:
                return True
    return False


DIFFERENCES: tuple[Difference, ...] = (
    Difference(
        "binary floats",
        PEERS,
        "RR-H3.3",
        "json.loads makes a float of what is written with a fraction or an exponent: it is rounded, overflows to "
        "infinity or vanishes to zero, and jsonschema divides floats for multipleOf. RR-H3.1 and RR-H3.2 show it too.",
        _inexact,
    ),
    Difference(
        "Python's regular expressions",
        (JSONSCHEMA,),
        "RR-H3.4",
        "jsonschema hands an ECMA pattern to Python's re: there $ also matches before a final line feed, \\d and \\w "
        "are not ASCII, \\s and . are other sets, and some forms of ECMA-262 do not compile. RR-H2.1 and RR-H3.6 show "
        "it in patternProperties and propertyNames.",
        _python_reads_otherwise,
    ),
)


def explained(peer: str, signature: Signature, arguments: Value) -> str | None:
    """Return the name of the known difference that can be the cause, or None."""
    for difference in DIFFERENCES:
        if peer in difference.peers and difference.possible(signature, arguments):
            return difference.name
    return None
