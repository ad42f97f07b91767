"""The hosts, by name. Where a document or an envelope has no entry that tells, the first that can read it does."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rung.dialects import anthropic, bare, bedrock, gemini, langchain, mcp, openai_chat, openai_responses
from rung.dialects.host import Host

HOSTS: Final[Mapping[str, Host]] = MappingProxyType(
    {
        module.HOST.name: module.HOST
        for module in (mcp, bare, openai_chat, openai_responses, anthropic, gemini, bedrock, langchain)
    }
)

#: The dialects that list tools; every dialect writes calls.
LISTINGS: Final = tuple(name for name, host in HOSTS.items() if host.lists is not None)


def listing_host(name: str) -> Host:
    """Return the host of a listing dialect. Errors: :class:`ValueError` for any other name."""
    if type(name) is not str or name not in LISTINGS:
        raise ValueError(f"no listing is of the dialect {name!r}; write one of {', '.join(LISTINGS)}")
    return HOSTS[name]
