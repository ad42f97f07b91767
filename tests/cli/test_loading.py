"""Registries from files, for every command."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer

from rung import Registry
from rung.cli.loading import load, with_room


def test_the_file_that_cannot_be_read_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = folder / "tools.json"
    for files in ([folder / "missing"], [good, folder / "missing"]):
        with pytest.raises(typer.Exit):
            load(files, None, False, [])
        said = capsys.readouterr().err
        assert said == f"{folder / 'missing'}: No such file or directory; expected a file with a registry\n"


def test_where_the_system_names_no_file_all_are_named(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object, **__: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Registry, "load", failing)
    with pytest.raises(typer.Exit):
        load([Path("a"), Path("b")], None, False, [])
    assert capsys.readouterr().err == "a, b: Input/output error; expected a file with a registry\n"


def test_deep_work_is_done_with_more_room() -> None:
    def deep(frames: int) -> int:
        return 0 if frames == 0 else 1 + deep(frames - 1)

    assert with_room(lambda: deep(3_000)) == 3_000
    assert with_room(lambda: 7) == 7
