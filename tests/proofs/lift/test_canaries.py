# ruff: noqa: E501  # what an edit replaces, and by what, stand side by side
"""Edits that change what Python does, and that a careless translator reads as no change: none may come out as proved."""

from __future__ import annotations

import pytest

pytest.importorskip("z3", reason="the proofs extra is not installed")
pytest.importorskip("cvc5", reason="the proofs extra is not installed")

from tests.proofs.lift.judge import edited, judged

M, R, S = "rung.membership", "rung.resolve", "specs.declarative"
A, C, K = "rung.algebra", "rung.context", "rung.clause"
MIN = "    if limits.min_length is not None and len(value) < limits.min_length:\n"
LESS = "def less(left: Number, right: Number) -> bool:\n"
REQUIRED = "    for key in shape.required:\n        if key not in value:\n            out.append((H3_6, (path, key)))\n"
UNIQUE = "    if shape.unique and repeats(value):\n"

CANARIES = {
    "a loop rebinds a parameter": (M, UNIQUE, "    for path in shape.prefix:\n        pass\n" + UNIQUE),
    "a loop rebinds its own variable": (M, REQUIRED, REQUIRED.replace("        if key", "        key = 'a'\n        if key")),
    "nested loops share a variable": (M, REQUIRED, "    for key in shape.required:\n        for key in value:\n            out.append((H3_6, (path, key)))\n"),
    "a loop variable is read after its loop": (M, REQUIRED, REQUIRED + "    if shape.closed:\n        out.append((H3_6, (path, key)))\n"),
    "a parameter is assigned to": (M, MIN, "    value = ''\n" + MIN),
    "a shadowed builtin, as a function": (M, LESS, "def len(x):\n    return 0\n\n\n" + LESS),
    "a shadowed builtin, as a parameter": (M, "def repeats(value: list[Value]) -> bool:", "def repeats(len: list[Value]) -> bool:"),
    "a shadowed builtin, as a constant": (M, LESS, "type = 1\n\n\n" + LESS),
    "a shadowed builtin, as a local": (M, MIN, "    range = 1\n" + MIN),
    "a shadowed function of the module": (M, MIN, "    less = 1\n" + MIN),
    "a parameter that hides a function": (M, "def divides(step: Number, value: Number)", "def divides(less: Number, value: Number)"),
    "a function defined twice": (M, "def divides(", LESS + "    return False\n\n\ndef divides("),
    "a constant rebound": (M, LESS, 'H3_3 = "RR-H3.4"\n\n\n' + LESS),
    "two constants swapped": (M, LESS, "H3_1, H3_2 = H3_2, H3_1\n\n\n" + LESS),
    "a constant hidden by a local under a condition": (M, UNIQUE, "    if shape.closed:\n        H3_5 = 'x'\n" + UNIQUE),
    "a local bound in one branch only": (M, UNIQUE, "    if shape.closed:\n        n = 1\n    if n < len(value):\n        out.append((H3_5, path))\n" + UNIQUE),
    "a constant bound under a condition": (M, LESS, "if H3_1:\n    X = 1\n\n\n" + LESS),
    "clauses imported under each other's names": (M, "from rung.clause import H3_1, H3_2,", "from rung.clause import H3_1 as H3_2, H3_2 as H3_1,"),
    "a function imported from elsewhere": (M, "from rung.value import DecimalFraction, Number, Value, canonical", "from json import dumps as canonical\nfrom rung.value import DecimalFraction, Number, Value"),
    "an import inside a function": (M, MIN, "    from rung.clause import H3_5\n" + MIN),
    "a star import": (M, "from rung.clause import H3_1", "from os import *\nfrom rung.clause import H3_1"),
    "the clause constants exchanged at their source": (K, '"RR-H3.1"', '"RR-H3.2"'),
    "aliasing of the accumulator": (M, MIN, "    other = out\n    other.append((H3_4, path))\n" + MIN),
    "aliasing of append": (M, MIN, "    append = out.append\n    append((H3_4, path))\n" + MIN),
    "an accumulator chosen by a condition": (M, "        out.append((H3_4, path))\n", "        (out if limits else []).append((H3_4, path))\n"),
    "an accumulator inside a tuple": (M, MIN, "    pair = (out, 1)\n" + MIN),
    "two names for one new list": (R, "    values: list[Fault] = []\n", "    values = keys\n"),
    "two names bound at once": (R, "    keys: list[Fault] = []\n", "    keys = other = []\n"),
    "the caller's list is read": (M, UNIQUE, "    if shape.unique and not out and repeats(value):\n"),
    "the caller's list is read in a loop": (M, REQUIRED, REQUIRED.replace("if key not in value", "if key not in value and not out")),
    "a local list is read in the loop that fills it": (M, REQUIRED, "    seen: list[Fault] = []\n    for key in shape.required:\n        if key not in value and not seen:\n            seen.append((H3_6, ()))\n            out.append((H3_6, (path, key)))\n"),
    "a loop over the list that it appends to": (M, MIN, "    for fault in out:\n        out.append(fault)\n" + MIN),
    "a list is read before all is in it": (M, "    faults(alone(context), schema, value, (), found)\n    return found\n", "    early = not found\n    faults(alone(context), schema, value, (), found)\n    if early:\n        return []\n    return found\n"),
    "an early return in an effect loop": (M, REQUIRED, REQUIRED + "            return\n"),
    "break": (M, REQUIRED, REQUIRED + "            break\n"),
    "continue": (M, REQUIRED, REQUIRED.replace("        if key", "        if key in value:\n            continue\n        if key")),
    "a loop with else": (M, REQUIRED, REQUIRED + "    else:\n        out.append((H3_6, path))\n"),
    "while": (M, MIN, "    while limits.pattern is None:\n        pass\n" + MIN),
    "a search loop returns what depends on the element": (M, "    for key in keys:\n        if key not in value:\n            return True\n", "    for key in keys:\n        return key not in value\n"),
    "a search loop returns two constants": (M, "    for key in keys:\n        if key not in value:\n            return True\n", "    for key in keys:\n        if key not in value:\n            return True\n        return False\n"),
    "a return before the checks": (M, UNIQUE, "    if shape.closed:\n        return\n" + UNIQUE),
    "a decorator": (M, LESS, "@staticmethod\n" + LESS),
    "a default argument": (M, LESS, "def less(left: Number, right: Number = 0) -> bool:\n"),
    "a default that is shared": (M, "def faults_alone(context: Context, schema: Schema, value: Value)", "def faults_alone(context: Context, schema: Schema, value: Value, found: list[Fault] = [])"),
    "arguments by name": (M, "less(value, limits.minimum)", "less(right=value, left=limits.minimum)"),
    "starred arguments": (M, "less(value, limits.minimum)", "less(*(limits.minimum, value))"),
    "arguments in the wrong order": (M, "less(value, limits.minimum)", "less(limits.minimum, value)"),
    "a chained comparison": (M, "len(value) < limits.min_length:", "0 < len(value) < limits.min_length:"),
    "the operands of and exchanged": (M, "limits.min_length is not None and len(value) < limits.min_length", "len(value) < limits.min_length and limits.min_length is not None"),
    "a guard left out": (M, "schema.types is not None and not has_type", "not has_type"),
    "a condition on truth instead of presence": (M, "limits.max_length is not None and", "limits.max_length and"),
    "not binds less than and": (M, "if key not in shape.properties and not in_family(shape, key):", "if not (key in shape.properties and in_family(shape, key)):"),
    "and binds more than or": (M, "if limits.min_length is not None and len(value) < limits.min_length:", "if limits.pattern is None or limits.min_length is not None and len(value) < limits.min_length:"),
    "is instead of ==": (M, "len(accepting) == 1", "len(accepting) is 1"),
    "== instead of is": (M, "if type(value) is str:\n        if", "if type(value) == str:\n        if"),
    "isinstance takes booleans for integers": (M, "(type(value) is int or type(value) is DecimalFraction)", "isinstance(value, int | DecimalFraction)"),
    "a boolean as a number": (M, "len(value) < limits.min_length", "len(value) < (limits.min_length is None)"),
    "True is 1": (M, "len(accepting) == 1", "len(accepting) == True"),
    "a conditional expression of two numbers": (M, "len(value) < limits.min_length", "len(value) < (limits.min_length if limits.pattern else 0)"),
    "a negative index": (M, "shape.items, value[i], (path, i)", "shape.items, value[i - 1], (path, i)"),
    "the last item": (M, "shape.items, value[i], (path, i)", "shape.items, value[-1], (path, i)"),
    "a slice": (M, "for branch in branches:", "for branch in branches[1:]:"),
    "iterating over a text": (M, MIN, "    for letter in value:\n        out.append((H3_4, path))\n" + MIN),
    "a list of the letters of a text": (M, "if limits.min_length is not None and len(value) < limits.min_length:", "if [*value]:"),
    "membership in a text": (M, "limits.pattern.found_in(value)", "(value in limits.pattern.source)"),
    "an object changed while iterated over": (M, "    if shape.closed:\n        for key in value:\n", "    if shape.closed:\n        for key in value:\n            value[key] = None\n"),
    "an object that loses keys": (M, "    if shape.closed:\n        for key in value:\n", "    if shape.closed:\n        for key in value:\n            value.pop(key)\n"),
    "an augmented assignment": (M, "        out.append((H3_4, path))\n", "        out += [(H3_4, path)]\n"),
    "extend": (M, "        out.append((H3_4, path))\n", "        out.extend([(H3_4, path)])\n"),
    "insert": (M, "        out.append((H3_4, path))\n", "        out.insert(0, (H3_4, path))\n"),
    "del": (M, MIN, "    del out\n" + MIN),
    "global": (M, MIN, "    global H3_4\n" + MIN),
    "a nested function": (M, MIN, "    def less(a, b):\n        return False\n\n" + MIN),
    "a lambda that captures": (M, MIN, "    judge = lambda x=out: x\n" + MIN),
    "try and finally": (M, MIN, "    try:\n        return\n    finally:\n        pass\n" + MIN),
    "a walrus": (M, "if shape.unique and repeats(value):", "if (value := []) == [] and shape.unique:"),
    "with": (M, MIN, "    with out:\n        pass\n" + MIN),
    "match": (M, MIN, "    match value:\n        case str():\n            return\n" + MIN),
    "yield": (M, MIN, "    yield\n" + MIN),
    "a comprehension that hides a parameter": (M, "{canonical(item) for item in value}", "{canonical(value) for value in value}"),
    "a comprehension that appends": (M, MIN, "    any(out.append((H3_4, path)) for i in range(1))\n" + MIN),
    "an effect inside any": (S, "        {(\"RR-H3.6\", (k,)) for k in set(o.required) - set(v)}", "        {(\"RR-H3.6\", (k,)) for k in set(o.required) - set(v) if o.closed}"),
    "a text that is built": (M, "out.append((H3_4, path))", 'out.append((f"{H3_4}", path))'),
    "the wrong base of a path": (M, "out.append((H3_7, path))", "out.append((H3_7, ()))"),
    "a path with a step twice": (M, "value[i], (path, i), out)", "value[i], ((path, i), i), out)"),
    "a fault of three parts": (M, "out.append((H3_4, path))", "out.append((H3_4, path, path))"),
    "an attribute that is set": (M, MIN, "    limits.pattern = None\n" + MIN),
    "a reflexive call": (M, MIN, "    setattr(limits, 'pattern', None)\n" + MIN),
    "getattr": (M, "limits.pattern.found_in(value)", 'getattr(limits.pattern, "found_in")(value)'),
    "code run at import": (M, LESS, "canonical.cache = {}\n\n\n" + LESS),
    "a call run at import": (M, LESS, "X = globals()\n\n\n" + LESS),
    "a loop run at import": (M, LESS, "for x in ():\n    pass\n\n\n" + LESS),
    "a class in the core": (M, LESS, "class Schema:\n    pass\n\n\n" + LESS),
    "annotations that are run": (M, "from __future__ import annotations\n", ""),
    "recursion that no rule covers": (M, "    return left.numerator", "    return less(right, left) or left.numerator"),
    "the memory is about another value": (M, "recall(context, schema, value)", "recall(context, schema, schema)"),
    "the memory is told something else": (M, "remember(context, schema, value, not faults_alone(context, schema, value))", "remember(context, schema, value, True)"),
    "the memory is told the contrary": (M, "not faults_alone(context, schema, value))", "bool(faults_alone(context, schema, value)))"),
    "the list of another context": (M, "faults(alone(context), schema", "faults(context, schema"),
    "a visit of another path": (M, "is_first_visit(context, parts.ref, path)", "is_first_visit(context, parts.ref, ())"),
    "a visit that guards more": (M, "    for branch in parts.all_of:\n", "        out.append((H3_7, path))\n    for branch in parts.all_of:\n"),
    "a visit that guards something else": (M, "for branch in parts.all_of:\n", "for branch in parts.all_of:\n        if is_first_visit(context, 'x', path):\n            out.append((H3_7, path))\n"),
    "a value that does not stand at its path": (M, "faults(context, shape.additional, value[key], (path, key), out)", "faults(context, shape.additional, value, (path, key), out)"),
    "the memory's own text": (C, "    return accepted\n", "    return True\n"),
    "the memory forgets nothing": (C, "def alone(", "def alone2("),
    "a method that makes schemas false": (A, "    combination: Combination | None = None\n", "    combination: Combination | None = None\n\n    def __bool__(self):\n        return False\n"),
    "a property instead of a field": (A, "    unique: bool = False\n", "    @property\n    def unique(self):\n        return True\n"),
    "a class that is changed after it was made": (A, "#: The schema ``false``", "Schema.__bool__ = lambda self: False\n\n#: The schema ``false``"),
    "another encoding": (M, '"""Membership', '# -*- coding: utf-7 -*-\n"""Membership'),
    "a class of the algebra that inherits": (A, "class Schema:", "class Schema(dict):"),
    "a spec that redefines any": (S, "def one(clause, bad):", "def any(parts):\n    return False\n\n\ndef one(clause, bad):"),
    "a spec whose table is rebound": (S, "def one(clause, bad):", "JSON_TYPES = ()\n\n\ndef one(clause, bad):"),
    "a spec of lists where sets are": (S, "return {(clause, ())} if bad else set()", "return [(clause, ())] if bad else []"),
    "a spec that compares values with ==": (S, "any(same(v, e) for e in s.enum.values())", "any(v == e for e in s.enum.values())"),
    "a count of what may repeat": (S, "len({i for i in range(len(c.one_of)) if valid(definitions, c.one_of[i], v)}) != 1", "len({0 for i in range(len(c.one_of)) if valid(definitions, c.one_of[i], v)}) != 1"),
    "a decision that is not returned": (R, "    return ALLOW, values\n", "    if profile == DEEP:\n        return ALLOW, values\n"),
    "a name that is always resolved": (R, "if name not in signatures:", "if name not in signatures and name in signatures:"),
    "statements after a return": (R, "    return ALLOW, values\n", "    return ALLOW, values\n    keys.append((H1_1, ()))\n"),
}  # fmt: skip


@pytest.mark.parametrize("edit", CANARIES.values(), ids=CANARIES.keys())
def test_no_canary_is_proved(edit: tuple[str, str, str]) -> None:
    verdict, where = judged(edited(*edit))
    print(f"\n{verdict}: {where}")
    assert verdict in ("refused", "refuted"), where


def test_there_are_enough_canaries() -> None:
    assert len(CANARIES) >= 30
