"""The rules about the memory, on running code: what is remembered is what would be found, and visits add nothing.

The translator takes this as a rule (docs/lift.md). Here it is looked at: each answer that is remembered or recalled is
computed again without any memory, and without the record of visits the set of faults is the same.
"""

from __future__ import annotations

from typing import Any

import pytest

from rung import context, membership
from rung.algebra import Schema
from rung.context import Context, context_of
from rung.schema import Compiled, compile_schema
from rung.value import Value
from specs import declarative
from tests import strategies
from tests.strategies import Seeded, document
from tests.test_kernel_is_spec import flat


def _cases(count: int) -> list[tuple[Any, Schema, Value]]:
    found = []
    for seed in range(count):
        c = Seeded(seed)
        compiled = compile_schema(document(c))
        assert isinstance(compiled, Compiled)
        near = strategies.fitting(c, compiled.definitions, [compiled.root])
        value = near if seed % 2 else strategies.mutated(c, near)
        found.append((compiled.definitions, compiled.root, value))
    return found


def test_what_is_remembered_is_what_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = {"remembered": 0, "recalled": 0}

    def remember(memory: Context, schema: Schema, value: Value, accepted: bool) -> bool:
        counts["remembered"] += 1
        assert accepted is declarative.valid(memory.definitions, schema, value)
        return context.remember(memory, schema, value, accepted)

    def recall(memory: Context, schema: Schema, value: Value) -> bool | None:
        known = context.recall(memory, schema, value)
        if known is not None:
            counts["recalled"] += 1
            assert known is declarative.valid(memory.definitions, schema, value)
        return known

    monkeypatch.setattr(membership, "remember", remember)
    monkeypatch.setattr(membership, "recall", recall)
    for definitions, schema, value in _cases(1_500):
        membership.faults(context_of(definitions), schema, value, (), [])
    print(f"\n{counts}")
    assert counts["remembered"] > 500
    assert counts["recalled"] > 20


def test_without_the_record_of_visits_the_faults_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = _cases(1_500)
    skipped = 0

    def is_first_visit(memory: Context, reference: str, path: Any) -> bool:
        nonlocal skipped
        skipped += not context.is_first_visit(memory, reference, path)
        return True

    expected = []
    for definitions, schema, value in cases:
        out: list[Any] = []
        membership.faults(context_of(definitions), schema, value, (), out)
        expected.append(flat(out))
    monkeypatch.setattr(membership, "is_first_visit", is_first_visit)
    for (definitions, schema, value), faults in zip(cases, expected, strict=True):
        out = []
        membership.faults(context_of(definitions), schema, value, (), out)
        assert flat(out) == faults
    print(f"\n{skipped} visits would have been left out")
    assert skipped > 20


def test_a_context_of_its_own_has_visited_nothing_and_knows_the_same() -> None:
    first = context_of({})
    schema, value = Schema(), [1]
    assert context.is_first_visit(first, "r", ())
    assert context.remember(first, schema, value, True)
    other = context.alone(first)
    assert context.recall(other, schema, value) is True
    assert context.is_first_visit(other, "r", ())
    assert not context.is_first_visit(first, "r", ())
    late = [2]
    context.remember(other, schema, late, False)
    assert context.recall(first, schema, late) is False
