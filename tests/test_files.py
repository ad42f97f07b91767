"""Files read in bounded memory."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from rung.files import read_at_most
from rung.text import Limits, TextFault


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    for content in (b"", b"a", b"ab" * 2_000_000):
        (tmp_path / "file").write_bytes(content)
        assert read_at_most(tmp_path / "file", Limits(4_000_000)) == content
        assert read_at_most(str(tmp_path / "file"), Limits(4_000_000)) == content


@pytest.mark.clause("RR-L.12")
def test_a_longer_file_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    os.truncate(tmp_path / "file", 1 << 40)
    fault = read_at_most(tmp_path / "file", Limits(10))
    assert isinstance(fault, TextFault)
    assert fault.message == "RR-W.6: expected at most 10 bytes at line 1 column 1, found at least 1099511627776"
    os.truncate(tmp_path / "file", 10)
    assert read_at_most(tmp_path / "file", Limits(10)) == bytes(10)


@pytest.mark.clause("RR-L.12")
def test_an_endless_device_is_read_to_the_limit_only() -> None:
    fault = read_at_most("/dev/zero", Limits(3_000_000))
    assert isinstance(fault, TextFault)
    assert (fault.clause, fault.found) == ("RR-W.6", "at least 3145728")


@pytest.mark.parametrize(("size", "fits"), [(100_000, True), (100_001, False)])
def test_a_pipe_is_read_to_its_end_or_the_limit(tmp_path: Path, size: int, fits: bool) -> None:
    os.mkfifo(tmp_path / "pipe")

    def write() -> None:
        with open(tmp_path / "pipe", "wb") as pipe:
            pipe.write(b"a" * size)

    writer = threading.Thread(target=write)
    writer.start()
    content = read_at_most(tmp_path / "pipe", Limits(100_000))
    writer.join()
    assert content == b"a" * size if fits else isinstance(content, TextFault)


def test_what_cannot_be_opened_is_an_error(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing"):
        with pytest.raises(OSError, match=r"directory"):
            read_at_most(path, Limits())
