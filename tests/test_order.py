"""The order of faults: the first without writing a pointer, all of them unless they would fill any memory (RR-A.5)."""

from __future__ import annotations

import json
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rung import Fault, Registry
from rung.context import Path
from rung.order import first, ordered
from rung.pointer import pointer

pytestmark = pytest.mark.clause("RR-A.5")

TOKENS = st.sampled_from(["a", "a-b", "b", "a/b", "a~b", "", "~", "/", "\uff61", "\U0001f600", 0, 2, 10])
FAULTS = st.lists(st.tuples(st.sampled_from(["RR-H3.1", "RR-H3.2"]), st.lists(TOKENS, max_size=4)), min_size=1)


def linked(steps: list[str | int], known: dict[tuple[str | int, ...], Path]) -> Path:
    """Return a path as the kernel has it, sharing what it has in common with others."""
    path: Path = ()
    for i, token in enumerate(steps):
        path = known.setdefault(tuple(steps[: i + 1]), (path, token))
    return path


@given(FAULTS, st.booleans())
def test_the_first_fault_is_the_least(faults: list[tuple[str, list[str | int]]], share: bool) -> None:
    known: dict[tuple[str | int, ...], Path] = {}
    found = [(clause, linked(steps, known if share else {})) for clause, steps in faults]
    by_name = sorted({(pointer(steps), clause) for clause, steps in faults})
    clause, path = first(found)
    assert by_name[0] == (pointer(_steps(path)), clause)
    total = sum(len(pointer(steps)) for _, steps in faults)
    assert ordered(found, total) == by_name
    assert total == 0 or ordered(found, total - 1) is None


def _steps(path: Path) -> list[str | int]:
    return [] if not path else [*_steps(path[0]), path[1]]


def test_pointers_that_would_fill_any_memory_are_not_written() -> None:
    tools = Registry.load([{"name": "t", "inputSchema": {"additionalProperties": {"items": {"type": "string"}}}}])
    key = "k" * 50_000
    text = json.dumps({key: [1] * 20_000})
    tracemalloc.start()
    verdict = tools.resolve_text("t", text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert verdict.all == (Fault(f"/{key}/0", "RR-H3.1"),)
    assert (verdict.clause, verdict.at) == ("RR-H3.1", f"/{key}/0")
    assert "19999 more faults" in verdict.message
    assert peak < 20_000_000
