"""A third reading of the tree: the plainest set-based interpreter, to check tree and engine apart from each other."""

from __future__ import annotations

from rung.pattern import CharacterSet, Choice, Empty, Node, Pattern, Sequence


def matches(pattern: Pattern, text: str) -> bool:
    """Return whether the pattern matches somewhere in the text, straight from the meaning of each node."""
    for alternative in pattern.alternatives:
        starts = frozenset({0}) if alternative.anchored_start else frozenset(range(len(text) + 1))
        ends = ends_of(alternative.body, text, starts)
        if len(text) in ends if alternative.anchored_end else ends:
            return True
    return False


def ends_of(node: Node, text: str, starts: frozenset[int]) -> frozenset[int]:
    """Return where a text of ``node`` can end that begins at one of ``starts``."""
    if isinstance(node, Empty):
        return starts
    if isinstance(node, CharacterSet):
        return frozenset(
            at + 1
            for at in starts
            if at < len(text) and any(first <= ord(text[at]) <= last for first, last in node.ranges)
        )
    if isinstance(node, Sequence):
        for item in node.items:
            starts = ends_of(item, text, starts)
        return starts
    if isinstance(node, Choice):
        return frozenset().union(*(ends_of(option, text, starts) for option in node.options))
    for _ in range(node.least):
        starts = ends_of(node.item, text, starts)
    reached = starts
    rounds = 0
    while starts and (node.most is None or rounds < node.most - node.least):
        starts = ends_of(node.item, text, starts) - reached
        reached |= starts
        rounds += 1
    return reached
