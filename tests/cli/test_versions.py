"""``rung --version``: what a verdict and a proof depend on."""

from __future__ import annotations

from hashlib import sha256
from importlib.metadata import PackageNotFoundError

import pytest

import rung
from rung.cli import versions
from tests.cli.process import ROOT, run


def test_every_version_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    here = {"z3-solver": "5.4.1.0", "cvc5": "1.4.2"}

    def version(distribution: str) -> str:
        if distribution not in here:
            raise PackageNotFoundError(distribution)
        return here[distribution]

    monkeypatch.setattr(versions, "version", version)
    code, out, err = run("--version")
    digest = sha256((ROOT / "specs" / "clauses.toml").read_bytes()).hexdigest()
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == f"rung {rung.__version__}"
    assert lines[1].startswith(f"spec sha256:{digest}, ")
    assert lines[2:] == [
        "suite: none; no test vectors are shipped yet", "z3 5.4.1.0", "cvc5 1.4.2", "crosshair not installed",
    ]  # fmt: skip


def test_there_are_no_vectors_yet() -> None:
    assert not (ROOT / "specs" / "vectors").exists(), "tell the suite's version in rung --version"
