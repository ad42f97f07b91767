"""JSON Pointers (RFC 6901), as strings."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import unquote_to_bytes

_BAD_ESCAPE: Final = re.compile("~(?![01])")
_BAD_PERCENT: Final = re.compile("%(?![0-9A-Fa-f]{2})")


def step(token: str) -> str:
    """Return one step of a pointer, ``/`` and the escaped token."""
    if "~" in token or "/" in token:
        token = token.replace("~", "~0").replace("/", "~1")
    return "/" + token


def pointer(steps: Iterable[str | int]) -> str:
    """Return the pointer to what keys and indexes lead to; "" is the whole."""
    return "".join([step(token) if type(token) is str else f"/{token}" for token in steps])


def steps_of(path: tuple[Any, ...]) -> tuple[str | int, ...]:
    """Return the keys and indexes of a path as the kernel has it: ``()``, or ``(path, key or index)``."""
    steps = []
    while path:
        path, token = path
        steps.append(token)
    return tuple(reversed(steps))


def pointer_in_fragment(reference: str) -> str | None:
    """Return the pointer in a same-document reference like ``#/$defs/A``, percent-decoded; None if it holds none.

    Every other character stands for itself, also where a URI would escape it (``#/$defs/List[str]``).
    """
    if not reference.startswith("#") or _BAD_PERCENT.search(reference):
        return None
    try:
        decoded = unquote_to_bytes(reference[1:]).decode("utf-8")
    except UnicodeDecodeError:
        return None
    if (decoded and not decoded.startswith("/")) or _BAD_ESCAPE.search(decoded):
        return None
    return decoded
