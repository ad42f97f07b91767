"""The faults of a call in order (RR-A.5): which is the first, and all of them by pointer and clause.

A fault's pointer can be as long as the call, and there can be as many faults as values: written out, they could fill
any memory. So their lengths are added up before one is written.
"""

from __future__ import annotations

from collections.abc import Iterable

from rung.context import Path
from rung.membership import Fault
from rung.pointer import pointer, step, steps_of


def ordered(faults: Iterable[Fault], longest: int) -> list[tuple[str, str]] | None:
    """Return each fault once as (pointer, clause), sorted.

    None if the pointers together would be longer than ``longest`` code points.
    """
    every = list(faults)
    if _exceeds(every, longest):
        return None
    return sorted({(pointer(steps_of(path)), clause) for clause, path in every})


def first(faults: Iterable[Fault]) -> Fault:
    """Return the first fault by pointer and clause; no pointer is written."""
    every = iter(faults)
    least = next(every)
    for fault in every:
        if _before(fault, least):
            least = fault
    return least


def _exceeds(faults: list[Fault], longest: int) -> bool:
    lengths: dict[int, int] = {}
    total = 0
    for _, path in faults:
        total += _length(path, lengths)
        if total > longest:
            return True
    return False


def _length(path: Path, lengths: dict[int, int]) -> int:
    """Return the length of the pointer to a path; ``lengths`` remembers those of the paths that others go through."""
    if not path:
        return 0
    whole, token = path
    if id(whole) not in lengths:
        lengths[id(whole)] = _length(whole, lengths)
    return lengths[id(whole)] + len(step(str(token)))


def _before(left: Fault, right: Fault) -> bool:
    """Return whether ``left`` comes before ``right``: their pointers as strings by scalar value, then clauses."""
    left_path, right_path = left[1], right[1]
    if left_path and right_path and left_path[0] is right_path[0]:
        left_steps, right_steps = [step(str(left_path[1]))], [step(str(right_path[1]))]
    else:
        left_steps = [step(str(token)) for token in steps_of(left_path)]
        right_steps = [step(str(token)) for token in steps_of(right_path)]
    for i in range(min(len(left_steps), len(right_steps))):
        if left_steps[i] != right_steps[i]:
            # A step is followed by the next one's "/" or by the end, so one step more on either side decides.
            return "".join(left_steps[i : i + 2]) < "".join(right_steps[i : i + 2])
    return (len(left_steps), left[0]) < (len(right_steps), right[0])
