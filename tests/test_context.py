"""What judging remembers: by identity, for one call, and only what would be found again."""

from __future__ import annotations

import pytest

from rung.algebra import NOTHING, Schema
from rung.context import Applied, alone, context_of, is_first_visit, recall, remember

pytestmark = pytest.mark.clause("RR-A.2")


def test_what_is_known_is_known_of_this_schema_and_this_value_alone() -> None:
    context = context_of({})
    schema, twin = Schema(types=frozenset({"string"})), Schema(types=frozenset({"string"}))
    value, equal = ["a"], ["a"]
    assert recall(context, schema, value) is None
    assert remember(context, schema, value, True) is True
    assert recall(context, schema, value) is True
    assert recall(context, twin, value) is None
    assert recall(context, schema, equal) is None
    assert remember(context, twin, value, False) is False
    assert recall(context, twin, value) is False


def test_a_visit_is_the_first_once_for_each_reference_and_path() -> None:
    context = context_of({})
    assert is_first_visit(context, "#/a", ())
    assert not is_first_visit(context, "#/a", ())
    assert is_first_visit(context, "#/a", ((), "k"))
    assert is_first_visit(context, "#/b", ())
    assert not is_first_visit(context, "#/a", ((), "k"))


def test_a_list_of_its_own_keeps_what_is_known_and_has_visited_nothing() -> None:
    context = context_of({"#": NOTHING})
    remember(context, NOTHING, None, False)
    is_first_visit(context, "#", ())
    other = alone(context)
    assert other.definitions == {"#": NOTHING}
    assert recall(other, NOTHING, None) is False
    assert is_first_visit(other, "#", ())
    assert not is_first_visit(context, "#", ())


def test_schemas_apply_once_for_each_mark() -> None:
    applied = Applied()
    assert not applied.holds(NOTHING, False)
    applied.append((NOTHING, False))
    applied.append((NOTHING, False))
    assert applied.holds(NOTHING, False)
    assert not applied.holds(NOTHING, True)
    applied.append((NOTHING, True))
    assert list(applied) == [(NOTHING, False), (NOTHING, True)]
