"""Modules as source text: what is refused before a single expression is read.

The meaning of a text depends on what its names mean. So a module may bind each name once, no name of a builtin, and
nothing inside a function may be called what something outside is called; nothing may change what a function does beside
its text (decorators, defaults, globals); and what is run when the module is loaded must be plain definitions.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from proofs.lift.terms import Refused

BUILTINS: Final = frozenset(dir(builtins)) | {"__builtins__", "__class__", "__name__", "__file__", "__spec__"}
COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

#: What may be imported from where; every other import is refused. Only names that the translator has a meaning for.
IMPORTS: Final = {
    "__future__": {"annotations"},
    "typing": {"Final", "TypeAlias"},
    "collections.abc": {"Hashable", "Mapping"},
}

#: Nodes that are refused wherever they stand in a function.
BANNED: Final = {
    ast.Lambda: "a lambda",
    ast.Global: "global",
    ast.Nonlocal: "nonlocal",
    ast.Delete: "del",
    ast.NamedExpr: "an assignment inside an expression",
    ast.AugAssign: "an augmented assignment",
    ast.Try: "try",
    ast.TryStar: "try",
    ast.Raise: "raise",
    ast.Assert: "assert",
    ast.While: "while",
    ast.With: "with",
    ast.AsyncWith: "with",
    ast.AsyncFor: "an asynchronous loop",
    ast.Break: "break",
    ast.Continue: "continue",
    ast.Yield: "yield",
    ast.YieldFrom: "yield",
    ast.Await: "await",
    ast.Match: "match",
    ast.Import: "an import inside a function",
    ast.ImportFrom: "an import inside a function",
    ast.ClassDef: "a class",
    ast.AsyncFunctionDef: "an asynchronous function",
    ast.JoinedStr: "a built text",
    ast.Slice: "a slice",
}


@dataclass(frozen=True, slots=True)
class Function:
    """A function, the module it stands in, and the names that are its own."""

    module: Module
    node: ast.FunctionDef
    parameters: tuple[str, ...]
    own: frozenset[str]


@dataclass(slots=True)
class Module:
    """A module that was read: its functions, its constants (as expressions), and where its other names come from."""

    name: str
    file: str
    functions: dict[str, Function] = field(default_factory=dict)
    constants: dict[str, ast.expr] = field(default_factory=dict)
    imported: dict[str, str] = field(default_factory=dict)


def read(name: str, file: str, text: str, known: dict[str, set[str]]) -> Module:
    """Return a module, or raise Refused. ``known`` says what may be imported from the modules of the project."""
    module = Module(name, file)
    for number, line_of_text in enumerate(text.splitlines()[:2], 1):
        if line_of_text.startswith("#") and "coding" in line_of_text:
            raise Refused(file, number, "Python reads this file by another encoding")
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise Refused(file, error.lineno or 0, "this is no Python") from error
    bound: set[str] = set()

    def bind(what: str, line: int) -> None:
        if what in BUILTINS:
            raise Refused(file, line, f"{what} hides a builtin")
        if what in bound:
            raise Refused(file, line, f"{what} is bound twice")
        bound.add(what)

    futures = False
    for statement in tree.body:
        line = statement.lineno
        match statement:
            case ast.Expr(value=ast.Constant(value=str())):
                pass
            case ast.ImportFrom(module=origin, names=names, level=0) if origin is not None:
                futures = futures or origin == "__future__"
                for alias in names:
                    if alias.asname is not None:
                        raise Refused(file, line, f"{alias.name} is imported under another name")
                    if alias.name not in IMPORTS.get(origin, set()) | known.get(origin, set()):
                        raise Refused(file, line, f"nothing is known of {alias.name} from {origin}")
                    bind(alias.name, line)
                    module.imported[alias.name] = origin
            case ast.FunctionDef(name=called):
                bind(called, line)
                module.functions[called] = _function(module, statement)
            case ast.Assign(targets=[ast.Name(id=called)], value=value):
                bind(called, line)
                _plain(value, file)
                module.constants[called] = value
            case ast.AnnAssign(target=ast.Name(id=called), value=ast.expr() as value, annotation=annotation):
                bind(called, line)
                _plain(value, file)
                if ast.unparse(annotation) != "TypeAlias":
                    module.constants[called] = value
            case _:
                raise Refused(file, line, f"a module holds definitions alone, not {type(statement).__name__}")
    if not futures:
        raise Refused(file, 1, "annotations are run: from __future__ import annotations is missing")
    for function in module.functions.values():
        for inner in sorted(function.own & bound):
            raise Refused(file, function.node.lineno, f"{inner} hides a name of the module")
    return module


def _plain(value: ast.expr, file: str) -> None:
    """Refuse what would run when the module is loaded, but for ``Schema()`` and ``type(None)``."""
    for node in ast.walk(value):
        if isinstance(node, ast.Call) and ast.unparse(node) not in ("Schema()", "type(None)"):
            raise Refused(file, node.lineno, f"{ast.unparse(node)} is run when the module is loaded")
        if not isinstance(
            node, ast.Constant | ast.Name | ast.Tuple | ast.List | ast.Subscript | ast.Call | ast.expr_context
        ):
            raise Refused(file, value.lineno, f"a constant is written out, not {type(node).__name__}")


def _function(module: Module, node: ast.FunctionDef) -> Function:
    file = module.file
    if node.decorator_list:
        raise Refused(file, node.lineno, f"{node.name} is decorated")
    its = node.args
    if its.vararg or its.kwarg or its.kwonlyargs or its.posonlyargs or its.defaults or its.kw_defaults:
        raise Refused(file, node.lineno, f"{node.name} has other parameters than plain ones")
    parameters = tuple(argument.arg for argument in its.args)
    own = set(parameters)
    for inner in ast.walk(node):
        if inner is node:
            continue
        if type(inner) in BANNED:
            raise Refused(file, getattr(inner, "lineno", node.lineno), f"{BANNED[type(inner)]} is not translated")
        if isinstance(inner, ast.FunctionDef):
            raise Refused(file, inner.lineno, "a function inside a function is not translated")
        if isinstance(inner, ast.For) and inner.orelse:
            raise Refused(file, inner.lineno, "a loop with else is not translated")
        if isinstance(inner, COMPREHENSIONS):
            for generator in inner.generators:
                if generator.is_async:
                    raise Refused(file, inner.lineno, "an asynchronous comprehension is not translated")
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
            own.add(inner.id)
        if isinstance(inner, ast.Attribute | ast.Subscript) and not isinstance(inner.ctx, ast.Load):
            raise Refused(file, inner.lineno, f"{ast.unparse(inner)} is changed")
        if isinstance(inner, ast.Call) and (inner.keywords or any(isinstance(a, ast.Starred) for a in inner.args)):
            raise Refused(file, inner.lineno, "an argument by name, or a starred one, is not translated")
        if isinstance(inner, ast.Compare) and len(inner.ops) != 1:
            raise Refused(file, inner.lineno, "a chained comparison is not translated")
    for name in sorted(own & BUILTINS):
        raise Refused(file, node.lineno, f"{name} hides a builtin")
    _single(module, node, set(parameters))
    return Function(module, node, parameters, frozenset(own))


def _single(module: Module, node: ast.FunctionDef, parameters: set[str]) -> None:
    """Refuse a name that means two things in one function: ``_`` apart, which nothing may read."""
    if len(parameters) != len(node.args.args):
        raise Refused(module.file, node.lineno, f"{node.name} names a parameter twice")
    assigned: set[str] = set()
    for inner in ast.walk(node):
        for name in _assigned(inner):
            if name.id in parameters or name.id in assigned:
                raise Refused(module.file, name.lineno, f"{name.id} is bound twice")
            assigned.add(name.id)
    scopes = [(inner, _targets(inner)) for inner in ast.walk(node) if isinstance(inner, (ast.For, *COMPREHENSIONS))]
    for inner, names in scopes:
        for name in names:
            if name.id != "_" and (name.id in parameters or name.id in assigned):
                raise Refused(module.file, name.lineno, f"{name.id} is bound twice")
        plain = [name.id for name in names if name.id != "_"]
        if len(set(plain)) != len(plain):
            raise Refused(module.file, names[0].lineno, "a loop binds one name twice")
        for other, others in scopes:
            if other is not inner and _is_inside(other, inner) and set(plain) & {name.id for name in others}:
                raise Refused(module.file, others[0].lineno, f"{others[0].id} is bound twice")


def _assigned(node: ast.AST) -> Iterator[ast.Name]:
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AnnAssign):
        targets = [node.target]
    for target in targets:
        yield from (n for n in ast.walk(target) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))


def _targets(node: ast.AST) -> list[ast.Name]:
    if isinstance(node, ast.For):
        targets = [node.target]
    elif isinstance(node, COMPREHENSIONS):
        targets = [generator.target for generator in node.generators]
    else:
        targets = []
    return [n for target in targets for n in ast.walk(target) if isinstance(n, ast.Name)]


def _is_inside(inner: ast.AST, outer: ast.AST) -> bool:
    return any(node is inner for node in ast.walk(outer))
