"""Python objects to values: what the API is handed, judged by the W clauses and copied.

The type of every object is compared exactly, so no method of a foreign class ever runs, nothing here raises, and what
was judged is what is returned: the caller may change his object later.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, TypeAlias

from rung.pointer import pointer
from rung.text import DEFAULT, EXPONENT_BOUND, MOST_DIGITS, Limits, exact_number, excerpt, type_name, utf8_length
from rung.value import DecimalFraction, Number, Value


@dataclass(frozen=True, slots=True)
class Snapshot:
    """An object that no W clause rejects, as a value that shares nothing mutable with it.

    Where the object holds one container twice, so does the value.
    """

    value: Value


@dataclass(frozen=True, slots=True)
class ObjectFault:
    """Why an object is rejected, and where.

    ``at`` is a JSON Pointer, with lone surrogates escaped as Python does; a faulty key is pointed at by the object that
    holds it, and RR-W.6 has no place (None). ``found`` is a short excerpt in ASCII.
    """

    clause: str
    at: str | None
    expected: str
    found: str

    @property
    def message(self) -> str:
        """The fault in one line."""
        place = "" if self.at is None else f" at {excerpt(self.at, 200)}"
        return f"{self.clause}: expected {self.expected}{place}, found {self.found}"


def snapshot(source: object, limits: Limits = DEFAULT) -> Snapshot | ObjectFault:
    """Return the value of an object of any JSON type, or its first fault: RR-W.6, W.7, W.5, W.4 in this order.

    A clause is judged over the whole object before the next; of one clause, the first fault in document order is given.
    """
    flat = _flat(source, limits)
    return _walk(source, limits) if flat is None else Snapshot(flat)


def snapshot_arguments(arguments: object, limits: Limits = DEFAULT) -> Snapshot | ObjectFault:
    """Return the value of an arguments object, or its first fault: as :func:`snapshot`, then RR-W.3."""
    result = snapshot(arguments, limits)
    # RR-W.3 "Arguments that are not an object are rejected, never read as {}."
    if type(result) is Snapshot and type(result.value) is not dict:
        return ObjectFault("RR-W.3", "", "an object", type_name(result.value))
    return result


# A number between these has at most 1,100 digits; an integer up to ten times as large may end in zeros (RR-W.4).
_SMALL: Final = 10**MOST_DIGITS
_LEAST: Final = -_SMALL

#: How deep the quick way goes, for it recurses, and how much it copies, counted as RR-W.6 has it: what is held twice is
#: copied twice.
_QUICK_DEPTH: Final = 16
_QUICK_LENGTH: Final = 1 << 16


def _flat(source: Any, limits: Limits) -> Value | None:
    """Return a copy of a dict or list in which nothing is unusual, else None: the quick way, which only ever accepts.

    Most calls are of this kind. What is long, deep (so, what is cyclic), or for some clause to judge is left to
    :func:`_walk`; on the rest that would give the same.
    """
    if type(source) is not dict and type(source) is not list:
        return None
    try:
        copy, room = _copied(source, min(limits.depth, _QUICK_DEPTH), min(limits.text_bytes, _QUICK_LENGTH) - 1)
    except RecursionError:
        return None
    return copy if room >= 0 else None


def _copied(source: Any, depth: int, room: int) -> tuple[Value, int]:
    """Return a copy of a dict or list and the room that is left, negative if anything in it is unusual.

    A dict or list copies itself at once: no other thread comes between. A text that is too long is not encoded.
    """
    copy = source.copy()
    is_dict = type(copy) is dict
    room -= len(copy)
    if depth < 1 or room < 0:
        return None, -1
    for place, value in copy.items() if is_dict else enumerate(copy):
        kind = type(value)
        if is_dict:
            if type(place) is not str:
                return None, -1
            length = len(place) if place.isascii() or len(place) > room else utf8_length(place)
            if length is None:
                return None, -1
            room -= length
        if kind is str:
            length = len(value) if value.isascii() or len(value) > room else utf8_length(value)
            if length is None:
                return None, -1
            room -= length
        elif kind is dict or kind is list:
            copy[place], room = _copied(value, depth - 1, room)
            if room < 0:
                return None, -1
        elif kind is int:
            if not _LEAST < value < _SMALL:
                return None, -1
        elif kind is float:
            copy[place] = _decimal(value)
            if copy[place] is None:
                return None, -1
        elif kind is not bool and value is not None:
            return None, -1
    return copy, room


def _decimal(source: float) -> Number | None:
    """Return the number that a float stands for, or None if it is written with an exponent or is none."""
    whole, _, fraction = repr(source).partition(".")
    if fraction == "0":
        return int(whole)
    # The shortest text that reads back as a float has no zero at its end, so the fraction is in lowest terms.
    return DecimalFraction(int(whole + fraction), 10 ** len(fraction)) if fraction.isdigit() else None


_Container: TypeAlias = dict[Any, Any] | list[Any]


class _Visit:
    """A container: its copy, and its length and height once all of it is copied."""

    __slots__ = ("before", "copy", "entries", "height", "key", "length", "source")

    def __init__(self, source: _Container, before: int) -> None:
        self.source = source  # kept, so that its id stays its own
        self.copy: _Container = {} if type(source) is dict else []
        # list() copies at once: no other thread comes between.
        pairs: Any = list(source.items()) if type(source) is dict else enumerate(list(source))
        self.entries: Iterator[tuple[Any, Any]] = iter(pairs)
        self.key: str | int = 0  # of the entry that is being copied
        self.before = before  # the length of all that precedes it
        self.length: int | None = None
        self.height = 1


def _walk(source: object, limits: Limits) -> Snapshot | ObjectFault:
    walk = _Walk(source, limits)
    try:
        walk.run()
    except _TooLarge as stop:
        return ObjectFault("RR-W.6", None, stop.args[0], "more")
    for clause in ("RR-W.7", "RR-W.5", "RR-W.4"):
        if clause in walk.faults:
            return walk.faults[clause]
    return Snapshot(walk.whole.copy[0])


class _TooLarge(Exception):
    """RR-W.6, which no other fault precedes."""


class _Walk:
    """One pass over an object, container by container; each is copied once, however often it is held."""

    def __init__(self, source: object, limits: Limits) -> None:
        self.limits = limits
        self.faults: dict[str, ObjectFault] = {}  # the first of each clause
        self.length = 0
        self.whole = _Visit([source], 0)
        self.path = [self.whole]  # the containers that are being copied, outermost first
        self.visits: dict[int, _Visit] = {}  # by the id of the source

    def run(self) -> None:
        """Copy everything; raise :class:`_TooLarge` at RR-W.6, note other faults."""
        while self.path:
            visit = self.path[-1]
            copy = visit.copy
            for key, child in visit.entries:
                if isinstance(copy, dict):
                    visit.key = self._key(key)
                    copy[visit.key] = self._value(child)
                else:
                    visit.key = key
                    copy.append(self._value(child))
                if self.path[-1] is not visit:
                    break
            else:
                self._leave(visit)

    def _leave(self, visit: _Visit) -> None:
        visit.length = self.length - visit.before
        self.path.pop()
        if self.path:
            self.path[-1].height = max(self.path[-1].height, visit.height + 1)

    def _count(self, length: int) -> None:
        # RR-W.6 "Through the API the length is counted from below: one for each value, plus the UTF-8 length of each
        # string and key."
        self.length += length
        if self.length > self.limits.text_bytes:
            raise _TooLarge(f"at most {self.limits.text_bytes} bytes")

    def _value(self, source: Any) -> Value:
        kind = type(source)
        if kind is dict or kind is list:
            return self._container(source)
        self._count(1)
        if kind is str:
            self._string(source)
        elif kind is float and math.isfinite(source):
            return exact_number(repr(source))
        elif kind is Decimal and source.is_finite():
            number = exact_number(str(source))
            if number is None:
                self._note("RR-W.4", "a number in range", excerpt(str(source)))
            return number
        elif kind is int:
            # RR-W.4 "A number out of range is rejected"
            if not (-_SMALL < source < _SMALL or (-10 * _SMALL < source < 10 * _SMALL and source % 10 == 0)):
                self._note("RR-W.4", "a number in range", f"an integer of {source.bit_length()} bits")
        elif kind is DecimalFraction and _is_normal(source):
            return DecimalFraction(source.numerator, source.denominator)
        elif kind is not bool and source is not None:
            # RR-W.7 "Through the API, a value that JSON cannot express is rejected."
            found = excerpt(str(source)) if kind is float or kind is Decimal else f"an instance of {_class_name(kind)}"
            self._note("RR-W.7", "a JSON value", found)
        return source

    def _container(self, source: _Container) -> _Container:
        known = self.visits.get(id(source))
        height = known.height if known else 1
        # RR-W.6 "nested deeper than the stated limits are rejected"; "A cyclic object is too deep": it is met again
        # while it is being copied.
        if len(self.path) - 1 + height > self.limits.depth or (known and known.length is None):
            raise _TooLarge(f"nesting of at most {self.limits.depth}")
        if known is None:
            known = self.visits[id(source)] = _Visit(source, self.length)
            self._count(1)
            self.path.append(known)
        else:
            holder = self.path[-1]
            holder.height = max(holder.height, height + 1)
            self._count(known.length or 0)
        return known.copy

    def _key(self, key: Any) -> str:
        if type(key) is not str:
            # RR-W.7 "a key that is not a string": its value is still looked at, for RR-W.6; the copy is not used.
            self._note("RR-W.7", "a string as key", f"an instance of {_class_name(type(key))}", key=True)
            return "?"
        self._string(key, key=True)
        return key

    def _string(self, string: str, key: bool = False) -> None:
        self._count(len(string))  # before it is encoded: it may be very long
        length = utf8_length(string)
        if length is None:
            # RR-W.5 "A string or key with a lone surrogate is rejected."
            self._note("RR-W.5", "surrogates in pairs", excerpt(string), key)
            length = len(string.encode("utf-8", "surrogatepass"))
        self._count(length - len(string))

    def _note(self, clause: str, expected: str, found: str, key: bool = False) -> None:
        if clause not in self.faults:
            steps = [visit.key for visit in self.path[1:]]
            at = pointer(steps[:-1] if key else steps).encode("utf-8", "backslashreplace").decode()
            self.faults[clause] = ObjectFault(clause, at, expected, found)


def _is_normal(fraction: DecimalFraction) -> bool:
    """Return whether a fraction is as :func:`rung.value.decimal_number` makes them, and in range."""
    numerator = getattr(fraction, "numerator", None)
    denominator = getattr(fraction, "denominator", None)
    if type(numerator) is not int or type(denominator) is not int or denominator < 10 or numerator % 10 == 0:
        return False
    if not -_SMALL < numerator < _SMALL or denominator > 10 ** (MOST_DIGITS + EXPONENT_BOUND):
        return False
    places = ((denominator.bit_length() - 1) * 30103 + 65000) // 100000  # no other power of ten is as long
    least = 10 ** max(0, places - EXPONENT_BOUND)
    return bool(denominator == 10**places and not -least < numerator < least)


def _class_name(kind: type) -> str:
    """Return a class's own name: asking the class itself could run code of its metaclass."""
    return excerpt(type.__dict__["__name__"].__get__(kind))
