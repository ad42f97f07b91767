"""The command line itself: its options, its help, its version."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path

import pytest

from tests.cli.process import rung


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check"], "Missing"),
        (["check", "-"], "--registry"),
        (["check", "--registry", "tools.json"], "Missing argument"),
        (["check", "--registry", "tools.json", "-", "more"], "unexpected"),
        (["check", "--registry", "tools.json", "--profile", "shallow", "-"], "shallow"),
        (["check", "--registry", "tools.json", "--format", "xml", "-"], "xml"),
        (["check", "--colour", "-"], "--colour"),
        (["chekc"], "chekc"),
    ],
)
def test_a_wrong_command_line_is_exit_2(folder: Path, arguments: list[str], said: str) -> None:
    done = rung(folder, *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert said in done.stderr.decode()


def test_help_shows_every_option_and_an_example(folder: Path) -> None:
    done = rung(folder, "check", "--help")
    text = done.stdout.decode()
    assert done.returncode == 0
    for part in ("--registry", "--profile", "--format", "--quarantine", "--annotation", "calls", "Exit 0: all allowed"):
        assert part in text
    assert "rung check --registry tools.json calls.jsonl" in text
    assert "\x1b" not in text


def test_version(folder: Path) -> None:
    done = rung(folder, "--version")
    assert (done.returncode, re.fullmatch(rb"rung \d+\.\d+\.\d+\S*\n", done.stdout) is not None) == (0, True)


def test_the_package_runs_as_a_module(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["rung", "--version"])
    with pytest.raises(SystemExit) as stopped:
        runpy.run_module("rung", run_name="__main__")
    assert stopped.value.code == 0
    assert capsys.readouterr().out.startswith("rung ")
