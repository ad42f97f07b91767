"""A registry as any host's listing: it allows the same, and what cannot be said is listed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rung import Registry
from rung.dialects import LISTINGS, export
from rung.dialects.walk import subschemas, without
from rung.export import closed_schema, exact_text
from tests import strategies

TO = {"type": "object", "properties": {"to": {"type": "string"}}, "required": ["to"]}
SHUT = TO | {"additionalProperties": False}


def exported(tools: Any, dialect: str, **options: Any) -> tuple[Any, list[str]]:
    document, losses = export(Registry.load(tools), dialect, **options)
    return document, [loss.message for loss in losses]


@pytest.mark.clause("RR-A.3")
def test_each_host_is_written_as_it_documents() -> None:
    tools = [{"name": "a", "description": "d", "schema": TO}]
    assert {dialect: exported(tools, dialect) for dialect in LISTINGS} == {
        "mcp": ({"tools": [{"name": "a", "description": "d", "inputSchema": TO}]}, []),
        "bare": (tools, []),
        "openai-chat": (
            {"tools": [{"type": "function", "function": {"name": "a", "description": "d", "parameters": TO}}]},
            [],
        ),
        "openai-responses": (
            {"tools": [{"type": "function", "name": "a", "description": "d", "parameters": TO, "strict": False}]},
            [],
        ),
        "anthropic": ({"tools": [{"name": "a", "description": "d", "input_schema": TO}]}, []),
        "gemini": (
            {
                "tools": [
                    {
                        "functionDeclarations": [
                            {
                                "name": "a",
                                "description": "d",
                                "parameters": {
                                    "type": "OBJECT",
                                    "properties": {"to": {"type": "STRING"}},
                                    "required": ["to"],
                                },
                            }
                        ]
                    }
                ]
            },
            [],
        ),
        "bedrock": (
            {"toolConfig": {"tools": [{"toolSpec": {"name": "a", "description": "d", "inputSchema": {"json": TO}}}]}},
            [],
        ),
    }
    plain = Registry.load({"tools": [{"name": "a", "inputSchema": TO}]})
    for dialect in LISTINGS:
        assert "description" not in exact_text(export(plain, dialect)[0])


@pytest.mark.parametrize(
    ("schema", "what"),
    [
        ({"type": "object", "oneOf": [TO]}, '"oneOf"'),
        ({"type": "object", "patternProperties": {"^a": True}}, '"patternProperties"'),
        ({"type": "object", "properties": {"a": {"not": {}}}}, '"not"'),
        ({"type": "object", "properties": {"a": {"type": ["integer", "string"]}}}, "several types"),
        ({"type": "object", "properties": {"a": {"type": "number", "exclusiveMinimum": 0}}}, '"exclusiveMinimum"'),
        (
            {"type": "object", "properties": {"a": {"type": ["string", "null"], "enum": ["a"]}}},
            "a word of another meaning there",
        ),
    ],
)
def test_what_gemini_has_no_words_for_is_written_as_json_schema_and_listed(schema: Any, what: str) -> None:
    document, said = exported({"tools": [{"name": "a", "inputSchema": schema}]}, "gemini")
    assert document["tools"][0]["functionDeclarations"] == [{"name": "a", "parametersJsonSchema": schema}]
    assert said == [f"a: parameters cannot say {what}: parametersJsonSchema does"]


@pytest.mark.clause("RR-L.16")
@pytest.mark.parametrize("dialect", ["openai-chat", "openai-responses"])
def test_strict_is_said_of_what_is_fit_for_it_and_the_rest_is_listed(dialect: str) -> None:
    tools = [{"name": "shut", "inputSchema": SHUT}, {"name": "open", "inputSchema": SHUT | {"required": []}}]
    document, said = exported(tools, dialect, strict=True)
    assert [(entry.get("function") or entry).get("strict", False) for entry in document["tools"]] == [True, False]
    assert said == ['open /properties/to: strict takes no optional key, and "to" is one']
    again = Registry.load(document)
    assert again.signatures == Registry.load(tools).signatures
    assert export(again, dialect) == (document, [])
    assert exported(tools, "anthropic", strict=True)[1] == []


@pytest.mark.clause("RR-L.13")
def test_servers_are_lost_and_tools_that_only_they_tell_apart_are_left_out() -> None:
    tools = [{"name": name, "server": server, "inputSchema": TO} for name, server in ("ax", "ay", "bx")]
    assert exported(tools, "bare") == (tools, [])
    document, said = exported(tools, "anthropic")
    assert document == {"tools": [{"name": "b", "input_schema": TO}]}
    assert said == [
        '"x a": anthropic has no servers, and 2 have this name: left out',
        '"y a": anthropic has no servers, and 2 have this name: left out',
        '"x b" /server: anthropic has no word for it here',
    ]


@pytest.mark.parametrize(
    ("name", "refusing"),
    [
        ("send_mail", []),
        ("send.mail", ["openai-chat", "openai-responses", "anthropic", "bedrock"]),
        ("1st", ["gemini"]),
        ("a" * 65, ["openai-chat", "openai-responses", "gemini", "bedrock"]),
        ("a" * 129, ["mcp", "openai-chat", "openai-responses", "anthropic", "gemini", "bedrock"]),
        ("\u00e9 ", ["mcp", "openai-chat", "openai-responses", "anthropic", "gemini", "bedrock"]),
        ("a\n", ["mcp", "openai-chat", "openai-responses", "anthropic", "gemini", "bedrock"]),
    ],
)
def test_names_that_a_host_does_not_take_are_written_and_listed(name: str, refusing: list[str]) -> None:
    said = {dialect: exported([{"name": name, "schema": TO}], dialect)[1] for dialect in LISTINGS}
    assert [dialect for dialect in LISTINGS if said[dialect]] == refusing
    assert all(" /name: " in said[dialect][0] and said[dialect][0].isascii() for dialect in refusing)


def test_members_of_a_definition_without_a_place_are_listed() -> None:
    tool = {"type": "function", "function": {"name": "a", "parameters": TO, "x/y": 1}, "note": 2}
    assert exported([tool], "mcp")[1] == [
        "a /note: mcp has no word for it here",
        "a /function/x~1y: mcp has no word for it here",
    ]
    odd = {"name": "a", "description": 5, "inputSchema": TO}
    assert exported([odd], "mcp") == ({"tools": [{"name": "a", "inputSchema": TO}]}, [])


@pytest.mark.clause("RR-A.3")
@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (True, {"type": "object"}),
        ({}, {"type": "object"}),
        ({"properties": {}}, {"type": "object", "properties": {}}),
        ({"$ref": "#/$defs/a", "$defs": {"a": TO}}, {"$ref": "#/$defs/a", "$defs": {"a": TO}}),
        ({"type": ["object", "null"]}, {"type": ["object", "null"]}),
    ],
)
def test_hosts_want_to_hear_that_arguments_are_an_object(schema: Any, expected: Any) -> None:
    assert exported([{"name": "a", "schema": schema}], "mcp")[0]["tools"][0]["inputSchema"] == expected


def test_no_listing_is_written_for_what_lists_no_tools() -> None:
    with pytest.raises(ValueError, match="no listing is of the dialect 'langchain'"):
        export(Registry.load([]), "langchain")


def test_subschemas_are_found_where_schemas_stand() -> None:
    schema = {
        "properties": {"a/b": {"x": 1}, "x": True},
        "items": [{"x": 2}],
        "additionalItems": {"x": 3},
        "not": {"x": 4},
        "x": {"not": {}},
        "enum": [{"x": 5}],
        "anyOf": 5,
    }
    assert dict(subschemas(schema)) == {
        "/properties/a~1b": {"x": 1},
        "/properties/x": True,
        "/items/0": {"x": 2},
        "/additionalItems": {"x": 3},
        "/not": {"x": 4},
    }
    assert without(schema, ("x",)) == {
        "properties": {"a/b": {}, "x": True},
        "items": [{}],
        "additionalItems": {},
        "not": {},
        "enum": [{"x": 5}],
        "anyOf": 5,
    }
    assert list(subschemas(True)) == []


@pytest.mark.clause("RR-A.2")
@given(strategies.tool_documents(), st.data())
def test_every_host_s_listing_of_a_tool_allows_the_same(document: Any, data: Any) -> None:
    registry = Registry.load([{"name": "t", "inputSchema": document}], quarantine=True)
    assume(registry.tools)
    signature = registry.signatures["t"]
    again = {}
    for dialect in LISTINGS:
        again[dialect] = Registry.loads(exact_text(export(registry, dialect)[0]))
        # And from there to the next.
        other = data.draw(st.sampled_from(LISTINGS))
        again[dialect + other] = Registry.loads(exact_text(export(again[dialect], other)[0]))
    for _ in range(3):
        arguments = strategies.drawn_arguments(data.draw, signature.definitions, signature.root)
        expected = registry.resolve("t", arguments)
        for one in again.values():
            found = one.resolve("t", arguments)
            assert (found.clause, found.at, found.all) == (expected.clause, expected.at, expected.all)


@pytest.mark.parametrize("source", ["openai-chat", "openai-responses"])
def test_strict_that_a_tool_says_is_kept_or_listed(source: str) -> None:
    first, _ = exported([{"name": "a", "schema": SHUT}], source, strict=True)
    for dialect in LISTINGS:
        document, said = exported(first, dialect)
        if dialect.startswith("openai"):
            assert said == []
            assert '"strict": true' in exact_text(document)
        else:
            assert [message.split(":")[0].rpartition("/")[2] for message in said] == ["strict"]


@pytest.mark.clause("RR-A.7")
@pytest.mark.parametrize("dialect", LISTINGS)
def test_what_is_exported_is_the_caller_s_to_change(dialect: str) -> None:
    tools = [{"name": "a", "schema": {"properties": {"x": {"enum": [[1]]}}}}]
    registry = Registry.load(export(Registry.load(tools), "bare")[0])
    same = Registry.loads(exact_text(export(registry, dialect)[0]))
    for one in (registry, same):
        before = exact_text(export(one, dialect)[0])
        spoil(export(one, dialect)[0])
        spoil(closed_schema(one.signatures["a"]))
        assert exact_text(export(one, dialect)[0]) == before
        assert one.digest == Registry.load(export(one, one.tools["a"].dialect)[0]).digest
        assert one.resolve("a", {"x": [1]}).allowed
        assert "[1]" in one.resolve("a", {"x": 2}).message


def spoil(value: Any) -> None:
    for child in list(value.values() if isinstance(value, dict) else value):
        if isinstance(child, (dict, list)):
            spoil(child)
    value.clear()
