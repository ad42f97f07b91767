"""``rung schema``: the published schemas, as they stand in specs/schemas."""

from __future__ import annotations

import json

import pytest

from rung.models import SCHEMAS
from tests.cli.process import ROOT, run


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_the_published_one(name: str) -> None:
    code, out, err = run("schema", name)
    assert (code, err) == (0, "")
    published = ROOT / "specs" / "schemas" / f"{name}.schema.json"
    assert json.loads(out) == json.loads(published.read_text(encoding="utf-8"))


def test_all_are_listed() -> None:
    code, out, err = run("schema")
    assert (code, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == list(SCHEMAS)
    assert all(line.endswith(".") for line in out.splitlines())


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("verdicts", 'no format is called "verdicts"; did you mean verdict?; there are: registry, call, verdict, '),
        ("zebra", 'no format is called "zebra"; there are: registry, call, verdict, '),
    ],
)
def test_an_unknown_format_is_exit_2(name: str, said: str) -> None:
    code, out, err = run("schema", name)
    assert (code, out) == (2, "")
    assert err.startswith(said)
