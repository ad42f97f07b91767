"""Every command, whatever it is given and whatever happens to it: a documented exit status, and no traceback."""

from __future__ import annotations

import fcntl
import os
import re
import resource
import shlex
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.cli.process import ALLOWED, COMMAND, ENVIRONMENT, rung, settled

#: Where a file goes, by what it is read as.
AS_REGISTRY = {
    "check": ["check", "--registry", "FILE", "calls"],
    "check with quarantine": ["check", "--registry", "FILE", "--quarantine", "calls"],
    "check beside another": ["check", "--registry", "tools.json", "--registry", "FILE", "calls"],
    "registry": ["registry", "FILE"],
    "registry as json": ["registry", "FILE", "--format", "json"],
    "registry with quarantine": ["registry", "FILE", "--quarantine"],
    "registry in a dialect": ["registry", "FILE", "--dialect", "gemini"],
    "export": ["registry", "FILE", "--to", "gemini"],
    "closed schemas": ["registry", "FILE", "--closed-schemas"],
}
AS_CALLS = {
    "calls": ["check", "--registry", "tools.json", "FILE"],
    "calls as json": ["check", "--registry", "tools.json", "--format", "json", "FILE"],
    "calls of a dialect": ["check", "--registry", "tools.json", "--call-dialect", "anthropic", "FILE"],
    "one text": ["check", "--registry", "tools.json", "--whole", "FILE"],
    "replies": ["check", "--registry", "tools.json", "--reply", "mcp", "FILE"],
}
AS_NAME = {"explain": ["explain", "FILE"], "schema": ["schema", "FILE"]}
#: Each command as it works.
WORKING = {
    "check": ["check", "--registry", "tools.json", "calls"],
    "check as json": ["check", "--registry", "tools.json", "--format", "json", "calls"],
    "registry": ["registry", "tools.json"],
    "registry as json": ["registry", "tools.json", "--format", "json"],
    "export": ["registry", "tools.json", "--to", "gemini"],
    "closed schemas": ["registry", "tools.json", "--closed-schemas"],
    "explain": ["explain", "RR-H2.1"],
    "list": ["explain", "--list"],
    "schema": ["schema", "verdict"],
    "schemas": ["schema"],
    "version": ["--version"],
    "help": ["--help"],
    "help of check": ["check", "--help"],
}

#: What a file may be, and the exit status with it as calls; as a registry it is always refused.
CONTENTS: dict[str, tuple[bytes | None, int]] = {
    "empty": (b"", 2),
    "directory": (None, 2),
    "missing": (None, 2),
    "sparse": (None, 1),
    "binary": (bytes(range(256)) * 64, 1),
    "wrong JSON": (b'[{"name": "a", "inputSchema": {"type": "object"},}]', 1),
    "a number": (b"7", 1),
    "an object": (b'{"a": {"b": []}}', 1),
    "odd tools": (b'{"tools": [1, null, [], {}, {"name": {}}, {"name": "a", "inputSchema": 5}]}', 1),
    "odd functions": (b'[{"type": "function", "function": 5}, {"functionDeclarations": 5}, {"toolSpec": []}]', 1),
    "odd calls": (b'{"tool_calls": [1, null, {"function": []}, {"function": {"name": 5}}]}', 1),
    "deep": (b"[" * 100_000, 1),
}  # fmt: skip


@pytest.fixture
def files(folder: Path) -> Path:
    (folder / "calls").write_bytes(ALLOWED)
    for name, (content, _) in CONTENTS.items():
        if content is not None:
            (folder / name).write_bytes(content)
    (folder / "directory").mkdir()
    (folder / "sparse").touch()
    os.truncate(folder / "sparse", 2 << 30)
    return folder


def little_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))


def sound(done: subprocess.CompletedProcess[bytes]) -> None:
    """Check what holds however a command ends."""
    assert b"Traceback" not in done.stderr
    assert re.fullmatch(rb"[ -~\n]*", done.stdout) or b"Usage: rung" in done.stdout
    assert not done.stdout or done.stdout.endswith(b"\n")


@pytest.mark.parametrize("content", CONTENTS)
@pytest.mark.parametrize("command", AS_REGISTRY)
def test_a_file_that_is_no_registry(files: Path, command: str, content: str) -> None:
    arguments = [content if argument == "FILE" else argument for argument in AS_REGISTRY[command]]
    done = rung(files, *arguments, preexec_fn=little_memory)
    sound(done)
    quarantined = "quarantine" in command and content == "odd tools"
    assert done.returncode == ((0 if command.startswith("registry") else 1) if quarantined else 2)
    assert content in done.stderr.decode() or quarantined
    if command not in ("registry", "registry as json", "registry with quarantine", "registry in a dialect"):
        assert done.stdout == b"" or quarantined


@pytest.mark.parametrize("content", CONTENTS)
@pytest.mark.parametrize("command", AS_CALLS)
def test_a_file_that_holds_no_calls(files: Path, command: str, content: str) -> None:
    arguments = [content if argument == "FILE" else argument for argument in AS_CALLS[command]]
    done = rung(files, *arguments, preexec_fn=little_memory)
    sound(done)
    assert done.returncode == CONTENTS[content][1]


@pytest.mark.parametrize("name", ["", "\udcff", "\x1b[31m", "x" * 100_000, "-", "tools.json", "\n", "*"])
@pytest.mark.parametrize("command", AS_NAME)
def test_a_name_of_nothing(files: Path, command: str, name: str) -> None:
    done = rung(files, *[name if argument == "FILE" else argument for argument in AS_NAME[command]])
    sound(done)
    assert (done.returncode, done.stdout) == (2, b"")
    assert len(done.stderr) < 500


#: Outputs that take nothing, and what is said of each.
OUTPUTS = {
    "closed": b"standard output: closed; ",
    "full": b"standard output: No space left on device; ",
    "left": b"standard output: Broken pipe; ",
}


def into(output: str, folder: Path, arguments: list[str]) -> subprocess.CompletedProcess[bytes]:
    """Run a command whose output takes nothing."""
    reading, writing = os.pipe()
    os.close(reading)
    script = 'exec "$@" ' + {"closed": ">&-", "full": ">/dev/full", "left": ""}[output]
    done = subprocess.run(
        ["/bin/sh", "-c", script, "sh", *COMMAND, *arguments], cwd=folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL,
        stdout=writing, stderr=subprocess.PIPE, timeout=120, check=False,
    )  # fmt: skip
    os.close(writing)
    return done


@pytest.mark.parametrize("output", OUTPUTS)
@pytest.mark.parametrize("command", WORKING)
def test_an_output_that_takes_nothing_is_exit_2(files: Path, command: str, output: str) -> None:
    done = into(output, files, WORKING[command])
    assert done.stderr.startswith(OUTPUTS[output])
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)


@pytest.mark.parametrize("command", WORKING)
@pytest.mark.parametrize("closed", ["2>&-", "2>/dev/full", "<&-"])
def test_the_other_streams_need_not_work(files: Path, command: str, closed: str) -> None:
    script = f"{shlex.join([*COMMAND, *WORKING[command]])} {closed}"
    done = subprocess.run(
        ["/bin/sh", "-c", script], cwd=files, env=ENVIRONMENT, capture_output=True, timeout=120, check=False
    )
    sound(done)
    assert (done.returncode, done.stdout != b"") == (0, True)


# Ctrl-C ---------------------------------------------------------------------------------------------------------------
def started(folder: Path, arguments: list[str], **streams: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*COMMAND, *arguments], cwd=folder, env=ENVIRONMENT, stderr=subprocess.PIPE, **streams,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # whoever runs the tests may ignore it
    )  # fmt: skip


def interrupted(process: subprocess.Popen[bytes]) -> None:
    """Interrupt a process once it waits, and check how it ends."""
    settled(process)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (130, b"")


@pytest.mark.parametrize("command", [*AS_REGISTRY, *AS_CALLS])
def test_an_interrupt_while_reading_is_exit_130(files: Path, command: str) -> None:
    os.mkfifo(files / "pipe")
    arguments = ["pipe" if argument == "FILE" else argument for argument in (AS_REGISTRY | AS_CALLS)[command]]
    process = started(files, arguments, stdout=subprocess.DEVNULL)
    with open(files / "pipe", "wb", buffering=0) as pipe:  # it is open once the command has opened it
        pipe.write(b"[")
        interrupted(process)


@pytest.mark.parametrize("command", WORKING)
def test_an_interrupt_while_nobody_reads_is_exit_130(files: Path, command: str) -> None:
    reading, writing = os.pipe()
    flags = fcntl.fcntl(writing, fcntl.F_GETFL)
    fcntl.fcntl(writing, fcntl.F_SETFL, flags | os.O_NONBLOCK)
    try:
        while os.write(writing, b"x" * 4096):
            pass
    except BlockingIOError:
        fcntl.fcntl(writing, fcntl.F_SETFL, flags)
    process = started(files, WORKING[command], stdout=writing)
    os.close(writing)
    interrupted(process)
    os.close(reading)


# Real registries ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "arguments",
    [
        ["registry", "FILE", "--quarantine"],
        ["registry", "FILE", "--quarantine", "--format", "json"],
        ["registry", "FILE", "--quarantine", "--closed-schemas"],
        ["registry", "FILE", "--quarantine", "--to", "openai-chat", "--strict"],
        ["registry", "FILE", "--quarantine", "--to", "gemini"],
        ["check", "--registry", "FILE", "--quarantine", "calls"],
        ["check", "--registry", "FILE", "--registry", "tools.json", "--quarantine", "--profile", "deep", "calls"],
        ["check", "--registry", "FILE", "--quarantine", "--reply", "mcp", "--suggest", "calls"],
        ["check", "--registry", "tools.json", "FILE"],
        ["check", "--registry", "tools.json", "--whole", "FILE"],
    ],
    ids=" ".join,
)
def test_real_registries_are_read_without_a_traceback(files: Path, shared: Path, arguments: list[str]) -> None:
    found = sorted((shared / "registries").glob("*.json"))
    if not found:
        pytest.skip("the shared folder holds no registries")
    for path in found:
        done = rung(files, *[str(path) if argument == "FILE" else argument for argument in arguments])
        sound(done)
        several = arguments.count("--registry") == 2  # so the call of tools.json is allowed
        assert done.returncode == (0 if arguments[0] == "registry" or several else 1)


@pytest.mark.parametrize("output", OUTPUTS)
@pytest.mark.parametrize("command", [name for name, arguments in WORKING.items() if "tools.json" in arguments])
def test_real_registries_and_an_output_that_takes_nothing(files: Path, shared: Path, command: str, output: str) -> None:
    path = max((shared / "registries").glob("*.json"), key=lambda one: one.stat().st_size, default=None)
    if path is None:
        pytest.skip("the shared folder holds no registries")
    done = into(output, files, [str(path) if argument == "tools.json" else argument for argument in WORKING[command]])
    assert done.stderr.startswith(OUTPUTS[output])
    assert done.returncode == 2
