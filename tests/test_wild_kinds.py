# ruff: noqa: E501  # a table: one call a line
"""The kinds of mistakes that models and hosts make, each in cases of our own, with the honest twin that must pass.

A kind is a name, what the tools are, and calls: text of arguments, and what is to come of it (clause and at, or None).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from rung import Registry
from rung.value import Value


class Wild(NamedTuple):
    """One call: its kind, the tool's name and schema, the name called, its arguments, and the expected (clause, at)."""

    kind: str
    tool: str
    schema: Value
    called: str
    arguments: str
    expected: tuple[str, str | None] | None


def props(**properties: Value) -> dict[str, Value]:
    return {"type": "object", "properties": properties}


STRING, INTEGER, BOOLEAN = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
H1 = ("RR-H1.1", None)
MAIL = props(to=STRING, subject=STRING) | {"required": ["to"]}
SEARCH = props(query=STRING, maxResults=INTEGER, exact=BOOLEAN) | {"required": ["query"]}
TREE = {
    "type": "object",
    "properties": {
        "top": {
            "type": "object",
            "properties": {
                "label": STRING,
                "kids": {"type": "array", "items": {"$ref": "#/properties/top"}},
            },
            "required": ["label"],
        }
    },
    "required": ["top"],
}
MODEL = {
    "type": "object",
    "properties": {"filter": {"$ref": "#/$defs/Filter"}, "page": {"allOf": [{"$ref": "#/$defs/Page"}], "default": 1}},
    "required": ["filter"],
    "$defs": {
        "Filter": props(day=STRING, n=INTEGER) | {"required": ["day"]},
        "Page": {"type": "integer", "minimum": 1},
    },
}
EITHER = props(id=STRING, url=STRING, note=STRING) | {"anyOf": [{"required": ["id"]}, {"required": ["url"]}]}

CASES = (
    # Names: a host's prefix, white space, another case, a wrapper, a close relative.
    Wild("host prefix on name", "read_file", MAIL, "functions.read_file", '{"to": "b"}', H1),
    Wild("host prefix on name", "read_file", MAIL, "mcp__disk__read_file", '{"to": "b"}', H1),
    Wild("host prefix on name", "read_file", MAIL, "default_api:read_file", '{"to": "b"}', H1),
    Wild("host prefix on name", "read_file", MAIL, "read_file", '{"to": "b"}', None),
    Wild("white space in name", "ls", MAIL, "ls ", '{"to": "b"}', H1),
    Wild("white space in name", "ls", MAIL, "\tls", '{"to": "b"}', H1),
    Wild("white space in name", "ls", MAIL, "l\u200bs", '{"to": "b"}', H1),
    Wild("white space in name", "list all", MAIL, "list all", '{"to": "b"}', None),
    Wild("wrapper name", "send", MAIL, "multi_tool_use.parallel", '{"tool_uses": [{"to": "b"}]}', H1),
    Wild("wrapper name", "send", MAIL, "batch", '[{"name": "send"}]', H1),
    Wild("wrapper name", "send", MAIL, "tool_call", '{"name": "send", "arguments": {"to": "b"}}', H1),
    Wild("another case or form", "getTime", MAIL, "get_time", '{"to": "b"}', H1),
    Wild("another case or form", "getTime", MAIL, "gettime", '{"to": "b"}', H1),
    Wild("invented name", "send_mail", MAIL, "send_email", '{"to": "b"}', H1),
    Wild("invented name", "send_mail", MAIL, "", '{"to": "b"}', H1),
    # Keys: misspelt, invented, added by the host, moved one level up.
    Wild("misspelt optional key", "find", SEARCH, "find", '{"query": "q", "max_results": 3}', ("RR-H2.1", "/max_results")),
    Wild("misspelt optional key", "find", SEARCH, "find", '{"query": "q", "Exact": true}', ("RR-H2.1", "/Exact")),
    Wild("misspelt optional key", "find", SEARCH, "find", '{"query": "q", "maxResults": 3}', None),
    Wild("invented key", "find", SEARCH, "find", '{"query": "q", "sort": "new"}', ("RR-H2.1", "/sort")),
    Wild("invented key", "find", {"type": "object"}, "find", '{"query": "q"}', ("RR-H2.1", "/query")),
    Wild("host-added key", "send", MAIL, "send", '{"to": "b", "tool_call_id": "1"}', ("RR-H2.1", "/tool_call_id")),
    Wild("host-added key", "send", MAIL, "send", '{"to": "b", "_meta": {}}', ("RR-H2.1", "/_meta")),
    Wild("host-added key", "send", MAIL, "send", '{"arguments": {"to": "b"}, "to": "b"}', ("RR-H2.1", "/arguments")),
    Wild("missing key", "send", MAIL, "send", "{}", ("RR-H2.2", "/to")),
    Wild("missing key", "send", MAIL, "send", '{"subject": "s"}', ("RR-H2.2", "/to")),
    # Types: what a lenient host would coerce.
    Wild("truthy string for boolean", "find", SEARCH, "find", '{"query": "q", "exact": "true"}', ("RR-H3.1", "/exact")),
    Wild("truthy string for boolean", "find", SEARCH, "find", '{"query": "q", "exact": 1}', ("RR-H3.1", "/exact")),
    Wild("truthy string for boolean", "find", SEARCH, "find", '{"query": "true", "exact": false}', None),
    Wild("fraction for integer", "find", SEARCH, "find", '{"query": "", "maxResults": 2.5}', ("RR-H3.1", "/maxResults")),
    Wild("fraction for integer", "find", SEARCH, "find", '{"query": "", "maxResults": 1e-9}', ("RR-H3.1", "/maxResults")),
    Wild("fraction for integer", "find", SEARCH, "find", '{"query": "", "maxResults": 20e-1}', None),
    Wild("fraction for integer", "find", SEARCH, "find", '{"query": "", "maxResults": 3.0}', None),
    Wild("number as string", "find", SEARCH, "find", '{"query": "", "maxResults": "3"}', ("RR-H3.1", "/maxResults")),
    Wild("number as string", "find", SEARCH, "find", '{"query": 3}', ("RR-H3.1", "/query")),
    Wild("boolean for integer", "find", SEARCH, "find", '{"query": "", "maxResults": true}', ("RR-H3.1", "/maxResults")),
    Wild("boolean for integer", "pick", props(n={"enum": [0, 1]}), "pick", '{"n": false}', ("RR-H3.2", "/n")),
    Wild("null for optional", "send", MAIL, "send", '{"to": "b", "subject": null}', ("RR-H3.1", "/subject")),
    Wild("null for optional", "find", SEARCH, "find", '{"query": "", "exact": null}', ("RR-H3.1", "/exact")),
    Wild("null for optional", "opt", props(a={"type": ["string", "null"]}), "opt", '{"a": null}', None),
    Wild("null for optional", "opt", props(a={"anyOf": [STRING, {"type": "null"}]}), "opt", '{"a": null}', None),
    Wild("object as text", "query", MODEL, "query", '{"filter": "{\\"day\\": \\"mon\\"}"}', ("RR-H3.1", "/filter")),
    Wild("object as text", "tags", props(t={"type": "array"}), "tags", '{"t": "[1, 2]"}', ("RR-H3.1", "/t")),
    # Text.
    Wild("truncated text", "send", MAIL, "send", '{"to": "b', ("RR-W.1", None)),
    Wild("truncated text", "send", MAIL, "send", '{"to": "b"', ("RR-W.1", None)),
    Wild("text around", "send", MAIL, "send", '```json\n{"to": "b"}\n```', ("RR-W.1", None)),
    Wild("text around", "send", MAIL, "send", '{"to": "b"} {"to": "c"}', ("RR-W.1", None)),
    Wild("duplicates", "send", MAIL, "send", '{"to": "b", "to": "b"}', ("RR-W.2", None)),
    Wild("duplicates", "send", MAIL, "send", '{"to": "b", "\\u0074o": "c"}', ("RR-W.2", None)),
    Wild("duplicates", "query", MODEL, "query", '{"filter": {"day": "a", "day": "b"}}', ("RR-W.2", None)),
    Wild("no object", "send", MAIL, "send", "null", ("RR-W.3", None)),
    Wild("no object", "send", MAIL, "send", '[{"to": "b"}]', ("RR-W.3", None)),
    # Schemas that lenient resolvers skip.
    Wild("ref into $defs", "query", MODEL, "query", '{"filter": {"day": 1}}', ("RR-H3.1", "/filter/day")),
    Wild("ref into $defs", "query", MODEL, "query", '{"filter": {}}', ("RR-H3.6", "/filter/day")),
    Wild("ref into $defs", "query", MODEL, "query", '{"filter": {"day": "d"}, "page": 0}', ("RR-H3.3", "/page")),
    Wild("ref into $defs", "query", MODEL, "query", '{"filter": {"day": "d"}, "page": 1}', None),
    Wild("anyOf of required at root", "get", EITHER, "get", '{"note": "n"}', ("RR-H3.7", "")),
    Wild("anyOf of required at root", "get", EITHER, "get", "{}", ("RR-H3.7", "")),
    Wild("anyOf of required at root", "get", EITHER, "get", '{"url": "u"}', None),
    Wild("anyOf of required at root", "get", EITHER, "get", '{"uri": "u"}', ("RR-H2.1", "/uri")),
    Wild("recursive pointer ref", "tree", TREE, "tree", '{"top": {"label": "a", "kids": [{}]}}', ("RR-H3.6", "/top/kids/0/label")),
    Wild("recursive pointer ref", "tree", TREE, "tree", '{"top": {"label": "a", "kids": [{"label": "b", "kids": [{"label": 1}]}]}}', ("RR-H3.1", "/top/kids/0/kids/0/label")),
    Wild("recursive pointer ref", "tree", TREE, "tree", '{"top": {"label": "a", "kids": [{"label": "b", "kids": []}]}}', None),
)  # fmt: skip


def verdict_of(case: Wild) -> tuple[str | None, str | None]:
    registry = Registry.load([{"name": case.tool, "inputSchema": case.schema}])
    verdict = registry.resolve_text(case.called, case.arguments)
    return verdict.clause, verdict.at


def named(case: Wild) -> str:
    return f"{case.kind}: {case.called} {case.arguments}"[:80]


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, marks=pytest.mark.clause(case.expected[0] if case.expected else "RR-A.2"), id=named(case))
        for case in CASES
    ],
)
def test_the_call_gets_its_verdict(case: Wild) -> None:
    assert verdict_of(case) == (case.expected or (None, None))


def test_each_kind_has_two_cases_and_most_an_honest_twin() -> None:
    kinds: dict[str, list[Any]] = {}
    for case in CASES:
        kinds.setdefault(case.kind, []).append(case.expected)
    assert len(kinds) >= 20
    assert all(sum(expected is not None for expected in found) >= 2 for found in kinds.values()), kinds
    assert sum(None in found for found in kinds.values()) >= 8
