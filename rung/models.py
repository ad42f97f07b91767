"""The project's own formats as pydantic models: what goes in and out of the process, and the JSON Schemas of it.

``python -m specs.generate`` writes their schemas to ``specs/schemas``; the tests hold the formats to them in both
directions.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from rung.registry import Registry, Tool
from rung.schema import Problem
from rung.verdict import Verdict

Code = Literal["W", "H1", "H2", "H3"]

_DIGEST: Final = "^sha256:[0-9a-f]{64}$"


def _speakable(text: str) -> str:
    # No JSON text may hold a lone surrogate unescaped, and no reader need take it escaped.
    return text.encode("utf-8", "backslashreplace").decode()


class FaultRecord(BaseModel):
    """One failure of a call."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    clause: str = Field(pattern=r"^RR-(W\.[1-8]|H[123]\.[0-9]+)$", description="The clause that the call fails.")
    at: str | None = Field(description="JSON Pointer into the arguments; null for the call as a whole.")


class VerdictRecord(BaseModel):
    """One verdict of `rung check --format json`, a line each."""

    model_config = ConfigDict(extra="forbid", frozen=True, title="Verdict")

    verdict: Literal["allow", "reject"]
    code: Code | None = Field(description="The class of the first failure; null if allowed.")
    clause: str | None = Field(description="The clause of the first failure by class; null if allowed.")
    at: str | None = Field(description="Where it stands, as a JSON Pointer; null if allowed, and for W and H1.")
    all: tuple[FaultRecord, ...] = Field(description="Every failure, sorted by (at, clause).")
    name: str | None = Field(
        description="The tool called, lone surrogates in it written as escapes; null where the call has no name."
    )
    line: int = Field(ge=1, description="The line of the input, from 1.")
    profile: Literal["top", "deep"]
    registry: str = Field(pattern=_DIGEST, description="The digest of the registry (RR-A.7).")
    call: int | None = Field(
        default=None, ge=1, description="Which call of its line, from 1; absent where the line holds one call."
    )
    id: str | None = Field(
        default=None, description="What the host calls the call by, as text; absent where the call has no id."
    )
    reply: dict[str, Any] | None = Field(
        default=None, description="With --reply, the host's own error result for a rejected call; absent elsewhere."
    )

    @classmethod
    def of(
        cls,
        verdict: Verdict,
        line: int,
        *,
        call: int | None = None,
        id: str | None = None,
        reply: dict[str, Any] | None = None,
    ) -> VerdictRecord:
        """Return the record of a verdict on the call at ``line``; what is None of the rest is not set."""
        more: dict[str, Any] = {"call": call, "id": None if id is None else _speakable(id), "reply": reply}
        return cls.model_construct(
            verdict=verdict.verdict,
            code=verdict.code,
            clause=verdict.clause,
            at=verdict.at,
            all=tuple([FaultRecord.model_construct(clause=fault.clause, at=fault.at) for fault in verdict.all]),
            name=None if verdict.name is None else _speakable(verdict.name),
            line=line,
            profile=verdict.profile,
            registry=verdict.registry,
            **{member: value for member, value in more.items() if value is not None},
        )

    @property
    def text(self) -> str:
        """The record as one line of JSON, without the members that are not set."""
        return json.dumps(self.model_dump(exclude_unset=True))


class FunctionRecord(BaseModel):
    """The function of an OpenAI chat tool call."""

    name: str
    arguments: Any = Field(description="Text that holds a JSON object, or the object itself.")


class OpenAICallRecord(BaseModel):
    """A tool call as OpenAI's chat API writes it; other members are ignored."""

    model_config = ConfigDict(title="OpenAI chat tool call")

    function: FunctionRecord


class CallRecord(BaseModel):
    """A call: a name and its arguments; other members are ignored."""

    model_config = ConfigDict(title="Call")

    name: str
    arguments: Any = Field(default={}, description="An object, or text that holds one. Absent is {}.")
    server: str | None = Field(default=None, description="The server, where the registry's tools carry one.")


class ToolRecord(BaseModel):
    """A tool of a listing; other members are kept for the digest and not read."""

    model_config = ConfigDict(title="Tool")

    name: str
    inputSchema: dict[str, Any] | bool = Field(description="A JSON Schema; `schema` is read where it is absent.")  # noqa: N815
    server: str | None = None


class RegistryRecord(BaseModel):
    """An MCP `tools/list` result; a bare list of tools is read too."""

    model_config = ConfigDict(title="Registry")

    tools: list[ToolRecord]


class ProblemRecord(BaseModel):
    """One reason to refuse a registry, or to leave a tool of it out."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    clause: str = Field(pattern=r"^RR-L\.[0-9]+$", description="The clause that the registry fails.")
    tool: str | None = Field(description="The tool, after its server; its number (#3) without a name; null: the file.")
    at: str = Field(description="JSON Pointer into the tool's schema; RR-L.1 to RR-L.3: into the file.")
    keyword: str | None = Field(description="The word at fault, if one is.")
    said: str = Field(description="What is wrong.")
    advice: str = Field(description="What to do about it.")
    message: str = Field(description="All of it in one line of ASCII.")

    @classmethod
    def of(cls, problem: Problem) -> Self:
        """Return the record of a problem."""
        given: dict[str, Any] = {name: getattr(problem, name) for name in cls.model_fields}
        texts: dict[str, Any] = {name: text and _speakable(text) for name, text in given.items()}
        return cls.model_construct(**texts)


class ToolReport(BaseModel):
    """One tool that was loaded."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    server: str | None = Field(description="The server that the listing says, or null.")
    dialect: str = Field(description="The host whose definition it is.")
    digest: str = Field(pattern=_DIGEST, description="The digest of the definition (RR-A.7).")
    required: tuple[str, ...] = Field(description="The keys that a call must have (RR-H2.2).")
    optional: tuple[str, ...] = Field(description="The other keys that are declared one by one (RR-H2.1), sorted.")
    families: tuple[str, ...] = Field(description="The patterns of the keys that are declared by pattern.")
    open: bool = Field(description="Every key is declared: RR-H2.1 cannot be detected.")
    open_at: tuple[str, ...] = Field(description="Where families or all keys are declared: pointers into the schema.")
    keywords: tuple[str, ...] = Field(description="The deciding words that occur in the schema, sorted.")

    @classmethod
    def of(cls, tool: Tool, registry: Registry) -> Self:
        """Return the report of a tool of a registry."""
        signature = registry.signatures[tool.key]
        server, name = (None, tool.key) if isinstance(tool.key, str) else tool.key
        return cls.model_construct(
            name=name,
            server=server,
            dialect=tool.dialect,
            digest=tool.digest,
            required=signature.required,
            optional=tuple(sorted(set(signature.declared) - set(signature.required))),
            families=tuple([family.source for family in signature.families]),
            open=signature.open,
            open_at=signature.open_at,
            keywords=tuple(sorted(tool.words)),
        )


class RegistryReport(BaseModel):
    """What `rung registry --format json` says: what was loaded, and every problem."""

    model_config = ConfigDict(extra="forbid", frozen=True, title="Registry report")

    loaded: bool = Field(description="False if the registry was refused.")
    registry: str | None = Field(pattern=_DIGEST, description="The digest of the registry (RR-A.7); null if refused.")
    files: tuple[str, ...] = Field(description="What it was read from.")
    tools: tuple[ToolReport, ...] = Field(description="The callable tools, in the order of the files.")
    keywords: dict[str, int] = Field(description="How many of the tools use each deciding word, most used first.")
    problems: tuple[ProblemRecord, ...] = Field(description="Every problem, in the order of the files.")

    @classmethod
    def of(cls, registry: Registry | None, problems: Sequence[Problem], files: Sequence[str]) -> Self:
        """Return the report of a registry, None if it was refused."""
        tools = [] if registry is None else [ToolReport.of(tool, registry) for tool in registry.tools.values()]
        words = Counter([word for tool in tools for word in tool.keywords])
        return cls.model_construct(
            loaded=registry is not None,
            registry=None if registry is None else registry.digest,
            files=tuple(map(_speakable, files)),
            tools=tuple(tools),
            keywords=dict(sorted(words.items(), key=lambda item: (-item[1], item[0]))),
            problems=tuple(map(ProblemRecord.of, problems)),
        )


#: The formats whose JSON Schemas are published, by the name of their file.
SCHEMAS: Final[dict[str, type[BaseModel]]] = {
    "registry": RegistryRecord,
    "call": CallRecord,
    "verdict": VerdictRecord,
    "registry-report": RegistryReport,
}


def published_schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of one of :data:`SCHEMAS`. Errors: :class:`KeyError` for another name."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **SCHEMAS[name].model_json_schema()}
