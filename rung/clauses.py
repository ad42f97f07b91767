"""The clauses: every id with its sentence, as ``specs/clauses.toml`` has them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

_PACKAGE: Final = Path(__file__).resolve().parent

#: Where the file stands: inside the installed package, or in a checkout beside it.
_PLACES: Final = (_PACKAGE / "specs" / "clauses.toml", _PACKAGE.parent / "specs" / "clauses.toml")


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause.

    ``group`` is the table that it stands in (``W``, ``H1``, ``L``, ``M``) and ``title`` that table's title;
    ``kind`` is definitional, behaviour or assumed. ``detail``, ``rejected`` and ``allowed`` are "" where there is none.
    """

    id: str
    group: str
    kind: str
    sentence: str
    detail: str
    source: str
    rejected: str
    allowed: str
    title: str


@cache
def load() -> Mapping[str, Clause]:
    """Return every clause by its id, in the order of the file: one read-only mapping, read once."""
    place = next(place for place in _PLACES if place.is_file())
    groups = tomllib.loads(place.read_text(encoding="utf-8"))
    clauses = {
        id: Clause(
            id=id,
            group=group,
            kind=entry["kind"],
            sentence=entry["sentence"],
            detail=entry.get("detail", ""),
            source=entry["source"],
            rejected=entry.get("rejected", ""),
            allowed=entry.get("allowed", ""),
            title=members["title"],
        )
        for group, members in groups.items()
        for id, entry in members.items()
        if type(entry) is dict
    }
    return MappingProxyType(clauses)
