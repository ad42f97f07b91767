"""The ``rung`` command."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import rung
from rung.cli.check import check
from rung.cli.output import lost

app = typer.Typer(
    name="rung",
    help="Closed-world resolution of tool calls: allow a call only if its tool, its arguments and its values exist.",
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)
app.command("check")(check)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"rung {rung.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Closed-world resolution of tool calls: allow a call only if its tool, its arguments and its values exist."""


def main() -> None:
    """Run the command line. Exit 0: all allowed, 1: some rejected, 2: unusable input or output, 130: interrupted."""
    try:
        app(prog_name="rung")
    except OSError as error:  # the help or the version could not be written
        try:
            lost(error)
        except typer.Exit as end:
            sys.exit(end.exit_code)
