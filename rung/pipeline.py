"""The pipeline: stages that answer, an executor that obeys, and where the rung stands among them.

A stage answers `admit`, `reject` or `undefined`; the executor asks the stages in order and runs the call, or does not.
What it does with `undefined` is its policy. Nothing here knows tools or schemas: a contract-reading stage is handed the
contract that its table holds for the call's name, or None, and never the table (RR-P.5), so that two names without a
contract are one and the same question to it. The proofs are about `step` and `passes`: one link, and the chain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from rung.resolve import TOP
from rung.value import Value

#: The answers of a stage (RR-P.1).
ADMIT: Final = "admit"
REJECT: Final = "reject"
UNDEFINED: Final = "undefined"

#: The policies of an executor: what an undefined answer means.
SKIP: Final = "fail-open-skip"
BYPASS: Final = "fail-open-bypass"
CLOSED: Final = "fail-closed"
POLICIES: Final = (SKIP, BYPASS, CLOSED)

#: What the executor does after one answer: ask the next stage, run the call at once, or stop.
NEXT: Final = "next"
RUN: Final = "run"
STOP: Final = "stop"


@dataclass(frozen=True, slots=True)
class Request:
    """A call on its way through the pipeline; ``intended`` is the tool its author meant, which no stage can see."""

    name: str
    arguments: dict[str, Value]
    intended: str | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    """Whatever answers for a call: the rung, a gate, a verifier. ``label`` is what the trace calls it."""

    label: str

    def answer(self, name: str, arguments: dict[str, Value]) -> str:
        """Return ``admit``, ``reject`` or ``undefined``; anything else stops the call. This one rejects."""
        return REJECT


class Resolver(Protocol):
    """What the rung asks: a :class:`rung.Registry`."""

    def resolve(self, name: str, arguments: dict[str, Value], *, profile: str) -> Any:
        """Return a verdict: its ``allowed`` is True, or the call does not resolve."""


@dataclass(frozen=True, slots=True)
class Rung(Stage):
    """Closed-world resolution as a stage: it admits what resolves and rejects everything else. Never undefined."""

    registry: Resolver
    profile: str = TOP

    def answer(self, name: str, arguments: dict[str, Value]) -> str:
        """Return ``admit`` iff the call resolves."""
        return ADMIT if self.registry.resolve(name, arguments, profile=self.profile).allowed is True else REJECT


@dataclass(frozen=True, slots=True)
class ContractReader(Stage):
    """A stage that judges a call by the contract of its tool: a gate, a verifier (RR-P.5).

    ``judge`` is given the contract that ``contracts`` holds for the name, or None, and the arguments; not the name.
    """

    contracts: Mapping[str, Any]
    judge: Callable[[Any | None, dict[str, Value]], str]

    def answer(self, name: str, arguments: dict[str, Value]) -> str:
        """Return what ``judge`` says of the looked-up contract."""
        return self.judge(self.contracts.get(name), arguments)


@dataclass(frozen=True, slots=True)
class Run:
    """What became of a call: whether it was executed, and each stage asked with its answer, in order."""

    executed: bool
    trace: tuple[tuple[str, str], ...]


def step(policy: str, answer: str) -> str:
    """Return what the executor does after an answer. What is no answer, or no policy, stops the call."""
    # RR-P.1: A stage answers admit, reject or undefined; admit always continues and reject always ends the chain
    # without execution.
    if answer == ADMIT:
        return NEXT
    # RR-P.2: Under fail-open-skip an undefined stage is skipped, and later stages still run.
    if answer == UNDEFINED and policy == SKIP:
        return NEXT
    # RR-P.3: Under fail-open-bypass an undefined stage ends the chain, and the call executes.
    if answer == UNDEFINED and policy == BYPASS:
        return RUN
    # RR-P.4: Under fail-closed an undefined stage rejects.
    return STOP


def passes(
    stages: Sequence[Stage], policy: str, name: str, arguments: dict[str, Value], out: list[tuple[str, str]]
) -> bool:
    """Return whether the call executes; append who was asked and its answer. An empty chain executes everything."""
    if not stages:
        return True
    answer = stages[0].answer(name, copied(arguments))
    out.append((stages[0].label, answer))
    move = step(policy, answer)
    if move == NEXT:
        return passes(stages[1:], policy, name, arguments, out)
    return move == RUN


def run(stages: Sequence[Stage], policy: str, request: Request, body: Callable[[str, dict[str, Value]], object]) -> Run:
    """Ask the stages in order and execute ``body`` with the call, or not (RR-P.1 to RR-P.4, RR-P.6).

    ``body`` is given the name and arguments that the stages were asked about. Every stage gets a copy of its own, so
    what it does to it reaches no one. An exception of a stage, or of arguments too deep to copy, passes through, and
    nothing has been executed then.
    """
    arguments = copied(request.arguments)
    trace: list[tuple[str, str]] = []
    executed = passes(tuple(stages), policy, request.name, arguments, trace)
    if executed:
        body(request.name, arguments)
    return Run(executed, tuple(trace))


def copied(value: Value) -> Value:
    """Return a copy that shares nothing with ``value``; what JSON cannot say stays itself, for the rung to reject."""
    if type(value) is dict:
        return {key: copied(value[key]) for key in value}
    if type(value) is list:
        return [copied(item) for item in value]
    return value
