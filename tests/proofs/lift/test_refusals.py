"""Everything that is not translated is refused, by file and line; nothing is guessed, and nothing crashes."""

from __future__ import annotations

import ast

import pytest

pytest.importorskip("z3", reason="the proofs extra is not installed")
pytest.importorskip("cvc5", reason="the proofs extra is not installed")

from proofs.lift import source
from proofs.lift.source import BANNED
from proofs.lift.terms import Refused, read_algebra
from proofs.lift.theorems import FILES, texts, theory

HEAD = "from __future__ import annotations\n\n\ndef f(a, b, out):\n    "
IN_FUNCTIONS = {
    ast.Lambda: "g = lambda: a",
    ast.Global: "global h",
    ast.Nonlocal: "nonlocal h",
    ast.Delete: "del a",
    ast.NamedExpr: "return (n := a)",
    ast.AugAssign: "a += 1",
    ast.Try: "try:\n        return a\n    finally:\n        pass",
    ast.TryStar: "try:\n        return a\n    except* KeyError:\n        pass",
    ast.Raise: "raise a",
    ast.Assert: "assert a",
    ast.While: "while a:\n        pass",
    ast.With: "with a:\n        pass",
    ast.AsyncWith: "async def g():\n        async with a:\n            pass",
    ast.AsyncFor: "async def g():\n        async for x in a:\n            pass",
    ast.Break: "for x in a:\n        break",
    ast.Continue: "for x in a:\n        continue",
    ast.Yield: "yield a",
    ast.YieldFrom: "yield from a",
    ast.Await: "async def g():\n        await a",
    ast.Match: "match a:\n        case _:\n            pass",
    ast.Import: "import re",
    ast.ImportFrom: "from re import search",
    ast.ClassDef: "class G:\n        pass",
    ast.AsyncFunctionDef: "async def g():\n        pass",
    ast.JoinedStr: "return f'{a}'",
    ast.Slice: "return a[1:]",
}
MORE = {
    "nested function": HEAD + "def g():\n        pass",
    "for-else": HEAD + "for x in a:\n        pass\n    else:\n        pass",
    "attribute assigned": HEAD + "a.b = 1",
    "item assigned": HEAD + "a[0] = 1",
    "keyword": HEAD + "return f(a, b, out=out)",
    "starred": HEAD + "return f(*a)",
    "chained comparison": HEAD + "return a < b < 1",
    "asynchronous comprehension": HEAD + "return [x async for x in a]",
    "rebinding": HEAD + "a = 1",
    "rebinding in a comprehension": HEAD + "return {a for a in b}",
    "rebinding in an inner loop": HEAD + "for x in a:\n        for x in b:\n            pass",
    "one name twice in a target": HEAD + "for x, x in a:\n        pass",
    "builtin hidden": HEAD + "len = 1",
    "module name hidden": HEAD + "f = 1",
    "builtin defined": "from __future__ import annotations\n\n\ndef len():\n    pass",
    "bound twice": HEAD + "pass\n\n\nf = 1",
    "decorator": "from __future__ import annotations\n\n\n@g\ndef f():\n    pass",
    "default": "from __future__ import annotations\n\n\ndef f(a=1):\n    pass",
    "star parameter": "from __future__ import annotations\n\n\ndef f(*a):\n    pass",
    "keyword parameter": "from __future__ import annotations\n\n\ndef f(*, a):\n    pass",
    "positional parameter": "from __future__ import annotations\n\n\ndef f(a, /):\n    pass",
    "no annotations import": "def f():\n    pass",
    "import": "from __future__ import annotations\nimport re",
    "import from": "from __future__ import annotations\nfrom re import search",
    "import as": "from __future__ import annotations as a",
    "relative import": "from __future__ import annotations\nfrom . import x",
    "call at import": "from __future__ import annotations\nX = f()",
    "operator at import": "from __future__ import annotations\nX = 1 + 1",
    "expression at import": "from __future__ import annotations\nprint",
    "condition at import": "from __future__ import annotations\nif 1:\n    pass",
    "class": "from __future__ import annotations\n\n\nclass A:\n    pass",
    "no Python": "from __future__ import annotations\n)",
}
#: Expressions that no rule gives a meaning: put where string_faults has its first condition.
EXPRESSIONS = (
    "value.upper() == value",
    "value + value == value",
    "value == limits.pattern",
    "limits == limits",
    "limits is limits",
    "value < value",
    "value is value",
    "value",
    "-len(value) < 1",
    "+len(value) < 1",
    "~len(value) < 1",
    "len(value) // 2 < 1",
    "len(value) ** 2 < 1",
    "len(value) << 1 < 1",
    "len(value) & 1 < 1",
    "len(value) / 2 < 1",
    "sorted(value) == value",
    "isinstance(value, str)",
    "type(value) == str",
    "type(value) is tuple",
    "type(limits) is str",
    "hash(value) == 1",
    "id(value) == 1",
    "str(value) == value",
    "sum([1]) == 1",
    "min(1, 2) == 1",
    "any([value])",
    "any(value)",
    "all([])",
    "len(out) == 0",
    "out == []",
    "out",
    "path in out",
    "path",
    "not path",
    "path == ()",
    "limits.unknown",
    "limits.pattern.source.x",
    "limits.pattern.found_in",
    "limits.pattern.found_in()",
    "limits.pattern.search(value)",
    "{value: value}",
    "{value: 1 for letter in value}",
    "[value][0] == value",
    "(value, value)[0] == value",
    "(lambda: True)()",
    "unknown",
    "unknown(value)",
    "H3_4(value)",
    "1.5 < len(value)",
    "b'' == value",
    "... == value",
    "value @ value",
    "len(value) if value else 0",
    "value or limits",
    "value in value",
    "1 in limits.pattern",
    "len({1, 2}) == 2",
    "len([i for i in range(len(value)) if i > 0]) == 3",
    "range(len(value))",
    "range(1, 2)",
    "set(out) == set()",
    "{i for i in range(len(value))} == {j for j in range(len(value))}",
    "string_faults(limits, value, path, out)",
    "print(value)",
    "eval('True')",
    "getattr(limits, 'pattern')",
    "(yield)",
    "less(value)",
    "DecimalFraction(1, 2)",
    "canonical()",
)


@pytest.mark.parametrize("node", BANNED, ids=lambda node: node.__name__)
def test_a_banned_statement_is_refused(node: type[ast.AST]) -> None:
    text = HEAD + IN_FUNCTIONS[node]
    assert any(type(inner) is node for inner in ast.walk(ast.parse(text)))
    with pytest.raises(Refused, match=r"^f\.py:\d+: "):
        source.read("f", "f.py", text, {})


@pytest.mark.parametrize("text", MORE.values(), ids=MORE.keys())
def test_what_else_a_module_may_not_be_is_refused(text: str) -> None:
    with pytest.raises(Refused, match=r"^f\.py:\d+: "):
        source.read("f", "f.py", text, {})


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_an_expression_without_a_meaning_is_refused(expression: str) -> None:
    place = "if limits.min_length is not None and len(value) < limits.min_length:"
    text = texts()["rung.membership"]
    assert text.count(place) == 1
    line = text[: text.index(place)].count("\n") + 1
    with pytest.raises(Refused) as refused:
        theory({"rung.membership": text.replace(place, f"if {expression}:")})
    assert refused.value.file == FILES["rung.membership"]
    assert refused.value.line >= line - 3


def test_what_the_rules_allow_is_read() -> None:
    read = source.read(
        "f", "f.py", HEAD + "for x in a:\n        if x in b:\n            return True\n    return False", {}
    )
    assert set(read.functions) == {"f"}


@pytest.mark.parametrize(
    "text",
    [
        "class A:\n    b: int = 0\n",
        "@dataclass\nclass A:\n    b: int = 0\n",
        "@dataclass(frozen=True, slots=True)\nclass A(B):\n    b: int = 0\n",
        "@dataclass(frozen=True, slots=True)\nclass A:\n    b: complex = 0\n",
        "@dataclass(frozen=True, slots=True)\nclass A:\n    b: list[int] = 0\n",
        "@dataclass(frozen=True, slots=True)\nclass A:\n    def __len__(self):\n        return 0\n",
    ],
)
def test_a_class_that_is_more_than_its_fields_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        read_algebra(text)
