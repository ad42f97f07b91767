"""What the command line says: answers on standard output, everything else on standard error, all of it plain ASCII.

Colours and progress are for terminals only, and `NO_COLOR` turns the colours off.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Final, NoReturn, TextIO, cast

import typer

from rung.explain import plain

#: How often, in seconds, progress is shown.
_EVERY: Final = 0.5

_PAINTS: Final = {"allow": "\x1b[32m", "reject": "\x1b[31m", "heading": "\x1b[1m"}


class Output:
    """Standard output: one whole line at a time, each sent at once, for a partner may wait for it before going on."""

    def __init__(self) -> None:
        # Python has none if the process was started with it closed.
        stream = cast("TextIO | None", sys.stdout)
        if stream is None:
            unusable("standard output: closed; expected a place to write the answer to")
        self._stream = stream
        self._painted = coloured(stream)

    def write(self, line: str, paint: str = "") -> None:
        """Write one line of printable ASCII, whatever is in it; ``paint`` is what it stands for on a terminal."""
        text = plain(line)
        if paint and self._painted:
            text = f"{_PAINTS[paint]}{text}\x1b[0m"
        try:
            self._stream.write(text + "\n")
            self._stream.flush()
        except OSError as error:
            lost(error)


def coloured(stream: TextIO) -> bool:
    """Return whether a stream is a terminal whose user has not asked for plain text."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


class Progress:
    """How far the work is, on standard error, where that is a terminal and no answers scroll over it."""

    def __init__(self, what: str) -> None:
        out, err = (cast("TextIO | None", stream) for stream in (sys.stdout, sys.stderr))
        self._stream = err if err is not None and err.isatty() and not (out is not None and out.isatty()) else None
        self._what = what
        self._next = monotonic() + _EVERY
        self._showing = False

    def at(self, count: int) -> None:
        """Show a count, but not more often than one can read."""
        if self._stream is not None and monotonic() >= self._next:
            self._next = monotonic() + _EVERY
            self._showing = True
            self._say(f"\r{count} {self._what} so far")

    def clear(self) -> None:
        """Take away what is shown, so that another line may be written."""
        if self._showing:
            self._showing = False
            self._say("\r\x1b[K")

    def _say(self, text: str) -> None:
        with suppress(OSError):
            typer.echo(text, err=True, nl=False)


def finish(work: Callable[[], int]) -> NoReturn:
    """Do the work of a command and exit with the status that it returns; 130 if it was interrupted."""
    try:
        code = work()
    except KeyboardInterrupt:
        # What was printed stands: an answer is written as one whole line.
        discard()
        code = 130
    raise typer.Exit(code)


def discard() -> None:
    """Let what is left in the buffer of standard output go nowhere: Python would try once more at its end."""
    with suppress(OSError, AttributeError):  # there is none, or it is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def lost(error: OSError) -> NoReturn:
    """Stop, since standard output takes no more: its reader has gone, or its disk is full."""
    discard()
    unusable(f"standard output: {error.strerror}; what follows is not written")


def tell(line: str) -> None:
    """Print one line for the person who runs this."""
    with suppress(OSError):  # no one is there to be told
        typer.echo(plain(line), err=True)


def unusable(line: str) -> NoReturn:
    """Say why there is no answer, and exit with 2."""
    tell(line)
    raise typer.Exit(2)
