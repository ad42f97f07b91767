"""Strict JSON text to values: exactly one RFC 8259 text, exact numbers, no duplicate key, no lone surrogate, bounded.

:func:`parse` and :func:`parse_arguments` judge a text by the W clauses. :func:`members` and :func:`elements` cut an
envelope into the raw texts of its parts, so that arguments inside it can be judged as they were written.

Nothing here raises for any ``str`` or ``bytes``: a fault is a value. Nothing recurses, and every number is judged by
its digits before anything is computed from it, so work and memory are linear in the text.

One grammar decides: :func:`_tokens`. :func:`_quick` only ever *accepts*, and only texts on which the standard library's
scanner is exact; whatever it leaves is read, and every fault is found, by the grammar.
"""

from __future__ import annotations

import json
import json.scanner
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NoReturn, TypeAlias

from rung.value import Number, Value, decimal_number


@dataclass(frozen=True, slots=True)
class Limits:
    """How long (UTF-8 bytes) and how deeply nested (``{}`` has depth 1) arguments may be: RR-W.6."""

    text_bytes: int = 16 * 1024 * 1024
    depth: int = 128

    def __post_init__(self) -> None:
        """Refuse a limit that is not a positive integer."""
        for name in ("text_bytes", "depth"):
            limit = getattr(self, name)
            if type(limit) is not int or limit < 1:
                raise ValueError(f"{name} must be a positive int, not {limit!r}")


DEFAULT: Final = Limits()


@dataclass(frozen=True, slots=True)
class Parsed:
    """A text that no W clause rejects, and its value."""

    value: Value


@dataclass(frozen=True, slots=True)
class TextFault:
    """Why a text is rejected, and where.

    ``offset`` counts code points from 0; of bytes that are no UTF-8, those that the bytes before it decode to. For
    RR-W.1 it is the length of the longest beginning of the text that some JSON text begins with. For RR-W.2 and RR-W.5
    it is where the string starts, for RR-W.4 the number, for too deep an RR-W.6 the bracket; a fault of the whole text
    is at 0. ``line`` and ``column`` count from 1, lines end at U+000A. ``found`` is a short excerpt in ASCII.
    """

    clause: str
    offset: int
    line: int
    column: int
    expected: str
    found: str

    @property
    def message(self) -> str:
        """The fault in one line."""
        return f"{self.clause}: expected {self.expected} at line {self.line} column {self.column}, found {self.found}"


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an envelope: its key, unescaped, and the span ``text[start:end]`` of its value."""

    key: str
    start: int
    end: int


def parse(text: str | bytes, limits: Limits = DEFAULT) -> Parsed | TextFault:
    """Return the value of a JSON text of any type, or its first fault: RR-W.6, W.1, W.5, W.2, W.4 in this order.

    A clause is judged over the whole text before the next: a syntax error at the end beats a duplicate key before it.
    Only nesting and syntax are judged together, from left to right (RR-W.6).
    """
    if too_long := _too_long(text, limits):
        return too_long
    # RR-W.1 "bytes that are not UTF-8": a byte that does not decode becomes a lone surrogate, and the grammar accepts
    # no unescaped one anywhere. So the text ends there, unless something before it is already wrong.
    string = text if isinstance(text, str) else text.decode("utf-8", "surrogateescape")
    return _quick(string, limits) or _read(string, limits)


def parse_arguments(text: str | bytes, limits: Limits = DEFAULT) -> Parsed | TextFault:
    """Return the value of arguments text, an object, or its first fault: as :func:`parse`, then RR-W.3."""
    result = parse(text, limits)
    # RR-W.3 "Arguments that are not an object are rejected, never read as {}."
    if isinstance(result, Parsed) and type(result.value) is not dict:
        return _fault("", "RR-W.3", 0, "an object", type_name(result.value))
    return result


def members(text: str, limits: Limits = DEFAULT) -> tuple[Member, ...] | TextFault:
    """Return the members of the single JSON object in ``text``, in order, duplicates kept.

    Only the grammar is judged: what is in the values (their depth, numbers, keys, surrogates) is left to whoever reads
    them. Faults: RR-W.6 (length), RR-W.1 (not one JSON text), RR-W.8 (not an object).
    """
    parts = _parts(text, limits, "{", "an object")
    if isinstance(parts, TextFault):
        return parts
    return tuple([Member(_unescape(key), start, end) for key, start, end in parts])


def elements(text: str, limits: Limits = DEFAULT) -> tuple[tuple[int, int], ...] | TextFault:
    """Return the span of each element of the single JSON array in ``text``; judged and refused as :func:`members`."""
    parts = _parts(text, limits, "[", "an array")
    if isinstance(parts, TextFault):
        return parts
    return tuple([(start, end) for _, start, end in parts])


# RR-W.4 "in range are zero, and numbers of at most 1,100 significant digits whose first digit stands at an exponent
# within +-1,100". Part of the clause, not a setting.
MOST_DIGITS: Final = 1100
EXPONENT_BOUND: Final = 1100


def exact_number(token: str) -> Number | None:
    """Return the exact value of a number written as RFC 8259 has it, or None if it is out of range (RR-W.4).

    Linear in the digits. No conversion is longer than 600 digits, so it works whatever
    :func:`sys.set_int_max_str_digits` was set to (640 is the least it takes).
    """
    if len(token) <= 600 and token.lstrip("-").isdigit():
        return int(token)
    mantissa, _, exponent = token.lower().partition("e")
    whole, _, fraction = mantissa.lstrip("-").partition(".")
    digits = whole + fraction
    significant = digits.lstrip("0")
    leading_zeros = len(digits) - len(significant)
    significant = significant.rstrip("0")
    if not significant:
        return 0
    # An exponent of 20 digits outgrows the length of any mantissa, so it is out of range whatever the mantissa is.
    magnitude = exponent.lstrip("+-0")
    if len(magnitude) >= 20 or len(significant) > MOST_DIGITS:
        return None
    shift = -int(magnitude or 0) if exponent.startswith("-") else int(magnitude or 0)
    first = len(whole) - 1 - leading_zeros + shift
    if abs(first) > EXPONENT_BOUND:
        return None
    cut = max(0, len(significant) - 600)
    coefficient = int(significant[:cut] or 0) * 10 ** len(significant[cut:]) + int(significant[cut:])
    return decimal_number(-coefficient if token.startswith("-") else coefficient, first - len(significant) + 1)


def excerpt(string: str, length: int = 40) -> str:
    """Return a string quoted as JSON in ASCII, on one line, cut to ``length`` code points."""
    return json.dumps(string if len(string) <= length else string[:length] + "...")


def type_name(value: Value) -> str:
    """Return the name of a value's JSON type with its article, as messages say it."""
    names = {type(None): "null", bool: "a boolean", str: "a string", list: "an array", dict: "an object"}
    return names.get(type(value), "a number")


def utf8_length(string: str) -> int | None:
    """Return the length of a string in UTF-8 bytes, or None if it has none: it holds a lone surrogate."""
    try:
        return len(string) if string.isascii() else len(string.encode())
    except UnicodeEncodeError:
        return None


def _fault(text: str, clause: str, offset: int, expected: str, found: str) -> TextFault:
    line = text.count("\n", 0, offset) + 1
    column = offset - text.rfind("\n", 0, offset)
    return TextFault(clause, offset, line, column, expected, found)


def _too_long(text: str | bytes, limits: Limits) -> TextFault | None:
    # RR-W.6 "Arguments longer, in UTF-8 bytes, [...] than the stated limits are rejected." A code point takes one to
    # four bytes, so only a text between a quarter of the limit and the limit is worth encoding.
    length, limit = len(text), limits.text_bytes
    if limit < 4 * length <= 4 * limit and isinstance(text, str) and not text.isascii():
        length = len(text.encode("utf-8", "surrogatepass"))
    if length > limit:
        return _fault("", "RR-W.6", 0, f"at most {limit} bytes", f"at least {length}")
    return None


# The standard library's scanner --------------------------------------------------------------------------------------


class _Unusual(ValueError):
    """Not for the quick path to judge."""


def _unique(pairs: list[tuple[str, Value]]) -> dict[str, Value]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise _Unusual
    return value


def _number(token: str) -> Number:
    number = exact_number(token)
    if number is None:
        raise _Unusual
    return number


def _constant(name: str) -> NoReturn:
    raise _Unusual  # NaN, Infinity, -Infinity


# Only the scanner written in C. The one in Python, which the json module falls back to, is laxer: it takes the digits
# of other scripts for digits, and "\u+123" for an escape.
_EXACT: Final = getattr(json.scanner, "c_make_scanner", None) is not None
_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_unique, parse_float=_number, parse_int=_number, parse_constant=_constant
)


def _quick(text: str, limits: Limits) -> Parsed | None:
    """Return the value of a text which the json module provably reads as the grammar does, or None.

    It differs from RFC 8259 in NaN and infinities (refused by a hook), and from the other clauses in duplicate keys
    (W.2) and number range (W.4; hooks), nesting (W.6; no text is deeper than it has opening brackets), and surrogates
    (W.1, W.5; not given to it, raw or escaped). It is 6 times as fast as the grammar.
    """
    if not _EXACT or text.count("{") + text.count("[") > limits.depth or "\\ud" in text or "\\uD" in text:
        return None
    try:
        text.encode()
        return Parsed(_DECODER.decode(text))
    except (ValueError, RecursionError):
        return None


# The grammar ---------------------------------------------------------------------------------------------------------


class _Stop(Exception):
    def __init__(self, fault: TextFault) -> None:
        self.fault = fault


# What the grammar waits for; the names are what a message says.
_VALUE: Final = "a value"
_FIRST_ITEM: Final = 'a value or "]"'
_NEXT_ITEM: Final = '"," or "]"'
_KEY: Final = "a key"
_FIRST_KEY: Final = 'a key or "}"'
_COLON: Final = '":"'
_NEXT_MEMBER: Final = '"," or "}"'
_END: Final = "the end of the text"

_SEPARATOR: Final = {_NEXT_ITEM: ",", _NEXT_MEMBER: ",", _COLON: ":"}
_AFTER_SEPARATOR: Final = {_NEXT_ITEM: _VALUE, _NEXT_MEMBER: _KEY, _COLON: _VALUE}
_OPEN: Final = {"[": _FIRST_ITEM, "{": _FIRST_KEY}
_CLOSE: Final = {_FIRST_ITEM: "]", _NEXT_ITEM: "]", _FIRST_KEY: "}", _NEXT_MEMBER: "}"}
_LITERALS: Final = {"true": True, "false": False, "null": None}

_Match: TypeAlias = Callable[[str, int], re.Match[str]]
# Each matches the longest beginning of its kind of token, complete or not, so a match is never None and a fault's
# offset is exact. Possessive: linear, and without a stack of places to come back to.
_BLANK: Final = frozenset(" \t\n\r")
_SPACE: Final[_Match] = re.compile(r"[ \t\n\r]*+").match  # type: ignore[assignment]
_STRING: Final[_Match] = re.compile(  # type: ignore[assignment]  # complete iff group 1 is the closing quote
    r'"(?:[^"\\\x00-\x1f\ud800-\udfff]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+("|\\(?:u[0-9a-fA-F]{0,3})?)?'
).match
_SCALAR: Final[_Match] = re.compile(  # type: ignore[assignment]  # complete iff it is a literal or ends in a digit
    r"t(?:r(?:ue?)?)?|f(?:a(?:l(?:se?)?)?)?|n(?:u(?:ll?)?)?"
    r"|-?(?:(?:0|[1-9][0-9]*+)(?:\.[0-9]*+)?(?:(?<=[0-9])[eE][+-]?[0-9]*+)?)?"
).match


def _tokens(text: str, depth: int) -> Iterator[tuple[str, int, int]]:
    """Yield (kind, start, end) of every bracket, key, string and scalar in ``text``; raise :class:`_Stop` at a fault.

    The kind is the first character, or ``:`` for a key.
    """
    nesting = bytearray()  # a byte for each open bracket: 1 for an object
    waiting, end = _VALUE, 0
    while True:
        char = text[end : end + 1]
        if char in _BLANK:
            end = _SPACE(text, end).end()
            char = text[end : end + 1]
        start = end
        if char == _SEPARATOR.get(waiting):
            waiting, end = _AFTER_SEPARATOR[waiting], start + 1
            continue
        if char == _CLOSE.get(waiting):
            nesting.pop()
            end = start + 1
            yield char, start, end
        elif waiting in (_VALUE, _FIRST_ITEM):
            if char in _OPEN and len(nesting) < depth:
                nesting.append(char == "{")
                waiting, end = _OPEN[char], start + 1
                yield char, start, end
                continue
            end = _string_end(text, start) if char == '"' else _scalar_end(text, start, waiting, len(nesting) >= depth)
            yield char, start, end
        elif char == '"' and waiting in (_KEY, _FIRST_KEY):
            waiting, end = _COLON, _string_end(text, start)
            yield ":", start, end
            continue
        elif waiting == _END and not char:
            return
        else:
            raise _unexpected(text, start, waiting, len(nesting) >= depth)
        waiting = _END if not nesting else _NEXT_MEMBER if nesting[-1] else _NEXT_ITEM


def _string_end(text: str, start: int) -> int:
    match = _STRING(text, start)
    if match[1] != '"':
        raise _unexpected(text, match.end(), "the rest of a string")
    return match.end()


def _scalar_end(text: str, start: int, waiting: str, deepest: bool) -> int:
    end = _SCALAR(text, start).end()
    token = text[start:end]
    if token in _LITERALS or token[-1:].isdigit():
        return end
    raise _unexpected(text, end, "the rest of a number or literal" if token else waiting, deepest)


#: What is found at a fault, where it has a name: nothing is left, or what editors put before a text.
_NAMED: Final = {"": _END, "\ufeff": "a byte order mark"}


def _unexpected(text: str, offset: int, waiting: str, deepest: bool = False) -> _Stop:
    """Return the fault of a text whose longest beginning of some JSON text ends at ``offset``.

    ``deepest``: outside strings, and as many brackets are open as the limit allows.
    """
    char = text[offset : offset + 1]
    # RR-W.6 "the opening bracket that exceeds the limit is RR-W.6 if all before it is a prefix of some JSON text"
    if deepest and char in _OPEN:
        return _Stop(_fault(text, "RR-W.6", offset, "no deeper nesting", excerpt(char)))
    # RR-W.1 "Arguments text that is not exactly one RFC 8259 JSON text is rejected."
    found = _NAMED.get(char) or ("no UTF-8" if "\ud800" <= char <= "\udfff" else excerpt(char))
    return _Stop(_fault(text, "RR-W.1", offset, waiting, found))


def _unescape(string: str) -> str:
    """Return what a string, with its quotes, denotes; a lone surrogate stays."""
    text: str = json.loads(string) if "\\" in string else string[1:-1]
    return text


def _read(text: str, limits: Limits) -> Parsed | TextFault:
    faults: dict[str, TextFault] = {}  # the first of each clause

    def note(clause: str, offset: int, expected: str, found: str) -> None:
        if clause not in faults:
            faults[clause] = _fault(text, clause, offset, expected, found)

    def string(start: int, end: int) -> str:
        content = _unescape(text[start:end])
        # RR-W.5 "A string or key with a lone surrogate is rejected." The grammar lets none pass but by an escape.
        if utf8_length(content) is None:
            note("RR-W.5", start, "surrogates in pairs", excerpt(content))
        return content

    key = ""
    root: Value = []
    open_containers = [root]
    try:
        for kind, start, end in _tokens(text, limits.depth):
            container = open_containers[-1]
            if kind in "]}":
                open_containers.pop()
                continue
            if kind == ":":
                key = string(start, end)
                # RR-W.2 "An object, at any depth, with a duplicate key is rejected; keys are compared after
                # unescaping."
                if key in container:
                    note("RR-W.2", start, "each key once", excerpt(key))
                continue
            if kind == '"':
                value: Value = string(start, end)
            elif kind in _OPEN:
                value = [] if kind == "[" else {}
                open_containers.append(value)
            elif kind in "tfn":
                value = _LITERALS[text[start:end]]
            else:
                value = exact_number(text[start:end])
                # RR-W.4 "A number out of range is rejected"
                if value is None:
                    note("RR-W.4", start, "a number in range", excerpt(text[start:end]))
            if type(container) is list:
                container.append(value)
            else:
                container[key] = value
    except _Stop as stop:
        return stop.fault
    for clause in ("RR-W.5", "RR-W.2", "RR-W.4"):
        if clause in faults:
            return faults[clause]
    return Parsed(root[0])


def _parts(text: str, limits: Limits, bracket: str, wanted: str) -> list[tuple[str, int, int]] | TextFault:
    """Return (key with its quotes, start, end) of each value directly inside the outermost bracket."""
    if too_long := _too_long(text, limits):
        return too_long
    parts: list[tuple[str, int, int]] = []
    level, key, first = 0, "", 0
    try:
        for kind, start, end in _tokens(text, len(text) + 1):
            if kind in "]}":
                level -= 1
            if level == 1:
                if kind == ":":
                    key = text[start:end]
                elif kind in _OPEN:
                    first = start
                else:
                    parts.append((key, first if kind in "]}" else start, end))
            if kind in _OPEN:
                level += 1
    except _Stop as stop:
        return stop.fault
    start = _SPACE(text, 0).end()
    # RR-W.8 "An envelope that is not a known call is rejected."
    if text[start] != bracket:
        return _fault(text, "RR-W.8", start, wanted, excerpt(text[start]))
    return parts
