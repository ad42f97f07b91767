"""A rejection as a host's error result: its documented shape, what is declared, and a guess only if asked for."""

from __future__ import annotations

import doctest
import json
import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rung import Registry
from rung import reply as module
from rung.reply import HOSTS, MOST_CHARACTERS, error_result, error_text

ROOT = Path(__file__).parents[1]
REGISTRY = Registry.load(
    [
        {"name": "send_mail", "inputSchema": {"properties": {"to": {}, "subject": {"type": "string"}, "a/b~c": {}}}},
        {"name": "send_male", "inputSchema": {"type": "object"}},
        {"name": "get_weather", "inputSchema": {"properties": {"city": {}}}},
    ]
)
REJECTION = REGISTRY.resolve("send_mail", {"subjet": 1})
TEXT = 'Not executed. RR-H2.1 reject send_mail: "subjet" is not declared (/subjet); declared: "a/b~c", "subject", "to"'


# Shapes: read from the pages that docs/guard.md names -----------------------------------------------------------------
@pytest.mark.parametrize(
    ("host", "call_id", "expected"),
    [
        ("mcp", None, {"resultType": "complete", "content": [{"type": "text", "text": TEXT}], "isError": True}),
        (
            "mcp",
            7,
            {
                "jsonrpc": "2.0",
                "id": 7,
                "result": {"resultType": "complete", "content": [{"type": "text", "text": TEXT}], "isError": True},
            },
        ),
        ("mcp-protocol", "r1", {"jsonrpc": "2.0", "id": "r1", "error": {"code": -32602, "message": TEXT}}),
        ("openai-chat", "call_1", {"role": "tool", "tool_call_id": "call_1", "content": TEXT}),
        ("openai-responses", "call_1", {"type": "function_call_output", "call_id": "call_1", "output": TEXT}),
        (
            "anthropic",
            "toolu_1",
            {"type": "tool_result", "tool_use_id": "toolu_1", "is_error": True, "content": TEXT},
        ),
        ("gemini", None, {"functionResponse": {"name": "send_mail", "response": {"error": TEXT}}}),
        ("gemini", "f1", {"functionResponse": {"id": "f1", "name": "send_mail", "response": {"error": TEXT}}}),
        ("bedrock", "t1", {"toolResult": {"toolUseId": "t1", "status": "error", "content": [{"text": TEXT}]}}),
    ],
)
def test_each_host_gets_its_own_shape(host: str, call_id: Any, expected: dict[str, Any]) -> None:
    given_back = error_result(REJECTION, host, call_id)
    assert given_back == expected
    assert json.loads(json.dumps(given_back)) == expected


def test_every_host_is_shown() -> None:
    page = (ROOT / "docs" / "guard.md").read_text(encoding="utf-8")
    assert [host for host in HOSTS if f"`{host}`" not in page] == []


@pytest.mark.parametrize("host", ["OpenAI", "", "langchain", None, [], {}])
def test_another_host_is_refused(host: Any) -> None:
    with pytest.raises(ValueError, match="write one of mcp, mcp-protocol, openai"):
        error_result(REJECTION, host, "1")


@pytest.mark.parametrize("host", ["openai-chat", "openai-responses", "anthropic", "bedrock"])
@pytest.mark.parametrize("call_id", [None, "", 1, True])
def test_an_id_is_required_where_the_host_requires_it(host: str, call_id: Any) -> None:
    with pytest.raises(ValueError, match="id of the call"):
        error_result(REJECTION, host, call_id)


@pytest.mark.parametrize(
    ("host", "call_id"), [("gemini", 1), ("gemini", ""), ("mcp", True), ("mcp", 1.5), ("mcp-protocol", None)]
)
def test_an_id_of_the_wrong_kind_is_refused(host: str, call_id: Any) -> None:
    with pytest.raises(ValueError, match="id of"):
        error_result(REJECTION, host, call_id)


def test_gemini_gives_back_the_name_that_was_called() -> None:
    nameless = REGISTRY.resolve(7, {})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="say it"):
        error_result(nameless, "gemini")
    with pytest.raises(ValueError, match="say it"):
        error_result("no call", "gemini")
    assert error_result(nameless, "gemini", name="é")["functionResponse"]["name"] == "é"
    assert error_result(REGISTRY.resolve("é" * 99, {}), "gemini")["functionResponse"]["name"] == "é" * 99


# Text -----------------------------------------------------------------------------------------------------------------
def test_the_text_says_what_is_declared_and_guesses_nothing() -> None:
    assert error_text(REJECTION) == TEXT
    fabricated = error_text(REGISTRY.resolve("send_mal", {}))
    assert fabricated == (
        'Not executed. RR-H1.1 reject send_mal: no such tool; registered: "get_weather", "send_mail", "send_male"'
    )


def test_the_message_of_another_fault_is_rendered_too() -> None:
    assert error_text("no float\nstands é \x7f") == "Not executed. no float\\nstands \\u00e9 \\u007f"
    assert error_result("x", "openai-chat", "1")["content"] == "Not executed. x"


def test_a_message_that_is_not_ours_is_made_plain() -> None:
    assert error_text(replace(REJECTION, message="a\u202eb\n")) == "Not executed. a\\u202eb\\n"


def test_a_message_that_is_not_ours_takes_no_time_however_long() -> None:
    start = time.process_time()
    for text in (error_text("\n" * 20_000_000), error_text(replace(REJECTION, message="\n" * 20_000_000))):
        assert len(text) == 4_000
        assert text.endswith("...")
    assert time.process_time() - start < 2


def test_an_allowed_call_has_no_rejection() -> None:
    with pytest.raises(ValueError, match="allows"):
        error_result(REGISTRY.resolve("get_weather", {}), "openai-chat", "1")


@given(st.text(max_size=200), st.dictionaries(st.text(max_size=80), st.text(max_size=200), max_size=4))
def test_the_text_is_printable_ascii_on_one_line_and_bounded(name: str, arguments: dict[str, str]) -> None:
    for called in (name, "send_mail"):
        verdict = REGISTRY.resolve(called, arguments)
        if not verdict.allowed:
            text = error_text(verdict, suggest_from=REGISTRY)
            assert re.fullmatch("[ -~]+", text)
            assert len(text) <= MOST_CHARACTERS


def test_arguments_are_not_repeated() -> None:
    secret = "hunter2" * 1000
    for verdict in (
        REGISTRY.resolve("get_weather", {"city": secret, "x": secret}),
        REGISTRY.resolve("send_mail", {"subject": [secret]}),
        REGISTRY.resolve_text("send_mail", f'{{"subject": "{secret}'),
    ):
        text = error_text(verdict, suggest_from=REGISTRY)
        assert text.startswith("Not executed. " + verdict.message)
        assert len(text) < 400


def test_what_is_long_is_cut_and_the_guess_is_kept() -> None:
    assert len(error_text("x" * 10_000)) == MOST_CHARACTERS
    assert error_text("x" * 10_000).endswith("xxx...")
    names = {f"{'n' * 50}{number:02}": {} for number in range(30)}
    values = [f"{'e' * 60}{number}" for number in range(20)]
    wide = Registry.load(
        [
            {"name": "t", "inputSchema": {"properties": {"a": {"anyOf": [{"enum": values}]}}}},
            {"name": "u", "inputSchema": {"properties": names}},
        ]
    )
    for call in (("t", {"a": 1}), ("u", {"n" * 50 + "99": 1, "n" * 49: 1, "n" * 48: 1, "n" * 47: 1})):
        text = error_text(wide.resolve(*call), suggest_from=wide)
        assert len(text) <= MOST_CHARACTERS
    assert text.count(" instead of ") == module.MOST_GUESSED
    long = module._bounded("m" * 5000, "; a guess")
    assert len(long) == MOST_CHARACTERS
    assert long.endswith("mmm...; a guess")


# Guesses --------------------------------------------------------------------------------------------------------------
GUESS = "; a guess by spelling, not part of the verdict: "


@pytest.mark.parametrize(
    ("name", "arguments", "guess"),
    [
        ("send_mal", {}, '"send_male" or "send_mail" instead of "send_mal"'),
        ("get_wether", {"citty": 1}, '"get_weather" instead of "get_wether"'),
        ("zzz", {}, ""),
        ("", {}, ""),
        ("send_mail" * 10_000, {}, ""),
        ("send_mail", {"subjet": 1, "too": 2, "zzz": 3}, '"subject" instead of "subjet"; "to" instead of "too"'),
        ("send_mail", {"a/b~": 1}, '"a/b~c" instead of "a/b~"'),
        ("send_mail", {"subject": 1}, ""),
        ("get_weather", {"city": 1, "zzz": 2}, ""),
        ("get_weather", {"city": "\ud800"}, ""),
    ],
)
def test_a_guess_is_made_only_if_asked_for_and_says_what_it_is(name: str, arguments: Any, guess: str) -> None:
    verdict = REGISTRY.resolve(name, arguments)
    plain = error_text(verdict)
    assert GUESS not in plain
    assert error_text(verdict, suggest_from=REGISTRY) == plain + (GUESS + guess if guess else "")


def test_a_guess_is_a_registered_name() -> None:
    partly = Registry.load(
        [
            {"name": "pay", "inputSchema": {"type": "object", "patern": 1}},
            {"name": "pays", "inputSchema": {"type": "object"}},
        ],
        quarantine=True,
    )
    assert error_text(partly.resolve("pay", {}), suggest_from=partly).endswith(GUESS + '"pays" instead of "pay"')
    assert GUESS not in error_text(partly.resolve("xyz", {}), suggest_from=partly)


def test_guesses_know_servers() -> None:
    registry = Registry.load(
        [
            {"name": "read", "server": "x", "inputSchema": {"properties": {"path": {}}}},
            {"name": "read", "server": "y", "inputSchema": {"properties": {"file": {}}}},
        ]
    )
    verdict = registry.resolve("read", {"pth": 1}, server="x")
    assert error_text(verdict, suggest_from=registry, server="x").endswith(GUESS + '"path" instead of "pth"')
    assert GUESS not in error_text(verdict, suggest_from=registry)
    assert GUESS not in error_text(registry.resolve("read", {}), suggest_from=registry)
    assert error_text(registry.resolve("reed", {}), suggest_from=registry).endswith(GUESS + '"read" instead of "reed"')


def test_long_names_are_not_compared() -> None:
    wide = Registry.load([{"name": "n" * length, "inputSchema": {"type": "object"}} for length in (60, 61)])
    assert error_text(wide.resolve("n" * 59, {}), suggest_from=wide).count("instead of") == 1
    assert GUESS not in error_text(wide.resolve("n" * 62, {}), suggest_from=wide)
    assert f'"{"n" * 57}..." instead' not in error_text(wide.resolve("n" * 59, {}), suggest_from=wide)


def test_another_registry_is_not_asked() -> None:
    other = Registry.load([{"name": "send_mal", "inputSchema": {"type": "object"}}])
    with pytest.raises(ValueError, match="digest"):
        error_text(REJECTION, suggest_from=other)


def test_a_guess_takes_no_time() -> None:
    many = Registry.load([{"name": f"tool_{n:05}_{'x' * 40}", "inputSchema": {"type": "object"}} for n in range(2000)])
    start = time.process_time()
    error_text(many.resolve("x" * 60, {}), suggest_from=many)
    error_text(many.resolve("x" * 1_000_000, {str(n) * 10: 1 for n in range(1000)}), suggest_from=many)
    assert time.process_time() - start < 10


def test_the_module_shows_what_it_does() -> None:
    tried = doctest.testmod(module)
    assert (tried.failed, tried.attempted > 2) == (0, True)


def test_a_reply_says_where_every_fault_stands() -> None:
    verdict = REGISTRY.resolve("get_weather", {"citty": 1, "days": 0})
    assert error_text(verdict).endswith('. Every fault: RR-H2.1 "/citty", RR-H2.1 "/days"')
    many = error_text(REGISTRY.resolve("get_weather", {f"k{i}": 1 for i in range(99)}))
    assert many.endswith(" and 79 more")
    assert len(many) <= MOST_CHARACTERS
    assert "Every fault" not in error_text(REGISTRY.resolve("get_weather", {"citty": 1}))
