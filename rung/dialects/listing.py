"""What a host's listing is cut into: tools, each with its schema as JSON Schema, and the problems of what is none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from rung.explain import quoted, shown
from rung.pointer import pointer
from rung.schema import Dialect, Problem
from rung.value import Value

#: The schema of a tool whose host defines that one without a schema takes no arguments.
NO_ARGUMENTS: Final = {"type": "object", "properties": {}}


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry of a listing stands: its number there, and its pointer into the file."""

    position: str
    at: str

    def problem(self, tool: str | None, step: str, keyword: str | None, said: str, advice: str) -> Problem:
        """Return an RR-L.3 problem below this place; without a tool's name the entry is called by its number."""
        return Problem("RR-L.3", self.position if tool is None else tool, self.at + step, keyword, said, advice)


@dataclass(frozen=True, slots=True)
class Listed:
    """One tool of a listing.

    ``definition`` is the host's own, whole, for the digest. ``schema`` is JSON Schema: where the host has another
    language it is translated, and ``schema_dialect`` says which words that has. ``faults`` are the problems found so
    far; the name is taken all the same (RR-L.13). ``has_schema`` says whether there is a schema to load at all.
    ``source`` names the file, where there are several.
    """

    name: str
    server: str | None
    schema: Value
    definition: dict[str, Value]
    host: str
    description: Value = None
    faults: tuple[Problem, ...] = ()
    has_schema: bool = True
    schema_dialect: Dialect | None = None
    source: str | None = None

    @property
    def label(self) -> str:
        """The tool's name for a message, after its server where it has one."""
        return self.name if self.server is None else f"{self.server} {self.name}"


Entry: TypeAlias = Listed | Problem


@dataclass(frozen=True, slots=True)
class Entries:
    """The entries of a document, each with its pointer.

    ``wrapped``: they stand in an object that names them (``tools``), not in a bare list. ``more_at`` is where the last
    page says that more pages follow, if it does. ``problems`` are those of pages.
    """

    found: Sequence[tuple[Value, str]]
    wrapped: bool
    more_at: str | None = None
    problems: tuple[Problem, ...] = ()


Unwrap: TypeAlias = Callable[[Value], Entries | str]


def unwrapper(*paths: tuple[str, ...]) -> Unwrap:
    """Return the function that takes a document's entries from the first of ``paths`` that is there.

    The path ``()`` is the document itself, where it is an array. The function returns a reason where none is there.
    """
    places = [f'an object with "{"/".join(path)}"' if path else "an array" for path in paths]

    def unwrap(document: Value) -> Entries | str:
        found = lists_at(document, paths)
        if not found:
            return "expected " + " or ".join(places)
        if len(found) > 1:
            return "expected its tools in one place, found them at " + " and ".join(map(pointer, found))
        [path] = found
        holder = _at(document, path[:-1])
        at = pointer(path)
        entries = [(entry, f"{at}/{i}") for i, entry in enumerate(holder[path[-1]] if path else document)]
        more_at, problems = _cursor(holder, pointer(path[:-1])) if path else (None, ())
        return Entries(entries, bool(path), more_at, problems)

    return unwrap


def lists_at(document: Value, paths: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return those of ``paths`` at which a document has an array."""
    return [path for path in paths if type(_at(document, path)) is list]


def _at(document: Value, path: tuple[str, ...]) -> Value:
    for key in path:
        document = document.get(key) if type(document) is dict else None
    return document


def _cursor(holder: dict[str, Value], at: str) -> tuple[str | None, tuple[Problem, ...]]:
    """Return where the object around the tools says that more pages follow, if it does, and what is wrong with it.

    MCP has pages. Whoever wrote its tools in other words, as its Python library does, has them too.
    """
    more_at = None
    problems = []
    for key in ("nextCursor", "next_cursor"):
        if type(holder.get(key)) is str:
            more_at = f"{at}/{key}"
        elif holder.get(key) is not None:
            # RR-L.3: A document that is not a known registry shape, a tool without exactly one string name, and a tool
            # without a schema are refused.
            said = "the next cursor is no string"
            problems.append(Problem("RR-L.3", None, f"{at}/{key}", key, said, "leave it out on the last page"))
    return more_at, tuple(problems)


def flat(
    inner: Value,
    place: Place,
    host: str,
    members: tuple[str, ...],
    *,
    definition: dict[str, Value] | None = None,
    servers: bool = False,
    absent: Value = None,
) -> Entry:
    """Return the tool that an object with ``name`` and one of the schema ``members`` is, or its problem.

    ``definition`` is what holds the object, where it is not the tool's whole definition. ``absent`` is the schema of a
    tool without one, where the host defines it.
    """
    # RR-L.3 "a tool without exactly one string name, and a tool without a schema are refused."
    if type(inner) is not dict:
        return place.problem(None, "", None, "this tool is no object", f"write {{name, {members[0]}}}")
    name, server = inner.get("name"), inner.get("server") if servers else None
    if type(name) is not str:
        return place.problem(None, "/name", "name", "this tool has no string name", "give it one")
    if server is not None and type(server) is not str:
        said, advice = "the server is no string", "name it, or leave it out"
        return place.problem(None, "/server", "server", said, advice)
    whole, description = inner if definition is None else definition, inner.get("description")
    present = [member for member in members if member in inner]
    if len(present) == 1:
        return Listed(name, server, inner[present[0]], whole, host, description)
    if not present and absent is not None:
        return Listed(name, server, absent, whole, host, description)
    said = "this tool has two schemas" if present else "this tool has no schema"
    advice = f'write one {members[0]}; {{"type": "object"}} takes no arguments'
    label = name if server is None else f"{server} {name}"
    fault = place.problem(label, "", members[0], said, advice)
    return Listed(name, server, None, whole, host, description, (fault,), has_schema=False)


def of_the_host(entry: dict[str, Value], place: Place, host: str, kind: Value, said: str = "") -> Entry:
    """Return what is refused: a tool that is no function, called by its name or, without one, by its kind."""
    # RR-L.3 "a tool without a schema are refused."
    what = quoted(kind) if type(kind) is str else shown(kind)
    said = f"{what} is {said or 'a tool that the host runs itself, and has no schema'}"
    advice = "leave it out: the rung judges calls of functions"
    name = entry.get("name")
    if type(name) is not str:
        return place.problem(kind if type(kind) is str else None, "", "type", said, advice)
    fault = place.problem(name, "", "type", said, advice)
    return Listed(name, None, None, entry, host, None, (fault,), has_schema=False)
