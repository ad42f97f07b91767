"""What the README shows is what happens."""

from __future__ import annotations

import contextlib
import io
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


#: The fenced blocks in order: the main command, what it prints, the Python example, what it prints, the test command.
BLOCKS = re.findall(r"^```\w*\n(.*?)^```$", README, re.S | re.M)


def test_the_main_command_prints_what_the_readme_shows() -> None:
    words = BLOCKS[0].rpartition("&& .venv/bin/rung ")[2].split()
    assert words[0] == "check"
    run = subprocess.run([sys.executable, "-m", "rung", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.stdout + run.stderr == BLOCKS[1]
    assert run.returncode == 1


def test_the_python_example_prints_what_the_readme_shows() -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.chdir(ROOT):
        exec(BLOCKS[2], {})
    assert printed.getvalue() == BLOCKS[3]
