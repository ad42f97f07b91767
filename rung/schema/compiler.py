"""The compiler: one walk over a JSON Schema document that builds the algebra and collects every problem.

Refuse, never ignore: a word outside the dialect's table is a problem, and so is a known word with a value of the wrong
form. A problem leaves its part unconstrained and the walk goes on, so that all problems are found at once; a document
with a problem yields no schema.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass
from typing import Final

from rung.algebra import (
    NO_KEYS,
    NO_SCHEMAS,
    NOTHING,
    ArrayShape,
    Combination,
    Family,
    NumberLimits,
    ObjectShape,
    Schema,
    StringLimits,
    TextPattern,
)
from rung.explain import quoted, shown, shown_name
from rung.pattern import PatternError
from rung.pattern import compile as compile_pattern
from rung.pattern import parse as parse_pattern
from rung.pointer import pointer_in_fragment, step
from rung.schema.dialect import (
    ANNOTATIONS,
    DIALECT_URIS,
    ROOT_WORDS,
    UNDECLARED,
    UNSUPPORTED,
    Dialect,
    dialect_named,
    nearest_word,
)
from rung.schema.graph import graph_problems
from rung.schema.problem import Problem
from rung.value import DecimalFraction, Number, Value, canonical

#: Nesting of schemas within schemas; the root is at 1 (RR-L.12).
DEPTH_LIMIT: Final = 128

#: How many code points the pointers to a document's schemas and problems may have together (RR-L.12).
POINTERS_LIMIT: Final = 16 * 1024 * 1024

_TYPES: Final = ("null", "boolean", "integer", "number", "string", "array", "object")
_TYPES_WANTED: Final = "one of " + ", ".join(_TYPES) + ", or a list of some, each once"
_ANY: Final = Schema()
#: Most schemas say one type and no more: they share these objects.
_PLAIN: Final = {name: Schema(types=frozenset({name})) for name in _TYPES}
_ONE_TYPE: Final = {name: schema.types for name, schema in _PLAIN.items()}

Node = dict[str, Value]


class Pool:
    """What the documents of one registry share: compiled patterns, equal schemas of scalars, equal sets of words."""

    __slots__ = ("patterns", "scalars", "words")

    def __init__(self) -> None:
        self.patterns: dict[str, TextPattern] = {}
        self.scalars: dict[Hashable, Schema] = {}
        self.words: dict[frozenset[str], frozenset[str]] = {}


@dataclass(frozen=True, slots=True)
class Compiled:
    """What a document means: its root, the definitions that a ``$ref`` names, the deciding words that occur in it."""

    root: Schema
    definitions: Mapping[str, Schema]
    words: frozenset[str]


def compile_schema(
    document: Value,
    tool: str | None = None,
    *,
    annotations: Collection[str] = (),
    dialect: Dialect | None = None,
    pool: Pool | None = None,
) -> Compiled | list[Problem]:
    """Return what the document means, or every problem that it has (RR-L.4 to RR-L.12), never both.

    The arguments are those of :func:`read_schema`.
    """
    compiled, problems = read_schema(document, tool, annotations=annotations, dialect=dialect, pool=pool)
    return problems or compiled


def read_schema(
    document: Value,
    tool: str | None = None,
    *,
    annotations: Collection[str] = (),
    dialect: Dialect | None = None,
    pool: Pool | None = None,
) -> tuple[Compiled, list[Problem]]:
    """Return what is understood of the document, and every problem that it has; with one, judge by nothing of it.

    ``document`` is a value as `rung.text` reads it. ``annotations`` are words that a person declared harmless.
    ``dialect`` is the host's, where the host defines one; else ``$schema`` decides. ``pool`` is for documents that
    share.
    """
    walk = _Walk(tool, annotations, Pool() if pool is None else pool)
    walk.choose_dialect(document, dialect)
    root = walk.schema(document, "", 1, None)
    definitions = walk.resolve_references()
    walk.problems += graph_problems(walk.schemas, definitions, walk.references, tool)
    words = frozenset(walk.words)
    return Compiled(root, definitions, walk.pool.words.setdefault(words, words)), walk.problems


class _Walk:
    """The state of one walk: the dialect, the schemas by pointer, the references met, the problems found."""

    def __init__(self, tool: str | None, annotations: Collection[str], pool: Pool) -> None:
        self.tool = tool
        self.annotations = annotations
        self.pool = pool
        self.dialect = UNDECLARED
        self.schemas: dict[str, Schema] = {}
        self.references: dict[str, str] = {}
        self.words: set[str] = set()
        self.problems: list[Problem] = []
        self.written = 0

    def problem(self, clause: str, at: str, keyword: str | None, said: str, advice: str) -> None:
        if self.has_room(at):
            self.problems.append(Problem(clause, self.tool, at, keyword, said, advice))

    def has_room(self, at: str) -> bool:
        """Return whether one more pointer may be kept; the first that may not is a problem of its own."""
        within = self.written <= POINTERS_LIMIT
        self.written += len(at)
        if within and self.written > POINTERS_LIMIT:
            # RR-L.12 "The pointers to a tool's schemas and problems together are at most 16,777,216 code points"
            said = f"the places of its schemas and problems fill more than {POINTERS_LIMIT} characters"
            self.problems.append(Problem("RR-L.12", self.tool, "", None, said, "shorten its keys, or split the tool"))
        return self.written <= POINTERS_LIMIT

    def choose_dialect(self, document: Value, given: Dialect | None) -> None:
        if given is not None:
            self.dialect = given
        if type(document) is not dict or "$schema" not in document:
            return
        named = dialect_named(document["$schema"])
        if named is None:
            # RR-L.7 "A $schema that names no supported dialect [...] is refused."
            self.problem(
                "RR-L.7",
                "/$schema",
                "$schema",
                f"{shown(document['$schema'])} names no supported dialect",
                f"use {' or '.join(DIALECT_URIS)}, or leave it out",
            )
        elif given is None:
            self.dialect = named

    # One schema -------------------------------------------------------------------------------------------------------
    def schema(self, node: Value, at: str, depth: int, word: str | None) -> Schema:
        """Return the schema that ``node`` is; ``word`` is the keyword that holds it, None for the root."""
        if not self.has_room(at):
            return _ANY
        built = self.schemas[at] = self.built(node, at, depth, word)
        return built

    def built(self, node: Value, at: str, depth: int, word: str | None) -> Schema:
        if depth > DEPTH_LIMIT:
            # RR-L.12: A registry or schema beyond the stated limits of length, depth or $ref expansion is refused.
            self.problem("RR-L.12", at, None, f"schemas are nested deeper than {DEPTH_LIMIT}", "flatten them")
            return _ANY
        if node is True:
            return _ANY
        if node is False:
            return NOTHING
        if type(node) is not dict:
            # RR-L.6: A keyword whose value is not of the form that its dialect gives is refused.
            advice = "write prefixItems" if word == "items" and type(node) is list else "write an object, true or false"
            self.problem("RR-L.6", at, word, f"{shown(node)} is no schema", advice)
            return _ANY
        parts = self.parts(node, at)
        if not parts:
            return _ANY
        types = self.types(node, at) if "types" in parts else None
        enum = self.enum(node, at) if "enum" in parts else None
        number = self.number(node, at) if "number" in parts else None
        string = self.string(node, at) if "string" in parts else None
        if "array" not in parts and "object" not in parts and "combination" not in parts and "definitions" not in parts:
            return self.scalar(types, enum, number, string)
        array = self.array(node, at, depth) if "array" in parts else None
        object = self.object(node, at, depth) if "object" in parts else None
        if "definitions" in parts:
            # They judge nothing where they stand, but all that they hold must be understood.
            self.schemas_in_object(node, "$defs", at, depth)
            self.schemas_in_object(node, "definitions", at, depth)
        combination = self.combination(node, at, depth) if "combination" in parts else None
        return Schema(types, enum, number, string, array, object, combination)

    def parts(self, node: Node, at: str) -> set[str]:
        """Return the parts of the algebra that the words of ``node`` say something about; a word of none is judged."""
        found = set()
        words = self.dialect.words
        for word in node:
            if word in words:
                found.add(words[word])
                self.words.add(word)
            elif word not in ANNOTATIONS:
                self.judge_word(word, at)
        if self.dialect.lonely_ref and "$ref" in node:
            # RR-L.7 "in draft-07 a $ref beside any other assertion, is refused": the rule there is to ignore it.
            for word in node:
                if word != "$ref" and words.get(word, "definitions") != "definitions":
                    said = f"draft-07 ignores {quoted(word)} beside $ref"
                    self.problem("RR-L.7", at + step(word), word, said, "move the $ref into allOf")
        return found

    def judge_word(self, word: str, at: str) -> None:
        """Record the problem, if there is one, of a word that decides nothing and is no annotation by itself."""
        if word in ROOT_WORDS:
            if at:
                # RR-L.5 "$id and $schema below the root": they change what the rest means.
                self.problem("RR-L.5", at + step(word), word, f"{quoted(word)} stands below the root", "remove it")
        elif word in UNSUPPORTED:
            # RR-L.5: A keyword of JSON Schema that the rung does not support, or that the schema's dialect does not
            # define, is refused.
            self.problem("RR-L.5", at + step(word), word, f"{quoted(word)} is not supported", UNSUPPORTED[word])
        elif not word.startswith("x-") and word not in self.annotations:
            # RR-L.4: A keyword that no supported dialect defines is refused, unless a person declared it an annotation.
            near = nearest_word(word, self.dialect.name)
            hint = "" if near is None else f"did you mean {quoted(near)}? "
            advice = f"{hint}--annotation {shown_name(word)} accepts it"
            self.problem("RR-L.4", at + step(word), word, f"unknown keyword {quoted(word)}", advice)

    def scalar(
        self,
        types: frozenset[str] | None,
        enum: Mapping[str, Value] | None,
        number: NumberLimits | None,
        string: StringLimits | None,
    ) -> Schema:
        """Return a schema without subschemas; equal ones are one object, for a registry has many."""
        if enum is None and number is None and string is None and types is not None and len(types) == 1:
            (name,) = types
            return _PLAIN[name]
        key = (types, None if enum is None else tuple(enum), number, string)
        known = self.pool.scalars.get(key)
        if known is None:
            known = self.pool.scalars[key] = Schema(types, enum, number, string)
        return known

    # Forms of values --------------------------------------------------------------------------------------------------
    def form(self, node: Node, word: str, at: str, fits: Callable[[Value], bool], wanted: str) -> Value:
        """Return the value of ``word`` if it stands here and fits, else None; a misfit is RR-L.6."""
        if word not in node:
            return None
        value = node[word]
        if fits(value):
            return value
        # RR-L.6: A keyword whose value is not of the form that its dialect gives is refused.
        self.problem("RR-L.6", at + step(word), word, f"{quoted(word)} is {shown(value)}", f"write {wanted}")
        return None

    def count(self, node: Node, word: str, at: str) -> int | None:
        value: int | None = self.form(node, word, at, _is_count, "a whole number, 0 or more")
        return value

    def bound(self, node: Node, word: str, at: str) -> Number | None:
        value: Number | None = self.form(node, word, at, _is_number, "a number")
        return value

    def pattern(self, source: str, at: str, word: str) -> TextPattern | None:
        patterns = self.pool.patterns
        if source in patterns:
            return patterns[source]
        try:
            patterns[source] = TextPattern(source, compile_pattern(parse_pattern(source)))
        except PatternError as error:
            # RR-L.10: A pattern that is not ECMA-262 with the u flag, or that is not regular, is refused.
            # RR-L.11: A pattern that expands to more than 10,000 positions is refused.
            said = str(error).removeprefix(error.clause + " ")
            self.problem(error.clause, at, word, said, "write a regular pattern, or quarantine the tool")
            return None
        return patterns[source]

    # Assertions -------------------------------------------------------------------------------------------------------
    def types(self, node: Node, at: str) -> frozenset[str] | None:
        value = self.form(node, "type", at, _is_types, _TYPES_WANTED)
        if value is None:
            return None
        return _ONE_TYPE[value] if type(value) is str else frozenset(value)

    def enum(self, node: Node, at: str) -> Mapping[str, Value] | None:
        values = self.form(node, "enum", at, _is_list, "a list of values")
        listed = None if values is None else {canonical(value): value for value in values}
        if "const" not in node:
            return listed
        # const is an enum of one; beside enum, a value must be in both.
        name = canonical(node["const"])
        if listed is None or name in listed:
            return {name: node["const"]}
        return {}

    def number(self, node: Node, at: str) -> NumberLimits:
        low, high = self.bound(node, "minimum", at), self.bound(node, "maximum", at)
        over, low = self.exclusive(node, "exclusiveMinimum", "minimum", low, at)
        under, high = self.exclusive(node, "exclusiveMaximum", "maximum", high, at)
        step_size = self.form(node, "multipleOf", at, _is_positive, "a number above 0")
        return NumberLimits(low, high, over, under, step_size)

    def exclusive(
        self, node: Node, word: str, base: str, inclusive: Number | None, at: str
    ) -> tuple[Number | None, Number | None]:
        """Return the exclusive and the inclusive bound, reading draft-04's boolean form where the dialect has it."""
        value = node.get(word)
        if not (self.dialect.boolean_bounds and type(value) is bool):
            return self.bound(node, word, at), inclusive
        if base not in node:
            said = f"{quoted(word)} is {shown(value)} without {quoted(base)}"
            self.problem("RR-L.6", at + step(word), word, said, "write a number")
        return (inclusive, None) if value else (None, inclusive)

    def string(self, node: Node, at: str) -> StringLimits:
        source = self.form(node, "pattern", at, _is_string, "a regular expression as a string")
        pattern = None if source is None else self.pattern(source, at + "/pattern", "pattern")
        return StringLimits(self.count(node, "minLength", at), self.count(node, "maxLength", at), pattern)

    def array(self, node: Node, at: str, depth: int) -> ArrayShape:
        words = self.dialect.words
        if self.dialect.item_arrays and type(node.get("items")) is list:
            prefix_word, rest_word = "items", "additionalItems"
        else:
            prefix_word, rest_word = "prefixItems", "items"
            if "additionalItems" in words:
                # Without an array of items it has no effect (draft-07, 6.4.2), but what it holds must be understood.
                self.optional(node, "additionalItems", at, depth)
        prefix = self.schemas_in_list(node, prefix_word, at, depth) if prefix_word in words else ()
        rest = self.optional(node, rest_word, at, depth)
        closed = node.get(rest_word) is False
        return ArrayShape(
            prefix=prefix,
            items=None if closed else rest,
            closed=closed,
            min_items=self.count(node, "minItems", at),
            max_items=self.count(node, "maxItems", at),
            unique=self.form(node, "uniqueItems", at, _is_bool, "true or false") is True,
        )

    def object(self, node: Node, at: str, depth: int) -> ObjectShape:
        required = self.form(node, "required", at, _is_names, "a list of different strings")
        properties = self.schemas_in_object(node, "properties", at, depth)
        additional = self.optional(node, "additionalProperties", at, depth)
        closed = node.get("additionalProperties") is False
        return ObjectShape(
            properties=properties,
            families=self.families(node, at, depth),
            additional=None if closed else additional,
            closed=closed,
            required=tuple(required or ()),
            min_properties=self.count(node, "minProperties", at),
            max_properties=self.count(node, "maxProperties", at),
            names=self.optional(node, "propertyNames", at, depth),
            dependent=self.dependent(node, at),
        )

    def families(self, node: Node, at: str, depth: int) -> tuple[Family, ...]:
        found = []
        for source, schema in self.schemas_in_object(node, "patternProperties", at, depth).items():
            pattern = self.pattern(source, at + "/patternProperties" + step(source), "patternProperties")
            if pattern is not None:
                found.append(Family(pattern, schema))
        return tuple(found)

    def dependent(self, node: Node, at: str) -> Mapping[str, tuple[str, ...]]:
        if "dependentRequired" not in self.dialect.words:
            return NO_KEYS
        wanted = "an object of lists of different strings"
        lists = self.form(node, "dependentRequired", at, _is_dependent, wanted)
        return {key: tuple(keys) for key, keys in lists.items()} if lists else NO_KEYS

    # Applicators ------------------------------------------------------------------------------------------------------
    def combination(self, node: Node, at: str, depth: int) -> Combination | None:
        condition = self.optional(node, "if", at, depth)
        consequent, alternative = self.optional(node, "then", at, depth), self.optional(node, "else", at, depth)
        parts = Combination(
            ref=self.reference(node, at),
            all_of=self.schemas_in_list(node, "allOf", at, depth),
            any_of=self.schemas_in_list(node, "anyOf", at, depth),
            one_of=self.schemas_in_list(node, "oneOf", at, depth),
            negated=self.optional(node, "not", at, depth),
            condition=condition,
            # Without `if` they have no effect (core 10.2.2.2) and declare nothing (RR-A.3).
            consequent=None if condition is None else consequent,
            alternative=None if condition is None else alternative,
        )
        return None if parts == _NO_COMBINATION else parts

    def optional(self, node: Node, word: str, at: str, depth: int) -> Schema | None:
        return self.schema(node[word], f"{at}/{word}", depth + 1, word) if word in node else None

    def schemas_in_list(self, node: Node, word: str, at: str, depth: int) -> tuple[Schema, ...]:
        nodes = self.form(node, word, at, _is_filled_list, "a list of at least one schema")
        if nodes is None:
            return ()
        return tuple([self.schema(child, f"{at}/{word}/{i}", depth + 1, word) for i, child in enumerate(nodes)])

    def schemas_in_object(self, node: Node, word: str, at: str, depth: int) -> Mapping[str, Schema]:
        nodes = self.form(node, word, at, _is_object, "an object of schemas")
        if not nodes:
            return NO_SCHEMAS
        return {key: self.schema(child, f"{at}/{word}{step(key)}", depth + 1, word) for key, child in nodes.items()}

    def reference(self, node: Node, at: str) -> str | None:
        text = self.form(node, "$ref", at, _is_string, "a JSON Pointer like #/$defs/Name")
        if text is None:
            return None
        target = pointer_in_fragment(text)
        if target is None:
            # RR-L.8: A $ref that is not a JSON Pointer to a schema in the same document is refused.
            said = f"{quoted(text)} is no JSON Pointer into this document"
            self.problem("RR-L.8", at + "/$ref", "$ref", said, "inline what it names")
            return None
        self.references[at + "/$ref"] = target
        return "#" + target

    def resolve_references(self) -> Mapping[str, Schema]:
        if not self.references:
            return NO_SCHEMAS
        definitions = {}
        for at, target in self.references.items():
            if target not in self.schemas:
                # RR-L.8: A $ref that is not a JSON Pointer to a schema in the same document is refused.
                said = f"no schema stands at {quoted('#' + target)}"
                self.problem("RR-L.8", at, "$ref", said, "define it, or correct the pointer")
            definitions["#" + target] = self.schemas.get(target, _ANY)
        return definitions


_NO_COMBINATION: Final = Combination()


def _is_number(value: Value) -> bool:
    return type(value) is int or type(value) is DecimalFraction


def _is_positive(value: Value) -> bool:
    return _is_number(value) and value.numerator > 0


def _is_count(value: Value) -> bool:
    return type(value) is int and value >= 0


def _is_bool(value: Value) -> bool:
    return type(value) is bool


def _is_string(value: Value) -> bool:
    return type(value) is str


def _is_list(value: Value) -> bool:
    return type(value) is list


def _is_filled_list(value: Value) -> bool:
    return type(value) is list and len(value) > 0


def _is_object(value: Value) -> bool:
    return type(value) is dict


def _is_names(value: Value) -> bool:
    return type(value) is list and all(type(name) is str for name in value) and len(set(value)) == len(value)


def _is_dependent(value: Value) -> bool:
    return type(value) is dict and all(_is_names(names) for names in value.values())


def _is_types(value: Value) -> bool:
    if type(value) is str:
        return value in _TYPES
    return _is_names(value) and len(value) > 0 and all(name in _TYPES for name in value)
