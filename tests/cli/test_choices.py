"""The names that options take are those that the rest of the package knows."""

from __future__ import annotations

from rung import resolve
from rung.clauses import load
from rung.cli.choices import (
    CallDialect,
    ListingDialect,
    Profile,
    ReplyHost,
    among,
    clause_ids,
    schema_names,
    schema_summaries,
)
from rung.dialects import HOSTS, LISTINGS
from rung.models import SCHEMAS
from rung.reply import HOSTS as REPLY_HOSTS


def test_the_choices_are_those_of_the_package() -> None:
    assert tuple(ListingDialect) == LISTINGS
    assert tuple(CallDialect) == tuple(HOSTS)
    assert tuple(ReplyHost) == REPLY_HOSTS
    assert tuple(Profile) == (resolve.TOP, resolve.DEEP)


def test_they_are_listed_for_the_help() -> None:
    assert among(Profile) == "One of top, deep."


def test_what_a_shell_completes() -> None:
    assert [id for id, _ in clause_ids("")] == list(load())
    assert clause_ids("rr-h2") == [(id, load()[id].sentence) for id in ("RR-H2.1", "RR-H2.2")]
    assert clause_ids("x") == []
    assert dict(schema_names("")) == schema_summaries()
    assert [name for name, _ in schema_names("reg")] == ["registry", "registry-report"]
    assert list(schema_summaries()) == list(SCHEMAS)
