"""Digests name content (RR-A.7): order and `_meta` do not count, everything else does."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from rung import Registry
from rung.digest import definition_digest, registry_digest
from rung.text import Parsed, parse


def value(text: str) -> Any:
    parsed = parse(text)
    assert isinstance(parsed, Parsed)
    return parsed.value


@pytest.mark.clause("RR-A.7")
def test_definition_digest_is_the_hash_of_the_canonical_text() -> None:
    definition = value('{"name": "a", "inputSchema": {"type": "object", "maxProperties": 10.50e1}}')
    text = '{"inputSchema":{"maxProperties":105e0,"type":"object"},"name":"a"}'
    assert definition_digest(definition) == "sha256:" + sha256(text.encode()).hexdigest()


@pytest.mark.clause("RR-A.7")
def test_registry_digest_is_the_hash_of_the_sorted_pairs() -> None:
    pairs = [("b", "sha256:0"), ("a", "sha256:2"), ("a", "sha256:1")]
    text = '[["a","sha256:1"],["a","sha256:2"],["b","sha256:0"]]'
    expected = "sha256:" + sha256(text.encode()).hexdigest()
    assert registry_digest(pairs) == registry_digest(reversed(pairs)) == expected
    assert registry_digest([]) == "sha256:" + sha256(b"[]").hexdigest()


@pytest.mark.clause("RR-A.7")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('{"name": "a", "x": 1.0}', '{"x": 1, "name": "a"}'),
        ('{"name": "a", "x": 100}', '{"name": "\\u0061", "x": 1e2}'),
        ('{"name": "a"}', '{"name": "a", "_meta": {"seen": 1}}'),
        ('{"name": "a", "_meta": 1}', '{"_meta": 2, "name": "a"}'),
    ],
)
def test_definitions_that_say_the_same_have_one_digest(one: str, other: str) -> None:
    assert definition_digest(value(one)) == definition_digest(value(other))


@pytest.mark.clause("RR-A.7")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('{"x": 9007199254740992}', '{"x": 9007199254740993}'),
        ('{"x": 1}', '{"x": true}'),
        ('{"x": 1}', '{"x": "1"}'),
        ('{"x": [1, 2]}', '{"x": [2, 1]}'),
        ('{"x": "\\u00e9"}', '{"x": "e\\u0301"}'),
        ('{"x": {}}', '{"x": {"_meta": 1}}'),
        ('{"x": null}', "{}"),
        ('{"description": "a"}', '{"description": "b"}'),
    ],
)
def test_definitions_that_differ_have_different_digests(one: str, other: str) -> None:
    assert definition_digest(value(one)) != definition_digest(value(other))


@pytest.mark.clause("RR-A.7")
def test_digest_leaves_the_definition_as_it_is() -> None:
    definition = {"name": "a", "_meta": {}}
    definition_digest(definition)
    assert definition == {"name": "a", "_meta": {}}


@pytest.mark.clause("RR-A.7")
def test_widened_bound_is_another_registry() -> None:
    def digest(bound: str) -> str:
        schema = '{"properties": {"n": {"maximum": ' + bound + "}}}"
        return Registry.loads('[{"name": "a", "inputSchema": ' + schema + "}]").digest

    assert digest("9007199254740992") != digest("9007199254740993")
    assert digest("100") == digest("1e2") == digest("100.0")
