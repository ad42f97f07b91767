"""Registries from files, for every command: what cannot be read ends the command, what is refused is the command's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from rung.cli.choices import ListingDialect
from rung.cli.output import tell, unusable
from rung.registry import LOAD_FRAMES, Registry, RegistryError, room
from rung.schema import Problem

Answer = TypeVar("Answer")

#: Where standard input stands as a file.
_STANDARD_INPUT = Path("/dev/stdin")


def load(
    files: Sequence[Path], dialect: ListingDialect | None, quarantine: bool, annotations: Sequence[str]
) -> Registry:
    """Return the registry in the files, ``-`` for standard input. Errors: :class:`RegistryError`."""
    paths = [_STANDARD_INPUT if str(file) == "-" else file for file in files]
    if paths.count(_STANDARD_INPUT) > 1:
        unusable("-: standard input can be read once")
    try:
        return Registry.load(
            paths, dialect=None if dialect is None else dialect.value, quarantine=quarantine, annotations=annotations
        )
    except OSError as error:
        name = named(files) if len(files) == 1 or error.filename is None else str(error.filename)
        unusable(f"{name}: {error.strerror}; expected a file with a registry")


def load_or_stop(
    files: Sequence[Path], dialect: ListingDialect | None, quarantine: bool, annotations: Sequence[str]
) -> Registry:
    """Return the registry in the files, with what was left out told; a refused one ends the command."""
    try:
        loaded = load(files, dialect, quarantine, annotations)
    except RegistryError as error:
        for problem in error.problems:
            tell(problem.message)
        unusable(refused(files, error.problems))
    for key, problems in loaded.quarantined.items():
        tell(f"quarantined {key if isinstance(key, str) else ' '.join(key)}")
        for problem in problems:
            tell(f"  {problem.message}")
    of_tools = {problem for problems in loaded.quarantined.values() for problem in problems}
    for problem in loaded.problems:
        if problem not in of_tools:
            tell(f"left out: {problem.message}")
    return loaded


def named(files: Sequence[Path]) -> str:
    """Return the files in words."""
    return ", ".join(map(str, files))


def refused(files: Sequence[Path], problems: Sequence[Problem]) -> str:
    """Return, in words, that a registry was refused."""
    return f"{named(files)}: refused for {len(problems)} problem{'' if len(problems) == 1 else 's'}"


def with_room(work: Callable[[], Answer]) -> Answer:
    """Return what ``work`` returns, on a registry however deep: tried as it is, and once more with more frames."""
    try:
        return work()
    except RecursionError:
        with room(LOAD_FRAMES):
            return work()
