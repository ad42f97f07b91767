"""Digests of tool definitions and of registries (RR-A.7): a verdict belongs to one registry, named by its digest."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from rung.value import Value, canonical


def definition_digest(definition: dict[str, Value]) -> str:
    """Return the SHA-256 of a tool's whole definition, ``_meta`` excluded, as ``sha256:`` and 64 hexadecimal digits."""
    if "_meta" in definition:
        definition = {key: value for key, value in definition.items() if key != "_meta"}
    return _digest(definition)


def registry_digest(tools: Iterable[tuple[str, str]]) -> str:
    """Return the SHA-256 over the (name, definition digest) pairs, sorted: the order of a listing does not matter."""
    return _digest([list(pair) for pair in sorted(tools)])


def _digest(value: Value) -> str:
    return "sha256:" + sha256(canonical(value).encode("utf-8")).hexdigest()
