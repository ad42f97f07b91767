# ruff: noqa: E501  # what a mutant replaces, and by what, stand side by side
"""Each small wrong edit of the kernel is seen by the enumerated cases: what they would not notice, they do not show.

A mutant is a replacement in the source text of one core module. The three modules are built anew around it, and judged
by the cases of `tests.enumeration`, whose right answers come from the declarative spec.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rung.algebra import Signature
from rung.context import context_of
from rung.schema import Compiled, compile_schema, signature_of
from rung.value import Value
from specs import declarative as spec
from tests import enumeration
from tests.strategies import Seeded, arguments, tool_document
from tests.test_kernel_is_spec import Fault, flat

CORE = ("rung.membership", "rung.deep", "rung.resolve")
SOURCES = {name: (Path(__file__).parents[1] / (name.replace(".", "/") + ".py")).read_text("utf-8") for name in CORE}


@dataclass(frozen=True)
class Mutant:
    """One wrong edit: in which module, what is replaced by what; ``nth`` says which occurrence, from 0."""

    module: str
    old: str
    new: str
    nth: int = 0

    def __str__(self) -> str:
        return f"{self.module}: {self.old.strip()} -> {self.new.strip()}"


def in_membership(old: str, new: str, nth: int = 0) -> Mutant:
    return Mutant("rung.membership", old, new, nth)


def in_deep(old: str, new: str, nth: int = 0) -> Mutant:
    return Mutant("rung.deep", old, new, nth)


def in_resolve(old: str, new: str, nth: int = 0) -> Mutant:
    return Mutant("rung.resolve", old, new, nth)


MUTANTS = (
    # Types and equality.
    in_membership('"integer" in types or "number" in types', '"integer" in types'),
    in_membership("if type(value) is bool:\n        return", "if type(value) is tuple:\n        return"),
    in_membership("    if type(value) is int:\n        return", "    if isinstance(value, int):\n        return"),
    in_membership('if type(value) is DecimalFraction:\n        return "number"', 'if type(value) is DecimalFraction:\n        return "integer"'),
    in_membership("canonical(value) not in schema.enum", "value not in list(schema.enum.values())"),
    # Numbers.
    in_membership("left.numerator * right.denominator < right.numerator", "left.numerator * right.denominator <= right.numerator"),
    in_membership("return left.numerator * right.denominator < right.numerator * left.denominator", "return left.numerator < right.numerator"),
    in_membership("% (step.numerator * value.denominator)", "% (step.numerator)"),
    in_membership("less(value, limits.minimum)", "less(limits.minimum, value)"),
    in_membership("not less(value, limits.exclusive_maximum)", "less(limits.exclusive_maximum, value)"),
    # Strings and arrays.
    in_membership("len(value) < limits.min_length", "len(value) <= limits.min_length"),
    in_membership("len(value) > limits.max_length", "len(value) >= limits.max_length"),
    in_membership("not limits.pattern.found_in(value)", "limits.pattern.found_in(value)"),
    in_membership("len({canonical(item) for item in value}) < len(value)", "any(x == y for i, x in enumerate(value) for y in value[:i])"),
    in_membership("len(value) > len(shape.prefix)", "len(value) > 0"),
    in_membership("(path, len(shape.prefix))", "path"),
    in_membership("elif shape.items is not None:", "if shape.items is not None:"),
    # Objects.
    in_membership("for key in shape.required:\n        if key not in value:\n            out.append((H3_6, (path, key)))", "for key in shape.required:\n        if key not in value:\n            out.append((H3_6, path))"),
    in_membership("len(value) < shape.min_properties", "len(value) <= shape.min_properties"),
    in_membership("if key not in shape.properties and not in_family(shape, key)", "if key not in shape.properties"),
    in_membership("if key not in shape.properties and not in_family(shape, key)", "if not in_family(shape, key)"),
    in_membership("if key not in shape.properties and not in_family(shape, key)", "if key not in shape.properties", 1),
    in_membership("if key not in shape.properties and not in_family(shape, key)", "if not in_family(shape, key)", 1),
    in_membership("not accepts(context, shape.names, key)", "not accepts(context, shape.names, value[key])"),
    in_membership("if key in value and lacks(value, shape.dependent[key])", "if lacks(value, shape.dependent[key])"),
    # Combinations.
    in_membership("len(accepting) == 1", "len(accepting) >= 1"),
    in_membership("faults(context, context.definitions[parts.ref], value, path, out)", "faults(context, context.definitions[parts.ref], value, (), out)"),
    in_membership("    for branch in parts.all_of:\n        faults(context, branch, value, path, out)", "    for branch in parts.all_of:\n        if not accepts(context, branch, value):\n            out.append((H3_7, path))"),
    in_membership("not exactly_one(context, parts.one_of, value)", "not some(context, parts.one_of, value)"),
    in_membership("if parts.negated is not None and accepts", "if parts.negated is not None and not accepts"),
    in_membership("elif parts.alternative is not None", "if parts.alternative is not None"),
    # What a context remembers.
    in_membership("recall(context, schema, value)", "recall(context, schema, None)"),
    in_membership("remember(context, schema, value,", "remember(context, schema, None,"),
    in_membership("is_first_visit(context, parts.ref, path)", "is_first_visit(context, parts.ref, ())"),
    in_membership("faults(alone(context), schema", "faults(context, schema"),
    in_membership("len(accepting) == 1", "len(accepting) <= 1"),
    # Algorithm 1.
    in_resolve("if declares(signature, key)}", "}"),
    in_resolve("signature.body, kept", "signature.root, kept"),
    in_resolve("return H2, keys + values", "return H2, keys"),
    in_resolve("if keys:\n        return H2, keys + values\n    if values:\n        return H3, values", "if values:\n        return H3, values\n    if keys:\n        return H2, keys + values"),
    in_resolve("if key not in arguments:", "if key in arguments:"),
    in_resolve("if signature.open:\n        return True", "if signature.open:\n        return False"),
    in_resolve("if profile == DEEP:", "if profile != DEEP:"),
    in_resolve("signature.root, kept, values", "signature.root, arguments, values"),
    # Profile deep.
    in_deep("spread(definitions, parts.condition, True, out)", "spread(definitions, parts.condition, tentative, out)"),
    in_deep("spread(definitions, parts.consequent, tentative, out)", "spread(definitions, parts.consequent, True, out)"),
    in_deep("spread(definitions, branch, tentative, out)", "pass", 2),
    in_deep("and names_some(applied)", ""),
    in_deep("and not has_family(applied)", ""),
    in_deep("schema.object.families or ", ""),
    in_deep(" or schema.object.additional is not None", ""),
    in_deep("if not names(applied, key):", "if names(applied, key):"),
    in_deep("key not in shape.properties and not in_family(shape, key)", "key not in shape.properties"),
    in_deep("elif shape.items is not None:", "if shape.items is not None:"),
    in_deep("out.holds(schema, tentative)", "out.holds(schema, True)"),
    in_deep("(path, i), out)", "path, out)"),
    in_deep("is_sure(applied) and", ""),
)  # fmt: skip


def build(mutant: Mutant | None) -> dict[str, ModuleType]:
    """Return the three core modules, with the mutant's edit, wired to each other and to nothing else of the core."""
    before = {name: sys.modules.get(name) for name in CORE}
    built = {}
    try:
        for name in CORE:
            source = SOURCES[name]
            if mutant is not None and mutant.module == name:
                pieces = source.split(mutant.old)
                assert len(pieces) > mutant.nth + 1, f"this edit has no place: {mutant}"
                head, tail = pieces[: mutant.nth + 1], pieces[mutant.nth + 1 :]
                source = mutant.old.join(head) + mutant.new + mutant.old.join(tail)
            module = ModuleType(name)
            exec(compile(source, f"<{name}>", "exec"), module.__dict__)
            built[name] = sys.modules[name] = module
    finally:
        for name, original in before.items():
            if original is not None:
                sys.modules[name] = original
    return built


# A quarter of the cases suffices; 4 shares no divisor with the number of values, so each value meets every kind of schema.
@cache
def membership_answers() -> tuple[tuple[Compiled, Value, set[Fault]], ...]:
    cases = enumeration.membership_cases()
    return tuple((s, v, spec.faults(s.definitions, s.root, v)) for i, (s, v) in enumerate(cases) if i % 4 == 0)


@cache
def call_answers() -> tuple[tuple[Signature, dict[str, Value], str, tuple[str, set[Fault]]], ...]:
    every = list(enumeration.call_cases())
    nested = len(enumeration.nested_signatures()) * len(enumeration.NESTED_VALUES) * 2
    cases = [*every[:-nested:3], *every[-nested:], *_large_calls()]
    return tuple((s, a, p, spec.decision({"t": s}, "t", a, p)) for s, a, p in cases)


def _large_calls() -> Iterator[tuple[Signature, dict[str, Value], str]]:
    for seed in range(10_000, 10_500):
        c = Seeded(seed)
        compiled = compile_schema(tool_document(c))
        signature = signature_of(compiled, None) if isinstance(compiled, Compiled) else []
        if isinstance(signature, Signature):
            call = arguments(c, signature.definitions, signature.root)
            for profile in ("top", "deep"):
                yield signature, call, profile


def differs(modules: dict[str, ModuleType]) -> bool:
    """Return whether one answer of these modules is not the spec's; a crash is no kill, it is an error of the test."""
    return _differs_somewhere(modules["rung.membership"].faults, modules["rung.resolve"].resolve)


def _differs_somewhere(faults: Callable[..., None], resolve: Callable[..., Any]) -> bool:
    for compiled, value, expected in membership_answers():
        out: list[Fault] = []
        faults(context_of(compiled.definitions), compiled.root, value, (), out)
        if flat(out) != expected:
            return True
    for signature, call, profile, decision in call_answers():
        code, found = resolve({"t": signature}, "t", call, profile)
        if (code, flat(found)) != decision:
            return True
    return False


def test_the_kernel_itself_survives() -> None:
    assert not differs(build(None))


@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_mutant_is_killed(mutant: Mutant) -> None:
    assert differs(build(mutant))
