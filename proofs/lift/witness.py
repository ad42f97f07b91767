"""A model of "this clause can be found", rebuilt as a schema and a value, and run through the kernel and the spec.

The model is asked to let no schema below fail, but for those that decide a combination: what stands below is rebuilt as
``Schema()`` or, where the model has it fail, as ``NOTHING``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from proofs.lift.rules import fails, found
from proofs.lift.terms import (
    INT,
    KIND_OF_NAME,
    PATH_SORT,
    TEXT,
    VALUE,
    Z3,
    Field,
    T,
    at,
    canonical,
    denominator,
    field_of,
    get,
    has,
    kind,
    length,
    map_get,
    map_has,
    numerator,
    seq_at,
    seq_length,
    set_has,
    some_field,
    sort,
    text_length,
)
from proofs.lift.theorems import Theory
from proofs.solver import SAT, Model, ask, z3
from rung import algebra, membership
from rung.context import context_of
from rung.pointer import steps_of
from rung.value import DecimalFraction
from specs import declarative

#: Longer lists and texts than this are not asked for.
FEW: Final = 3
CLASSES: Final = ("NumberLimits", "StringLimits", "ArrayShape", "ObjectShape", "Combination", "Family", "TextPattern")


@dataclass(slots=True)
class Decoder:
    """Real objects for what a model says."""

    model: Model
    theory: Theory
    texts: dict[str, str] = field(default_factory=dict)
    value: Z3 = None

    def ev(self, term: Z3) -> Z3:
        return self.model.eval(term, model_completion=True)

    def true(self, term: Z3) -> bool:
        return bool(z3.is_true(self.ev(term)))

    def number(self, term: Z3) -> int:
        return int(self.ev(term).as_long())

    def universe(self, s: Z3) -> list[Z3]:
        return list(self.model.get_universe(s) or [])

    def text(self, term: Z3) -> str:
        """Return a text for an element: a literal's own, or one of its length that no other has."""
        name = str(self.ev(term))
        if name not in self.texts:
            for said, literal in self.theory.world.literals.items():
                if str(self.ev(literal)) == name:
                    self.texts[name] = said
                    return said
            wanted = min(self.number(text_length(term)), 40)
            taken = set(self.texts.values()) | set(self.theory.world.literals)
            some = (chr(0x4E00 + n) * wanted for n in range(5000))
            self.texts[name] = next(text for text in some if text not in taken or not wanted)
        return self.texts[name]

    def json(self, term: Z3) -> Any:
        """Return a JSON value. One that stands below is told from others by its canonical text alone."""
        which = str(self.ev(kind(term)))
        if which == str(KIND_OF_NAME["list"]) and self.ev(term).eq(self.ev(self.value)):
            return [self.below(at(term, i)) for i in range(min(self.number(length(term)), FEW))]
        if which == str(KIND_OF_NAME["dict"]) and self.ev(term).eq(self.ev(self.value)):
            keys = [k for k in self.universe(sort(TEXT)) if self.true(has(term, k))]
            return {self.text(k): self.below(get(term, k)) for k in keys}
        if which in (str(KIND_OF_NAME["int"]), str(KIND_OF_NAME["fraction"])):
            n, d = self.number(numerator(term)), self.number(denominator(term))
            return n if d == 1 else DecimalFraction(n, d)
        if which == str(KIND_OF_NAME["str"]):
            return "x" * min(self.number(length(term)), 40)
        return {"k_null": None, "k_bool": True, "k_list": [], "k_dict": {}}[which]

    def below(self, term: Z3) -> str:
        return str(self.ev(canonical(term)))

    def schema(self, term: Z3) -> algebra.Schema:
        """Return a schema that stands below: everything, or nothing."""
        failing = self.true(fails(self.theory.membership.definitions, term, self.value))  # type: ignore[union-attr]
        return algebra.NOTHING if failing else algebra.Schema()

    def instance(self, name: str, term: Z3) -> Any:
        """Return an instance of a class of the algebra, field by field."""
        arguments = {}
        for each, its in self.theory.world.classes[name].items():
            if its.optional and not self.true(some_field(name, each)(term)):
                continue
            arguments[each] = self.part(name, each, its, term)
        made: Callable[..., Any] = getattr(algebra, name)
        return made(**arguments)

    def part(self, owner: str, name: str, its: Field, term: Z3) -> Any:
        if its.type.name == "call":
            return lambda said: any(
                self.true(field_of(owner, name, its.type)(term, k))
                for k in self.universe(sort(TEXT))
                if self.texts.get(str(k)) == said
            )
        return self.thing(its.type, field_of(owner, name, its.type)(term))

    def thing(self, t: T, term: Z3) -> Any:
        if t == INT:
            return self.number(term)
        if t == TEXT:
            return self.text(term)
        if t == T("bool"):
            return self.true(term)
        if t == VALUE:
            return self.json(term)
        if t.name == "tuple":
            many = min(self.number(seq_length(t)(term)), FEW)
            return tuple(self.thing(t.of[0], seq_at(t)(term, i)) for i in range(many))
        if t.name == "frozenset":
            return frozenset(self.text(k) for k in self.universe(sort(TEXT)) if self.true(set_has(t)(term, k)))
        if t.name == "Mapping":
            keys = [k for k in self.universe(sort(TEXT)) if self.true(map_has(t)(term, k))]
            return {self.text(k): self.thing(t.of[1], map_get(t)(term, k)) for k in keys}
        return self.schema(term) if t.name == "Schema" else self.instance(t.name, term)


def replay(theory: Theory, clause: str) -> str:
    """Return "" if a model of "the kernel finds this clause" is found by kernel and spec; else what went wrong."""
    its = theory.membership
    if its is None:
        return "there is nothing to replay"
    question = next(q for q in theory.questions if q.part == "reachable" and q.place == clause)
    s, x = z3.Const("s", sort(T("Schema"))), z3.Const("x", sort(VALUE))
    c, q = z3.Const("c", sort(TEXT)), z3.Const("q", PATH_SORT)
    plain = [
        z3.ForAll([s, x, c, q], z3.Not(found(its.definitions, s, x, c, q))),
        length(its.value) <= FEW,
        its.path == PATH_SORT.here,
    ]
    fields = theory.world.classes
    simple: list[Z3] = []
    for other in ("enum", "types", "number", "string", "array", "object", "combination"):
        if other != PARTS[clause]:
            simple.append(z3.Not(some_field("Schema", other)(its.schema)))
    for owner in CLASSES:
        for name, each in fields[owner].items():
            if each.type.name == "tuple":
                o = z3.Const("o", sort(T(owner)))
                value = field_of(owner, name, each.type)(o)
                simple.append(z3.ForAll([o], seq_length(each.type)(value) <= FEW))
    answer, model = ask([*question.formulas, *plain, *simple, *_sensible(its)])
    if answer != SAT or model is None:
        return f"no small model: {answer}"
    decoder = Decoder(model, theory, value=its.value)
    value = decoder.json(its.value)
    schema = decoder.instance("Schema", its.schema)
    by_kernel: list[Any] = []
    try:
        membership.faults(context_of({}), schema, value, (), by_kernel)
    except Exception as error:
        return f"the kernel raises {error!r} on {value!r} by {schema}"
    kernel = {(found_clause, steps_of(path)) for found_clause, path in by_kernel}
    if (clause, ()) not in kernel:
        return f"the kernel finds {sorted(kernel)} in {value!r} by {schema}"
    by_spec: Callable[..., Any] = declarative.faults
    spec = by_spec({}, schema, value)
    return "" if spec == kernel else f"the spec finds {sorted(spec)}"


PARTS: Final = {
    "RR-H3.1": "types",
    "RR-H3.2": "enum",
    "RR-H3.3": "number",
    "RR-H3.4": "string",
    "RR-H3.5": "array",
    "RR-H3.6": "object",
    "RR-H3.7": "combination",
}


def _sensible(its: Any) -> list[Z3]:
    """What a value that is read as text has to satisfy: its own length, and numbers with the parts that they have."""
    x = z3.Const("x", sort(VALUE))
    integer = kind(x) == KIND_OF_NAME["int"]
    fraction = kind(x) == KIND_OF_NAME["fraction"]
    return [
        z3.ForAll([x], z3.Implies(integer, denominator(x) == 1)),
        z3.ForAll([x], z3.Implies(fraction, z3.And(denominator(x) == 10, numerator(x) % 10 != 0))),
    ]
