"""The project's own formats as pydantic models: what goes in and out of the process, and the JSON Schemas of it.

``python -m specs.generate`` writes their schemas to ``specs/schemas``; the tests hold the formats to them in both
directions.
"""

from __future__ import annotations

from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from rung.verdict import Verdict

Code = Literal["W", "H1", "H2", "H3"]


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
    registry: str = Field(pattern="^sha256:[0-9a-f]{64}$", description="The digest of the registry (RR-A.7).")

    @classmethod
    def of(cls, verdict: Verdict, line: int) -> VerdictRecord:
        """Return the record of a verdict on the call at ``line``."""
        return cls.model_construct(
            verdict=verdict.verdict,
            code=verdict.code,
            clause=verdict.clause,
            at=verdict.at,
            all=tuple([FaultRecord.model_construct(clause=fault.clause, at=fault.at) for fault in verdict.all]),
            # No JSON text may hold a lone surrogate unescaped, and no reader need take it escaped.
            name=None if verdict.name is None else verdict.name.encode("utf-8", "backslashreplace").decode(),
            line=line,
            profile=verdict.profile,
            registry=verdict.registry,
        )


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


#: The formats whose JSON Schemas are published, by the name of their file.
SCHEMAS: Final[dict[str, type[BaseModel]]] = {
    "registry": RegistryRecord,
    "call": CallRecord,
    "verdict": VerdictRecord,
}
