"""The command as a real process, or in this one."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from rung.cli.command import app

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "rung"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200", "NO_COLOR": "1"}

TOOLS: list[dict[str, Any]] = [
    {"name": "add", "inputSchema": {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "object",
     "properties": {"c": {}}}}}},
    {"name": "\u00e9\U0001f600\x1b[31m\n", "inputSchema": {"type": "object", "properties": {"\x1b]0;x\x07\x7f": {}}}},
]  # fmt: skip
ALLOWED = b'{"name": "add", "arguments": {"a": 1}}\n'


def rung(
    folder: Path, *arguments: str, calls: bytes | None = None, **options: Any
) -> subprocess.CompletedProcess[bytes]:
    """Run the command in ``folder``; ``calls`` is standard input."""
    given: dict[str, Any] = {"cwd": folder, "env": ENVIRONMENT, "timeout": 120, "capture_output": True} | options
    if "stdin" not in given:
        given["input"] = calls or b""
    return subprocess.run([*COMMAND, *arguments], check=False, **given)


def shell(folder: Path, script: str) -> subprocess.CompletedProcess[bytes]:
    command = shlex.join([*COMMAND, "check", "--registry", "tools.json"])
    return subprocess.run(
        ["/bin/sh", "-c", script.replace("RUNG", command)],
        cwd=folder, env=ENVIRONMENT, capture_output=True, timeout=120, check=False,
    )  # fmt: skip


def settled(process: subprocess.Popen[bytes]) -> None:
    """Return once a process waits for something, which it does from half a second on.

    Python misses an interrupt that comes together with data, until it is next awake; a person presses the keys again.
    """
    quiet, end = 0, time.monotonic() + 60
    while quiet < 10 and time.monotonic() < end:
        time.sleep(0.05)
        status = Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8")
        quiet = quiet + 1 if status.rpartition(")")[2].split()[0] == "S" else 0


def run(*arguments: str, calls: bytes = b"") -> tuple[int, str, str]:
    done = CliRunner().invoke(app, arguments, input=calls)
    return done.exit_code, done.stdout, done.stderr
