"""The ``rung`` command."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from rung.cli.check import check
from rung.cli.explain import explain
from rung.cli.output import Output, discard, lost, unusable
from rung.cli.registry import registry
from rung.cli.schema import schema
from rung.cli.versions import versions

app = typer.Typer(
    name="rung",
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("check")(check)
app.command("registry")(registry)
app.command("explain")(explain)
app.command("schema")(schema)


def _version(wanted: bool) -> None:
    if wanted:
        out = Output()
        for line in versions():
            out.write(line)
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the versions of all parts and stop."),
    ] = False,
) -> None:
    """Closed-world resolution of tool calls: allow a call only if its tool, its arguments and its values exist.

    Example: `rung check --registry tools.json calls.jsonl`
    """


def main() -> None:
    """Run the command line. Exit 0: all allowed, 1: some rejected, 2: unusable input or output, 130: interrupted."""
    _colours_for_terminals_only()
    try:
        _run()
    except typer.Exit as end:
        sys.exit(end.exit_code)


def _run() -> None:
    Output()  # without a standard output there is nothing to do
    try:
        app(prog_name="rung")
    except OSError as error:  # the help could not be written
        lost(error)
    except MemoryError:
        unusable("out of memory; what follows is not answered")
    except SystemExit as end:
        # Of a reader that has gone, typer and rich make an exit of their own.
        if isinstance(end.__context__, BrokenPipeError):
            lost(end.__context__)
        if end.code == 130:
            discard()
        raise


def _colours_for_terminals_only() -> None:
    """Let the help be plain in logs: typer takes a service of that name for a terminal."""
    if os.environ.get("GITHUB_ACTIONS") and not os.environ.get("FORCE_COLOR"):
        from typer import rich_utils

        rich_utils.FORCE_TERMINAL = None
