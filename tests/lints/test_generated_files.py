"""Generated files are as fresh as what they are generated from."""

from __future__ import annotations

import pytest

from rung.clauses import load
from specs import generate


def test_nothing_is_stale() -> None:
    assert generate.main(["--check"]) == 0, "run: python -m specs.generate"


def test_a_stale_file_is_found(tmp_path, monkeypatch, capsys) -> None:
    copy = tmp_path / "algorithm.md"
    copy.write_text(
        generate.ALGORITHM.read_text(encoding="utf-8").replace("### RR-H1.1\n", "### H1\n"), encoding="utf-8"
    )
    monkeypatch.setattr(generate, "ROOT", tmp_path)
    monkeypatch.setattr(generate, "ALGORITHM", copy)
    monkeypatch.setattr(generate, "SCHEMAS", {})
    assert generate.main(["--check"]) == 1
    assert capsys.readouterr().out == "stale: algorithm.md\n"
    assert generate.main([]) == 0
    assert generate.main(["--check"]) == 0


def test_every_clause_has_an_anchor_in_the_order_of_the_file() -> None:
    text = generate.ALGORITHM.read_text(encoding="utf-8")
    places = [text.index(f'<a id="{id}"></a>') for id in load()]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("text", "written"), [("a", "`a`"), ("a`b", "``a`b``"), ("```a", "` ```a `"), ("`a", "`` `a ``")]
)
def test_code_survives_backticks(text: str, written: str) -> None:
    assert generate.code(text) == written
