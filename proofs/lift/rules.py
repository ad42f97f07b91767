"""The named rules: what a call means that is not inlined. These are trusted; docs/lift.md says why each is right.

A rule about a function of `rung.context` was written for one text of it. If the text changes the rule is refused, for
nobody has thought about whether it still holds.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final

from proofs.lift.terms import (
    BOOL,
    NONE,
    PATH_SORT,
    TEXT,
    VALUE,
    Z3,
    Acc,
    Alt,
    Coll,
    Ctx,
    Lifted,
    Opaque,
    Opt,
    Refused,
    Relation,
    T,
    Term,
    at,
    canonical,
    function,
    get,
    negation,
    same,
    sort,
)
from proofs.lift.translate import Call, Frame, Rule, Translator, true
from proofs.solver import z3

SCHEMA: Final = T("Schema")
DEFINITIONS: Final = T("Mapping", (TEXT, SCHEMA))

#: The hypothesis of the induction: what a recursive call finds, as (clause, path inside the value); and whether any.
found: Final = function("found", DEFINITIONS, SCHEMA, VALUE, TEXT, PATH_SORT, BOOL)
fails: Final = function("fails", DEFINITIONS, SCHEMA, VALUE, BOOL)

#: What is only tested about a signature and profile deep (docs/lift.md): free symbols, said by the spec's names.
declared: Final = function("declared", DEFINITIONS, SCHEMA, TEXT, BOOL)
required: Final = function("required", DEFINITIONS, SCHEMA, TEXT, BOOL)
undeclared: Final = function("undeclared", DEFINITIONS, SCHEMA, VALUE, TEXT, PATH_SORT, BOOL)
some_undeclared: Final = function("some_undeclared", DEFINITIONS, SCHEMA, VALUE, BOOL)

#: The texts for which the rules were thought about, as ``ast.unparse`` writes them without docstrings: one, whole.
PINNED: Final = {
    "rung.context": (
        """
class Context:
    definitions: Definitions
    known: dict[tuple[int, int], bool] | None = None
    visited: set[tuple[str, Path]] | None = None

def context_of(definitions: Definitions) -> Context:
    context = Context()
    context.definitions = definitions
    return context

def alone(context: Context) -> Context:
    if context.known is None:
        context.known = {}
    inner = Context()
    inner.definitions = context.definitions
    inner.known = context.known
    return inner

def recall(context: Context, schema: Schema, value: Value) -> bool | None:
    return None if context.known is None else context.known.get((id(schema), id(value)))

def remember(context: Context, schema: Schema, value: Value, accepted: bool) -> bool:
    if context.known is None:
        context.known = {}
    context.known[id(schema), id(value)] = accepted
    return accepted

def is_first_visit(context: Context, reference: str, path: Path) -> bool:
    if context.visited is None:
        context.visited = set()
    if (reference, path) in context.visited:
        return False
    context.visited.add((reference, path))
    return True
""",
    ),
    "rung.value": (
        """
@dataclass(frozen=True, slots=True)
class DecimalFraction:
    numerator: int
    denominator: int
""",
    ),
}


def check_pinned(name: str, file: str, text: str) -> None:
    """Refuse a module in which something reads otherwise than when the rules about it were written."""
    tree = ast.parse(text)
    differs: list[tuple[int, str]] = []
    for variant in PINNED[name]:
        wanted = {n.name: ast.unparse(n) for n in ast.parse(variant).body if isinstance(n, _DEFINITIONS)}
        differs = [difference for called, said in wanted.items() for difference in _difference(tree, called, said)]
        if not differs:
            return
    raise Refused(file, *differs[0])


_DEFINITIONS: Final = (ast.FunctionDef, ast.ClassDef)


def _difference(tree: ast.Module, called: str, wanted: str) -> list[tuple[int, str]]:
    nodes = [node for node in ast.walk(tree) if _binds(node, called)]
    if len(nodes) != 1 or nodes[0] not in tree.body or not isinstance(nodes[0], _DEFINITIONS):
        return [(0, f"the rule about {called} needs exactly one {called}")]
    if ast.unparse(_without_docstring(nodes[0])) != wanted:
        return [(nodes[0].lineno, f"the rule about {called} was written for another text of it")]
    return []


def _binds(node: ast.AST, name: str) -> bool:
    match node:
        case ast.FunctionDef() | ast.ClassDef() | ast.AsyncFunctionDef():
            return node.name == name
        case ast.Name(ctx=ast.Store()):
            return node.id == name
        case ast.alias():
            return (node.asname or node.name) == name
    return False


def _without_docstring(node: ast.FunctionDef | ast.ClassDef) -> ast.AST:
    copied = ast.parse(ast.unparse(node)).body[0]
    if isinstance(copied, _DEFINITIONS) and ast.get_docstring(copied) is not None and len(copied.body) > 1:
        copied.body = copied.body[1:]
    return copied


# Shapes of arguments --------------------------------------------------------------------------------------------------
def _term(tr: Translator, thing: Lifted, t: T, node: ast.Call, frame: Frame) -> Z3:
    its = tr.present(thing, node, frame)
    if t == VALUE:
        return tr.as_value(its, node, frame)
    if not (isinstance(its, Term) and its.type == t):
        raise tr.refused(node, frame, f"this takes a {t}: {ast.unparse(node)[:60]}")
    return its.z


def _context(tr: Translator, thing: Lifted, node: ast.Call, frame: Frame) -> Ctx:
    if not isinstance(thing, Ctx):
        raise tr.refused(node, frame, "this takes a context")
    return thing


def _count(tr: Translator, arguments: list[Lifted], n: int, node: ast.Call, frame: Frame) -> None:
    if len(arguments) != n:
        raise tr.refused(node, frame, f"this takes {n} arguments")


# Equality (RR-A.6) ----------------------------------------------------------------------------------------------------
def _canonical(tr: Translator, arguments: list[Lifted], node: ast.Call, frame: Frame) -> Lifted:
    _count(tr, arguments, 1, node, frame)
    return Term(TEXT, canonical(_term(tr, arguments[0], VALUE, node, frame)))


def _same(tr: Translator, arguments: list[Lifted], node: ast.Call, frame: Frame) -> Lifted:
    _count(tr, arguments, 2, node, frame)
    a, b = (_term(tr, argument, VALUE, node, frame) for argument in arguments)
    return Term(BOOL, same(a, b))


def _blank(tr: Translator, arguments: list[Lifted], node: ast.Call, frame: Frame) -> Lifted:
    _count(tr, arguments, 0, node, frame)
    return Term(SCHEMA, tr.world.blank("Schema"))


# The memory (decision 0006) -------------------------------------------------------------------------------------------
def _context_of(tr: Translator, arguments: list[Lifted], node: ast.Call, frame: Frame) -> Lifted:
    _count(tr, arguments, 1, node, frame)
    return Ctx(Term(DEFINITIONS, _term(tr, arguments[0], DEFINITIONS, node, frame)), None)


def _alone(tr: Translator, arguments: list[Lifted], node: ast.Call, frame: Frame) -> Lifted:
    _count(tr, arguments, 1, node, frame)
    return Ctx(_context(tr, arguments[0], node, frame).definitions, None)


def _recall(tr: Translator, arguments: list[Lifted], node: ast.Call, frame: Frame) -> Lifted:
    """Perhaps nothing; else whether the schema accepts the value: nothing else is ever remembered (`_remember`)."""
    _count(tr, arguments, 3, node, frame)
    context = _context(tr, arguments[0], node, frame)
    s, v = _term(tr, arguments[1], SCHEMA, node, frame), _term(tr, arguments[2], VALUE, node, frame)
    tr.world.count += 1
    sorts = [sort(SCHEMA), sort(VALUE), *(binder.sort() for binder in tr.binders), z3.BoolSort()]
    known = z3.Function(f"known!{tr.world.count}", *sorts)
    return Opt(known(s, v, *tr.binders), Term(BOOL, negation(fails(context.definitions.z, s, v))))


def _remember(tr: Translator, arguments: list[Lifted], node: ast.Call, frame: Frame) -> Lifted:
    """What is remembered has to be what would be found: an obligation."""
    _count(tr, arguments, 4, node, frame)
    context = _context(tr, arguments[0], node, frame)
    s, v = _term(tr, arguments[1], SCHEMA, node, frame), _term(tr, arguments[2], VALUE, node, frame)
    accepted = tr.true_of(arguments[3], node, frame)
    if not (isinstance(arguments[3], Term) and arguments[3].type == BOOL):
        raise tr.refused(node, frame, "what is remembered is a boolean")
    would = negation(fails(context.definitions.z, s, v))
    if not accepted.eq(would):
        tr.must(node, frame, "remembers what would not be found", accepted == would)
    return Term(BOOL, accepted)


def _is_first_visit(tr: Translator, arguments: list[Lifted], node: ast.Call, frame: Frame) -> Lifted:
    raise tr.refused(
        node, frame, "is_first_visit guards one statement: faults of that reference at that path, into its own list"
    )


# The recursive calls --------------------------------------------------------------------------------------------------
def _kernel_faults(tr: Translator, arguments: list[Lifted], node: ast.Call, frame: Frame) -> Lifted:
    """Append all that the kernel finds there, below the path: the hypothesis of the induction."""
    _count(tr, arguments, 5, node, frame)
    context, acc = _context(tr, arguments[0], node, frame), arguments[4]
    s, v = _term(tr, arguments[1], SCHEMA, node, frame), _term(tr, arguments[2], VALUE, node, frame)
    path = tr.path(arguments[3], node, frame)
    if not isinstance(acc, Acc):
        raise tr.refused(node, frame, "faults are appended to a list")
    if context.owner is None:
        if acc.mine is None or acc.alts or acc.root is not None or path.steps or path.tail is not None:
            raise tr.refused(node, frame, "a context of its own begins with an empty list, at the value itself")
        context.owner, acc.root = acc, v
    if context.owner is not acc or acc.root is None:
        raise tr.refused(node, frame, "the context remembers what is in another list")
    if path.base != acc.base or path.tail is not None:
        raise tr.refused(node, frame, "a path of another list of faults")
    # The visits are remembered by path: at one path stands one value.
    there = acc.root
    for step in path.steps:
        there = (get if step.type == TEXT else at)(there, step.z)
    if not there.eq(v):
        tr.must(node, frame, "judges a value that does not stand at its path", there == v)
    _note(tr, s, v, node, frame)
    tr.emit(acc, _relation(found, fails, (context.definitions.z, s, v), tr, path.steps), node)
    return NONE


def _spec_faults(tr: Translator, arguments: list[Lifted], node: ast.Call, frame: Frame) -> Lifted:
    _count(tr, arguments, 3, node, frame)
    d = _term(tr, arguments[0], DEFINITIONS, node, frame)
    s, v = _term(tr, arguments[1], SCHEMA, node, frame), _term(tr, arguments[2], VALUE, node, frame)
    _note(tr, s, v, node, frame)
    return Coll("set", (Alt((), (), _relation(found, fails, (d, s, v), tr), node.lineno),))


def _note(tr: Translator, s: Z3, v: Z3, node: ast.Call, frame: Frame) -> None:
    condition = z3.And(*tr.conditions) if tr.conditions else z3.BoolVal(True)
    tr.calls.append(Call(frame.function.module.file, node.lineno, s, v, condition))


def _relation(holds: Z3, some: Z3, of: tuple[Z3, Z3, Z3], tr: Translator, prefix: tuple[Term, ...] = ()) -> Relation:
    c, q = tr.world.fresh(sort(TEXT), "c"), tr.world.fresh(PATH_SORT, "q")
    return Relation(c, q, holds(*of, c, q), some(*of), prefix)


# Links: what is only tested -------------------------------------------------------------------------------------------
def _nested_faults(tr: Translator, arguments: list[Lifted], node: ast.Call, frame: Frame) -> Lifted:
    _count(tr, arguments, 4, node, frame)
    d, s = _term(tr, arguments[0], DEFINITIONS, node, frame), _term(tr, arguments[1], SCHEMA, node, frame)
    v, acc = _term(tr, arguments[2], VALUE, node, frame), arguments[3]
    if not isinstance(acc, Acc) or acc.base is not None:
        raise tr.refused(node, frame, "faults are appended to a list of its own")
    tr.emit(acc, _relation(undeclared, some_undeclared, (d, s, v), tr), node)
    return NONE


def _declared(tr: Translator, arguments: list[Lifted], node: ast.Call, frame: Frame) -> Lifted:
    _count(tr, arguments, 3, node, frame)
    d, s = _term(tr, arguments[0], DEFINITIONS, node, frame), _term(tr, arguments[1], SCHEMA, node, frame)
    return Term(BOOL, declared(d, s, _term(tr, arguments[2], TEXT, node, frame)))


def _required(tr: Translator, arguments: list[Lifted], node: ast.Call, frame: Frame) -> Lifted:
    _count(tr, arguments, 2, node, frame)
    d, s = _term(tr, arguments[0], DEFINITIONS, node, frame), _term(tr, arguments[1], SCHEMA, node, frame)
    k = tr.world.fresh(sort(TEXT), "k")
    return Coll("set", (Alt((k,), (required(d, s, k),), Term(TEXT, k), node.lineno),))


def _applied(tr: Translator, arguments: list[Lifted], node: ast.Call, frame: Frame) -> Lifted:
    _count(tr, arguments, 3, node, frame)
    d, s = _term(tr, arguments[0], DEFINITIONS, node, frame), _term(tr, arguments[1], SCHEMA, node, frame)
    if arguments[2] != true(False):
        raise tr.refused(node, frame, "what applies to the root is not tentative")
    return Opaque("applied", (Term(DEFINITIONS, d), Term(SCHEMA, s)))


def _undeclared(tr: Translator, arguments: list[Lifted], node: ast.Call, frame: Frame) -> Lifted:
    _count(tr, arguments, 3, node, frame)
    d, v = _term(tr, arguments[0], DEFINITIONS, node, frame), _term(tr, arguments[2], VALUE, node, frame)
    match arguments[1]:
        case Opaque("applied", (Term(_, e), Term(_, s))) if e.eq(d):
            return Coll("set", (Alt((), (), _relation(undeclared, some_undeclared, (d, s, v), tr), node.lineno),))
    raise tr.refused(node, frame, "undeclared is translated for what applies to a root")


MEMBERSHIP: Final[Mapping[str, Rule]] = {
    "rung.value.canonical": _canonical,
    "rung.algebra.Schema": _blank,
    "rung.context.context_of": _context_of,
    "rung.context.alone": _alone,
    "rung.context.recall": _recall,
    "rung.context.remember": _remember,
    "rung.context.is_first_visit": _is_first_visit,
    "rung.membership.faults": _kernel_faults,
    "specs.declarative.same": _same,
    "specs.declarative.faults": _spec_faults,
}
RESOLVE: Final[Mapping[str, Rule]] = {
    **MEMBERSHIP,
    "rung.deep.nested_faults": _nested_faults,
    "specs.declarative.declared": _declared,
    "specs.declarative.required": _required,
    "specs.declarative.applied": _applied,
    "specs.declarative.undeclared": _undeclared,
}
