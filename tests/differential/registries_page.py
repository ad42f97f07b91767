"""Writes docs/registries.md: what the rung makes of the real registries in the shared folder.

    python -m tests.differential.registries_page            write the page
    python -m tests.differential.registries_page --check    exit 1 if the page is not what would be written

The page holds counts, words of JSON Schema and clause ids only, nothing of the tools themselves.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from rung import Registry

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "registries.md"
SHARED = Path(os.environ.get("RUNG_SHARED") or ROOT.parent / "shared")


@dataclass
class Counts:
    """What is counted of one registry, or of all."""

    tools: int = 0
    loaded: int = 0
    closed: int = 0
    """Tools whose author closed the root himself."""
    open: int = 0
    """Tools in whose root RR-H2.1 cannot be detected: their author declared a family of keys."""
    refused: Counter[str] = field(default_factory=Counter)
    """Listed tools that were refused, by clause."""
    words: Counter[str] = field(default_factory=Counter)
    """Loaded tools in whose schema a deciding word occurs."""

    def add(self, other: Counts) -> None:
        self.tools += other.tools
        self.loaded += other.loaded
        self.closed += other.closed
        self.open += other.open
        self.refused += other.refused
        self.words += other.words


def counts_of(path: Path) -> Counts:
    """Return the counts of one registry file, a list of tools, loaded with quarantine."""
    listed = json.loads(path.read_bytes())
    registry = Registry.load(path, quarantine=True)
    repeated = Counter((tool.get("server"), tool["name"]) for tool in listed)
    counts = Counts(tools=len(listed), loaded=len(registry.tools))
    for key, problems in registry.quarantined.items():
        pair = (None, key) if isinstance(key, str) else key
        for clause in {problem.clause for problem in problems}:
            counts.refused[clause] += repeated[pair]
    for signature in registry.signatures.values():
        counts.open += bool(signature.open_at)
        counts.closed += signature.root.object is not None and signature.root.object.closed
    for tool in registry.tools.values():
        counts.words.update(tool.words)
    return counts


def registries(shared: Path) -> dict[str, Counts]:
    return {path.stem: counts_of(path) for path in sorted((shared / "registries").glob("*.json"))}


def page(found: dict[str, Counts]) -> str:
    """Return the text of the page."""
    total = Counts()
    for counts in found.values():
        total.add(counts)
    lines = [
        "# Real registries",
        "",
        "What the rung makes of real tools, loaded with `--quarantine`. Written by",
        "`python -m tests.differential.registries_page`; `--check` compares. The registries themselves are not part of",
        "this project.",
        "",
        "| registry | tools | loaded | refused | why | closed by author | open root |",
        "|---|--:|--:|--:|---|--:|--:|",
    ]
    for name, counts in [*found.items(), ("all", total)]:
        why = ", ".join(f"{clause}: {n}" for clause, n in sorted(counts.refused.items())) or "-"
        refused = counts.tools - counts.loaded
        lines.append(
            f"| {name} | {counts.tools} | {counts.loaded} | {refused} | {why} | {counts.closed} | {counts.open} |"
        )
    lines += [
        "",
        "*Closed by author*: the root says `additionalProperties: false`; of all others silence closes it (RR-A.3).",
        "*Open root*: the author declared a family of keys, so RR-H2.1 cannot be detected there.",
        "",
        "## Words used",
        "",
        "How many loaded tools have a deciding word somewhere in their schema.",
        "",
        "| word | " + " | ".join([*found, "all"]) + " |",
        "|---|" + "--:|" * (len(found) + 1),
    ]
    for word, _ in sorted(total.words.items(), key=lambda pair: (-pair[1], pair[0])):
        row = [counts.words[word] for counts in [*found.values(), total]]
        lines.append(f"| `{word}` | " + " | ".join(str(n) if n else "-" for n in row) + " |")
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    """Write or check the page; return the exit code."""
    if not (SHARED / "registries").is_dir():
        print("the shared registries are not here: set RUNG_SHARED to their folder", file=sys.stderr)
        return 2
    text = page(registries(SHARED))
    if arguments == ["--check"]:
        if not PAGE.is_file() or PAGE.read_text("utf-8") != text:
            print(f"{PAGE.relative_to(ROOT)} is out of date: run python -m tests.differential.registries_page")
            return 1
        return 0
    PAGE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
