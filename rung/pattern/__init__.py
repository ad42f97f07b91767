"""String patterns: ECMA-262 regular expressions with the ``u`` flag, cut to the regular languages.

``parse`` gives a source its meaning or refuses it (:class:`PatternError`; RR-L.10 not a pattern or irregular, RR-L.11
too large), ``compile`` makes the meaning a function from text to bool (RR-H3.4), ``SharedMatchers`` does both once for
each source. The tree in between is what audit and proofs read: see :mod:`rung.pattern.syntax`.

>>> compile(parse("^[a-z]+$"))("slug")
True
"""

from rung.pattern.matcher import Matcher, SharedMatchers, compile
from rung.pattern.parser import MOST_NESTING, MOST_SOURCE, Kind, PatternError, parse
from rung.pattern.syntax import (
    MOST_EXPANDED_RANGES,
    MOST_POSITIONS,
    Alternative,
    CharacterSet,
    Choice,
    Empty,
    Node,
    Pattern,
    Range,
    Repeat,
    Sequence,
    character_set,
    choice,
    expanded_ranges,
    positions,
    sequence,
)

__all__ = [
    "MOST_EXPANDED_RANGES",
    "MOST_NESTING",
    "MOST_POSITIONS",
    "MOST_SOURCE",
    "Alternative",
    "CharacterSet",
    "Choice",
    "Empty",
    "Kind",
    "Matcher",
    "Node",
    "Pattern",
    "PatternError",
    "Range",
    "Repeat",
    "Sequence",
    "SharedMatchers",
    "character_set",
    "choice",
    "compile",
    "expanded_ranges",
    "parse",
    "positions",
    "sequence",
]
