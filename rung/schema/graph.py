"""What a document's schemas reach: cycles without progress (RR-L.9) and expansion (RR-L.12).

An edge leads *in place* from a schema to one that judges the same value: $ref, allOf, anyOf, oneOf, not, if, then,
else. All other edges descend into a part of the value. The kernel recurses along both. Without cycles of edges in
place, and with their chains bounded, its recursion is bounded by the depth of the value: this is the premise on which
the proofs of the kernel stand, and this module is where it is checked. Nothing here recurses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from rung.algebra import Schema
from rung.schema.problem import Problem

#: How many schemas may judge one value, counted with repetition, and how long a chain of them may be (RR-L.12).
EXPANSION_LIMIT: Final = 10_000
CHAIN_LIMIT: Final = 128

#: A schema is named by its id: equal schemas at different places are different schemas here.
Edges: TypeAlias = Mapping[int, list[int]]


def in_place(definitions: Mapping[str, Schema], schema: Schema) -> list[Schema]:
    """Return the schemas that judge the same value as ``schema``, one edge away."""
    parts = schema.combination
    if parts is None:
        return []
    single = (parts.negated, parts.condition, parts.consequent, parts.alternative)
    named = () if parts.ref is None else (definitions[parts.ref],)
    return [*named, *parts.all_of, *parts.any_of, *parts.one_of, *(child for child in single if child is not None)]


def graph_problems(
    schemas: Mapping[str, Schema], definitions: Mapping[str, Schema], references: Mapping[str, str], tool: str | None
) -> list[Problem]:
    """Return the problems of a document's edges in place: every $ref on a cycle, else every schema that goes too far.

    ``schemas`` holds every schema by its pointer, ``definitions`` those that a reference names, ``references`` the
    pointer of each ``$ref`` with its target.
    """
    if not references and len(schemas) <= EXPANSION_LIMIT:
        return []
    edges = {
        id(schema): [id(child) for child in in_place(definitions, schema)]
        for schema in (*schemas.values(), *definitions.values())
    }
    order = leaves_first(edges)
    place = {name: i for i, name in enumerate(order)}
    if any(place[child] >= place[name] for name, children in edges.items() for child in children):
        # RR-L.9: A $ref that comes back to itself without descending into the value is refused.
        component = components(edges, order)
        said, advice = "this reference comes back to itself without descending into the value", "break the cycle"
        return [
            Problem("RR-L.9", tool, at, "$ref", said, advice)
            for at, target in references.items()
            if component[id(schemas[at.removesuffix("/$ref")])] == component[id(definitions["#" + target])]
        ]
    # RR-L.12: A registry or schema beyond the stated limits of length, depth or $ref expansion is refused.
    beyond = expanding_too_far(edges, order)
    return [
        Problem("RR-L.12", tool, at, None, beyond[id(schema)], "say it with fewer references")
        for at, schema in schemas.items()
        if id(schema) in beyond
    ]


def leaves_first(edges: Edges) -> list[int]:
    """Return every name after all that it leads to, as far as there are no cycles."""
    order: list[int] = []
    met: set[int] = set()
    for start in edges:
        path = [] if start in met else [(start, iter(edges[start]))]
        met.add(start)
        while path:
            name, children = path[-1]
            child = next((child for child in children if child not in met), None)
            if child is None:
                order.append(name)
                path.pop()
            else:
                met.add(child)
                path.append((child, iter(edges[child])))
    return order


def components(edges: Edges, order: Sequence[int]) -> Mapping[int, int]:
    """Return for every name one that stands for all with which it shares a cycle (Kosaraju's second pass)."""
    back: dict[int, list[int]] = {name: [] for name in edges}
    for name, children in edges.items():
        for child in children:
            back[child].append(name)
    component: dict[int, int] = {}
    for start in reversed(order):
        waiting = [start]
        while waiting:
            name = waiting.pop()
            if name not in component:
                component[name] = start
                waiting.extend(back[name])
    return component


def expanding_too_far(edges: Edges, order: Iterable[int]) -> Mapping[int, str]:
    """Return what to say of each schema that goes beyond a limit where nothing that it leads to does yet."""
    found: dict[int, str] = {}
    sizes: dict[int, int] = {}
    chains: dict[int, int] = {}
    for name in order:
        size = 1 + sum([sizes[child] for child in edges[name]])
        chain = 1 + max([chains[child] for child in edges[name]], default=0)
        sizes[name], chains[name] = min(size, EXPANSION_LIMIT + 1), min(chain, CHAIN_LIMIT + 1)
        beneath = any(sizes[child] > EXPANSION_LIMIT or chains[child] > CHAIN_LIMIT for child in edges[name])
        if size > EXPANSION_LIMIT and not beneath:
            found[name] = f"more than {EXPANSION_LIMIT} schemas judge one value here"
        elif chain > CHAIN_LIMIT and not beneath:
            found[name] = f"a chain of more than {CHAIN_LIMIT} schemas judges one value here"
    return found
