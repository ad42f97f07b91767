"""Lines of a byte stream, in constant memory (RR-W.6)."""

from __future__ import annotations

import io
from typing import IO, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rung.cli.lines import Line, lines


def read(content: bytes, longest: int = 5) -> list[tuple[int, bytes | None]]:
    return [(line.number, line.content) for line in lines(io.BytesIO(content), longest)]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", []),
        (b"\n", [b""]),
        (b"\n\n", [b"", b""]),
        (b"a", [b"a"]),
        (b"a\n", [b"a"]),
        (b"a\nb", [b"a", b"b"]),
        (b"a\r\nb\r\n", [b"a\r", b"b\r"]),
        (b"a\rb\x0b\x0c\x85\n", [None]),
        (b"a\rb\x0b\x85\n", [b"a\rb\x0b\x85"]),
        (b"12345", [b"12345"]),
        (b"12345\n", [b"12345"]),
        (b"123456", [None]),
        (b"123456\n", [None]),
        (b"123456\nab", [None, b"ab"]),
        (b"a" * 200_000 + b"\nab\n", [None, b"ab"]),
        (b"a" * 200_000, [None]),
        (b"12345\n123456\n\n", [b"12345", None, b""]),
        (b"123456" + b"a" * 65_535 + b"\nab", [None, b"ab"]),
        (b"123456" + b"a" * 65_536 + b"\nab", [None, b"ab"]),
    ],
)
@pytest.mark.clause("RR-W.6")
def test_only_a_line_feed_ends_a_line(content: bytes, expected: list[bytes | None]) -> None:
    assert read(content) == list(enumerate(expected, 1))


@given(st.lists(st.binary(max_size=9).filter(lambda line: b"\n" not in line)), st.integers(1, 9))
@pytest.mark.clause("RR-W.6")
def test_every_line_is_counted_and_only_long_ones_are_left_out(parts: list[bytes], longest: int) -> None:
    kept = [part if len(part) <= longest else None for part in parts]
    assert read(b"".join(part + b"\n" for part in parts), longest) == list(enumerate(kept, 1))


class Measured(io.BytesIO):
    """A stream that remembers how much was asked of it at once."""

    most = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        assert size >= 0
        self.most = max(self.most, size)
        return super().readline(size)


@pytest.mark.clause("RR-W.6")
def test_no_more_than_the_limit_or_a_chunk_is_asked_for() -> None:
    stream = Measured(b"a" * 10_000_000 + b"\nb\n")
    assert list(lines(cast(IO[bytes], stream), 1_000)) == [Line(1, None), Line(2, b"b")]
    assert stream.most <= 1 << 16


def test_a_line_is_given_before_the_next_is_read() -> None:
    stream = io.BytesIO(b"a\nb\n")
    every = lines(stream, 5)
    assert next(every) == Line(1, b"a")
    assert stream.tell() == 2
