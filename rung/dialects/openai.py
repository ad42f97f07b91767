"""What OpenAI's two interfaces share: the rules of ``strict``, the tools that are no functions, the names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rung.dialects.listing import Listed
from rung.dialects.walk import subschemas
from rung.explain import quoted
from rung.pointer import step
from rung.schema import Problem
from rung.value import Value

NAMES: Final = re.compile("[a-zA-Z0-9_-]{1,64}")
NAMES_SAID: Final = "1 to 64 of a-z A-Z 0-9 _ -"
CUSTOM: Final = "a custom tool: its input is text, not arguments"

#: The tools of the platform, and those whose calls are no functions'.
KINDS: Final = frozenset(
    "web_search web_search_preview file_search code_interpreter image_generation computer computer_use_preview mcp "
    "local_shell shell apply_patch custom tool_search namespace".split()
)


def strictness(tool: Listed, strict: Value) -> Listed:
    """Return the tool with the problems that its ``strict`` makes."""
    if strict is None or strict is False:
        return tool
    if strict is not True:
        fault = Problem("RR-L.3", tool.label, "", "strict", "strict is no boolean", "write true or false")
        return replace(tool, faults=(*tool.faults, fault))
    faults = [
        # RR-L.16: An OpenAI tool that says strict is refused where an object of its schema is open, or declares a
        # property that it does not require.
        Problem("RR-L.16", tool.label, at, "strict", said, advice)
        for at, said, advice in loose(tool.schema, "")
    ]
    return replace(tool, faults=(*tool.faults, *faults))


def loose(schema: Value, at: str) -> Iterator[tuple[str, str, str]]:
    """Yield where, and how, a schema is not what ``strict`` takes: every object closed, all its properties required."""
    if type(schema) is not dict:
        return
    kind = schema.get("type")
    if type(schema) is dict and (
        "properties" in schema or kind == "object" or (type(kind) is list and "object" in kind)
    ):
        if schema.get("additionalProperties") is not False:
            yield at, "strict takes closed objects only", "write additionalProperties: false, or leave strict out"
        required = schema.get("required")
        names = required if type(required) is list else []
        properties = schema.get("properties")
        for key in properties if type(properties) is dict else ():
            if key not in names:
                said = f"strict takes no optional key, and {quoted(key)} is one"
                yield at + "/properties" + step(key), said, 'require it, with "null" in its type, or leave strict out'
    for place, child in subschemas(schema):
        yield from loose(child, at + place)
