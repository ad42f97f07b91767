"""What is asked of the sources: kernel = spec, nothing raises, the induction descends, every clause is reachable.

`theory` reads the files (or the texts given instead of them) and returns the questions, each with the answer that it
should have, written down here. All quantities are unbounded: registries, schemas, values, names and paths are free
symbols. What is assumed is a named premise, and it is only in the questions that need it.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from proofs.lift import rules, source
from proofs.lift.rules import DEFINITIONS, SCHEMA, fails, found
from proofs.lift.source import Module
from proofs.lift.terms import (
    BOOL,
    INT,
    NAME,
    PATH_SORT,
    TEXT,
    VALUE,
    Z3,
    Acc,
    Alt,
    Coll,
    Ctx,
    Lifted,
    Nothing,
    PathV,
    Refused,
    T,
    Term,
    Tup,
    World,
    as_value,
    at,
    canonical,
    choice,
    conjunction,
    denominator,
    disjunction,
    field_of,
    function,
    get,
    has,
    is_kind,
    length,
    map_get,
    map_has,
    negation,
    numerator,
    read_algebra,
    same,
    seq_at,
    seq_length,
    set_has,
    some_field,
    sort,
    text_length,
)
from proofs.lift.translate import Frame, Obligation, Translator
from proofs.solver import SAT, UNSAT, z3

ROOT: Final = Path(__file__).resolve().parents[2]
#: The files that a run is about, in the order in which they are read.
FILES: Final = {
    "rung.algebra": "rung/algebra.py",
    "rung.value": "rung/value.py",
    "rung.clause": "rung/clause.py",
    "rung.context": "rung/context.py",
    "rung.membership": "rung/membership.py",
    "rung.resolve": "rung/resolve.py",
    "specs.declarative": "specs/declarative.py",
}
CLAUSES: Final = tuple(f"RR-H3.{n}" for n in range(1, 8))
CODES: Final = ("H1", "H2", "H3", "allow")


@dataclass(frozen=True, slots=True)
class Premise:
    """Something assumed: its name, the clause that it stands for, in words, and as formulas."""

    name: str
    clause: str
    words: str
    formulas: tuple[Z3, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """One query. ``part`` is membership, resolve, ...; ``words`` say what an ``unsat`` means."""

    part: str
    place: str
    words: str
    formulas: tuple[Z3, ...]
    expected: str


@dataclass(slots=True)
class Theory:
    """All questions about one set of sources, the premises, and what the translations found."""

    world: World
    questions: list[Question] = field(default_factory=list)
    premises: list[Premise] = field(default_factory=list)
    digests: dict[str, str] = field(default_factory=dict)
    membership: Membership | None = None
    resolution: Resolution | None = None


@dataclass(slots=True)
class Membership:
    """One unfolding: the symbols, and that (clause, path) is in the kernel's list, and in the spec's set."""

    definitions: Z3
    schema: Z3
    value: Z3
    clause: Z3
    path: Z3
    kernel: list[tuple[int, Z3]]
    spec: list[tuple[int, Z3]]

    @property
    def in_kernel(self) -> Z3:
        return disjunction([part for _, part in self.kernel])

    @property
    def in_spec(self) -> Z3:
        return disjunction([part for _, part in self.spec])


@dataclass(slots=True)
class Resolution:
    """One decision: the symbols, the two codes, and the formulas that (clause, path) is among the faults."""

    signatures: Z3
    name: Z3
    arguments: Z3
    profile: Z3
    clause: Z3
    path: Z3
    kernel_code: Z3
    spec_code: Z3
    kernel: list[tuple[int, Z3]]
    spec: list[tuple[int, Z3]]


SIGNATURES: Final = T("Mapping", (NAME, T("Signature")))


def texts(changed: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the source texts, by module, some of them changed."""
    return {name: (ROOT / file).read_text(encoding="utf-8") for name, file in FILES.items()} | dict(changed or {})


def modules(found_texts: Mapping[str, str]) -> tuple[World, dict[str, Module]]:
    """Read everything, or raise Refused."""
    algebra = read_algebra(found_texts["rung.algebra"], FILES["rung.algebra"])
    for pinned in ("rung.context", "rung.value"):
        rules.check_pinned(pinned, FILES[pinned], found_texts[pinned])
    constants = source.read("rung.clause", FILES["rung.clause"], found_texts["rung.clause"], {})
    known = {
        "rung.algebra": set(algebra),
        "rung.clause": set(constants.constants),
        "rung.value": {"DecimalFraction", "Number", "Value", "canonical"},
        "rung.context": {"Context", "Path", "alone", "context_of", "is_first_visit", "recall", "remember"},
        "rung.membership": {"Fault", "faults"},
        "rung.deep": {"nested_faults"},
    }
    names = ("rung.membership", "rung.resolve", "specs.declarative")
    return World(algebra), {
        "rung.clause": constants,
        **{name: source.read(name, FILES[name], found_texts[name], known) for name in names},
    }


def theory(changed: Mapping[str, str] | None = None) -> Theory:
    """Return every question about the sources, or raise Refused: by file and line, what is not understood."""
    every = texts(changed)
    world, read = modules(every)
    its = Theory(world)
    its.digests = {FILES[name]: hashlib.sha256(every[name].encode()).hexdigest() for name in FILES}
    _membership(its, read)
    _resolve(its, read)
    return its


# Premises -------------------------------------------------------------------------------------------------------------
def _for_all(variables: Sequence[Z3], body: Z3) -> Z3:
    return z3.ForAll(list(variables), body)


def _sequences(world: World) -> set[T]:
    types = {its.type for fields in world.classes.values() for its in fields.values()}
    types |= {inner for t in types for inner in t.of}
    return {t for t in types if t.name == "tuple"}


def lengths(world: World) -> Premise:
    x, t = z3.Const("x", sort(VALUE)), z3.Const("t", sort(TEXT))
    formulas = [_for_all([x], length(x) >= 0), _for_all([t], text_length(t) >= 0)]
    for each in sorted(_sequences(world), key=str):
        y = z3.Const("y", sort(each))
        formulas.append(_for_all([y], seq_length(each)(y) >= 0))
    return Premise("lengths", "RR-A.8", "The length of a text, list, object or tuple is not negative.", tuple(formulas))


def equality() -> Premise:
    x, y = z3.Consts("x y", sort(VALUE))
    formula = _for_all([x, y], same(x, y) == (canonical(x) == canonical(y)))
    said = "The spec's `same` holds of two values iff the kernel's `canonical` gives them one text. Tested, not proved."
    return Premise("equality", "RR-A.6", said, (formula,))


def enumerations() -> Premise:
    t = T("Mapping", (TEXT, VALUE))
    m, k = z3.Const("m", sort(t)), z3.Const("k", sort(TEXT))
    formula = _for_all([m, k], z3.Implies(map_has(t)(m, k), canonical(map_get(t)(m, k)) == k))
    return Premise("enumerations", "RR-H3.2", "An enum lists each value under its canonical text.", (formula,))


def accepting(definitions: Z3, blank: Z3) -> Premise:
    """The lemma, proved first: it is used of schemas that stand below, which is the hypothesis of the induction."""
    x, c, q = z3.Const("x", sort(VALUE)), z3.Const("c", sort(TEXT)), z3.Const("q", PATH_SORT)
    formulas = (
        _for_all([x, c, q], z3.Not(found(definitions, blank, x, c, q))),
        _for_all([x], z3.Not(fails(definitions, blank, x))),
    )
    return Premise("empty-schema", "RR-A.2", "Nothing fails `Schema()`: the lemma proved in this run.", formulas)


def numbers(world: World) -> Premise:
    x = z3.Const("x", sort(VALUE))
    formulas = [_for_all([x], z3.Implies(is_kind(x, "int", "fraction"), denominator(x) > 0))]
    for owner, fields in world.classes.items():
        for name, its in fields.items():
            if its.number:
                o = z3.Const("o", sort(T(owner)))
                bound = field_of(owner, name, VALUE)(o)
                good = is_kind(bound, "int", "fraction")
                if name == "multiple_of":
                    good = z3.And(good, numerator(bound) > 0)
                formulas.append(_for_all([o], z3.Implies(some_field(owner, name)(o), good)))
    said = "Bounds are numbers, multipleOf is positive, and so is every denominator."
    return Premise("numbers", "RR-L.6", said, tuple(formulas))


def references(definitions: Z3) -> Premise:
    o = z3.Const("o", sort(T("Combination")))
    ref = field_of("Combination", "ref", TEXT)(o)
    formula = _for_all([o], z3.Implies(some_field("Combination", "ref")(o), map_has(DEFINITIONS)(definitions, ref)))
    return Premise("references", "RR-L.8", "Every $ref names a definition.", (formula,))


size: Final = function("size", VALUE, INT)
rank: Final = function("rank", SCHEMA, INT)


def descent(world: World, definitions: Z3, blank: Z3) -> Premise:
    """Values are finite trees; schemas that judge one value in place have a rank: a load check (RR-L.9)."""
    x, k, i = z3.Const("x", sort(VALUE)), z3.Const("k", sort(TEXT)), z3.Int("i")
    s, parts = z3.Const("s", sort(SCHEMA)), T("Combination")
    inside = z3.And(is_kind(x, "dict"), has(x, k))
    formulas = [
        _for_all([x, k], z3.Implies(inside, z3.And(size(get(x, k)) < size(x), size(as_value(k)) < size(x)))),
        _for_all([x, i], z3.Implies(z3.And(is_kind(x, "list"), i >= 0, i < length(x)), size(at(x, i)) < size(x))),
    ]
    has_parts = some_field("Schema", "combination")(s)
    combination = field_of("Schema", "combination", parts)(s)
    formulas.append(_for_all([s], z3.Implies(has_parts, rank(blank) < rank(s))))
    for name, its in world.classes["Combination"].items():
        value = field_of("Combination", name, its.type)(combination)
        if its.type.name == "tuple":
            there = z3.And(has_parts, i >= 0, i < seq_length(its.type)(value))
            formulas.append(_for_all([s, i], z3.Implies(there, rank(seq_at(its.type)(value, i)) < rank(s))))
        else:
            child = map_get(DEFINITIONS)(definitions, value) if its.type == TEXT else value
            there = z3.And(has_parts, some_field("Combination", name)(combination))
            formulas.append(_for_all([s], z3.Implies(there, rank(child) < rank(s))))
    said = "Values are finite, and no schema comes back to itself without descending into the value."
    return Premise("descent", "RR-L.9", said, tuple(formulas))


# Membership -----------------------------------------------------------------------------------------------------------
def _membership(its: Theory, read: Mapping[str, Module]) -> None:
    world = its.world
    definitions = z3.Const("definitions", sort(DEFINITIONS))
    schema, value = z3.Const("schema", sort(SCHEMA)), z3.Const("value", sort(VALUE))
    clause, path = z3.Const("clause", sort(TEXT)), z3.Const("path", PATH_SORT)
    d, s, v = Term(DEFINITIONS, definitions), Term(SCHEMA, schema), Term(VALUE, value)
    kernel = Translator(world, read, rules.MEMBERSHIP, linked=True)
    out = Acc("path", 0, None, root=value)
    returns, _ = kernel.run("rung.membership.faults", [Ctx(d, out), s, v, PathV((), None, "path"), out])
    if returns and not all(isinstance(what, Nothing) for _, what in returns):
        raise Refused(FILES["rung.membership"], 0, "faults returns something")
    spec = Translator(world, read, rules.MEMBERSHIP, linked=False)
    returned, spec_end = spec.run("specs.declarative.faults", [d, s, v])
    sets = _one(returned, spec_end, FILES["specs.declarative"])
    if not isinstance(sets, Coll) or sets.kind != "set":
        raise Refused(FILES["specs.declarative"], 0, "faults returns no set")
    fault = _fault(clause, path)
    found_kernel = [(alt.line, _holds(kernel, alt, fault)) for alt in out.alts]
    found_spec = [(alt.line, _holds(spec, alt, fault)) for alt in sets.alts]
    its.membership = Membership(definitions, schema, value, clause, path, found_kernel, found_spec)
    blank = world.blank("Schema")
    lemma = accepting(definitions, blank)
    plain = [lengths(world), equality(), enumerations()]
    raising = [lengths(world), numbers(world), references(definitions)]
    falling = [descent(world, definitions, blank)]
    its.premises += [*plain, *raising[1:], *falling, lemma]

    def ask(where: str, place: str, words: str, premises: list[Premise], *formulas: Z3, expected: str = UNSAT) -> None:
        given = [f for premise in premises for f in premise.formulas]
        its.questions.append(Question(where, place, words, (*world.axioms(), *given, *formulas), expected))

    in_kernel, in_spec = its.membership.in_kernel, its.membership.in_spec
    for who, whole in (("kernel", in_kernel), ("spec", in_spec)):
        words = f"Of Schema(), the {who} finds nothing in any value."
        ask("lemma", who, words, plain, z3.substitute(whole, (schema, blank)))
    for line, part in found_kernel:
        words = f"What the kernel appends at line {line} is in the spec's set."
        ask("kernel in spec", f"membership.py:{line}", words, [*plain, lemma], part, negation(in_spec))
    for line, part in found_spec:
        words = f"What the spec's set of line {line} holds is appended by the kernel."
        ask("spec in kernel", f"declarative.py:{line}", words, [*plain, lemma], part, negation(in_kernel))
    for place, line, what, happens in _grouped([*kernel.obligations, *spec.obligations]):
        ask("nothing raises", f"{place}:{line}", f"This cannot happen: {what}.", raising, happens)
    for call in [*kernel.calls, *spec.calls]:
        less = disjunction(
            [size(call.value) < size(value), z3.And(call.value == value, rank(call.schema) < rank(schema))]
        )
        words = "The recursive call is about a smaller value, or about the same one and a schema of lower rank."
        place = f"{Path(call.file).name}:{call.line}"
        ask("descent", place, words, falling, call.condition, negation(less))
    for named, assumed in (("nothing raises", raising), ("descent", falling)):
        ask("premises", named, "What is assumed for this can hold together.", assumed, expected=SAT)
    literals = {name: world.text(name).z for name in CLAUSES}
    for name, literal in literals.items():
        words = f"{name} can be found, by the kernel."
        ask("reachable", name, words, [*plain, numbers(world), lemma], in_kernel, clause == literal, expected=SAT)


def _fault(clause: Z3, path: Z3) -> Tup:
    return Tup((Term(TEXT, clause), PathV((), path, None)))


def _holds(tr: Translator, alt: Alt, fault: Lifted) -> Z3:
    module = next(iter(tr.modules.values()))
    nowhere = ast.copy_location(ast.Name("fault", ast.Load()), ast.Constant(0))
    nowhere.lineno = alt.line
    function_node = ast.parse("def faults():\n    pass").body[0]
    if not isinstance(function_node, ast.FunctionDef):
        raise TypeError
    frame = Frame(source.Function(module, function_node, (), frozenset()), {})
    return tr.equals_element(tr.freshened(alt), fault, nowhere, frame)


def _one(returns: list[tuple[Z3, Lifted]], end: Z3, file: str) -> Lifted:
    if len(returns) != 1 or not z3.is_false(end):
        raise Refused(file, 0, "this returns once, at its end")
    return returns[0][1]


def _grouped(obligations: Iterable[Obligation]) -> list[tuple[str, int, str, Z3]]:
    """Return the obligations of each line as one."""
    by_line: dict[tuple[str, int], dict[str, list[Z3]]] = {}
    for one in obligations:
        by_line.setdefault((one.file, one.line), {}).setdefault(one.what, []).append(one.happens)
    found = []
    for (file, line), whats in sorted(by_line.items()):
        happens = disjunction([each for every in whats.values() for each in every])
        found.append((Path(file).name, line, "; ".join(whats), happens))
    return found


# Algorithm 1 ----------------------------------------------------------------------------------------------------------
def _resolve(its: Theory, read: Mapping[str, Module]) -> None:
    world = World(its.world.classes, literals=its.world.literals)
    signatures, name = z3.Const("signatures", sort(SIGNATURES)), z3.Const("name", sort(NAME))
    arguments, profile = z3.Const("arguments", sort(VALUE)), z3.Const("profile", sort(TEXT))
    clause, path = z3.Const("clause", sort(TEXT)), z3.Const("path", PATH_SORT)
    world.dicts.append(arguments)
    given: list[Lifted] = [
        Term(SIGNATURES, signatures),
        Term(NAME, name),
        Term(VALUE, arguments),
        Term(TEXT, profile),
    ]
    kernel = Translator(world, read, rules.RESOLVE, linked=True)
    kernel_code, kernel_faults = _decision(kernel, "rung.resolve.resolve", given, FILES["rung.resolve"])
    spec = Translator(world, read, rules.RESOLVE, linked=False)
    spec_code, spec_faults = _decision(spec, "specs.declarative.decision", given, FILES["specs.declarative"])
    fault = _fault(clause, path)
    found_kernel = [(alt.line, conjunction([when, _holds(kernel, alt, fault)])) for when, alt in kernel_faults]
    found_spec = [(alt.line, conjunction([when, _holds(spec, alt, fault)])) for when, alt in spec_faults]
    its.resolution = Resolution(
        signatures, name, arguments, profile, clause, path, kernel_code, spec_code, found_kernel, found_spec
    )
    signature = Term(T("Signature"), map_get(SIGNATURES)(signatures, name))
    key = z3.Const("k", sort(TEXT))
    links = [*_links(signature.z, key, world.text("RR-H3.6").z), _object(arguments)]
    same_keys = "Two objects with the same keys and values are the same to `faults`: between the objects built here."
    its.premises += [*links, Premise("equal-objects", "RR-A.6", same_keys, ())]

    def ask(where: str, place: str, words: str, *formulas: Z3, expected: str = UNSAT) -> None:
        assumed = [f for premise in [lengths(world), *links] for f in premise.formulas]
        its.questions.append(Question(where, place, words, (*world.axioms(), *assumed, *formulas), expected))

    ask("decision", "code", "Kernel and spec give the same code.", kernel_code != spec_code)
    in_kernel = disjunction([part for _, part in found_kernel])
    in_spec = disjunction([part for _, part in found_spec])
    for line, part in found_kernel:
        words = f"What the kernel reports from line {line} is in the spec's set."
        ask("decision", f"resolve.py:{line}", words, part, negation(in_spec))
    for line, part in found_spec:
        words = f"What the spec's set of line {line} holds is reported by the kernel."
        ask("decision", f"declarative.py:{line}", words, part, negation(in_kernel))
    for place, line, what, happens in _grouped([*kernel.obligations, *spec.obligations]):
        ask("nothing raises", f"{place}:{line}", f"This cannot happen: {what}.", happens)
    for code in CODES:
        ask("reachable", code, f"The kernel can answer {code}.", kernel_code == world.text(code).z, expected=SAT)
    for one in ("RR-H1.1", "RR-H2.1", "RR-H2.2"):
        ask("reachable", one, f"{one} can be reported.", in_kernel, clause == world.text(one).z, expected=SAT)


def _decision(tr: Translator, qualified: str, arguments: list[Lifted], file: str) -> tuple[Z3, list[tuple[Z3, Alt]]]:
    """Return the code, and each part of the faults with the condition under which it is returned."""
    returns, end = tr.run(qualified, arguments)
    if not z3.is_false(z3.simplify(end)) or not returns:
        raise Refused(file, 0, f"{qualified} may come to its end without a decision")
    code: Z3 | None = None
    faults: list[tuple[Z3, Alt]] = []
    for when, what in reversed(returns):
        match what:
            case Tup((Term(t, z), Coll(_, alts))) if t == TEXT:
                code = z if code is None else choice(when, z, code)
                faults += [(when, alt) for alt in alts]
            case _:
                raise Refused(file, 0, f"{qualified} returns no code and faults")
    return code, faults


def _object(arguments: Z3) -> Premise:
    return Premise("arguments", "RR-W.3", "The arguments are an object.", (is_kind(arguments, "dict"),))


def _links(signature: Z3, key: Z3, nested: Z3) -> list[Premise]:
    """What the loader derives from the root is what the spec derives: tested (tests/test_kernel_is_spec.py)."""
    keys = T("tuple", (TEXT,))
    definitions = field_of("Signature", "definitions", DEFINITIONS)(signature)
    root = field_of("Signature", "root", SCHEMA)(signature)
    body = field_of("Signature", "body", SCHEMA)(signature)
    listed = field_of("Signature", "required", keys)(signature)
    i, x = z3.Int("i"), z3.Const("x", sort(VALUE))
    c, q = z3.Const("c", sort(TEXT)), z3.Const("q", PATH_SORT)
    required = rules.required(definitions, root, key)
    names, patterns = T("frozenset", (TEXT,)), T("tuple", (T("TextPattern"),))
    families = field_of("Signature", "families", patterns)(signature)
    matches = function("TextPattern.found_in", T("TextPattern"), TEXT, BOOL)
    matched = z3.And(i >= 0, i < seq_length(patterns)(families), matches(seq_at(patterns)(families, i), key))
    # Written here, not read from the kernel: the kernel's `declares` has to be shown to say this.
    derived = z3.Or(
        set_has(names)(field_of("Signature", "declared", names)(signature), key),
        field_of("Signature", "open", BOOL)(signature),
        z3.Exists([i], matched),
    )
    is_listed = z3.Exists([i], z3.And(i >= 0, i < seq_length(keys)(listed), seq_at(keys)(listed, i) == key))
    missing = z3.Exists([key], z3.And(q == PATH_SORT.at_key(key, PATH_SORT.here), required, z3.Not(has(x, key))))
    return [
        Premise(
            "declared",
            "RR-A.3",
            "A key is in `declared` or `families`, or the tool is `open`, iff the spec's `declared` holds. Tested.",
            (_for_all([key], derived == rules.declared(definitions, root, key)),),
        ),
        Premise(
            "required",
            "RR-A.3",
            "The keys in the signature's `required` are those of the spec's `required`. Tested.",
            (_for_all([key], is_listed == required),),
        ),
        Premise(
            "body",
            "RR-H2.2",
            "What fails the signature's `body` is what fails its root, but for the missing required keys. Tested.",
            (
                _for_all(
                    [x, c, q],
                    found(definitions, body, x, c, q)
                    == z3.And(found(definitions, root, x, c, q), z3.Not(z3.And(c == nested, missing))),
                ),
            ),
        ),
        Premise(
            "any",
            "",
            "By definition: a value fails a schema iff there is a fault, and the same for profile deep.",
            (
                _for_all([x], fails(definitions, body, x) == z3.Exists([c, q], found(definitions, body, x, c, q))),
                _for_all(
                    [x],
                    rules.some_undeclared(definitions, root, x)
                    == z3.Exists([c, q], rules.undeclared(definitions, root, x, c, q)),
                ),
            ),
        ),
    ]
