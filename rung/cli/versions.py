"""``rung --version``: what a verdict and a proof depend on, and what of it is here."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version

import rung
from rung import clauses

#: The provers, by the name of their distribution. They are no part of the product: `proofs` needs them.
_PROVERS = {"z3": "z3-solver", "cvc5": "cvc5", "crosshair": "crosshair-tool"}


def versions() -> Iterator[str]:
    """Yield a line for each version: ours, the spec's digest, the vectors' suite, the provers."""
    yield f"rung {rung.__version__}"
    yield f"spec sha256:{spec_digest()}, {len(clauses.load())} clauses"
    yield "suite: none; no test vectors are shipped yet"
    for prover, distribution in _PROVERS.items():
        yield f"{prover} {_installed(distribution)}"


def spec_digest() -> str:
    """Return the SHA-256 of the clauses' file, in hexadecimal digits."""
    place = next(place for place in clauses._PLACES if place.is_file())
    return sha256(place.read_bytes()).hexdigest()


def _installed(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return "not installed"
