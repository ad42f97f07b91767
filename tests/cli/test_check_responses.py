"""``rung check`` on whole responses, on several registries, and with a host's replies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rung.models import VerdictRecord
from tests.cli.process import ALLOWED, ROOT, run

EXAMPLE = str(ROOT / "docs" / "examples" / "registry.json")
FIXTURES = ROOT / "tests" / "fixtures" / "dialects"

ANTHROPIC = {
    "content": [
        {"type": "text", "text": "Let me see."},
        {"type": "tool_use", "id": "c1", "name": "add", "input": {"a": 1}},
        {"type": "tool_use", "id": "c2", "name": "add", "input": {"aa": 1}},
        {"type": "tool_use", "id": "c3", "name": 7, "input": {}},
    ]
}
NO_CALL = {"role": "assistant", "content": "Good morning."}
LANGCHAIN = {"tool_calls": [{"name": "add", "args": {"a": 1}, "id": "l1"}, {"name": "add", "args": {}, "id": "l2"}]}


@pytest.fixture(autouse=True)
def _here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)


def check(*calls: Any, options: tuple[str, ...] = ()) -> tuple[int, list[str], list[str]]:
    text = "".join((call if isinstance(call, str) else json.dumps(call)) + "\n" for call in calls)
    code, out, err = run("check", "--registry", "tools.json", *options, "-", calls=text.encode())
    return code, out.splitlines(), err.splitlines()


# Several calls a line -------------------------------------------------------------------------------------------------
def test_a_response_has_a_verdict_for_each_of_its_calls() -> None:
    code, out, err = check({"name": "add"}, ANTHROPIC)
    assert code == 1
    assert [line[:28] for line in out] == [
        "line 1: allow add",
        "line 2 call 1: allow add",
        "line 2 call 2: RR-H2.1 rejec",
        "line 2 call 3: RR-W.8 reject",
    ]
    assert err == ["4 calls: 2 allow, 1 W, 1 H2"]


def test_a_record_says_which_call_and_which_id_where_there_are_any() -> None:
    _, out, _ = check({"name": "add"}, {"name": "add", "id": 7}, ANTHROPIC, options=("--format", "json"))
    found = [VerdictRecord.model_validate_json(line) for line in out]
    assert [(record.line, record.call, record.id) for record in found] == [
        (1, None, None),
        (2, None, "7"),
        (3, 1, "c1"),
        (3, 2, "c2"),
        (3, 3, "c3"),
    ]
    always = ["verdict", "code", "clause", "at", "all", "name", "line", "profile", "registry"]
    assert [list(json.loads(line)) for line in out] == [
        always,
        [*always, "id"],
        *[[*always, "call", "id"]] * 3,
    ]


def test_a_response_without_a_call_is_counted_and_no_verdict() -> None:
    assert check(NO_CALL, {"name": "add"}, "", NO_CALL) == (
        0,
        ["line 2: allow add"],
        ["1 call: 1 allow (1 blank line skipped, 2 responses without a call)"],
    )
    assert check(NO_CALL) == (2, [], ["-: no calls; expected one JSON object a line; 1 response without a call"])


def test_calls_that_were_parsed_before_are_told_of_once() -> None:
    code, out, err = check(LANGCHAIN, LANGCHAIN)
    assert (code, len(out)) == (0, 4)
    assert err == [
        "line 1 call 1: LangChain parsed these arguments before: duplicate keys (RR-W.2) and numbers out of range "
        "(RR-W.4) cannot be seen; said once",
        "4 calls: 4 allow",
    ]


def test_whose_calls_these_are_can_be_said() -> None:
    assert check({"name": "add", "args": {"a": 1}})[1][0].startswith("line 1: RR-W.8 ")
    assert check({"name": "add", "args": {"a": 1}}, options=("--call-dialect", "langchain"))[0] == 0
    code, _, err = check({"name": "add"}, options=("--call-dialect", "nobody"))
    assert code == 2
    assert any("'nobody' is not one of" in line for line in err)


# One text over several lines ------------------------------------------------------------------------------------------
def test_a_text_over_several_lines_is_one_with_whole() -> None:
    text = json.dumps(ANTHROPIC, indent=2)
    code, out, _ = check(text, options=("--whole",))
    assert (code, len(out), out[0]) == (1, 3, "line 1 call 1: allow add")
    assert check(" \n\n", options=("--whole",))[0] == 2
    assert run("check", "--registry", "tools.json", "--whole", "-")[0] == 2


@pytest.mark.clause("RR-W.6")
def test_a_whole_text_has_the_limit_of_a_line() -> None:
    _, out, _ = check("x" * (16 << 20), options=("--whole",))
    assert [line[:14] for line in out] == ["line 1: RR-W.6"]


@pytest.mark.parametrize("opening", ["{", "[", "  {  "])
def test_a_text_over_several_lines_without_whole_is_pointed_out_once(opening: str) -> None:
    _, out, err = check(opening, '"name": "add"', "}", "{")
    assert len(out) == 4
    assert err[0] == "line 1: a JSON text that goes on over more lines is read as one with --whole; said once"
    assert len(err) == 2


# Registries -----------------------------------------------------------------------------------------------------------
def test_several_files_are_one_registry() -> None:
    calls = ALLOWED + b'{"name": "get_weather", "arguments": {"city": "Oslo"}}'
    assert run("check", "-r", "tools.json", "-r", EXAMPLE, "-", calls=calls)[0] == 0
    code, out, err = run("check", "-r", "tools.json", "-r", "tools.json", "-", calls=calls)
    assert (code, out) == (2, "")
    assert "RR-L.13 add: 2 tools have this name (tools.json)" in err
    assert err.endswith("tools.json, tools.json: refused for 2 problems\n")


def test_whose_listing_it_is_can_be_said() -> None:
    assert run("check", "-r", "tools.json", "--dialect", "bare", "-", calls=ALLOWED)[0] == 0
    code, out, err = run("check", "-r", "tools.json", "--dialect", "gemini", "-", calls=ALLOWED)
    assert (code, out) == (2, "")
    assert "RR-L.3" in err


def test_standard_input_is_one_thing() -> None:
    assert run("check", "-r", "-", "-") == (2, "", "-: standard input is the calls or the registry, not both\n")
    assert run("check", "-r", "-", "-r", "-", "calls") == (2, "", "-: standard input can be read once\n")


# Replies --------------------------------------------------------------------------------------------------------------
def test_a_reply_is_printed_for_each_rejected_call_and_nothing_for_others() -> None:
    code, out, err = check(ANTHROPIC, options=("--reply", "anthropic", "--suggest"))
    assert code == 1
    assert [json.loads(line) for line in out] == [
        {
            "type": "tool_result", "tool_use_id": "c2", "is_error": True,
            "content": 'Not executed. RR-H2.1 reject add: "aa" is not declared (/aa); declared: "a", "b"; a guess by '
            'spelling, not part of the verdict: "a" instead of "aa"',
        },
        {
            "type": "tool_result", "tool_use_id": "c3", "is_error": True,
            "content": 'Not executed. RR-W.8 reject the call: expected a string at "name" (/content/3)',
        },
    ]  # fmt: skip
    assert err == ["3 calls: 1 allow, 1 W, 1 H2"]


def test_a_reply_guesses_nothing_unless_told_to() -> None:
    _, out, _ = check(ANTHROPIC, options=("--reply", "anthropic"))
    assert "guess" not in out[0]


def test_a_record_holds_the_reply_of_a_rejected_call() -> None:
    _, out, _ = check(ANTHROPIC, options=("--reply", "anthropic", "--format", "json"))
    found = [VerdictRecord.model_validate_json(line) for line in out]
    assert [record.reply and record.reply["tool_use_id"] for record in found] == [None, "c2", "c3"]


@pytest.mark.parametrize(
    ("id", "given_back"), [("7", 7), ('"7"', "7"), ("-3", -3), ('"a"', "a"), ("7.5", "7.5"), ("1e2", "1e2")]
)
def test_the_id_of_a_request_is_given_back_as_it_came(id: str, given_back: Any) -> None:
    request = f'{{"jsonrpc": "2.0", "id": {id}, "method": "tools/call", "params": {{"name": "sub"}}}}'
    _, out, _ = check(request, options=("--reply", "mcp"))
    assert json.loads(out[0])["id"] == given_back


def test_a_bare_result_answers_a_request_without_an_id() -> None:
    _, out, _ = check({"name": "sub"}, options=("--reply", "mcp"))
    assert json.loads(out[0])["isError"] is True


def test_a_reply_that_cannot_be_written_is_told_and_exit_2() -> None:
    long = "x" * (17 << 20)
    code, out, err = check({"name": "sub"}, long, {"name": "add"}, options=("--reply", "openai-chat"))
    assert (code, out) == (2, [])
    assert err == [
        "line 1: no openai-chat reply: the call has no id to answer to",
        "line 2: no openai-chat reply: the call has no id to answer to",
        "3 calls: 1 allow, 1 W, 1 H1",
        "2 rejected calls without a reply",
    ]
    odd = {"type": "tool_use", "id": "c\ud800", "name": "sub", "input": {}}
    code, out, err = check(odd, options=("--reply", "anthropic", "--format", "json"))
    assert (code, json.loads(out[0])["id"]) == (2, "c\\ud800")
    assert err[0] == "line 1: no anthropic reply: a lone surrogate in its id or name, which no JSON text may hold"
    code, out, err = check("[]", options=("--reply", "gemini", "--format", "json"))
    assert (code, len(out)) == (2, 1)
    assert err[0].startswith("line 1: no gemini reply: gemini gives back the called name")
    assert err[-1] == "1 rejected call without a reply"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--suggest",), "--suggest: the guess is part of a reply"),
        (("--reply", "openai-chat", "--format", "text"), "--format text: a reply is JSON"),
    ],
)
def test_options_that_contradict_each_other_are_exit_2(options: tuple[str, ...], said: str) -> None:
    code, out, err = check({"name": "add"}, options=options)
    assert (code, out) == (2, [])
    assert err[0].startswith(said)


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.calls.json")), ids=lambda path: path.name)
def test_every_documented_shape_of_a_response_is_judged(path: Path) -> None:
    code, out, err = run("check", "-r", EXAMPLE, "--whole", str(path))
    assert code in (0, 1)
    assert all("allow" in line or "RR-" in line for line in out.splitlines())
    assert "RR-W.8" not in out
    assert "call" in err


def test_nothing_under_whole_asks_for_one_text() -> None:
    assert check("", options=("--whole",))[2] == ["-: no calls; expected one JSON text"]
