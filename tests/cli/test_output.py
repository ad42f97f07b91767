"""Streams that do not work, on either side: exit 2 and one line, never a traceback."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from rung.cli import main
from tests.cli.process import ALLOWED, COMMAND, shell

LOST = b"standard output: %s; what follows is not written\n"


def test_a_reader_that_leaves_early_is_told_and_no_traceback(folder: Path) -> None:
    (folder / "calls").write_bytes(ALLOWED * 20_000)
    done = shell(folder, "{ RUNG calls; echo $? >code; } | head -1")
    assert done.stdout == b"line 1: allow add\n"
    assert done.stderr == LOST % b"Broken pipe"
    assert (folder / "code").read_text() == "2\n"


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("RUNG calls >&-", b"standard output: closed; expected a place to write verdicts to\n"),
        ("RUNG calls >/dev/full", LOST % b"No space left on device"),
        ("RUNG - <&-", b"standard input: closed; expected calls, one JSON object a line\n"),
        ("RUNG /proc/self/mem", b"/proc/self/mem: Input/output error; the calls from here on are not answered\n"),
        (shlex.join(COMMAND) + " --help >/dev/full", LOST % b"No space left on device"),
        (shlex.join(COMMAND) + " --version >/dev/full", LOST % b"No space left on device"),
    ],
)
def test_a_stream_that_does_not_work_is_exit_2(folder: Path, script: str, said: bytes) -> None:
    (folder / "calls").write_bytes(ALLOWED)
    done = shell(folder, script)
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", said)


@pytest.mark.parametrize("where", ["2>&-", "2>/dev/full"])
def test_nobody_need_listen_to_standard_error(folder: Path, where: str) -> None:
    (folder / "calls").write_bytes(ALLOWED)
    done = shell(folder, f"RUNG calls {where}")
    assert (done.returncode, done.stdout) == (0, b"line 1: allow add\n")


class Full:
    """An output that takes nothing."""

    encoding = "utf-8"

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")

    def write(self, text: str) -> int:
        raise OSError(28, "No space left on device")

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return False

    def fileno(self) -> int:
        return self._file.fileno()

    def close(self) -> None:
        self._file.close()


@pytest.mark.parametrize("arguments", [["check", "--registry", "tools.json", "calls"], ["--version"]])
def test_an_output_that_takes_nothing_in_this_process(
    folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    (folder / "calls").write_bytes(ALLOWED)
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "argv", ["rung", *arguments])
    full = Full(folder / "full")
    monkeypatch.setattr(sys, "stdout", full)
    with pytest.raises(SystemExit) as stopped:
        main()
    full.close()
    assert stopped.value.code == 2


@pytest.mark.parametrize("stream", ["stdin", "stdout"])
def test_a_closed_stream_in_this_process(folder: Path, monkeypatch: pytest.MonkeyPatch, stream: str) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "argv", ["rung", "check", "--registry", "tools.json", "-"])
    monkeypatch.setattr(sys, stream, None)
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
