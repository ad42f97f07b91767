"""The translator against CPython: a formula has the value that the code returns, on kernel, spec and mutants."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("z3", reason="the proofs extra is not installed")
pytest.importorskip("cvc5", reason="the proofs extra is not installed")

from proofs.lift.terms import Refused
from proofs.lift.theorems import Question, Theory, theory
from proofs.solver import z3
from rung import membership
from rung.algebra import Schema, Signature
from rung.context import context_of
from rung.resolve import resolve
from rung.schema import Compiled, compile_schema, signature_of
from specs import declarative
from tests import strategies
from tests.proofs.lift.concrete import RAISED, Reader, closed, domains, faults_by, flat, nearby
from tests.proofs.lift.judge import edited
from tests.proofs.lift.test_mutants import MUTANTS
from tests.strategies import Seeded, arguments, document, tool_document
from tests.test_kernel_mutants import build, in_membership

CASES = 1_200
CASES_OF_A_MUTANT = 60


def cases(seeds: range) -> Iterator[tuple[Any, Schema, Any]]:
    for seed in seeds:
        c = Seeded(seed)
        compiled = compile_schema(document(c))
        assert isinstance(compiled, Compiled)
        near = strategies.fitting(c, compiled.definitions, [compiled.root])
        kind = seed % 3
        value = near if kind == 0 else strategies.mutated(c, near) if kind == 1 else strategies.value(c)
        yield compiled.definitions, compiled.root, value


def compared(its: Theory, judge: Any, seeds: range, *, spec: bool = False) -> tuple[int, int, list[Any]]:
    """Return how many cases were compared, how many (clause, path) were, and every difference."""
    assert its.membership is not None
    reader = Reader(its.world)
    formula = reader.read(its.membership.in_spec if spec else its.membership.in_kernel)
    faults = declarative.faults if spec else faults_by(judge)
    count = pairs = 0
    wrong = []
    for definitions, schema, value in cases(seeds):
        env = domains(its.world, schema, value)
        env |= {"definitions": definitions, "schema": schema, "value": value, "faults": faults}
        try:
            expected = faults(definitions, schema, value)
        except RAISED:
            # What raises has no faults to compare; that an obligation is violated is tested below.
            continue
        count += 1
        for clause, path in sorted(nearby(expected), key=repr):
            env |= {"clause": clause, "path": path}
            pairs += 1
            if formula(env) is not ((clause, path) in expected):
                wrong.append((schema, value, clause, path, (clause, path) in expected))
    return count, pairs, wrong


def test_the_formula_of_the_kernel_is_the_kernel() -> None:
    count, pairs, wrong = compared(theory(), membership.faults, range(CASES))
    print(f"\n{count} cases, {pairs} pairs of clause and path")
    assert not wrong, wrong[:3]
    assert count == CASES


def test_the_formula_of_the_spec_is_the_spec() -> None:
    count, pairs, wrong = compared(theory(), None, range(CASES), spec=True)
    print(f"\n{count} cases, {pairs} pairs of clause and path")
    assert not wrong, wrong[:3]
    assert count == CASES


def test_the_formulas_of_mutants_are_the_mutants() -> None:
    mutants = total = refused = 0
    for number, mutant in enumerate(m for m in MUTANTS if m.module == "rung.membership"):
        try:
            its = theory(edited(mutant.module, mutant.old, mutant.new, mutant.nth))
        except Refused:
            refused += 1
            continue
        judge = build(mutant)["rung.membership"].faults
        first = 10_000 + number * CASES_OF_A_MUTANT
        count, _, wrong = compared(its, judge, range(first, first + CASES_OF_A_MUTANT))
        assert not wrong, (str(mutant), wrong[:3])
        mutants, total = mutants + 1, total + count
    print(f"\n{mutants} mutants, {total} cases; {refused} refused")
    assert total >= 1_500


def test_the_formula_of_a_decision_is_the_decision() -> None:
    its = theory()
    found = its.resolution
    assert found is not None
    reader = Reader(its.world)
    codes = [reader.read(found.kernel_code), reader.read(found.spec_code)]
    sides = [reader.read(z3.Or(*(part for _, part in side))) for side in (found.kernel, found.spec)]
    count = 0
    seen = set()
    for seed in range(400):
        c = Seeded(seed)
        compiled = compile_schema(tool_document(c))
        signature = signature_of(compiled, None) if isinstance(compiled, Compiled) else None
        if not isinstance(signature, Signature):
            continue
        call = arguments(c, signature.definitions, signature.root)
        name, profile = ("t" if seed % 10 else "T"), ("top", "deep")[seed % 2]
        code, faults = resolve({"t": signature}, name, call, profile)
        expected = flat(faults)
        kept = {k: v for k, v in call.items() if declarative.declared(signature.definitions, signature.root, k)}
        env = domains(its.world, signature.root, call, signature.required)
        longest = max(len(signature.families), len(signature.required))
        env["all Int"] = range(-1, max(longest + 2, len(env["all Int"])))
        env["all Text"] = sorted({*env["all Text"], *declarative.required(signature.definitions, signature.root)})
        # What the quantifier over faults ranges over.
        every = nearby(expected) | declarative.faults(signature.definitions, signature.root, kept)
        env["all Path"] = sorted({path for _, path in every}, key=repr)
        env |= {"signatures": {"t": signature}, "name": name, "arguments": call, "profile": profile, "object": kept}
        env |= {"faults": faults_by(membership.faults)}
        assert [each(env) for each in codes] == [code, code]
        for clause, path in sorted(every, key=repr):
            env |= {"clause": clause, "path": path}
            for side in sides:
                assert side(env) is ((clause, path) in expected), (seed, clause, path)
        count += 1
        seen.add(code)
    print(f"\n{count} decisions")
    assert count >= 350
    assert seen == {"H1", "H2", "H3", "allow"}


def test_what_raises_violates_an_obligation() -> None:
    """Mutants that use None, a missing key or an index beyond the end: where CPython raises, an obligation says so."""
    edits = (
        ("if limits.minimum is not None and less(value, limits.minimum):", "if less(value, limits.minimum):"),
        ("limits.max_length is not None and len(value)", "len(value)"),
        ("shape.prefix[i], value[i]", "shape.prefix[i + 1], value[i]"),
        ("        if key in shape.properties:\n            faults", "        if True:\n            faults"),
        ("if schema.types is not None and not has_type", "if not has_type"),
    )
    raised = 0
    for old, new in edits:
        mutant = in_membership(old, new)
        its = theory(edited(mutant.module, old, new))
        assert its.membership is not None
        reader = Reader(its.world)
        happens = [closed(q.formulas[-1]) for q in its.questions if _is_about_membership(q)]
        raising = reader.read(z3.Or(*happens))
        module = build(mutant)["rung.membership"]
        judge = module.faults
        # One unfolding: the recursive calls find nothing, here and in the formula.
        module.faults = lambda *a: None  # type: ignore[attr-defined]
        before = raised
        for definitions, schema, value in cases(range(600)):
            env = domains(its.world, schema, value)
            env |= {"definitions": definitions, "schema": schema, "value": value}
            env |= {"faults": lambda d, s, v: set[object]()}
            try:
                judge(context_of(definitions), schema, value, (), [])
            except RAISED:
                raised += 1
                assert raising(env), (schema, value)
            else:
                assert not raising(env), (schema, value)
        assert raised > before, f"nothing raises: {new}"
    print(f"\n{raised} cases raised")


def _is_about_membership(question: Question) -> bool:
    return question.part == "nothing raises" and question.place.startswith("membership.py:")


def test_the_formula_of_the_kernel_is_not_that_of_a_mutant() -> None:
    """What these comparisons would notice: nearly every mutant differs from the kernel's formula somewhere."""
    noticed = 0
    its = theory()
    for mutant in [m for m in MUTANTS if m.module == "rung.membership"][:30:3]:
        judge = build(mutant)["rung.membership"].faults
        noticed += bool(compared(its, judge, range(200))[2])
    assert noticed >= 4
