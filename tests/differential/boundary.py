"""Calls on both sides of every constraint of a signature: deterministic, found by walking the algebra.

At each place of the schema the rest of the call is an example that fits, and the value there stands just inside, or
just outside, of one constraint. A constraint is *sure* where it holds whatever else validates (through properties,
items, allOf and $ref, outside of branches): then the kernel must report its clause at its place for the outside, and
must not for the inside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from rung.algebra import Combination, Schema, Signature
from rung.context import context_of
from rung.membership import accepts
from rung.value import DecimalFraction, Number, Value, canonical, decimal_number
from tests import strategies

T = TypeVar("T")
Path = tuple[str | int, ...]
Make = Callable[[Value], Value]
Definitions = Mapping[str, Schema]

#: How deep a call is built, and how many ways through the branches of one place are walked.
DEPTH = 5
WAYS = 40
FRESH = "zz~undeclared/key"
#: Texts of the forms that patterns ask for.
TEXTS = ("https://a.b/c", "2026-12-01", "a@b.cd", "0f" * 9, "#A1B2C3", "v1.2.3", "GD", "AS123", "12:30", "+491234567")


@dataclass(frozen=True, slots=True)
class Case:
    """One call on one side of a constraint: its word, its clause, where its fault would stand, and what is called."""

    word: str
    clause: str
    path: Path
    inside: bool
    sure: bool
    arguments: dict[str, Value]


class First:
    """A chooser without chance: the first option, the least number, never an extra."""

    def pick(self, options: Sequence[T]) -> T:
        return options[0]

    def chance(self, percent: int) -> bool:
        return False

    def number(self, least: int, most: int) -> int:
        return least


@dataclass(frozen=True, slots=True)
class _Atom:
    """A schema without its combination, and whether it holds whichever branch validates."""

    schema: Schema
    spine: bool


def cases(signature: Signature) -> Iterator[Case]:
    """Yield the calls of a signature; what has no outside (an optional key, an annotation) has no case."""
    walk = _Walk(signature.definitions)
    for case in walk.place((signature.root,), lambda value: value, (), True, 0):
        if type(case.arguments) is dict:
            yield _at_the_root(case, signature)
    example = walk.example([signature.root])
    if type(example) is dict:
        yield Case("declared", "RR-H2.1", (FRESH,), True, True, example)
        if not signature.open and not any(pattern.found_in(FRESH) for pattern in signature.families):
            yield Case("declared", "RR-H2.1", (FRESH,), False, True, example | {FRESH: 1})


def _at_the_root(case: Case, signature: Signature) -> Case:
    """Return the case as Algorithm 1 reports it: a required or an undeclared root key is H2's."""
    if len(case.path) == 1 and case.clause == "RR-H3.6":
        if case.word == "required" and case.path[0] in signature.required:
            return replace(case, clause="RR-H2.2")
        if case.word == "additionalProperties" and case.path[0] not in signature.declared:
            return replace(case, clause="RR-H2.1")
    return case


class _Walk:
    def __init__(self, definitions: Definitions) -> None:
        self.definitions = definitions
        self.seen: dict[tuple[int, ...], int] = {}

    def example(self, schemas: Sequence[Schema]) -> Value:
        return strategies.fitting(First(), self.definitions, schemas)

    def place(self, schemas: tuple[Schema, ...], make: Make, path: Path, sure: bool, depth: int) -> Iterator[Case]:
        """Yield the cases of one place, judged by all of ``schemas``, and of all that is below it."""
        name = tuple(sorted(id(schema) for schema in schemas))
        self.seen[name] = self.seen.get(name, 0) + 1
        if depth > DEPTH or self.seen[name] > 30:
            return
        done: set[int] = set()
        for atoms in self.ways(schemas):
            together = [atom.schema for atom in atoms]
            for atom in atoms:
                if id(atom.schema) not in done:
                    done.add(id(atom.schema))
                    for word, clause, where, inside, value in self.sides(atom.schema, together):
                        yield Case(word, clause, (*path, *where), inside, sure and atom.spine, make(value))
            yield from self.below(atoms, make, path, sure, depth)
        yield from self.combined(schemas, make, path, sure)

    # Ways through the branches of a place -----------------------------------------------------------------------------
    def ways(self, schemas: tuple[Schema, ...]) -> Iterator[list[_Atom]]:
        """Yield the first branch of every combination, then each other branch once."""
        groups: list[list[list[Schema]]] = []
        spine = [atom for schema in schemas for atom in self.spine(schema, groups)]
        # The atoms of one way are kept, so that they are the same objects in each.
        branches = [[[a for s in branch for a in self.spine(s, [])] for branch in group] for group in groups]
        chosen = [0] * len(groups)
        yield [*spine, *(replace(a, spine=False) for i, g in enumerate(branches) for a in g[chosen[i]])]
        ways = 0
        for i, group in enumerate(branches):
            for j in range(1, len(group)):
                ways += 1
                if ways > WAYS:
                    return
                now = [*chosen[:i], j, *chosen[i + 1 :]]
                yield [*spine, *(replace(a, spine=False) for k, g in enumerate(branches) for a in g[now[k]])]

    def spine(self, schema: Schema, groups: list[list[list[Schema]]]) -> list[_Atom]:
        parts = schema.combination
        if parts is None:
            return [_Atom(schema, True)]
        found = [_Atom(replace(schema, combination=None), True)]
        if parts.ref is not None:
            found += self.spine(self.definitions[parts.ref], groups)
        for branch in parts.all_of:
            found += self.spine(branch, groups)
        groups += [[[branch] for branch in branches] for branches in (parts.any_of, parts.one_of) if branches]
        if parts.condition is not None:
            then = [s for s in (parts.condition, parts.consequent) if s is not None]
            groups.append([then, [] if parts.alternative is None else [parts.alternative]])
        return found

    # What stands below a place ----------------------------------------------------------------------------------------
    def below(self, atoms: list[_Atom], make: Make, path: Path, sure: bool, depth: int) -> Iterator[Case]:
        together = [atom.schema for atom in atoms]
        spine = [atom.schema for atom in atoms if atom.spine]
        objects = [schema.object for schema in together if schema.object is not None]
        keys = dict.fromkeys(key for shape in objects for key in shape.properties)
        if any(shape.additional is not None for shape in objects):
            keys["extra"] = None
        base = strategies.fitting(First(), self.definitions, [_of_type(together, "object")]) if objects else {}
        for key in keys:
            judges = _at_key(together, key)
            certain = sure and len(_at_key(spine, key)) == len(judges)
            if judges and type(base) is dict:
                yield from self.place(
                    tuple(judges), lambda v, k=key: make(base | {k: v}), (*path, key), certain, depth + 1
                )
        arrays = [schema.array for schema in together if schema.array is not None]
        for i in range(max((len(shape.prefix) for shape in arrays), default=0) + 1 if arrays else 0):
            judges = _at_index(together, i)
            certain = sure and len(_at_index(spine, i)) == len(judges)
            if judges:
                least = max((shape.min_items or 0 for shape in arrays), default=0)
                before = [self.example(_at_index(together, j)) for j in range(i)]
                after = [self.example(_at_index(together, j)) for j in range(i + 1, min(least, 20))]
                yield from self.place(
                    tuple(judges), lambda v, b=before, a=after: make([*b, v, *a]), (*path, i), certain, depth + 1
                )

    def combined(self, schemas: tuple[Schema, ...], make: Make, path: Path, sure: bool) -> Iterator[Case]:
        """Yield the cases of the combinations themselves: a value that fits none, and one that fits ``not``."""
        for schema in [part for judge in schemas for part in self.spine_of(judge)]:
            parts = schema.combination
            if parts is None:
                continue
            fitting = self.example(schemas)
            for word, branches in (("anyOf", parts.any_of), ("oneOf", parts.one_of)):
                if branches:
                    yield Case(word, "RR-H3.7", path, True, sure and self.accepts(schema, fitting), make(fitting))
                    for value in self.none_of(branches):
                        yield Case(word, "RR-H3.7", path, False, sure, make(value))
                        break
            if parts.negated is not None:
                yield Case("not", "RR-H3.7", path, True, False, make(fitting))
                negated = self.example([*schemas, parts.negated])
                if self.accepts(parts.negated, negated):
                    yield Case("not", "RR-H3.7", path, False, sure, make(negated))
            for branch in (*parts.any_of, *parts.one_of):
                if branch.combination is not None:
                    yield from self.combined((branch,), make, path, False)

    def spine_of(self, schema: Schema) -> Iterator[Schema]:
        yield schema
        if schema.combination is not None:
            parts = schema.combination
            named = () if parts.ref is None else (self.definitions[parts.ref],)
            for child in (*named, *parts.all_of):
                yield from self.spine_of(child)

    def accepts(self, schema: Schema, value: Value) -> bool:
        return accepts(context_of(self.definitions), schema, value)

    def none_of(self, branches: Sequence[Schema]) -> Iterator[Value]:
        near = [strategies.fitting(First(), self.definitions, [branch]) for branch in branches]
        changed = [strategies.mutated(strategies.Seeded(i), value) for i in range(20) for value in near]
        for value in (*strategies.CONSTANTS, -1, decimal_number(5, -1), ["zz"], {"zz": 1}, *changed):
            if not any(self.accepts(branch, value) for branch in branches):
                yield value

    # The two sides of each constraint ---------------------------------------------------------------------------------
    def sides(self, atom: Schema, together: list[Schema]) -> Iterator[tuple[str, str, Path, bool, Value]]:
        """Yield (word, clause, path from here, inside, value) for every constraint of ``atom``."""
        if atom.types is not None:
            for name in sorted(atom.types):
                yield "type", "RR-H3.1", (), True, self.example([_of_type(together, name)])
            for wrong in (None, True, 7, decimal_number(15, -1), "7", [], {}):
                if not self.accepts(Schema(types=atom.types), wrong):
                    yield "type", "RR-H3.1", (), False, wrong
        if atom.enum is not None:
            for value in atom.enum.values():
                yield "enum", "RR-H3.2", (), True, value
                for other in _close_to(value):
                    if canonical(other) not in atom.enum:
                        yield "enum", "RR-H3.2", (), False, other
        yield from self.number_sides(atom)
        yield from self.string_sides(atom, together)
        yield from self.array_sides(atom, together)
        yield from self.object_sides(atom, together)

    def number_sides(self, atom: Schema) -> Iterator[tuple[str, str, Path, bool, Value]]:
        limits = atom.number
        if limits is None:
            return
        whole = atom.types is not None and "number" not in atom.types
        step: Number = 1 if whole else decimal_number(1, -6)
        for word, bound, way, closed in (
            ("minimum", limits.minimum, 1, True),
            ("maximum", limits.maximum, -1, True),
            ("exclusiveMinimum", limits.exclusive_minimum, 1, False),
            ("exclusiveMaximum", limits.exclusive_maximum, -1, False),
        ):
            if bound is not None:
                inner, outer = strategies.plus(bound, _times(step, way)), strategies.plus(bound, _times(step, -way))
                yield word, "RR-H3.3", (), True, bound if closed else inner
                yield word, "RR-H3.3", (), False, outer if closed else bound
                yield word, "RR-H3.3", (), False, strategies.plus(bound, -1000 * way)
        if limits.multiple_of is not None:
            size = limits.multiple_of
            yield "multipleOf", "RR-H3.3", (), True, strategies.plus(size, strategies.plus(size, size))
            half = decimal_number(size.numerator * 5, -len(str(size.denominator)))
            yield "multipleOf", "RR-H3.3", (), False, half

    def string_sides(self, atom: Schema, together: list[Schema]) -> Iterator[tuple[str, str, Path, bool, Value]]:
        limits = atom.string
        if limits is None:
            return
        for word, length, outside in (
            ("minLength", limits.min_length, -1),
            ("maxLength", limits.max_length, 1),
        ):
            if length is not None:
                for character in ("a", "\U0001f600", "G"):
                    # A pattern beside it is of the same clause: what fails that is not inside.
                    if limits.pattern is None or limits.pattern.found_in(character * length):
                        yield word, "RR-H3.4", (), True, character * length
                    if length + outside >= 0:
                        yield word, "RR-H3.4", (), False, character * (length + outside)
        if limits.pattern is not None:
            for text in (*strategies.TEXTS, *TEXTS):
                yield "pattern", "RR-H3.4", (), limits.pattern.found_in(text), text

    def array_sides(self, atom: Schema, together: list[Schema]) -> Iterator[tuple[str, str, Path, bool, Value]]:
        shape = atom.array
        if shape is None:
            return

        def items(count: int) -> list[Value]:
            made = [self.example(_at_index(together, i)) for i in range(count)]
            if any(schema.array is not None and schema.array.unique for schema in together):
                names = {canonical(item) for item in made}
                if len(names) < count:
                    near = [f"u{i}" if type(item) is str else i for i, item in enumerate(made)]
                    made = [near[i] if type(item) in (str, int) else item for i, item in enumerate(made)]
            return made

        if shape.min_items is not None:
            yield "minItems", "RR-H3.5", (), True, items(shape.min_items)
            if shape.min_items > 0:
                yield "minItems", "RR-H3.5", (), False, items(shape.min_items - 1)
        if shape.max_items is not None and shape.max_items < 2_000:
            yield "maxItems", "RR-H3.5", (), True, items(shape.max_items)
            yield "maxItems", "RR-H3.5", (), False, items(shape.max_items + 1)
        if shape.unique:
            yield "uniqueItems", "RR-H3.5", (), True, items(2)
            yield "uniqueItems", "RR-H3.5", (), False, items(1) * 2
        if shape.closed:
            yield "items", "RR-H3.5", (len(shape.prefix),), True, items(len(shape.prefix))
            yield "items", "RR-H3.5", (len(shape.prefix),), False, [*items(len(shape.prefix)), 1]

    def object_sides(self, atom: Schema, together: list[Schema]) -> Iterator[tuple[str, str, Path, bool, Value]]:
        shape = atom.object
        if shape is None:
            return
        base = self.example([_of_type(together, "object")])
        if type(base) is not dict:
            return
        for key in shape.required:
            yield "required", "RR-H3.6", (key,), True, base
            yield "required", "RR-H3.6", (key,), False, {k: v for k, v in base.items() if k != key}
        if shape.closed:
            yield "additionalProperties", "RR-H3.6", (FRESH,), True, base
            yield "additionalProperties", "RR-H3.6", (FRESH,), False, base | {FRESH: 1}
        if shape.names is not None:
            for key in (*strategies.KEYS, FRESH):
                fits = self.accepts(shape.names, key)
                yield "propertyNames", "RR-H3.6", (key,), fits, base | {key: self.example(_at_key(together, key))}
        many = base | {f"p{i}": self.example(_at_key(together, f"p{i}")) for i in range(20)}
        for word, count, outside in (
            ("minProperties", shape.min_properties, -1),
            ("maxProperties", shape.max_properties, 1),
        ):
            if count is not None:
                yield word, "RR-H3.6", (), True, dict(list(many.items())[:count])
                if 0 <= count + outside <= len(many):
                    yield word, "RR-H3.6", (), False, dict(list(many.items())[: count + outside])
        for key, needed in shape.dependent.items():
            if needed:
                yield "dependentRequired", "RR-H3.7", (), False, {key: self.example(_at_key(together, key))}


def _times(number: Number, way: int) -> Number:
    return number * way if type(number) is int else DecimalFraction(number.numerator * way, number.denominator)


def _of_type(together: Sequence[Schema], name: str) -> Schema:
    """Return one schema for all of ``together``, where the value has this type."""
    return Schema(types=frozenset({name}), combination=Combination(all_of=tuple(together)))


def _at_key(together: Sequence[Schema], key: str) -> list[Schema]:
    found: list[Schema] = []
    for schema in together:
        shape = schema.object
        if shape is not None:
            own = [shape.properties[key]] if key in shape.properties else []
            own += [family.schema for family in shape.families if family.pattern.found_in(key)]
            found += own or ([] if shape.additional is None else [shape.additional])
    return found


def _at_index(together: Sequence[Schema], i: int) -> list[Schema]:
    shapes = [schema.array for schema in together if schema.array is not None]
    judges = [shape.prefix[i] if i < len(shape.prefix) else shape.items for shape in shapes]
    return [judge for judge in judges if judge is not None]


def _close_to(value: Value) -> Iterator[Value]:
    """Yield values that a lenient validator may take for ``value``."""
    if type(value) is str:
        yield from (value + " ", value.upper(), value.title(), value[:-1], value + "\n", None)
    elif type(value) is bool:
        yield from (int(value), str(value), str(value).lower())
    elif type(value) is int or type(value) is DecimalFraction:
        yield from (strategies.plus(value, 1), str(value.numerator), value == 1)
    else:
        yield from ("", 0, False, "null")
