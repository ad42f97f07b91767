"""What the command line says: verdicts on standard output, everything else on standard error, all of it plain."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import NoReturn, TextIO, cast

import typer

from rung.explain import plain


class Output:
    """Standard output: one whole line at a time, each sent at once, for a partner may wait for it before going on."""

    def __init__(self) -> None:
        # Python has none if the process was started with it closed.
        stream = cast("TextIO | None", sys.stdout)
        if stream is None:
            unusable("standard output: closed; expected a place to write verdicts to")
        self._stream = stream

    def write(self, line: str) -> None:
        """Write one line of printable ASCII, whatever is in it."""
        try:
            self._stream.write(plain(line) + "\n")
            self._stream.flush()
        except OSError as error:
            lost(error)


def lost(error: OSError) -> NoReturn:
    """Stop, since standard output takes no more: its reader has gone, or its disk is full."""
    # What is left in the buffer goes nowhere: Python would try, and complain, once more at its end.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    unusable(f"standard output: {error.strerror}; what follows is not written")


def tell(line: str) -> None:
    """Print one line for the person who runs this."""
    with suppress(OSError):  # no one is there to be told
        typer.echo(plain(line), err=True)


def unusable(line: str) -> NoReturn:
    """Say why there is no answer, and exit with 2."""
    tell(line)
    raise typer.Exit(2)
