"""The clauses as the code reads them."""

from __future__ import annotations

import dataclasses
import tomllib
from pathlib import Path
from typing import Final

import pytest

from rung import clause
from rung.clauses import Clause, load

SOURCE: Final = Path(__file__).parents[1] / "specs" / "clauses.toml"


def test_every_clause_of_the_file_is_there_in_its_order() -> None:
    groups = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    assert list(load()) == [id for group in groups.values() for id in group if id.startswith("RR-")]


def test_a_clause_carries_its_group_and_title() -> None:
    found = load()["RR-H2.2"]
    assert (found.id, found.group, found.title) == ("RR-H2.2", "H2", "Fabricated or missing argument")
    assert found.sentence == "A missing required key is rejected, where it should stand."


def test_what_a_clause_leaves_out_is_empty() -> None:
    assert (load()["RR-M1.1"].detail, load()["RR-M1.1"].rejected, load()["RR-M1.1"].allowed) == ("", "", "")


@pytest.mark.parametrize("found", load().values(), ids=lambda found: found.id)
def test_a_clause_is_well_formed(found: Clause) -> None:
    assert found.id.removeprefix("RR-").startswith(found.group)
    assert found.kind in {"definitional", "behaviour", "assumed"}
    assert found.sentence.endswith(".")
    assert found.sentence == " ".join(found.sentence.split())
    assert found.source
    assert bool(found.rejected) == bool(found.allowed)


def test_the_clauses_are_read_once_and_are_read_only() -> None:
    assert load() is load()
    with pytest.raises(TypeError):
        load()["RR-H1.1"] = load()["RR-H2.1"]  # type: ignore[index]
    with pytest.raises(dataclasses.FrozenInstanceError):
        load()["RR-H1.1"].sentence = ""  # type: ignore[misc]


def test_the_reasons_of_the_kernel_are_clauses() -> None:
    reasons = [value for value in vars(clause).values() if isinstance(value, str) and value.startswith("RR-")]
    assert reasons
    assert set(reasons) <= set(load())
