"""The verdict: the first failure by class, all of them in order, and a value that does not change."""

from __future__ import annotations

import doctest
import re
from dataclasses import FrozenInstanceError, fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rung import Fault, Registry, Verdict
from rung import verdict as verdicts
from rung.algebra import Schema, Signature
from rung.context import Path as KernelPath
from rung.pointer import pointer

ROOT = Path(__file__).parents[1]
SIGNATURE = Signature(Schema())
CLAUSES = ("RR-H2.1", "RR-H2.2", "RR-H3.1", "RR-H3.6")


def linked(steps: tuple[str | int, ...]) -> KernelPath:
    """Return a path as the kernel has it."""
    path: KernelPath = ()
    for token in steps:
        path = (path, token)
    return path


def decided(code: str, faults: list[tuple[str, tuple[str | int, ...]]], longest: int = 10_000) -> Verdict:
    found = [(clause, linked(steps)) for clause, steps in faults]
    return verdicts.decided(code, found, "t", SIGNATURE, {}, "top", "sha256:0", longest)


REGISTRY = Registry.load(
    [
        {
            "name": "t",
            "inputSchema": {
                "properties": {"a": {"type": "integer"}, "b": {"items": {"type": "integer", "enum": [1]}}, "z": {}},
                "required": ["z"],
            },
        }
    ]
)


@pytest.mark.clause("RR-A.5")
def test_the_first_by_class_need_not_be_the_first_of_all() -> None:
    found = REGISTRY.resolve("t", {"a": "1", "x": 1})
    assert (found.code, found.clause, found.at) == ("H2", "RR-H2.1", "/x")
    assert found.all == (Fault("/a", "RR-H3.1"), Fault("/x", "RR-H2.1"), Fault("/z", "RR-H2.2"))


@pytest.mark.clause("RR-A.5")
def test_inside_a_class_the_pointer_decides_and_then_the_clause() -> None:
    items: list[Any] = [1] * 11
    items[2] = items[10] = "x"
    found = REGISTRY.resolve("t", {"z": 0, "b": items})
    assert (found.code, found.clause, found.at) == ("H3", "RR-H3.1", "/b/10")
    assert [(fault.at, fault.clause) for fault in found.all] == [
        ("/b/10", "RR-H3.1"),
        ("/b/10", "RR-H3.2"),
        ("/b/2", "RR-H3.1"),
        ("/b/2", "RR-H3.2"),
    ]


@pytest.mark.clause("RR-A.5")
def test_pointers_are_compared_as_escaped_strings_by_scalar_value() -> None:
    keys = ["\U0001f600", "\uff61", "a/b", "a-b", "a", "~", "10", "2", ""]
    found = decided("H2", [("RR-H2.1", (key,)) for key in keys] + [("RR-H2.1", ("a", "b"))])
    assert [fault.at for fault in found.all] == [
        "/", "/10", "/2", "/a", "/a-b", "/a/b", "/a~1b", "/~0", "/\uff61", "/\U0001f600",
    ]  # fmt: skip


@pytest.mark.clause("RR-A.5")
def test_each_fault_stands_once() -> None:
    assert decided("H3", [("RR-H3.1", ("a",))] * 3).all == (Fault("/a", "RR-H3.1"),)


def test_a_decision_to_allow_has_no_fault() -> None:
    assert decided("allow", []) == verdicts.allowed("t", "top", "sha256:0")
    assert decided("allow", []).message == "allow t"


@given(st.lists(st.tuples(st.sampled_from(CLAUSES), st.lists(st.text() | st.integers(0, 99)).map(tuple)), min_size=1))
@pytest.mark.clause("RR-A.5")
def test_all_is_the_sorted_set_of_what_was_found(faults: list[tuple[str, tuple[str | int, ...]]]) -> None:
    faults = [(clause, path or ("a",)) for clause, path in faults]
    code = "H2" if any(clause.startswith("RR-H2") for clause, _ in faults) else "H3"
    found = decided(code, faults)
    assert [(f.at, f.clause) for f in found.all] == sorted({(pointer(path), clause) for clause, path in faults})
    first = min((f.clause[3:5], f.at, f.clause) for f in found.all)
    assert (found.code, found.at, found.clause) == first
    # Where the pointers are too long to write, the same one is first, and it stands alone.
    alone = decided(code, faults, longest=sum(len(pointer(path)) for _, path in faults) - 1)
    assert (alone.code, alone.at, alone.clause) == first
    assert alone.all == (Fault(found.at, found.clause),)


@pytest.mark.clause("RR-W.1", "RR-H1.1", "RR-A.5")
def test_malformed_and_fabricated_stand_alone_and_have_no_place() -> None:
    for found, code, clause in (
        (REGISTRY.resolve_text("t", '{"x": 1'), "W", "RR-W.1"),
        (REGISTRY.resolve_text("u", '{"x": 1'), "H1", "RR-H1.1"),
    ):
        assert (found.code, found.clause, found.at, found.all) == (code, clause, None, (Fault(None, clause),))


def test_a_malformed_call_says_whether_its_arguments_are_meant() -> None:
    said = verdicts.malformed("RR-W.1", "RR-W.1: expected \x1b", "t", "top", "sha256:0").message
    assert said == "RR-W.1 reject t: in the arguments, expected \\u001b"
    said = verdicts.malformed("RR-W.8", "expected more", None, "top", "sha256:0").message
    assert said == "RR-W.8 reject the call: expected more"


def test_it_is_true_exactly_if_it_allows() -> None:
    allowed, rejected = REGISTRY.resolve("t", {"z": 1}), REGISTRY.resolve("t", {})
    assert (bool(allowed), allowed.allowed, allowed.verdict) == (True, True, "allow")
    assert (bool(rejected), rejected.allowed, rejected.verdict) == (False, False, "reject")
    assert (allowed.code, allowed.clause, allowed.at, allowed.all) == (None, None, None, ())
    assert (allowed.name, allowed.profile, allowed.registry) == ("t", "top", REGISTRY.digest)


def test_it_does_not_change() -> None:
    found = REGISTRY.resolve("t", {"x": 1})
    for part in (found, found.all[0]):
        for name in (field.name for field in fields(part)):
            with pytest.raises(FrozenInstanceError):
                setattr(part, name, None)
            with pytest.raises(FrozenInstanceError):
                delattr(part, name)
    assert type(found.all) is tuple


def test_equal_calls_have_equal_verdicts() -> None:
    call = {"x": 1, "a": "1"}
    one, two = REGISTRY.resolve("t", call), REGISTRY.resolve("t", dict(reversed(call.items())))
    assert one == two
    assert hash(one) == hash(two)
    assert one != REGISTRY.resolve("t", call, profile="deep")
    assert one != replace(one, name="u")


def test_the_arguments_are_not_kept() -> None:
    call: dict[str, Any] = {"a": "1", "z": 1}
    found = REGISTRY.resolve("t", call)
    message = found.message
    call.clear()
    assert found.message == message


# The page -------------------------------------------------------------------------------------------------------------
def test_the_page_shows_what_the_interface_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    tried = doctest.testfile(str(ROOT / "docs" / "api.md"), module_relative=False, optionflags=doctest.FAIL_FAST)
    assert tried.failed == 0
    assert tried.attempted > 15


def test_the_page_names_everything_public() -> None:
    import rung

    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    assert [name for name in rung.__all__ if not re.search(rf"`{name}\b", page)] == []
    assert [field.name for field in fields(Verdict) if f"`{field.name}`" not in page] == []
