"""Calls of every host: which envelopes are known (RR-W.8), every call in them, and their arguments as written."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rung import Registry
from rung.dialects import HOSTS, LISTINGS, Call, CallFault, read_call, read_calls
from rung.text import Limits
from tests.dialects.hosts import CALLS as FIXTURES
from tests.dialects.hosts import FIXTURES as FOLDER
from tests.dialects.hosts import envelope as written
from tests.dialects.hosts import listing

REGISTRY = Registry.load([{"name": "t", "inputSchema": {"type": "object", "properties": {"a": {}}}}])


def clause_of(envelope: str) -> str | None:
    """Return the clause of the verdict on a call, as the command line judges it."""
    call = read_call(envelope)
    if isinstance(call, CallFault):
        return call.clause
    return REGISTRY.resolve_text(call.name, call.arguments, server=call.server).clause


CALLS = {
    '{"name": "t", "arguments": {"a": 1}}': Call("t", '{"a": 1}'),
    ' {"name":"t","arguments": { "a" : 1.0 }\t}\r\n': Call("t", '{ "a" : 1.0 }'),
    '{"arguments": "{\\"a\\": 1}", "name": "t"}': Call("t", '{"a": 1}'),
    '{"name": "t", "arguments": "\\"{}\\""}': Call("t", '"{}"'),
    '{"name": "t", "arguments": ""}': Call("t", ""),
    '{"name": "t", "arguments": "\\ud800"}': Call("t", "\ud800"),
    '{"name": "t", "arguments": null}': Call("t", "null"),
    '{"name": "t", "arguments": []}': Call("t", "[]"),
    '{"name": "t", "arguments": 1e999999999}': Call("t", "1e999999999"),
    '{"name": "t", "arguments": {"a": 1, "a": 2}}': Call("t", '{"a": 1, "a": 2}'),
    '{"name": "t"}': Call("t", "{}"),
    '{"name": ""}': Call("", "{}"),
    '{"name": "t", "server": "s"}': Call("t", "{}", "s"),
    '{"name": "t", "server": ""}': Call("t", "{}", ""),
    '{"n\\u0061me": "\\u0074"}': Call("t", "{}"),
    '{"name": "\\ud83d\\ude00"}': Call("\U0001f600", "{}"),
    '{"name": "\\ud800"}': Call("\ud800", "{}"),
    '{"name": "t", "x": 1, "x": 2, "id": {"name": "u", "name": 3}}': Call("t", "{}"),
    '{"name": "t", "arguments": {}, "input": {"a": 1}, "args": 7}': Call("t", "{}"),
    '{"x": "\\ud800", "\\udfff": 1e999999, "name": "t"}': Call("t", "{}"),
    '{"function": {"name": "t", "arguments": "{}"}}': Call("t", "{}", at="/function", dialect="openai-chat"),
    '{"id": "1", "type": "function", "function": {"arguments": {"a": 1}, "name": "t"}}': Call(
        "t", '{"a": 1}', id="1", at="/function", dialect="openai-chat"
    ),
    '{"function": {"name": "t", "arguments": "{}", "x": 1, "x": 2, "server": 7, "server": 8}}': Call(
        "t", "{}", at="/function", dialect="openai-chat"
    ),
    '{"server": 7, "function": {"name": "t", "arguments": "{}"}}': Call(
        "t", "{}", at="/function", dialect="openai-chat"
    ),
    '{"function": {"name": "t", "arguments": null}}': Call("t", "null", at="/function", dialect="openai-chat"),
}


@pytest.mark.clause("RR-W.8")
@pytest.mark.parametrize("envelope", CALLS)
def test_a_known_call(envelope: str) -> None:
    assert read_call(envelope) == CALLS[envelope]
    assert read_call(envelope.encode()) == CALLS[envelope]


NOTHING_KNOWN = (
    'expected a call, found no "method" (mcp), no "name" (bare), '
    'no "function", "tool_calls", "function_call" or "choices" (openai-chat), '
    'no "type": "function_call" or an array "output" (openai-responses), '
    'no "type": "tool_use" or "content" of typed blocks (anthropic), '
    'no "functionCall", "parts" or "candidates" (gemini), '
    'no "toolUse", an object "output" or "content" of blocks without a type (bedrock), '
    'no "type": "tool_call" or "tool_calls" with "args" (langchain)'
)
TWO_HOSTS = "expected a call of one host, found what bare and {} would read"
FAULTS = {
    "": "expected a value at column 1, found the end of the text",
    "\ufeff{}": "expected a value at column 1, found a byte order mark",
    "{'name': 't'}": 'expected a key or "}" at column 2, found "\'"',
    '{"name": "t"} x': 'expected the end of the text at column 15, found "x"',
    '{"name": "t"\n,\n}': 'expected a key at line 3 column 1, found "}"',
    '{"name": "t", "a": NaN}': 'expected a value at column 20, found "N"',
    '{"name": "\ud800"}': "expected the rest of a string at column 11, found no UTF-8",
    "[]": 'expected an object at column 1, found "["',
    '"t"': 'expected an object at column 1, found "\\""',
    "null": 'expected an object at column 1, found "n"',
    "{}": NOTHING_KNOWN,
    '{"Name": "t"}': NOTHING_KNOWN,
    '{"params": {"name": "t"}}': NOTHING_KNOWN,
    '{"name": null}': 'expected a string at "name"',
    '{"name": 7, "arguments": {}}': 'expected a string at "name"',
    '{"name": ["t"]}': 'expected a string at "name"',
    '{"name": "t", "name": "t"}': 'expected one "name", found 2',
    '{"name": "t", "n\\u0061me": "u"}': 'expected one "name", found 2',
    '{"name": "t", "arguments": {}, "arguments": {}, "arguments": {}}': 'expected one "arguments", found 3',
    '{"name": "t", "server": "s", "server": "s"}': 'expected one "server", found 2',
    '{"name": "t", "server": null}': 'expected a string at "server"',
    '{"name": "t", "args": {"a": 1}}': 'expected "arguments", found "args"',
    '{"name": "t", "parameters": {"a": 1}}': 'expected "arguments", found "parameters"',
    '{"function": {"name": "t"}}': 'expected "arguments", found none (/function)',
    '{"function": {"name": "t", "args": {}}}': 'expected "arguments", found "args" (/function)',
    '{"function": {"arguments": "{}"}}': 'expected one string "name", found none (/function)',
    '{"function": {"name": 7, "arguments": "{}"}}': 'expected a string at "name" (/function)',
    '{"function": {"name": "t", "name": "t", "arguments": "{}"}}': 'expected one "name", found 2 (/function)',
    '{"function": {"name": "t", "arguments": 1, "arguments": 2}}': 'expected one "arguments", found 2 (/function)',
    '{"function": "t"}': 'expected an object at "function", found "\\"" (/function)',
    '{"function": null}': 'expected an object at "function", found "n" (/function)',
    '{"function": [{"name": "t"}]}': 'expected an object at "function", found "[" (/function)',
    '{"function": {}, "function": {}}': 'expected one "function", found 2',
    '{"function": {"name": "t", "arguments": "{}"}, "name": "t"}': TWO_HOSTS.format("openai-chat"),
    '{"function": {"name": "t", "arguments": "{}"}, "arguments": "{}"}': 'expected no "arguments" beside "function"',
    '{"function": null, "name": "t"}': TWO_HOSTS.format("openai-chat"),
}


@pytest.mark.clause("RR-W.8")
@pytest.mark.parametrize("envelope", FAULTS)
def test_no_known_call(envelope: str) -> None:
    fault = read_call(envelope)
    assert isinstance(fault, CallFault)
    assert (fault.clause, fault.message) == ("RR-W.8", FAULTS[envelope])
    assert read_calls(envelope) == [fault]


@pytest.mark.clause("RR-W.8")
@pytest.mark.parametrize(
    "content", [b"\xff", b'{"name": "\xff"}', b'{"name": "t", "arguments": "\xed\xa0\x80"}', b"\x00" * 9]
)
def test_bytes_that_are_not_utf_8_are_no_call(content: bytes) -> None:
    fault = read_call(content)
    assert isinstance(fault, CallFault)
    assert fault.clause == "RR-W.8"


@pytest.mark.clause("RR-W.1", "RR-W.2", "RR-W.3", "RR-W.4", "RR-W.5", "RR-W.6", "RR-H1.1")
@pytest.mark.parametrize(
    ("arguments", "clause"),
    [
        ("null", "RR-W.3"),
        ("[]", "RR-W.3"),
        ("7", "RR-W.3"),
        ('"\\"{}\\""', "RR-W.3"),
        ('"null"', "RR-W.3"),
        ('""', "RR-W.1"),
        ('"{} {}"', "RR-W.1"),
        ('"\\ud800"', "RR-W.1"),
        ('"{\\"a\\": \\"\\\\ud800\\"}"', "RR-W.5"),
        ('{"a": "\\ud800"}', "RR-W.5"),
        ('{"a": 1, "\\u0061": 2}', "RR-W.2"),
        ('{"a": {"b": 1, "b": 1}}', "RR-W.2"),
        ('{"a": 1e9999}', "RR-W.4"),
        ('{"a": ' + "[" * 128 + "]" * 128 + "}", "RR-W.6"),
        ('"{\\"a\\": 1}"', None),
        ('{"a": 1}', None),
    ],
)
def test_what_is_wrong_inside_the_arguments_keeps_its_own_clause(arguments: str, clause: str | None) -> None:
    for envelope in ('{"name": "t", "arguments": %s}', '{"function": {"name": "t", "arguments": %s}}'):
        assert clause_of(envelope % arguments) == clause


@pytest.mark.clause("RR-H1.1")
def test_a_lone_surrogate_in_a_name_is_an_unknown_name() -> None:
    assert clause_of('{"name": "t\\ud800"}') == "RR-H1.1"


@pytest.mark.clause("RR-W.8")
def test_unknown_members_may_be_nested_however_deep() -> None:
    deep = "[" * 100_000 + "]" * 100_000
    assert read_call(f'{{"x": {deep}, "name": "t"}}') == Call("t", "{}")
    found = read_call(f'{{"function": {{"x": {deep}, "name": "t", "arguments": ""}}}}')
    assert found == Call("t", "", at="/function", dialect="openai-chat")
    assert clause_of(f'{{"name": "t", "arguments": {deep}}}') == "RR-W.6"


@pytest.mark.clause("RR-W.6")
def test_an_envelope_is_as_long_as_the_limit_says() -> None:
    envelope = '{"name": "t\u00e9"}'
    size = len(envelope.encode())
    for text in (envelope, envelope.encode()):
        assert read_call(text, Limits(size)) == Call("t\u00e9", "{}")
        fault = CallFault("RR-W.6", f"expected at most {size - 1} bytes, found at least {size}")
        assert read_call(text, Limits(size - 1)) == fault


@pytest.mark.clause("RR-W.6", "RR-W.8")
def test_bytes_that_are_not_utf_8_count_as_one_each() -> None:
    clauses = [read_call(b"\xff" * length, Limits(10)) for length in (10, 11)]
    assert [fault.clause for fault in clauses if isinstance(fault, CallFault)] == ["RR-W.8", "RR-W.6"]


def test_strings_may_be_longer_than_the_default_limit_where_the_limits_say_so() -> None:
    long = "a" * (17 << 20)
    assert read_call(json.dumps({"name": long, "arguments": long}), Limits(1 << 30)) == Call(long, long)


@given(st.one_of(st.binary(), st.text(st.characters(categories=None))))
def test_reading_never_raises(envelope: str | bytes) -> None:
    assert isinstance(read_call(envelope), Call | CallFault)
    assert all(read_calls(envelope, dialect) is not None for dialect in HOSTS)


@given(st.text(), st.dictionaries(st.text(), st.integers()), st.booleans())
def test_what_is_written_is_read(name: str, arguments: dict[str, int], as_text: bool) -> None:
    text = json.dumps(arguments)
    envelope = json.dumps({"name": name, "arguments": text if as_text else arguments})
    assert read_call(envelope) == Call(name, text)


# Responses ------------------------------------------------------------------------------------------------------------
EXPECTED: dict[str, list[tuple[str | None, str]]] = {
    "openai-chat.completion.calls.json": [
        ("call_1", "/choices/0/message/tool_calls/0/function"),
        ("call_2", "/choices/0/message/tool_calls/1/function"),
    ],
    "openai-chat.message.calls.json": [("call_1", "/tool_calls/0/function"), ("call_2", "/tool_calls/1/function")],
    "openai-chat.legacy.calls.json": [(None, "/function_call")],
    "openai-responses.response.calls.json": [("call_1", "/output/2"), ("call_2", "/output/3")],
    "anthropic.message.calls.json": [("call_1", "/content/2"), ("call_2", "/content/3")],
    "gemini.response.calls.json": [
        ("call_1", "/candidates/0/content/parts/1/functionCall"),
        ("call_2", "/candidates/0/content/parts/2/functionCall"),
    ],
    "bedrock.response.calls.json": [
        ("call_1", "/output/message/content/1/toolUse"),
        ("call_2", "/output/message/content/2/toolUse"),
    ],
    "mcp.request.calls.json": [("7", "/params")],
    "bare.calls.json": [(None, "")],
    "langchain.message.calls.json": [
        ("call_1", "/tool_calls/0"),
        ("call_2", "/tool_calls/1"),
        ("call_3", "/invalid_tool_calls/0"),
    ],
}


@pytest.mark.clause("RR-W.8")
@pytest.mark.parametrize("name", FIXTURES)
def test_every_call_of_a_documented_shape_is_read_in_order(name: str) -> None:
    content = (FOLDER / name).read_bytes()
    dialect = name.split(".")[0]
    calls = read_calls(content)
    assert calls == read_calls(content.decode(), dialect)
    assert [(call.id, call.at, call.dialect) for call in calls] == [(*one, dialect) for one in EXPECTED[name]]
    registry = Registry.load(FOLDER / "mcp.result.json")
    verdicts = [registry.resolve_text(call.name, call.arguments) for call in calls if isinstance(call, Call)]
    expected = [("get_weather", None), ("send_mail", None), ("get_weather", "RR-W.1")]
    assert [(verdict.name, verdict.clause) for verdict in verdicts] == expected[: len(calls)]
    parsed = [call.already_parsed for call in calls if isinstance(call, Call)]
    assert parsed == ([True, True, False] if dialect == "langchain" else [False] * len(calls))


@pytest.mark.clause("RR-W.8")
@pytest.mark.parametrize(
    "envelope",
    [
        '{"role": "assistant", "content": "Hello."}',
        '{"role": "assistant", "content": null}',
        '{"role": "assistant", "content": null, "tool_calls": null, "function_call": null}',
        '{"role": "assistant", "name": "ada", "content": "Hello.", "tool_calls": []}',
        '{"choices": []}',
        '{"choices": [{"message": {"role": "assistant", "content": "Hello."}}]}',
        '{"output": []}',
        '{"output": [{"type": "message", "content": []}, {"type": "mcp_call", "name": "x", "arguments": "{}"}]}',
        '{"content": []}',
        '{"role": "assistant", "content": [{"type": "text", "text": "Hello."}]}',
        '{"candidates": []}',
        '{"candidates": [{"finishReason": "SAFETY"}]}',
        '{"candidates": [{"content": {"role": "model"}}]}',
        '{"parts": [{"text": "Hello."}]}',
        '{"output": {"message": {"content": [{"text": "Hello."}]}}}',
        '{"content": [{"text": "Hello."}]}',
        '{"content": [{"toolUse": {"toolUseId": "1", "type": "server_tool_use", "name": "x", "input": {}}}]}',
    ],
)
def test_a_response_without_a_call_has_no_calls(envelope: str) -> None:
    assert read_calls(envelope) == []
    assert read_call(envelope) == CallFault("RR-W.8", "expected one call, found none")


@pytest.mark.clause("RR-W.8")
@pytest.mark.parametrize(
    ("envelope", "expected"),
    [
        (
            '{"type": "function_call", "id": "f", "call_id": "c", "name": "t", "arguments": ""}',
            Call("t", "", id="c", dialect="openai-responses"),
        ),
        (
            '{"type": "tool_use", "id": "c", "name": "t", "input": {"a": 1}}',
            Call("t", '{"a": 1}', id="c", dialect="anthropic"),
        ),
        (
            '{"functionCall": {"id": "c", "name": "t"}}',
            Call("t", "{}", id="c", at="/functionCall", dialect="gemini"),
        ),
        (
            '{"toolUse": {"toolUseId": "c", "name": "t", "input": {}}}',
            Call("t", "{}", id="c", at="/toolUse", dialect="bedrock"),
        ),
        (
            '{"type": "tool_call", "id": "c", "name": "t", "args": {}}',
            Call("t", "{}", id="c", dialect="langchain", already_parsed=True),
        ),
        (
            '{"type": "invalid_tool_call", "id": "c", "name": "t", "args": "{"}',
            Call("t", "{", id="c", dialect="langchain"),
        ),
    ],
)
def test_one_call_out_of_its_response_is_told_by_its_host_s_words(envelope: str, expected: Call) -> None:
    assert read_call(envelope) == expected
    assert read_calls(envelope, expected.dialect) == [expected]


ONE_BAD = {
    "openai-chat": (
        '{"choices": [5, {"message": {"tool_calls": [%s, 5, {"type": "custom", "id": "c"}, %s]}}, {"message": 5}, {}]}',
        '{"id": "%s", "function": {"name": "t", "arguments": "{}"}}',
        [
            'expected an object "message", found none (/choices/0)',
            "1",
            'expected an object at "tool_calls", found "5" (/choices/1/message/tool_calls/1)',
            "expected the call of a function, found one of another type (/choices/1/message/tool_calls/2)",
            "2",
            'expected an object at "message", found "5" (/choices/2/message)',
            'expected an object "message", found none (/choices/3)',
        ],
    ),
    "openai-responses": (
        '{"output": [%s, 5, {"type": "custom_tool_call", "call_id": "c"}, {"id": "x"}, {"type": "function_call"}, %s]}',
        '{"type": "function_call", "call_id": "%s", "name": "t", "arguments": "{}"}',
        [
            "1",
            'expected an object at "output", found "5" (/output/1)',
            "expected the call of a function, found one of another type (/output/2)",
            'expected a string "type" (/output/3)',
            'expected one string "name", found none (/output/4)',
            "2",
        ],
    ),
    "anthropic": (
        '{"content": [%s, {"type": "tool_use", "name": "t"}, {}, 7, %s]}',
        '{"type": "tool_use", "id": "%s", "name": "t", "input": {}}',
        [
            "1",
            'expected "input", found none (/content/1)',
            'expected a string "type" (/content/2)',
            'expected an object at "content", found "7" (/content/3)',
            "2",
        ],
    ),
    "gemini": (
        '{"candidates": [5, {"content": 5}, {"content": {"parts": [%s, 5, {"functionCall": {"name": 5}}, '
        '{"function_call": {"name": "t", "input": {}}}, %s]}}]}',
        '{"functionCall": {"id": "%s", "name": "t"}}',
        [
            'expected an object at "candidates", found "5" (/candidates/0)',
            'expected an object at "content", found "5" (/candidates/1/content)',
            "1",
            'expected an object at "parts", found "5" (/candidates/2/content/parts/1)',
            'expected a string at "name" (/candidates/2/content/parts/2/functionCall)',
            'expected "args", found "input" (/candidates/2/content/parts/3/function_call)',
            "2",
        ],
    ),
    "bedrock": (
        '{"content": [%s, {"toolUse": 5}, 5, {"toolUse": {"name": "t"}}, %s]}',
        '{"toolUse": {"toolUseId": "%s", "name": "t", "input": {}}}',
        [
            "1",
            'expected an object at "toolUse", found "5" (/content/1/toolUse)',
            'expected an object at "content", found "5" (/content/2)',
            'expected "input", found none (/content/3/toolUse)',
            "2",
        ],
    ),
    "langchain": (
        '{"tool_calls": [%s, {"args": {}}, %s], "invalid_tool_calls": [5, {"name": null, "args": null}]}',
        '{"id": "%s", "name": "t", "args": {}}',
        [
            "1",
            'expected one string "name", found none (/tool_calls/1)',
            "2",
            'expected an object at "invalid_tool_calls", found "5" (/invalid_tool_calls/0)',
            'expected a string at "name" (/invalid_tool_calls/1)',
        ],
    ),
}


@pytest.mark.clause("RR-W.8")
@pytest.mark.parametrize("dialect", ONE_BAD)
def test_one_bad_call_of_a_response_leaves_the_others(dialect: str) -> None:
    response, call, expected = ONE_BAD[dialect]
    found = read_calls(response % (call % "1", call % "2"))
    assert found == read_calls(response % (call % "1", call % "2"), dialect)
    said = [answer.id if isinstance(answer, Call) else answer.message for answer in found]
    assert said == expected
    assert {answer.clause for answer in found if isinstance(answer, CallFault)} == {"RR-W.8"}
    assert read_call(response % (call % "1", call % "2")).clause == "RR-W.8"  # type: ignore[union-attr]


WHOLE = [
    ("mcp", '{"method": "tools/list"}', 'expected the method "tools/call"'),
    ("mcp", '{"method": 5, "params": {}}', 'expected the method "tools/call"'),
    ("mcp", '{"method": "tools/call"}', 'expected an object "params", found none'),
    ("mcp", '{"method": "tools/call", "method": "tools/call"}', 'expected one "method", found 2'),
    ("mcp", '{"method": "tools/call", "params": []}', 'expected an object at "params", found "[" (/params)'),
    ("openai-chat", '{"choices": {}}', 'expected an array at "choices", found "{"'),
    ("openai-chat", '{"choices": [], "function": {}}', 'expected one of "choices", "function"'),
    ("openai-chat", '{"tool_calls": 5}', 'expected an array at "tool_calls", found "5"'),
    ("openai-chat", '{"function_call": []}', 'expected an object at "function_call", found "[" (/function_call)'),
    (
        "openai-chat",
        '{"function_call": {"name": "t"}}',
        'expected "arguments", found none (/function_call)',
    ),
    ("openai-responses", '{"output": [], "output": []}', 'expected one "output", found 2'),
    ("anthropic", '{"content": [], "content": []}', 'expected one "content", found 2'),
    ("gemini", '{"parts": {}}', 'expected an array at "parts", found "{"'),
    ("gemini", '{"functionCall": null}', 'expected an object at "functionCall", found "n" (/functionCall)'),
    ("bedrock", '{"output": {}}', 'expected an object "message", found none (/output)'),
    ("bedrock", '{"output": {"message": {}}}', 'expected an array "content", found none (/output/message)'),
    ("langchain", '{"type": "tool_call", "name": "t", "input": {}}', 'expected "args", found "input"'),
    ("langchain", '{"type": "invalid_tool_call", "name": "t"}', 'expected "args", found none'),
]


@pytest.mark.clause("RR-W.8")
@pytest.mark.parametrize(("dialect", "envelope", "message"), WHOLE)
def test_an_envelope_that_is_not_as_its_host_writes_it(dialect: str, envelope: str, message: str) -> None:
    (fault,) = read_calls(envelope)
    assert isinstance(fault, CallFault)
    assert (fault.clause, fault.message, fault.dialect) == ("RR-W.8", message, dialect)


@pytest.mark.clause("RR-W.8")
@pytest.mark.parametrize(
    ("envelope", "hosts"),
    [
        ('{"name": "t", "arguments": {}, "tool_calls": []}', "bare and openai-chat"),
        ('{"method": "tools/call", "params": {"name": "t"}, "name": "u"}', "mcp and bare"),
        ('{"functionCall": {"name": "t"}, "toolUse": {}}', "gemini and bedrock"),
        ('{"tool_calls": [{"args": {}}, {"function": {}}]}', "openai-chat and langchain"),
    ],
)
def test_what_two_hosts_would_read_is_no_call_of_either(envelope: str, hosts: str) -> None:
    assert read_calls(envelope) == [CallFault("RR-W.8", f"expected a call of one host, found what {hosts} would read")]


@pytest.mark.clause("RR-W.8")
def test_the_dialect_given_is_the_only_one_tried() -> None:
    assert read_calls('{"name": "t", "arguments": {"a": 1}}', "mcp") == [Call("t", '{"a": 1}', dialect="mcp")]
    assert read_calls('{"name": "t", "args": {"a": 1}}', "langchain") == [
        Call("t", '{"a": 1}', dialect="langchain", already_parsed=True)
    ]
    assert read_calls('{"role": "assistant"}', "openai-chat") == []
    (fault,) = read_calls('{"name": "t"}', "openai-chat")
    assert isinstance(fault, CallFault)
    assert fault.message == 'expected "function", "tool_calls", "function_call" or "choices", found none'
    for name in ("openai", "", 5):
        with pytest.raises(ValueError, match="no envelope is of the dialect"):
            read_calls("{}", name)  # type: ignore[arg-type]


#: What a string is where arguments stand, and what absent arguments are, by the clause of the verdict.
STRING = dict.fromkeys(("mcp", "anthropic", "gemini", "bedrock", "langchain"), "RR-W.3")
ABSENT: dict[str, str | None] = dict.fromkeys(("mcp", "bare", "gemini"))


@pytest.mark.clause("RR-W.3", "RR-W.8")
@pytest.mark.parametrize("dialect", HOSTS)
def test_strings_and_absent_arguments_are_what_the_host_says(dialect: str) -> None:
    if not dialect.startswith("openai"):
        assert clause_of(written(dialect, "t", '"{\\"a\\": 1}"')) == STRING.get(dialect)
    else:
        as_value = written(dialect, "t", '{"a": 1}').replace(json.dumps('{"a": 1}'), '{"a": 1}')
        assert clause_of(as_value) is None
        assert clause_of(written(dialect, "t", '"{}"')) == "RR-W.3"
    text = "null" if not dialect.startswith("openai") else json.dumps("null")
    bare = written(dialect, "t", "null")
    for key in ("arguments", "args", "input"):
        bare = bare.replace(f', "{key}": {text}', "")
    assert "null" not in bare
    assert clause_of(bare) == ABSENT.get(dialect, "RR-W.8")


@pytest.mark.clause("RR-W.8")
@pytest.mark.parametrize(
    ("id", "read"),
    [
        ('"x"', "x"),
        ("7", "7"),
        ("-1.50", "-1.50"),
        ("null", None),
        ("{}", None),
        ("true", None),
        ('"x", "id": "y"', None),
    ],
)
def test_an_id_is_a_string_or_a_number_as_written_and_else_not_judged(id: str, read: str | None) -> None:
    (call,) = read_calls(f'{{"id": {id}, "method": "tools/call", "params": {{"name": "t"}}}}')
    assert call == Call("t", "{}", id=read, at="/params", dialect="mcp")


#: Envelopes of all hosts' words in any order.
KEYS = (
    "name arguments args input parameters server id call_id toolUseId type role method params function function_call "
    "tool_calls invalid_tool_calls choices message output content parts candidates functionCall toolUse custom"
).split()
WORDS = ("tools/call", "function", "function_call", "tool_use", "tool_call", "invalid_tool_call", "custom", "assistant")
ENVELOPES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.sampled_from((*WORDS, "t", "{}", "\ud800"))),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(KEYS), inner, max_size=4)),
    max_leaves=12,
)


@pytest.mark.clause("RR-W.8")
@given(ENVELOPES)
def test_every_envelope_is_read_or_refused_by_every_host(envelope: Any) -> None:
    text = json.dumps(envelope)
    for dialect in (None, *HOSTS):
        for answer in read_calls(text, dialect):
            if isinstance(answer, Call):
                assert REGISTRY.resolve_text(answer.name, answer.arguments, server=answer.server).verdict
            else:
                assert answer.clause == "RR-W.8"
                assert answer.message.isascii()
                assert "\n" not in answer.message


SCHEMA = {
    "type": "object",
    "properties": {"n": {"type": "number", "multipleOf": 0.01}, "s": {"enum": ["a", 1]}, "o": {"properties": {}}},
    "required": ["n"],
}
ARGUMENTS = st.one_of(
    st.sampled_from(
        ['{"n": 19.99}', '{"n": 1e400}', '{"n": 1, "n": 1}', '{"n": 1e9999}', '{"s": "a"}', "{}", "[]", "null"]
    ),
    st.dictionaries(
        st.sampled_from("nsox"), st.one_of(st.none(), st.integers(), st.floats(0, 9), st.sampled_from("ab"))
    ).map(json.dumps),
)


@pytest.mark.clause("RR-A.2")
@given(ARGUMENTS)
def test_the_same_tool_gives_the_same_verdict_in_every_dialect(arguments: str) -> None:
    expected = SAME_TOOL["bare"].resolve_text("t", arguments)
    for dialect in HOSTS:
        call = read_call(written(dialect, "t", arguments))
        assert isinstance(call, Call)
        assert call.dialect == dialect
        for registry in SAME_TOOL.values():
            verdict = registry.resolve_text(call.name, call.arguments)
            assert (verdict.clause, verdict.at, verdict.all) == (expected.clause, expected.at, expected.all)


SAME_TOOL = {dialect: Registry.load(listing(dialect, "t", SCHEMA)) for dialect in LISTINGS}


# Nothing that someone would run is lost -------------------------------------------------------------------------------
#: A call as each host marks it among other parts.
ALIEN = {
    "anthropic": '{"type": "tool_use", "id": "x", "name": "rm", "input": {}}',
    "openai-responses": '{"type": "function_call", "id": "x", "name": "rm", "arguments": "{}"}',
    "langchain": '{"type": "tool_call", "id": "x", "name": "rm", "args": {}}',
    "bedrock": '{"id": "x", "toolUse": {"toolUseId": "x", "name": "rm", "input": {}}}',
    "gemini": '{"id": "x", "functionCall": {"name": "rm"}}',
    "openai-chat": '{"id": "x", "type": "function", "function": {"name": "rm", "arguments": "{}"}}',
}

#: A response of each host with a part put in, a part that is no call before it, and what is there.
HOLDING = {
    "anthropic": ('{{"content": [{{"type": "text", "text": ""}}, {}]}}', "/content/1"),
    "bedrock": ('{{"content": [{{"text": ""}}, {}]}}', "/content/1"),
    "gemini": ('{{"parts": [{{"text": ""}}, {}]}}', "/parts/1"),
    "openai-responses": ('{{"output": [{{"type": "message", "content": []}}, {}]}}', "/output/1"),
    "openai-chat": ('{{"choices": [{{"message": {{"content": [{}]}}}}]}}', "/choices/0/message/content/0"),
    "langchain": ('{{"content": [{}], "tool_calls": [], "invalid_tool_calls": []}}', "/content/0"),
}


@pytest.mark.clause("RR-W.8")
@pytest.mark.parametrize("alien", ALIEN)
@pytest.mark.parametrize("dialect", HOLDING)
def test_a_call_in_another_host_s_words_is_a_fault_and_never_lost(dialect: str, alien: str) -> None:
    if alien == dialect and dialect not in ("openai-chat", "langchain"):
        return
    written, at = HOLDING[dialect]
    for found in {None, dialect}:
        [fault] = read_calls(written.format(ALIEN[alien]), found)
        assert (type(fault), fault.at, fault.id) == (CallFault, at, "x")


@pytest.mark.clause("RR-W.8")
@pytest.mark.parametrize("alien", ["toolUse", "functionCall", "function"])
def test_a_part_that_two_hosts_would_run_is_a_fault(alien: str) -> None:
    part = f'{{"type": "tool_use", "name": "a", "input": {{}}, "{alien}": {{"name": "rm"}}}}'
    for envelope in (f'{{"content": [{part}]}}', f'{{"output": [{part}]}}', f'{{"parts": [{part}]}}'):
        assert [type(answer) for answer in read_calls(envelope)] == [CallFault]


@pytest.mark.clause("RR-W.8")
def test_what_langchain_left_in_the_content_is_the_call_that_it_parsed() -> None:
    content = ALIEN["anthropic"] + ", " + ALIEN["openai-responses"].replace('"id"', '"call_id"')
    parsed = '{"name": "rm", "args": {}, "id": "%s", "type": "tool_call"}'
    written = '{"type": "ai", "content": [%s], "tool_calls": [%s], "invalid_tool_calls": []}'
    [call] = read_calls(written % (content, parsed % "x"))
    assert isinstance(call, Call)
    other, *faults = read_calls(written % (content, parsed % "y"))
    assert isinstance(other, Call)
    assert [fault.at for fault in faults if isinstance(fault, CallFault)] == ["/content/0", "/content/1"]


def test_a_message_of_langchain_s_is_told_by_its_invalid_calls_too() -> None:
    text = '{"content": "", "tool_calls": [], "invalid_tool_calls": [{"name": "a", "args": "{", "id": "i"}]}'
    assert read_calls(text) == [Call("a", "{", id="i", at="/invalid_tool_calls/0", dialect="langchain")]


@pytest.mark.clause("RR-W.8")
@pytest.mark.parametrize(
    ("dialect", "envelope"),
    [
        ("openai-responses", '{"type": "function_call", "name": "rm", "arguments": "{}", "output": []}'),
        ("anthropic", '{"type": "tool_use", "name": "a", "input": {}, "content": [@anthropic]}'),
        ("bedrock", '{"toolUse": {"name": "a", "input": {}}, "content": [@bedrock]}'),
        ("bedrock", '{"output": {"message": {"content": []}}, "content": [@bedrock]}'),
        ("gemini", '{"candidates": [], "parts": [@gemini]}'),
        ("gemini", '{"parts": [], "functionCall": {"name": "rm"}}'),
        ("gemini", '{"parts": [{"functionCall": {"name": "a"}, "function_call": {"name": "rm"}}]}'),
        ("langchain", '{"type": "tool_call", "name": "rm", "args": {}, "tool_calls": [@langchain]}'),
        ("openai-chat", '{"role": "assistant", "content": "", "content": [@anthropic]}'),
    ],
)
def test_an_envelope_of_two_forms_of_one_host_is_no_call(dialect: str, envelope: str) -> None:
    for host, call in ALIEN.items():
        envelope = envelope.replace("@" + host, call)
    for given_dialect in (None, dialect):
        [fault] = read_calls(envelope, given_dialect)
        assert isinstance(fault, CallFault)
        assert fault.dialect == dialect


@pytest.mark.clause("RR-W.8")
@pytest.mark.parametrize(
    ("more", "whole"),
    [
        ('"partialArgs": [{"jsonPath": "$.a", "stringValue": "x"}]', False),
        ('"partial_args": []', False),
        ('"willContinue": true', False),
        ('"will_continue": true, "args": {}', False),
        ('"willContinue": false, "willContinue": true', False),
        ('"willContinue": false', True),
        ('"partial_args": null, "will_continue": null, "args": {}', True),
    ],
)
def test_a_piece_of_a_streamed_call_is_not_read_as_one_without_arguments(more: str, whole: bool) -> None:
    # googleapis.github.io/js-genai, FunctionCall: partialArgs, willContinue.
    [answer] = read_calls(f'{{"parts": [{{"functionCall": {{"id": "i", "name": "a", {more}}}}}]}}')
    assert isinstance(answer, Call) == whole
    assert answer.id == "i"


@pytest.mark.clause("RR-W.8")
@pytest.mark.parametrize(
    ("envelope", "faults"),
    [
        ('{"content": [{"type": "server_tool_use"}, {"type": "mcp_tool_use"}]}', 0),
        ('{"content": [{"type": "client_tool_use", "id": "i"}]}', 1),
        ('{"output": [{"type": "tool_search_call", "execution": "server"}]}', 0),
        ('{"output": [{"type": "tool_search_call", "execution": "client", "call_id": "i"}]}', 1),
    ],
)
def test_a_call_that_no_host_runs_itself_and_is_no_function_s_is_a_fault(envelope: str, faults: int) -> None:
    assert [(type(answer), answer.id) for answer in read_calls(envelope)] == [(CallFault, "i")] * faults


@pytest.mark.clause("RR-W.8")
@pytest.mark.parametrize(
    "envelope",
    [
        '{"content": [{"type": "tool_use", "id": "i", "name": "a", "input": {}, "input": {}}]}',
        '{"content": [{"type": "text", "type": "tool_use", "id": "i", "name": "a", "input": {}}]}',
        '{"parts": [{"functionCall": {"id": "i", "name": "a", "name": "b"}}]}',
        '{"tool_calls": [{"id": "i", "function": {"name": "a", "arguments": "{}"}, "function": {}}]}',
        '{"tool_calls": [{"id": "i"}]}',
        '{"output": [{"type": "function_call", "call_id": "i", "name": "a", "arguments": "", "arguments": ""}]}',
        '{"content": [{"toolUse": {"toolUseId": "i", "name": "a", "input": {}, "input": {}}}]}',
        '{"id": "i", "name": "a", "arguments": {}, "arguments": {}}',
    ],
)
def test_the_fault_of_a_call_says_its_id_so_that_it_can_be_answered(envelope: str) -> None:
    [fault] = read_calls(envelope)
    assert (type(fault), fault.id) == (CallFault, "i")
