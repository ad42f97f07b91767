"""The verified core is written in a small part of Python: what is outside of it, and why.

Three readers set the limits. CrossHair says "Confirmed over all paths" of false claims about some constructs. The
proofs translate the source text of these modules and must mean what Python means. And the core is to be pure and total.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
CORE: Final = tuple(
    path
    for name in ("resolve", "membership", "deep", "pipeline", "mcp")
    if (path := ROOT / "rung" / f"{name}.py").is_file()
)

#: Every rule and its reason; a violation is ``(rule, line)``.
RULES: Final = {
    "match": "CrossHair confirms false claims about class patterns",
    "__class__": "CrossHair confirms false claims about `v.__class__ is T`",
    "inexact number": "numbers are exact, and the provers cannot follow a float, a Decimal or a Fraction",
    "exception": "the core is total: it raises nothing, so it has nothing to catch",
    "lambda": "the source-level proof reads named functions",
    "scope": "global and nonlocal make a function impure",
    "decorator": "a decorator changes what a function does without changing the text that the proof reads",
    "default": "a default that is no constant is shared between calls",
    "star": "star arguments hide what is passed",
    "statement": "the source-level proof has no rule for while, with, break, continue, for-else, yield, nested defs",
    "walrus": "an assignment inside an expression is an effect that the proof does not look for",
    "rebinding": "a name means one thing: the first lifter said PROVED of functions that rebind one",
    "leak": "a loop variable read after its loop is whatever came last",
    "shadowing": "a local that hides a builtin or a name of the module is read as the other one",
    "import": "the core needs the type algebra, the values, the clause ids and typing, nothing else",
    "loop": "a loop appends or returns, never both: only then is it free of order",
    "search": "what a search loop returns is a constant: only then does it not matter which element was found",
    "effect": "comprehensions have no effect",
    "text": "the core builds no text: a reason is an id and a path",
    "mutation": "inputs are read only; the one effect is appending to an accumulator",
    "ambient": "no I/O and no reflection",
}

ALLOWED_IMPORTS: Final = frozenset(
    [
        "__future__",
        "typing",
        "collections.abc",
        "rung.algebra",
        "rung.clause",
        "rung.value",
        "rung.context",
        "rung.membership",
        "rung.deep",
    ]
)
#: Modules built on the resolver also import it, and define what they are about as frozen dataclasses.
MORE_IMPORTS: Final = {
    "pipeline": frozenset(["dataclasses", "rung.resolve"]),
    "mcp": frozenset(["dataclasses", "rung.resolve"]),
}
MUTATORS: Final = frozenset(
    "add clear difference_update discard extend insert intersection_update pop popitem remove reverse setdefault sort "
    "symmetric_difference_update update __setitem__ __delitem__ __setattr__ __init__".split()
)
AMBIENT: Final = frozenset(
    "breakpoint compile delattr dir eval exec exit getattr globals help id input locals memoryview open print quit "
    "setattr vars __import__".split()
)
INEXACT: Final = frozenset(["float", "complex", "Decimal", "Fraction"])
BUILTINS: Final = frozenset(dir(builtins))
COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
Violation = tuple[str, int]


def violations(source: str, module: str = "resolve") -> list[Violation]:
    """Return every violation in the source text of a core module, in the order of its lines."""
    tree = ast.parse(source)
    outer = {name for statement in tree.body for name in _names_defined(statement)}
    effects = _effect_functions(tree)
    found = set(_anywhere(tree, module, effects))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            found |= set(_in_function(node, outer, effects))
    return sorted(found, key=lambda violation: (violation[1], violation[0]))


def _names_defined(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        for alias in statement.names:
            yield (alias.asname or alias.name).split(".")[0]
    elif isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        yield statement.name
    elif isinstance(statement, (ast.Assign, ast.AnnAssign)):
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id


def _effect_functions(tree: ast.Module) -> set[str]:
    """Return the names of the functions that are called for their effect: here, and in the rest of the core."""
    here = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and _returns_nothing(node)}
    return here | {"faults", "nested_faults"}


def _returns_nothing(function: ast.FunctionDef) -> bool:
    return isinstance(function.returns, ast.Constant) and function.returns.value is None


def _anywhere(tree: ast.Module, module: str, effects: set[str]) -> Iterator[Violation]:
    imports = ALLOWED_IMPORTS | MORE_IMPORTS.get(module, frozenset())
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Match():
                yield "match", line
            case ast.Attribute(attr="__class__") | ast.Name(id="__class__"):
                yield "__class__", line
            case ast.Constant(value=float() | complex()) | ast.BinOp(op=ast.Div()):
                yield "inexact number", line
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in INEXACT:
                yield "inexact number", line
            case ast.Try() | ast.TryStar() | ast.Raise() | ast.Assert():
                yield "exception", line
            case ast.Lambda():
                yield "lambda", line
            case ast.Global() | ast.Nonlocal():
                yield "scope", line
            case ast.While() | ast.With() | ast.Break() | ast.Continue() | ast.Yield() | ast.YieldFrom() | ast.Await():
                yield "statement", line
            case ast.AsyncFunctionDef() | ast.AsyncFor() | ast.AsyncWith():
                yield "statement", line
            case ast.For(orelse=[_, *_]):
                yield "statement", line
            case ast.NamedExpr():
                yield "walrus", line
            case ast.Import(names=names):
                for alias in names:
                    if alias.name not in imports or alias.asname is not None:
                        yield "import", line
            case ast.ImportFrom(module=origin, names=names, level=level):
                if level or origin not in imports or any(a.name == "*" or a.asname is not None for a in names):
                    yield "import", line
            case ast.JoinedStr() | ast.BinOp(left=ast.Constant(value=str() | bytes()), op=ast.Mod() | ast.Add()):
                yield "text", line
            case (
                ast.Attribute(attr="format" | "join" | "format_map") | ast.Name(id="str" | "repr" | "format" | "ascii")
            ):
                if _is_called(node, tree):
                    yield "text", line
            case ast.Name(id=name) if name in AMBIENT:
                yield "ambient", line
            case ast.Delete() | ast.AugAssign():
                yield "mutation", line
            case ast.Attribute(ctx=ast.Store()) | ast.Subscript(ctx=ast.Store()):
                yield "mutation", line
            case ast.Call(func=ast.Attribute(attr=attr)) if attr in MUTATORS:
                yield "mutation", line
            case ast.Call(args=args, keywords=keywords):
                if any(isinstance(a, ast.Starred) for a in args) or any(k.arg is None for k in keywords):
                    yield "star", line
            case _ if isinstance(node, COMPREHENSIONS):
                if any(_is_effect(inner, effects) for inner in ast.walk(node)):
                    yield "effect", line


def _is_called(function: ast.expr, tree: ast.Module) -> bool:
    return any(isinstance(node, ast.Call) and node.func is function for node in ast.walk(tree))


def _is_effect(node: ast.AST, effects: set[str]) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr=attr)):
            return attr == "append" or attr in MUTATORS
        case ast.Call(func=ast.Name(id=name)):
            return name in effects
    return False


def _in_function(function: ast.FunctionDef, outer: set[str], effects: set[str]) -> Iterator[Violation]:
    arguments = function.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    parameters = {argument.arg for argument in every}
    if function.decorator_list:
        yield "decorator", function.lineno
    if arguments.vararg or arguments.kwarg:
        yield "star", function.lineno
    for default in [*arguments.defaults, *arguments.kw_defaults]:
        if default is not None and not isinstance(default, ast.Constant):
            yield "default", default.lineno
    for argument in every:
        if argument.arg in BUILTINS | outer:
            yield "shadowing", argument.lineno
    yield from _in_scope(function, parameters, outer)
    accumulators = _accumulators(function, every)
    for node in ast.walk(function):
        match node:
            case ast.FunctionDef() | ast.ClassDef() if node is not function:
                yield "statement", node.lineno
            case ast.Call(func=ast.Attribute(attr="append", value=value)):
                if not (isinstance(value, ast.Name) and value.id in accumulators):
                    yield "mutation", node.lineno
            case ast.For():
                yield from _in_loop(node, effects)


def _accumulators(function: ast.FunctionDef, parameters: list[ast.arg]) -> set[str]:
    """Return the names that may be appended to: the parameter ``out``, and lists that start empty here."""
    started = {
        node.target.id
        for node in ast.walk(function)
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and isinstance(node.value, ast.List)
        and not node.value.elts
    }
    return started | {argument.arg for argument in parameters if argument.arg == "out"}


def _in_scope(function: ast.FunctionDef, parameters: set[str], outer: set[str]) -> Iterator[Violation]:
    """Yield the names that mean two things."""
    assigned: set[str] = set()
    loops = [node for node in ast.walk(function) if isinstance(node, ast.For)]
    loop_names = {name for loop in loops for name in _stored(loop.target)}
    for node in ast.walk(function):
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                for name in _stored(target):
                    if name in parameters | loop_names | assigned:
                        yield "rebinding", node.lineno
                    if name in BUILTINS | outer:
                        yield "shadowing", node.lineno
                    assigned.add(name)
    for node in ast.walk(function):
        targets = [node.target] if isinstance(node, ast.For) else []
        if isinstance(node, COMPREHENSIONS):
            targets = [generator.target for generator in node.generators]
        for target in targets:
            inside = _bound_around(function, node)
            for name in _stored(target):
                if name in parameters | assigned | inside:
                    yield "rebinding", target.lineno
                if name in BUILTINS | outer:
                    yield "shadowing", target.lineno
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in loop_names - assigned:
            around = _bound_around(function, node)
            if node.id not in around | parameters:
                yield "leak", node.lineno


def _stored(target: ast.AST) -> set[str]:
    """Return the names that a target binds; ``_`` is read by nobody, so it may come again."""
    return {node.id for node in ast.walk(target) if isinstance(node, ast.Name)} - {"_"}


def _bound_around(function: ast.FunctionDef, inner: ast.AST) -> set[str]:
    """Return the variables of the loops and comprehensions in whose body ``inner`` stands."""
    bound: set[str] = set()
    for node in ast.walk(function):
        if node is inner:
            continue
        if isinstance(node, ast.For) and any(inner in ast.walk(statement) for statement in node.body):
            bound |= _stored(node.target)
        if isinstance(node, COMPREHENSIONS) and inner in ast.walk(node):
            bound |= {name for generator in node.generators for name in _stored(generator.target)}
    return bound


def _in_loop(loop: ast.For, effects: set[str]) -> Iterator[Violation]:
    inside = [node for statement in loop.body for node in ast.walk(statement)]
    returns = [node for node in inside if isinstance(node, ast.Return)]
    if returns and any(_is_effect(node, effects) for node in inside):
        yield "loop", loop.lineno
    for node in returns:
        if not isinstance(node.value, ast.Constant):
            yield "search", node.lineno


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.stem)
def test_the_core_keeps_to_its_part_of_python(path: Path) -> None:
    found = violations(path.read_text(encoding="utf-8"), path.stem)
    assert not found, [f"{path.stem}.py:{line}: {rule}: {RULES[rule]}" for rule, line in found]


HEAD: Final = "def f(s, v, path, out):\n    "
BAD: Final = [
    ("match", HEAD + "match v:\n        case str():\n            return True"),
    ("__class__", HEAD + "return v.__class__ is str"),
    ("inexact number", HEAD + "return v < 0.5"),
    ("inexact number", HEAD + "return v / 2 == 1"),
    ("inexact number", HEAD + "return float(v) == 1"),
    ("exception", HEAD + "try:\n        return v\n    except KeyError:\n        return s"),
    ("exception", HEAD + "raise ValueError"),
    ("exception", HEAD + "assert v"),
    ("lambda", HEAD + "return any(map(lambda k: k in v, s))"),
    ("scope", HEAD + "global g"),
    ("decorator", "@cache\ndef f(s):\n    return s"),
    ("default", "def f(s, found=[]):\n    return s"),
    ("star", "def f(*parts):\n    return parts"),
    ("star", HEAD + "return g(*v)"),
    ("statement", HEAD + "while v:\n        g(v)"),
    ("statement", HEAD + "for k in v:\n        continue"),
    ("statement", HEAD + "for k in v:\n        break"),
    ("statement", HEAD + "for k in v:\n        g(k)\n    else:\n        g(v)"),
    ("statement", HEAD + "yield v"),
    ("statement", HEAD + "def g(k):\n        return k\n    return g(v)"),
    ("walrus", HEAD + "return (n := len(v)) + n"),
    ("rebinding", HEAD + "v = s\n    return v"),
    ("rebinding", HEAD + "for v in s:\n        out.append(v)"),
    ("rebinding", HEAD + "for k in v:\n        k = s\n        out.append(k)"),
    ("rebinding", HEAD + "for k in v:\n        for k in s:\n            out.append(k)"),
    ("rebinding", HEAD + "n = 1\n    n = 2\n    return n"),
    ("rebinding", HEAD + "for k in v:\n        out.append({k for k in s})"),
    ("rebinding", HEAD + "return {v for v in s}"),
    ("leak", HEAD + "for k in v:\n        g(k)\n    return k"),
    ("shadowing", HEAD + "len = s\n    return len"),
    ("shadowing", "def f(list):\n    return list"),
    ("shadowing", "H1 = 'RR-H1'\n" + HEAD + "if v:\n        H1 = s\n    return H1"),
    ("shadowing", "def g(s):\n    return s\n\n" + HEAD + "for g in v:\n        out.append(g)"),
    ("import", "from functools import cache"),
    ("import", "import re"),
    ("import", "from rung.schema import compile_schema"),
    ("import", "from rung.value import canonical as str_of"),
    ("import", "from rung.value import *"),
    ("loop", HEAD + "for k in v:\n        out.append(k)\n        if k in s:\n            return True"),
    ("loop", HEAD + "for k in v:\n        faults(s, k, path, out)\n        return True"),
    ("search", HEAD + "for k in v:\n        if k in s:\n            return k"),
    ("search", HEAD + "for k in v:\n        if k in s:\n            return"),
    ("effect", HEAD + "return [out.append(k) for k in v]"),
    ("effect", HEAD + "return all(faults(s, k, path, out) for k in v)"),
    ("text", HEAD + "return f'{v}'"),
    ("text", HEAD + "return '%s' % v"),
    ("text", HEAD + "return '{}'.format(v)"),
    ("text", HEAD + "return str(v)"),
    ("mutation", HEAD + "v['a'] = 1"),
    ("mutation", HEAD + "v.name = 1"),
    ("mutation", HEAD + "del v['a']"),
    ("mutation", HEAD + "v.pop()"),
    ("mutation", HEAD + "v.append(s)"),
    ("mutation", HEAD + "s.items.append(v)"),
    ("mutation", HEAD + "n: int = 0\n    n += 1"),
    ("ambient", HEAD + "print(v)"),
    ("ambient", HEAD + "return getattr(v, s)"),
]


@pytest.mark.parametrize(("rule", "source"), BAD)
def test_each_rule_finds_what_it_bans(rule: str, source: str) -> None:
    assert rule in {found for found, _ in violations(source)}


def test_every_rule_has_a_sample_that_breaks_it() -> None:
    assert {rule for rule, _ in BAD} == set(RULES)


GOOD: Final = """
from typing import Final

LIMIT: Final = 3


def faults(s, v, path, out: list) -> None:
    if s is not None and len(v) > LIMIT:
        out.append((LIMIT, path))
    found: list = []
    for k in v:
        shape = v[k]
        if shape is not None:
            faults(shape, v[k], (*path, k), found)
    for k in s:
        out.append((k, path))


def some(s, v) -> bool:
    for k in v:
        if k in s:
            return True
    return False


def kept(s, v):
    return {k: v[k] for k in v if some(s, v[k])}, len({k for k in v}) % 2 == 0
"""


def test_the_style_of_the_core_passes() -> None:
    assert violations(GOOD) == []
