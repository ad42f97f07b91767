# ruff: noqa: E501  # what a mutant replaces, and by what, stand side by side
"""Each wrong edit of the kernel is refuted by the solver, or refused: those of test_kernel_mutants.py, and some more."""

from __future__ import annotations

import pytest

pytest.importorskip("z3", reason="the proofs extra is not installed")
pytest.importorskip("cvc5", reason="the proofs extra is not installed")

from tests.proofs.lift.judge import edited, judged
from tests.test_kernel_mutants import MUTANTS as SHARED
from tests.test_kernel_mutants import Mutant, in_membership, in_resolve

MUTANTS = (
    *(mutant for mutant in SHARED if mutant.module != "rung.deep"),
    in_membership('"string" not in schema.types', '"string" in schema.types'),
    in_membership('"object" not in schema.types', '"array" not in schema.types'),
    in_membership('return "null" in types', "return True"),
    in_membership("if schema.enum is not None and", "if schema.enum and"),
    in_membership("out.append((H3_2, path))", "out.append((H3_1, path))"),
    in_membership("elif type(value) is dict:", "elif type(value) is bool:"),
    in_membership("not less(limits.exclusive_minimum, value)", "less(value, limits.exclusive_minimum)"),
    in_membership("limits.multiple_of is not None and not divides", "limits.multiple_of is not None and divides"),
    in_membership("divides(limits.multiple_of, value)", "divides(value, limits.multiple_of)"),
    in_membership("len(value) > shape.max_items", "len(value) >= shape.max_items"),
    in_membership("i < len(shape.prefix)", "i <= len(shape.prefix)"),
    in_membership("for i in range(len(value)):", "for i in range(len(shape.prefix)):"),
    in_membership("shape.prefix[i], value[i]", "shape.prefix[0], value[i]"),
    in_membership("faults(context, shape.properties[key], value[key]", "faults(context, shape.properties[key], value"),
    in_membership("faults(context, family.schema, value[key], (path, key), out)", "faults(context, family.schema, value[key], path, out)"),
    in_membership("faults(context, shape.additional,", "faults(context, shape.names,"),
    in_membership("        if key in shape.properties:\n            faults", "        if key in shape.required:\n            faults"),
    in_membership("        if key not in value:\n            return True", "        if key in value:\n            return True"),
    in_membership("if parts.any_of and not some", "if not some"),
    in_membership("        if accepts(context, branch, value):\n            return True\n    return False", "        if not accepts(context, branch, value):\n            return False\n    return True"),
    in_membership("accepts(context, parts.condition, value)", "accepts(context, parts.consequent, value)"),
    in_membership("if parts.condition is not None:", "if parts.consequent is not None:"),
    in_membership("        return known", "        return not known"),
    in_resolve("if name not in signatures:", "if name in signatures:"),
    in_resolve("return H1, [(H1_1, ())]", "return H1, []"),
    in_resolve("out.append((H2_2, ((), key)))", "out.append((H2_1, ((), key)))"),
    in_resolve("return H3, values", "return ALLOW, values"),
    in_resolve("if declares(signature, key)} if keys else arguments", "if declares(signature, key)} if values else arguments"),
    in_resolve("for key in signature.required:", "for key in signature.declared:"),
)  # fmt: skip


@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_mutant_is_refuted_or_refused(mutant: Mutant) -> None:
    verdict, where = judged(edited(mutant.module, mutant.old, mutant.new, mutant.nth))
    print(f"\n{verdict}: {where}")
    assert verdict in ("refuted", "refused"), where


def test_there_are_enough_mutants() -> None:
    assert len(MUTANTS) >= 40
    assert len(set(map(str, MUTANTS))) >= 40


def test_the_sources_as_they_stand_are_proved() -> None:
    assert judged({}) == ("proved", "")
