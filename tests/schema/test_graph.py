"""Cycles without progress (RR-L.9) and expansion (RR-L.12): found at their places, in linear time."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rung.schema import Compiled, compile_schema
from rung.schema.graph import CHAIN_LIMIT, EXPANSION_LIMIT, components, leaves_first


def problems(document: Any) -> list[tuple[str, str, str | None]]:
    result = compile_schema(document, "t")
    return [] if isinstance(result, Compiled) else [(p.clause, p.at, p.keyword) for p in result]


def ref(name: str | int) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}


IN_PLACE = {
    "allOf": ({"allOf": [{}, ref("A")]}, "/allOf/1"),
    "anyOf": ({"anyOf": [ref("A")]}, "/anyOf/0"),
    "oneOf": ({"oneOf": [ref("A")]}, "/oneOf/0"),
    "not": ({"not": ref("A")}, "/not"),
    "if": ({"if": ref("A")}, "/if"),
    "then": ({"if": {}, "then": ref("A")}, "/then"),
    "else": ({"if": {}, "else": ref("A")}, "/else"),
    "$ref": (ref("A"), ""),
}


@pytest.mark.clause("RR-L.9")
@pytest.mark.parametrize("word", IN_PLACE)
def test_cycle_without_progress_is_refused_at_the_reference_that_closes_it(word: str) -> None:
    body, at = IN_PLACE[word]
    assert problems({"$defs": {"A": body}}) == [("RR-L.9", f"/$defs/A{at}/$ref", "$ref")]


DESCENDING = {
    "properties": {"properties": {"a": ref("A")}},
    "patternProperties": {"patternProperties": {"^a": ref("A")}},
    "additionalProperties": {"additionalProperties": ref("A")},
    "propertyNames": {"propertyNames": ref("A")},
    "items": {"items": ref("A")},
    "prefixItems": {"prefixItems": [ref("A")]},
    "$defs": {"$defs": {"B": ref("A")}},
    "then without if": {"then": ref("A")},
}


@pytest.mark.clause("RR-L.9")
@pytest.mark.parametrize("word", DESCENDING)
def test_cycle_with_progress_is_accepted(word: str) -> None:
    assert problems({"$defs": {"A": DESCENDING[word]}}) == []


@pytest.mark.clause("RR-L.9")
def test_only_the_references_on_a_cycle_are_refused() -> None:
    definitions = {
        "into": ref("one"),
        "one": {"anyOf": [ref("two"), ref("out")]},
        "two": {"not": ref("one")},
        "out": {"type": "string"},
        "self": {"allOf": [ref("self")]},
        "between": {"allOf": [ref("one"), ref("self")]},
    }
    assert problems({"$defs": definitions}) == [
        ("RR-L.9", "/$defs/one/anyOf/0/$ref", "$ref"),
        ("RR-L.9", "/$defs/two/not/$ref", "$ref"),
        ("RR-L.9", "/$defs/self/allOf/0/$ref", "$ref"),
    ]


@pytest.mark.clause("RR-L.9")
def test_cycle_through_the_root_is_refused() -> None:
    assert problems({"$ref": "#"}) == [("RR-L.9", "/$ref", "$ref")]
    assert problems({"anyOf": [{"$ref": "#"}, {}]}) == [("RR-L.9", "/anyOf/0/$ref", "$ref")]
    assert problems({"properties": {"a": {"$ref": "#"}}}) == []


@pytest.mark.clause("RR-L.9")
def test_ring_of_ten_thousand_definitions_is_refused_at_every_reference() -> None:
    ring = {f"d{i}": ref(f"d{(i + 1) % 10_000}") for i in range(10_000)}
    found = problems({"$defs": ring})
    assert len(found) == 10_000
    assert {clause for clause, _, _ in found} == {"RR-L.9"}


def chain(length: int) -> dict[str, Any]:
    """A chain of so many schemas."""
    return {"$defs": {f"d{i}": ref(f"d{i + 1}") for i in range(1, length)} | {f"d{length}": {}}}


@pytest.mark.clause("RR-L.12")
def test_chain_of_ten_thousand_definitions_is_refused_where_it_becomes_too_long() -> None:
    assert problems(chain(CHAIN_LIMIT)) == []
    assert problems(chain(CHAIN_LIMIT + 1)) == [("RR-L.12", "/$defs/d1", None)]
    assert problems(chain(10_000)) == [("RR-L.12", f"/$defs/d{10_000 - CHAIN_LIMIT}", None)]


@pytest.mark.clause("RR-L.12")
def test_chain_that_descends_may_be_of_any_length() -> None:
    assert problems({"$defs": {f"d{i}": {"items": ref(f"d{i + 1}")} for i in range(5_000)} | {"d5000": {}}}) == []


@pytest.mark.clause("RR-L.12")
def test_doubling_definitions_are_refused_where_they_become_too_many() -> None:
    doubling = {f"d{i}": {"allOf": [ref(f"d{i + 1}")] * 2} for i in range(60)} | {"d60": {}}
    assert problems({"$defs": doubling}) == [("RR-L.12", "/$defs/d48", None)]


@pytest.mark.clause("RR-L.12")
def test_ten_thousand_schemas_may_judge_one_value_and_no_more() -> None:
    assert problems({"anyOf": [{}] * (EXPANSION_LIMIT - 1)}) == []
    assert problems({"anyOf": [{}] * EXPANSION_LIMIT}) == [("RR-L.12", "", None)]
    assert problems({"properties": {f"k{i}": {} for i in range(EXPANSION_LIMIT)}}) == []


def reaches(edges: dict[int, list[int]], start: int, goal: int) -> bool:
    """Whether one or more edges lead from ``start`` to ``goal``."""
    met: set[int] = set()
    waiting = list(edges[start])
    while waiting:
        name = waiting.pop()
        if name not in met:
            met.add(name)
            waiting += edges[name]
    return goal in met


@pytest.mark.clause("RR-L.9")
@given(st.lists(st.lists(st.integers(0, 7), max_size=3), min_size=8, max_size=8))
def test_components_are_the_sets_that_reach_each_other(successors: list[list[int]]) -> None:
    edges = dict(enumerate(successors))
    order = leaves_first(edges)
    assert sorted(order) == list(range(8))
    found = components(edges, order)
    for one in edges:
        for other in edges:
            together = one == other or (reaches(edges, one, other) and reaches(edges, other, one))
            assert (found[one] == found[other]) == together
    if not any(reaches(edges, name, name) for name in edges):
        assert all(order.index(child) < order.index(name) for name in edges for child in edges[name])
