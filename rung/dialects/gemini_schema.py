"""Gemini's schemas, a part of OpenAPI 3.0, to JSON Schema and back; each word stays in its place, so pointers stay."""

from __future__ import annotations

import re
from typing import Final

from rung.explain import quoted, shown
from rung.pointer import step
from rung.schema import Problem
from rung.schema.dialect import (
    ANNOTATIONS,
    DRAFT_07,
    DRAFT_2020_12,
    GEMINI,
    GEMINI_ANNOTATIONS,
    ROOT_WORDS,
    UNSUPPORTED,
)
from rung.text import exact_number
from rung.value import Value

#: Gemini's types. Its own documents write them in capitals, and its examples in small letters: both are read.
TYPES: Final = ("STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL")
_TYPE_OF: Final = {name: name.lower() for name in TYPES} | {name.lower(): name.lower() for name in TYPES}

#: Words whose value is a 64-bit integer: JSON writes those as strings, for its numbers may be doubles.
COUNTS: Final = ("minItems", "maxItems", "minProperties", "maxProperties", "minLength", "maxLength")

#: Words of JSON Schema that Gemini's schemas have not, and Vertex AI's two that point into the document.
ABSENT: Final = (
    frozenset({*DRAFT_2020_12.words, *DRAFT_07.words, *UNSUPPORTED, *ROOT_WORDS, "ref", "defs"})
    - set(GEMINI.words)
    - {"nullable"}
)

_DIGITS: Final = re.compile("[0-9]{1,19}")
_NUMBER: Final = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")


# To JSON Schema -------------------------------------------------------------------------------------------------------
def translated(document: Value, tool: str) -> tuple[Value, tuple[Problem, ...]]:
    """Return the JSON Schema that a Gemini schema means, and the problems of what has no meaning there."""
    reader = _Reader(tool)
    return reader.schema(document, ""), tuple(reader.problems)


class _Reader:
    def __init__(self, tool: str) -> None:
        self.tool = tool
        self.problems: list[Problem] = []

    def problem(self, clause: str, at: str, word: str | None, said: str, advice: str) -> None:
        self.problems.append(Problem(clause, self.tool, at, word, said, advice))

    def misfit(self, at: str, word: str, value: Value, wanted: str) -> None:
        # RR-L.6: A keyword whose value is not of the form that its dialect gives is refused.
        self.problem("RR-L.6", at + step(word), word, f"{quoted(word)} is {shown(value)}", f"write {wanted}")

    def schema(self, node: Value, at: str) -> Value:
        """Return one schema, translated; what is a problem is left out of it."""
        if type(node) is not dict:
            self.problem("RR-L.6", at, None, f"{shown(node)} is no schema", "write an object")
            return {}
        found: dict[str, Value] = {}
        for word, value in node.items():
            if word in ABSENT:
                # RR-L.5 "that the schema's dialect does not define, is refused."
                said = f"{quoted(word)} is no word of Gemini's schemas"
                self.problem("RR-L.5", at + step(word), word, said, "write the schema as parametersJsonSchema")
            elif word not in GEMINI_ANNOTATIONS and word not in ("nullable", "enum"):
                self.word(found, word, value, at)
        if "enum" in node:
            self.enum(found, node["enum"], at)
        if "nullable" in node:
            self.nullable(found, node["nullable"], at)
        return found

    def word(self, found: dict[str, Value], word: str, value: Value, at: str) -> None:
        """Put the translation of one word into ``found``."""
        if word == "type":
            if type(value) is str and value in _TYPE_OF:
                found[word] = _TYPE_OF[value]
            else:
                self.misfit(at, word, value, "one of " + ", ".join(TYPES))
        elif word in COUNTS and type(value) is str and _DIGITS.fullmatch(value):
            found[word] = int(value)
        elif word == "items" or (word == "additionalProperties" and type(value) is not bool):
            found[word] = self.schema(value, f"{at}/{word}")
        elif word == "properties" and type(value) is dict:
            found[word] = {key: self.schema(child, f"{at}/{word}{step(key)}") for key, child in value.items()}
        elif word == "anyOf" and type(value) is list:
            found[word] = [self.schema(child, f"{at}/{word}/{i}") for i, child in enumerate(value)]
        else:
            found[word] = value

    def enum(self, found: dict[str, Value], values: Value, at: str) -> None:
        """Put the values into ``found``: strings, which beside a type of numbers stand for numbers."""
        wanted = "a list of strings"
        if type(values) is not list or not all(type(value) is str for value in values):
            self.misfit(at, "enum", values, wanted)
        elif found.get("type") not in ("integer", "number"):
            found["enum"] = values
        else:
            numbers = [exact_number(value) if _NUMBER.fullmatch(value) else None for value in values]
            if None in numbers:
                self.misfit(at, "enum", values, f"{wanted} that hold numbers")
            else:
                found["enum"] = numbers

    def nullable(self, found: dict[str, Value], nullable: Value, at: str) -> None:
        """Let ``found`` accept null too: in its type, in its enum, and beside its branches."""
        if type(nullable) is not bool:
            self.misfit(at, "nullable", nullable, "true or false")
        elif nullable:
            if found.get("type", "null") != "null":
                found["type"] = [found["type"], "null"]
            if "enum" in found:
                found["enum"] = [*found["enum"], None]
            if type(found.get("anyOf")) is list:
                found["anyOf"] = [*found["anyOf"], {"type": "null"}]


# And back -------------------------------------------------------------------------------------------------------------
class Unsaid(ValueError):
    """A schema has something that Gemini's schemas have no words for."""


def written(schema: Value) -> dict[str, Value]:
    """Return a JSON Schema as Gemini writes it; :class:`Unsaid` where that cannot say it word by word."""
    if type(schema) is not dict:
        raise Unsaid("a schema that is no object")
    found: dict[str, Value] = {}
    for word, value in schema.items():
        if word == "type":
            found |= _types(value)
        elif word == "enum":
            found[word] = _enum(value, schema.get("type"))
        elif word in ("items", "additionalProperties"):
            found[word] = value if type(value) is bool and word == "additionalProperties" else written(value)
        elif word == "properties":
            found[word] = {key: written(child) for key, child in value.items()}
        elif word == "anyOf":
            found[word] = [written(child) for child in value]
        elif word in GEMINI.words or word in ("title", "description", "default", "format"):
            found[word] = value
        elif word in GEMINI_ANNOTATIONS or (word not in ANNOTATIONS and word != "$schema"):
            raise Unsaid(quoted(word))
    if "type" not in found and "anyOf" not in found:
        raise Unsaid("a schema without a type")
    return found


def _types(value: Value) -> dict[str, Value]:
    if type(value) is str:
        return {"type": value.upper()}
    others = [name for name in value if name != "null"]
    if len(others) != 1 or len(value) != 2:
        raise Unsaid("several types")
    return {"type": others[0].upper(), "nullable": True}


def _enum(values: list[Value], types: Value) -> list[str]:
    kinds = [types] if type(types) is str else [kind for kind in types or () if kind != "null"]
    if type(types) is list and None in values:
        values = [value for value in values if value is not None]
    if kinds == ["string"] and all(type(value) is str for value in values):
        return values
    if kinds == ["integer"] and all(type(value) is int for value in values):
        return [str(value) for value in values]
    raise Unsaid('an enum without type "string" and strings alone, or "integer" and whole numbers alone')
