"""What CI runs is what the README says."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
_SPEC: Final = importlib.util.spec_from_file_location("readme_command", ROOT / ".ci" / "readme_command.py")
readme_command = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(readme_command)


@pytest.mark.parametrize(("name", "status"), [("main", 1), ("test", 0)])
def test_the_readme_has_both_commands(name: str, status: int) -> None:
    command, expected = readme_command.extract((ROOT / "README.md").read_text(encoding="utf-8"), name)
    assert command.startswith("python3 -m venv .venv && ")
    assert expected == status


@pytest.mark.parametrize(
    "readme",
    [
        "no block",
        "<!-- ci:main -->\nno fence\n",
        "<!-- ci:main -->\n```sh\npython3 a\npython3 b\n```\n",
        "<!-- ci:main -->\n```sh\nrung check\n```\n",
        "<!-- ci:main -->\n```sh\npython3 a\n```\n\n<!-- ci:main -->\n```sh\npython3 a\n```\n",
    ],
)
def test_anything_but_one_command_on_one_line_is_refused(readme: str) -> None:
    with pytest.raises(ValueError, match="README"):
        readme_command.extract(readme, "main")
