"""The registry: the closed world of tools that exist, loaded whole or refused with every reason (RR-L.*)."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike
from threading import Lock
from types import MappingProxyType
from typing import Any, Final, Self, TypeAlias

from rung import explain
from rung import verdict as verdicts
from rung.algebra import Signature
from rung.clause import ALLOW
from rung.dialects import Document, Listed, in_file, tools_of
from rung.digest import definition_digest, registry_digest
from rung.files import read_at_most
from rung.objects import ObjectFault, Snapshot, snapshot, snapshot_arguments
from rung.resolve import DEEP, TOP, resolve
from rung.schema import Loaded, Pool, Problem, load_signature
from rung.schema.graph import CHAIN_LIMIT
from rung.text import DEFAULT, Limits, Parsed, TextFault, parse, parse_arguments
from rung.value import Value
from rung.verdict import Verdict

#: A registry's own text (RR-L.12). Schemas may be nested 128 deep; the rest is the listing around them.
REGISTRY_LIMITS: Final = Limits(text_bytes=1 << 30, depth=512)

#: What a tool is called by: its name, or (server, name) where the listing says servers. Servers repeat names.
ToolKey: TypeAlias = str | tuple[str, str]

#: Python frames that reading a registry needs at most: a walk over schemas 128 deep, canonical text of values 512 deep.
LOAD_FRAMES: Final = 4_000

#: Python frames that the kernel spends on one schema at most: faults, combination_faults, exactly_one, its list,
#: accepts, faults_alone.
FRAMES_PER_SCHEMA: Final = 6

_CLAUSE_OF: Final = {"RR-W.2": "RR-L.2", "RR-W.6": "RR-L.12"}


class RegistryError(ValueError):
    """A registry was refused. ``problems`` holds every reason; the text of the exception is one line for each."""

    def __init__(self, problems: Collection[Problem]) -> None:
        self._problems = tuple(problems)
        super().__init__("\n".join(problem.message for problem in self._problems))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Every reason, in the order of the document."""
        return self._problems

    def __reduce__(self) -> tuple[type[Self], tuple[tuple[Problem, ...]]]:
        # Copies and other processes rebuild the exception from its problems.
        return type(self), (self._problems,)


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool of a registry: what it is called by, its whole definition, and its schema's deciding words.

    What it holds is the registry's own: read it, do not change it. ``dialect`` names the host
    whose definition it is, ``schema`` is its schema as JSON Schema, whatever the host writes, and ``description`` is
    what the definition says there.
    """

    key: ToolKey
    definition: Mapping[str, Value]
    words: frozenset[str]
    dialect: str
    schema: Value
    description: Value

    @property
    def digest(self) -> str:
        """``sha256:`` and 64 hexadecimal digits over the definition (RR-A.7)."""
        return definition_digest(dict(self.definition))


class Registry:
    """A closed world of tools: it answers whether a call is one of them, and says why not.

    Immutable. Build one with :meth:`load` or :meth:`loads`. ``digest`` names its content (RR-A.7), ``signatures`` holds
    what the kernel reads, ``tools`` the definitions, ``quarantined`` the problems of the tools left out, by key,
    ``problems`` those and the problems of what has no name.
    """

    __slots__ = ("_allows", "_digest", "_limits", "_problems", "_quarantined", "_servers_of", "_signatures", "_tools")

    def __init__(
        self,
        signatures: Mapping[ToolKey, Signature],
        tools: Mapping[ToolKey, Tool],
        quarantined: Mapping[ToolKey, tuple[Problem, ...]],
        problems: Collection[Problem],
        limits: Limits,
    ) -> None:
        self._signatures: dict[Any, Signature] = dict(signatures)
        self._tools = MappingProxyType(dict(tools))
        self._quarantined = MappingProxyType(dict(quarantined))
        self._problems = tuple(problems)
        self._limits = limits
        self._digest: str | None = None
        # The verdicts that allow, each made at its first use: by profile, then by key. There are no others.
        self._allows: dict[str, dict[ToolKey, Verdict]] = {TOP: {}, DEEP: {}}
        self._servers_of: dict[ToolKey, list[str]] = {}
        for key in signatures:
            if not isinstance(key, str):
                self._servers_of.setdefault(key[1], []).append(key[0])

    @classmethod
    def load(
        cls,
        source: str | PathLike[str] | dict[str, Value] | list[Value] | Sequence[str | PathLike[str]],
        *,
        dialect: str | None = None,
        quarantine: bool = False,
        annotations: Collection[str] = (),
        limits: Limits = DEFAULT,
    ) -> Self:
        """Return the registry in a file (a path), in several (a list of paths), or in a document of Python objects.

        ``dialect`` is one of `rung.dialects.LISTINGS`; without it, each document tells whose it is. ``quarantine``
        loads the tools without problems and leaves the others out: they are not callable. ``annotations`` are schema
        words declared harmless. ``limits`` hold for the arguments of calls (RR-W.6). Errors: :class:`RegistryError`
        with every problem; :class:`OSError`, or :class:`ValueError` from the operating system's encoding of a path, for
        a file that cannot be read; :class:`ValueError` for the name of no dialect.
        """
        paths = _paths(source)
        if paths is None:
            admitted = snapshot(source, REGISTRY_LIMITS)
            if not isinstance(admitted, Snapshot):
                raise RegistryError([_unreadable(admitted, "give what a JSON text could hold", admitted.at or "")])
            return cls._of([Document(admitted.value)], dialect, quarantine, annotations, limits)
        documents = []
        unreadable = []
        for path in paths:
            name = str(path) if len(paths) > 1 else None
            content = read_at_most(path, REGISTRY_LIMITS)
            parsed = content if isinstance(content, TextFault) else parse(content, REGISTRY_LIMITS)
            if isinstance(parsed, Parsed):
                documents.append(Document(parsed.value, name))
            else:
                advice = "split the registry" if isinstance(content, TextFault) else "correct the file"
                unreadable.append(in_file(_unreadable(parsed, advice), name))
        if unreadable:
            raise RegistryError(unreadable)
        return cls._of(documents, dialect, quarantine, annotations, limits)

    @classmethod
    def loads(
        cls,
        text: str | bytes,
        *,
        dialect: str | None = None,
        quarantine: bool = False,
        annotations: Collection[str] = (),
        limits: Limits = DEFAULT,
    ) -> Self:
        """Return the registry in a JSON text; see :meth:`load`."""
        if type(text) is not str and type(text) is not bytes:
            said, advice = "expected JSON text as str or bytes", "give the text itself"
            raise RegistryError([Problem("RR-L.1", None, "", None, said, advice)])
        parsed = parse(text, REGISTRY_LIMITS)
        if not isinstance(parsed, Parsed):
            raise RegistryError([_unreadable(parsed, "correct the file")])
        return cls._of([Document(parsed.value)], dialect, quarantine, annotations, limits)

    @classmethod
    def _of(
        cls,
        documents: list[Document],
        dialect: str | None,
        quarantine: bool,
        annotations: Collection[str],
        limits: Limits,
    ) -> Self:
        try:
            entries, readable = tools_of(documents, dialect)
            return cls._loaded(entries, quarantine and readable, annotations, limits)
        except RecursionError:
            with room(LOAD_FRAMES):
                entries, readable = tools_of(documents, dialect)
                return cls._loaded(entries, quarantine and readable, annotations, limits)

    @classmethod
    def _loaded(
        cls, entries: list[Listed | Problem], quarantine: bool, annotations: Collection[str], limits: Limits
    ) -> Self:
        counts = Counter([_key(entry) for entry in entries if isinstance(entry, Listed)])
        files = _files(entries, counts)
        signatures: dict[ToolKey, Signature] = {}
        tools: dict[ToolKey, Tool] = {}
        refused: dict[ToolKey, dict[Problem, None]] = {}
        problems: dict[Problem, None] = {}  # in order, each once
        pool = Pool()
        for entry in entries:
            if isinstance(entry, Problem):
                problems[entry] = None
                continue
            key = _key(entry)
            found: Loaded | list[Problem] = []
            if entry.has_schema:
                found = load_signature(
                    entry.schema, _label(key), annotations=annotations, dialect=entry.schema_dialect, pool=pool
                )
            own = [in_file(fault, entry.source) for fault in found] if isinstance(found, list) else []
            own = [*entry.faults, *own]
            if counts[key] > 1:
                # RR-L.13: Two tools of one name are refused, and neither is kept.
                said = f"{counts[key]} tools have this name{files[key]}"
                own = [*own, Problem("RR-L.13", _label(key), "", "name", said, "rename them, or remove all but one")]
            if isinstance(found, Loaded) and not own:
                signatures[key] = found.signature
                definition = MappingProxyType(entry.definition)
                tools[key] = Tool(key, definition, found.words, entry.host, entry.schema, entry.description)
            else:
                refused.setdefault(key, {}).update(dict.fromkeys(own))
                problems.update(dict.fromkeys(own))
        if problems and not quarantine:
            raise RegistryError(problems)
        return cls(signatures, tools, {key: tuple(own) for key, own in refused.items()}, tuple(problems), limits)

    @property
    def signatures(self) -> Mapping[ToolKey, Signature]:
        """What the kernel reads, by tool."""
        return MappingProxyType(self._signatures)

    @property
    def tools(self) -> Mapping[ToolKey, Tool]:
        """The callable tools."""
        return self._tools

    @property
    def quarantined(self) -> Mapping[ToolKey, tuple[Problem, ...]]:
        """The tools left out, each with its problems: they are not callable (RR-H1.1)."""
        return self._quarantined

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Every problem of what was left out, in the order of the document; none without ``quarantine``."""
        return self._problems

    @property
    def digest(self) -> str:
        """``sha256:`` and 64 hexadecimal digits over the callable tools (RR-A.7)."""
        if self._digest is None:
            # At the first verdict, not at load: whoever only reads a registry need not wait for it.
            try:
                self._digest = self._content()
            except RecursionError:
                with room(LOAD_FRAMES):
                    self._digest = self._content()
        return self._digest

    def _content(self) -> str:
        return registry_digest((_name(tool.key), tool.digest) for tool in self._tools.values())

    @property
    def limits(self) -> Limits:
        """The limits that hold for arguments (RR-W.6)."""
        return self._limits

    def __repr__(self) -> str:
        return f"<Registry of {len(self._signatures)} tools, {self.digest[:19]}>"

    def resolve(
        self, name: str, arguments: dict[str, Value], *, server: str | None = None, profile: str = TOP
    ) -> Verdict:
        """Return the verdict on a call whose arguments are Python objects; never raises for what they are.

        A float stands for its shortest round-trip decimal. What JSON cannot say is RR-W.7. ``arguments`` is read once
        and not kept. ``profile`` is ``top`` or ``deep`` (RR-A.4). Errors: :class:`ValueError` for another profile.
        """
        key = self._known(name, server, profile)
        if isinstance(key, Verdict):
            return key
        admitted = snapshot_arguments(arguments, self._limits)
        if not isinstance(admitted, Snapshot):
            return verdicts.malformed(admitted.clause, admitted.message, name, profile, self.digest)
        return self._decide(key, name, admitted.value, profile)

    def resolve_text(self, name: str, text: str | bytes, *, server: str | None = None, profile: str = TOP) -> Verdict:
        """Return the verdict on a call whose arguments are JSON text, as a model wrote it; see :meth:`resolve`.

        Duplicate keys, ``1e400`` and truncation are only seen here: prefer it wherever the text is at hand.
        """
        key = self._known(name, server, profile)
        if isinstance(key, Verdict):
            return key
        if type(text) is not str and type(text) is not bytes:
            # RR-W.1: Arguments text that is not exactly one RFC 8259 JSON text is rejected.
            message = "expected JSON text as str or bytes; for Python objects, call resolve"
            return verdicts.malformed("RR-W.1", message, name, profile, self.digest)
        parsed = parse_arguments(text, self._limits)
        if not isinstance(parsed, Parsed):
            return verdicts.malformed(parsed.clause, parsed.message, name, profile, self.digest)
        return self._decide(key, name, parsed.value, profile)

    def _known(self, name: str, server: str | None, profile: str) -> ToolKey | Verdict:
        """Return the key of a registered tool, or the verdict that there is none: RR-W.8, then RR-H1.1."""
        if type(profile) is not str or profile not in (TOP, DEEP):
            said = explain.quoted(profile) if type(profile) is str else "not a string"
            raise ValueError(f'profile is {said}; write "{TOP}" or "{DEEP}"')
        if type(name) is not str or (server is not None and type(server) is not str):
            # RR-W.8: An envelope that is not a known call is rejected.
            return verdicts.malformed("RR-W.8", "RR-W.8: the name of a tool is a string", None, profile, self.digest)
        key: ToolKey = name if server is None else (server, name)
        if key in self._signatures:
            return key
        return verdicts.fabricated(name, self._why_absent(key), profile, self.digest)

    def _why_absent(self, key: ToolKey) -> str:
        """Return, for a message, what the registry knows of a name that it does not have."""
        if key in self._quarantined:
            clauses = ", ".join(sorted({problem.clause for problem in self._quarantined[key]}))
            return f"the tool is quarantined ({clauses})"
        if key in self._servers_of:
            return "no such tool without a server; " + explain.listed("servers that have it", self._servers_of[key])
        if len(self._signatures) > explain.MOST_LISTED:
            return f"no such tool among the {len(self._signatures)} registered"
        return "no such tool; " + explain.listed("registered", sorted(map(_label, self._signatures)))

    def _decide(self, key: ToolKey, name: str, arguments: dict[str, Value], profile: str) -> Verdict:
        try:
            return self._judge(key, name, arguments, profile)
        except RecursionError:
            # RR-L.12 bounds the schemas that judge one value, RR-W.6 the values within each other.
            with room(FRAMES_PER_SCHEMA * (CHAIN_LIMIT + 1) * (self._limits.depth + 2)):
                return self._judge(key, name, arguments, profile)

    def _judge(self, key: ToolKey, name: str, arguments: dict[str, Value], profile: str) -> Verdict:
        code, faults = resolve(self._signatures, key, arguments, profile)
        if code == ALLOW:
            allows = self._allows[profile]
            if key not in allows:
                allows[key] = verdicts.allowed(name, profile, self.digest)
            return allows[key]
        longest = self._limits.text_bytes
        return verdicts.decided(code, faults, name, self._signatures[key], arguments, profile, self.digest, longest)


def _key(tool: Listed) -> ToolKey:
    return tool.name if tool.server is None else (tool.server, tool.name)


def _name(key: ToolKey) -> str:
    return key if isinstance(key, str) else key[1]


def _label(key: ToolKey) -> str:
    """Return a key for a message; it is shown, never parsed."""
    return key if isinstance(key, str) else " ".join(key)


def _paths(source: Any) -> list[Any] | None:
    """Return the paths that a source of a registry is, or None: it is the document itself."""
    kind: type[Any] = type(source)  # not isinstance: that would ask the object
    if issubclass(kind, (str, PathLike)):
        return [source]
    if kind in (list, tuple) and source and all(issubclass(type(one), (str, PathLike)) for one in source):
        return list(source)
    return None


def _files(entries: list[Listed | Problem], counts: Mapping[ToolKey, int]) -> Mapping[ToolKey, str]:
    """Return, for a message, the files that list each name which stands more than once."""
    sources: dict[ToolKey, dict[str, None]] = {key: {} for key, count in counts.items() if count > 1}
    for entry in entries:
        if isinstance(entry, Listed) and entry.source is not None and _key(entry) in sources:
            sources[_key(entry)][explain.shown_name(entry.source)] = None
    return {key: f" ({', '.join(names)})" if names else "" for key, names in sources.items()}


def _unreadable(fault: TextFault | ObjectFault, advice: str, at: str = "") -> Problem:
    # RR-L.1: A registry whose text is not exactly one strict JSON text is refused.
    # RR-L.2: A registry whose text has a duplicate key in any object is refused.
    # RR-L.12: A registry or schema beyond the stated limits of length, depth or $ref expansion is refused.
    said = fault.message.removeprefix(fault.clause + ": ")
    return Problem(_CLAUSE_OF.get(fault.clause, "RR-L.1"), None, at, None, said, advice)


_ROOM: Final = Lock()


@contextmanager
def room(frames: int) -> Iterator[None]:
    """Let Python recurse ``frames`` deeper for a while, after it could not.

    CPython's own limit is 1,000 frames of all that runs, callers included. What is done here needs few, or many but a
    bounded number: it is tried as it is, and once more with room. Frames of Python code live on the heap. The limit is
    put back, for it also guards the C stack against what others run.
    """
    with _ROOM:
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(min(limit + frames, 2**31 - 1))
        try:
            yield
        finally:
            sys.setrecursionlimit(limit)
