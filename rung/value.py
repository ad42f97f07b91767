"""JSON values with exact numbers, and the one notion of equality between them.

A *value* is what a JSON text denotes (RFC 8259), held as plain Python objects:

- ``None``, ``bool``, ``str`` (Unicode scalar values only), ``list`` of values, ``dict`` from ``str`` to value;
- a number with zero fraction is an ``int`` (``5``, ``5.0`` and ``5e0`` are the same value);
- any other number is a :class:`DecimalFraction`. No float, no :class:`decimal.Decimal`.

So every number has one representation, and both kinds of number answer ``.numerator`` and ``.denominator``
(Python's ``int`` has them too): exact comparison is integer multiplication, nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from json.encoder import encode_basestring
from typing import Any, Final, TypeAlias

#: A JSON value as described above. ``Any`` because Python's type system cannot say "dict or list of itself" usefully.
Value: TypeAlias = Any


@dataclass(frozen=True, slots=True)
class DecimalFraction:
    """A number that is not an integer, exactly as written: ``numerator / denominator``.

    Guarantee (kept by :func:`decimal_number`): ``denominator`` is ``10**k`` with ``k >= 1`` as small as possible,
    so equal numbers are equal objects. Source: semantics, section 3; RR-W.4 bounds the size of both parts.
    """

    numerator: int
    denominator: int


#: What ``type(value)`` can be for a JSON number that is not an integer.
Number: TypeAlias = int | DecimalFraction


def decimal_number(coefficient: int, exponent: int) -> Number:
    """Return the value of ``coefficient * 10**exponent``: an ``int`` if it is whole, else a :class:`DecimalFraction`.

    The caller bounds both parts first (RR-W.4): this function computes ``10**abs(exponent)``.
    """
    if exponent >= 0:
        return coefficient * _power_of_ten(exponent)
    denominator = _power_of_ten(-exponent)
    if coefficient % denominator == 0:
        return coefficient // denominator
    while coefficient % 10 == 0:
        coefficient //= 10
        denominator //= 10
    return DecimalFraction(coefficient, denominator)


def _power_of_ten(exponent: int) -> int:
    power: int = 10**exponent
    return power


def number_text(number: Number) -> str:
    """Return the normal form of a number: ``0``, or its coefficient without trailing zeros, ``e``, exponent.

    ``100`` is ``1e2``, ``-1.5`` is ``-15e-1``. Two numbers are equal iff their texts are. Source: semantics, 5.3.
    """
    digits = digits_of(abs(number.numerator))
    stripped = digits.rstrip("0")
    if not stripped:
        return "0"
    sign = "-" if number.numerator < 0 else ""
    places = len(digits_of(number.denominator)) - 1
    return f"{sign}{stripped}e{len(digits) - len(stripped) - places}"


# Python refuses to write an int of more digits than a limit that its user may set, but never as low as this.
_CHUNK: Final = 600
_CHUNK_VALUE: Final = 10**_CHUNK


def digits_of(number: int) -> str:
    """Return the decimal digits of an int that is not negative, however long."""
    chunks = []
    while number >= _CHUNK_VALUE:
        number, chunk = divmod(number, _CHUNK_VALUE)
        chunks.append(str(chunk).rjust(_CHUNK, "0"))
    return str(number) + "".join(reversed(chunks))


# RFC 8785 orders the keys of an object by UTF-16 code units.
def _utf16(key: str) -> bytes:
    return key.encode("utf-16-be")


_LITERALS: Final = {None: "null", True: "true", False: "false"}


def canonical(value: Value) -> str:
    """Return the canonical text of a value: RFC 8785, with numbers as :func:`number_text` writes them.

    Guarantee: two values are equal as JSON (key order is irrelevant, ``1.0`` is ``1``, ``true`` is not ``1``,
    ``"1"`` is not ``1``) iff their canonical texts are equal. This is *the* equality of the project: enum, const,
    uniqueItems (RR-H3.2, RR-H3.5) and digests all use it, so none can disagree with another, and finding a repeated
    item in a list is a set look-up, not a comparison of all pairs.
    """
    kind = type(value)
    if kind is str:
        return encode_basestring(value)
    if kind is int or kind is DecimalFraction:
        return number_text(value)
    if kind is list:
        return "[" + ",".join([canonical(item) for item in value]) + "]"
    if kind is dict:
        keys = sorted(value) if "".join(value).isascii() else sorted(value, key=_utf16)
        return "{" + ",".join([encode_basestring(key) + ":" + canonical(value[key]) for key in keys]) + "}"
    return _LITERALS[value]
