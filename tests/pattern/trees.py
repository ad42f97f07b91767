"""Random trees, and the source that a tree may be written as."""

from __future__ import annotations

from hypothesis import strategies as st

from rung.pattern import (
    Alternative,
    CharacterSet,
    Choice,
    Empty,
    Node,
    Repeat,
    Sequence,
    character_set,
    choice,
    sequence,
)

_code_points = st.one_of(
    st.sampled_from((0, 0x0A, 0x0D, 0x61, 0x62, 0x63, 0xA0, 0x2028, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF)),
    st.integers(0, 0x10FFFF),
)
_ranges = st.tuples(_code_points, _code_points).map(lambda pair: (min(pair), max(pair)))
character_sets = st.builds(
    lambda ranges, negated: character_set(ranges, negated=negated),
    st.lists(_ranges, max_size=3),
    st.booleans(),
)


def _repeat(item: Node, least: int, more: int | None) -> Node:
    return Repeat(item, least, None if more is None else least + more)


nodes: st.SearchStrategy[Node] = st.recursive(
    st.one_of(character_sets, st.just(Empty())),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(sequence),
        st.lists(inner, min_size=1, max_size=3).map(choice),
        st.builds(_repeat, inner, st.integers(0, 3), st.none() | st.integers(0, 3)),
    ),
    max_leaves=8,
)

alternatives = st.lists(st.builds(Alternative, st.booleans(), nodes, st.booleans()), min_size=1, max_size=3).map(tuple)


def written(parts: tuple[Alternative, ...], *, lazy: bool = False) -> str:
    """Return a source for top-level alternatives."""
    return "|".join(
        ("^" if part.anchored_start else "")
        + (_atom(part.body, lazy) if isinstance(part.body, Choice) else _written(part.body, lazy))
        + ("$" if part.anchored_end else "")
        for part in parts
    )


def _written(node: Node, lazy: bool) -> str:
    if isinstance(node, Empty):
        return ""
    if isinstance(node, CharacterSet):
        return "[" + "".join(f"\\u{{{first:x}}}-\\u{{{last:x}}}" for first, last in node.ranges) + "]"
    if isinstance(node, Sequence):
        return "".join(_atom(item, lazy) if isinstance(item, Choice) else _written(item, lazy) for item in node.items)
    if isinstance(node, Choice):
        return "|".join(
            _atom(option, lazy) if isinstance(option, Choice) else _written(option, lazy) for option in node.options
        )
    most = "" if node.most is None else str(node.most)
    return _atom(node.item, lazy) + f"{{{node.least},{most}}}" + ("?" if lazy else "")


def _atom(node: Node, lazy: bool) -> str:
    return _written(node, lazy) if isinstance(node, CharacterSet) else f"(?:{_written(node, lazy)})"
