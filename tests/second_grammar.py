"""A second reading of RFC 8259 and the W clauses of text, as naive as possible and independent of `rung.text`.

One character at a time, by recursive descent, one function for each production of the RFC. No regular expression, no
standard library parser, nothing imported from `rung`. It labels the W vectors, and `rung.text` is tested against it.
Slow, and it recurses as deep as the depth limit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

HEX = "0123456789abcdefABCDEF"
DIGITS = "0123456789"
ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


class Wrong(Exception):
    """The text stops being a beginning of any JSON text at ``offset`` (RR-W.1), or is too deep there (RR-W.6)."""

    def __init__(self, clause: str, offset: int) -> None:
        super().__init__(clause, offset)
        self.clause = clause
        self.offset = offset


@dataclass
class Reader:
    """The text, the place in it, and what was noticed on the way."""

    text: str
    depth_limit: int
    place: int = 0
    depth: int = 0
    noticed: set[str] = field(default_factory=set)

    def peek(self) -> str:
        return self.text[self.place] if self.place < len(self.text) else "end"

    def wrong(self, in_string: bool = False) -> Wrong:
        too_deep = not in_string and self.peek() in ("[", "{") and self.depth == self.depth_limit
        return Wrong("RR-W.6" if too_deep else "RR-W.1", self.place)

    def take(self, allowed: str, in_string: bool = False) -> str:
        char = self.peek()
        if char not in list(allowed):
            raise self.wrong(in_string)
        self.place += 1
        return char

    def space(self) -> None:
        while self.peek() in (" ", "\t", "\n", "\r"):
            self.place += 1

    def json_text(self) -> Any:
        self.space()
        value = self.value()
        self.space()
        if self.place < len(self.text):
            raise self.wrong()
        return value

    def value(self) -> Any:
        char = self.peek()
        if char in ("[", "{") and self.depth == self.depth_limit:
            raise self.wrong()
        if char == "{":
            return self.object()
        if char == "[":
            return self.array()
        if char == '"':
            return self.string()
        if char == "t":
            return self.word("true", True)
        if char == "f":
            return self.word("false", False)
        if char == "n":
            return self.word("null", None)
        return self.number()

    def word(self, word: str, value: Any) -> Any:
        for char in word:
            self.take(char)
        return value

    def object(self) -> dict[str, Any]:
        result: dict[str, Any] = {}
        self.take("{")
        self.depth += 1
        self.space()
        if self.peek() != "}":
            self.member(result)
            while self.peek() == ",":
                self.place += 1
                self.space()
                self.member(result)
        self.take("}")
        self.depth -= 1
        return result

    def member(self, result: dict[str, Any]) -> None:
        key = self.string()
        if key in result:
            self.noticed.add("RR-W.2")
        self.space()
        self.take(":")
        self.space()
        result[key] = self.value()
        self.space()

    def array(self) -> list[Any]:
        result: list[Any] = []
        self.take("[")
        self.depth += 1
        self.space()
        if self.peek() != "]":
            result.append(self.value())
            self.space()
            while self.peek() == ",":
                self.place += 1
                self.space()
                result.append(self.value())
                self.space()
        self.take("]")
        self.depth -= 1
        return result

    def string(self) -> str:
        self.take('"')
        units: list[str] = []
        while self.peek() != '"':
            units.append(self.character())
        self.place += 1
        return self.join(units)

    def character(self) -> str:
        char = self.peek()
        if char == "end" or ord(char) < 0x20 or 0xD800 <= ord(char) <= 0xDFFF:
            raise self.wrong(in_string=True)
        self.place += 1
        if char != "\\":
            return char
        escape = self.take('"\\/bfnrtu', in_string=True)
        if escape != "u":
            return ESCAPES[escape]
        code = 0
        for _ in range(4):
            code = code * 16 + int(self.take(HEX, in_string=True), 16)
        return chr(code)

    def join(self, units: list[str]) -> str:
        result = []
        at = 0
        while at < len(units):
            code = ord(units[at])
            low = ord(units[at + 1]) if at + 1 < len(units) else 0
            if 0xD800 <= code < 0xDC00 and 0xDC00 <= low < 0xE000:
                result.append(chr(0x10000 + (code - 0xD800) * 0x400 + (low - 0xDC00)))
                at += 2
                continue
            if 0xD800 <= code < 0xE000:
                self.noticed.add("RR-W.5")
            result.append(units[at])
            at += 1
        return "".join(result)

    def number(self) -> Fraction | None:
        negative = self.peek() == "-"
        if negative:
            self.place += 1
        digits = [self.take(DIGITS)]
        if digits != ["0"]:
            digits += self.digits()
        before_point = len(digits)
        if self.peek() == ".":
            self.place += 1
            digits.append(self.take(DIGITS))
            digits += self.digits()
        sign = "+"
        exponent: list[str] = []
        if self.peek() in ("e", "E"):
            self.place += 1
            if self.peek() in ("+", "-"):
                sign = self.take("+-")
            exponent = [self.take(DIGITS), *self.digits()]
        value = number_value(digits, before_point, sign, exponent)
        if value is None:
            self.noticed.add("RR-W.4")
            return None
        return -value if negative else value

    def digits(self) -> list[str]:
        found = []
        while self.peek() in list(DIGITS):
            found.append(self.take(DIGITS))
        return found


def number_value(digits: list[str], before_point: int, sign: str, exponent: list[str]) -> Fraction | None:
    """Return the value, or None if it is out of the range of RR-W.4."""
    places = [place for place, digit in enumerate(digits) if digit != "0"]
    if not places:
        return Fraction(0)
    if places[-1] - places[0] + 1 > 1100:
        return None
    power = 0
    for digit in exponent:
        power = min(power * 10 + int(digit), 10**12)  # longer than any text that is tested
    if sign == "-":
        power = -power
    if not -1100 <= before_point - 1 - places[0] + power <= 1100:
        return None
    coefficient = 0
    for digit in digits[places[0] : places[-1] + 1]:
        coefficient = coefficient * 10 + int(digit)
    return coefficient * Fraction(10) ** (before_point - 1 - places[-1] + power)


def utf8_size(text: str) -> int:
    """Return the length in UTF-8 bytes; a lone surrogate counts three."""
    return sum(1 if ord(c) < 0x80 else 2 if ord(c) < 0x800 else 3 if ord(c) < 0x10000 else 4 for c in text)


def read(
    text: str | bytes, text_bytes: int = 16 * 1024 * 1024, depth: int = 128, arguments: bool = True
) -> tuple[str, int | None] | Any:
    """Return ("value", value) with numbers as fractions, or (clause, offset); the offset only for RR-W.1 and depth."""
    size = len(text) if isinstance(text, bytes) else utf8_size(text)
    if size > text_bytes:
        return "RR-W.6", None
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            text = text[: error.start].decode("utf-8") + "\ud800"
    reader = Reader(text, depth)
    try:
        value = reader.json_text()
    except Wrong as wrong:
        return wrong.clause, wrong.offset
    for clause in ("RR-W.5", "RR-W.2", "RR-W.4"):
        if clause in reader.noticed:
            return clause, None
    if arguments and not isinstance(value, dict):
        return "RR-W.3", None
    return "value", value


def label(text: str | bytes, text_bytes: int = 16 * 1024 * 1024, depth: int = 128) -> str | None:
    """Return the clause that rejects ``text`` as arguments, or None."""
    verdict = read(text, text_bytes, depth)[0]
    return None if verdict == "value" else verdict
