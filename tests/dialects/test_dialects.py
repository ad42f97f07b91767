"""Listings of every host: told apart, read, joined, refused with their message (RR-L.3, RR-L.13, RR-L.16)."""

from __future__ import annotations

import doctest
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rung import Registry, RegistryError
from rung.dialects import HOSTS, LISTINGS, Document, Listed, export, tools_of
from rung.export import exact_text
from rung.schema import Problem
from tests.dialects.hosts import FIXTURES, REGISTRIES, SAME, fixture, listing

OBJECT = {"type": "object"}
TOOL = {"name": "a", "inputSchema": OBJECT}
CHAT = {"type": "function", "function": {"name": "a", "parameters": OBJECT}}


def problems(document: Any, dialect: str | None = None) -> list[str]:
    with pytest.raises(RegistryError) as caught:
        Registry.load(document, dialect=dialect)
    return [problem.message for problem in caught.value.problems]


def loaded(name: str, **options: Any) -> Registry:
    return Registry.load(FIXTURES / name, **options)


# Fixtures -------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("RR-L.3")
@pytest.mark.parametrize("name", REGISTRIES)
def test_a_documented_shape_is_told_by_itself_and_by_name(name: str) -> None:
    dialect = name.split(".")[0]
    registry = loaded(name)
    assert {tool.dialect for tool in registry.tools.values()} == {dialect}
    assert loaded(name, dialect=dialect).digest == registry.digest
    assert Registry.loads((FIXTURES / name).read_bytes(), dialect=dialect).digest == registry.digest


@pytest.mark.clause("RR-A.3")
@pytest.mark.parametrize("name", SAME)
def test_all_hosts_say_the_same_of_the_same_tools(name: str) -> None:
    expected = loaded("mcp.result.json").signatures
    found = {key if isinstance(key, str) else key[1]: signature for key, signature in loaded(name).signatures.items()}
    assert found == expected
    assert len(found) == 3


#: What a fixture loses on its way, by the message's start; servers are lost but in a bare list, strict but in OpenAI's.
LOST = {
    "mcp.result.json": ["get_weather /title: ", "get_weather /annotations: "],
    "bare.servers.json": ['"home get_weather" /server: ', '"home send_mail" /server: ', '"home ping" /server: '],
    "anthropic.request.json": ["ping /cache_control: "],
    "gemini.json-schema.json": [],
    "openai-chat.strict.json": ["move /function/strict: "],
    "openai-responses.strict.json": ["move /strict: "],
}


@pytest.mark.clause("RR-A.3")
@pytest.mark.parametrize("dialect", LISTINGS)
@pytest.mark.parametrize("name", REGISTRIES)
def test_a_fixture_comes_back_from_every_host_as_it_was_or_says_what_was_lost(name: str, dialect: str) -> None:
    registry = loaded(name)
    document, losses = export(registry, dialect)
    again = Registry.loads(exact_text(document))
    assert {tool.dialect for tool in again.tools.values()} == {dialect}
    by_name = {key if isinstance(key, str) else key[1]: found for key, found in registry.signatures.items()}
    assert {key if isinstance(key, str) else key[1]: found for key, found in again.signatures.items()} == by_name
    said = [loss.message for loss in losses]
    if name.startswith(dialect):
        assert said == []
        assert again.digest == registry.digest
        return
    expected = [start for start in LOST.get(name, []) if not (dialect == "bare" and start.endswith("/server: "))]
    if dialect.startswith("openai"):
        expected = [start for start in expected if not start.endswith("/strict: ")]
    assert [message for message in said if not any(map(message.startswith, expected))] == []
    assert len(said) == len(expected)


# Told apart -----------------------------------------------------------------------------------------------------------
@pytest.mark.clause("RR-L.3")
@pytest.mark.parametrize(
    ("document", "dialect"),
    [
        ([], None),
        ({"tools": []}, None),
        ({"result": {"tools": []}}, "mcp"),
        ({"toolConfig": {"tools": []}}, "bedrock"),
        ({"functionDeclarations": []}, "gemini"),
        ([{"functionDeclarations": []}], "gemini"),
    ],
)
def test_an_empty_listing_has_no_tools(document: Any, dialect: str | None) -> None:
    assert tools_of([Document(document)]) == tools_of([Document(document)], dialect) == ([], True)


@pytest.mark.clause("RR-L.3")
def test_server_is_read_beside_the_name_in_bare_lists_and_in_mcp() -> None:
    for document in ([TOOL | {"server": "s"}], {"tools": [TOOL | {"server": "s"}]}):
        (tool,), _ = tools_of([Document(document)])
        assert isinstance(tool, Listed)
        assert (tool.server, tool.label) == ("s", "s a")


@pytest.mark.clause("RR-L.3")
def test_no_known_listing_says_what_was_tried_and_why_each_failed() -> None:
    (said,) = problems([{"nome": "a"}, 5])
    assert said == (
        "RR-L.3: this is no known listing of tools ("
        'mcp: expected an object with "tools" or an object with "result/tools"; '
        'bare: no entry has "inputSchema", "schema" or "parameters" beside a name; '
        'openai-chat: no entry has "function"; '
        'openai-responses: no entry has "type": "function" beside a name; '
        'anthropic: no entry has "input_schema"; '
        'gemini: no entry has "functionDeclarations"; '
        'bedrock: no entry has "toolSpec"); '
        "write an MCP tools/list result, or name the dialect"
    )
    assert all(name in problems({"tool": []})[0] for name in LISTINGS)


@pytest.mark.clause("RR-L.3")
@pytest.mark.parametrize("document", [None, True, 5, {}, {"a": [TOOL]}, TOOL, {"result": []}, {"tools": {}}, [[TOOL]]])
def test_what_no_host_writes_is_refused_whole(document: Any) -> None:
    (found,), readable = tools_of([Document(document)])
    assert not readable
    assert isinstance(found, Problem)
    assert (found.clause, found.tool, found.at) == ("RR-L.3", None, "")


@pytest.mark.clause("RR-L.3")
@pytest.mark.parametrize(
    ("document", "said"),
    [
        ([CHAT, {"name": "b", "input_schema": OBJECT}], "/0 is of openai-chat, /1 is of anthropic"),
        ([{"name": "a", "inputSchema": OBJECT, "input_schema": {}}], "/0 is of bare, /0 is of anthropic"),
        ({"tools": [TOOL, CHAT]}, "/tools/0 is of mcp, /tools/1 is of openai-chat"),
    ],
)
def test_a_listing_that_two_hosts_claim_is_no_ones(document: Any, said: str) -> None:
    assert problems(document) == [
        f"RR-L.3: this is no one host's listing: {said}; load each host's apart, or name the dialect"
    ]
    assert Registry.load(document, dialect="openai-chat", quarantine=True).digest
    with pytest.raises(RegistryError):
        Registry.load(document, quarantine=True)


@pytest.mark.clause("RR-L.3")
def test_the_dialect_given_is_the_only_one_tried() -> None:
    expected = 'RR-L.3: this is no listing of mcp: expected an object with "tools" or an object with "result/tools"; '
    assert problems([CHAT], "mcp") == [expected + "correct it, or name another dialect"]
    for name in ("langchain", "Mcp", "", 5):
        with pytest.raises(ValueError, match=r"no listing is of the dialect .*; write one of mcp, bare, "):
            Registry.load([], dialect=name)  # type: ignore[arg-type]


# Malformed, each with its message -------------------------------------------------------------------------------------
NO_SCHEMA = 'this tool has no schema; write one {}; {{"type": "object"}} takes no arguments'
HOSTED = "a tool that the host runs itself, and has no schema; leave it out: the rung judges calls of functions"
CUSTOM = "a custom tool: its input is text, not arguments; leave it out: the rung judges calls of functions"
MALFORMED: list[tuple[str, Any, str]] = [
    ("bare", 5, "RR-L.3 #1 /1: this tool is no object; write {name, inputSchema}"),
    ("bare", [TOOL], "RR-L.3 #1 /1: this tool is no object; write {name, inputSchema}"),
    ("bare", {"inputSchema": {}}, "RR-L.3 #1 /1/name: this tool has no string name; give it one"),
    ("bare", TOOL | {"name": ["a"]}, "RR-L.3 #1 /1/name: this tool has no string name; give it one"),
    ("bare", TOOL | {"server": 5}, "RR-L.3 #1 /1/server: the server is no string; name it, or leave it out"),
    ("bare", {"name": "a"}, "RR-L.3 a /1: " + NO_SCHEMA.format("inputSchema")),
    ("bare", {"name": "a", "server": "s"}, 'RR-L.3 "s a" /1: ' + NO_SCHEMA.format("inputSchema")),
    (
        "bare",
        TOOL | {"schema": {}},
        'RR-L.3 a /1: this tool has two schemas; write one inputSchema; {"type": "object"} takes no arguments',
    ),
    ("mcp", {"name": "a"}, "RR-L.3 a /tools/1: " + NO_SCHEMA.format("inputSchema")),
    (
        "openai-chat",
        {"name": "a"},
        'RR-L.3 #1 /1: this tool has no function; write {"type": "function", "function": {name, parameters}}',
    ),
    ("openai-chat", CHAT | {"function": 5}, "RR-L.3 #1 /1/function: this tool is no object; write {name, parameters}"),
    (
        "openai-chat",
        CHAT | {"function": {"parameters": {}}},
        "RR-L.3 #1 /1/function/name: this tool has no string name; give it one",
    ),
    ("openai-chat", CHAT | {"function": {"name": "a", "parameters": None}}, "RR-L.6 a: null is no schema; "
     "write an object, true or false"),
    ("openai-chat", {"type": "custom", "custom": {"name": "c"}}, f'RR-L.3 c /1: "custom" is {CUSTOM}'),
    ("openai-chat", {"type": "web_search"}, f'RR-L.3 web_search /1: "web_search" is {HOSTED}'),
    (
        "openai-chat",
        CHAT | {"function": {"name": "a", "strict": 1}},
        "RR-L.3 a: strict is no boolean; write true or false",
    ),
    ("openai-responses", {"type": "function", "name": "a"}, "RR-L.3 a /1: " + NO_SCHEMA.format("parameters")),
    ("openai-responses", {"type": "web_search"}, f'RR-L.3 web_search /1: "web_search" is {HOSTED}'),
    ("openai-responses", {"type": "mcp", "server_label": "s"}, f'RR-L.3 mcp /1: "mcp" is {HOSTED}'),
    ("openai-responses", {"type": "custom", "name": "c"}, f'RR-L.3 c /1: "custom" is {CUSTOM}'),
    ("openai-responses", {"type": 7}, f"RR-L.3 #1 /1: 7 is {HOSTED}"),
    ("openai-responses", 5, "RR-L.3 #1 /1: this tool is no object; write {name, parameters}"),
    ("anthropic", {"name": "a"}, "RR-L.3 a /1: " + NO_SCHEMA.format("input_schema")),
    (
        "anthropic",
        {"type": "web_search_20250305", "name": "web_search"},
        'RR-L.3 web_search /1: "web_search_20250305" is a tool that the host defines, and has no schema here; '
        "leave it out: the rung judges calls of functions",
    ),
    ("anthropic", None, "RR-L.3 #1 /1: this tool is no object; write {name, input_schema}"),
    ("gemini", {"googleSearch": {}}, f'RR-L.3 googleSearch /1: "googleSearch" is {HOSTED}'),
    (
        "gemini",
        {"functionDeclarations": {}},
        "RR-L.3 #1 /1: this tool has no list of declarations; "
        'write {"functionDeclarations": [{name, parameters}]}',
    ),
    (
        "gemini",
        {"functionDeclarations": [], "function_declarations": []},
        "RR-L.3 #1 /1: this tool has no list of declarations; "
        'write {"functionDeclarations": [{name, parameters}]}',
    ),
    (
        "gemini",
        7,
        "RR-L.3 #1 /1: this tool has no list of declarations; "
        'write {"functionDeclarations": [{name, parameters}]}',
    ),
    (
        "gemini",
        {"functionDeclarations": [{"description": "d"}]},
        "RR-L.3 #1.0 /1/functionDeclarations/0/name: this tool has no string name; give it one",
    ),
    (
        "gemini",
        {"functionDeclarations": [{"name": "a", "parameters": {"type": "OBJECT"}, "parametersJsonSchema": {}}]},
        "RR-L.3 a /1/functionDeclarations/0: this tool has two schemas; write one parameters; "
        '{"type": "object"} takes no arguments',
    ),
    ("bedrock", {"cachePoint": {"type": "default"}}, "RR-L.3 cachePoint /1: "
     '"cachePoint" is a mark for the host\'s cache, and no tool; leave it out: the rung judges calls of functions'),
    ("bedrock", {"systemTool": {"name": "nova_grounding"}}, f'RR-L.3 nova_grounding /1: "systemTool" is {HOSTED}'),
    ("bedrock", {"systemTool": None}, f'RR-L.3 systemTool /1: "systemTool" is {HOSTED}'),
    (
        "bedrock",
        {"name": "a"},
        'RR-L.3 #1 /1: this tool has no toolSpec; write {"toolSpec": {name, inputSchema: {json}}}',
    ),
    (
        "bedrock",
        {"toolSpec": 5},
        'RR-L.3 #1 /1: this tool has no toolSpec; write {"toolSpec": {name, inputSchema: {json}}}',
    ),
    ("bedrock", {"toolSpec": {"name": "a", "inputSchema": {"type": "object"}}}, "RR-L.3 a /1/toolSpec: "
     + NO_SCHEMA.format("json")),
]  # fmt: skip
GOOD: dict[str, Any] = {
    "bare": TOOL | {"name": "good"},
    "mcp": TOOL | {"name": "good"},
    "openai-chat": {"type": "function", "function": {"name": "good"}},
    "openai-responses": {"type": "function", "name": "good", "parameters": OBJECT},
    "anthropic": {"name": "good", "input_schema": OBJECT},
    "gemini": {"functionDeclarations": [{"name": "good"}]},
    "bedrock": {"toolSpec": {"name": "good", "inputSchema": {"json": OBJECT}}},
}


@pytest.mark.clause("RR-L.3", "RR-L.6")
@pytest.mark.parametrize(("dialect", "entry", "message"), MALFORMED)
def test_a_malformed_tool_has_its_message_and_leaves_the_others(dialect: str, entry: Any, message: str) -> None:
    entries: Any = [GOOD[dialect], entry]
    if dialect == "mcp":
        entries = {"tools": entries}
    assert problems(entries) == problems(entries, dialect) == [message]
    kept = Registry.load(entries, quarantine=True)
    assert list(kept.tools) == ["good"]
    assert [problem.message for problem in kept.problems] == [message]


@pytest.mark.clause("RR-L.3", "RR-H1.1")
@pytest.mark.parametrize(
    ("entry", "dialect"),
    [
        ({"type": "custom", "custom": {"name": "x"}}, "openai-chat"),
        ({"type": "file_search"}, "openai-responses"),
        ({"type": "bash_20250124", "name": "x"}, "anthropic"),
        ({"code_execution": {}}, "gemini"),
        ({"systemTool": {"name": "x"}}, "bedrock"),
    ],
)
def test_a_host_is_told_by_its_own_tools_alone_and_they_are_quarantined(entry: Any, dialect: str) -> None:
    registry = Registry.load([entry], quarantine=True)
    assert registry.digest == Registry.load([entry], dialect=dialect, quarantine=True).digest
    assert len(registry.problems) == 1
    assert len(problems([entry])) == 1
    if registry.quarantined:
        assert registry.resolve("x", {}).message == "RR-H1.1 reject x: the tool is quarantined (RR-L.3)"


@pytest.mark.clause("RR-L.3")
def test_a_tool_without_a_schema_takes_nothing_exactly_where_its_host_says_so() -> None:
    chat = Registry.load([{"type": "function", "function": {"name": "a"}}])
    gemini = Registry.load([{"functionDeclarations": [{"name": "a"}]}])
    for registry in (chat, gemini):
        assert registry.resolve("a", {}).allowed
        assert registry.resolve("a", {"x": 1}).clause == "RR-H2.1"
    for other in ("mcp", "bare", "openai-responses", "anthropic", "bedrock"):
        document = json.loads(json.dumps(listing(other, "a", "THE SCHEMA")).replace('"THE SCHEMA"', "{}"))
        text = json.dumps(document)
        for key in ("inputSchema", "schema", "parameters", "input_schema", "json"):
            text = text.replace(f'"{key}": {{}}', '"x": {}')
        assert "no schema" in problems(json.loads(text), other)[0]


# Pages and files ------------------------------------------------------------------------------------------------------
def page(*names: str, cursor: Any = ...) -> dict[str, Any]:
    result = {"tools": [{"name": name, "inputSchema": OBJECT} for name in names]}
    return result if cursor is ... else result | {"nextCursor": cursor}


MORE = "the last page given says that more tools follow; give the pages after it too, in order"


@pytest.mark.clause("RR-L.3")
def test_pages_are_joined_in_order_and_the_last_must_say_that_it_is() -> None:
    assert list(Registry.load([page("b", cursor="1"), page("a", cursor=None)]).tools) == ["b", "a"]
    assert list(Registry.load([page("b"), page("a")]).tools) == ["b", "a"]
    assert problems(page("a", cursor="1")) == ["RR-L.3 /nextCursor: " + MORE]
    assert problems(page("a", cursor="")) == ["RR-L.3 /nextCursor: " + MORE]
    assert problems([page("a"), {"result": page("b", cursor="2")}]) == ["RR-L.3 /1/result/nextCursor: " + MORE]
    assert problems(page("a", cursor=5)) == [
        "RR-L.3 /nextCursor: the next cursor is no string; leave it out on the last page"
    ]
    assert list(Registry.load(page("a", cursor="1"), quarantine=True).tools) == ["a"]


@pytest.mark.clause("RR-L.3")
def test_what_follows_a_page_must_be_one() -> None:
    (said,) = problems([page("a", cursor="1"), [TOOL]], "mcp")
    assert 'expected an object with "tools" or an object with "result/tools" at /1, as the pages before' in said


@pytest.mark.clause("RR-L.13")
def test_a_page_given_twice_is_refused_by_its_names() -> None:
    assert problems([page("a"), page("a")]) == ["RR-L.13 a: 2 tools have this name; rename them, or remove all but one"]


def files(folder: Path, *documents: Any) -> list[Path]:
    paths = []
    for i, document in enumerate(documents):
        paths.append(folder / f"{i}.json")
        paths[-1].write_text(document if type(document) is str else json.dumps(document), encoding="utf-8")
    return paths


@pytest.mark.clause("RR-L.3")
def test_several_files_of_any_dialects_are_one_registry(tmp_path: Path) -> None:
    paths = files(tmp_path, [TOOL], [GOOD["openai-chat"]], page("b", cursor="1"), {"result": page("c")})
    registry = Registry.load(paths)
    assert list(registry.tools) == ["a", "good", "b", "c"]
    assert [tool.dialect for tool in registry.tools.values()] == ["bare", "openai-chat", "mcp", "mcp"]
    assert Registry.load(tuple(map(str, paths))).digest == registry.digest
    assert Registry.load(paths[:1]).digest == Registry.load(paths[0]).digest


@pytest.mark.clause("RR-L.1", "RR-L.3", "RR-L.4", "RR-L.13")
def test_problems_of_several_files_say_which(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files(tmp_path, [TOOL, 5], page("a", cursor="1"), [{"name": "b", "inputSchema": {"patern": 1}}, {"name": "c"}], 7)
    assert problems(["0.json", "1.json", "2.json"]) == [
        "RR-L.13 a: 2 tools have this name (0.json, 1.json); rename them, or remove all but one",
        "RR-L.3 #1 /1: in 0.json: this tool is no object; write {name, inputSchema}",
        "RR-L.3 /nextCursor: in 1.json: " + MORE,
        'RR-L.4 b /patern: in 2.json: unknown keyword "patern"; did you mean "pattern"? --annotation patern accepts it',
        "RR-L.3 c /1: in 2.json: " + NO_SCHEMA.format("inputSchema"),
    ]
    assert problems(["1.json", "3.json"])[-1].startswith("RR-L.3: in 3.json: this is no known listing of tools")
    (tmp_path / "1.json").write_text("{", encoding="utf-8")
    (tmp_path / "3.json").write_text("", encoding="utf-8")
    assert [said.partition(": expected")[0] for said in problems(["0.json", "1.json", "3.json"])] == [
        "RR-L.1: in 1.json",
        "RR-L.1: in 3.json",
    ]


KEYS = (
    "name server description inputSchema schema parameters parametersJsonSchema input_schema json type function custom "
    "strict functionDeclarations function_declarations toolSpec toolConfig tools result nextCursor cachePoint "
    "systemTool googleSearch properties enum items nullable"
).split()
WORDS = ("function", "custom", "web_search", "bash_20250124", "object", "OBJECT", "string", "a", "b")
DOCUMENTS = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.sampled_from(WORDS)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(KEYS), inner, max_size=5)),
    max_leaves=15,
)


@pytest.mark.clause("RR-L.3")
@given(DOCUMENTS)
def test_every_document_is_loaded_or_refused_by_every_host(document: Any) -> None:
    for dialect in (None, *LISTINGS):
        for source in ([document, {}], {"tools": [document]}, {"tools": document}):
            entries, readable = tools_of([Document(source)], dialect)
            assert "".join(entry.message for entry in entries if isinstance(entry, Problem)).isascii()
            if not readable:
                continue
            registry = Registry.load(source, dialect=dialect, quarantine=True)
            for other in LISTINGS if registry.tools else ():
                again = Registry.loads(exact_text(export(registry, other)[0]), dialect=other)
                assert len(again.tools) <= len(registry.tools)


# strict ---------------------------------------------------------------------------------------------------------------
def strict(schema: Any) -> Any:
    return [{"type": "function", "name": "t", "parameters": schema, "strict": True}]


CLOSED = "strict takes closed objects only; write additionalProperties: false, or leave strict out"
OPTIONAL = 'strict takes no optional key, and "a" is one; require it, with "null" in its type, or leave strict out'
SHUT = {"type": "object", "additionalProperties": False}


@pytest.mark.clause("RR-L.16")
@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (SHUT, []),
        (SHUT | {"properties": {"a": {"type": ["string", "null"]}}, "required": ["a"]}, []),
        ({"type": "object"}, ["RR-L.16 t: " + CLOSED]),
        (SHUT | {"properties": {"a": {}}}, ["RR-L.16 t /properties/a: " + OPTIONAL]),
        (
            SHUT | {"$defs": {"d": {"properties": {"a": {}}}}},
            ["RR-L.16 t /$defs/d: " + CLOSED, "RR-L.16 t /$defs/d/properties/a: " + OPTIONAL],
        ),
        (
            SHUT
            | {"required": ["a"], "properties": {"a": {"items": {"anyOf": [{"type": ["object", "null"]}, True]}}}},
            ["RR-L.16 t /properties/a/items/anyOf/0: " + CLOSED],
        ),
        (SHUT | {"required": 5, "properties": 5}, ['RR-L.6 t /required: "required" is 5; write a list of different '
         "strings", 'RR-L.6 t /properties: "properties" is 5; write an object of schemas']),
    ],
)  # fmt: skip
def test_strict_is_refused_where_the_host_would_refuse_it(schema: Any, expected: list[str]) -> None:
    chat = [{"type": "function", "function": {"name": "t", "parameters": schema, "strict": True}}]
    for document in (strict(schema), chat):
        if expected:
            assert problems(document) == expected
        else:
            Registry.load(document)


@pytest.mark.clause("RR-L.16")
def test_strict_adds_nothing_to_what_is_decided() -> None:
    schema = SHUT | {"properties": {"a": {"type": "integer"}}, "required": ["a"]}
    one, other = Registry.load(strict(schema)), Registry.load(listing("openai-responses", "t", schema))
    assert one.signatures == other.signatures
    assert problems([{"type": "function", "name": "t", "parameters": True, "strict": True}] * 2)[0].startswith(
        "RR-L.13"
    )


def test_every_host_has_a_name_and_every_fixture_a_host() -> None:
    assert list(HOSTS) == [*LISTINGS, "langchain"]
    assert {name.split(".")[0] for name in REGISTRIES} == set(LISTINGS)
    assert fixture("mcp.result.json")["tools"]


def test_the_page_shows_what_the_interface_gives() -> None:
    page = FIXTURES.parents[2] / "docs" / "dialects.md"
    assert doctest.testfile(str(page), module_relative=False, optionflags=doctest.FAIL_FAST).failed == 0
    text = page.read_text(encoding="utf-8")
    assert all(f"`{name}`" in text for name in HOSTS)


# No tool is lost ------------------------------------------------------------------------------------------------------
MCP_A = [{"name": "a", "inputSchema": {}}]
MCP_B = [{"name": "b", "inputSchema": {}}]
SPEC_B = [{"toolSpec": {"name": "b", "inputSchema": {"json": {}}}}]


@pytest.mark.clause("RR-L.3")
@pytest.mark.parametrize(
    ("document", "dialect"),
    [
        ({"tools": MCP_A, "result": {"tools": MCP_B}}, "mcp"),
        ({"tools": [], "result": {"tools": MCP_B}}, "mcp"),
        ([{"tools": MCP_A}, {"tools": MCP_B, "result": {"tools": []}}], "mcp"),
        ({"tools": [{"name": "a", "input_schema": {}}], "result": {"tools": MCP_B}}, None),
        ({"tools": SPEC_B, "toolConfig": {"tools": []}}, "bedrock"),
        ({"tools": [], "toolConfig": {"tools": SPEC_B}}, "bedrock"),
        ({"functionDeclarations": [{"name": "a"}], "tools": [{"functionDeclarations": [{"name": "b"}]}]}, "gemini"),
        ({"tools": GOOD["openai-chat"], "functions": [{"name": "b", "parameters": {}}]}, None),
    ],
)
def test_a_document_with_tools_in_two_places_is_refused(document: Any, dialect: str | None) -> None:
    for given_dialect in {None, dialect}:
        [message] = problems(document, given_dialect)
        assert message.startswith("RR-L.3")


@pytest.mark.clause("RR-L.3")
@pytest.mark.parametrize("cursor", ["nextCursor", "next_cursor"])
@pytest.mark.parametrize("schema", ["inputSchema", "schema", "input_schema"])
def test_more_pages_are_missed_whatever_the_tools_are_written_in(schema: str, cursor: str) -> None:
    page = {"tools": [{"name": "a", schema: {}}], cursor: "x"}
    last = {"tools": [{"name": "b", schema: {}}], cursor: None}
    said = "the last page given says that more tools follow; give the pages after it too, in order"
    assert problems(page) == [f"RR-L.3 /{cursor}: {said}"]
    [wrong] = problems(page | {cursor: 1})
    assert wrong.startswith(f"RR-L.3 /{cursor}: the next cursor is no string")
    assert list(Registry.load(last).tools) == ["b"]


@pytest.mark.clause("RR-L.3")
def test_pages_in_several_files_are_joined_whatever_the_tools_are_written_in(tmp_path: Path) -> None:
    pages = [{"tools": [{"name": "a", "schema": {}}], "nextCursor": "x"}, {"tools": [{"name": "b", "schema": {}}]}]
    paths = [tmp_path / "1.json", tmp_path / "2.json", tmp_path / "3.json"]
    for path, page in zip(paths, [*pages, [{"name": "c", "schema": {}}]], strict=True):
        path.write_text(json.dumps(page), encoding="utf-8")
    assert list(Registry.load(paths[:2]).tools) == ["a", "b"]
    with pytest.raises(RegistryError, match="more tools follow"):
        Registry.load([paths[0], paths[2]])


@pytest.mark.clause("RR-L.3")
def test_a_tool_that_its_type_and_its_members_tell_apart_is_no_function() -> None:
    function = {"name": "a", "parameters": {}}
    for kind in ("custom", "web_search", 5):
        [message] = problems([{"type": kind, "function": function}])
        assert message.startswith("RR-L.3")
    [message] = problems([{"type": "function", "function": function, "name": "b", "parameters": {}}])
    assert message.startswith("RR-L.3: this is no one host's listing")
