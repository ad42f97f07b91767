"""A registry as any host's listing, and what cannot be said there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from rung.dialects import openai
from rung.dialects.host import Outgoing, Writes
from rung.dialects.hosts import listing_host
from rung.explain import plain, shown_name
from rung.objects import Snapshot, snapshot
from rung.pointer import step
from rung.text import Limits
from rung.value import Value

#: Members of a definition that are not carried over by name: they are the tool itself, or hold it.
_CARRIED: Final = frozenset(
    "name server description inputSchema schema parameters parametersJsonSchema parameters_json_schema input_schema "
    "function type toolSpec strict json".split()
)


#: A registry was measured when it was loaded.
_ANY: Final = Limits(1 << 62, 1 << 62)


class Exportable(Protocol):
    """A tool as `rung.registry` keeps it."""

    @property
    def key(self) -> str | tuple[str, str]:
        """The name, or (server, name)."""
        ...

    @property
    def definition(self) -> Mapping[str, Value]:
        """The host's own definition, whole."""
        ...

    @property
    def dialect(self) -> str:
        """The host."""
        ...

    @property
    def schema(self) -> Value:
        """The schema, as JSON Schema."""
        ...

    @property
    def description(self) -> Value:
        """What the definition says for a description."""
        ...


class Source(Protocol):
    """What is exported: `rung.Registry`, whose module stands above this one."""

    @property
    def tools(self) -> Mapping[Any, Exportable]:
        """The callable tools."""
        ...


@dataclass(frozen=True, slots=True)
class Loss:
    """What of a tool the document does not say, or its host does not take; ``at`` points into the tool's definition."""

    tool: str
    at: str
    said: str

    @property
    def message(self) -> str:
        """The loss in one line of ASCII."""
        at = " " + plain(self.at) if self.at else ""
        return f"{shown_name(self.tool)}{at}: {self.said}"


def export(registry: Source, dialect: str, *, strict: bool = False) -> tuple[Value, list[Loss]]:
    """Return a registry as a listing of ``dialect``, and what cannot be said there.

    Guarantee: loaded again as that dialect, with the same words declared annotations, the document allows the same
    arguments for each tool in it; no constraint is ever left out of a schema. A tool that was loaded from the same
    dialect is written as it was. ``strict`` says strict of every OpenAI tool whose schema is fit for it, and the others
    are losses. Two servers' tools of one name are both left out where the host has no servers, for neither could be
    told from the other (RR-L.13). Write the document with :func:`rung.export.exact_text`: its numbers are exact.
    Errors: :class:`ValueError` for the name of no dialect.
    """
    host = listing_host(dialect)
    writes: Writes = host.writes  # type: ignore[assignment]
    names = Counter([_name(tool) for tool in registry.tools.values()])
    entries: list[dict[str, Value]] = []
    losses: list[Loss] = []
    for tool in registry.tools.values():
        name = _name(tool)
        server = None if isinstance(tool.key, str) else tool.key[0]
        label = name if server is None else f"{server} {name}"
        if names[name] > 1 and not writes.servers:
            losses.append(Loss(label, "", f"{dialect} has no servers, and {names[name]} have this name: left out"))
            continue
        if writes.names is not None and not writes.names.fullmatch(name):
            losses.append(Loss(label, "/name", f"{dialect} takes names of {writes.names_said}"))
        said_strict = _says_strict(tool.definition)
        if tool.dialect == dialect and (not strict or said_strict):
            entries.append(dict(tool.definition))
            continue
        losses += [Loss(label, at, f"{dialect} has no word for it here") for at in _left(tool, server, writes)]
        schema = tool.schema if writes.servers else _object(tool.schema)
        is_strict = (strict or said_strict != "") and dialect.startswith("openai")
        if said_strict and not is_strict:
            losses.append(Loss(label, said_strict, f"{dialect} has no word for it here"))
        if is_strict:
            loose = [Loss(label, at, said) for at, said, _ in openai.loose(schema, "")]
            losses += loose
            is_strict = not loose
        if writes.loses is not None:
            losses += [Loss(label, "", said) for said in writes.loses(schema)]
        description = tool.description if type(tool.description) is str else None
        entries.append(writes.entry(Outgoing(name, description, server, schema, is_strict)))
    # What is handed out is the caller's to change, and the registry's own is not.
    document = snapshot(writes.document(entries), _ANY)
    return document.value if isinstance(document, Snapshot) else None, losses


def _says_strict(definition: Mapping[str, Value]) -> str:
    """Return where an OpenAI definition says strict; "" where it does not."""
    for at, inner in (("/strict", definition), ("/function/strict", definition.get("function"))):
        if isinstance(inner, Mapping) and inner.get("strict") is True:
            return at
    return ""


def _name(tool: Exportable) -> str:
    return tool.key if isinstance(tool.key, str) else tool.key[1]


def _left(tool: Exportable, server: str | None, writes: Writes) -> list[str]:
    """Return pointers to the members of a definition that the other host's has no place for."""
    left = ["/server"] if server is not None and not writes.servers else []
    for holder in ("", "function", "toolSpec"):
        inner = tool.definition.get(holder) if holder else tool.definition
        if type(inner) is dict or not holder:
            left += [step(holder) * bool(holder) + step(key) for key in inner if key not in _CARRIED]  # type: ignore[union-attr]
    return left


def _object(schema: Value) -> Value:
    """Return a schema that says what hosts want said: that arguments are an object. They always are."""
    if schema is True:
        return {"type": "object"}
    if type(schema) is dict and "type" not in schema and "$ref" not in schema:
        return {"type": "object", **schema}
    return schema
