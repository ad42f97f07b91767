"""The kernel is the declarative spec: the same code and the same set of faults, on every case that was looked at.

Three ways to look: every small case, a seeded stream of large ones, and Hypothesis, which makes a failure small. The
first two also say how often each clause occurred: an agreement on nothing shows nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rung import membership
from rung.algebra import Signature
from rung.context import context_of
from rung.pointer import steps_of
from rung.registry import Registry
from rung.resolve import resolve
from rung.schema import Compiled, Pool, compile_schema, signature_of
from rung.value import Value
from specs import declarative as spec
from tests import enumeration, strategies
from tests.strategies import Drawn, Seeded, arguments, documents, listings, tool_document

PROFILES = ("top", "deep")
CLAUSES = ("RR-H1.1", "RR-H2.1", "RR-H2.2", *(f"RR-H3.{n}" for n in range(1, 8)))

Fault = tuple[str, tuple[str | int, ...]]


def flat(faults: Iterable[tuple[str, Any]]) -> set[Fault]:
    """Return the kernel's faults with paths as the spec writes them."""
    return {(clause, steps_of(path)) for clause, path in faults}


def kernel_faults(compiled: Compiled, value: Value) -> set[Fault]:
    out: list[Fault] = []
    membership.faults(context_of(compiled.definitions), compiled.root, value, (), out)
    return flat(out)


def kernel_decision(signature: Signature, call: dict[str, Value], profile: str) -> tuple[str, set[Fault]]:
    code, faults = resolve({"t": signature}, "t", call, profile)
    return code, flat(faults)


@pytest.mark.clause(*(f"RR-H3.{n}" for n in range(1, 8)))
def test_every_small_schema_and_value_has_the_same_faults() -> None:
    seen: Counter[str] = Counter()
    for compiled, value in enumeration.membership_cases():
        found = kernel_faults(compiled, value)
        assert found == spec.faults(compiled.definitions, compiled.root, value), (compiled.root, value)
        seen["cases"] += 1
        seen.update({clause for clause, _ in found})
    print(f"\n{len(enumeration.schemas())} schemas x {len(enumeration.VALUES)} values: {dict(seen)}")
    assert seen["cases"] >= 150_000
    assert min(seen[f"RR-H3.{n}"] for n in range(1, 8)) > 300, seen


@pytest.mark.clause("RR-A.2", "RR-A.3", "RR-A.4", "RR-A.5")
def test_every_small_tool_and_call_has_the_same_decision() -> None:
    seen: Counter[str] = Counter()
    for signature, call, profile in enumeration.call_cases():
        decided = kernel_decision(signature, call, profile)
        assert decided == spec.decision({"t": signature}, "t", call, profile), (signature.root, call, profile)
        seen["cases"] += 1
        seen[decided[0]] += 1
    roots, nested = len(enumeration.signatures()), len(enumeration.nested_signatures())
    print(f"\n{roots} tools x {len(enumeration.CALLS)} calls, {nested} tools x {len(enumeration.NESTED_VALUES)} calls")
    print(dict(seen))
    assert seen["cases"] >= 80_000
    assert min(seen["allow"], seen["H2"], seen["H3"]) > 5_000, seen


@cache
def _statistics(tools: int = 3_000, calls: int = 3) -> Counter[str]:
    """Judge a seeded stream of calls by kernel and spec; return how often what occurred."""
    seen: Counter[str] = Counter()
    pool = Pool()
    for seed in range(tools):
        c = Seeded(seed)
        compiled = compile_schema(tool_document(c), pool=pool)
        assert isinstance(compiled, Compiled), compiled
        signature = signature_of(compiled, None)
        if isinstance(signature, list):
            seen["refused"] += 1
            continue
        for _ in range(calls):
            call = arguments(c, signature.definitions, signature.root)
            name = "t" if c.chance(95) else c.pick(("T", "t ", "tt", ""))
            for profile in PROFILES:
                code, faults = resolve({"t": signature}, name, call, profile)
                assert (code, flat(faults)) == spec.decision({"t": signature}, name, call, profile), (seed, call)
                seen["cases"] += 1
                seen[code] += 1
                seen.update({clause for clause, _ in faults})
    return seen


@pytest.mark.clause(*CLAUSES)
def test_large_tools_and_near_calls_have_the_same_decision() -> None:
    seen = _statistics()
    print(f"\n{dict(seen)}")
    assert seen["cases"] > 15_000
    assert seen["refused"] < 100


@pytest.mark.parametrize("clause", [pytest.param(c, marks=pytest.mark.clause(c)) for c in CLAUSES])
def test_each_clause_occurs_often(clause: str) -> None:
    assert _statistics()[clause] >= 200


def test_a_third_of_the_generated_calls_is_allowed() -> None:
    seen = _statistics()
    assert 0.2 < seen["allow"] / seen["cases"] < 0.6


@given(documents(), st.data())
@settings(max_examples=300)
def test_faults_of_any_schema_and_value(document: Value, data: st.DataObject) -> None:
    compiled = compile_schema(document)
    assert isinstance(compiled, Compiled), compiled
    c = Drawn(data.draw)
    near = strategies.fitting(c, compiled.definitions, [compiled.root])
    for value in (near, strategies.mutated(c, near), strategies.value(c)):
        assert kernel_faults(compiled, value) == spec.faults(compiled.definitions, compiled.root, value)
        accepted = membership.accepts(context_of(compiled.definitions), compiled.root, value)
        assert accepted == spec.valid(compiled.definitions, compiled.root, value)


@given(listings(), st.data())
@settings(max_examples=200)
def test_decisions_on_any_registry(listing: list[Value], data: st.DataObject) -> None:
    signatures = Registry.load(listing, quarantine=True).signatures
    name = data.draw(st.sampled_from([*(tool["name"] for tool in listing), "send", "SEND"]))
    call: dict[str, Value] = {}
    if name in signatures:
        call = strategies.drawn_arguments(data.draw, signatures[name].definitions, signatures[name].root)
    for profile in PROFILES:
        code, faults = resolve(signatures, name, call, profile)
        assert (code, flat(faults)) == spec.decision(signatures, name, call, profile)


@given(tools=st.lists(strategies.tool_documents(), min_size=1, max_size=3))
@settings(max_examples=100)
def test_the_loader_derives_what_the_spec_derives(tools: list[Value]) -> None:
    for document in tools:
        compiled = compile_schema(document)
        assert isinstance(compiled, Compiled)
        signature = signature_of(compiled, None)
        if isinstance(signature, list):
            continue
        assert set(signature.required) == spec.required(signature.definitions, signature.root)
        for key in (*strategies.KEYS, "zz"):
            by_kernel = ("RR-H2.1", ((), key)) not in resolve({"t": signature}, "t", {key: 1}, "top")[1]
            assert by_kernel == spec.declared(signature.definitions, signature.root, key)
