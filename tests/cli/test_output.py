"""Streams that do not work, on either side: exit 2 and one line, never a traceback."""

from __future__ import annotations

import io
import os
import pty
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rung.cli import command, main, output
from tests.cli.process import ALLOWED, COMMAND, ENVIRONMENT, shell

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
        ("RUNG calls >&-", b"standard output: closed; expected a place to write the answer to\n"),
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


@pytest.mark.parametrize(
    ("failure", "status", "said"),
    [
        (MemoryError(), 2, "out of memory; what follows is not answered\n"),
        (OSError(28, "No space left on device"), 2, (LOST % b"No space left on device").decode()),
        (SystemExit(130), 130, ""),
        (SystemExit(1), 1, ""),
    ],
)
def test_how_a_command_may_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], failure: BaseException, status: int, said: str
) -> None:
    def failing(**_: object) -> None:
        raise failure

    monkeypatch.setattr(command, "app", failing)
    monkeypatch.setattr(output, "discard", lambda: None)  # this process still has something to say
    monkeypatch.setattr(command, "discard", lambda: None)
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == status
    assert capsys.readouterr().err == said


def test_a_reader_of_the_help_that_has_gone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(**_: object) -> None:
        try:
            raise BrokenPipeError(32, "Broken pipe")
        except BrokenPipeError:
            sys.exit(1)

    monkeypatch.setattr(command, "app", failing)
    monkeypatch.setattr(output, "discard", lambda: None)
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2


def test_an_interrupt_while_the_command_line_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted:
        @property
        def main(self) -> None:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "rung.cli.command", Interrupted())
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 130


# Terminals ------------------------------------------------------------------------------------------------------------
PLAIN = {
    name: value for name, value in ENVIRONMENT.items() if name not in {"NO_COLOR", "FORCE_COLOR", "GITHUB_ACTIONS"}
}
COLOUR = re.compile(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-8]|9[0-7])(?:;[0-9]+)*m")


def on_a_terminal(folder: Path, *arguments: str, streams: str = "both", **environment: str) -> bytes:
    """Return what a command writes to a terminal, with standard output or error or both of it there."""
    ours, theirs = pty.openpty()
    kept: dict[str, int] = {"stdout": theirs, "stderr": theirs}
    if streams != "both":
        kept["stdout" if streams == "stderr" else "stderr"] = subprocess.DEVNULL
    process = subprocess.Popen(
        [*COMMAND, *arguments], cwd=folder, env=PLAIN | {"TERM": "xterm-256color"} | environment,
        stdin=subprocess.DEVNULL, **kept,
    )  # fmt: skip
    os.close(theirs)
    seen = b""
    try:
        while piece := os.read(ours, 4096):
            seen += piece
    except OSError:  # so a terminal says that its other side is closed
        pass
    os.close(ours)
    process.wait(60)
    return seen


@pytest.mark.parametrize(
    "arguments",
    [["check", "-r", "tools.json", "calls"], ["check", "--help"], ["check"], ["explain", "H2.1"]],
    ids=" ".join,
)
def test_colours_are_for_terminals_and_no_color_turns_them_off(folder: Path, arguments: list[str]) -> None:
    (folder / "calls").write_bytes(ALLOWED + b'{"name": "sub"}')
    assert COLOUR.search(on_a_terminal(folder, *arguments))
    assert not COLOUR.search(on_a_terminal(folder, *arguments, NO_COLOR="1"))
    assert not COLOUR.search(on_a_terminal(folder, *arguments, TERM="dumb"))
    for more in ({}, {"GITHUB_ACTIONS": "true"}):
        done = subprocess.run([*COMMAND, *arguments], cwd=folder, env=PLAIN | more, capture_output=True, check=False)
        assert b"\x1b" not in done.stdout + done.stderr


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_an_answer_is_painted_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"NO_COLOR": "", "TERM": "xterm"}.items():
        monkeypatch.setenv(name, value)
    stream = Terminal()
    monkeypatch.setattr(sys, "stdout", stream)
    output.Output().write("\x1b[0m", "allow")
    output.Output().write("b")
    monkeypatch.setenv("NO_COLOR", "1")
    output.Output().write("c", "reject")
    assert stream.getvalue() == "\x1b[32m\\u001b[0m\x1b[0m\nb\nc\n"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    now = [0.0]
    monkeypatch.setattr(output, "monotonic", lambda: now[0])
    return now


def test_progress_is_shown_where_a_person_waits(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    errors = Terminal()
    monkeypatch.setattr(sys, "stderr", errors)
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    progress = output.Progress("calls")
    progress.at(1)
    progress.clear()
    clock[0] = 1.0
    progress.at(2)
    progress.at(3)
    progress.clear()
    progress.clear()
    assert errors.getvalue() == "\r2 calls so far\r\x1b[K"


@pytest.mark.parametrize("streams", [(None, None), (Terminal(), Terminal()), (io.StringIO(), io.StringIO())])
def test_progress_is_for_nobody_else(monkeypatch: pytest.MonkeyPatch, clock: list[float], streams: tuple) -> None:
    monkeypatch.setattr(sys, "stdout", streams[0])
    monkeypatch.setattr(sys, "stderr", streams[1])
    progress = output.Progress("calls")
    clock[0] = 1.0
    progress.at(2)
    progress.clear()
    assert streams[1] is None or streams[1].getvalue() == ""


def test_progress_on_a_real_terminal(folder: Path) -> None:
    (folder / "calls").write_bytes(ALLOWED * 100_000)
    seen = on_a_terminal(folder, "check", "-r", "tools.json", "calls", streams="stderr")
    assert re.search(rb"\r[0-9]+ calls so far", seen)
    assert seen.endswith(b"\r\x1b[K100000 calls: 100000 allow\r\n")


def test_a_service_that_keeps_logs_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    from typer import rich_utils

    monkeypatch.setattr(rich_utils, "FORCE_TERMINAL", True)
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    for forced, left in (("1", True), ("", None)):
        monkeypatch.setenv("FORCE_COLOR", forced)
        command._colours_for_terminals_only()
        assert rich_utils.FORCE_TERMINAL is left
