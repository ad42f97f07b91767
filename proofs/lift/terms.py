"""What the translator reasons about: sorts, the observers that the algebra's annotations give, values of the lifter.

A JSON value, a schema, a text are elements of uninterpreted sorts; all that is known of one is what its observers say.
So a formula is about registries, names and values of any size. What is true of every observer by its type (a length is
not negative) is an axiom here; what the loader promises is a named premise in `proofs.lift.theorems`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from proofs.solver import z3

#: A term or sort of Z3, which has no types of its own.
Z3: TypeAlias = Any


class Refused(Exception):
    """The translator does not understand this: file, line, and what it is."""

    def __init__(self, file: str, line: int, said: str) -> None:
        super().__init__(f"{file}:{line}: {said}")
        self.file, self.line, self.said = file, line, said


# Types ----------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class T:
    """A type: of a field, a parameter or an expression. ``of`` are its arguments."""

    name: str
    of: tuple[T, ...] = ()

    def __str__(self) -> str:
        return "_".join([self.name, *map(str, self.of)])


INT: Final = T("int")
BOOL: Final = T("bool")
TEXT: Final = T("Text")
VALUE: Final = T("Value")
NAME: Final = T("Name")
PATH: Final = T("Path")
#: Every type that is a class of the algebra has this name as its only mark; the reader knows the classes.
WORDS: Final = {"int": INT, "bool": BOOL, "str": TEXT, "Value": VALUE, "Number": VALUE, "Hashable": NAME}

KINDS: Final = ("null", "bool", "int", "fraction", "str", "list", "dict")


def _datatypes() -> tuple[Z3, dict[str, Z3], Z3]:
    kind, constants = z3.EnumSort("Kind", [f"k_{name}" for name in KINDS])
    path = z3.Datatype("Path")
    path.declare("here")
    path.declare("at_key", ("key", z3.DeclareSort("Text")), ("below_key", path))
    path.declare("at_index", ("index", z3.IntSort()), ("below_index", path))
    return kind, dict(zip(KINDS, constants, strict=True)), path.create()


KIND, KIND_OF_NAME, PATH_SORT = _datatypes()


def sort(t: T) -> Z3:
    """Return the sort of a type."""
    if t == INT:
        return z3.IntSort()
    if t == BOOL:
        return z3.BoolSort()
    if t == PATH:
        return PATH_SORT
    return z3.DeclareSort(str(t))


def function(name: str, *types: T | Z3) -> Z3:
    """Return a function symbol; the last type is its result's."""
    return z3.Function(name, *(sort(t) if isinstance(t, T) else t for t in types))


# Observers of JSON values. An integer has the denominator 1, as in Python; `length` is Python's len of all three kinds.
kind: Final = function("kind", VALUE, KIND)
numerator: Final = function("numerator", VALUE, INT)
denominator: Final = function("denominator", VALUE, INT)
length: Final = function("length", VALUE, INT)
text_of: Final = function("text_of", VALUE, TEXT)
has: Final = function("has", VALUE, TEXT, BOOL)
get: Final = function("get", VALUE, TEXT, VALUE)
at: Final = function("at", VALUE, INT, VALUE)
#: A text as a JSON value, and its length.
as_value: Final = function("as_value", TEXT, VALUE)
text_length: Final = function("text_length", TEXT, INT)
#: Python's ``%``, of which nothing is assumed, and the canonical text and JSON equality of values (RR-A.6).
remainder: Final = function("remainder", INT, INT, INT)
canonical: Final = function("canonical", VALUE, TEXT)
same: Final = function("same", VALUE, VALUE, BOOL)


def is_kind(value: Z3, *names: str) -> Z3:
    """Return that a value is of one of these kinds."""
    return disjunction([kind(value) == KIND_OF_NAME[name] for name in names])


def disjunction(parts: Iterable[Z3]) -> Z3:
    found = [part for part in parts if not z3.is_false(part)]
    if any(z3.is_true(part) for part in found):
        return z3.BoolVal(True)
    return z3.Or(*found) if len(found) > 1 else found[0] if found else z3.BoolVal(False)


def conjunction(parts: Iterable[Z3]) -> Z3:
    found: list[Z3] = []
    for part in parts:
        if not z3.is_true(part) and not any(part.eq(other) for other in found):
            found.append(part)
    if any(z3.is_false(part) for part in found):
        return z3.BoolVal(False)
    return z3.And(*found) if len(found) > 1 else found[0] if found else z3.BoolVal(True)


def negation(part: Z3) -> Z3:
    if z3.is_not(part):
        return part.arg(0)
    if z3.is_true(part) or z3.is_false(part):
        return z3.BoolVal(z3.is_false(part))
    return z3.Not(part)


def choice(condition: Z3, yes: Z3, no: Z3) -> Z3:
    if z3.is_true(condition) or yes.eq(no):
        return yes
    return no if z3.is_false(condition) else z3.If(condition, yes, no)


def exists(binders: Sequence[Z3], body: Z3) -> Z3:
    """Return that there are such things; binders that do not occur are left out."""
    occurring = {str(name) for name in constants(body)}
    needed = [binder for binder in binders if str(binder) in occurring]
    return z3.Exists(needed, body) if needed else body


def constants(term: Z3) -> set[str]:
    """Return the names of the constants in a term."""
    found: set[str] = set()
    seen: set[int] = set()
    todo = [term]
    while todo:
        part = todo.pop()
        if part.get_id() in seen:
            continue
        seen.add(part.get_id())
        if z3.is_quantifier(part):
            todo.append(part.body())
        elif z3.is_app(part):
            if part.num_args() == 0:
                found.add(str(part))
            todo.extend(part.children())
    return found


# What an expression of the source denotes -----------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Term:
    """An element of a type's sort."""

    type: T
    z: Z3


@dataclass(frozen=True, slots=True)
class Opt:
    """A value that may be None: whether it is something, and what."""

    some: Z3
    inner: Term


@dataclass(frozen=True, slots=True)
class Nothing:
    """None."""


@dataclass(frozen=True, slots=True)
class Tup:
    """A tuple whose items are written out."""

    items: tuple[Lifted, ...]


@dataclass(frozen=True, slots=True)
class PathV:
    """Steps below ``base`` (None: the value that a list of faults is about), then ``tail``: None is the end."""

    steps: tuple[Term, ...]
    tail: Z3 | None
    base: str | None


@dataclass(frozen=True, slots=True)
class PyType:
    """A type of Python that JSON values have, by the name of its kind."""

    kind: str


@dataclass(frozen=True, slots=True)
class TypeOf:
    """``type(value)``."""

    term: Term


@dataclass(frozen=True, slots=True)
class Relation:
    """All (clause, path) that a recursive call finds, below ``prefix``: ``holds(c, q)``, and whether there is any."""

    clause: Z3
    path: Z3
    holds: Z3
    any: Z3
    prefix: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Alt:
    """For all ``binders`` with ``conditions``: the element, or everything in a relation."""

    binders: tuple[Z3, ...]
    conditions: tuple[Z3, ...]
    element: Lifted
    line: int


@dataclass(frozen=True, slots=True)
class Coll:
    """A collection of which only matters what is in it. ``kind`` is set, list, tuple or generator."""

    kind: str
    alts: tuple[Alt, ...]


@dataclass(frozen=True, slots=True)
class EmptyMap:
    """``{}``."""


@dataclass(frozen=True, slots=True)
class Card:
    """The number of elements of a collection whose elements differ: exactly its binders that satisfy conditions."""

    alt: Alt


@dataclass(frozen=True, slots=True)
class Images:
    """The number of different images that the items of a list have."""

    items: Z3
    index: Z3
    image: Z3


@dataclass(eq=False, slots=True)
class Acc:
    """A list that is only appended to: what has been appended so far. ``mine`` is None for the caller's list."""

    base: str | None
    depth: int
    mine: object | None
    held: tuple[Z3, ...] = ()
    alts: list[Alt] = field(default_factory=list)
    root: Z3 | None = None


@dataclass(eq=False, slots=True)
class Ctx:
    """What one call remembers: its definitions, and the list of faults that ``visited`` is about."""

    definitions: Term
    owner: Acc | None


@dataclass(frozen=True, slots=True)
class Opaque:
    """What a named rule gave and another named rule takes."""

    rule: str
    parts: tuple[Lifted, ...]


Lifted: TypeAlias = (
    Term
    | Opt
    | Nothing
    | Tup
    | PathV
    | PyType
    | TypeOf
    | Relation
    | Coll
    | EmptyMap
    | Card
    | Images
    | Acc
    | Ctx
    | Opaque
)
NONE: Final = Nothing()


def substituted(thing: Lifted, pairs: list[tuple[Z3, Z3]]) -> Lifted:
    """Return a lifted value with constants replaced."""

    def swap(z: Z3) -> Z3:
        return z3.substitute(z, *pairs) if pairs else z

    match thing:
        case Term(t, z):
            return Term(t, swap(z))
        case Opt(some, inner):
            return Opt(swap(some), Term(inner.type, swap(inner.z)))
        case Tup(items):
            return Tup(tuple(substituted(item, pairs) for item in items))
        case PathV(steps, tail, base):
            return PathV(tuple(Term(s.type, swap(s.z)) for s in steps), None if tail is None else swap(tail), base)
        case Relation(c, q, holds, some, prefix):
            return Relation(c, q, swap(holds), swap(some), tuple(Term(s.type, swap(s.z)) for s in prefix))
        case Coll(which, alts):
            return Coll(which, tuple(_alt_substituted(alt, pairs) for alt in alts))
        case TypeOf(term):
            return TypeOf(Term(term.type, swap(term.z)))
        case Nothing() | PyType() | EmptyMap():
            return thing
    raise TypeError(f"nothing can be replaced in {type(thing).__name__}")


def _alt_substituted(alt: Alt, pairs: list[tuple[Z3, Z3]]) -> Alt:
    conditions = tuple(z3.substitute(c, *pairs) for c in alt.conditions)
    return Alt(alt.binders, conditions, substituted(alt.element, pairs), alt.line)


# The world: literals, fresh names, and the algebra --------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Field:
    """A field of a class of the algebra. A ``number`` is a value that the loader promises to be one."""

    type: T
    optional: bool
    number: bool
    default: str | None


@dataclass(slots=True)
class World:
    """What one translation has named so far, and the classes that it knows."""

    classes: Mapping[str, Mapping[str, Field]]
    literals: dict[str, Z3] = field(default_factory=dict)
    definitions: list[Z3] = field(default_factory=list)
    dicts: list[Z3] = field(default_factory=list)
    empties: dict[str, Z3] = field(default_factory=dict)
    blanks: dict[str, Z3] = field(default_factory=dict)
    count: int = 0

    def fresh(self, s: Z3, hint: str) -> Z3:
        """Return a constant that nothing else is called."""
        self.count += 1
        return z3.Const(f"{hint}!{self.count}", s)

    def text(self, said: str) -> Term:
        """Return a literal text. Different literals are different texts."""
        found = self.literals.setdefault(said, z3.Const(f"text!{len(self.literals)}", sort(TEXT)))
        return Term(TEXT, found)

    def empty(self, t: T) -> Z3:
        """Return the empty mapping of a type."""
        if str(t) not in self.empties:
            self.empties[str(t)] = z3.Const(f"empty_{t}", sort(t))
            key = z3.Const("k", sort(t.of[0]))
            self.definitions.append(z3.ForAll([key], z3.Not(map_has(t)(self.empties[str(t)], key))))
        return self.empties[str(t)]

    def blank(self, name: str) -> Z3:
        """Return the instance of a class whose every field is None, as its defaults say."""
        if name not in self.blanks:
            made = z3.Const(f"blank_{name}", sort(T(name)))
            for each, its in self.classes[name].items():
                if its.default != "None" or not its.optional:
                    raise Refused("rung/algebra.py", 0, f"{name}() is translated only where {each} defaults to None")
                self.definitions.append(z3.Not(some_field(name, each)(made)))
            self.blanks[name] = made
        return self.blanks[name]

    def observe(self, owner: Term, name: str) -> Term | Opt | None:
        """Return a field of an instance of the algebra; None if it has none."""
        its = self.classes.get(owner.type.name, {}).get(name)
        if its is None or its.type.name == "call":
            return None
        found = Term(its.type, field_of(owner.type.name, name, its.type)(owner.z))
        return Opt(some_field(owner.type.name, name)(owner.z), found) if its.optional else found

    def axioms(self) -> list[Z3]:
        """Return what is true by type: different literals differ, and what was defined on the way."""
        literals = list(self.literals.values())
        return [*([z3.Distinct(*literals)] if len(literals) > 1 else []), *self.definitions, *self._extensional()]

    def _extensional(self) -> list[Z3]:
        """Return that objects with the same keys and values are the same (RR-A.6), for each two that were built."""
        key = z3.Const("k", sort(TEXT))
        found = []
        for i, a in enumerate(self.dicts):
            for b in self.dicts[:i]:
                alike = z3.ForAll(
                    [key], z3.And(has(a, key) == has(b, key), z3.Implies(has(a, key), get(a, key) == get(b, key)))
                )
                found.append(z3.Implies(z3.And(is_kind(a, "dict"), is_kind(b, "dict"), alike), a == b))
        return found


def field_of(owner: str, name: str, t: T) -> Z3:
    if t.name == "call":
        return function(f"{owner}.{name}", T(owner), *t.of)
    return function(f"{owner}.{name}", T(owner), t)


def some_field(owner: str, name: str) -> Z3:
    return function(f"{owner}.{name}?", T(owner), BOOL)


def map_has(t: T) -> Z3:
    return function(f"{t}.has", t, t.of[0], BOOL)


def map_get(t: T) -> Z3:
    return function(f"{t}.get", t, t.of[0], t.of[1])


def set_has(t: T) -> Z3:
    return function(f"{t}.in", t, t.of[0], BOOL)


def seq_length(t: T) -> Z3:
    return function(f"{t}.length", t, INT)


def seq_at(t: T) -> Z3:
    return function(f"{t}.at", t, INT, t.of[0])


def read_algebra(text: str, file: str = "rung/algebra.py") -> dict[str, dict[str, Field]]:
    """Return the fields of each class, from the annotations; only plain frozen dataclasses are understood."""
    body = ast.parse(text).body
    names: list[str] = []
    for statement in body:
        match statement:
            case ast.Expr(value=ast.Constant()):
                pass
            case ast.ImportFrom(names=imported):
                names += [alias.asname or alias.name for alias in imported]
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                names.append(name)
            case _:
                raise Refused(file, statement.lineno, f"the algebra is classes alone, not {type(statement).__name__}")
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise Refused(file, 0, f"{twice[0]} is bound twice")
    classes = {node.name: node for node in body if isinstance(node, ast.ClassDef)}
    found: dict[str, dict[str, Field]] = {}
    for name, node in classes.items():
        if [ast.unparse(d) for d in node.decorator_list] != ["dataclass(frozen=True, slots=True)"] or node.bases:
            raise Refused(file, node.lineno, f"{name} is no plain frozen dataclass")
        found[name] = {}
        for statement in node.body:
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                continue
            if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
                raise Refused(file, statement.lineno, f"{name} holds more than fields")
            found[name][statement.target.id] = _field(statement, set(classes), file)
    return found


def _field(statement: ast.AnnAssign, classes: set[str], file: str) -> Field:
    annotation = statement.annotation
    optional = (
        isinstance(annotation, ast.BinOp)
        and isinstance(annotation.op, ast.BitOr)
        and isinstance(annotation.right, ast.Constant)
        and annotation.right.value is None
    )
    inner = annotation.left if optional and isinstance(annotation, ast.BinOp) else annotation
    number = isinstance(inner, ast.Name) and inner.id == "Number"
    default = None if statement.value is None else ast.unparse(statement.value)
    return Field(read_type(inner, classes, file), optional, number, default)


def read_type(node: ast.expr, classes: set[str], file: str) -> T:
    """Return the type that an annotation names."""
    match node:
        case ast.Name(id=name) if name in WORDS:
            return WORDS[name]
        case ast.Name(id=name) if name in classes:
            return T(name)
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[inner, ast.Constant(value=v)])) if (
            v is ...
        ):
            return T("tuple", (read_type(inner, classes, file),))
        case ast.Subscript(value=ast.Name(id="frozenset" | "Collection"), slice=inner):
            return T("frozenset", (read_type(inner, classes, file),))
        case ast.Subscript(value=ast.Name(id="Mapping"), slice=ast.Tuple(elts=[key, inner])):
            return T("Mapping", (read_type(key, classes, file), read_type(inner, classes, file)))
        case ast.Subscript(value=ast.Name(id="Callable"), slice=ast.Tuple(elts=[ast.List(elts=[only]), result])):
            return T("call", (read_type(only, classes, file), read_type(result, classes, file)))
    raise Refused(file, node.lineno, f"the type {ast.unparse(node)} is not known")
