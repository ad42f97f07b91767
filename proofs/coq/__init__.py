"""The mirror in a proof assistant's kernel: run where ``coqc`` is installed, and "not run" elsewhere."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

SOURCE: Final = Path(__file__).with_name("Propositions.v")
CLOSED: Final = "Closed under the global context"
NOT_RUN: Final = "not run"
PROVED: Final = "proved"

#: A run takes less than one; one that hangs fails.
SECONDS: Final = 300

#: Words with which a file would assume what it is to prove.
SHORTCUTS: Final = re.compile(r"\b(Admitted|admit|Axiom|Axioms|Parameter|Parameters|Conjecture|Abort|Unset)\b")


def check(source: str | None = None, compiler: str | None = None) -> tuple[str, list[str]]:
    """Return "proved", "not run" or "failed", and the theorems, or what is wrong.

    Every theorem must be asked what it assumes, and the kernel must answer: nothing.
    """
    coqc = compiler or shutil.which("coqc")
    if coqc is None:
        return NOT_RUN, ["coqc is not installed (Debian: apt-get install coq)"]
    text = SOURCE.read_text(encoding="utf-8") if source is None else source
    theorems = re.findall(r"^Theorem (\w+)", text, re.MULTILINE)
    asked = re.findall(r"^Print Assumptions (\w+)\.", text, re.MULTILINE)
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / SOURCE.name
        file.write_text(text, encoding="utf-8")
        command = [coqc, "-q", file.name]
        try:
            ran = subprocess.run(command, cwd=place, capture_output=True, text=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return "failed", [f"coqc has not answered in {SECONDS} seconds"]
    problems = [f"coqc: {line}" for line in ran.stderr.splitlines()[:9] if ran.returncode]
    problems += [
        f"it says {word}" for word in sorted(set(SHORTCUTS.findall(re.sub(r"\(\*.*?\*\)", "", text, flags=re.S))))
    ]
    problems += ["a theorem is not asked what it assumes"] if not theorems or theorems != asked else []
    if not ran.returncode and ran.stdout.splitlines() != [CLOSED] * len(theorems):
        problems.append(f"a theorem assumes something: {ran.stdout}")
    return ("failed", problems) if problems or ran.returncode else (PROVED, theorems)
