"""From a compiled schema to a signature: which keys the root declares and requires (RR-A.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from rung.algebra import Schema, Signature, TextPattern
from rung.explain import quoted
from rung.pointer import step
from rung.resolve import declares
from rung.schema.compiler import Compiled, Pool, read_schema
from rung.schema.dialect import Dialect
from rung.schema.problem import Problem
from rung.value import Value

Definitions: TypeAlias = Mapping[str, Schema]


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a tool's schema means to the registry: its signature, and the deciding words that occur in it."""

    signature: Signature
    words: frozenset[str]


def load_signature(
    document: Value,
    tool: str | None,
    *,
    annotations: Collection[str] = (),
    dialect: Dialect | None = None,
    pool: Pool | None = None,
) -> Loaded | list[Problem]:
    """Return what a tool's schema means, or every problem that it has (RR-L.4 to RR-L.12, RR-L.14, RR-L.15).

    RR-L.14 is judged only where all else is understood: what was not may be what declares the key. The root is not
    judged where RR-L.9 or RR-L.12 is found. The arguments are those of `compile_schema`.
    """
    compiled, problems = read_schema(document, tool, annotations=annotations, dialect=dialect, pool=pool)
    if any(problem.clause in ("RR-L.9", "RR-L.12") for problem in problems):
        return problems
    if problems:
        return [*problems, *root_problems(compiled, tool)]
    signature = signature_of(compiled, tool)
    return signature if isinstance(signature, list) else Loaded(signature, compiled.words)


def signature_of(compiled: Compiled, tool: str | None) -> Signature | list[Problem]:
    """Return the tool's signature, or the problems of its root: no object (RR-L.15), or accepting nothing (RR-L.14)."""
    signature = derive(compiled.root, compiled.definitions)
    problems = [
        *root_problems(compiled, tool),
        # RR-L.14: A tool that requires a key which its closed root does not declare is refused, for it accepts nothing.
        *(
            Problem("RR-L.14", tool, at + "/required", "required", f"{quoted(key)} is required but not declared",
                    f"declare {quoted(key)} in properties, or do not require it")
            for at, part in on_spine(compiled.definitions, compiled.root, "")
            if part.object is not None
            for key in part.object.required
            if not declares(signature, key)
        ),
    ]  # fmt: skip
    return list(dict.fromkeys(problems)) or signature


def root_problems(compiled: Compiled, tool: str | None) -> list[Problem]:
    """Return a problem for every schema on the root's spine that admits no object."""
    found = []
    for at, part in on_spine(compiled.definitions, compiled.root, ""):
        # RR-L.15: A tool whose schema's root is not an object is refused.
        if part.types is not None and "object" not in part.types:
            admitted = " or ".join(sorted(part.types))
            # Only the schema false admits no type at all, and it has no keyword.
            keyword, place = ("type", at + "/type") if admitted else (None, at)
            said = f"the root admits {admitted or 'nothing'}, but no object"
            advice = 'arguments are an object: write "type": "object"'
            found.append(Problem("RR-L.15", tool, place, keyword, said, advice))
    return list(dict.fromkeys(found))


def derive(root: Schema, definitions: Definitions) -> Signature:
    """Return the signature of a root: what it declares and requires, and its body."""
    places = list(in_place(definitions, root, ""))
    closed = root.object is not None and root.object.closed
    # RR-A.3 "additionalProperties: false in the root schema object itself cancels the families of all other in-place
    # subschemas."
    holders = [place for place in places if place[0] == "" or not closed]
    patterns: list[TextPattern] = []
    open_at: list[str] = []
    is_open = False
    for at, part in holders:
        if part.object is None:
            continue
        for family in part.object.families:
            patterns.append(family.pattern)
            open_at.append(at + "/patternProperties" + step(family.pattern.source))
        if part.object.additional is not None:
            is_open = True
            open_at.append(at + "/additionalProperties")
    required = dict.fromkeys(
        key for _, part in on_spine(definitions, root, "") if part.object is not None for key in part.object.required
    )
    return Signature(
        root=root,
        definitions=definitions,
        declared=names_declared([part for _, part in places]),
        families=tuple(dict.fromkeys(patterns)),
        open=is_open,
        required=tuple(required),
        body=without_required(definitions, root) if required else root,
        open_at=tuple(dict.fromkeys(open_at)),
    )


def names_declared(places: list[Schema]) -> Collection[str]:
    """Return the names in ``properties`` of all places; one place's own mapping serves as it is."""
    mappings = [part.object.properties for part in places if part.object is not None and part.object.properties]
    if len(mappings) == 1:
        return mappings[0]
    return frozenset(key for mapping in mappings for key in mapping)


def in_place(definitions: Definitions, schema: Schema, at: str) -> Iterator[tuple[str, Schema]]:
    """Yield, each with its pointer, ``schema`` and every schema that may judge the same value; ``not`` excepted."""
    yield at, schema
    parts = schema.combination
    if parts is None:
        return
    if parts.ref is not None:
        yield from in_place(definitions, definitions[parts.ref], parts.ref[1:])
    for word, branches in (("allOf", parts.all_of), ("anyOf", parts.any_of), ("oneOf", parts.one_of)):
        for i, branch in enumerate(branches):
            yield from in_place(definitions, branch, f"{at}/{word}/{i}")
    for word, child in (("if", parts.condition), ("then", parts.consequent), ("else", parts.alternative)):
        if child is not None:
            yield from in_place(definitions, child, f"{at}/{word}")


def on_spine(definitions: Definitions, schema: Schema, at: str) -> Iterator[tuple[str, Schema]]:
    """Yield, each with its pointer, ``schema`` and every schema that holds with it: through allOf and $ref."""
    yield at, schema
    parts = schema.combination
    if parts is None:
        return
    if parts.ref is not None:
        yield from on_spine(definitions, definitions[parts.ref], parts.ref[1:])
    for i, branch in enumerate(parts.all_of):
        yield from on_spine(definitions, branch, f"{at}/allOf/{i}")


def without_required(definitions: Definitions, schema: Schema) -> Schema:
    """Return ``schema`` without the ``required`` of its spine: a ``$ref`` there becomes a branch of allOf."""
    shape, parts = schema.object, schema.combination
    if shape is not None and shape.required:
        shape = replace(shape, required=())
    if parts is not None and (parts.ref is not None or parts.all_of):
        named = () if parts.ref is None else (definitions[parts.ref],)
        parts = replace(
            parts, ref=None, all_of=tuple([without_required(definitions, part) for part in (*named, *parts.all_of)])
        )
    return replace(schema, object=shape, combination=parts)
