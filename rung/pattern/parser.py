"""The source text of a pattern -> its meaning, or one refusal.

Three kinds of refusal, and which one wins is fixed: ``syntax`` (not a pattern of ECMA-262 with ``u``) before
``irregular`` (a pattern, outside the regular subset) before ``size``. So the parser reads irregular constructs to the
end like any others and refuses them last. Two limits come first of all, since they bound the parser itself: the length
of the source and the nesting of groups.

The grammar is that of ECMA-262, 15th edition (2024), 22.2.1, parameters ``[+UnicodeMode, +NamedCaptureGroups]``,
with one addition: ``\\`` before any ASCII punctuation stands for that character, as Annex B has it, since real
patterns write ``\\-`` and ``\\@``. Later additions (``(?i:...)``, one name for groups of two alternatives) are
syntax errors.

The parser keeps its own stack of open groups: no input can exhaust Python's.
Source: semantics, section 3, ``pattern``; RR-L.10, RR-L.11.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from rung.pattern.syntax import (
    FIRST_SURROGATE,
    LAST_CODE_POINT,
    MOST_EXPANDED_RANGES,
    MOST_POSITIONS,
    Alternative,
    CharacterSet,
    Empty,
    Node,
    Pattern,
    Range,
    Repeat,
    character_set,
    choice,
    expanded_ranges,
    positions,
    sequence,
)

#: RR-L.11 the length of a source in code points, and how deep its groups may nest.
MOST_SOURCE: Final = 65_536
MOST_NESTING: Final = 64

Kind: TypeAlias = Literal["syntax", "irregular", "size"]

# What a message quotes of a long source, and the size that it no longer tells: nested repeats may have 250 digits.
_QUOTED: Final = 60
_UNTOLD: Final = 1_000_000_000_000


class PatternError(ValueError):
    """A pattern that is refused. Read-only fields; the message is one line and begins with the clause.

    - ``source``: the pattern as written; ``offset``: where in it, in code points;
    - ``found``: what stands there (``""`` at the end of the source), or how large it is;
    - ``expected``: what would be accepted instead;
    - ``kind``: ``syntax`` (no pattern of ECMA-262 with ``u``), ``irregular`` (one, but outside the regular subset),
      ``size`` (too large);
    - ``clause``: RR-L.10 for the first two kinds, RR-L.11 for ``size``.
    """

    __slots__ = ("_expected", "_found", "_kind", "_offset", "_source")

    def __init__(self, source: str, offset: int, found: str, expected: str, kind: Kind) -> None:
        # All five go to the base class, so that copies and other processes rebuild the exception.
        super().__init__(source, offset, found, expected, kind)
        self._source = source
        self._offset = offset
        self._found = found
        self._expected = expected
        self._kind: Kind = kind

    @property
    def source(self) -> str:
        """The pattern as written."""
        return self._source

    @property
    def offset(self) -> int:
        """Where in the source, counted in code points from 0."""
        return self._offset

    @property
    def found(self) -> str:
        """What stands at the offset; empty at the end of the source."""
        return self._found

    @property
    def expected(self) -> str:
        """What would be accepted instead."""
        return self._expected

    @property
    def kind(self) -> Kind:
        """``syntax``, ``irregular`` or ``size``."""
        return self._kind

    @property
    def clause(self) -> str:
        """The id of the clause that refuses the pattern."""
        return "RR-L.11" if self._kind == "size" else "RR-L.10"

    def __str__(self) -> str:
        # Quoted as JSON: one line, and as a registry writes it.
        source = json.dumps(self._source[:_QUOTED]) + ("..." if len(self._source) > _QUOTED else "")
        found = json.dumps(self._found) if self._found else "the end"
        return f"{self.clause} pattern {source} at {self._offset}: {self._kind}: {found}; expected: {self._expected}"


def parse(source: str) -> Pattern:
    """Return the meaning of ``source``, at most 10,000 expanded positions and 200,000 expanded ranges large.

    Errors: :class:`PatternError`, nothing else, for any ``str``; in time linear in the source, whatever the sizes of
    its repeats. Source: semantics, section 3, ``pattern``; RR-L.10 (not a pattern, or irregular), RR-L.11 (size).
    """
    return _Parser(source).pattern()


# ECMA-262, 22.2.1, SyntaxCharacter.
_SYNTAX: Final = frozenset("^$\\.*+?()[]{}|")
_PUNCTUATION: Final = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_CONTROLS: Final = {"t": 0x09, "n": 0x0A, "v": 0x0B, "f": 0x0C, "r": 0x0D}

# ECMA-262, 22.2.2.9, CharacterClassEscape: \d and \w are ASCII; \s is WhiteSpace or LineTerminator, that is TAB, LF,
# VT, FF, CR, SP, NBSP, the rest of Zs, LS, PS and the byte order mark. The class "." is all but LineTerminator.
_DIGIT: Final[tuple[Range, ...]] = ((0x30, 0x39),)
_WORD: Final[tuple[Range, ...]] = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
_SPACE: Final[tuple[Range, ...]] = (
    (0x09, 0x0D),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
)
_LINE_ENDS: Final[tuple[Range, ...]] = ((0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029))
_CLASSES: Final = {
    "d": character_set(_DIGIT),
    "D": character_set(_DIGIT, negated=True),
    "w": character_set(_WORD),
    "W": character_set(_WORD, negated=True),
    "s": character_set(_SPACE),
    "S": character_set(_SPACE, negated=True),
}
_DOT: Final = character_set(_LINE_ENDS, negated=True)
_NOTHING: Final = CharacterSet(())

_LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_QUANTIFIER: Final = re.compile(r"\{([0-9]+)(?:(,)([0-9]*))?\}")
_PROPERTY: Final = re.compile(r"\{[A-Za-z_]+(?:=[A-Za-z0-9_]+)?\}|\{[A-Za-z0-9_]+\}")
_GROUP_NAME: Final = re.compile(r"<([^>]*)>")
_ASCII_NAME: Final = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_DECIMAL: Final = re.compile(r"[1-9][0-9]*")
_FOUR_HEX: Final = re.compile(r"[0-9A-Fa-f]{4}")
_TWO_HEX: Final = re.compile(r"[0-9A-Fa-f]{2}")
_BRACED_HEX: Final = re.compile(r"\{([0-9A-Fa-f]+)\}")
_TRAIL_ESCAPE: Final = re.compile(r"\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})")

_ASSERTIONS: Final = ("(?=", "(?!", "(?<=", "(?<!")


@dataclass(slots=True)
class _Group:
    """An open group, or the whole pattern: its finished alternatives and the items of the one being read."""

    opened_at: int
    is_assertion: bool
    options: list[Node] = field(default_factory=list)
    items: list[Node] = field(default_factory=list)

    def end_alternative(self) -> Node:
        body = sequence(self.items)
        self.options.append(body)
        self.items = []
        return body


class _Parser:
    """One reading of one source. ``_at`` is the offset of the next character to read."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._at = 0
        self._open: list[_Group] = []
        self._top = _Group(0, is_assertion=False)
        self._alternatives: list[Alternative] = []
        # Of the alternative being read at the top: where it begins, and whether its anchors stand.
        self._began = 0
        self._anchored_start = False
        self._anchored_end = False
        # Refusals that give way to a syntax error further on.
        self._irregular: PatternError | None = None
        self._large_repeat: PatternError | None = None
        # Back-references are judged at the end: they may point forward.
        self._groups = 0
        self._names: set[str] = set()
        self._numbers_used: list[tuple[int, str]] = []
        self._names_used: list[tuple[int, str]] = []

    def pattern(self) -> Pattern:
        source = self._source
        if len(source) > MOST_SOURCE:
            raise self._error(0, f"{len(source)} code points", f"at most {MOST_SOURCE}", "size")
        # A pattern is a text, and no text holds a lone surrogate (RR-W.5); an escape may name one.
        if lone := _LONE_SURROGATE.search(source):
            raise self._error(lone.start(), lone[0], "a text of Unicode scalar values")
        while self._at < len(source):
            self._term(source[self._at])
        if self._open:
            raise self._error(len(source), "", f'")" for the group opened at {self._open[-1].opened_at}')
        self._end_top_alternative()
        self._check_references()
        parsed = Pattern(source, tuple(self._alternatives))
        for deferred in (self._irregular, self._large_repeat):
            if deferred is not None:
                raise deferred
        for size, most, of in (
            (positions(parsed), MOST_POSITIONS, "positions"),
            (expanded_ranges(parsed), MOST_EXPANDED_RANGES, "ranges of characters"),
        ):
            if size > most:
                found = f"{size} {of}" if size < _UNTOLD else f"over {_UNTOLD} {of}"
                raise self._error(0, found, f"at most {most} when repeats are written out", "size")
        return parsed

    # Terms

    def _term(self, character: str) -> None:
        """Read one term of the current alternative, or one of the marks ``|``, ``(`` and ``)`` between terms."""
        start = self._at
        if character == "|":
            self._at += 1
            if self._open:
                self._open[-1].end_alternative()
            else:
                self._end_top_alternative()
        elif character == "(":
            self._open_group()
        elif character == ")":
            self._close_group()
        elif character in "^$":
            self._at += 1
            self._anchor(character, start)
        elif character == "[":
            self._atom(self._class())
        elif character == ".":
            self._at += 1
            self._atom(_DOT)
        elif character == "\\":
            self._escape_term(start)
        elif character in "*+?":
            raise self._error(start, character, "something to repeat before it")
        elif character in "{}]":
            raise self._error(start, character, f'"\\{character}" for the character itself')
        else:
            self._at += 1
            self._atom(_literal(ord(character)))

    def _anchor(self, character: str, start: int) -> None:
        # Accepted at the edges of a top-level alternative only; nobody guesses what "a^b" was meant to say.
        if not self._open and character == "^" and start == self._began:
            self._anchored_start = True
        elif not self._open and character == "$" and self._source[self._at : self._at + 1] in ("", "|"):
            self._anchored_end = True
        else:
            self._refuse_irregular(start, character, "an anchor at the edge of a top-level alternative only")

    def _escape_term(self, start: int) -> None:
        following = self._source[start + 1 : start + 2]
        if following in ("b", "B"):
            # An assertion, so nothing to repeat: what follows is read as the next term.
            self._at += 2
            self._refuse_irregular(start, "\\" + following, "no word boundary, which is outside the regular subset")
        elif following == "k":
            self._at += 2
            name = self._group_name(start)
            self._names_used.append((start, name))
            self._refuse_irregular(start, f"\\k<{name}>", "no back-reference, which is outside the regular subset")
            self._atom(Empty())
        elif number := _DECIMAL.match(self._source, start + 1):
            self._at = number.end()
            self._numbers_used.append((start, number[0]))
            self._refuse_irregular(start, "\\" + number[0], "no back-reference, which is outside the regular subset")
            self._atom(Empty())
        else:
            meant = self._escape(start, in_class=False)
            self._atom(_literal(meant) if isinstance(meant, int) else meant)

    def _atom(self, node: Node) -> None:
        """Add an atom that has just been read, with the quantifier that may follow it."""
        group = self._open[-1] if self._open else self._top
        group.items.append(self._quantified(node))

    def _quantified(self, node: Node) -> Node:
        start = self._at
        mark = self._source[start : start + 1]
        least: int
        most: int | None
        if mark in ("*", "+", "?"):
            least = 1 if mark == "+" else 0
            most = 1 if mark == "?" else None
            self._at += 1
        elif mark == "{":
            counts = _QUANTIFIER.match(self._source, start)
            if counts is None:
                raise self._error(start, mark, "{n}, {n,} or {n,m}; \\{ for the character itself")
            self._at = counts.end()
            least, most = self._bounds(start, counts)
        else:
            return node
        # A lazy quantifier prefers other matches; there is a match or there is none all the same.
        if self._source[self._at : self._at + 1] == "?":
            self._at += 1
        return Repeat(node, least, most)

    def _bounds(self, start: int, counts: re.Match[str]) -> tuple[int, int | None]:
        low = counts[1].lstrip("0") or "0"
        unbounded = counts[2] is not None and not counts[3]
        high = (counts[3].lstrip("0") or "0") if counts[3] else low
        # Compared as text: a count may have more digits than one wants to convert.
        if (len(low), low) > (len(high), high):
            raise self._error(start, counts[0], "its bounds in ascending order")
        if len(high) > 5 or int(high) > MOST_POSITIONS:
            if self._large_repeat is None:
                self._large_repeat = self._error(start, counts[0], f"a repeat of at most {MOST_POSITIONS}", "size")
            return 0, 0
        return int(low), None if unbounded else int(high)

    # Groups

    def _open_group(self) -> None:
        start = self._at
        source = self._source
        is_assertion = source.startswith(_ASSERTIONS, start)
        if is_assertion:
            self._at += 4 if source[start + 2] == "<" else 3
            self._refuse_irregular(
                start, source[start : self._at], "no look-around, which is outside the regular subset"
            )
        elif source.startswith("(?:", start):
            self._at += 3
        elif source.startswith("(?<", start):
            self._at += 2
            self._declare(start, self._group_name(start))
        elif source.startswith("(?", start):
            raise self._error(start, source[start : start + 3], "(?: , (?= , (?! , (?<= , (?<! or (?<name> after (")
        else:
            self._at += 1
            self._groups += 1
        if len(self._open) == MOST_NESTING:
            raise self._error(start, "(", f"at most {MOST_NESTING} groups inside one another", "size")
        self._open.append(_Group(start, is_assertion))

    def _close_group(self) -> None:
        if not self._open:
            raise self._error(self._at, ")", 'a "(" before it')
        self._at += 1
        group = self._open.pop()
        group.end_alternative()
        # A look-around is no atom, so a quantifier after it has nothing to repeat.
        if not group.is_assertion:
            self._atom(choice(group.options))

    def _declare(self, start: int, name: str) -> None:
        self._groups += 1
        if name in self._names:
            raise self._error(start, name, "a name for each group")
        self._names.add(name)

    def _group_name(self, start: int) -> str:
        name = _GROUP_NAME.match(self._source, self._at)
        if name is None:
            raise self._error(start, self._source[start : self._at + 1], "a group name in < >")
        self._at = name.end()
        if not _ASCII_NAME.fullmatch(name[1]):
            # Which letters a name may hold depends on the edition of Unicode; the refusal must not.
            if name[1].isascii() and "\\" not in name[1]:
                raise self._error(start, name[0], "a group name of letters, digits, $ and _")
            self._refuse_irregular(start, name[0], "a group name in ASCII, as others depend on the edition of Unicode")
        return name[1]

    def _check_references(self) -> None:
        for offset, number in self._numbers_used:
            # No source has more groups than characters, so a longer number has no group.
            if len(number) > len(str(MOST_SOURCE)) or int(number) > self._groups:
                raise self._error(offset, "\\" + number, "a group for the back-reference")
        for offset, name in self._names_used:
            if name not in self._names:
                raise self._error(offset, name, "a group for the back-reference")

    def _end_top_alternative(self) -> None:
        body = self._top.end_alternative()
        self._alternatives.append(Alternative(self._anchored_start, body, self._anchored_end))
        self._began = self._at
        self._anchored_start = self._anchored_end = False

    # Characters and classes

    def _class(self) -> CharacterSet:
        start = self._at
        negated = self._source.startswith("[^", start)
        self._at += 2 if negated else 1
        ranges: list[Range] = []
        while (atom := self._class_atom(start)) is not None:
            at = self._at
            is_range = self._source.startswith("-", at) and not self._source.startswith("-]", at)
            if not is_range:
                ranges.extend([(atom, atom)] if isinstance(atom, int) else atom.ranges)
                continue
            self._at += 1
            last = self._class_atom(start)
            if not isinstance(atom, int) or not isinstance(last, int):
                raise self._error(at, self._source[at : self._at], "a range from one character to one character")
            if atom > last:
                raise self._error(at, self._source[at : self._at], "a range in ascending order")
            ranges.append((atom, last))
        return character_set(ranges, negated=negated)

    def _class_atom(self, start: int) -> int | CharacterSet | None:
        """Read one member of a class; ``None`` where the class ends. A character is its code point."""
        at = self._at
        character = self._source[at : at + 1]
        if not character:
            raise self._error(at, "", f'"]" for the class opened at {start}')
        if character == "\\":
            return self._escape(at, in_class=True)
        self._at += 1
        return None if character == "]" else ord(character)

    def _escape(self, start: int, *, in_class: bool) -> int | CharacterSet:
        """Read an escape that stands for one character (its code point) or for a set of them."""
        source = self._source
        letter = source[start + 1 : start + 2]
        self._at = start + 2
        if letter in _CLASSES:
            return _CLASSES[letter]
        if letter in _CONTROLS:
            return _CONTROLS[letter]
        if letter in _PUNCTUATION:
            return ord(letter)
        if letter == "b" and in_class:
            return 0x08
        if letter == "0" and source[self._at : self._at + 1] not in tuple("0123456789"):
            return 0
        if letter == "c":
            control = source[self._at : self._at + 1]
            if control.isascii() and control.isalpha():
                self._at += 1
                return ord(control) % 32
        elif letter == "x":
            if two := _TWO_HEX.match(source, self._at):
                self._at = two.end()
                return int(two[0], 16)
        elif letter == "u":
            return self._unicode_escape(start)
        elif letter in ("p", "P") and (name := _PROPERTY.match(source, self._at)):
            self._at = name.end()
            found = source[start : self._at]
            self._refuse_irregular(start, found, "no property, whose characters depend on the edition of Unicode")
            return _NOTHING
        raise self._error(start, source[start : start + 2], "an escape of ECMA-262 or of ASCII punctuation")

    def _unicode_escape(self, start: int) -> int:
        source = self._source
        if four := _FOUR_HEX.match(source, self._at):
            self._at = four.end()
            unit = int(four[0], 16)
            # ECMA-262, 22.2.1, RegExpUnicodeEscapeSequence: a lead and a trail surrogate are one code point.
            if FIRST_SURROGATE <= unit < 0xDC00 and (trail := _TRAIL_ESCAPE.match(source, self._at)):
                self._at = trail.end()
                return 0x10000 + (unit - FIRST_SURROGATE) * 0x400 + (int(trail[1], 16) - 0xDC00)
            return unit
        if braced := _BRACED_HEX.match(source, self._at):
            self._at = braced.end()
            # Base 16, so the conversion is linear in the digits and has no limit.
            code_point = int(braced[1], 16)
            if code_point <= LAST_CODE_POINT:
                return code_point
        raise self._error(start, source[start : self._at], "\\uHHHH or \\u{H...} up to \\u{10FFFF}")

    # Refusals

    def _error(self, offset: int, found: str, expected: str, kind: Kind = "syntax") -> PatternError:
        return PatternError(self._source, offset, found[:_QUOTED], expected, kind)

    def _refuse_irregular(self, offset: int, found: str, expected: str) -> None:
        if self._irregular is None:
            self._irregular = self._error(offset, found, expected, "irregular")


def _literal(code_point: int) -> CharacterSet:
    # A lone surrogate named by an escape matches nothing: no text holds one (RR-W.5).
    return character_set(((code_point, code_point),))
