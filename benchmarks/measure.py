"""The measurements. Every figure is a series, one entry a repetition, and peers take turns within each repetition.

Ratios are taken pair by pair, between figures of the same repetition, and the median of them is reported: a machine
that slows down for a while slows both sides. Times are CPU times of the measuring thread, so what else runs on the
machine counts less; none of the peers works in other threads. Nothing is discarded.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from statistics import fmean, median
from time import thread_time_ns
from typing import Any, Final, TypeAlias

from benchmarks.peers import PEERS, RUNG, Judge, Peer, read
from benchmarks.signatures import HEAVY, MIX, Json, Sample
from rung import Registry
from rung.registry import REGISTRY_LIMITS
from rung.text import Parsed, parse

Check: TypeAlias = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is measured."""

    repetitions: int = 9
    slice_ns: int = 2_000_000
    """How long one check is run on one call, without a break."""
    memory_tools: int = 10_000
    lookup_tools: tuple[int, ...] = (10, 100, 1_000, 10_000, 100_000)
    stream_calls: tuple[int, int] = (10_000, 100_000)
    processes: int = 9
    """How many fresh processes measure the first target again."""


FULL: Final = Plan()
#: To see that everything runs; its figures mean little.
QUICK: Final = Plan(3, 50_000, 200, (10, 100, 1_000), (200, 2_000), 2)


@dataclass(frozen=True, slots=True)
class Series:
    """A figure, once for each repetition."""

    values: tuple[float, ...]

    @property
    def middle(self) -> float:
        """The median."""
        return median(self.values)

    def over(self, other: Series) -> float:
        """Return how many times ``other`` this is: the median of the ratios, pair by pair."""
        return median(self.each_over(other))

    def each_over(self, other: Series) -> list[float]:
        """Return the ratios to ``other``, one for each repetition."""
        return [mine / its for mine, its in zip(self.values, other.values, strict=True)]


@dataclass(frozen=True, slots=True)
class Task:
    """Something that each peer does for every tool: what it is called, and how long a call of it took.

    ``mean`` holds, by peer, the mean over the tools of the time of one call, in ns; ``tools``, by peer, one series for
    each tool.
    """

    title: str
    mean: Mapping[str, Series]
    tools: Mapping[str, tuple[Series, ...]]

    def ratio(self, peer: str) -> float:
        """Return how many times the rung's time a peer takes."""
        return self.mean[peer].over(self.mean[RUNG])

    def spread(self, peer: str) -> tuple[float, float, float]:
        """Return the least, the median and the greatest such ratio of a single tool."""
        every = [its.over(ours) for its, ours in zip(self.tools[peer], self.tools[RUNG], strict=True)]
        return min(every), median(every), max(every)


@dataclass(frozen=True, slots=True)
class Results:
    """All that was measured; sizes are in bytes, times in ns."""

    plan: Plan
    mix: tuple[Task, ...]
    heavy: tuple[Task, ...]
    """The same tasks on the signatures outside the mix."""
    load: Mapping[str, Series]
    """By peer; under :data:`WITH_DIGEST`, the rung's load and the digest of the registry."""
    load_heavy: Mapping[str, Series]
    memory: float
    lookup: Mapping[int, tuple[Series, Series]]
    """By the number of tools: an allowed call, and one of a fabricated name."""
    stream: tuple[int, int]
    fresh: tuple[float, ...]
    """The ratio to jsonschema of an accepted call, as each fresh process measured it."""


# Calls ----------------------------------------------------------------------------------------------------------------
def spend(check: Check, given: Any, times: int, error: type[Exception]) -> int:
    """Return how many ns ``times`` calls take; ``try`` costs nothing where nothing is raised."""
    every = repeat(None, times)
    start = thread_time_ns()
    for _ in every:
        try:  # noqa: SIM105 (a context manager would take longer than most checks)
            check(given)
        except error:
            pass
    return thread_time_ns() - start


def times_for(check: Check, given: Any, error: type[Exception], slice_ns: int) -> int:
    """Return how many calls fill a slice; the first call, which may make what all others use, is not among them."""
    spend(check, given, 1, error)
    times = 1
    while (spent := spend(check, given, times, error)) < slice_ns / 8:
        times *= 2
    return max(1, times * slice_ns // spent)


def turns(count: int, repetition: int) -> Iterator[int]:
    """Yield every index once, starting elsewhere each time: nobody always follows the same neighbour."""
    for i in range(count):
        yield (i + repetition) % count


#: What the target of an accepted call is about: like for like, and with what a rejection would have to say.
ACCEPT: Final = "values, accept with reason and path"


def calls(plan: Plan, samples: Sequence[Sample]) -> Iterator[Task]:
    """Yield the tasks on calls, accepted and rejected: as parsed values, through the API, and as text.

    On values and through the API the peers do the same, each time measured again, in turns with the rung.
    """
    judges = {peer.name: peer.judges(samples) for peer in PEERS}
    honest, rejected = [sample.honest for sample in samples], [sample.rejected for sample in samples]

    def fast(judge: Judge) -> Check | None:
        return judge.fast

    def reason(judge: Judge) -> Check | None:
        return judge.reason

    def text(judge: Judge) -> Check | None:
        return judge.text

    kinds: list[tuple[str, Callable[[Judge], Check | None], Sequence[Json]]] = [
        ("values, accept", fast, honest),
        (ACCEPT, reason, honest),
        ("values, reject", fast, rejected),
        ("values, reject with reason and path", reason, rejected),
        ("API, accept", fast, honest),
        ("API, accept with reason and path", reason, honest),
        ("API, reject", fast, rejected),
        ("API, reject with reason and path", reason, rejected),
        ("text, accept", text, honest),
        ("text, reject", text, rejected),
        ("text, accept, read by the library itself", lambda judge: judge.native, honest),
    ]
    for title, chosen, arguments in kinds:
        texts = [json.dumps(one) for one in arguments] if title.startswith("text") else arguments
        entrants: list[Entrant] = []
        for peer in PEERS:
            checks, given = [chosen(judge) for judge in judges[peer.name]], texts
            if peer.name == RUNG and title.startswith("values"):
                checks, given = [judge.kernel for judge in judges[RUNG]], [read(one) for one in arguments]
            elif peer.name == RUNG and None in checks:
                checks = [judge.text for judge in judges[RUNG]]
            present = [check for check in checks if check is not None]
            if present:
                entrants.append((peer, present, given))
        yield _task(title, entrants, plan)


#: A peer, and for each tool its check and what that is given.
Entrant: TypeAlias = tuple[Peer, list[Check], Sequence[Any]]


#: A process has its luck with the places of its objects, which no repetition within it shows.
_FRESH: Final = "from benchmarks.measure import Plan, accept_ratio; print(accept_ratio(Plan(3, {slice_ns})))"


def accept_ratio(plan: Plan) -> float:
    """Return how many times the rung's time jsonschema takes to accept values of the mix, with reason and path."""
    entrants: list[Entrant] = []
    for peer in PEERS[:2]:
        judges = peer.judges(MIX)
        if peer.name == RUNG:
            kernels = [judge.kernel for judge in judges if judge.kernel is not None]
            entrants.append((peer, kernels, [read(sample.honest) for sample in MIX]))
        else:
            entrants.append((peer, [judge.reason for judge in judges], [sample.honest for sample in MIX]))
    return _task(ACCEPT, entrants, plan).ratio("jsonschema")


def fresh(plan: Plan) -> tuple[float, ...]:
    """Return :func:`accept_ratio` as fresh processes measure it, one after the other."""
    command = [sys.executable, "-c", _FRESH.format(slice_ns=plan.slice_ns)]
    every = [subprocess.run(command, check=True, capture_output=True, text=True) for _ in range(plan.processes)]
    return tuple(float(one.stdout) for one in every)


def _task(title: str, entrants: list[Entrant], plan: Plan) -> Task:
    spent: dict[str, list[list[float]]] = {peer.name: [[] for _ in checks] for peer, checks, _ in entrants}
    times: dict[str, list[int]] = {}
    for peer, checks, given in entrants:
        pairs = zip(checks, given, strict=True)
        times[peer.name] = [times_for(check, what, peer.error, plan.slice_ns) for check, what in pairs]
    for repetition in range(plan.repetitions):
        for tool in range(len(entrants[0][1])):
            for i in turns(len(entrants), repetition + tool):
                peer, checks, given = entrants[i]
                n = times[peer.name][tool]
                spent[peer.name][tool].append(spend(checks[tool], given[tool], n, peer.error) / n)
    return Task(
        title,
        {name: Series(tuple(fmean(column) for column in zip(*tools, strict=True))) for name, tools in spent.items()},
        {name: tuple(Series(tuple(tool)) for tool in tools) for name, tools in spent.items()},
    )


# Load -----------------------------------------------------------------------------------------------------------------
#: The rung's load with the digest of what was loaded, which a verdict names: it is made at the first verdict.
WITH_DIGEST: Final = "rung, with digest"


def load(plan: Plan, samples: Sequence[Sample]) -> Mapping[str, Series]:
    """Return, by peer, the ns that one tool takes until it can judge its first call."""
    loads = {peer.name: peer.load for peer in PEERS}
    loads[WITH_DIGEST] = lambda every: Registry.load([sample.definition for sample in every]).digest
    names = list(loads)
    spent: dict[str, list[float]] = {name: [] for name in names}
    times = {name: times_for(loads[name], samples, _Never, 50 * plan.slice_ns) for name in names}
    for repetition in range(plan.repetitions):
        for i in turns(len(names), repetition):
            name = names[i]
            gc.collect()
            n = times[name]
            spent[name].append(spend(loads[name], samples, n, _Never) / n / len(samples))
    return {name: Series(tuple(values)) for name, values in spent.items()}


class _Never(Exception):
    """What loading these never raises."""


# Memory and look-up ---------------------------------------------------------------------------------------------------
def made_up(i: int) -> Json:
    """Return a tool of ordinary size, unlike all others: its name, and those of its five properties, are its own."""
    return {
        "name": f"service_{i % 97}_operation_{i}",
        "description": f"Operation {i} of the service.",
        "inputSchema": {
            "type": "object",
            "properties": {
                f"account_{i}": {"type": "string", "description": "Whose account.", "minLength": 1, "maxLength": 64},
                f"limit_{i}": {"type": "integer", "description": "Most results.", "minimum": 1, "maximum": 1000 + i},
                f"state_{i}": {"type": "string", "enum": ["open", "closed", f"state_{i}"]},
                f"tags_{i}": {"type": "array", "description": "Tags.", "items": {"type": "string"}, "maxItems": 10},
                f"dry_run_{i}": {"type": "boolean", "description": "Change nothing.", "default": False},
            },
            "required": [f"account_{i}"],
        },
    }


def honest_call(i: int) -> tuple[str, Json]:
    """Return a call of :func:`made_up` that is allowed."""
    return f"service_{i % 97}_operation_{i}", {f"account_{i}": "octo-org", f"limit_{i}": 50, f"state_{i}": "open"}


def memory(plan: Plan) -> float:
    """Return how many bytes a loaded tool holds beyond its parsed definition, which the registry keeps too."""
    text = json.dumps({"tools": [made_up(i) for i in range(plan.memory_tools)]})
    Registry.loads(json.dumps([made_up(0)]))  # what is made once for all is made now
    gc.collect()
    tracemalloc.start()
    try:
        parsed = parse(text, REGISTRY_LIMITS)
        gc.collect()
        assert isinstance(parsed, Parsed)
        beside = tracemalloc.get_traced_memory()[0]
        del parsed
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        registry = Registry.loads(text)
        gc.collect()
        held = tracemalloc.get_traced_memory()[0] - before
        assert len(registry.tools) == plan.memory_tools
    finally:
        tracemalloc.stop()
    return (held - beside) / plan.memory_tools


def lookup(plan: Plan) -> Mapping[int, tuple[Series, Series]]:
    """Return, by the number of tools, the ns of an allowed call and of one whose name is not in the registry."""
    registries = {n: Registry.loads(json.dumps([made_up(i) for i in range(n)])) for n in plan.lookup_tools}
    for registry in registries.values():
        assert registry.digest  # once for each registry, and not part of a look-up
    gc.collect()
    name, arguments = honest_call(7)
    kinds = (name, "service_7_operation_seven")
    spent: dict[tuple[int, str], list[float]] = {(n, called): [] for n in registries for called in kinds}
    keys = list(spent)
    for repetition in range(plan.repetitions):
        for i in turns(len(keys), repetition):
            n, called = keys[i]
            resolve = registries[n].resolve
            times = max(1, plan.slice_ns // 1_000)
            start = thread_time_ns()
            for _ in repeat(None, times):
                resolve(called, arguments)
            spent[keys[i]].append((thread_time_ns() - start) / times)
    return {n: (Series(tuple(spent[n, kinds[0]])), Series(tuple(spent[n, kinds[1]]))) for n in registries}


# Streams --------------------------------------------------------------------------------------------------------------
#: Runs a command and prints its exit code and its greatest resident size. A process of its own, for on Linux a child's
#: maximum starts at that of whoever started it.
_LAUNCHER: Final = """
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * (1 if sys.platform == "darwin" else 1024))
"""


def stream(plan: Plan) -> tuple[int, int]:
    """Return the peak resident size of ``rung check`` on the lesser and on the greater number of calls."""
    lines = [
        json.dumps({"name": sample.name, "arguments": json.dumps(arguments)}) + "\n"
        for sample in MIX + HEAVY
        for arguments in (sample.honest, sample.rejected)
    ]
    with tempfile.TemporaryDirectory() as folder:
        registry = Path(folder, "registry.json")
        registry.write_text(json.dumps({"tools": [sample.definition for sample in MIX + HEAVY]}), encoding="utf-8")
        few, many = (_peak(registry, lines, count, Path(folder, f"{count}.jsonl")) for count in plan.stream_calls)
    return few, many


def _peak(registry: Path, lines: list[str], count: int, calls: Path) -> int:
    with calls.open("w", encoding="utf-8") as file:
        file.writelines(lines[i % len(lines)] for i in range(count))
    rung = [sys.executable, "-c", "from rung.cli import main; main()"]
    command = [*rung, "check", "--registry", str(registry), str(calls)]
    launched = subprocess.run([sys.executable, "-c", _LAUNCHER, *command], check=True, capture_output=True, text=True)
    code, peak = map(int, launched.stdout.split())
    if code != 1:
        raise RuntimeError(f"rung check ended with {code}, not with 1: some calls rejected")
    return peak


def measure(plan: Plan, tell: Callable[[str], None]) -> Results:
    """Return everything, telling what is being measured."""
    groups = []
    for title, samples in (("mix", MIX), ("heavy", HEAVY)):
        tasks = []
        for task in calls(plan, samples):
            tell(f"{title}: {task.title}")
            tasks.append(task)
        groups.append(tuple(tasks))
    tell("load")
    loaded, loaded_heavy = load(plan, MIX), load(plan, HEAVY)
    tell("memory")
    size = memory(plan)
    tell("streams")
    peaks = stream(plan)
    tell("look-up")
    found = lookup(plan)
    tell("fresh processes")
    return Results(plan, groups[0], groups[1], loaded, loaded_heavy, size, found, peaks, fresh(plan))
