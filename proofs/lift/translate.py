"""From source text to formulas: what each construct means, and what is refused.

An expression is evaluated to what it denotes (`proofs.lift.terms`), under the conditions that hold where it stands. A
function is inlined at each call; a recursive call is the business of a rule (`proofs.lift.rules`). Two rules for loops,
both free of order: a loop that only appends, appends for every element; a loop that appends nothing and returns one
constant, returns it iff there is an element for which it would. Every other loop is refused, as is every construct,
operator and type that is not named here: there is no default meaning.

Beside the meaning, obligations: for each expression that could raise, that it does not, under the conditions there.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from proofs.lift.source import Function, Module
from proofs.lift.terms import (
    BOOL,
    INT,
    NONE,
    PATH,
    PATH_SORT,
    TEXT,
    VALUE,
    Z3,
    Acc,
    Alt,
    Card,
    Coll,
    Ctx,
    EmptyMap,
    Images,
    Lifted,
    Nothing,
    Opaque,
    Opt,
    PathV,
    PyType,
    Refused,
    Relation,
    T,
    Term,
    Tup,
    TypeOf,
    World,
    as_value,
    at,
    choice,
    conjunction,
    denominator,
    disjunction,
    exists,
    field_of,
    get,
    has,
    is_kind,
    length,
    map_get,
    map_has,
    negation,
    numerator,
    remainder,
    seq_at,
    seq_length,
    set_has,
    sort,
    substituted,
    text_length,
    text_of,
)
from proofs.solver import z3

TYPES = {"str": "str", "int": "int", "bool": "bool", "list": "list", "dict": "dict"}


@dataclass(frozen=True, slots=True)
class Obligation:
    """Something that must not happen: where, what, and the formula that says that it does."""

    file: str
    line: int
    what: str
    happens: Z3


@dataclass(frozen=True, slots=True)
class Call:
    """A recursive call: where, of what schema and value, under which conditions."""

    file: str
    line: int
    schema: Z3
    value: Z3
    condition: Z3


@dataclass(eq=False, slots=True)
class Frame:
    """One activation of a function: what its names denote."""

    function: Function
    env: dict[str, Lifted]


Returns = list[tuple[Z3, Lifted]]
Rule = Callable[["Translator", list[Lifted], ast.Call, Frame], Lifted]
TRUE = z3.BoolVal(True)
FALSE = z3.BoolVal(False)


def true(z: bool) -> Term:
    return Term(BOOL, z3.BoolVal(z))


@dataclass(slots=True)
class Translator:
    """One reading of one entry function."""

    world: World
    modules: Mapping[str, Module]
    rules: Mapping[str, Rule]
    #: A path is a linked pair ``(path, step)`` in the kernel, a tuple of steps in the spec.
    linked: bool
    obligations: list[Obligation] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    conditions: list[Z3] = field(default_factory=list)
    binders: list[Z3] = field(default_factory=list)
    stack: list[str] = field(default_factory=list)
    lists: list[Acc] = field(default_factory=list)

    # Refusals and obligations -----------------------------------------------------------------------------------------
    def refused(self, node: ast.AST, frame: Frame, said: str) -> Refused:
        """Return the refusal of something, to be raised."""
        return Refused(frame.function.module.file, getattr(node, "lineno", 0), said)

    def must(self, node: ast.AST, frame: Frame, what: str, good: Z3) -> None:
        """Note that something has to hold here, for what follows raises otherwise."""
        if not z3.is_true(good):
            happens = conjunction([*self.conditions, negation(good)])
            self.obligations.append(Obligation(frame.function.module.file, getattr(node, "lineno", 0), what, happens))

    @contextmanager
    def under(self, *conditions: Z3) -> Iterator[None]:
        """Evaluate where these hold."""
        before = len(self.conditions)
        self.conditions.extend(conditions)
        yield
        del self.conditions[before:]

    @contextmanager
    def over(self, alt: Alt) -> Iterator[None]:
        """Evaluate for one element of a collection."""
        before = len(self.binders)
        self.binders.extend(alt.binders)
        with self.under(*alt.conditions):
            yield
        del self.binders[before:]

    @contextmanager
    def without_effect(self, node: ast.AST, frame: Frame, said: str) -> Iterator[None]:
        """Refuse if something is appended meanwhile to a list that is there already."""
        before = [(acc, len(acc.alts)) for acc in self.lists]
        yield
        if any(len(acc.alts) != count for acc, count in before):
            raise self.refused(node, frame, said)

    # Functions and statements -----------------------------------------------------------------------------------------
    def run(self, qualified: str, arguments: Sequence[Lifted]) -> tuple[Returns, Z3]:
        """Return what the entry function returns, each under its condition, and when it comes to its end."""
        module, name = qualified.rsplit(".", maxsplit=1)
        found = self.modules[module].functions.get(name)
        if found is None:
            raise Refused(self.modules[module].file, 0, f"there is no function {name}")
        return self.inline(found, list(arguments), found.node, None)

    def inline(
        self, function: Function, arguments: list[Lifted], node: ast.AST, frame: Frame | None
    ) -> tuple[Returns, Z3]:
        qualified = f"{function.module.name}.{function.node.name}"
        here = frame or Frame(function, {})
        if len(arguments) != len(function.parameters):
            raise self.refused(node, here, f"{function.node.name} takes {len(function.parameters)} arguments")
        if qualified in self.stack:
            raise self.refused(node, here, f"{function.node.name} calls itself, and no rule says what that means")
        self.stack.append(qualified)
        inner = Frame(function, dict(zip(function.parameters, arguments, strict=True)))
        returns, end = self.block(function.node.body, inner)
        self.stack.pop()
        return returns, end

    def value_of(self, returns: Returns, end: Z3, node: ast.AST, frame: Frame) -> Lifted:
        """Return what a call denotes, from all its returns."""
        every = [*returns, *([] if z3.is_false(end) else [(end, NONE)])]
        if all(isinstance(found, Nothing) for _, found in every):
            return NONE
        if not z3.is_false(end):
            self.must(node, frame, "falls off its end and returns None", negation(end))
            every = returns
        found = every[-1][1]
        for condition, earlier in reversed(every[:-1]):
            found = self.merge(condition, earlier, found, node, frame)
        return found

    def block(self, statements: Sequence[ast.stmt], frame: Frame) -> tuple[Returns, Z3]:
        """Return what is returned, each under its condition, and the condition under which the end is reached."""
        returns: Returns = []
        live = TRUE
        inner = Frame(frame.function, dict(frame.env))
        for statement in statements:
            if z3.is_false(live):
                raise self.refused(statement, frame, "this is never reached")
            with self.under(*([] if z3.is_true(live) else [live])):
                live, found = self.statement(statement, inner, live)
            returns += found
        return returns, live

    def statement(self, node: ast.stmt, frame: Frame, live: Z3) -> tuple[Z3, Returns]:
        match node:
            case ast.Pass() | ast.Expr(value=ast.Constant(value=str())):
                return live, []
            case ast.Return(value=value):
                return FALSE, [(live, self.returned(value, frame))]
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self.bind(name, self.assigned(value, frame), node, frame)
                return live, []
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                self.bind(name, self.assigned(value, frame), node, frame)
                return live, []
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)) if len(names) == len(values):
                found = [self.assigned(value, frame) for value in values]
                for target, each in zip(names, found, strict=True):
                    if not isinstance(target, ast.Name):
                        raise self.refused(target, frame, "only names are assigned to")
                    self.bind(target.id, each, node, frame)
                return live, []
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name() as name, attr="append"), args=[one])):
                acc = self.ev(name, frame)
                if not isinstance(acc, Acc):
                    raise self.refused(node, frame, f"{name.id} is no list that is only appended to")
                self.append(acc, self.ev(one, frame), node, frame)
                return live, []
            case ast.Expr(value=ast.Call() as call):
                if not isinstance(self.ev(call, frame), Nothing):
                    raise self.refused(node, frame, "what this returns is not used")
                return live, []
            case ast.If(test=test, body=body, orelse=orelse):
                return self.branch(node, test, body, orelse, frame, live)
            case ast.For(target=target, iter=iterated, body=body):
                return self.loop(node, target, iterated, body, frame, live)
        raise self.refused(node, frame, f"{type(node).__name__} is not translated: {ast.unparse(node)[:60]}")

    def returned(self, value: ast.expr | None, frame: Frame) -> Lifted:
        if value is None:
            return NONE
        if isinstance(value, ast.Tuple):
            # A list that is returned is read no more: its frame ends here.
            parts = [part if isinstance(part, ast.Starred) else self.ev(part, frame) for part in value.elts]
            if any(isinstance(part, Acc) for part in parts):
                return Tup(tuple(self.read(p, value, frame, own=True) if isinstance(p, Acc) else p for p in parts))  # type: ignore[misc]
        found = self.ev(value, frame)
        return self.read(found, value, frame, own=True) if isinstance(found, Acc) else found

    def assigned(self, value: ast.expr, frame: Frame) -> Lifted:
        if isinstance(value, ast.List) and not value.elts:
            acc = Acc(None, len(self.binders), frame.function, tuple(self.conditions))
            self.lists.append(acc)
            return acc
        found = self.ev(value, frame)
        if isinstance(found, Acc):
            raise self.refused(value, frame, "a list that is appended to gets no second name")
        return found

    def bind(self, name: str, value: Lifted, node: ast.AST, frame: Frame) -> None:
        if name in frame.env:
            raise self.refused(node, frame, f"{name} is bound twice")
        frame.env[name] = value

    def branch(
        self, node: ast.If, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt], frame: Frame, live: Z3
    ) -> tuple[Z3, Returns]:
        visits = self.first_visit(test, frame)
        if visits is not None:
            test = self.checked_visit(node, test, visits, frame)
        condition = self.truth(test, frame)
        with self.under(condition):
            yes, end_yes = self.block(body, frame)
        with self.under(negation(condition)):
            no, end_no = self.block(orelse, frame)
        returns = [(conjunction([live, condition, when]), found) for when, found in yes]
        returns += [(conjunction([live, negation(condition), when]), found) for when, found in no]
        return conjunction([live, choice(condition, end_yes, end_no)]), returns

    def loop(
        self, node: ast.For, target: ast.expr, iterated: ast.expr, body: list[ast.stmt], frame: Frame, live: Z3
    ) -> tuple[Z3, Returns]:
        before = [(acc, len(acc.alts)) for acc in self.lists]
        found: list[tuple[Z3, Lifted]] = []
        for alt in self.iterate(self.ev(iterated, frame), iterated, frame):
            with self.over(alt):
                inner = Frame(frame.function, dict(frame.env))
                self.bind_target(target, alt.element, inner)
                returns, _ = self.block(body, inner)
            found += [(exists(alt.binders, conjunction([*alt.conditions, when])), what) for when, what in returns]
        if not found:
            return live, []
        if any(len(acc.alts) != count for acc, count in before):
            raise self.refused(node, frame, "a loop appends or returns, never both")
        first = found[0][1]
        if not isinstance(first, Term) or first.type != BOOL or not (z3.is_true(first.z) or z3.is_false(first.z)):
            raise self.refused(node, frame, "a search loop returns True or False")
        if not all(isinstance(what, Term) and what.z.eq(first.z) for _, what in found):
            raise self.refused(node, frame, "a search loop returns one constant")
        some = disjunction([when for when, _ in found])
        return conjunction([live, negation(some)]), [(conjunction([live, some]), first)]

    def bind_target(self, target: ast.expr, element: Lifted, frame: Frame) -> None:
        match target:
            case ast.Name(id="_"):
                return
            case ast.Name(id=name):
                self.bind(name, element, target, frame)
                return
            case ast.Tuple(elts=targets) if isinstance(element, Tup) and len(targets) == len(element.items):
                for each, item in zip(targets, element.items, strict=True):
                    self.bind_target(each, item, frame)
                return
        raise self.refused(target, frame, f"{ast.unparse(target)} cannot be bound here")

    # Lists of faults --------------------------------------------------------------------------------------------------
    def append(self, acc: Acc, element: Lifted, node: ast.AST, frame: Frame) -> None:
        """Append one (clause, path), under the conditions here, for all that is bound here."""
        if not (isinstance(element, Tup) and len(element.items) == 2):
            raise self.refused(node, frame, "what is appended is a pair of clause and path")
        clause, path = element.items
        if not (isinstance(clause, Term) and clause.type == TEXT):
            raise self.refused(node, frame, "what is appended starts with a clause")
        its = self.path(path, node, frame)
        if its.base != acc.base:
            raise self.refused(node, frame, "a path of another list of faults")
        self.emit(acc, Tup((clause, PathV(its.steps, its.tail, None))), node)

    def emit(self, acc: Acc, element: Lifted, node: ast.AST) -> None:
        held = [c for c in self.conditions if not any(c.eq(other) for other in acc.held)]
        binders = tuple(self.binders[acc.depth :])
        acc.alts.append(Alt(binders, tuple(held), element, getattr(node, "lineno", 0)))

    def read(self, acc: Acc, node: ast.AST, frame: Frame, *, own: bool = False) -> Coll:
        """Return what has been appended so far. Only where the list was made: elsewhere not all of it is there yet."""
        if acc.mine is None:
            raise self.refused(node, frame, "the caller's list is read")
        if len(self.binders) != acc.depth:
            raise self.refused(node, frame, "a list is read inside the loop that fills it")
        if own and acc.mine is not frame.function:
            raise self.refused(node, frame, "a function returns a list that is not its own")
        return Coll("list", tuple(acc.alts))

    def path(self, thing: Lifted, node: ast.AST, frame: Frame) -> PathV:
        match thing:
            case PathV():
                return thing
            case Tup(()):
                return PathV((), None, None)
            case Tup(items) if not self.linked and all(_is_step(item) for item in items):
                return PathV(tuple(item for item in items if isinstance(item, Term)), None, None)
            case Term(t, z) if t == PATH:
                return PathV((), z, None)
        raise self.refused(node, frame, "this is no path")

    # Truth ------------------------------------------------------------------------------------------------------------
    def truth(self, node: ast.expr, frame: Frame) -> Z3:
        """Return what ``bool(node)`` is, with the operands of and/or evaluated one after the other."""
        match node:
            case ast.BoolOp(op=op, values=values):
                parts: list[Z3] = []
                before = len(self.conditions)
                for value in values:
                    part = self.truth(value, frame)
                    parts.append(part)
                    self.conditions.append(part if isinstance(op, ast.And) else negation(part))
                del self.conditions[before:]
                return conjunction(parts) if isinstance(op, ast.And) else disjunction(parts)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return negation(self.truth(operand, frame))
        return self.true_of(self.ev(node, frame), node, frame)

    def true_of(self, thing: Lifted, node: ast.AST, frame: Frame) -> Z3:
        match thing:
            case Term(t, z) if t == BOOL:
                return z
            case Term(t, z) if t == INT:
                return z != 0
            case Term(t, z) if t.name == "tuple":
                return seq_length(t)(z) > 0
            case Term(t, z) if t.name in ("Mapping", "frozenset"):
                key = self.world.fresh(sort(t.of[0]), "k")
                return z3.Exists([key], (map_has(t) if t.name == "Mapping" else set_has(t))(z, key))
            case Term(t, _) if t.name in self.world.classes:
                return TRUE
            case Opt(some, inner):
                with self.under(some):
                    return conjunction([some, self.true_of(inner, node, frame)])
            case Nothing() | Tup(()) | EmptyMap():
                return FALSE
            case Coll():
                return self.some(thing)
            case Acc():
                return self.some(self.read(thing, node, frame))
        raise self.refused(node, frame, f"whether this is true is not translated: {_said(node)}")

    def some(self, coll: Coll) -> Z3:
        """Return whether a collection has an element."""
        return disjunction([exists(alt.binders, conjunction([*alt.conditions, _any(alt)])) for alt in coll.alts])

    # Collections ------------------------------------------------------------------------------------------------------
    def collection(self, thing: Lifted, node: ast.AST, frame: Frame) -> Coll:
        """Return what iterating over something yields."""
        line = getattr(node, "lineno", 0)

        def every(which: str, binder: Z3, conditions: Sequence[Z3], element: Term) -> Coll:
            return Coll(which, (Alt((binder,), tuple(conditions), element, line),))

        match thing:
            case Coll():
                return thing
            case Tup(items):
                return Coll("tuple", tuple(Alt((), (), item, line) for item in items))
            case Opt():
                return self.collection(self.present(thing, node, frame), node, frame)
            case Term(t, z) if t.name == "tuple":
                i = self.world.fresh(z3.IntSort(), "i")
                return every("tuple", i, [i >= 0, i < seq_length(t)(z)], Term(t.of[0], seq_at(t)(z, i)))
            case Term(t, z) if t.name == "frozenset":
                k = self.world.fresh(sort(t.of[0]), "k")
                return every("set", k, [set_has(t)(z, k)], Term(t.of[0], k))
            case Term(t, z) if t.name == "Mapping":
                k = self.world.fresh(sort(t.of[0]), "k")
                return every("keys", k, [map_has(t)(z, k)], Term(t.of[0], k))
            case Term(t, z) if t == VALUE:
                self.must(node, frame, "iterates over what may be no object", is_kind(z, "dict"))
                k = self.world.fresh(sort(TEXT), "k")
                return every("keys", k, [has(z, k)], Term(TEXT, k))
            case Opaque("range", (Term(_, n),)):
                i = self.world.fresh(z3.IntSort(), "i")
                return every("range", i, [i >= 0, i < n], Term(INT, i))
            case Opaque("values", (Term(t, z),)):
                k = self.world.fresh(sort(t.of[0]), "k")
                return every("values", k, [map_has(t)(z, k)], Term(t.of[1], map_get(t)(z, k)))
        raise self.refused(node, frame, f"iterating over this is not translated: {_said(node)}")

    def iterate(self, thing: Lifted, node: ast.AST, frame: Frame) -> list[Alt]:
        """Return the elements of a collection with fresh binders, and single faults instead of whole relations."""
        if isinstance(thing, Acc):
            raise self.refused(node, frame, "a list that is appended to is iterated over")
        found = []
        for alt in self.collection(thing, node, frame).alts:
            new = self.freshened(alt)
            if isinstance(new.element, Relation):
                its = new.element
                c, q = self.world.fresh(sort(TEXT), "c"), self.world.fresh(PATH_SORT, "q")
                holds = z3.substitute(its.holds, (its.clause, c), (its.path, q))
                fault = Tup((Term(TEXT, c), PathV(its.prefix, q, None)))
                new = Alt((*new.binders, c, q), (*new.conditions, holds), fault, new.line)
            found.append(new)
        return found

    def freshened(self, alt: Alt) -> Alt:
        pairs = [(binder, self.world.fresh(binder.sort(), str(binder).split("!")[0])) for binder in alt.binders]
        conditions = tuple(z3.substitute(c, *pairs) if pairs else c for c in alt.conditions)
        return Alt(tuple(new for _, new in pairs), conditions, substituted(alt.element, pairs), alt.line)

    def generators(
        self, generators: Sequence[ast.comprehension], frame: Frame, alt: Alt
    ) -> Iterator[tuple[Alt, Frame]]:
        """Yield each way through the heads of a comprehension; evaluate what stands in it meanwhile."""
        if not generators:
            yield alt, frame
            return
        head, *rest = generators
        for element in self.iterate(self.ev(head.iter, frame), head.iter, frame):
            with self.over(element):
                inner = Frame(frame.function, dict(frame.env))
                self.bind_target(head.target, element.element, inner)
                conditions = list(element.conditions)
                before = len(self.conditions)
                for test in head.ifs:
                    condition = self.truth(test, inner)
                    conditions.append(condition)
                    self.conditions.append(condition)
                so_far = Alt((*alt.binders, *element.binders), (*alt.conditions, *conditions), NONE, element.line)
                yield from self.generators(rest, inner, so_far)
                del self.conditions[before:]

    def comprehension(self, which: str, node: ast.SetComp | ast.ListComp | ast.GeneratorExp, frame: Frame) -> Coll:
        alts = []
        with self.without_effect(node, frame, "a comprehension appends"):
            for alt, inner in self.generators(node.generators, frame, Alt((), (), NONE, node.lineno)):
                element = self.ev(node.elt, inner)
                if not isinstance(element, Term | Opt | Tup | PathV):
                    raise self.refused(node, frame, f"a collection of this is not translated: {_said(node.elt)}")
                alts.append(Alt(alt.binders, alt.conditions, element, node.lineno))
        return Coll(which, tuple(alts))

    def quantified(self, node: ast.GeneratorExp, frame: Frame, *, every: bool) -> Z3:
        found = []
        with self.without_effect(node, frame, "a comprehension appends"):
            for alt, inner in self.generators(node.generators, frame, Alt((), (), NONE, node.lineno)):
                good = self.truth(node.elt, inner)
                condition = conjunction([*alt.conditions, negation(good) if every else good])
                found.append(exists(alt.binders, condition))
        return negation(disjunction(found)) if every else disjunction(found)

    def contains(self, coll: Coll, thing: Lifted, node: ast.AST, frame: Frame) -> Z3:
        """Return whether something is in a collection."""
        return disjunction([self.equals_element(self.freshened(alt), thing, node, frame) for alt in coll.alts])

    def equals_element(self, alt: Alt, thing: Lifted, node: ast.AST, frame: Frame) -> Z3:
        """Return whether one of the elements that ``alt`` stands for is ``thing``."""
        match alt.element, thing:
            case Relation(c, q, holds, _, prefix), Tup((Term() as clause, path)):
                its = self.path(path, node, frame)
                if its.steps or its.tail is None:
                    raise self.refused(
                        node, frame, "only an arbitrary fault is looked up in what a recursive call finds"
                    )
                equations, conditions, rest = _along(prefix, its.tail)
                inner = z3.substitute(holds, (c, clause.z), (q, rest))
                return _solved(alt, equations, [*conditions, inner])
            case Tup((Term() as a, first)), Tup((Term() as b, second)) if a.type == b.type == TEXT:
                mine, other = self.path(first, node, frame), self.path(second, node, frame)
                if other.steps or other.tail is None:
                    raise self.refused(node, frame, "only an arbitrary fault is looked up")
                equations, conditions, rest = _along(mine.steps, other.tail)
                if mine.tail is None:
                    conditions.append(rest == PATH_SORT.here)
                else:
                    equations.append((mine.tail, rest))
                return _solved(alt, [(a.z, b.z), *equations], conditions)
            case ((Tup() | PathV()), PathV((), tail, None)) if tail is not None:
                mine = self.path(alt.element, node, frame)
                equations, conditions, rest = _along(mine.steps, tail)
                if mine.tail is None:
                    conditions.append(rest == PATH_SORT.here)
                else:
                    equations.append((mine.tail, rest))
                return _solved(alt, equations, conditions)
            case Term(t, z), Term(u, y) if t == u and t in (TEXT, INT, BOOL, T("Name")):
                return _solved(alt, [(z, y)], [])
        raise self.refused(node, frame, f"whether this is in the collection is not translated: {_said(node)}")

    # Expressions ------------------------------------------------------------------------------------------------------
    def ev(self, node: ast.expr, frame: Frame) -> Lifted:
        """Return what an expression denotes."""
        match node:
            case ast.Constant(value=None):
                return NONE
            case ast.Constant(value=bool() as flag):
                return true(flag)
            case ast.Constant(value=int() as number):
                return Term(INT, z3.IntVal(number))
            case ast.Constant(value=str() as said):
                return self.world.text(said)
            case ast.Name(id=name):
                return self.name(name, node, frame)
            case ast.Tuple(elts=parts):
                return self.written_tuple(parts, node, frame)
            case ast.List(elts=parts) | ast.Set(elts=parts):
                which = "list" if isinstance(node, ast.List) else "set"
                return self.display(which, parts, node, frame)
            case ast.Dict(keys=[], values=[]):
                return EmptyMap()
            case ast.BoolOp():
                return self.boolean(node, frame)
            case ast.UnaryOp(op=ast.Not()):
                return Term(BOOL, self.truth(node, frame))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.conditional(node, test, body, orelse, frame)
            case ast.Attribute(value=owner, attr=name):
                return self.attribute(self.ev(owner, frame), name, node, frame)
            case ast.Subscript(value=owner, slice=key):
                return self.subscript(self.ev(owner, frame), self.ev(key, frame), node, frame)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return Term(BOOL, self.compare(self.ev(left, frame), op, self.ev(right, frame), node, frame))
            case ast.BinOp(left=left, op=op, right=right):
                return self.operator(self.ev(left, frame), op, self.ev(right, frame), node, frame)
            case ast.SetComp():
                return self.comprehension("set", node, frame)
            case ast.ListComp():
                return self.comprehension("list", node, frame)
            case ast.DictComp():
                return self.restriction(node, frame)
            case ast.Call():
                return self.call(node, frame)
        raise self.refused(node, frame, f"{type(node).__name__} is not translated: {_said(node)}")

    def name(self, name: str, node: ast.AST, frame: Frame) -> Lifted:
        if name in frame.env:
            return frame.env[name]
        if name in frame.function.own:
            raise self.refused(node, frame, f"{name} may be unbound here")
        module = frame.function.module
        if name in module.constants:
            return self.constant(module, name, node, frame)
        origin = module.imported.get(name)
        if origin is not None:
            if origin == "rung.value" and name == "DecimalFraction":
                return PyType("fraction")
            if origin in self.modules and name in self.modules[origin].constants:
                return self.constant(self.modules[origin], name, node, frame)
        elif name in TYPES and name not in module.functions:
            return PyType(TYPES[name])
        raise self.refused(node, frame, f"nothing is known of {name}")

    def constant(self, module: Module, name: str, node: ast.AST, frame: Frame) -> Lifted:
        """Return a constant of a module, read where it is written."""
        qualified = f"{module.name}.{name}"
        if qualified in self.stack:
            raise self.refused(node, frame, f"{name} is defined by itself")
        self.stack.append(qualified)
        nowhere = Function(module, frame.function.node, (), frozenset())
        found = self.ev(module.constants[name], Frame(nowhere, {}))
        self.stack.pop()
        return found

    def written_tuple(self, parts: list[ast.expr], node: ast.AST, frame: Frame) -> Lifted:
        if not self.linked and parts and isinstance(parts[-1], ast.Starred):
            # `(step, *path)`: one step above a path.
            steps = [self.ev(part, frame) for part in parts[:-1]]
            rest = self.path(self.ev(parts[-1].value, frame), node, frame)
            if not all(_is_step(step) for step in steps) or rest.base is not None:
                raise self.refused(node, frame, "this is no path")
            return PathV((*(s for s in steps if isinstance(s, Term)), *rest.steps), rest.tail, None)
        found = [self.ev(part, frame) for part in parts]
        if any(isinstance(part, Acc | Ctx) for part in found):
            raise self.refused(node, frame, "a list that is appended to gets no second name")
        if self.linked and len(found) == 2 and (isinstance(found[0], PathV) or found[0] == Tup(())):
            base = self.path(found[0], node, frame)
            if not isinstance(found[1], Term) or not _is_step(found[1]) or base.tail is not None:
                raise self.refused(node, frame, "a path goes on with a key or an index")
            return PathV((*base.steps, found[1]), None, base.base)
        return Tup(tuple(found))

    def display(self, which: str, parts: list[ast.expr], node: ast.expr, frame: Frame) -> Coll:
        alts: list[Alt] = []
        for part in parts:
            if isinstance(part, ast.Starred):
                alts += self.collection(self.ev(part.value, frame), part, frame).alts
            else:
                element = self.ev(part, frame)
                if isinstance(element, Acc | Ctx | Coll):
                    raise self.refused(part, frame, f"a collection of this is not translated: {_said(part)}")
                alts.append(Alt((), (), element, node.lineno))
        return Coll(which, tuple(alts))

    def boolean(self, node: ast.BoolOp, frame: Frame) -> Lifted:
        """``and`` and ``or`` where their value counts: of booleans, or an optional schema ``or`` another one."""
        if isinstance(node.op, ast.Or) and len(node.values) == 2:
            first = self.ev(node.values[0], frame)
            if isinstance(first, Opt) and first.inner.type.name in self.world.classes:
                with self.under(negation(first.some)):
                    second = self.ev(node.values[1], frame)
                return self.merge(first.some, first.inner, second, node, frame)
            if not (isinstance(first, Term) and first.type == BOOL):
                raise self.refused(node, frame, f"the value of this is not translated: {_said(node)}")
        parts: list[Z3] = []
        before = len(self.conditions)
        for value in node.values:
            part = self.ev(value, frame)
            if not (isinstance(part, Term) and part.type == BOOL):
                raise self.refused(node, frame, f"the value of this is not translated: {_said(node)}")
            parts.append(part.z)
            self.conditions.append(part.z if isinstance(node.op, ast.And) else negation(part.z))
        del self.conditions[before:]
        return Term(BOOL, conjunction(parts) if isinstance(node.op, ast.And) else disjunction(parts))

    def conditional(self, node: ast.IfExp, test: ast.expr, body: ast.expr, orelse: ast.expr, frame: Frame) -> Lifted:
        condition = self.truth(test, frame)
        with self.under(condition):
            yes = self.ev(body, frame)
        with self.under(negation(condition)):
            no = self.ev(orelse, frame)
        if isinstance(yes, Tup | Coll) or isinstance(no, Tup | Coll):
            with self.under(condition):
                yes = self.collection(yes, body, frame)
            with self.under(negation(condition)):
                no = self.collection(no, orelse, frame)
        return self.merge(condition, yes, no, node, frame)

    def merge(self, condition: Z3, yes: Lifted, no: Lifted, node: ast.AST, frame: Frame) -> Lifted:
        """Return the one thing where the condition holds, and the other where not."""
        match yes, no:
            case Term(t, a), Term(u, b) if t == u:
                found = Term(t, choice(condition, a, b))
                if t == VALUE and any(b.eq(d) for d in self.world.dicts):
                    self.world.dicts.append(found.z)
                return found
            case Nothing(), Nothing():
                return NONE
            case Opt() | Term() | Nothing(), Opt() | Term() | Nothing():
                a, b = _optional(yes), _optional(no)
                if a is not None and b is not None and a.inner.type == b.inner.type:
                    inner = Term(a.inner.type, choice(condition, a.inner.z, b.inner.z))
                    return Opt(choice(condition, a.some, b.some), inner)
                if a is not None and b is None:
                    return Opt(conjunction([condition, a.some]), a.inner)
                if b is not None and a is None:
                    return Opt(conjunction([negation(condition), b.some]), b.inner)
            case Coll(k, a), Coll(m, b):
                alts = [Alt(x.binders, (condition, *x.conditions), x.element, x.line) for x in a]
                alts += [Alt(x.binders, (negation(condition), *x.conditions), x.element, x.line) for x in b]
                return Coll(k if k == m else "mixed", tuple(alts))
            case EmptyMap(), Term(t, b) if t.name == "Mapping":
                return Term(t, choice(condition, self.world.empty(t), b))
            case Term(t, a), EmptyMap() if t.name == "Mapping":
                return Term(t, choice(condition, a, self.world.empty(t)))
            case Tup(a), Tup(b) if len(a) == len(b):
                return Tup(tuple(self.merge(condition, x, y, node, frame) for x, y in zip(a, b, strict=True)))
        raise self.refused(node, frame, f"one or the other of this is not translated: {_said(node)}")

    def present(self, thing: Lifted, node: ast.AST, frame: Frame) -> Lifted:
        """Return what is there, with the obligation that it is not None."""
        if isinstance(thing, Opt):
            self.must(node, frame, f"{_said(node)}: None is used", thing.some)
            return thing.inner
        return thing

    def attribute(self, owner: Lifted, name: str, node: ast.AST, frame: Frame) -> Lifted:
        if isinstance(owner, Ctx) and name == "definitions":
            return owner.definitions
        its = self.present(owner, node, frame)
        if isinstance(its, Term) and its.type == VALUE and name in ("numerator", "denominator"):
            self.must(node, frame, f"{_said(node)}: what may be no number", is_kind(its.z, "int", "fraction"))
            return Term(INT, (numerator if name == "numerator" else denominator)(its.z))
        if isinstance(its, Term):
            found = self.world.observe(its, name)
            if found is not None:
                return found
        raise self.refused(node, frame, f"the attribute {name} is not known here")

    def subscript(self, owner: Lifted, key: Lifted, node: ast.AST, frame: Frame) -> Lifted:
        its, index = self.present(owner, node, frame), self.present(key, node, frame)
        match its, index:
            case Term(t, z), Term(u, k) if t.name == "Mapping" and t.of[0] == u:
                self.must(node, frame, f"{_said(node)}: KeyError", map_has(t)(z, k))
                return Term(t.of[1], map_get(t)(z, k))
            case Term(t, z), Term(u, i) if t.name == "tuple" and u == INT:
                self.must(node, frame, f"{_said(node)}: IndexError", z3.And(i >= 0, i < seq_length(t)(z)))
                return Term(t.of[0], seq_at(t)(z, i))
            case Term(t, z), Term(u, k) if t == VALUE and u == TEXT:
                self.must(node, frame, f"{_said(node)}: KeyError", z3.And(is_kind(z, "dict"), has(z, k)))
                return Term(VALUE, get(z, k))
            case Term(t, z), Term(u, i) if t == VALUE and u == INT:
                good = z3.And(is_kind(z, "list"), i >= 0, i < length(z))
                self.must(node, frame, f"{_said(node)}: IndexError", good)
                return Term(VALUE, at(z, i))
        raise self.refused(node, frame, f"this subscript is not translated: {_said(node)}")

    def operator(self, left: Lifted, op: ast.operator, right: Lifted, node: ast.AST, frame: Frame) -> Lifted:
        if isinstance(op, ast.Add) and isinstance(left, Acc | Coll) and isinstance(right, Acc | Coll):
            a, b = (self.read(x, node, frame) if isinstance(x, Acc) else x for x in (left, right))
            if a.kind == b.kind == "list":
                return Coll("list", (*a.alts, *b.alts))
        if isinstance(op, ast.BitOr | ast.BitAnd | ast.Sub):
            sets = [self.as_set(x, node, frame) for x in (left, right)]
            if sets[0] is not None and sets[1] is not None:
                return self.set_operator(sets[0], op, sets[1], node, frame)
        match left, op, right:
            case Term(t, x), ast.Mult(), Term(u, y) if t == u == INT:
                return Term(INT, x * y)
            case Term(t, x), ast.Add(), Term(u, y) if t == u == INT:
                return Term(INT, x + y)
            case Term(t, x), ast.Sub(), Term(u, y) if t == u == INT:
                return Term(INT, x - y)
            case Term(t, x), ast.Mod(), Term(u, y) if t == u == INT:
                self.must(node, frame, f"{_said(node)}: division by zero", y != 0)
                return Term(INT, remainder(x, y))
        raise self.refused(node, frame, f"this operator is not translated: {_said(node)}")

    def as_set(self, thing: Lifted, node: ast.AST, frame: Frame) -> Coll | None:
        if isinstance(thing, Coll):
            return thing if thing.kind == "set" else None
        its = self.present(thing, node, frame)
        if isinstance(its, Term) and its.type.name == "frozenset":
            return self.collection(its, node, frame)
        return None

    def set_operator(self, a: Coll, op: ast.operator, b: Coll, node: ast.AST, frame: Frame) -> Coll:
        if isinstance(op, ast.BitOr):
            return Coll("set", (*a.alts, *b.alts))
        alts = []
        for alt in a.alts:
            inside = self.contains(b, alt.element, node, frame)
            kept = inside if isinstance(op, ast.BitAnd) else negation(inside)
            alts.append(Alt(alt.binders, (*alt.conditions, kept), alt.element, alt.line))
        return Coll("set", tuple(alts))

    # Comparisons ------------------------------------------------------------------------------------------------------
    def compare(self, left: Lifted, op: ast.cmpop, right: Lifted, node: ast.AST, frame: Frame) -> Z3:
        match op:
            case ast.Is():
                return self.identical(left, right, node, frame)
            case ast.IsNot():
                return negation(self.identical(left, right, node, frame))
            case ast.In():
                return self.is_in(left, right, node, frame)
            case ast.NotIn():
                return negation(self.is_in(left, right, node, frame))
            case ast.Eq():
                return self.equal(left, right, node, frame)
            case ast.NotEq():
                return negation(self.equal(left, right, node, frame))
        return self.ordered(left, op, right, node, frame)

    def identical(self, left: Lifted, right: Lifted, node: ast.AST, frame: Frame) -> Z3:
        match left, right:
            case Opt(some, Term(t, z)), Nothing():
                # A JSON value that is there may be null, and null is None.
                return disjunction([negation(some), is_kind(z, "null")]) if t == VALUE else negation(some)
            case Nothing(), Nothing():
                return TRUE
            case Term(t, z), Nothing():
                return is_kind(z, "null") if t == VALUE else FALSE
            case TypeOf(Term(t, z)), PyType(name) if t == VALUE:
                return is_kind(z, name)
            case TypeOf(Term(t, _)), PyType(name) if t == TEXT:
                return z3.BoolVal(name == "str")
        raise self.refused(node, frame, f"identity of this is not translated: {_said(node)}")

    def is_in(self, left: Lifted, right: Lifted, node: ast.AST, frame: Frame) -> Z3:
        its = self.present(right, node, frame)
        match left, its:
            case Term(u, k), Term(t, z) if t.name == "Mapping" and t.of[0] == u:
                return map_has(t)(z, k)
            case Term(u, k), Term(t, z) if t.name == "frozenset" and t.of[0] == u:
                return set_has(t)(z, k)
            case Term(u, k), Term(t, z) if t == VALUE and u == TEXT:
                self.must(node, frame, f"{_said(node)}: what may be no object", is_kind(z, "dict"))
                return has(z, k)
            case _, Coll():
                return self.contains(its, left, node, frame)
        raise self.refused(node, frame, f"membership in this is not translated: {_said(node)}")

    def equal(self, left: Lifted, right: Lifted, node: ast.AST, frame: Frame) -> Z3:
        match left, right:
            case Term(t, a), Term(u, b) if t == u and t in (TEXT, INT, BOOL):
                return a == b
            case Coll("set"), Coll("set", ()):
                return negation(self.some(left))
            case Term(t, z), Tup(()) if t.name == "tuple":
                return seq_length(t)(z) == 0
            case (Card(), Term()) | (Images(), Term()):
                return self.ordered(left, ast.Eq(), right, node, frame)
        raise self.refused(node, frame, f"equality of this is not translated: {_said(node)}")

    def ordered(self, left: Lifted, op: ast.cmpop, right: Lifted, node: ast.AST, frame: Frame) -> Z3:
        if isinstance(left, Opt) or isinstance(right, Opt):
            return self.ordered(self.present(left, node, frame), op, self.present(right, node, frame), node, frame)
        match left, right:
            case Term(t, a), Term(u, b) if t == u == INT:
                if isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE):
                    return {ast.Lt: a < b, ast.LtE: a <= b, ast.Gt: a > b, ast.GtE: a >= b}[type(op)]
            case Card(alt), Term(t, n) if t == INT and z3.is_int_value(n):
                return self.count(alt, op, n.as_long(), node, frame)
            case Images(items, i, image), Term(t, n) if t == INT and n.eq(length(items)):
                # As many different images as items iff no two items have the same one; never more.
                a, b = self.world.fresh(z3.IntSort(), "i"), self.world.fresh(z3.IntSort(), "j")
                inside = [a >= 0, a < length(items), b >= 0, b < length(items), a != b]
                alike = z3.substitute(image, (i, a)) == z3.substitute(image, (i, b))
                repeated = z3.Exists([a, b], z3.And(*inside, alike))
                match op:
                    case ast.Lt():
                        return repeated
                    case ast.Eq() | ast.GtE():
                        return negation(repeated)
                    case ast.LtE():
                        return TRUE
                    case ast.Gt():
                        return FALSE
            case _ if isinstance(op, ast.LtE):
                sets = [self.as_set(x, node, frame) for x in (left, right)]
                if sets[0] is not None and sets[1] is not None:
                    beyond = self.set_operator(sets[0], ast.Sub(), sets[1], node, frame)
                    return negation(self.some(beyond))
        raise self.refused(node, frame, f"this comparison is not translated: {_said(node)}")

    def count(self, alt: Alt, op: ast.cmpop, n: int, node: ast.AST, frame: Frame) -> Z3:
        """Return how many elements there are, compared to a small constant."""

        def at_least(many: int) -> Z3:
            if many <= 0:
                return TRUE
            if many > 2:
                raise self.refused(node, frame, f"counting to {many} is not translated")
            one, other = self.freshened(alt), self.freshened(alt)
            if many == 1:
                return exists(one.binders, conjunction(one.conditions))
            differ = one.binders[0] != other.binders[0]
            return z3.Exists([*one.binders, *other.binders], z3.And(*one.conditions, *other.conditions, differ))

        match op:
            case ast.Eq():
                return conjunction([at_least(n), negation(at_least(n + 1))])
            case ast.Lt():
                return negation(at_least(n))
            case ast.LtE():
                return negation(at_least(n + 1))
            case ast.Gt():
                return at_least(n + 1)
            case ast.GtE():
                return at_least(n)
        raise self.refused(node, frame, f"this comparison is not translated: {_said(node)}")

    # Calls ------------------------------------------------------------------------------------------------------------
    def call(self, node: ast.Call, frame: Frame) -> Lifted:
        match node.func:
            case ast.Name(id=name):
                if name in frame.env or name in frame.function.own:
                    raise self.refused(node, frame, f"{name} is called, and is no function of the module")
                qualified = self.qualified(name, frame.function.module)
                if qualified is None:
                    return self.builtin(name, node, frame)
                arguments = [self.ev(argument, frame) for argument in node.args]
                if qualified in self.rules:
                    return self.rules[qualified](self, arguments, node, frame)
                module, own = qualified.rsplit(".", maxsplit=1)
                if module in self.modules and own in self.modules[module].functions:
                    function = self.modules[module].functions[own]
                    returns, end = self.inline(function, arguments, node, frame)
                    return self.value_of(returns, end, node, frame)
                raise self.refused(node, frame, f"nothing is known of {name}")
            case ast.Attribute(value=owner, attr=name):
                return self.method(self.present(self.ev(owner, frame), node, frame), name, node, frame)
        raise self.refused(node, frame, f"this call is not translated: {_said(node)}")

    def qualified(self, name: str, module: Module) -> str | None:
        if name in module.functions:
            return f"{module.name}.{name}"
        if name in module.imported:
            return f"{module.imported[name]}.{name}"
        return f"{module.name}.{name}" if name in module.constants else None

    def method(self, owner: Lifted, name: str, node: ast.Call, frame: Frame) -> Lifted:
        if isinstance(owner, Term):
            its = self.world.classes.get(owner.type.name, {}).get(name)
            if its is not None and its.type.name == "call" and not its.optional and len(node.args) == 1:
                argument = self.as_text(self.ev(node.args[0], frame), node, frame)
                return Term(its.type.of[1], field_of(owner.type.name, name, its.type)(owner.z, argument))
            if owner.type.name == "Mapping" and name == "values" and not node.args:
                return Opaque("values", (owner,))
        raise self.refused(node, frame, f"the method {name} is not known here")

    def builtin(self, name: str, node: ast.Call, frame: Frame) -> Lifted:
        match name, node.args:
            case (("any" | "all"), [ast.GeneratorExp() as generator]):
                return Term(BOOL, self.quantified(generator, frame, every=name == "all"))
            case "set", []:
                return Coll("set", ())
            case "set", [one]:
                thing = self.ev(one, frame)
                if isinstance(thing, Acc):
                    raise self.refused(node, frame, "a list that is appended to is read")
                return Coll("set", self.collection(thing, node, frame).alts)
            case "range", [one]:
                thing = self.ev(one, frame)
                if isinstance(thing, Term) and thing.type == INT:
                    return Opaque("range", (thing,))
            case "len", [one]:
                return self.size(one, node, frame)
            case "type", [one]:
                thing = self.ev(one, frame)
                if isinstance(thing, Nothing):
                    return PyType("null")
                if isinstance(thing, Term) and thing.type in (VALUE, TEXT):
                    return TypeOf(thing)
        raise self.refused(node, frame, f"this call is not translated: {_said(node)}")

    def size(self, one: ast.expr, node: ast.Call, frame: Frame) -> Lifted:
        if isinstance(one, ast.SetComp):
            images = self.images(one, frame)
            if images is not None:
                return images
        thing = self.ev(one, frame)
        if isinstance(thing, Acc):
            raise self.refused(node, frame, "a list that is appended to is read")
        if isinstance(thing, Coll) and len(thing.alts) == 1:
            # Elements that differ from each other: the binder itself, and it alone.
            (alt,) = thing.alts
            if len(alt.binders) == 1 and isinstance(alt.element, Term) and alt.element.z.eq(alt.binders[0]):
                return Card(alt)
        its = self.present(thing, node, frame)
        match its:
            case Term(t, z) if t == VALUE:
                self.must(node, frame, f"{_said(node)}: what has no length", is_kind(z, "str", "list", "dict"))
                return Term(INT, length(z))
            case Term(t, z) if t == TEXT:
                return Term(INT, text_length(z))
            case Term(t, z) if t.name == "tuple":
                return Term(INT, seq_length(t)(z))
        raise self.refused(node, frame, f"the length of this is not translated: {_said(node)}")

    def images(self, one: ast.SetComp, frame: Frame) -> Images | None:
        """``len({f(item) for item in items})`` of a JSON array."""
        match one.generators:
            case [ast.comprehension(target=ast.Name(id=name), iter=iterated, ifs=[])]:
                items = self.ev(iterated, frame)
                if not (isinstance(items, Term) and items.type == VALUE):
                    return None
                self.must(one, frame, f"{_said(iterated)}: what may be no array", is_kind(items.z, "list"))
                i = self.world.fresh(z3.IntSort(), "i")
                alt = Alt((i,), (i >= 0, i < length(items.z)), Term(VALUE, at(items.z, i)), one.lineno)
                with self.over(alt), self.without_effect(one, frame, "a comprehension appends"):
                    inner = Frame(frame.function, {**frame.env, name: alt.element})
                    image = self.ev(one.elt, inner)
                if not (isinstance(image, Term) and image.type in (TEXT, INT)):
                    raise self.refused(one, frame, f"a set of this is not translated: {_said(one.elt)}")
                return Images(items.z, i, image.z)
        return None

    def restriction(self, node: ast.DictComp, frame: Frame) -> Lifted:
        """``{key: value(key) for key in object if condition(key)}``: an object, and what it holds."""
        match node:
            case ast.DictComp(key=ast.Name(id=key), generators=[ast.comprehension(target=ast.Name(id=name))]) if (
                key == name and not self.binders
            ):
                ((alt, inner),) = self.once(node, frame)
                with self.over(alt):
                    value = self.ev(node.value, inner)
                if not (isinstance(value, Term) and value.type == VALUE):
                    raise self.refused(node, frame, f"an object of this is not translated: {_said(node.value)}")
                (binder,) = alt.binders
                own = inner.env[key]
                if binder.sort() != sort(TEXT) or not (isinstance(own, Term) and own.z.eq(binder)):
                    raise self.refused(node, frame, "the keys of an object are its own")
                made = self.world.fresh(sort(VALUE), "object")
                inside = conjunction(alt.conditions)
                self.world.definitions += [
                    is_kind(made, "dict"),
                    z3.ForAll([binder], has(made, binder) == inside),
                    z3.ForAll([binder], z3.Implies(has(made, binder), get(made, binder) == value.z)),
                ]
                self.world.dicts.append(made)
                return Term(VALUE, made)
        raise self.refused(node, frame, f"this is not translated: {_said(node)}")

    def once(self, node: ast.DictComp, frame: Frame) -> list[tuple[Alt, Frame]]:
        with self.without_effect(node, frame, "a comprehension appends"):
            found = list(self.generators(node.generators, frame, Alt((), (), NONE, node.lineno)))
        if len(found) != 1 or len(found[0][0].binders) != 1:
            raise self.refused(node, frame, f"this is not translated: {_said(node)}")
        return found

    def as_text(self, thing: Lifted, node: ast.AST, frame: Frame) -> Z3:
        its = self.present(thing, node, frame)
        if isinstance(its, Term) and its.type == TEXT:
            return its.z
        if isinstance(its, Term) and its.type == VALUE:
            self.must(node, frame, f"{_said(node)}: what may be no text", is_kind(its.z, "str"))
            return text_of(its.z)
        raise self.refused(node, frame, f"this is no text: {_said(node)}")

    def as_value(self, thing: Lifted, node: ast.AST, frame: Frame) -> Z3:
        """Return a JSON value; a text is one."""
        its = self.present(thing, node, frame)
        if isinstance(its, Term) and its.type == VALUE:
            return its.z
        if isinstance(its, Term) and its.type == TEXT:
            return as_value(its.z)
        raise self.refused(node, frame, f"this is no JSON value: {_said(node)}")

    # The rule for `is_first_visit` is about a whole statement ---------------------------------------------------------
    def first_visit(self, test: ast.expr, frame: Frame) -> ast.Call | None:
        last = test.values[-1] if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else test
        match last:
            case ast.Call(func=ast.Name(id=name)) if name not in frame.env:
                if self.qualified(name, frame.function.module) == "rung.context.is_first_visit":
                    return last
        return None

    def checked_visit(self, node: ast.If, test: ast.expr, visit: ast.Call, frame: Frame) -> ast.expr:
        """Rule `first-visit`: return the test without the visit, if the statement has the form that the rule is about.

        ``if A and is_first_visit(context, R, path): faults(context, context.definitions[R], value, path, out)``: if R
        has been visited at this path, the faults of R there are in ``out`` already. As sets, the two are the same.
        """
        said = "is_first_visit guards one statement: faults of that reference at that path, into its own list"
        match node.body, node.orelse, visit.args:
            case [ast.Expr(value=ast.Call(func=ast.Name(id=name), args=[c, s, _, p, out]))], [], [
                context,
                reference,
                path,
            ]:
                wanted = f"{ast.unparse(context)}.definitions[{ast.unparse(reference)}]"
                same = (ast.unparse(c), ast.unparse(s), ast.unparse(p)) == (
                    ast.unparse(context),
                    wanted,
                    ast.unparse(path),
                )
                found, into = self.ev(context, frame), self.ev(out, frame)
                is_faults = self.qualified(name, frame.function.module) == "rung.membership.faults"
                plain = all(isinstance(n, ast.Name | ast.Attribute | ast.expr_context) for n in ast.walk(reference))
                if same and is_faults and plain and isinstance(found, Ctx) and found.owner is into:
                    if isinstance(test, ast.BoolOp):
                        return ast.copy_location(ast.BoolOp(ast.And(), test.values[:-1]), test)
                    return ast.copy_location(ast.Constant(True), test)
        raise self.refused(node, frame, said)


def _said(node: ast.AST) -> str:
    return ast.unparse(node)[:60]


def _is_step(thing: Lifted) -> bool:
    return isinstance(thing, Term) and thing.type in (TEXT, INT)


def _any(alt: Alt) -> Z3:
    return alt.element.any if isinstance(alt.element, Relation) else TRUE


def _optional(thing: Lifted) -> Opt | None:
    return thing if isinstance(thing, Opt) else Opt(TRUE, thing) if isinstance(thing, Term) else None


def _along(steps: Sequence[Term], path: Z3) -> tuple[list[tuple[Z3, Z3]], list[Z3], Z3]:
    """Return what makes ``path`` start with these steps (equations and conditions), and what is left of it."""
    equations, conditions = [], []
    for step in steps:
        if step.type == TEXT:
            conditions.append(PATH_SORT.is_at_key(path))
            equations.append((step.z, PATH_SORT.key(path)))
            path = PATH_SORT.below_key(path)
        else:
            conditions.append(PATH_SORT.is_at_index(path))
            equations.append((step.z, PATH_SORT.index(path)))
            path = PATH_SORT.below_index(path)
    return equations, conditions, path


def _solved(alt: Alt, equations: Sequence[tuple[Z3, Z3]], conditions: Sequence[Z3]) -> Z3:
    """Return that there are binders with all conditions and equations; a binder that an equation gives is replaced."""
    pairs: list[tuple[Z3, Z3]] = []
    left = list(alt.binders)
    more: list[Z3] = []
    for mine, other in equations:
        now = z3.substitute(mine, *pairs) if pairs else mine
        given = next((binder for binder in left if binder.eq(now)), None)
        if given is None:
            more.append(now == other)
        else:
            left = [binder for binder in left if binder is not given]
            pairs.append((given, other))
    every = [z3.substitute(c, *pairs) if pairs else c for c in [*alt.conditions, *conditions, *more]]
    return exists(left, conjunction(every))
