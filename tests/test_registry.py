"""The registry: loaded whole or refused with every reason, and total on whatever it is handed (RR-L.*, RR-H1.1)."""

from __future__ import annotations

import copy
import gc
import inspect
import json
import os
import pickle
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import suppress
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rung import Limits, Problem, Registry, RegistryError, Verdict
from rung.text import parse
from rung.value import canonical

OBJECT = {"type": "object"}
TO = {"type": "object", "properties": {"to": {"type": "string"}}, "required": ["to"]}
BAD = {"type": "object", "patern": 1}


def tool(name: str, schema: Any = OBJECT, **more: Any) -> dict[str, Any]:
    return {"name": name, "inputSchema": schema, **more}


def refusal(source: Any, **options: Any) -> list[tuple[str, str | None, str]]:
    with pytest.raises(RegistryError) as caught:
        Registry.load(source, **options)
    return [(p.clause, p.tool, p.at) for p in caught.value.problems]


def text_refusal(text: Any) -> list[tuple[str, str | None, str]]:
    with pytest.raises(RegistryError) as caught:
        Registry.loads(text)
    return [(p.clause, p.tool, p.at) for p in caught.value.problems]


# RR-L.1, RR-L.2, RR-L.12: text and objects ----------------------------------------------------------------------------
GOOD_TEXT = '[{"name": "a", "inputSchema": {"type": "object"}}]'


@pytest.mark.clause("RR-L.1")
@pytest.mark.parametrize(
    "text",
    [
        '[{"name": "a", "inputSchema": {"type": "object"}},]',
        "",
        GOOD_TEXT + "x",
        "\ufeff" + GOOD_TEXT,
        "[NaN]",
        '[{"name": "\\ud800", "inputSchema": {}}]',
        '[{"name": "a", "inputSchema": {"default": 1e1101}}]',
        b"[\xff]",
        "[\ud800]",
    ],
)
def test_text_that_is_no_strict_json_is_refused(text: str | bytes) -> None:
    assert text_refusal(text) == [("RR-L.1", None, "")]


@pytest.mark.clause("RR-L.1")
@pytest.mark.parametrize(
    "source", [None, 5, bytearray(b"[]"), ["[]"], memoryview(b"[]"), type("Text", (str,), {})("[]")]
)
def test_what_is_no_text_is_refused_as_one(source: Any) -> None:
    assert text_refusal(source) == [("RR-L.1", None, "")]


@pytest.mark.clause("RR-L.1")
def test_text_and_bytes_and_objects_and_files_load_alike(tmp_path: Path) -> None:
    file = tmp_path / "tools.json"
    file.write_text(GOOD_TEXT, encoding="utf-8")
    every = [Registry.loads(GOOD_TEXT), Registry.loads(GOOD_TEXT.encode()), Registry.load(json.loads(GOOD_TEXT))]
    every += [Registry.load(file), Registry.load(str(file))]
    assert len({registry.digest for registry in every}) == 1


@pytest.mark.clause("RR-L.1")
def test_file_that_cannot_be_read_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="missing"):
        Registry.load(tmp_path / "missing.json")
    with pytest.raises(ValueError, match="null"):
        Registry.load("\0")


@pytest.mark.clause("RR-L.12")
def test_file_that_is_too_long_is_refused_unread(tmp_path: Path) -> None:
    file = tmp_path / "tools.json"
    file.touch()
    os.truncate(file, (1 << 30) + 1)  # it takes no room on the disk
    assert refusal(file) == [("RR-L.12", None, "")]


@pytest.mark.clause("RR-L.2")
@pytest.mark.parametrize(
    "text",
    [
        '[{"name": "a", "name": "a", "inputSchema": {}}]',
        '[{"name": "a", "inputSchema": {"properties": {"a": {}, "\\u0061": {}}}}]',
        '{"tools": [], "tools": []}',
    ],
)
def test_duplicate_key_is_refused(text: str) -> None:
    assert text_refusal(text) == [("RR-L.2", None, "")]


@pytest.mark.clause("RR-L.12")
def test_registry_nested_too_deep_is_refused() -> None:
    assert text_refusal("[" * 513 + "]" * 513) == [("RR-L.12", None, "")]
    deep: list[Any] = []
    for _ in range(512):
        deep = [deep]
    assert refusal(deep) == [("RR-L.12", None, "")]
    cyclic: list[Any] = []
    cyclic.append(cyclic)
    assert refusal(cyclic) == [("RR-L.12", None, "")]


class Hostile:
    """Every question that Python might ask it raises."""

    @property
    def __class__(self) -> Any:
        raise RuntimeError

    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    def __ne__(self, other: object) -> bool:
        raise RuntimeError

    def __hash__(self) -> int:
        raise RuntimeError

    def __repr__(self) -> str:
        raise RuntimeError

    def __len__(self) -> int:
        raise RuntimeError

    def __bool__(self) -> bool:
        raise RuntimeError


#: Objects of every kind, by a name: pytest itself would ask them.
OBJECTS: dict[str, Any] = {
    **{
        repr(thing): thing for thing in (None, True, 5, 0.5, float("nan"), Decimal("NaN"), b"a", (), set(), len, object)
    },
    "key": {5: 1},
    "surrogate": {"\ud800": 1},
    "dict": type("Dict", (dict,), {})(),
    "list": type("List", (list,), {})(),
    "instance": object(),
    "iterator": iter([]),
    "hostile": Hostile(),
}


@pytest.mark.clause("RR-L.1", "RR-L.3")
@pytest.mark.parametrize("kind", OBJECTS)
def test_object_that_is_no_listing_is_refused_and_nothing_else_is_raised(kind: str) -> None:
    source = OBJECTS[kind]
    assert {clause for clause, _, _ in refusal(source)} <= {"RR-L.1", "RR-L.3"}
    assert {clause for clause, _, _ in refusal([source])} <= {"RR-L.1", "RR-L.3"}
    for place in ({"name": source}, tool("a", {"enum": source}), tool("a", {"properties": source})):
        with suppress(RegistryError):
            Registry.load([place])


@pytest.mark.clause("RR-L.1")
def test_fault_of_an_object_is_said_with_its_place() -> None:
    with pytest.raises(RegistryError) as caught:
        Registry.load([tool("a", {"enum": [1, (2,)]})])
    said = 'expected a JSON value at "/0/inputSchema/enum/1", found an instance of "tuple"'
    assert str(caught.value) == f"RR-L.1 /0/inputSchema/enum/1: {said}; give what a JSON text could hold"


@pytest.mark.clause("RR-A.7")
def test_registry_keeps_nothing_of_the_object_that_it_was_loaded_from() -> None:
    source = [tool("a", {"properties": {"to": {"enum": [["x"]]}}})]
    registry = Registry.load(source)
    before = registry.digest
    source[0]["inputSchema"]["properties"]["to"]["enum"][0].append("y")
    source.clear()
    assert registry.resolve("a", {"to": ["x"]}).allowed
    assert registry.digest == before
    with pytest.raises(TypeError):
        registry.tools["a"].definition["name"] = "b"  # type: ignore[index]


# RegistryError --------------------------------------------------------------------------------------------------------
@pytest.mark.clause("RR-L.3", "RR-L.4", "RR-L.6", "RR-L.13", "RR-L.15")
def test_every_problem_of_every_tool_is_reported_in_the_order_of_the_listing() -> None:
    listing = [
        tool("b", {"type": "array", "patern": 1}),
        5,
        tool("a"),
        {"name": "c"},
        tool("d", {"minimum": "3"}),
        tool("a", {"maximum": "3"}),
    ]
    expected = [
        ("RR-L.4", "b", "/patern"),
        ("RR-L.15", "b", "/type"),
        ("RR-L.3", "#1", "/1"),
        ("RR-L.13", "a", ""),
        ("RR-L.3", "c", "/3"),
        ("RR-L.6", "d", "/minimum"),
        ("RR-L.6", "a", "/maximum"),
    ]
    assert refusal(listing) == expected
    assert [(p.clause, p.tool, p.at) for p in Registry.load(listing, quarantine=True).problems] == expected


@pytest.mark.clause("RR-L.4")
def test_error_has_one_line_for_each_problem_and_survives_copies() -> None:
    with pytest.raises(RegistryError) as caught:
        Registry.load([tool("a\nb", BAD), tool("c", BAD)])
    error = caught.value
    assert str(error).splitlines() == [problem.message for problem in error.problems]
    assert len(error.problems) == 2
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(again) is RegistryError
        assert (again.problems, str(again)) == (error.problems, str(error))
    with pytest.raises(AttributeError):
        error.problems = ()  # type: ignore[misc]


@pytest.mark.clause("RR-L.4")
def test_declared_annotation_is_accepted_in_every_tool() -> None:
    assert (
        len(Registry.load([tool("a", BAD), tool("b", {"properties": {"x": BAD}})], annotations=["patern"]).tools) == 2
    )


# Quarantine -----------------------------------------------------------------------------------------------------------
@pytest.mark.clause("RR-H1.1")
def test_quarantined_tool_is_not_callable_and_says_so() -> None:
    registry = Registry.load([tool("good", TO), tool("bad", BAD)], quarantine=True)
    assert registry.resolve("good", {"to": "b"}).allowed
    verdict = registry.resolve("bad", {})
    assert (verdict.code, verdict.clause, verdict.at) == ("H1", "RR-H1.1", None)
    assert verdict.message == "RR-H1.1 reject bad: the tool is quarantined (RR-L.4)"
    assert list(registry.quarantined) == ["bad"]
    assert list(registry.tools) == list(registry.signatures) == ["good"]


@pytest.mark.clause("RR-L.13")
def test_two_tools_of_one_name_are_both_out() -> None:
    pair = [tool("send"), tool("send", TO)]
    assert refusal([*pair, tool("send_all")]) == [("RR-L.13", "send", "")]
    registry = Registry.load([*pair, tool("send_all")], quarantine=True)
    assert list(registry.tools) == ["send_all"]
    assert [problem.said for problem in registry.quarantined["send"]] == ["2 tools have this name"]
    assert registry.resolve("send", {}).message == "RR-H1.1 reject send: the tool is quarantined (RR-L.13)"
    assert refusal([tool("a")] * 3) == [("RR-L.13", "a", "")]
    assert Registry.load([tool("send"), tool("Send"), tool("send ")]).tools.keys() == {"send", "Send", "send "}


@pytest.mark.clause("RR-L.13", "RR-L.3")
@pytest.mark.parametrize("first", [{"name": "pay"}, tool("pay", BAD), tool("pay", None), tool("pay") | {"schema": {}}])
def test_name_of_a_faulty_tool_is_taken_all_the_same(first: Any) -> None:
    for listing in ([first, tool("pay", TO)], [tool("pay", TO), first]):
        registry = Registry.load(listing, quarantine=True)
        assert registry.resolve("pay", {"to": "b"}).clause == "RR-H1.1"
        assert {problem.clause for problem in registry.quarantined["pay"]} > {"RR-L.13"}


@pytest.mark.clause("RR-L.3", "RR-H1.1")
def test_tool_without_a_schema_is_quarantined_by_its_name_and_one_without_a_name_is_remembered() -> None:
    registry = Registry.load([{"name": "a"}, {"inputSchema": {}}, 5], quarantine=True)
    assert list(registry.quarantined) == ["a"]
    assert [(p.clause, p.tool) for p in registry.problems] == [("RR-L.3", "a"), ("RR-L.3", "#1"), ("RR-L.3", "#2")]
    assert registry.resolve("a", {}).message == "RR-H1.1 reject a: the tool is quarantined (RR-L.3)"


@pytest.mark.clause("RR-L.3")
def test_document_that_is_no_listing_is_refused_under_quarantine_too() -> None:
    assert refusal({"tool": []}, quarantine=True) == [("RR-L.3", None, "")]


@pytest.mark.clause("RR-A.7")
def test_digest_is_of_the_callable_tools() -> None:
    alone = Registry.load([tool("a")])
    assert Registry.load([tool("a"), tool("b", BAD), tool("c"), tool("c")], quarantine=True).digest == alone.digest
    assert Registry.load([tool("a"), tool("b")]).digest == Registry.load({"tools": [tool("b"), tool("a")]}).digest
    assert Registry.load([tool("a", _meta={"seen": 1})]).digest == alone.digest
    assert Registry.load([tool("a", description="d")]).digest != alone.digest
    assert (
        Registry.load([tool("a", OBJECT, server="s")]).digest != Registry.load([tool("a", OBJECT, server="z")]).digest
    )
    assert alone.resolve("a", {}).registry == alone.resolve("b", {}).registry == alone.digest


# Servers --------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("RR-L.13", "RR-H1.1")
def test_listing_with_servers_is_keyed_by_server_and_name() -> None:
    listing = [
        tool("send", TO, server="x"),
        tool("send", OBJECT, server="y"),
        tool("send", BAD, server="z"),
        tool("own"),
    ]
    assert refusal(listing) == [("RR-L.4", "z send", "/patern")]
    registry = Registry.load(listing, quarantine=True)
    assert list(registry.tools) == [("x", "send"), ("y", "send"), "own"]
    assert registry.resolve("send", {"to": "b"}, server="x").allowed
    assert registry.resolve("send", {}, server="y").allowed
    assert registry.resolve("own", {}).allowed
    assert registry.resolve("send", {}, server="z").message.endswith("the tool is quarantined (RR-L.4)")
    without = registry.resolve("send", {})
    assert without.message == 'RR-H1.1 reject send: no such tool without a server; servers that have it: "x", "y"'
    assert registry.resolve("own", {}, server="x").clause == "RR-H1.1"
    assert registry.resolve("x send", {}).clause == "RR-H1.1"
    assert refusal([tool("a", server="s"), tool("a", server="s")]) == [("RR-L.13", "s a", "")]


@pytest.mark.clause("RR-L.13")
def test_names_that_join_to_one_text_are_different_tools() -> None:
    registry = Registry.load([tool("b c", TO, server="a"), tool("c", OBJECT, server="a b")])
    assert registry.resolve("c", {}, server="a b").allowed
    assert registry.resolve("b c", {}, server="a").clause == "RR-H2.2"


# Resolution -----------------------------------------------------------------------------------------------------------
REGISTRY = Registry.load([tool("a", TO), tool("pay")])


@pytest.mark.clause("RR-H1.1")
@pytest.mark.parametrize("name", ["A", " a", "a ", "functions.a", "\u0430", "", "a\0", "\ud800", "pay_all"])
def test_name_that_is_not_in_the_registry_is_rejected(name: str) -> None:
    for verdict in (REGISTRY.resolve(name, {"to": "b"}), REGISTRY.resolve_text(name, "no JSON")):
        assert (verdict.code, verdict.clause, verdict.at) == ("H1", "RR-H1.1", None)
        assert verdict.message.isascii()
        assert verdict.message.isprintable()


@pytest.mark.clause("RR-H1.1")
def test_message_lists_few_tools_and_counts_many() -> None:
    assert REGISTRY.resolve("b", {}).message == 'RR-H1.1 reject b: no such tool; registered: "a", "pay"'
    many = Registry.load([tool(f"t{i}") for i in range(50)])
    assert many.resolve("b", {}).message == "RR-H1.1 reject b: no such tool among the 50 registered"
    assert repr(many) == f"<Registry of 50 tools, {many.digest[:19]}>"


@pytest.mark.clause("RR-W.8")
@pytest.mark.parametrize("kind", OBJECTS)
def test_name_or_server_that_is_no_string_is_rejected(kind: str) -> None:
    name = OBJECTS[kind]
    assert REGISTRY.resolve(name, {}).clause == "RR-W.8"
    assert REGISTRY.resolve_text(name, "{}").clause == "RR-W.8"
    if name is not None:
        assert REGISTRY.resolve("a", {}, server=name).clause == "RR-W.8"


@pytest.mark.clause("RR-W.3", "RR-W.7")
@pytest.mark.parametrize("kind", OBJECTS)
def test_any_object_as_arguments_has_a_verdict(kind: str) -> None:
    arguments = OBJECTS[kind]
    for profile in ("top", "deep"):
        verdict = REGISTRY.resolve("a", arguments, profile=profile)
        assert isinstance(verdict, Verdict)
        assert verdict.code == "W"
        assert REGISTRY.resolve("a", {"to": arguments}, profile=profile).code in ("W", "H3")


@pytest.mark.clause("RR-W.1")
@pytest.mark.parametrize("kind", OBJECTS)
def test_any_object_as_text_has_a_verdict(kind: str) -> None:
    text = OBJECTS[kind]
    verdict = REGISTRY.resolve_text("a", text)
    assert (verdict.code, verdict.clause, verdict.at) == ("W", "RR-W.1", None)


@pytest.mark.clause("RR-W.1")
def test_arguments_text_is_judged_as_it_was_written() -> None:
    assert REGISTRY.resolve_text("a", '{"to": "b"}').allowed
    assert REGISTRY.resolve_text("a", b'{"to": "b"}').allowed
    assert REGISTRY.resolve_text("a", '{"to": 1, "x": 2}').code == "H2"
    assert REGISTRY.resolve_text("a", "").clause == "RR-W.1"


@pytest.mark.clause("RR-A.4")
def test_unknown_profile_is_a_value_error() -> None:
    for profile in ("", "TOP", "deep ", "nested", type("Text", (str,), {})("top"), *OBJECTS.values()):
        with pytest.raises(ValueError, match='write "top" or "deep"'):
            REGISTRY.resolve("a", {}, profile=profile)
        with pytest.raises(ValueError, match='write "top" or "deep"'):
            REGISTRY.resolve_text("a", "{}", profile=profile)


@pytest.mark.clause("RR-W.6")
def test_limits_hold_for_arguments_and_not_for_the_registry() -> None:
    registry = Registry.loads(GOOD_TEXT, limits=Limits(text_bytes=8, depth=1))
    assert registry.limits == Limits(text_bytes=8, depth=1)
    assert registry.resolve_text("a", '{"a":[]}').clause == "RR-W.6"
    assert registry.resolve_text("a", '{"to": 1}').clause == "RR-W.6"
    assert registry.resolve_text("a", "{}").allowed


# Python's own limit ---------------------------------------------------------------------------------------------------
@pytest.fixture
def little_room() -> Iterator[None]:
    """Leave Python few frames, as a caller that stands deep in its own recursion does."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 120)
    yield
    sys.setrecursionlimit(before)


def deep_value(levels: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(levels - 1):
        value = {"a": value}
    return value


@pytest.mark.clause("RR-L.12", "RR-W.6")
@pytest.mark.usefixtures("little_room")
def test_deep_schemas_and_arguments_never_meet_pythons_limit() -> None:
    schema: dict[str, Any] = {"type": "object"}
    for _ in range(126):
        schema = {"type": "object", "properties": {"a": schema}}
    default: list[Any] = []
    for _ in range(500):
        default = [default]
    limit = sys.getrecursionlimit()
    registry = Registry.load([tool("a", schema), tool("b", {"default": default})])
    for profile in ("top", "deep"):
        assert registry.resolve("a", deep_value(127), profile=profile).allowed
    assert registry.resolve("a", deep_value(128)).allowed
    assert registry.resolve("a", deep_value(128), profile="deep").allowed
    assert sys.getrecursionlimit() == limit


@pytest.mark.clause("RR-L.9", "RR-W.6")
@pytest.mark.usefixtures("little_room")
def test_longest_chain_on_the_deepest_value_has_a_verdict() -> None:
    chain = {f"d{i}": {"oneOf": [False, {"$ref": f"#/$defs/d{i + 1}"}]} for i in range(60)}
    document = {"$ref": "#/$defs/d0", "$defs": chain | {"d60": {"properties": {"a": {"$ref": "#/$defs/d0"}}}}}
    registry = Registry.load([tool("a", document)])
    assert registry.resolve("a", deep_value(128)).allowed
    assert registry.resolve("a", deep_value(128), profile="deep").allowed


# Totality -------------------------------------------------------------------------------------------------------------
WORDS = (
    "type enum const minimum exclusiveMinimum multipleOf minLength pattern items prefixItems additionalItems "
    "uniqueItems properties required additionalProperties patternProperties propertyNames dependentRequired allOf "
    "anyOf oneOf not if then else $ref $defs definitions $schema $id contains patern title name server inputSchema "
    "schema tools result"
).split()
TEXTS = st.sampled_from(
    [
        *("", "a", "object", "array", "#", "#/$defs/a", "#/properties/a", "#/a", "^a$", "(?=a)", "(", *WORDS[:4]),
        *("http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"),
    ]
)
LEAVES = st.none() | st.booleans() | st.integers(-2, 3) | st.sampled_from([0.5, 10**30, -0.0]) | TEXTS
JSON = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*WORDS, "a", ""]), inner, max_size=4),
    max_leaves=15,
)


def loaded_or_refused(source: Any) -> Registry | None:
    """The registry, or None if it is refused with problems; anything else that is raised is a failure of the test."""
    registry, problems = None, tuple[Problem]()
    try:
        registry = Registry.load(source)
    except RegistryError as refused:
        problems, lines = refused.problems, str(refused).splitlines()
    if registry is None:
        assert problems
        assert all(problem.clause.startswith("RR-L.") for problem in problems)
        assert len(lines) == len(problems)
        assert "".join(lines).isascii()
        return None
    assert Registry.loads(json.dumps(source)).digest == registry.digest
    return registry


@pytest.mark.clause("RR-L.1", "RR-L.3")
@given(JSON)
def test_every_document_is_loaded_or_refused(document: Any) -> None:
    paths = document if type(document) is list and document else [document]
    if not all(type(path) is str for path in paths):  # those would be paths
        loaded_or_refused(document)
    loaded_or_refused([document, tool("a", document)])


@pytest.mark.clause("RR-L.3", "RR-L.4", "RR-L.6", "RR-W.3")
@given(JSON, JSON)
def test_every_schema_is_loaded_or_refused_and_then_judges_everything(schema: Any, arguments: Any) -> None:
    registry = loaded_or_refused([tool("a", schema)])
    quarantining = Registry.load([tool("a", schema), tool("b")], quarantine=True)
    assert "b" in quarantining.tools
    assert ("a" in quarantining.tools) == (registry is not None)
    if registry is not None:
        for profile in ("top", "deep"):
            verdict = registry.resolve("a", arguments, profile=profile)
            as_text = registry.resolve_text("a", json.dumps(arguments), profile=profile)
            assert (as_text.code, as_text.all) == (verdict.code, verdict.all)


MUTABLE = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$defs": {"a": {"type": "object", "properties": {"next": {"$ref": "#/$defs/a"}}}},
    "type": "object",
    "properties": {"a": {"$ref": "#/$defs/a"}, "b": {"anyOf": [{"type": "string", "pattern": "^a"}, {"minimum": 0}]}},
    "required": ["a"],
    "additionalProperties": False,
    "if": {"required": ["b"]},
    "then": {"properties": {"c": {"enum": [1, 2]}}},
}


def places(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    children = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    return [path, *(place for key, child in children for place in places(child, (*path, key)))]


@pytest.mark.clause("RR-L.4", "RR-L.6", "RR-L.8")
@given(st.sampled_from(places(MUTABLE)[1:]), JSON, st.sampled_from(["replace", "rename", "remove"]))
def test_every_mutated_schema_is_loaded_or_refused(place: tuple[Any, ...], held: Any, how: str) -> None:
    schema = copy.deepcopy(MUTABLE)
    holder: Any = schema
    for token in place[:-1]:
        holder = holder[token]
    if how == "replace":
        holder[place[-1]] = held
    else:
        kept = holder.pop(place[-1])
        if how == "rename" and isinstance(holder, dict):
            holder[str(place[-1])[:-1]] = kept
    registry = loaded_or_refused([tool("t", schema)])
    if registry is not None:
        assert registry.resolve("t", {"a": {"next": {}}, "b": 1}).code in (None, "H2", "H3")


# Size -----------------------------------------------------------------------------------------------------------------
def typical(i: int) -> dict[str, Any]:
    properties = {
        "query": {"type": "string", "description": f"what to search for, {i}"},
        "limit": {"type": "integer", "minimum": 1, "maximum": 100},
        "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
        "tags": {"type": "array", "items": {"type": "string"}},
        "verbose": {"type": "boolean", "default": False},
    }
    return tool(f"tool_{i}", {"type": "object", "properties": properties, "required": ["query"]}, description="d")


def traced(build: Callable[[], Any]) -> int:
    """The bytes that what ``build`` returns keeps alive."""
    gc.collect()
    tracemalloc.start()
    try:
        built = build()
        gc.collect()
        size = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert built
    return size


@pytest.mark.clause("RR-L.12")
def test_tool_takes_less_than_two_kibibytes_beyond_its_parsed_definition() -> None:
    count = 500
    text = json.dumps([typical(i) for i in range(count)])
    Registry.loads(text)  # what is made once only
    beyond = traced(lambda: [Registry.loads(text)]) - traced(lambda: parse(text))
    assert beyond < 2048 * count


@pytest.mark.clause("RR-A.2")
def test_equal_parts_of_tools_are_shared() -> None:
    one, two = Registry.load([typical(1), typical(2)]).signatures.values()
    assert one.root.object is not None
    assert two.root.object is not None
    for key in ("query", "limit", "unit", "verbose"):
        assert one.root.object.properties[key] is two.root.object.properties[key]
    assert one.declared is one.root.object.properties


@pytest.mark.clause("RR-A.6", "RR-A.7")
def test_listed_values_are_kept_as_written_and_found_as_canonical_text() -> None:
    registry = Registry.loads('[{"name": "a", "inputSchema": {"properties": {"n": {"enum": [1.0, 1.50]}}}}]')
    shape = registry.signatures["a"].root.object
    assert shape is not None
    enum = shape.properties["n"].enum
    assert enum is not None
    assert list(enum) == [canonical(value) for value in enum.values()] == ["1e0", "15e-1"]
    assert registry.resolve_text("a", '{"n": 1.5}').allowed
