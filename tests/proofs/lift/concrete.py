"""A formula's value for real objects: every symbol is what Python's objects say, every quantifier is spelled out.

Nothing here asks a solver. Where a function is asked for what is not there (a missing key), it answers with a default:
a formula that depends on the answer is one whose exception-freedom is another question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from proofs.lift.terms import World
from proofs.solver import z3
from rung import algebra
from rung.context import context_of
from rung.pointer import steps_of
from rung.value import DecimalFraction, canonical
from specs import declarative

Env = dict[str, Any]
Compiled = Callable[[Env], Any]
Fault = tuple[str, tuple[Any, ...]]

KINDS: Final = {
    type(None): "null",
    bool: "bool",
    int: "int",
    DecimalFraction: "fraction",
    str: "str",
    list: "list",
    dict: "dict",
}
RAISED: Final = (KeyError, IndexError, AttributeError, TypeError, ZeroDivisionError)


class Junk:
    """What a function says of what is not there."""


JUNK: Final = Junk()


FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    "kind": lambda v: KINDS[type(v)],
    "numerator": lambda v: v.numerator,
    "denominator": lambda v: v.denominator,
    "length": len,
    "text_of": lambda v: v if type(v) is str else "",
    "has": lambda v, k: type(v) is dict and k in v,
    "get": lambda v, k: v[k],
    "at": lambda v, i: v[i] if type(v) is list and i >= 0 else JUNK,
    "as_value": lambda t: t,
    "text_length": len,
    "remainder": lambda a, b: a % b,
    "canonical": canonical,
    "same": declarative.same,
}


@dataclass
class Reader:
    """Formulas of one translation as Python functions of what the symbols stand for."""

    world: World
    count: int = 0
    cache: dict[int, Compiled] = field(default_factory=dict)
    kept: list[Any] = field(default_factory=list)

    def read(self, term: Any) -> Compiled:
        if term.get_id() not in self.cache:
            self.kept.append(term)
            self.cache[term.get_id()] = self._read(term)
        return self.cache[term.get_id()]

    def _read(self, term: Any) -> Compiled:
        if z3.is_quantifier(term):
            return self._quantifier(term)
        if z3.is_int_value(term):
            number = term.as_long()
            return lambda env: number
        parts = [self.read(part) for part in term.children()]
        default = _default(term.sort())
        if z3.is_and(term):
            return lambda env: all(part(env) for part in parts)
        if z3.is_or(term):
            return lambda env: any(part(env) for part in parts)
        if z3.is_app_of(term, z3.Z3_OP_ITE):
            return lambda env: parts[1](env) if parts[0](env) else parts[2](env)
        name = term.decl().name()
        if z3.is_app_of(term, z3.Z3_OP_DT_IS):
            name = f"is {term.decl().params()[0].name()}"
        if not parts:
            return self._constant(name)
        known = self._function(term, name)

        def apply(env: Env) -> Any:
            try:
                return known(env, *(part(env) for part in parts))
            except RAISED:
                return default

        return apply

    def _constant(self, name: str) -> Compiled:
        for said, literal in self.world.literals.items():
            if str(literal) == name:
                return lambda env: said
        fixed = {"true": True, "false": False, "here": (), "blank_Schema": algebra.Schema()}
        fixed |= {f"k_{kind}": kind for kind in KINDS.values()}
        if name in fixed:
            return lambda env: fixed[name]
        if name.startswith("empty_"):
            return lambda env: {}
        if name.startswith("object!"):
            return lambda env: env["object"]
        return lambda env: env[name]

    def _function(self, term: Any, name: str) -> Callable[..., Any]:
        plain: dict[str, Callable[..., Any]] = {
            "not": lambda env, a: not a,
            "=>": lambda env, a, b: not a or b,
            "=": lambda env, a, b: type(a) is type(b) and a == b,
            "distinct": lambda env, a, b: type(a) is not type(b) or a != b,
            "<": lambda env, a, b: a < b,
            "<=": lambda env, a, b: a <= b,
            ">": lambda env, a, b: a > b,
            ">=": lambda env, a, b: a >= b,
            "+": lambda env, *a: sum(a),
            "-": lambda env, a, b: a - b,
            "*": lambda env, a, b: a * b,
            "is at_key": lambda env, p: bool(p) and type(p[0]) is str,
            "is at_index": lambda env, p: bool(p) and type(p[0]) is int,
            "is here": lambda env, p: p == (),
            "key": lambda env, p: p[0] if type(p[0]) is str else JUNK,
            "index": lambda env, p: p[0] if type(p[0]) is int else -7,
            "below_key": lambda env, p: p[1:],
            "below_index": lambda env, p: p[1:],
            "at_key": lambda env, k, p: (k, *p),
            "at_index": lambda env, i, p: (i, *p),
            "found": lambda env, d, s, v, c, q: (c, q) in env["faults"](d, s, v),
            "fails": lambda env, d, s, v: bool(env["faults"](d, s, v)),
            "declared": lambda env, d, s, k: declarative.declared(d, s, k),
            "required": lambda env, d, s, k: k in declarative.required(d, s),
            "undeclared": lambda env, d, s, v, c, q: (c, q) in _deep(d, s, v),
            "some_undeclared": lambda env, d, s, v: bool(_deep(d, s, v)),
        }
        if name in plain:
            return plain[name]
        if name in FUNCTIONS:
            known = FUNCTIONS[name]
            return lambda env, *a: known(*a)
        if name.startswith("known!"):
            return lambda env, *a: False
        owner, _, observed = name.rpartition(".")
        if owner in self.world.classes:
            wanted = observed.rstrip("?")
            if observed.endswith("?"):
                return lambda env, a: getattr(a, wanted) is not None
            if self.world.classes[owner][wanted].type.name == "call":
                return lambda env, a, b: getattr(a, wanted)(b)
            return lambda env, a: _present(getattr(a, wanted))
        containers: dict[str, Callable[..., Any]] = {
            "has": lambda env, m, k: k in m,
            "get": lambda env, m, k: m[k],
            "in": lambda env, m, k: k in m,
            "length": lambda env, m: len(m),
            "at": lambda env, m, i: m[i] if i >= 0 else JUNK,
        }
        return containers[observed]

    def _quantifier(self, term: Any) -> Compiled:
        names, sorts = [], []
        for i in range(term.num_vars()):
            self.count += 1
            names.append(f"bound!{self.count}")
            sorts.append(term.var_sort(i))
        constants = [z3.Const(name, s) for name, s in zip(names, sorts, strict=True)]
        body = self.read(z3.substitute_vars(term.body(), *reversed(constants)))
        every = term.is_forall()

        def run(env: Env, left: int = 0) -> bool:
            if left == len(names):
                return bool(body(env))
            for each in env[f"all {sorts[left]}"]:
                env[names[left]] = each
                if run(env, left + 1) is not every:
                    return not every
            return every

        return run


def _deep(d: Any, s: Any, v: Any) -> set[Fault]:
    found: set[Fault] = declarative.undeclared(d, declarative.applied(d, s, False), v)
    return found


def _present(thing: Any) -> Any:
    return JUNK if thing is None else thing


def _default(s: Any) -> Any:
    return {"Bool": False, "Int": -7, "Text": JUNK}.get(str(s), JUNK)


def flat(faults: Iterable[tuple[str, Any]]) -> set[Fault]:
    return {(clause, steps_of(path)) for clause, path in faults}


def closed(term: Any) -> Any:
    """Return that there are such elements: the variables of loops stand free in an obligation."""
    free: dict[str, Any] = {}
    todo = [term]
    while todo:
        part = todo.pop()
        if z3.is_quantifier(part):
            todo.append(part.body())
        elif z3.is_app(part):
            todo.extend(part.children())
            name = str(part)
            if part.num_args() == 0 and "!" in name and not name.startswith("text!"):
                free[name] = part
    return z3.Exists(list(free.values()), term) if free else term


def faults_by(judge: Callable[..., None]) -> Callable[[Any, Any, Any], set[Fault]]:
    """Return the faults that a kernel finds, as the formulas' hypothesis; what raises finds nothing."""
    known: dict[tuple[int, str], set[Fault]] = {}
    kept: list[Any] = []

    def faults(d: Any, s: Any, v: Any) -> set[Fault]:
        if isinstance(s, Junk) or isinstance(v, Junk):
            return set()
        key = (id(s), canonical(v))
        if key not in known:
            kept.append(s)
            out: list[Any] = []
            judge(context_of(d), s, v, (), out)
            known[key] = flat(out)
        return known[key]

    return faults


def domains(world: World, schema: algebra.Schema, value: Any, more: Iterable[str] = ()) -> Env:
    """Return what the quantifiers range over: every text and index that the schema or the value could mention."""
    texts = {*world.literals, *more, "not mentioned"}
    longest = 0
    parts: list[Any] = [schema, schema.string, schema.array, schema.object, schema.combination]
    for part in parts:
        for name in getattr(part, "__slots__", ()):
            thing = getattr(part, name)
            if isinstance(thing, Mapping | frozenset):
                texts |= {key for key in thing if type(key) is str}
            if isinstance(thing, tuple):
                texts |= {each for each in thing if type(each) is str}
                longest = max(longest, len(thing))
            if isinstance(thing, Mapping):
                for each in thing.values():
                    if isinstance(each, tuple):
                        texts |= set(each)
                        longest = max(longest, len(each))
    if type(value) is dict:
        texts |= set(value)
    if type(value) is list:
        longest = max(longest, len(value))
    return {"all Text": sorted(texts), "all Int": range(-1, longest + 2)}


def nearby(faults: set[Fault]) -> set[Fault]:
    """Return faults, and pairs that differ a little from them."""
    found = set(faults)
    for clause, path in [*faults, ("RR-H3.1", ()), ("RR-H3.7", ())]:
        found |= {(clause, path[:-1]), (clause, (*path, 0)), (clause, (*path, "a")), (clause, path[1:])}
        found |= {(f"RR-H3.{n}", path) for n in (1, 5, 6, 7)}
    return found
