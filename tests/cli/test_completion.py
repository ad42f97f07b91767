"""Shells complete commands, options, clauses and the names that options take."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from rung.clauses import load
from rung.dialects import HOSTS, LISTINGS
from rung.models import SCHEMAS
from rung.reply import HOSTS as REPLY_HOSTS
from tests.cli.process import COMMAND, ENVIRONMENT, rung


def completed(folder: Path, typed: str) -> list[str]:
    """Return what is offered for the last word of a line."""
    asked = {"_RUNG_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(len(typed.split(" ")) - 1)}
    done = rung(folder, env=ENVIRONMENT | asked)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode().split()


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("rung ", {"check", "registry", "explain", "schema"}),
        ("rung exp", {"explain"}),
        ("rung explain RR-H2", {"RR-H2.1", "RR-H2.2"}),
        ("rung explain ", set(load())),
        ("rung schema ", set(SCHEMAS)),
        ("rung registry --to ", set(LISTINGS)),
        ("rung registry --dialect op", {"openai-chat", "openai-responses"}),
        ("rung check --call-dialect ", set(HOSTS)),
        ("rung check --reply ", set(REPLY_HOSTS)),
        ("rung check --profile d", {"deep"}),
    ],
)
def test_what_is_offered(folder: Path, typed: str, offered: set[str]) -> None:
    assert set(completed(folder, typed)) == offered


def test_options_are_offered(folder: Path) -> None:
    assert {"--registry", "--dialect", "--reply", "--suggest"} <= set(completed(folder, "rung check --"))
    assert completed(folder, "rung registry --clo") == ["--closed-schemas"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_a_real_shell_completes(folder: Path) -> None:
    script = """
        eval "$(rung --show-completion bash)"
        COMP_WORDS=(rung explain RR-H2.) COMP_CWORD=2
        _rung_completion rung
        echo "${COMPREPLY[@]}"
        complete -p rung
    """
    (folder / "rung").write_text(f'#!/bin/sh\nexec {shlex.join(COMMAND)} "$@"\n', encoding="utf-8")
    (folder / "rung").chmod(0o755)
    found = f"{folder}{os.pathsep}{ENVIRONMENT['PATH']}"
    environment = ENVIRONMENT | {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1", "PATH": found}
    done = subprocess.run(
        ["bash", "--norc", "-c", script], cwd=folder, env=environment, capture_output=True, timeout=120, check=False
    )
    assert done.stderr == b""
    assert done.stdout.decode().splitlines()[0] == "RR-H2.1 RR-H2.2"
    assert b"_rung_completion" in done.stdout.splitlines()[1]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_can_be_installed(folder: Path, shell: str) -> None:
    # Where the shell keeps it; the home is a new one.
    places = {"bash": ".bash_completions/rung.sh", "zsh": ".zfunc/_rung", "fish": ".config/fish/completions/rung.fish"}
    environment = ENVIRONMENT | {"HOME": str(folder), "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    done = rung(folder, "--install-completion", shell, env=environment)
    assert done.returncode == 0, done.stderr
    assert "_RUNG_COMPLETE" in (folder / places[shell]).read_text(encoding="utf-8")
