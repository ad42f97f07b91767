"""What went wrong in public systems, as small cases: each must get the verdict that its record expects.

The records are shared data and no part of this checkout. `tests/test_wild_kinds.py` covers each of their kinds with
cases of our own.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rung import Call, Registry, read_call
from rung.value import canonical

#: The cases of the file, so that one that is added or lost is noticed.
CASES = (
    "unregistered-name host-prefix-on-name leading-space-in-name parallel-wrapper-name unknown-key-beside-default "
    "misspelt-optional-key hallucinated-filter missing-required-low-level host-added-key truthy-string-for-boolean "
    "fraction-for-integer integral-float-is-integer string-that-looks-boolean truncated-text duplicate-key "
    "null-for-optional nullable-type-list ref-into-defs root-anyof-of-required recursive-pointer-ref"
).split()
MCP_CASES = "same-name-two-servers-one-tier two-pairs-one-joined-name server-name-with-separator".split()


def records(shared: Path, group: str) -> dict[str, Any]:
    loaded = json.loads((shared / "cases" / "in-the-wild.json").read_text("utf-8"))
    return {record["id"]: record for record in loaded[group]}


def test_every_record_is_looked_at(shared: Path) -> None:
    assert list(records(shared, "cases")) == CASES
    assert list(records(shared, "mcp")) == MCP_CASES


@pytest.mark.clause("RR-A.2")
@pytest.mark.parametrize("id", CASES)
def test_the_record_gets_its_verdict(shared: Path, id: str) -> None:
    record = records(shared, "cases")[id]
    expected = record["expect"]
    registry = Registry.load(record["tools"])
    call = record["call"]
    verdict = registry.resolve_text(call["name"], call["arguments"])
    assert verdict.verdict == expected["verdict"]
    assert (verdict.code, verdict.clause, verdict.at) == tuple(expected.get(key) for key in ("code", "clause", "at"))
    # Through the envelope, as a host writes it.
    for envelope in (call, {"function": call, "type": "function", "id": "call_1"}):
        read = read_call(json.dumps(envelope))
        assert isinstance(read, Call)
        assert registry.resolve_text(read.name, read.arguments) == verdict
    if "executed" in expected:
        assert canonical(json.loads(call["arguments"])) == canonical(expected["executed"])


@pytest.mark.parametrize("id", MCP_CASES)
def test_the_mcp_record_gets_its_verdict(shared: Path, id: str) -> None:
    pytest.importorskip("rung.mcp", reason="Algorithm 2 is not there yet")
    pytest.skip(f"the record {id} is for the tests of rung.mcp")
