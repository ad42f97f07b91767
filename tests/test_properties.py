"""What holds of every registry and every call: total, blind to order, local to the tool, deep within top."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rung import Registry, Verdict
from rung.value import DecimalFraction, Value
from tests import strategies
from tests.strategies import Drawn

PROFILES = ("top", "deep")
FIXED = Registry.load(
    [
        {
            "name": "send",
            "inputSchema": {
                "properties": {
                    "a": {"type": ["string", "null"], "maxLength": 3},
                    "b": {"type": "number", "multipleOf": 1},
                    "c": {"items": {"$ref": "#"}, "uniqueItems": True},
                    "ab": {"properties": {"a": {"enum": [1, "a", None]}}},
                },
                "patternProperties": {"^x": {"pattern": "^.$"}},
                "anyOf": [{"required": ["a"]}, {"maxProperties": 2}],
            },
        },
        {"name": "any", "inputSchema": {"additionalProperties": True}},
    ]
)


def is_well_formed(verdict: Any) -> bool:
    """Return whether this is a verdict whose parts fit together (RR-A.5)."""
    if type(verdict) is not Verdict or "\n" in verdict.message or not verdict.message.isprintable():
        return False
    if verdict.allowed:
        return (verdict.code, verdict.clause, verdict.at, verdict.all) == (None, None, None, ())
    faults = [(fault.at or "", fault.clause) for fault in verdict.all]
    first = (verdict.at or "", verdict.clause or "")
    alone = verdict.code in ("W", "H1")
    return (
        faults == sorted(set(faults))
        and first in faults
        and first[1].startswith(f"RR-{verdict.code}")
        and (len(faults) == 1 and verdict.at is None if alone else verdict.at is not None)
    )


def as_bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


# Total ----------------------------------------------------------------------------------------------------------------
JSON_LIKE = st.text(alphabet='{}[]":,\\ue0123456789.-+ \n\tatrufalsn\U0001f600\ud800', max_size=40)


@pytest.mark.clause("RR-A.2", "RR-W.1")
@given(st.one_of(st.text(), JSON_LIKE, st.binary(max_size=60), JSON_LIKE.map(as_bytes)))
@settings(max_examples=600)
def test_any_text_and_any_bytes_get_a_verdict(text: str | bytes) -> None:
    for name in ("send", "any", "sent"):
        for profile in PROFILES:
            assert is_well_formed(FIXED.resolve_text(name, text, profile=profile))


@pytest.mark.clause("RR-A.2", "RR-W.7")
@given(
    st.one_of(
        strategies.python_objects(), st.dictionaries(st.sampled_from(strategies.KEYS), strategies.python_objects())
    )
)
@settings(max_examples=600)
def test_any_python_object_gets_a_verdict(arguments: Any) -> None:
    for name in ("send", "any", "sent"):
        for profile in PROFILES:
            assert is_well_formed(FIXED.resolve(name, arguments, profile=profile))


@pytest.mark.clause("RR-A.2", "RR-W.8", "RR-H1.1")
@given(strategies.python_objects(), st.one_of(st.none(), strategies.python_objects()))
@settings(max_examples=300)
def test_any_name_gets_a_verdict(name: Any, server: Any) -> None:
    verdict = FIXED.resolve(name, {}, server=server)
    assert is_well_formed(verdict)
    assert verdict.clause == ("RR-H1.1" if type(name) is str and (server is None or type(server) is str) else "RR-W.8")


@pytest.mark.clause("RR-A.2")
@given(strategies.listings(), st.data())
@settings(max_examples=300)
def test_calls_of_any_registry_get_a_verdict(listing: list[Value], data: st.DataObject) -> None:
    registry = Registry.load(listing, quarantine=True)
    for name, signature in registry.signatures.items():
        near = strategies.drawn_arguments(data.draw, signature.definitions, signature.root)
        for arguments in (near, {"a": strategies.value(Drawn(data.draw))}):
            for profile in PROFILES:
                assert is_well_formed(registry.resolve(str(name), arguments, profile=profile))


# Order ----------------------------------------------------------------------------------------------------------------
def shuffled(value: Value, order: random.Random) -> Value:
    """Return the same value, the keys of every object in another order."""
    if type(value) is dict:
        keys = list(value)
        order.shuffle(keys)
        return {key: shuffled(value[key], order) for key in keys}
    if type(value) is list:
        return [shuffled(item, order) for item in value]
    return value


@pytest.mark.clause("RR-A.6", "RR-A.5")
@given(strategies.tool_documents(), st.data(), st.integers(0, 2**32))
@settings(max_examples=300)
def test_verdicts_do_not_depend_on_the_order_of_keys(document: Value, data: st.DataObject, seed: int) -> None:
    order = random.Random(seed)
    registry = Registry.load([{"name": "t", "inputSchema": document}], quarantine=True)
    reordered = Registry.load([{"inputSchema": shuffled(document, order), "name": "t"}], quarantine=True)
    assume("t" in registry.signatures)
    assert registry.digest == reordered.digest
    signature = registry.signatures["t"]
    arguments = strategies.drawn_arguments(data.draw, signature.definitions, signature.root)
    for profile in PROFILES:
        verdict = registry.resolve("t", arguments, profile=profile)
        for other in (
            registry.resolve("t", shuffled(arguments, order), profile=profile),
            reordered.resolve("t", shuffled(arguments, order), profile=profile),
        ):
            assert decided(other) == decided(verdict)


def decided(verdict: Verdict) -> tuple[Any, ...]:
    return verdict.code, verdict.clause, verdict.at, verdict.all


# One tool's verdicts are its own --------------------------------------------------------------------------------------
@pytest.mark.clause("RR-H1.1", "RR-A.7")
@given(strategies.listings(), strategies.listings(), st.data())
@settings(max_examples=200)
def test_tools_of_fresh_names_change_no_other_verdict(
    some: list[Value], more: list[Value], data: st.DataObject
) -> None:
    fresh = [tool | {"name": "fresh " + tool["name"]} for tool in more]
    before, after = Registry.load(some, quarantine=True), Registry.load([*fresh, *some], quarantine=True)
    assume(len(after.tools) > len(before.tools))
    assert before.digest != after.digest
    names = [str(name) for name in before.signatures]
    for name in (*names, "sent"):
        arguments: dict[str, Value] = {}
        if name in before.signatures:
            signature = before.signatures[name]
            arguments = strategies.drawn_arguments(data.draw, signature.definitions, signature.root)
        for profile in PROFILES:
            one = before.resolve(name, arguments, profile=profile)
            other = after.resolve(name, arguments, profile=profile)
            assert decided(one) == decided(other)
            assert (one.registry, other.registry) == (before.digest, after.digest)


# Profiles -------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("RR-A.4")
@given(strategies.tool_documents(), st.data())
@settings(max_examples=400)
def test_what_deep_allows_top_allows(document: Value, data: st.DataObject) -> None:
    registry = Registry.load([{"name": "t", "inputSchema": document}], quarantine=True)
    assume("t" in registry.signatures)
    signature = registry.signatures["t"]
    for _ in range(3):
        arguments = strategies.drawn_arguments(data.draw, signature.definitions, signature.root)
        top, deep = (registry.resolve("t", arguments, profile=profile) for profile in PROFILES)
        assert top.allowed or not deep.allowed
        assert set(top.all) <= set(deep.all)
        assert {fault.clause for fault in set(deep.all) - set(top.all)} <= {"RR-H3.6"}


# Objects and text -----------------------------------------------------------------------------------------------------
def as_python(value: Value) -> Value:
    """Return the value as Python's json module would read it, where that loses nothing; else it is left out."""
    if type(value) is DecimalFraction:
        return value.numerator / value.denominator
    if type(value) is dict:
        return {key: as_python(item) for key, item in value.items()}
    return [as_python(item) for item in value] if type(value) is list else value


@pytest.mark.clause("RR-W.7", "RR-A.2")
@given(strategies.tool_documents(), st.data())
@settings(max_examples=300, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
def test_an_object_is_judged_as_its_json_text_is(document: Value, data: st.DataObject) -> None:
    registry = Registry.load([{"name": "t", "inputSchema": document}], quarantine=True)
    assume("t" in registry.signatures)
    signature = registry.signatures["t"]
    arguments = as_python(strategies.drawn_arguments(data.draw, signature.definitions, signature.root))
    for profile in PROFILES:
        by_object = registry.resolve("t", arguments, profile=profile)
        for text in (json.dumps(arguments), json.dumps(arguments, ensure_ascii=False).encode()):
            assert registry.resolve_text("t", text, profile=profile) == by_object


@pytest.mark.clause("RR-W.7", "RR-A.2")
@given(st.dictionaries(st.text(), st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text()),
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.text(), inner)), max_leaves=8,
)))  # fmt: skip
@settings(max_examples=300)
def test_any_object_that_json_can_say_is_judged_as_its_text_is(arguments: dict[str, Any]) -> None:
    for name in ("send", "any"):
        assert FIXED.resolve(name, arguments) == FIXED.resolve_text(name, json.dumps(arguments))
