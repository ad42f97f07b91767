"""Lines of a byte stream, in constant memory: a line over the limit is skipped without being held (RR-W.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Final

#: How much of an over-long line is read at a time.
_CHUNK: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the input: its number from 1, and its bytes without the line feed; None if it was too long to hold."""

    number: int
    content: bytes | None


def lines(stream: IO[bytes], longest: int) -> Iterator[Line]:
    """Yield the lines of a stream. Only a line feed ends a line; a last line without one counts."""
    number = 0
    while start := stream.readline(longest + 1):
        number += 1
        if start.endswith(b"\n"):
            yield Line(number, start[:-1])
        elif len(start) <= longest:
            yield Line(number, start)
        else:
            while (rest := stream.readline(_CHUNK)) and not rest.endswith(b"\n"):
                pass
            yield Line(number, None)
