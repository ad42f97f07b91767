"""docs/cli.md: every command that it shows is run, and every option and member stands there."""

from __future__ import annotations

import re
import shlex
import subprocess

import pytest
import typer.main

from rung.cli.command import app
from rung.models import RegistryReport, ToolReport, VerdictRecord
from tests.cli.process import COMMAND, ENVIRONMENT, ROOT

PAGE = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"```console\n\$ (.*?)\n(.*?)```", PAGE, re.DOTALL)


def test_the_page_shows_enough() -> None:
    assert len(SHOWN) >= 10


@pytest.mark.parametrize(("line", "output"), SHOWN, ids=[line[:60] for line, _ in SHOWN])
def test_the_page_shows_what_the_command_prints(line: str, output: str) -> None:
    """A block that starts with ``$`` is run, with both outputs as a terminal has them; its exit status follows."""
    script = line.replace("rung ", shlex.join(COMMAND) + " ", 1) + '; code=$?; [ $code = 0 ] || echo "exit $code"'
    done = subprocess.run(
        ["/bin/sh", "-c", script], cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        timeout=120, check=False,
    )  # fmt: skip
    assert done.stdout.decode() == output


def test_the_page_names_every_option_and_member() -> None:
    # Each in the first cell of a table, as code.
    cells = re.findall(r"^\| (`(?:[^|\\]|\\\|)*) \|", PAGE, re.MULTILINE)
    told = {word for cell in cells for word in re.findall(r"[\w-]+", cell)}
    for command in typer.main.get_command(app).commands.values():
        for parameter in command.params:
            options = {one for one in parameter.opts if one.startswith("--")} - {"--help"}
            assert options <= told, command.name
    assert {*VerdictRecord.model_fields, *RegistryReport.model_fields, *ToolReport.model_fields} <= told
