"""``python -m benchmarks [--quick] [--write PATH]``: measure, show the report, write it where asked."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown

from benchmarks.measure import FULL, QUICK, measure
from benchmarks.report import report


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only see that everything runs")
    parser.add_argument("--write", type=Path, metavar="PATH", help="write the report, as Markdown")
    options = parser.parse_args()
    progress = Console(stderr=True)
    results = measure(QUICK if options.quick else FULL, lambda title: progress.print(f"measured: {title}"))
    text = report(results)
    Console().print(Markdown(text))
    if options.write:
        options.write.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
