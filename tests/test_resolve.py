"""Algorithm 1: the three steps, their order, what is declared and required, and the verdict that comes of it."""

from __future__ import annotations

import inspect
import json
import sys
from typing import Any

import pytest

import rung.membership
import rung.resolve
from rung import Registry, Verdict
from rung.resolve import resolve
from rung.value import Value
from rung.verdict import Fault, decided

SEND = {
    "type": "object",
    "properties": {
        "to": {"type": "string"},
        "cc": {"type": "array", "items": {"type": "string"}},
        "options": {"properties": {"html": {"type": "boolean"}}, "required": ["html"]},
    },
    "required": ["to"],
}


def registry(schema: Value, name: str = "t", **options: Any) -> Registry:
    return Registry.load([{"name": name, "inputSchema": schema}], **options)


def judged(schema: Value, arguments: Value, profile: str = "top") -> Verdict:
    """Return the verdict on a call of the one tool ``t``; arguments are objects, or text."""
    tools = registry(schema)
    if isinstance(arguments, str):
        return tools.resolve_text("t", arguments, profile=profile)
    verdict = tools.resolve("t", arguments, profile=profile)
    assert tools.resolve_text("t", json.dumps(arguments), profile=profile) == verdict
    return verdict


def every(verdict: Verdict) -> list[tuple[str | None, str]]:
    return [(fault.at, fault.clause) for fault in verdict.all]


# RR-H1.1 --------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("RR-H1.1")
@pytest.mark.parametrize(
    "name",
    ["Send", "send ", " send", "send\n", "functions.send", "api:send", "sen", "sendd", "", "\uff53end", "s\u200bend"],
)
def test_a_name_is_equal_code_point_by_code_point_or_fabricated(name: str) -> None:
    verdict = registry(SEND, "send").resolve(name, {"to": "b"})
    assert (verdict.verdict, verdict.code, verdict.clause, verdict.at) == ("reject", "H1", "RR-H1.1", None)
    assert verdict.all == (Fault(None, "RR-H1.1"),)
    assert not verdict


@pytest.mark.clause("RR-H1.1")
def test_names_are_not_normalised() -> None:
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    assert registry({}, composed).resolve(composed, {}).allowed
    assert registry({}, composed).resolve(decomposed, {}).code == "H1"


@pytest.mark.clause("RR-H1.1", "RR-A.5")
def test_a_fabricated_name_stands_alone_whatever_its_arguments() -> None:
    tools = registry(SEND, "send")
    for text in ('{"x": 1}', "[]", "{", '{"to": 1, "to": 2}'):
        assert every(tools.resolve_text("sent", text)) == [(None, "RR-H1.1")]


@pytest.mark.clause("RR-H1.1")
def test_the_kernel_itself_rejects_a_name_of_any_kind_that_it_does_not_know() -> None:
    signatures = registry(SEND, "send").signatures
    for name in ("sent", ("server", "send"), None, 7):
        assert resolve(signatures, name, {"x": 1}, "top") == ("H1", [("RR-H1.1", ())])


@pytest.mark.clause("RR-H1.1")
def test_the_empty_registry_knows_no_name() -> None:
    assert Registry.load([]).resolve("send", {}).code == "H1"


@pytest.mark.clause("RR-H1.1")
def test_a_quarantined_name_is_not_in_the_registry_and_says_so() -> None:
    tools = registry({"patern": "x"}, quarantine=True)
    verdict = tools.resolve("t", {})
    assert verdict.code == "H1"
    assert "quarantined" in verdict.message


# RR-H2.1 and RR-A.3 ---------------------------------------------------------------------------------------------------
@pytest.mark.clause("RR-H2.1", "RR-A.3")
def test_silence_closes_the_root() -> None:
    assert every(judged(SEND, {"to": "b", "recipients": []})) == [("/recipients", "RR-H2.1")]


@pytest.mark.clause("RR-H2.1", "RR-A.3")
@pytest.mark.parametrize("schema", [True, {}, {"type": "object"}, {"properties": {}}])
def test_a_root_that_declares_nothing_accepts_exactly_the_empty_object(schema: Value) -> None:
    assert judged(schema, {}).allowed
    assert every(judged(schema, {"a": 1})) == [("/a", "RR-H2.1")]


@pytest.mark.clause("RR-H2.1", "RR-A.3")
@pytest.mark.parametrize("key", ["To", "to ", "tо", "t\u006f\u0301", ""])
def test_keys_are_equal_code_point_by_code_point(key: str) -> None:
    assert judged(SEND, {"to": "b", key: "c"}).clause == "RR-H2.1"


@pytest.mark.clause("RR-H2.1", "RR-A.3")
@pytest.mark.parametrize(
    "schema",
    [
        {"allOf": [{"properties": {"a": True}}]},
        {"anyOf": [{"properties": {"a": True}}, True]},
        {"oneOf": [{"properties": {"a": True}}]},
        {"if": {"properties": {"a": True}}},
        {"if": True, "then": {"properties": {"a": True}}},
        {"if": True, "else": {"properties": {"a": True}}},
        {"$ref": "#/$defs/D", "$defs": {"D": {"properties": {"a": True}}}},
        {"allOf": [{"anyOf": [{"$ref": "#/$defs/D"}]}], "$defs": {"D": {"properties": {"a": True}}}},
        {"patternProperties": {"^a$": True}},
        {"anyOf": [{"patternProperties": {"^a$": True}}]},
        {"additionalProperties": True},
        {"additionalProperties": {}},
        {"additionalProperties": {"type": "integer"}},
        {"oneOf": [{"additionalProperties": {"type": "integer"}}]},
    ],
    ids=json.dumps,
)
def test_the_root_and_its_in_place_schemas_declare(schema: Value) -> None:
    assert judged(schema, {"a": 1}).allowed


@pytest.mark.clause("RR-H2.1", "RR-A.3")
@pytest.mark.parametrize(
    "schema",
    [
        {"not": {"properties": {"a": {"type": "null"}}, "required": ["a"]}},
        {"then": {"properties": {"a": True}}, "else": {"properties": {"a": True}}},
        {"$defs": {"D": {"properties": {"a": True}}}},
        {"properties": {"b": {"properties": {"a": True}}}},
        {"propertyNames": {"enum": ["a"]}},
        {"dependentRequired": {"a": []}},
        {"patternProperties": {"^A$": True}},
        {"additionalProperties": False},
    ],
    ids=json.dumps,
)
def test_nothing_else_declares(schema: Value) -> None:
    assert judged(schema, {"a": 1}).clause == "RR-H2.1"


@pytest.mark.clause("RR-H2.1", "RR-A.3")
def test_a_closed_root_cancels_the_families_of_its_branches_but_not_its_own() -> None:
    branch = {"additionalProperties": True, "patternProperties": {"^z": True}, "properties": {"n": True}}
    closed = {"additionalProperties": False, "patternProperties": {"^y": True}, "anyOf": [branch]}
    assert judged(closed, {"y1": 1}).allowed
    assert every(judged(closed, {"z1": 1})) == [("/z1", "RR-H2.1")]
    assert every(judged(closed, {"w": 1})) == [("/w", "RR-H2.1")]
    # A name that a branch declares is declared; the root's own additionalProperties still rejects it.
    assert every(judged(closed, {"n": 1})) == [("/n", "RR-H3.6")]


@pytest.mark.clause("RR-A.3")
def test_a_branch_that_closes_cancels_no_family() -> None:
    schema = {"anyOf": [{"additionalProperties": False}, {"patternProperties": {"^z": True}}]}
    assert judged(schema, {"z1": 1}).allowed


@pytest.mark.clause("RR-A.3")
def test_closing_through_a_ref_is_not_the_root_object_itself() -> None:
    schema = {"$ref": "#/$defs/D", "additionalProperties": True, "$defs": {"D": {"additionalProperties": False}}}
    assert every(judged(schema, {"a": 1})) == [("/a", "RR-H3.6")]


# RR-H2.2 --------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("RR-H2.2")
@pytest.mark.parametrize(
    "schema",
    [
        {"required": ["a"]},
        {"allOf": [{"required": ["a"]}]},
        {"allOf": [{"allOf": [{"$ref": "#/$defs/D"}]}], "$defs": {"D": {"required": ["a"]}}},
        {"$ref": "#/$defs/D", "$defs": {"D": {"required": ["a"]}}},
        {"required": ["a"], "allOf": [{"required": ["a"]}]},
    ],
    ids=json.dumps,
)
def test_a_missing_required_key_is_rejected_once_where_it_should_stand(schema: dict[str, Value]) -> None:
    schema = schema | {"properties": {"a": {"type": "string"}}}
    assert every(judged(schema, {})) == [("/a", "RR-H2.2")]
    assert judged(schema, {"a": "x"}).allowed
    assert every(judged(schema, {"a": None})) == [("/a", "RR-H3.1")]


@pytest.mark.clause("RR-H3.7", "RR-H2.2")
@pytest.mark.parametrize("word", ["anyOf", "oneOf"])
def test_a_requirement_of_a_branch_is_a_combination(word: str) -> None:
    schema = {"properties": {"a": True, "b": True}, word: [{"required": ["a"]}, {"required": ["b"]}]}
    assert every(judged(schema, {})) == [("", "RR-H3.7")]


@pytest.mark.clause("RR-H3.7", "RR-H2.2")
def test_a_requirement_of_then_is_a_combination() -> None:
    schema = {"properties": {"a": True, "b": True}, "if": {"required": ["a"]}, "then": {"required": ["b"]}}
    assert every(judged(schema, {"a": 1})) == [("", "RR-H3.7")]


@pytest.mark.clause("RR-H2.2", "RR-H3.6")
def test_the_root_as_a_nested_schema_keeps_its_requirements() -> None:
    schema = {"properties": {"a": True, "child": {"$ref": "#"}}, "required": ["a"]}
    assert every(judged(schema, {"child": {}})) == [("/a", "RR-H2.2"), ("/child/a", "RR-H3.6")]


@pytest.mark.clause("RR-H2.2")
def test_null_is_present_and_a_default_is_never_injected() -> None:
    schema = {"properties": {"a": {"default": 1}}, "required": ["a"]}
    assert judged(schema, {"a": None}).allowed
    assert judged(schema, {}).clause == "RR-H2.2"


# RR-A.5: classes, order, all ------------------------------------------------------------------------------------------
@pytest.mark.clause("RR-A.5", "RR-H2.1", "RR-H3.1")
def test_all_holds_h2_and_the_h3_of_the_declared_keys() -> None:
    verdict = judged(SEND, {"cc": [1, "a", None], "bcc": {"x": 1}, "options": {}})
    assert every(verdict) == [
        ("/bcc", "RR-H2.1"),
        ("/cc/0", "RR-H3.1"),
        ("/cc/2", "RR-H3.1"),
        ("/options/html", "RR-H3.6"),
        ("/to", "RR-H2.2"),
    ]
    assert (verdict.code, verdict.clause, verdict.at) == ("H2", "RR-H2.1", "/bcc")


@pytest.mark.clause("RR-A.5")
def test_the_first_by_class_is_not_always_the_first_of_all() -> None:
    verdict = judged(SEND, {"cc": 1, "to": "b", "zz": 1})
    assert every(verdict) == [("/cc", "RR-H3.1"), ("/zz", "RR-H2.1")]
    assert (verdict.code, verdict.clause, verdict.at) == ("H2", "RR-H2.1", "/zz")


@pytest.mark.clause("RR-A.5", "RR-H3.6")
def test_undeclared_keys_take_no_part_in_h3() -> None:
    two = {"properties": {"a": True, "b": True}, "minProperties": 2}
    assert every(judged(two, {"a": 1, "x": 1})) == [("", "RR-H3.6"), ("/x", "RR-H2.1")]
    one = {"properties": {"a": True, "b": True}, "maxProperties": 1}
    assert every(judged(one, {"a": 1, "x": 1})) == [("/x", "RR-H2.1")]
    named = {"properties": {"a": True}, "propertyNames": {"maxLength": 1}}
    assert every(judged(named, {"xx": 1})) == [("/xx", "RR-H2.1")]
    dependent = {"properties": {"a": True}, "dependentRequired": {"x": ["a"]}}
    assert every(judged(dependent, {"x": 1})) == [("/x", "RR-H2.1")]
    closed = {"properties": {"a": True}, "additionalProperties": False}
    assert every(judged(closed, {"x": 1})) == [("/x", "RR-H2.1")]


@pytest.mark.clause("RR-A.5")
def test_pointers_compare_as_escaped_strings() -> None:
    schema = {"properties": {"a": {"items": {"type": "string"}}}}
    verdict = judged(schema, {"a": [1] * 11})
    assert [fault.at for fault in verdict.all][:4] == ["/a/0", "/a/1", "/a/10", "/a/2"]
    assert verdict.at == "/a/0"
    schema = {"properties": {"2": {"type": "null"}, "10": {"type": "null"}}}
    assert judged(schema, {"2": 1, "10": 1}).at == "/10"
    schema = {"properties": {"a": {"properties": {"b": {"type": "null"}}}, "a-b": {"type": "null"}}}
    assert [fault.at for fault in judged(schema, {"a": {"b": 1}, "a-b": 1}).all] == ["/a-b", "/a/b"]


@pytest.mark.clause("RR-A.5", "RR-H2.1")
def test_pointers_are_escaped_before_they_are_compared() -> None:
    verdict = judged({}, {"a/b": 1, "a~": 1, "a0": 1, "a}": 1, "": 1})
    assert [fault.at for fault in verdict.all] == ["/", "/a0", "/a}", "/a~0", "/a~1b"]


@pytest.mark.clause("RR-A.5", "RR-H2.1")
def test_pointers_compare_by_scalar_value_not_by_utf_16_unit() -> None:
    astral, bmp = "\U0001f600", "\uff61"
    assert astral.encode("utf-16-be") < bmp.encode("utf-16-be")
    verdict = judged({}, {astral: 1, bmp: 1})
    assert [fault.at for fault in verdict.all] == ["/" + bmp, "/" + astral]
    assert verdict.at == "/" + bmp


@pytest.mark.clause("RR-A.5")
def test_faults_at_one_place_are_ordered_by_clause_and_stand_once() -> None:
    schema = {"properties": {"a": {"type": "string", "enum": ["x"], "minimum": 5, "maximum": 0, "not": {}}}}
    verdict = judged(schema, {"a": 3})
    assert every(verdict) == [("/a", "RR-H3.1"), ("/a", "RR-H3.2"), ("/a", "RR-H3.3"), ("/a", "RR-H3.7")]


@pytest.mark.clause("RR-A.5", "RR-H3.6")
def test_the_whole_comes_before_its_parts() -> None:
    schema = {"properties": {"a": {"type": "null"}}, "minProperties": 2}
    verdict = judged(schema, {"a": 1})
    assert every(verdict) == [("", "RR-H3.6"), ("/a", "RR-H3.1")]
    assert (verdict.clause, verdict.at) == ("RR-H3.6", "")


@pytest.mark.clause("RR-A.5", "RR-W.1")
def test_malformed_arguments_stand_alone() -> None:
    verdict = judged(SEND, '{"to": 1')
    assert (verdict.code, verdict.at, every(verdict)) == ("W", None, [(None, "RR-W.1")])


@pytest.mark.clause("RR-A.2")
def test_an_allowed_call_has_no_reason() -> None:
    verdict = judged(SEND, {"to": "b", "cc": [], "options": {"html": True, "else": 1}})
    assert verdict.allowed
    assert bool(verdict)
    assert (verdict.verdict, verdict.code, verdict.clause, verdict.at, verdict.all) == ("allow", None, None, None, ())


@pytest.mark.clause("RR-A.2")
def test_a_decision_to_allow_becomes_the_verdict_that_allows() -> None:
    tools = registry(SEND)
    code, faults = resolve(tools.signatures, "t", {"to": "b"}, "deep")
    verdict = decided(code, faults, "t", tools.signatures["t"], {"to": "b"}, "deep", tools.digest, 1_000)
    assert verdict == tools.resolve("t", {"to": "b"}, profile="deep")
    assert (verdict.verdict, verdict.message) == ("allow", "allow t")


@pytest.mark.clause("RR-A.5", "RR-A.7")
def test_a_verdict_names_its_registry_and_profile() -> None:
    tools = registry(SEND)
    for profile in ("top", "deep"):
        verdict = tools.resolve("t", {}, profile=profile)
        assert (verdict.registry, verdict.profile, verdict.name) == (tools.digest, profile, "t")
    with pytest.raises(ValueError, match="profile"):
        tools.resolve("t", {}, profile="flat")


# Values ---------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("RR-A.6", "RR-H3.2", "RR-H3.1")
def test_true_is_not_one_and_one_point_zero_is_an_integer() -> None:
    schema = {"properties": {"n": {"enum": [1]}, "i": {"type": "integer"}}}
    assert judged(schema, '{"n": 1.0, "i": 5e0}').allowed
    assert every(judged(schema, {"n": True, "i": False})) == [("/i", "RR-H3.1"), ("/n", "RR-H3.2")]


@pytest.mark.clause("RR-A.1")
def test_a_poisoned_registry_makes_the_rung_allow_what_it_lists() -> None:
    poisoned = registry({"properties": {"path": True}}, "delete_everything")
    assert poisoned.resolve("delete_everything", {"path": "/"}).allowed


# Recursion: RR-W.6's depth is enough for every signature --------------------------------------------------------------
def nested(depth: int, wrap: str, innermost: str) -> str:
    """Return a text in which ``wrap`` (``{"n": %}``) stands ``depth`` times around ``innermost``."""
    before, after = wrap.split("%")
    return before * depth + innermost + after * depth


CHAIN = {"allOf": [{"anyOf": [{"oneOf": [{"$ref": "#/$defs/Node"}]}]}]}
RECURSIVE = {
    "ref": {"Node": {"properties": {"n": {"$ref": "#/$defs/Node"}}}},
    "combined": {
        "Node": {"type": ["object", "null"], "properties": {"n": CHAIN}, "not": {"required": ["m"]}},
    },
    "branches": {
        "Node": {"oneOf": [{"type": "null"}, {"$ref": "#/$defs/Pair"}]},
        "Pair": {"type": "object", "properties": {"n": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/Node"}]}}},
    },
}  # fmt: skip


@pytest.mark.clause("RR-W.6", "RR-A.2")
@pytest.mark.parametrize("profile", ["top", "deep"])
@pytest.mark.parametrize("kind", ["ref", "combined", "branches"])
def test_recursion_to_the_depth_limit_is_decided(kind: str, profile: str) -> None:
    tools = registry({"properties": {"n": {"$ref": "#/$defs/Node"}}, "$defs": RECURSIVE[kind]})
    assert tools.resolve_text("t", nested(128, '{"n": %}', "null"), profile=profile).code != "W"
    deepest = tools.resolve_text("t", nested(127, '{"n": %}', '{"n": {}}'), profile=profile)
    assert deepest.clause == "RR-W.6"
    assert tools.resolve_text("t", nested(127, '{"n": %}', '{"n": "x"}'), profile=profile).code in (None, "H3")


@pytest.mark.clause("RR-W.6", "RR-L.12", "RR-A.2")
def test_the_longest_chains_at_every_level_are_decided() -> None:
    """A chain of some 120 schemas in place (128 are let in), at each level of the value."""
    definitions: dict[str, Value] = {"N0": {"type": "object", "properties": {"n": {"$ref": "#/$defs/N60"}}}}
    for i in range(1, 61):
        word = ("anyOf", "oneOf", "allOf")[i % 3]
        definitions[f"N{i}"] = {word: [{"$ref": f"#/$defs/N{i - 1}"}]}
    tools = registry({"properties": {"n": {"$ref": "#/$defs/N60"}}, "$defs": definitions})
    for profile in ("top", "deep"):
        assert tools.resolve_text("t", nested(127, '{"n": %}', "{}"), profile=profile).allowed
        assert tools.resolve_text("t", nested(127, '{"n": %}', "1"), profile=profile).code == "H3"


@pytest.mark.clause("RR-A.2")
def test_equality_of_the_deepest_values_is_decided() -> None:
    tools = registry({"properties": {"a": {"enum": [1]}, "b": {"uniqueItems": True}}})
    deepest = nested(127, "[%]", "")
    assert tools.resolve_text("t", f'{{"a": {deepest}}}').clause == "RR-H3.2"
    inner = nested(126, "[%]", "")
    assert tools.resolve_text("t", f'{{"b": [{inner}, {inner}]}}').clause == "RR-H3.5"


@pytest.mark.clause("RR-A.2")
def test_loading_never_lowers_the_recursion_limit() -> None:
    before = sys.getrecursionlimit()
    registry(SEND)
    assert sys.getrecursionlimit() >= before


# The core itself ------------------------------------------------------------------------------------------------------
def test_resolve_is_pure() -> None:
    tools = registry(SEND)
    arguments: dict[str, Value] = {"cc": [1], "zz": {}}
    before = repr(arguments)
    first = resolve(tools.signatures, "t", arguments, "deep")
    assert resolve(tools.signatures, "t", arguments, "deep") == first
    assert repr(arguments) == before


def test_the_verified_core_is_small() -> None:
    assert len(inspect.getsource(rung.resolve).splitlines()) <= 150


# Cost -----------------------------------------------------------------------------------------------------------------
def evaluations(monkeypatch: pytest.MonkeyPatch, levels: int) -> int:
    """Return how often a schema is held to a value, for a filter of ``levels`` nested negations."""
    union: list[Value] = [
        {
            "type": "object",
            "properties": {"op": {"const": op}, "args": {"type": "array", "items": {"$ref": "#/$defs/Filter"}}},
            "required": ["op", "args"],
        }
        for op in ("and", "or", "not")
    ]
    union.append({"type": "object", "properties": {"op": {"const": "is"}, "field": {"type": "string"}}})
    tools = registry({"properties": {"where": {"$ref": "#/$defs/Filter"}}, "$defs": {"Filter": {"oneOf": union}}})
    where: Value = {"op": "is", "field": "x"}
    for _ in range(levels):
        where = {"op": "not", "args": [where]}
    count = 0
    original = rung.membership.faults

    def counted(*arguments: Any) -> None:
        nonlocal count
        count += 1
        original(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(rung.membership, "faults", counted)
        assert tools.resolve("t", {"where": where}).allowed
    return count


@pytest.mark.clause("RR-A.2")
def test_recursive_unions_cost_no_more_than_schemas_times_values(monkeypatch: pytest.MonkeyPatch) -> None:
    assert evaluations(monkeypatch, 60) <= 3 * evaluations(monkeypatch, 30)
