"""From source to tree, or to one refusal of the right kind (RR-L.10, RR-L.11)."""

from __future__ import annotations

import copy
import pickle
import sys
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rung.pattern import (
    MOST_EXPANDED_RANGES,
    MOST_NESTING,
    MOST_POSITIONS,
    MOST_SOURCE,
    Alternative,
    CharacterSet,
    Choice,
    Empty,
    Kind,
    Node,
    PatternError,
    Repeat,
    Sequence,
    character_set,
    parse,
    positions,
)

from .patterns import CASES, Case
from .trees import alternatives, written

pytestmark = pytest.mark.clause("RR-L.10", "RR-L.11")


def body(source: str) -> Node:
    (alternative,) = parse(source).alternatives
    return alternative.body


def one(character: str) -> CharacterSet:
    return character_set([(ord(character), ord(character))])


def refusal(source: str) -> PatternError:
    with pytest.raises(PatternError) as caught:
        parse(source)
    return caught.value


@pytest.mark.parametrize("case", CASES, ids=lambda case: ascii(case.source)[:60])
def test_each_pattern_is_accepted_or_refused_as_written_down(case: Case) -> None:
    if case.expected == "accepted":
        parsed = parse(case.source)
        assert parsed.source == case.source
        assert positions(parsed) <= MOST_POSITIONS
    else:
        error = refusal(case.source)
        assert (error.kind, error.source) == (case.expected, case.source)
        assert 0 <= error.offset <= len(case.source)


def test_the_patterns_are_distinct_and_enough() -> None:
    assert len({case.source for case in CASES}) == len(CASES)
    assert sum(case.expected == "accepted" for case in CASES) >= 200


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("", Empty()),
        ("ab", Sequence((one("a"), one("b")))),
        ("(a|b)c", Sequence((Choice((one("a"), one("b"))), one("c")))),
        ("(?:a)(?<n>b)", Sequence((one("a"), one("b")))),
        ("(?:ab)c", Sequence((one("a"), one("b"), one("c")))),
        ("(|a)", Choice((Empty(), one("a")))),
        ("a*?", Repeat(one("a"), 0, None)),
        ("a+", Repeat(one("a"), 1, None)),
        ("a?", Repeat(one("a"), 0, 1)),
        ("a{3}", Repeat(one("a"), 3, 3)),
        ("a{3,}", Repeat(one("a"), 3, None)),
        ("a{03,0010}?", Repeat(one("a"), 3, 10)),
        ("a{" + "0" * 5000 + "}", Repeat(one("a"), 0, 0)),
        ("(?:a*)*", Repeat(Repeat(one("a"), 0, None), 0, None)),
        (".", character_set([(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)], negated=True)),
        (r"\w", character_set([(48, 57), (65, 90), (95, 95), (97, 122)])),
        (r"[^\d]", character_set([(48, 57)], negated=True)),
        (r"[\b\-]", character_set([(8, 8), (45, 45)])),
        (r"\cA", one("\x01")),
        (r"\cz", one("\x1a")),
        (r"\x41", one("A")),
        (r"\0", one("\0")),
        (r"\u{" + "0" * 5000 + "41}", one("A")),
        (r"\uD83D\uDE00", one("\U0001f600")),
        (r"\uDBFF\uDFFF", one("\U0010ffff")),
        (r"\uD83D", CharacterSet(())),
        (r"\uD83D\n", Sequence((CharacterSet(()), one("\n")))),
        (r"\@", one("@")),
    ],
)
def test_a_source_means_its_tree(source: str, expected: Node) -> None:
    assert body(source) == expected


def test_white_space_is_that_of_ecma() -> None:
    spaces = "\t\n\v\f\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    spaces += "\u2028\u2029\u202f\u205f\u3000\ufeff"
    assert body(r"\s") == character_set([(ord(space), ord(space)) for space in spaces])


def test_every_ascii_punctuation_may_be_escaped_and_nothing_else_may() -> None:
    meaningful = set("bBcdDfknpPrsStuvwWx0123456789")
    for code_point in range(0x100):
        character = chr(code_point)
        if character in meaningful:
            continue
        if character.isascii() and not character.isalnum() and character.isprintable() and character != " ":
            assert body("\\" + character) == body(f"[\\{character}]") == one(character)
        else:
            assert refusal("\\" + character).kind == refusal(f"[\\{character}]").kind == "syntax"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "^a|b$|c",
            (
                Alternative(True, one("a"), False),
                Alternative(False, one("b"), True),
                Alternative(False, one("c"), False),
            ),
        ),
        ("^$|", (Alternative(True, Empty(), True), Alternative(False, Empty(), False))),
        ("^(?:a|b)$", (Alternative(True, Choice((one("a"), one("b"))), True),)),
    ],
)
def test_anchors_belong_to_top_level_alternatives(source: str, expected: tuple[Alternative, ...]) -> None:
    assert parse(source).alternatives == expected


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        (r"\p{L}(", "syntax"),
        ("(?=a)[", "syntax"),
        ("a{20000}(", "syntax"),
        ("a{20000}(?=b)", "irregular"),
        (r"(?:a{200}){200}\b", "irregular"),
        ("(?:a{200}){200}{", "syntax"),
    ],
)
def test_syntax_goes_before_irregular_goes_before_size(source: str, kind: Kind) -> None:
    assert refusal(source).kind == kind


def test_the_first_irregular_construct_and_the_first_large_repeat_are_named() -> None:
    error = refusal(r"a\b(?=b)")
    assert (error.offset, error.found) == (1, r"\b")
    error = refusal("a{20000}b{30000}")
    assert (error.offset, error.found) == (1, "{20000}")


@pytest.mark.parametrize(
    "source",
    ["(?<a>x)|(?<a>y)", "(?i:a)", "(?-i:a)", "(?ims-:a)", "(?<$\U0001d49c>a", r"(?<a-\u0062>x"],
)
def test_what_later_editions_add_is_a_syntax_error(source: str) -> None:
    assert refusal(source).kind == "syntax"


@pytest.mark.parametrize("source", ["\ud83d", "a\udc00", "\ud83d\ude00", "[\ud800]"])
def test_a_lone_surrogate_in_the_source_is_refused(source: str) -> None:
    error = refusal(source)
    assert error.kind == "syntax"
    assert error.found in source


@pytest.mark.parametrize(
    "source",
    [
        "a" * (MOST_SOURCE + 1),
        "a" * 1_000_000,
        "(" * 1_000_000,
        "(" * 10_000,
        "(" * 10_000 + ")" * 10_000,
        "(?:" * 10_000,
        "(?=" * 10_000,
        "(?:" * (MOST_NESTING + 1) + ")" * (MOST_NESTING + 1),
        "a" * (MOST_POSITIONS + 1),
        "(?:" * MOST_NESTING + "a" + "{10000})" * (MOST_NESTING - 1) + "){10000}",
        "a{" + "9" * 60_000 + "}",
        "[abc" + "def" * 10_000 + "]{9}" + "(?:[acegikmoqsuwy]{9999})*" * 2,
        "[acegikmoqsuwyACEGIKMOQSUWY]{10000}",
    ],
    ids=lambda source: f"{source[:12]}-{len(source)}",
)
def test_what_is_too_large_is_refused_without_recursion_or_expansion(source: str) -> None:
    depth = sys.getrecursionlimit()
    sys.setrecursionlimit(_frames() + 230)  # Three levels of the tree for each group, and a margin.
    try:
        error = refusal(source)
    finally:
        sys.setrecursionlimit(depth)
    assert error.kind == "size"
    assert error.clause == "RR-L.11"
    assert len(str(error)) < 600


def _frames() -> int:
    frame: FrameType | None = sys._getframe()
    count = 0
    while frame is not None:
        count += 1
        frame = frame.f_back
    return count


@pytest.mark.parametrize(
    "source",
    [
        "a" * MOST_POSITIONS,
        "a{10000}",
        "(?:" * MOST_NESTING + "a" + ")" * MOST_NESTING,
        "(?:" * MOST_NESTING + "a|b" + ")*" * MOST_NESTING,
        "(?:)" * (MOST_SOURCE // 4),
        "|" * MOST_SOURCE,
        "[" + "a" * (MOST_SOURCE - 2) + "]",
        "[acegikmoqsuwyACEGIKM]{10000}",
        "(?:" * 60 + "(?:){10000}" + "){10000}" * 60,
    ],
    ids=lambda source: f"{source[:12]}-{len(source)}",
)
def test_what_just_fits_is_accepted(source: str) -> None:
    assert positions(parse(source)) <= MOST_POSITIONS


def test_the_second_size_is_the_number_of_ranges() -> None:
    error = refusal("[acegikmoqsuwyACEGIKMO]{10000}")
    assert error.found == f"{MOST_EXPANDED_RANGES + 10_000} ranges of characters"


def test_a_refusal_tells_where_and_why_in_one_line() -> None:
    error = refusal("a{2,1}\n")
    assert (error.source, error.offset, error.found, error.kind) == ("a{2,1}\n", 1, "{2,1}", "syntax")
    assert error.expected == "its bounds in ascending order"
    assert str(error) == (r'RR-L.10 pattern "a{2,1}\n" at 1: syntax: "{2,1}"; expected: its bounds in ascending order')
    assert str(refusal("[")) == 'RR-L.10 pattern "[" at 1: syntax: the end; expected: "]" for the class opened at 0'
    assert "over 1000000000000 positions" in str(refusal("(?:" * 4 + "a" + "{10000})" * 4))
    assert refusal("((a{1,200}){1,200}){1,200}").found == "8000000 positions"


def test_a_refusal_is_read_only_and_survives_copies_and_processes() -> None:
    error = refusal("(")
    for name in ("source", "offset", "found", "expected", "kind", "clause"):
        with pytest.raises(AttributeError):
            setattr(error, name, "other")
    for twin in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert str(twin) == str(error)
        assert twin.kind == error.kind


@given(alternatives, st.booleans())
def test_a_tree_written_as_source_is_read_back(tree: tuple[Alternative, ...], lazy: bool) -> None:
    assert parse(written(tree, lazy=lazy)).alternatives == tree


TOKENS = st.sampled_from(
    [
        *"^$\\.*+?()[]{}|/-,:=!<>abk019",
        "(?:",
        "(?=",
        "(?<",
        "(?<n>",
        "\\k<n>",
        "\\u",
        "\\u{",
        "\\p{L}",
        "{2}",
        "{2,",
        "[^",
        "\\d",
    ]
)


@given(st.one_of(st.text(), st.lists(TOKENS, max_size=20).map("".join), st.text(st.characters())))
def test_any_text_is_a_pattern_or_a_pattern_error(source: str) -> None:
    refused: PatternError | None = None
    try:
        assert parse(source).source == source
    except PatternError as error:
        refused = error
    if refused is not None:
        assert refused.source == source
        assert str(refused).startswith(refused.clause)
        assert "\n" not in str(refused)
