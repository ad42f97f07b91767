"""specs/declarative.py is mathematics: functions that return an expression, and nothing that the resolver is made of.

A spec that loops and mutates is a second implementation; one that imports the kernel shows that the kernel equals
itself.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
SPEC: Final = ROOT / "specs" / "declarative.py"

#: What the spec shares with the resolver: the algebra, and the class of fractions. Not ``canonical``: it says equality
#: again.
SHARED: Final = {
    "__future__": {"annotations"},
    "rung.algebra": {"Schema", "Signature"},
    "rung.value": {"DecimalFraction"},
}

BANNED_ANYWHERE: Final = (ast.Lambda, ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await, ast.JoinedStr)
MUTATORS: Final = frozenset("add append clear discard extend insert pop popitem remove setdefault sort update".split())


def violations(source: str) -> list[str]:
    """Return what stands in a spec that should not, each with its line."""
    tree = ast.parse(source)
    found = []
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef):
            found += _in_function(statement)
        elif not (_is_docstring(statement) or _is_constant(statement) or _is_import(statement)):
            found.append(f"{statement.lineno}: only functions, constants and shared imports stand at the top")
    for node in ast.walk(tree):
        if isinstance(node, BANNED_ANYWHERE):
            found.append(f"{node.lineno}: {type(node).__name__} is no mathematics")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS:
            found.append(f"{node.lineno}: .{node.func.attr}() changes something")
    return found


def _in_function(function: ast.FunctionDef) -> list[str]:
    """A docstring, names for expressions, ``if ...: return``, and a last return."""
    found = [f"{function.lineno}: a decorator hides what is meant"] if function.decorator_list else []
    body = function.body[1:] if _is_docstring(function.body[0]) else function.body
    bound = {argument.arg for argument in function.args.args}
    for statement in body[:-1]:
        match statement:
            case ast.Assign(targets=[ast.Name() | ast.Tuple() as target]):
                names = [
                    node for node in ast.walk(target) if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript))
                ]
                for name in names:
                    if not isinstance(name, ast.Name) or name.id in bound:
                        found.append(f"{statement.lineno}: an assignment gives an expression a new name, once")
                    else:
                        bound.add(name.id)
            case ast.If(body=[ast.Return()], orelse=[]):
                pass
            case _:
                found.append(f"{statement.lineno}: {type(statement).__name__} is no mathematics")
    if not isinstance(body[-1], ast.Return) or body[-1].value is None:
        found.append(f"{body[-1].lineno}: a function ends by returning a value")
    return found


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _is_constant(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Assign)
        and isinstance(statement.targets[0], ast.Name)
        and statement.targets[0].id.isupper()
    )


def _is_import(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.ImportFrom)
        and not statement.level
        and {alias.name for alias in statement.names} <= SHARED.get(statement.module or "", set())
    )


def test_the_spec_is_mathematics_and_shares_no_code_with_the_resolver() -> None:
    assert violations(SPEC.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "from rung.membership import faults",
        "from rung.resolve import declares",
        "from rung.value import canonical",
        "import rung.deep",
        "import re",
        "found = []",
        "class Spec:\n    pass",
        "def f(s):\n    for k in s:\n        g(k)\n    return s",
        "def f(s):\n    while s:\n        g(s)\n    return s",
        "def f(s):\n    out = set()\n    out.add(s)\n    return out",
        "def f(s):\n    n = 1\n    n = 2\n    return n",
        "def f(s):\n    s = 1\n    return s",
        "def f(s):\n    n = 1\n    n += 1\n    return n",
        "def f(s):\n    s.name = 1\n    return s",
        "def f(s):\n    if s:\n        return 1\n    else:\n        return 2",
        "def f(s):\n    if s:\n        g(s)\n    return s",
        "def f(s):\n    try:\n        return s\n    except KeyError:\n        return 1",
        "def f(s):\n    return any(map(lambda k: k, s))",
        "def f(s):\n    return (n := s)",
        "def f(s):\n    g(s)",
        "def f(s):\n    return",
        "@cache\ndef f(s):\n    return s",
        "def f(s):\n    return [s.append(k) for k in s]",
    ],
)
def test_what_is_no_mathematics_is_found(source: str) -> None:
    assert violations(source)


def test_the_style_of_the_spec_passes() -> None:
    source = (
        '"""Doc."""\nfrom rung.algebra import Schema\nANY = Schema()\n\n'
        'def f(s, v):\n    """RR."""\n    a = s.array\n    if a is None:\n        return set()\n'
        "    keys, values = f(a, v), f(v, a)\n    return {k for k in keys if k not in values} | {v}\n"
    )
    assert violations(source) == []
