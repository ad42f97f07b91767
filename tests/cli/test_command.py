"""The command line itself: its options, its help, its version."""

from __future__ import annotations

import re
import runpy
import shlex
import sys
from pathlib import Path

import pytest
import typer.main

from rung.cli.command import app
from tests.cli.process import ROOT, rung


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


COMMANDS = ("check", "registry", "explain", "schema")


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_shows_every_option_and_an_example_that_works(folder: Path, command: str) -> None:
    texts = [rung(folder, *command.split(), flag) for flag in ("--help", "-h")]
    assert [done.returncode for done in texts] == [0, 0]
    assert texts[0].stdout == texts[1].stdout
    text = texts[0].stdout.decode()
    assert "\x1b" not in text
    group = typer.main.get_command(app)
    for parameter in (group.commands[command] if command else group).params:
        assert parameter.param_type_name == "argument" or parameter.opts[0] in text
    examples = re.findall(r"^ (?:Example|For [a-z ]+): (rung .*?)\s*$", text, re.MULTILINE)
    assert examples
    for name, source in FILES.items():
        (folder / name).write_bytes((ROOT / source).read_bytes())
    for example in examples:
        done = rung(folder, *shlex.split(example)[1:])
        assert done.returncode in (0, 1)
        assert done.stdout


#: What the examples of the help read.
FILES = {
    "tools.json": "docs/examples/registry.json",
    "calls.jsonl": "docs/examples/calls.jsonl",
    "response.json": "docs/examples/response.json",
}


def test_the_help_of_all_commands_is_one_line_each(folder: Path) -> None:
    text = rung(folder, "--help").stdout.decode()
    assert all(re.search(rf"\b{command} ", text) for command in COMMANDS)


def test_no_command_shows_the_help(folder: Path) -> None:
    done = rung(folder)
    assert done.returncode == 2
    assert b"Usage: rung" in done.stdout + done.stderr


def test_version(folder: Path) -> None:
    done = rung(folder, "--version")
    assert (done.returncode, re.match(rb"rung \d+\.\d+\.\d+\S*\nspec sha256:", done.stdout) is not None) == (0, True)


def test_the_package_runs_as_a_module(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["rung", "--version"])
    with pytest.raises(SystemExit) as stopped:
        runpy.run_module("rung", run_name="__main__")
    assert stopped.value.code == 0
    assert capsys.readouterr().out.startswith("rung ")
