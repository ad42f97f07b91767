"""The fixtures, and the same tools and calls in every host's words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

FIXTURES: Final = Path(__file__).parents[1] / "fixtures" / "dialects"
REGISTRIES: Final = sorted(path.name for path in FIXTURES.glob("*.json") if not path.name.endswith(".calls.json"))
CALLS: Final = sorted(path.name for path in FIXTURES.glob("*.calls.json"))

#: The plain ones: all hosts have the same three tools in them.
SAME: Final = [name for name in REGISTRIES if "strict" not in name]


def fixture(name: str) -> Any:
    return json.loads((FIXTURES / name).read_text(encoding="utf-8"))


def listing(dialect: str, name: str, schema: Any) -> Any:
    """Return a listing of one tool as a host writes it; Gemini's takes JSON Schema."""
    return {
        "mcp": {"tools": [{"name": name, "inputSchema": schema}]},
        "bare": [{"name": name, "schema": schema}],
        "openai-chat": [{"type": "function", "function": {"name": name, "parameters": schema}}],
        "openai-responses": [{"type": "function", "name": name, "parameters": schema}],
        "anthropic": [{"name": name, "input_schema": schema}],
        "gemini": {"functionDeclarations": [{"name": name, "parametersJsonSchema": schema}]},
        "bedrock": {"toolConfig": {"tools": [{"toolSpec": {"name": name, "inputSchema": {"json": schema}}}]}},
    }[dialect]


def envelope(dialect: str, name: str, text: str) -> str:
    """Return the call of a tool with this arguments text as a host writes it."""
    called, string = json.dumps(name), json.dumps(text)
    return {
        "mcp": f'{{"method": "tools/call", "params": {{"name": {called}, "arguments": {text}}}}}',
        "bare": f'{{"name": {called}, "arguments": {text}}}',
        "openai-chat": f'{{"tool_calls": [{{"function": {{"name": {called}, "arguments": {string}}}}}]}}',
        "openai-responses": f'{{"output": [{{"type": "function_call", "name": {called}, "arguments": {string}}}]}}',
        "anthropic": f'{{"content": [{{"type": "tool_use", "name": {called}, "input": {text}}}]}}',
        "gemini": f'{{"parts": [{{"functionCall": {{"name": {called}, "args": {text}}}}}]}}',
        "bedrock": f'{{"content": [{{"toolUse": {{"name": {called}, "input": {text}}}}}]}}',
        "langchain": f'{{"type": "tool_call", "name": {called}, "args": {text}}}',
    }[dialect]
