"""``rung explain``: every clause can be explained, and what is shown of it was run."""

from __future__ import annotations

import pytest

from rung.clauses import load
from rung.cli.examples import EXAMPLES
from tests.cli.process import run


@pytest.mark.parametrize("id", load())
def test_every_clause_is_explained(id: str) -> None:
    clause = load()[id]
    code, out, err = run("explain", id)
    assert (code, err) == (0, "")
    assert out.startswith(f"{id}: {clause.sentence}\n")
    for part in (clause.detail, clause.source, clause.title, clause.kind, clause.rejected, clause.allowed):
        assert part in out
    assert (out.count("\n  -> ") == 2) is (id in EXAMPLES) is ("example:  none" not in out)
    assert max(map(len, out.splitlines())) < 1_000


def test_the_example_and_its_twin_are_run() -> None:
    _, out, _ = run("explain", "RR-H2.1")
    assert out.endswith(
        """\
This fails it, run now:
  registry: [{"name": "send_mail", "inputSchema": {"properties": {"to": {"type": "string"}}}}]
  call: {"name": "send_mail", "arguments": {"recipients": ["b"]}}
  -> RR-H2.1 reject send_mail: "recipients" is not declared (/recipients); declared: "to"

Its nearest twin passes:
  call: {"name": "send_mail", "arguments": {"to": "b"}}
  -> allow send_mail
"""
    )


def test_a_clause_may_be_named_shortly() -> None:
    full = run("explain", "RR-H2.1")
    assert [run("explain", name) for name in ("H2.1", "h2.1", "rr-h2.1")] == [full] * 3


def test_all_are_listed() -> None:
    code, out, err = run("explain", "--list")
    assert (code, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines() if line.startswith("  ")] == list(load())
    assert "W: No well-formed arguments\n" in out


def test_a_group_is_listed() -> None:
    _, out, _ = run("explain", "H2")
    assert [line.split()[0] for line in out.splitlines()] == ["H2:", "RR-H2.1", "RR-H2.2"]
    assert run("explain", "rr-h2")[1] == out


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("H2.90", 'no clause is called "H2.90"; close to it: RR-H2.2, RR-H2.1'),
        ("zebra", 'no clause is called "zebra"; rung explain --list names all\n'),
        ("", 'no clause is called ""; '),
        ("\x1b[31m\u00e9", 'no clause is called "\\u001b[31m\\u00e9"; '),
    ],
)  # fmt: skip
def test_an_unknown_clause_is_exit_2_and_near_ones_are_named(name: str, said: str) -> None:
    code, out, err = run("explain", name)
    assert (code, out) == (2, "")
    assert err.startswith(said)
    assert err.endswith("rung explain --list names all\n")


def test_one_clause_or_the_list() -> None:
    assert run("explain", "H2.1", "--list") == (2, "", "--list: it lists all clauses; leave it out, or the clause\n")
    assert run("explain") == run("explain", "--list")


@pytest.mark.parametrize(("name", "clause"), [("H4", "RR-P.11"), ("h5", "RR-P.12"), ("RR-H5", "RR-P.12")])
def test_a_class_without_a_group_is_explained_by_the_clause_that_defines_it(name: str, clause: str) -> None:
    assert run("explain", name)[1].startswith(clause + ": ")
