"""The names that options take, as enums, so that help, completion and error messages list them."""

from __future__ import annotations

from enum import StrEnum

from rung.clauses import load
from rung.models import SCHEMAS


class Profile(StrEnum):
    """How far silence closes."""

    top = "top"
    deep = "deep"


class Format(StrEnum):
    """How answers are printed."""

    text = "text"
    json = "json"


class ListingDialect(StrEnum):
    """A host's way to list tools: `rung.dialects.LISTINGS`."""

    mcp = "mcp"
    bare = "bare"
    openai_chat = "openai-chat"
    openai_responses = "openai-responses"
    anthropic = "anthropic"
    gemini = "gemini"
    bedrock = "bedrock"


class CallDialect(StrEnum):
    """A host's way to write calls: `rung.dialects.HOSTS`."""

    mcp = "mcp"
    bare = "bare"
    openai_chat = "openai-chat"
    openai_responses = "openai-responses"
    anthropic = "anthropic"
    gemini = "gemini"
    bedrock = "bedrock"
    langchain = "langchain"


class ReplyHost(StrEnum):
    """A host whose error results are known: `rung.reply.HOSTS`."""

    mcp = "mcp"
    mcp_protocol = "mcp-protocol"
    openai_chat = "openai-chat"
    openai_responses = "openai-responses"
    anthropic = "anthropic"
    gemini = "gemini"
    bedrock = "bedrock"


def among(choices: type[StrEnum]) -> str:
    """Return, for the help, the names that an option takes."""
    return f"One of {', '.join(choices)}."


def _starting(incomplete: str, every: dict[str, str]) -> list[tuple[str, str]]:
    return [(name, said) for name, said in every.items() if name.casefold().startswith(incomplete.casefold())]


def clause_ids(incomplete: str) -> list[tuple[str, str]]:
    """Return the clause ids that start so, for a shell to complete; each with its sentence."""
    return _starting(incomplete, {id: clause.sentence for id, clause in load().items()})


def schema_summaries() -> dict[str, str]:
    """Return what each of our own formats is, by its name: the first line of its model's docstring."""
    return {name: str(model.__doc__).partition("\n")[0] for name, model in SCHEMAS.items()}


def schema_names(incomplete: str) -> list[tuple[str, str]]:
    """Return the formats whose names start so, for a shell to complete; each with what it is."""
    return _starting(incomplete, schema_summaries())
