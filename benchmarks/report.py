"""The report: one Markdown text, shown on a terminal or written to a file."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import Final

from benchmarks.measure import ACCEPT, WITH_DIGEST, Results, Series, Task
from benchmarks.peers import PEERS, RUNG
from benchmarks.signatures import CENSUS, HEAVY, MIX, seats

_LABELS: Final = {peer.name: peer.label for peer in PEERS}
_RIVALS: Final = [peer.name for peer in PEERS if peer.name != RUNG]

_LABELS_OF_RIVALS: Final = [_LABELS[name] for name in _RIVALS]
_RIVAL_HEAD: Final = ("", *_LABELS_OF_RIVALS)

Row = Sequence[str]


def table(head: Row, rows: Iterable[Row], aligned: str = "---:") -> str:
    """Return a Markdown table; all columns but the first are aligned to the right, or as ``aligned`` says."""
    rule = ["---", *([aligned] * (len(head) - 1))]
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, rule, *rows]) + "\n"


def times(ratio: float) -> str:
    """Return a ratio, rounded to what a repetition would give again."""
    return f"{ratio:.1g}x" if ratio < 0.1 else f"{ratio:.2f}x" if ratio < 10 else f"{ratio:.1f}x"


def ns(value: float) -> str:
    """Return a time in ns, in whole numbers."""
    return f"{value:,.0f}"


def targets(results: Results) -> list[tuple[str, str, bool]]:
    """Return every target: what is promised, what was measured, whether it holds."""
    (task,) = [task for task in results.mix if task.title == ACCEPT]
    accept, heavy = median(results.fresh), results.heavy[results.mix.index(task)].ratio("jsonschema")
    load_slow = results.load["jsonschema"].over(results.load[RUNG])
    load_heavy = results.load_heavy["jsonschema"].over(results.load_heavy[RUNG])
    with_digest = results.load["jsonschema"].over(results.load[WITH_DIGEST])
    load_fast = results.load[RUNG].over(results.load["jsonschema-rs"])
    least, most = min(results.lookup), max(results.lookup)
    flat = results.lookup[most][0].over(results.lookup[least][0])
    few, many = results.stream
    calls = results.plan.stream_calls
    return [
        (
            "judge parsed values, accept with reason and path, at least 10x as fast as jsonschema",
            f"{times(accept)}; tool in the middle {times(task.spread('jsonschema')[1])}; heavy ones {times(heavy)}",
            accept >= 10,
        ),
        (
            "load at least 20x as fast as jsonschema with check_schema",
            f"{times(load_slow)}; with the digest {times(with_digest)}; heavy ones {times(load_heavy)}",
            load_slow >= 20,
        ),
        ("load in at most 10x the time of jsonschema-rs", times(load_fast), load_fast <= 10),
        (
            f"at most 2 KiB a tool beyond the parsed schema, at {results.plan.memory_tools:,} tools",
            f"{results.memory / 1024:.2f} KiB",
            results.memory <= 2048,
        ),
        (f"look-up flat from {least:,} to {most:,} tools (at most 1.5x)", times(flat), flat <= 1.5),
        (
            f"rung check in constant memory: {calls[1]:,} calls against {calls[0]:,} (at most 1.05x)",
            times(many / few),
            many / few <= 1.05,
        ),
    ]


def report(results: Results) -> str:
    """Return the page."""
    reached = [(promise, measured, "yes" if holds else "**no**") for promise, measured, holds in targets(results)]
    return "\n".join(
        [
            "# Performance",
            "",
            "<!-- Generated: python -m benchmarks --write docs/performance.md -->",
            "",
            _OPENING,
            table(("target", "measured", "holds"), reached),
            _TARGETS.format(
                processes=len(results.fresh),
                least=times(min(results.fresh)),
                most=times(max(results.fresh)),
                load=_range(results.load),
            ),
            "## Ratios",
            "",
            _RATIOS.format(repetitions=results.plan.repetitions),
            f"The mix, {len(MIX)} tools:",
            "",
            table(_RIVAL_HEAD, [_ratios(task) for task in results.mix]),
            f"The heavy ones, {len(HEAVY)} tools outside the mix, with patterns or nested objects:",
            "",
            table(_RIVAL_HEAD, [_ratios(task) for task in results.heavy]),
            "Load, until the kernel can judge; the first verdict of the API also makes the digest (second row):",
            "",
            table(
                _RIVAL_HEAD,
                [
                    _load_ratios("load", results.load, RUNG),
                    _load_ratios("load, and the digest of the registry", results.load, WITH_DIGEST),
                    _load_ratios("load of the heavy ones", results.load_heavy, RUNG),
                    _load_ratios("load of the heavy ones, and the digest", results.load_heavy, WITH_DIGEST),
                ],
            ),
            "Look-up, relative to the smallest registry:",
            "",
            table(("tools", "allowed call", "fabricated name (H1)"), _lookup_ratios(results)),
            _READING,
            "## Absolute figures",
            "",
            f"For context: {platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} CPUs, "
            "not idle. Mean over the tools, median over the repetitions. CPU time.",
            "",
            "Time of one call, in ns, in the mix:",
            "",
            table(("", *_LABELS.values()), [_absolute(task) for task in results.mix]),
            "and of the heavy ones:",
            "",
            table(("", *_LABELS.values()), [_absolute(task) for task in results.heavy]),
            "Load of one tool, in us:",
            "",
            table(
                ("", "rung", WITH_DIGEST, *_LABELS_OF_RIVALS),
                [_load("load", results.load), _load("load of the heavy ones", results.load_heavy)],
            ),
            "Look-up, in ns:",
            "",
            table(
                ("tools", "allowed call", "fabricated name (H1)"),
                [(f"{n:,}", ns(allow.middle), ns(h1.middle)) for n, (allow, h1) in results.lookup.items()],
            ),
            "Peak resident size of `rung check`, in MiB:",
            "",
            table(
                ("calls", "MiB"),
                [
                    (f"{count:,}", f"{peak / 2**20:.1f}")
                    for count, peak in zip(results.plan.stream_calls, results.stream, strict=True)
                ],
            ),
            _CLOSING,
        ]
    )


def _range(figures: Mapping[str, Series]) -> str:
    every = figures["jsonschema"].each_over(figures[RUNG])
    return f"{times(min(every))} to {times(max(every))}"


def _ratios(task: Task) -> Row:
    cells = []
    for name in _RIVALS:
        if name not in task.mean:
            cells.append("")
            continue
        cells.append(f"**{times(task.ratio(name))}** ({', '.join(map(times, task.spread(name)))})")
    return (task.title, *cells)


def _absolute(task: Task) -> Row:
    return (task.title, *(ns(task.mean[name].middle) if name in task.mean else "" for name in _LABELS))


def _load_ratios(title: str, load: Mapping[str, Series], ours: str) -> Row:
    return (title, *(times(load[name].over(load[ours])) for name in _RIVALS))


def _load(title: str, load: Mapping[str, Series]) -> Row:
    return (title, *(f"{load[name].middle / 1000:,.1f}" for name in (RUNG, WITH_DIGEST, *_RIVALS)))


def _lookup_ratios(results: Results) -> list[Row]:
    allowed, fabricated = results.lookup[min(results.lookup)]
    return [
        (f"{n:,}", times(allow.over(allowed)), times(h1.over(fabricated))) for n, (allow, h1) in results.lookup.items()
    ]


_OPENING: Final = """\
How fast the rung answers, measured beside other validators on the same calls in the same run. The rung is written to be
proved from its source, not to be the fastest; this page says what that costs.
"""

_TARGETS: Final = """\
The first figure of a cell decides. For the first target it is the median of {processes} fresh processes, which measured
{least} to {most}: a process has its luck, so the table below, which is one process, may differ. Single repetitions of
the second target gave {load}.

The first target is about judging alone: through the API, a call takes the rung about twice as long, and a rejected one,
which is given its message, longer still. See the rows *API* and *text* below.
"""

_RATIOS: Final = """\
How many times the rung's time each library takes: above 1 the rung is faster. The ratio of the mean times over the
tools, median of {repetitions} ratios, each between figures of one repetition; in brackets, the ratios of single tools:
the least, the median, the greatest.
"""

_ROWS: Final = table(
    ("row", "the rung", "the others"),
    [
        (
            "values",
            "the kernel, `rung.resolve.resolve`, on values that `rung.text` has read: look-up, judgement, every fault",
            "judge Python objects",
        ),
        (
            "API",
            "`Registry.resolve` on Python objects: look-up, the W clauses, a copy, the kernel, a verdict with message",
            "the same as above, measured again",
        ),
        (
            "text",
            "`Registry.resolve_text` on JSON text: look-up, the W clauses, the kernel, a verdict with message",
            "`json.loads`, and the same as above",
        ),
    ],
    aligned="---",
)

_MIX_TABLE: Final = table(
    ("layer that a tool needs last", "census, cumulative", f"of {len(MIX)} tools"),
    [(name, f"{CENSUS[name]}%", str(count)) for name, count in seats(len(MIX)).items()],
)

_READING: Final = f"""\
## What each row contains

{_ROWS}
*values* compares like with like and is what the first target is about: the others check no W clause either, and are
handed what has been read. *API* and *text* are what a user of the rung pays.

- Every validator is made once, and its fastest documented way is taken. The peers are handed the arguments of one tool,
  their roots closed (`additionalProperties: false`); the rung is given the tool's own schema and looks the name up.
- Unless it says *with reason and path*, the answer is a bool for jsonschema and jsonschema-rs; fastjsonschema, pydantic
  and msgspec raise. *With reason and path* takes the first error of the first two; the others give it with the
  exception. The kernel always gives every fault, as a clause and a path; the API gives them as JSON Pointers, and a
  message. So the rung, and those that raise, do the same in both rows.
- On text, pydantic and msgspec also read JSON themselves. All peers keep the last of duplicate keys. The rung refuses
  duplicates, `NaN` and numbers out of range, and keeps decimals exact.
- pydantic and msgspec build an object where the others only answer. Their models are made from the signatures,
  strictly; making them is part of *load*. Neither checks `uniqueItems`, which one of the heavy tools has.
- *Load* ends where the kernel can judge. The first verdict through the API also makes the digest of the registry, once:
  no other library has one, so it is a row of its own.
- All validators give the same verdict on all calls of the benchmark (`tests/test_benchmarks.py`).
- Look-up calls one tool again and again, through the API, so the caches of the processor are warm; the digest has been
  made before. In the smallest registry the message for a fabricated name lists the names that there are; in a larger
  one it counts them.
- Times are CPU times of one thread. A target that is missed is printed as missed.

## Which tools

The signatures are written for the benchmark, in the proportions of a census of 1,664 real MCP tools: which share of
them needs nothing in its schema beyond a layer and those above it. Each layer has its share of the mix, by largest
remainder. How many keys the flat tools declare follows the MCP tools of [registries.md](registries.md): two have none,
five have one, three two, two three, one four, one six. The mix was chosen before it was measured, and kept.

{_MIX_TABLE}
A ratio of mean times is led by the tools that take long; the median in the brackets is the ratio of the tool in the
middle. On a tool without arguments there is least to gain. The heavy ones are no sample of anything: they are there to
show what patterns, references and nested objects cost.
"""

_CLOSING: Final = """\
## Run it

```
pip install -e '.[dev]'
python -m benchmarks                               # some minutes
python -m benchmarks --quick                       # seconds; its figures mean little
python -m benchmarks --write docs/performance.md   # this page
```

The calls are in `benchmarks/signatures.py`. Absolute figures depend on the machine; ratios less so. No timing is part
of the tests, for a test that fails on a busy machine teaches people to ignore it.

## How the faster ones could be reached

msgspec and jsonschema-rs are compiled, and judge by tables made for one schema; the rung interprets the algebra in
Python, because that interpreter is what the proofs read. Inside the verified path it will not reach them. Outside of it
there are two steps, each a *filter before* the kernel:

1. closures made from a signature at load, one for each node;
2. Python source generated from a signature at load, and compiled.

Either would answer only "certainly allowed" or "ask the kernel", so a rejection and its reasons would always be the
kernel's. A prototype of both was measured on 23 other signatures, without the W checks: its interpreter took 1,115 ns
to accept (1,645 ns with reason and path), closures 822 ns, generated code 368 ns, where jsonschema-rs took 204 ns,
msgspec 312 ns and fastjsonschema 1,438 ns. These are a prototype's figures, and nothing of it is in this package. What
is missing is not the code but its warrant: generated code is outside the proofs, so it would have to be held to the
kernel by differential tests, as the kernel is held to the declarative spec, and be a switch that is off by default.
"""
