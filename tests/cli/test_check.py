"""``rung check`` as a person or a program meets it: a real process, its output, its exit code."""

from __future__ import annotations

import json
import os
import re
import resource
import select
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rung import Registry
from rung.cli.check import Options, _judge
from rung.cli.choices import Format
from rung.cli.lines import Line
from rung.models import VerdictRecord
from rung.text import Parsed, parse
from tests.cli.process import ALLOWED, COMMAND, ENVIRONMENT, TOOLS, run, rung, settled


def check(folder: Path, calls: bytes, *options: str) -> tuple[int, list[str], list[str]]:
    """Return exit code, lines of output, lines of standard error for calls on standard input."""
    done = rung(folder, "check", "--registry", "tools.json", *options, "-", calls=calls)
    assert b"Traceback" not in done.stderr
    assert done.stdout == b"" or done.stdout.endswith(b"\n")
    # ASCII, and no control character but the line feed: nothing that a terminal or a log could take for a command.
    assert re.fullmatch(rb"[ -~\n]*", done.stdout + done.stderr)
    return done.returncode, done.stdout.decode().splitlines(), done.stderr.decode().splitlines()


def records(lines: list[str]) -> list[VerdictRecord]:
    """Return the records in lines of JSON; each must be strict JSON and a valid record."""
    for line in lines:
        assert isinstance(parse(line), Parsed)
    return [VerdictRecord.model_validate_json(line) for line in lines]


# Verdicts -------------------------------------------------------------------------------------------------------------
@pytest.mark.clause("RR-A.5", "RR-A.7")
def test_json_gives_one_object_a_line_and_nothing_else(folder: Path) -> None:
    code, out, err = check(folder, ALLOWED + b'{"name": "add", "arguments": {"x": 1, "a": "1"}}\n', "--format", "json")
    assert code == 1
    assert [list(json.loads(line)) for line in out] == [
        ["verdict", "code", "clause", "at", "all", "name", "line", "profile", "registry"]
    ] * 2
    allowed, rejected = records(out)
    digest = Registry.load(folder / "tools.json").digest
    assert allowed.model_dump(exclude_unset=True) == {
        "verdict": "allow", "code": None, "clause": None, "at": None, "all": (), "name": "add", "line": 1,
        "profile": "top", "registry": digest,
    }  # fmt: skip
    assert (rejected.code, rejected.clause, rejected.at, rejected.line) == ("H2", "RR-H2.1", "/x", 2)
    assert [(fault.clause, fault.at) for fault in rejected.all] == [("RR-H3.1", "/a"), ("RR-H2.1", "/x")]
    assert err == ["2 calls: 1 allow, 1 H2"]


def test_text_gives_the_line_and_the_message(folder: Path) -> None:
    code, out, err = check(folder, ALLOWED + b'{"name": "sub"}')
    assert code == 1
    assert out[0] == "line 1: allow add"
    assert out[1].startswith("line 2: RR-H1.1 reject sub: ")
    assert err == ["2 calls: 1 allow, 1 H1"]


def test_exit_0_means_that_all_are_allowed(folder: Path) -> None:
    assert check(folder, ALLOWED) == (0, ["line 1: allow add"], ["1 call: 1 allow"])


@pytest.mark.clause("RR-A.4")
def test_the_profile_is_applied_and_named(folder: Path) -> None:
    call = b'{"name": "add", "arguments": {"b": {"d": 1}}}'
    for profile, clause in (("top", None), ("deep", "RR-H3.6")):
        _, out, _ = check(folder, call, "--profile", profile, "--format", "json")
        assert [(record.profile, record.clause) for record in records(out)] == [(profile, clause)]


@pytest.mark.clause("RR-W.1", "RR-W.2", "RR-W.3", "RR-W.8", "RR-H1.1", "RR-H2.1", "RR-H3.1")
def test_a_bad_line_has_a_clause_and_the_next_lines_are_answered(folder: Path) -> None:
    lines = {
        b"\xef\xbb\xbf" + ALLOWED.strip(): "RR-W.8",
        ALLOWED.strip() + b"\r": None,
        b"not json": "RR-W.8",
        b'{"name": "add", "arguments": {"a": "\xff"}}': "RR-W.8",
        b"\xff\xfe\x00": "RR-W.8",
        b"\x00" * 100: "RR-W.8",
        b"[]": "RR-W.8",
        b'{"name": "add"} {"name": "add"}': "RR-W.8",
        b'{"name": "add", "arguments": null}': "RR-W.3",
        b'{"name": "add", "arguments": "{\\"a\\": 1, \\"a\\": 1}"}': "RR-W.2",
        b'{"name": "add", "arguments": "```json {} ```"}': "RR-W.1",
        b'{"name": "ad\\ud800d"}': "RR-H1.1",
        b'{"name": "add", "arguments": {"a": true}}': "RR-H3.1",
        b'{"type": "function", "function": {"name": "add", "arguments": "{\\"a\\": 1}"}}': None,
    }
    _, out, err = check(folder, b"\n".join(lines), "--format", "json")
    found = records(out)
    assert [record.clause for record in found] == list(lines.values())
    assert [record.line for record in found] == list(range(1, len(lines) + 1))
    assert err == ["14 calls: 2 allow, 10 W, 1 H1, 1 H3"]


def test_blank_lines_are_counted_not_judged(folder: Path) -> None:
    code, out, err = check(folder, b"\n \t\r\n" + ALLOWED + b"\n")
    assert (code, out, err) == (0, ["line 3: allow add"], ["1 call: 1 allow (3 blank lines skipped)"])
    assert check(folder, ALLOWED + b"\n")[2] == ["1 call: 1 allow (1 blank line skipped)"]


@pytest.mark.clause("RR-W.6")
def test_a_line_over_the_limit_is_skipped_and_the_next_is_answered(folder: Path) -> None:
    long = b'{"name": "add", "arguments": {"a": "' + b"a" * (16 << 20) + b'"}}\n'
    _, out, err = check(folder, long + ALLOWED, "--format", "json")
    assert [(record.clause, record.line) for record in records(out)] == [("RR-W.6", 1), (None, 2)]
    assert err == ["2 calls: 1 allow, 1 W"]
    assert "RR-W.6 reject the call: expected at most 16777216 bytes in a line" in check(folder, long)[1][0]


def test_names_and_keys_cannot_command_a_terminal(folder: Path) -> None:
    names = ("\x1b[31mred\x1b[0m", "a\nb", "\x7f\x9b31m", "\u202eabc", "\U0001f600", "add\r", "\u2028", "x" * 1_000_000)
    # `check` asserts that all output is printable ASCII, one line a verdict.
    for spelt in (json.dumps, lambda call: json.dumps(call, ensure_ascii=False)):
        calls = [{"name": name, "arguments": {name: name}} for name in names]
        calls += [{"name": "add", "arguments": {name: name}} for name in names]
        calls += [{"name": TOOLS[1]["name"], "arguments": {name: name}} for name in names]
        text = "\n".join(spelt(call) for call in calls).encode()
        _, out, _ = check(folder, text)
        assert len(out) == len(calls)
        assert max(map(len, out)) < 5_000
        _, out, _ = check(folder, text, "--format", "json")
        assert [record.name for record in records(out)] == [call["name"] for call in calls]


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8", "cp1252"])
def test_the_encoding_of_the_output_does_not_matter(folder: Path, encoding: str) -> None:
    call = '{"name": "\u00e9\U0001f600\\ud800", "arguments": {}}'.encode()
    environment = ENVIRONMENT | {"PYTHONIOENCODING": encoding, "LC_ALL": "C", "PYTHONUTF8": "0"}
    for form in ("text", "json"):
        done = rung(folder, "check", "--registry", "tools.json", "--format", form, "-", calls=call, env=environment)
        assert (done.returncode, done.stdout.isascii()) == (1, True)
        assert b"\\u00e9\\ud83d\\ude00\\" in done.stdout


# What cannot be used --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("content", [b"", b"\n\n", b" \t\r\n"])
def test_no_calls_at_all_is_exit_2(folder: Path, content: bytes) -> None:
    assert check(folder, content) == (2, [], ["-: no calls; expected one JSON object a line"])
    (folder / "calls").write_bytes(content)
    assert rung(folder, "check", "--registry", "tools.json", "calls").returncode == 2


def test_dev_null_holds_no_calls(folder: Path) -> None:
    done = rung(folder, "check", "--registry", "tools.json", "/dev/null")
    assert (done.returncode, done.stdout) == (2, b"")


UNREADABLE = {
    "missing": "No such file or directory",
    "folder": "Is a directory",
    "loop": "Too many levels of symbolic links",
    "tools.json/x": "Not a directory",
    "x" * 300: "File name too long",
    "locked": "Permission denied",
}


@pytest.mark.parametrize("name", UNREADABLE)
@pytest.mark.parametrize("role", ["registry", "calls"])
def test_a_file_that_cannot_be_opened_is_exit_2(folder: Path, name: str, role: str) -> None:
    (folder / "folder").mkdir()
    (folder / "loop").symlink_to("loop")
    (folder / "locked").touch(0o000)
    if name == "locked" and os.geteuid() == 0:
        pytest.skip("nothing is unreadable for root")
    (folder / "calls").write_bytes(ALLOWED)
    registry, calls = (name, "calls") if role == "registry" else ("tools.json", name)
    done = rung(folder, "check", "--registry", registry, calls)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().startswith(f"{name}: {UNREADABLE[name]}; expected a file")
    assert done.stderr.count(b"\n") == 1


REFUSED = {
    "empty": (b"", "RR-L.1"),
    "garbage": (bytes(range(256)) * 10, "RR-L.1"),
    "truncated": (b'[{"name": "a", ', "RR-L.1"),
    "byte order mark": (b"\xef\xbb\xbf[]", "RR-L.1"),
    "duplicate": (b'[{"name": "a", "name": "b"}]', "RR-L.2"),
    "number": (b"7", "RR-L.3"),
    "object": (b'{"name": "a"}', "RR-L.3"),
    "calls": (ALLOWED, "RR-L.3"),
    "no schema": (b'[{"name": "a"}]', "RR-L.3"),
    "deep": (b"[" * 100_000, "RR-L.12"),
    "keyword": (b'[{"name": "\\u001b[31m\\n\xc3\xa9", "inputSchema": {"patern": 1}}]', "RR-L.4"),
}


@pytest.mark.clause("RR-L.1", "RR-L.2", "RR-L.3", "RR-L.4", "RR-L.12")
@pytest.mark.parametrize("name", REFUSED)
def test_a_refused_registry_is_exit_2_before_any_output(folder: Path, name: str) -> None:
    content, clause = REFUSED[name]
    (folder / "tools.json").write_bytes(content)
    code, out, err = check(folder, ALLOWED)
    assert (code, out) == (2, [])
    assert err[0].startswith(clause)
    assert err[-1] == "tools.json: refused for 1 problem"
    assert len(err) == 2


def test_every_problem_of_a_registry_is_told(folder: Path) -> None:
    broken = [{"name": "a", "inputSchema": {"x": 1, "y": 2}}, {"name": 7, "inputSchema": {}}, *TOOLS]
    (folder / "tools.json").write_text(json.dumps(broken), encoding="utf-8")
    code, out, err = check(folder, ALLOWED)
    assert (code, out, len(err), err[-1]) == (2, [], 4, "tools.json: refused for 3 problems")


def test_quarantine_loads_the_rest_and_tells_what_it_left_out(folder: Path) -> None:
    broken = [{"name": "a\x1b[31m", "server": "s", "inputSchema": {"x": 1}}, {"name": "b", "inputSchema": {"x": 1}}]
    (folder / "tools.json").write_text(json.dumps([*broken, *TOOLS]), encoding="utf-8")
    code, out, err = check(folder, ALLOWED + b'{"name": "b"}', "--quarantine")
    assert (code, out) == (1, ["line 1: allow add", "line 2: RR-H1.1 reject b: the tool is quarantined (RR-L.4)"])
    assert err[0] == "quarantined s a\\u001b[31m"
    assert err[2] == "quarantined b"
    assert err[1].startswith("  RR-L.4 ")


def test_annotations_are_accepted(folder: Path) -> None:
    broken = [{"name": "add", "inputSchema": {"x": 1, "y": 1, "properties": {"a": {}}}}]
    (folder / "tools.json").write_text(json.dumps(broken), encoding="utf-8")
    assert check(folder, ALLOWED, "--annotation", "x")[0] == 2
    assert check(folder, ALLOWED, "--annotation", "x", "--annotation", "y")[0] == 0


# Streams --------------------------------------------------------------------------------------------------------------
def limited(size: int) -> Any:
    """Return what makes a process fail that asks for more than ``size`` bytes of memory."""
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size))


@pytest.fixture
def huge(folder: Path) -> Path:
    """A file of 2 GiB that takes no room on the disk."""
    path = folder / "huge"
    path.touch()
    os.truncate(path, 2 << 30)
    return path


@pytest.mark.clause("RR-W.6")
def test_two_gigabytes_without_a_line_feed_take_constant_memory(folder: Path, huge: Path) -> None:
    done = rung(folder, "check", "--registry", "tools.json", "huge", preexec_fn=limited(1 << 30))
    assert (done.returncode, done.stderr) == (1, b"1 call: 1 W\n")
    assert done.stdout.startswith(b"line 1: RR-W.6 ")


@pytest.mark.clause("RR-L.12")
def test_a_registry_of_two_gigabytes_is_refused_unread(folder: Path, huge: Path) -> None:
    done = rung(folder, "check", "--registry", "huge", "-", calls=ALLOWED, preexec_fn=limited(1 << 30))
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"RR-L.12: ")


class Partner:
    """A process that is talked to while it runs."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        command = [*COMMAND, "check", "--registry", "tools.json", *arguments]
        self.process = subprocess.Popen(
            command, cwd=folder, env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # whoever runs the tests may ignore it
        )  # fmt: skip
        assert self.process.stdin
        assert self.process.stdout
        self.stdin, self.stdout = self.process.stdin, self.process.stdout

    def answer(self) -> bytes:
        ready, _, _ = select.select([self.stdout], [], [], 60)
        assert ready, "no answer within a minute"
        return self.stdout.readline()


@pytest.fixture
def partners() -> Iterator[list[Partner]]:
    started: list[Partner] = []
    yield started
    for partner in started:
        partner.process.kill()
        partner.process.communicate()


def test_ten_thousand_calls_are_each_answered_before_the_next_is_asked(folder: Path, partners: list[Partner]) -> None:
    partner = Partner(folder, "--format", "json", "-")
    partners.append(partner)
    for number in range(1, 10_001):
        partner.stdin.write(ALLOWED)
        partner.stdin.flush()
        assert json.loads(partner.answer())["line"] == number
    rest, said = partner.process.communicate()
    assert (partner.process.returncode, rest, said) == (0, b"", b"10000 calls: 10000 allow\n")


def test_a_pipe_by_name_is_answered_at_once_and_an_interrupt_is_exit_130(folder: Path, partners: list[Partner]) -> None:
    os.mkfifo(folder / "pipe")
    partner = Partner(folder, "pipe")
    partners.append(partner)
    with open(folder / "pipe", "wb", buffering=0) as pipe:
        for number in (1, 2, 3):
            pipe.write(ALLOWED)
            assert partner.answer() == f"line {number}: allow add\n".encode()
        pipe.write(ALLOWED[:10])
        settled(partner.process)
        partner.process.send_signal(signal.SIGINT)
        rest, said = partner.process.communicate(timeout=60)
    assert (partner.process.returncode, rest, said) == (130, b"", b"")


def test_a_registry_may_come_through_a_pipe(folder: Path, partners: list[Partner]) -> None:
    os.mkfifo(folder / "pipe")
    partner = Partner(folder, "--registry", "pipe", "-")
    partners.append(partner)
    with open(folder / "pipe", "wb") as pipe:
        pipe.write(json.dumps([{"name": "sub", "inputSchema": {}}]).encode())
    rest, _ = partner.process.communicate(ALLOWED + b'{"name": "sub"}')
    assert rest == b"line 1: allow add\nline 2: allow sub\n"


# In this process ------------------------------------------------------------------------------------------------------
REGISTRY = Registry.load(TOOLS)  # type: ignore[arg-type]


def names() -> st.SearchStrategy[str]:
    return st.one_of(st.just("add"), st.text(st.characters(categories=None)), st.characters(categories=["Cs"]))


def values() -> st.SearchStrategy[Any]:
    scalars = st.none() | st.booleans() | st.integers() | st.floats() | names()
    return st.recursive(
        scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names(), inner, max_size=3), max_leaves=6
    )


@st.composite
def envelopes(draw: st.DrawFn) -> bytes:
    """Calls, near misses and noise."""
    call: Any = {draw(st.sampled_from(["name", "function", "x"])): draw(values() | names())}
    if draw(st.booleans()):
        call["arguments"] = draw(values() | values().map(json.dumps))
    if draw(st.booleans()):
        call = {"function": call}
    text = json.dumps(call, ensure_ascii=draw(st.booleans())).encode("utf-8", "surrogatepass")
    if draw(st.booleans()):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.binary(max_size=3)) + text[at + draw(st.integers(0, 3)) :]
    return text


@pytest.mark.clause("RR-W.8")
@given(st.binary(max_size=60) | envelopes(), st.sampled_from(["top", "deep"]))
def test_every_line_has_a_verdict_that_is_valid_json_and_a_valid_record(line: bytes, profile: str) -> None:
    for judged in _judge(REGISTRY, Line(1, line), Options(profile, Format.json, None, False, None, False)):
        assert re.fullmatch("[ -~]+", judged.verdict.message)
        record = VerdictRecord.of(judged.verdict, 1, call=judged.position, id=judged.call and judged.call.id)
        assert isinstance(parse(record.text), Parsed)
        assert VerdictRecord.model_validate_json(record.text) == record
        assert record.all == tuple(sorted(record.all, key=lambda fault: (fault.at or "", fault.clause)))


def test_the_same_in_this_process(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    base = ("check", "--registry", "tools.json")
    assert run(*base, "-", calls=ALLOWED) == (0, "line 1: allow add\n", "1 call: 1 allow\n")
    assert run(*base, "--format", "json", "-", calls=b"\n[]")[0] == 1
    assert run(*base, "-") == (2, "", "-: no calls; expected one JSON object a line\n")
    (folder / "calls").write_bytes(b"a" * (17 << 20))
    assert run(*base, "calls")[0] == 1
    assert run(*base, "missing")[0] == 2
    assert run("check", "--registry", "missing", "-")[0] == 2
    assert run("check", "--registry", "calls", "-")[0] == 2
    (folder / "broken").write_text('[{"name": "a", "server": "s", "inputSchema": {"x": 1}}]')
    assert run("check", "--registry", "broken", "--quarantine", "-", calls=ALLOWED)[0] == 1
    assert run(*base, "/proc/self/mem")[0] == 2
    assert run("--version")[0] == 0


def test_an_interrupt_in_this_process(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Registry, "load", interrupted)
    assert run("check", "--registry", "tools.json", "-") == (130, "", "")
