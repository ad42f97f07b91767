"""Our reading of ECMA-262 against two other engines: node's (V8) and PyPI regress, both with the ``u`` flag.

Compared are acceptance (is this a pattern at all?) and matching, on the patterns of :mod:`.patterns` and on random
strings of pattern parts. The tree is read a third time by :mod:`.reference`.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

import pytest
import regress

from rung.pattern import Pattern, PatternError, compile, parse, positions

from . import reference
from .patterns import CASES, NODE_DISAGREES, REGRESS_DISAGREES
from .texts import texts

pytestmark = pytest.mark.clause("RR-L.10", "RR-H3.4")

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed: the comparison with V8 is left out")

# Reads [[source, [text, ...]], ...]; writes, for each, null if V8 refuses the source, else a bit for each text.
_NODE_PROGRAM = """
const jobs = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const judged = jobs.map(([source, texts]) => {
  let pattern;
  try { pattern = new RegExp(source, 'u'); } catch (error) { return null; }
  return texts.map((text) => pattern.test(text) ? 1 : 0).join('');
});
process.stdout.write(JSON.stringify(judged));
"""


@dataclass(frozen=True, slots=True)
class Trial:
    """A source, its meaning if we accept it, and the texts to try."""

    source: str
    pattern: Pattern | None
    kind: str
    texts: list[str]


def trial(source: str, random: Random, draws: int, longest: int) -> Trial:
    try:
        pattern = parse(source)
    except PatternError as error:
        return Trial(source, None, error.kind, [])
    return Trial(source, pattern, "accepted", texts(pattern, random, draws, longest))


def strict(source: str) -> str:
    """Rewrite Annex B's identity escapes, the one thing we accept and strict ``u`` mode does not."""

    def rewritten(escape: re.Match[str]) -> str:
        character = escape[1]
        plain = character.isascii() and character.isprintable() and not character.isalnum() and character != " "
        return f"\\x{ord(character):02x}" if plain and character not in "^$\\.*+?()[]{}|/" else escape[0]

    return re.sub(r"\\(.)", rewritten, source, flags=re.DOTALL)


def by_node(jobs: Iterable[tuple[str, list[str]]]) -> list[str | None]:
    assert NODE is not None
    done = subprocess.run(
        [NODE, "-e", _NODE_PROGRAM],
        input=json.dumps(list(jobs)).encode(),
        stdout=subprocess.PIPE,
        check=True,
        timeout=300,
    )
    judged: list[str | None] = json.loads(done.stdout)
    return judged


def by_regress(jobs: Iterable[tuple[str, list[str]]]) -> list[str | None]:
    judged: list[str | None] = []
    for source, tried in jobs:
        try:
            pattern = regress.Regex(source, "u")
        except regress.RegressError:
            judged.append(None)
        else:
            judged.append("".join("1" if pattern.find(text) is not None else "0" for text in tried))
    return judged


def ours(tested: Trial) -> str:
    assert tested.pattern is not None
    matcher = compile(tested.pattern)
    return "".join("1" if matcher(text) else "0" for text in tested.texts)


def report(title: str, counts: Counter[str]) -> None:
    print(f"\n{title}: " + ", ".join(f"{counts[name]:,} {name}" for name in sorted(counts)))


@pytest.fixture(scope="module")
def trials() -> list[Trial]:
    random = Random(1)
    return [trial(case.source, random, 30, case.longest) for case in CASES]


@pytest.fixture(scope="module")
def soups() -> list[Trial]:
    """Random strings of pattern parts: most are no patterns, in ways that nobody thought of.

    The names of properties are not among the parts: we refuse ``\\p{...}`` as irregular whether there is one or not.
    """
    random = Random(2)
    parts = (
        *"abcdk-^$.*+?()[]{}|/,=!<>:019_ \\é\U0001f600", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<n>", "(?<m>",
        "{2}", "{1,3}", "{2,}", "{0}", "{3,1}", "[^", "[a-c]", "[]", ")", ")*", ")+", "(a", "\\d", "\\D", "\\w",
        "\\W", "\\s", "\\S", "\\b", "\\B", "\\n", "\\0", "\\1", "\\2", "\\k<n>", "\\x41", "\\x4", "\\u0061",
        "\\u006", "\\u{61}", "\\u{", "\\uD83D", "\\uDE00", "\\uD83D\\uDE00", "\\cA", "\\c", "\\p{L}", "\\pL",
        "\\-", "\\@", "\\/", "\\.", "\\]", "\\q", "-\\d", "a-b", "b-a", "*?", "|^", "$|",
    )  # fmt: skip
    sources = {"".join(random.choices(parts, k=random.randint(1, 9))) for _ in range(30_000)}
    return [trial(source, random, 4, 10) for source in sorted(sources)]


def test_acceptance_agrees_with_regress(trials: list[Trial]) -> None:
    judged = by_regress((tested.source, []) for tested in trials)
    disagreed = {
        tested.source
        for tested, verdict in zip(trials, judged, strict=True)
        if (tested.kind != "syntax") != (verdict is not None)
    }
    assert disagreed == set(REGRESS_DISAGREES)


@needs_node
def test_acceptance_agrees_with_node(trials: list[Trial]) -> None:
    judged = by_node((tested.source, []) for tested in trials)
    disagreed = {
        tested.source
        for tested, verdict in zip(trials, judged, strict=True)
        if (tested.kind != "syntax") != (verdict is not None)
    }
    assert disagreed == set(NODE_DISAGREES)


def _compared(
    trials: list[Trial], judged: list[str | None], unknown: frozenset[str] = frozenset()
) -> tuple[Counter[str], list[tuple[str, str]]]:
    counts: Counter[str] = Counter()
    differing: list[tuple[str, str]] = []
    for tested, verdicts in zip(trials, judged, strict=True):
        if verdicts is None:
            assert tested.source in unknown
            continue
        counts["patterns"] += 1
        for text, mine, theirs in zip(tested.texts, ours(tested), verdicts, strict=True):
            counts["comparisons"] += 1
            counts["matches"] += mine == "1"
            if mine != theirs:
                differing.append((tested.source, text))
    return counts, differing


def test_matching_agrees_with_regress(trials: list[Trial]) -> None:
    accepted = [tested for tested in trials if tested.pattern is not None]
    judged = by_regress((strict(tested.source), tested.texts) for tested in accepted)
    counts, differing = _compared(accepted, judged)
    report("against regress", counts)
    assert differing == []
    assert counts["comparisons"] > 20_000
    assert counts["comparisons"] / 10 < counts["matches"] < counts["comparisons"] * 9 / 10


@needs_node
def test_matching_agrees_with_node(trials: list[Trial]) -> None:
    accepted = [tested for tested in trials if tested.pattern is not None]
    judged = by_node((strict(tested.source), tested.texts) for tested in accepted)
    counts, differing = _compared(accepted, judged)
    report("against node", counts)
    assert differing == []
    assert counts["comparisons"] > 20_000


def test_matching_agrees_with_the_plain_reading_of_the_tree(trials: list[Trial]) -> None:
    counts: Counter[str] = Counter()
    for tested in trials:
        # The plain interpreter writes every repeat out, so the large ones are left to the other two.
        if tested.pattern is None or positions(tested.pattern) > 200:
            continue
        counts["patterns"] += 1
        for text, mine in zip(tested.texts, ours(tested), strict=True):
            counts["comparisons"] += 1
            assert reference.matches(tested.pattern, text) == (mine == "1"), (tested.source, text)
    report("against the tree", counts)
    assert counts["comparisons"] > 20_000


@needs_node
def test_random_sources_are_judged_as_node_judges_them(soups: list[Trial]) -> None:
    judged = by_node((strict(tested.source), tested.texts) for tested in soups)
    counts: Counter[str] = Counter()
    for tested, verdicts in zip(soups, judged, strict=True):
        counts[tested.kind] += 1
        assert (verdicts is not None) == (tested.kind != "syntax"), (tested.source, tested.kind)
        if tested.pattern is not None:
            counts["comparisons"] += len(tested.texts)
            assert ours(tested) == verdicts, tested.source
    report("random sources", counts)
    assert min(counts["accepted"], counts["syntax"]) > 2_000
    assert counts["irregular"] > 500
    assert counts["comparisons"] > 20_000
