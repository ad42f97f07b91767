"""The verdict: what the rung says of one call, as a value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rung import explain
from rung.algebra import Signature
from rung.clause import ALLOW, H1, H1_1, H2, H2_1, H2_2
from rung.membership import Fault as PathFault
from rung.order import first, ordered
from rung.pointer import pointer, steps_of
from rung.value import Value


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One failure: where, as a JSON Pointer into the arguments (None: the call as a whole), and the clause id."""

    at: str | None
    clause: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on one call: ``allow``, or ``reject`` with its reasons (RR-A.5). Never an exception.

    - ``code``: None if allowed, else ``W``, ``H1``, ``H2``, ``H3``;
    - ``clause``, ``at``: the first failure by class, e.g. ``RR-H2.1`` at ``/recipients``; ``at`` is None for W and H1;
    - ``all``: every failure, each once, sorted by (at, clause); the first alone where there are too many to write;
    - ``name``: the tool called (None where the call has none), ``profile``, ``registry`` (its digest);
    - ``message``: one line, fit to hand back to a model: it names what is declared and guesses nothing.

    A verdict is true exactly if it allows.
    """

    code: str | None
    clause: str | None
    at: str | None
    all: tuple[Fault, ...]
    name: str | None
    profile: str
    registry: str
    message: str

    @property
    def verdict(self) -> Literal["allow", "reject"]:
        """``allow`` or ``reject``."""
        return "allow" if self.code is None else "reject"

    @property
    def allowed(self) -> bool:
        """Whether the call may go on to the next stage."""
        return self.code is None

    def __bool__(self) -> bool:
        return self.code is None


def malformed(clause: str, message: str, name: str | None, profile: str, registry: str) -> Verdict:
    """Return the rejection of a call without well-formed arguments (RR-W.*); it stands alone."""
    where = "" if name is None else "in the arguments, "
    said = explain.plain(message.removeprefix(clause + ": "))
    text = f"{clause} reject {explain.shown_name(name)}: {where}{said}"
    return Verdict("W", clause, None, (Fault(None, clause),), name, profile, registry, text)


def fabricated(name: str, why: str, profile: str, registry: str) -> Verdict:
    """Return the rejection of a name that is not in the registry (RR-H1.1); it stands alone."""
    text = f"{H1_1} reject {explain.shown_name(name)}: {why}"
    return Verdict(H1, H1_1, None, (Fault(None, H1_1),), name, profile, registry, text)


def allowed(name: str, profile: str, registry: str) -> Verdict:
    """Return the verdict that lets a call pass. It says nothing of the arguments: calls of one tool may share it."""
    return Verdict(None, None, None, (), name, profile, registry, f"allow {explain.shown_name(name)}")


def decided(
    code: str,
    faults: Sequence[PathFault],
    name: str,
    signature: Signature,
    arguments: dict[str, Value],
    profile: str,
    registry: str,
    longest: int,
) -> Verdict:
    """Return the verdict that a decision of the kernel makes on a registered tool.

    ``longest`` bounds the length of all pointers together: beyond it, ``all`` holds the first fault alone.
    """
    if code == ALLOW:
        return allowed(name, profile, registry)
    # RR-A.5 "the first by class gives code, clause and at": beside a fault of H2, one of H3 is not the first.
    of_class = [fault for fault in faults if code != H2 or fault[0] in (H2_1, H2_2)]
    every = ordered(faults, longest)
    clause, path = first(of_class)
    steps = steps_of(path)
    at = pointer(steps)
    all_faults = (Fault(at, clause),) if every is None else tuple([Fault(*fault) for fault in every])
    others = len(faults) - 1 if every is None else len(every) - 1
    text = explain.rejection(clause, steps, at, name, signature, arguments, others)
    return Verdict(code, clause, at, all_faults, name, profile, registry, text)
