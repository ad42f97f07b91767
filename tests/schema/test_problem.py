"""A problem says in one line what is wrong, where, and what to do."""

from __future__ import annotations

import pytest

from rung.schema import Problem, compile_schema


@pytest.mark.clause("RR-L.4")
def test_message_is_the_one_of_the_house_style() -> None:
    found = compile_schema({"properties": {"to": {"patern": "a"}}}, "send_mail")
    assert isinstance(found, list)
    assert [problem.message for problem in found] == [
        'RR-L.4 send_mail /properties/to/patern: unknown keyword "patern"; '
        'did you mean "pattern"? --annotation patern accepts it'
    ]


@pytest.mark.clause("RR-L.1")
@pytest.mark.parametrize(
    ("tool", "at", "message"),
    [
        (None, "", "RR-L.1: said; do"),
        (None, "/0", "RR-L.1 /0: said; do"),
        ("a", "", "RR-L.1 a: said; do"),
        ("", "/x", 'RR-L.1 "" /x: said; do'),
        ("a\nRR-L.9 b", "/x\n\x1b[1m\u2028\u202e", 'RR-L.1 "a\\nRR-L.9 b" /x\\n\\u001b[1m\\u2028\\u202e: said; do'),
    ],
)
def test_message_is_one_line_of_ascii_whatever_the_names_are(tool: str | None, at: str, message: str) -> None:
    assert Problem("RR-L.1", tool, at, None, "said", "do").message == message


@pytest.mark.clause("RR-L.4", "RR-L.5", "RR-L.6", "RR-L.8")
@pytest.mark.parametrize("hostile", ["a\nb", "\x1b[31m", "\u2028", "\u202eevil", "x" * 10_000, '"', "\x7f"])
def test_no_word_of_a_schema_breaks_the_line(hostile: str) -> None:
    document = {
        hostile: 1,
        "type": hostile,
        "$ref": "#/" + hostile,
        "enum": hostile,
        "$schema": hostile,
        "allOf": {hostile: 1},
    }
    found = compile_schema(document, hostile)
    assert isinstance(found, list)
    assert len(found) >= 5
    for problem in found:
        assert problem.message.isascii()
        assert problem.message.isprintable()
        assert len(problem.message) < 1_000


@pytest.mark.clause("RR-L.3")
def test_problem_is_a_value() -> None:
    one, two = (Problem("RR-L.3", "a", "", None, "s", "d") for _ in range(2))
    assert one == two
    assert len({one, two}) == 1
