"""Run a command of the README as it stands there, and compare its exit status with the one that the README gives.

    python3 .ci/readme_command.py NAME

The command is the one line of the fenced block after ``<!-- ci:NAME -->``, or ``<!-- ci:NAME exit=1 -->`` where it is
to end with a status other than 0. It runs at the root of the repository. Standard library only: nothing is installed
yet.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def extract(readme: str, name: str) -> tuple[str, int]:
    """Return the command and its expected exit status; :class:`ValueError` unless there is one, on one line."""
    block = re.compile(rf"<!-- ci:{re.escape(name)}(?: exit=(\d+))? -->\n+```\w*\n([^`]*)```\n")
    found = block.findall(readme)
    if len(found) != 1:
        raise ValueError(f"README.md has {len(found)} blocks marked ci:{name}, not 1")
    status, body = found[0]
    lines = body.strip().splitlines()
    if len(lines) != 1 or not lines[0].startswith("python3 "):
        raise ValueError(f"the block ci:{name} of README.md is not one line that starts with python3")
    return lines[0], int(status or 0)


def main(name: str) -> int:
    """Run the command; return 0 iff it ended as the README says."""
    command, expected = extract((ROOT / "README.md").read_text(encoding="utf-8"), name)
    print(f"$ {command}", flush=True)
    status = subprocess.run(["bash", "-c", command], cwd=ROOT, stdin=subprocess.DEVNULL, check=False).returncode
    print(f"exit status {status}, expected {expected}", flush=True)
    return 0 if status == expected else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
