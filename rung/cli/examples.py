"""An example that fails each clause, beside its nearest twin that passes: small enough to read, and run when shown.

They follow the examples of ``specs/clauses.toml``. Nothing here says what the verdict is: that is found by running, and
the tests hold each to its clause.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from rung import verdict as verdicts
from rung.dialects import CallFault, read_call
from rung.registry import Registry, RegistryError


@dataclass(frozen=True, slots=True)
class Calls:
    """A registry, a call that it rejects and one that it allows, each written as a line of a file of calls."""

    registry: str
    rejected: str
    allowed: str
    profile: str = "top"


@dataclass(frozen=True, slots=True)
class Objects:
    """A registry, and arguments for its only tool as Python objects, each with how Python writes it."""

    registry: str
    name: str
    rejected: tuple[str, dict[str, Any]]
    allowed: tuple[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Registries:
    """A registry that is refused, and one that is loaded."""

    rejected: str
    allowed: str


@dataclass(frozen=True, slots=True)
class OneCall:
    """A call, a registry that rejects it, and one that allows it."""

    call: str
    rejected: str
    allowed: str


Example: TypeAlias = Calls | Objects | Registries | OneCall


@dataclass(frozen=True, slots=True)
class Run:
    """One case of an example: what it is, in labelled lines, and what came of it: a clause or None, and the words."""

    lines: tuple[tuple[str, str], ...]
    clause: str | None
    said: str


def run(example: Example) -> tuple[Run, Run]:
    """Run both cases of an example: first the one that fails, then its twin."""
    match example:
        case Calls(registry, rejected, allowed, profile):
            first, second = (_call(registry, call, profile) for call in (rejected, allowed))
            return Run((("registry", registry), *first.lines), first.clause, first.said), second
        case OneCall(call, rejected, allowed):
            first, second = (_call(registry, call, "top") for registry in (rejected, allowed))
            return (
                Run((("call", call), ("registry", rejected)), first.clause, first.said),
                Run((("registry", allowed),), second.clause, second.said),
            )
        case Objects(registry, name, rejected_object, allowed_object):
            first, second = (_object(registry, name, *given) for given in (rejected_object, allowed_object))
            return Run((("registry", registry), *first.lines), first.clause, first.said), second
    return _load(example.rejected), _load(example.allowed)


def _call(registry: str, line: str, profile: str) -> Run:
    loaded = Registry.loads(registry)
    call = read_call(line)
    if isinstance(call, CallFault):
        verdict = verdicts.malformed(call.clause, call.message, None, profile, loaded.digest)
    else:
        verdict = loaded.resolve_text(call.name, call.arguments, profile=profile)
    labelled = ("call", line) if profile == "top" else (f"call, --profile {profile}", line)
    return Run((labelled,), verdict.clause, verdict.message)


def _object(registry: str, name: str, written: str, arguments: dict[str, Any]) -> Run:
    verdict = Registry.loads(registry).resolve(name, arguments)
    return Run((("in Python", f"registry.resolve({json.dumps(name)}, {written})"),), verdict.clause, verdict.message)


def _load(text: str) -> Run:
    lines = (("registry", text),)
    try:
        loaded = Registry.loads(text)
    except RegistryError as error:
        return Run(lines, error.problems[0].clause, error.problems[0].message)
    count = len(loaded.tools)
    return Run(lines, None, f"loaded, {count} tool{'' if count == 1 else 's'}")


# The examples ---------------------------------------------------------------------------------------------------------
def _tool(schema: str, name: str = "send_mail") -> str:
    return f'[{{"name": "{name}", "inputSchema": {schema}}}]'


def _of(schema: str, rejected: str, allowed: str, profile: str = "top") -> Calls:
    """Return an example of two arguments for one tool."""
    rejected, allowed = (f'{{"name": "send_mail", "arguments": {arguments}}}' for arguments in (rejected, allowed))
    return Calls(_tool(schema), rejected, allowed, profile)


def _key(schema: str, rejected: str, allowed: str, key: str = "n") -> Calls:
    """Return an example of two values of one key."""
    return _of(f'{{"properties": {{"{key}": {schema}}}}}', f'{{"{key}": {rejected}}}', f'{{"{key}": {allowed}}}')


def _schemas(rejected: str, allowed: str) -> Registries:
    """Return an example of two schemas of one tool."""
    return Registries(_tool(rejected), _tool(allowed))


def _values(rejected: str, allowed: str) -> Registries:
    """Return an example of two schemas of one key."""
    return _schemas(*(f'{{"properties": {{"to": {schema}}}}}' for schema in (rejected, allowed)))


def _nested(schemas: int) -> str:
    return '{"items": ' * (schemas - 2) + "{}" + "}" * (schemas - 2)


_TO: Final = '{"properties": {"to": {"type": "string"}}}'
_OPEN: Final = '{"properties": {"to": {"type": "string"}}, "additionalProperties": true}'
_STRICT: Final = (
    '[{"type": "function", "function": {"name": "send_mail", "strict": true, "parameters": '
    '{"type": "object", "properties": {"to": {"type": "string"}}%s}}}]'
)

#: The example of each clause that has one to run.
EXAMPLES: Final[Mapping[str, Example]] = MappingProxyType(
    {
        "RR-W.1": _of(_TO, r'"```json {\"to\": \"b\"} ```"', r'"{\"to\": \"b\"}"'),
        "RR-W.2": _of(_TO, r'{"to": "b", "\u0074o": "c"}', '{"to": "b"}'),
        "RR-W.3": _of(_TO, "null", "{}"),
        "RR-W.4": _key('{"type": "number"}', "1e1101", "1e1100"),
        "RR-W.5": _of(_TO, r'{"to": "\ud83d"}', r'{"to": "\ud83d\ude00"}'),
        "RR-W.6": _key("{}", "[" * 128 + "]" * 128, "[" * 127 + "]" * 127),
        "RR-W.7": Objects(
            _tool('{"properties": {"n": {"type": "number"}}}'),
            "send_mail",
            ('{"n": float("nan")}', {"n": float("nan")}),
            ('{"n": 0.1}', {"n": 0.1}),
        ),
        "RR-W.8": Calls(_tool("{}"), '{"name": 7, "arguments": {}}', '{"name": "send_mail", "arguments": {}}'),
        "RR-H1.1": Calls(_tool("{}"), '{"name": "send_email"}', '{"name": "send_mail"}'),
        "RR-H2.1": _of(_TO, '{"recipients": ["b"]}', '{"to": "b"}'),
        "RR-H2.2": _of('{"properties": {"to": {"type": "string"}}, "required": ["to"]}', "{}", '{"to": "b"}'),
        "RR-H3.1": _key('{"type": "integer"}', '"5"', "5.0"),
        "RR-H3.2": _key('{"enum": ["c", "f"]}', '"kelvin"', '"c"', "unit"),
        "RR-H3.3": _key('{"type": "number", "minimum": 1}', "0", "1"),
        "RR-H3.4": _key('{"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}$"}', '"Monday"', '"2026-12"', "day"),
        "RR-H3.5": _key('{"type": "array", "uniqueItems": true}', "[1, 1.0]", "[1, 2]", "ids"),
        "RR-H3.6": _key(
            '{"type": "object", "properties": {"status": {}}, "additionalProperties": false}',
            '{"stat": "open"}',
            '{"status": "open"}',
            "filter",
        ),
        "RR-H3.7": _key('{"anyOf": [{"type": "string"}, {"type": "integer"}]}', "true", "7", "id"),
        "RR-L.1": Registries(_tool("{}").replace("}]", "},]"), _tool("{}")),
        "RR-L.2": _schemas('{"properties": {"a": {}, "a": {}}}', '{"properties": {"a": {}}}'),
        "RR-L.3": Registries(
            '[{"inputSchema": {"type": "object"}}]', '[{"name": "a", "inputSchema": {"type": "object"}}]'
        ),
        "RR-L.4": _values('{"patern": "x"}', '{"pattern": "x"}'),
        "RR-L.5": _schemas('{"unevaluatedProperties": false}', '{"additionalProperties": false}'),
        "RR-L.6": _values('{"minimum": "3"}', '{"minimum": 3}'),
        "RR-L.7": _schemas(
            '{"$schema": "http://json-schema.org/draft-03/schema#"}',
            '{"$schema": "https://json-schema.org/draft/2020-12/schema"}',
        ),
        "RR-L.8": _schemas(
            '{"$ref": "#/$defs/Missing", "$defs": {"Present": {}}}',
            '{"$ref": "#/$defs/Present", "$defs": {"Present": {}}}',
        ),
        "RR-L.9": _schemas(
            '{"$defs": {"A": {"$ref": "#/$defs/A"}}}', '{"$defs": {"A": {"items": {"$ref": "#/$defs/A"}}}}'
        ),
        "RR-L.10": _values('{"pattern": "(?=a)b"}', '{"pattern": "^a.*b$"}'),
        "RR-L.11": _values('{"pattern": "((a{1,200}){1,200}){1,200}"}', '{"pattern": "(a{1,50}){1,50}"}'),
        "RR-L.12": _values(_nested(129), _nested(128)),
        "RR-L.13": Registries(
            '[{"name": "send", "inputSchema": {}}, {"name": "send", "inputSchema": {}}]',
            '[{"name": "send", "inputSchema": {}}, {"name": "send_all", "inputSchema": {}}]',
        ),
        "RR-L.14": _schemas('{"required": ["to"], "properties": {}}', '{"required": ["to"], "properties": {"to": {}}}'),
        "RR-L.15": _schemas('{"type": "array"}', '{"type": "object"}'),
        "RR-L.16": Registries(_STRICT % "", _STRICT % ', "required": ["to"], "additionalProperties": false'),
        "RR-A.3": OneCall('{"name": "send_mail", "arguments": {"recipients": ["b"]}}', _tool(_TO), _tool(_OPEN)),
        "RR-A.4": _of(
            '{"properties": {"filter": {"properties": {"status": {}}}}}',
            '{"filter": {"stat": "open"}}',
            '{"filter": {"status": "open"}}',
            "deep",
        ),
        "RR-A.6": _key('{"const": 1}', "true", "1.0"),
    }
)

#: The clause that the rejected case of an example fails where that is another one: a reading has no verdict of its own.
FAILS: Final[Mapping[str, str]] = MappingProxyType({"RR-A.3": "RR-H2.1", "RR-A.4": "RR-H3.6", "RR-A.6": "RR-H3.2"})
