"""The closed table of keywords: which words each dialect of JSON Schema defines, and what the rung does with each.

A word is an assertion or applicator (it decides), an annotation (it never does), or refused. There is no fourth kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import Final

from rung.value import Value

#: The deciding words that all dialects share, by the part of the algebra that they say something about.
_PARTS: Final = {
    "types": "type",
    "enum": "enum const",
    "number": "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf",
    "string": "minLength maxLength pattern",
    "array": "items minItems maxItems uniqueItems",
    "object": "properties required additionalProperties patternProperties propertyNames minProperties maxProperties",
    "combination": "$ref allOf anyOf oneOf not if then else",
    "definitions": "$defs definitions",
}
_DECIDING: Final = {word: part for part, words in _PARTS.items() for word in words.split()}

#: Words that never decide anything, in every dialect; so are all that start with ``x-``.
ANNOTATIONS: Final = frozenset(
    "title description default examples deprecated readOnly writeOnly $comment format contentEncoding "
    "contentMediaType contentSchema".split()
)

#: Words that identify a document; they stand in its root only.
ROOT_WORDS: Final = frozenset({"$schema", "$id"})

#: Words of JSON Schema (or of a host's variant) that the rung refuses by name (RR-L.5), each with what to do instead.
UNSUPPORTED: Final = {
    "$anchor": "refer to the schema by JSON Pointer",
    "$dynamicRef": "use $ref with a JSON Pointer",
    "$dynamicAnchor": "refer to the schema by JSON Pointer",
    "$recursiveRef": "use $ref with a JSON Pointer",
    "$recursiveAnchor": "refer to the schema by JSON Pointer",
    "$vocabulary": "remove it",
    "unevaluatedItems": "use items",
    "unevaluatedProperties": "use additionalProperties",
    "contains": "the rung does not decide it: remove it, or quarantine the tool",
    "minContains": "the rung does not decide it: remove it, or quarantine the tool",
    "maxContains": "the rung does not decide it: remove it, or quarantine the tool",
    "dependentSchemas": "use if and then",
    "dependencies": "use dependentRequired, or if and then",
    "nullable": 'this dialect does not define it: add "null" to type',
    "prefixItems": "this dialect does not define it: use an array of items",
    "additionalItems": "this dialect does not define it: use prefixItems and items",
    "dependentRequired": "this dialect does not define it: use if and then",
}


@dataclass(frozen=True, slots=True)
class Dialect:
    """A dialect of JSON Schema: its deciding words, each with its part, and the few rules in which dialects differ."""

    name: str
    words: Mapping[str, str]
    item_arrays: bool = False
    """``items`` may be an array of schemas (draft-07)."""
    boolean_bounds: bool = False
    """``exclusiveMinimum: true`` modifies ``minimum`` (draft-04), beside the numeric form."""
    lonely_ref: bool = False
    """``$ref`` silences its siblings (draft-07), so an assertion beside it is refused."""


DRAFT_2020_12: Final = Dialect("2020-12", _DECIDING | {"prefixItems": "array", "dependentRequired": "object"})
#: What a schema without ``$schema`` is read as.
UNDECLARED: Final = Dialect("2020-12 with draft-04 boolean bounds", DRAFT_2020_12.words, boolean_bounds=True)
DRAFT_07: Final = Dialect("draft-07", _DECIDING | {"additionalItems": "array"}, item_arrays=True, lonely_ref=True)

#: What Gemini's own schemas (``parameters``) may say, once they are spelt as JSON Schema: a part of OpenAPI 3.0. They
#: also have ``nullable``, types in capitals, counts as strings, and the annotations below; `rung.dialects` translates
#: those. They lack constants, exclusive bounds, multiples, uniqueness, tuples, families of keys, references, and every
#: combination but ``anyOf``.
GEMINI: Final = Dialect(
    "Gemini",
    {
        word: _DECIDING[word]
        for word in (
            "type enum minimum maximum minLength maxLength pattern items minItems maxItems properties required "
            "additionalProperties minProperties maxProperties anyOf"
        ).split()
    },
)
#: Annotations of Gemini alone.
GEMINI_ANNOTATIONS: Final = frozenset({"propertyOrdering", "example"})

#: What ``$schema`` may say; an empty fragment changes nothing.
DIALECT_URIS: Final = {
    "https://json-schema.org/draft/2020-12/schema": DRAFT_2020_12,
    "http://json-schema.org/draft-07/schema": DRAFT_07,
}


def dialect_named(uri: Value) -> Dialect | None:
    """Return the dialect that a ``$schema`` value names, or None (RR-L.7)."""
    if type(uri) is not str:
        return None
    return DIALECT_URIS.get(uri.removesuffix("#"))


@lru_cache(maxsize=1_000)
def nearest_word(word: str, dialect: str) -> str | None:
    """Return the word of a dialect, by its name, that an unknown word may be meant for, or None."""
    near = get_close_matches(word, ANNOTATIONS.union(_BY_NAME[dialect].words), 1)
    return near[0] if near else None


_BY_NAME: Final = {dialect.name: dialect for dialect in (DRAFT_2020_12, UNDECLARED, DRAFT_07, GEMINI)}
