"""What the tests of the command line share."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.process import TOOLS


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tools.json").write_text(json.dumps(TOOLS), encoding="utf-8")
    return tmp_path
