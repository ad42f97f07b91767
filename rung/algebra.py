"""The type algebra: what a tool's JSON Schema means, as a few frozen dataclasses.

The shared vocabulary of the loader (which builds it), the kernel (which judges by it), the declarative spec, the
proofs (which read these annotations) and the audit. It holds data only. An absent constraint is ``None``, ``()`` or an
empty mapping; ``Schema()`` accepts every value and ``NOTHING`` none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from rung.value import Number, Value

#: The empty mappings, one of each for all.
NO_SCHEMAS: Final[Mapping[str, Schema]] = MappingProxyType({})
NO_KEYS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({})


def _no_schemas() -> Mapping[str, Schema]:
    return NO_SCHEMAS


def _no_keys() -> Mapping[str, tuple[str, ...]]:
    return NO_KEYS


@dataclass(frozen=True, slots=True)
class TextPattern:
    """A regular expression: its source, and the injected judge of "it matches somewhere in this text"."""

    source: str
    found_in: Callable[[str], bool] = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class NumberLimits:
    """What a number must satisfy (RR-H3.3). Bounds are exact; ``multiple_of`` is positive."""

    minimum: Number | None = None
    maximum: Number | None = None
    exclusive_minimum: Number | None = None
    exclusive_maximum: Number | None = None
    multiple_of: Number | None = None


@dataclass(frozen=True, slots=True)
class StringLimits:
    """What a string must satisfy (RR-H3.4). Lengths count code points."""

    min_length: int | None = None
    max_length: int | None = None
    pattern: TextPattern | None = None


@dataclass(frozen=True, slots=True)
class ArrayShape:
    """What an array must satisfy (RR-H3.5). ``items`` judges what follows the prefix; ``closed`` says nothing may."""

    prefix: tuple[Schema, ...] = ()
    items: Schema | None = None
    closed: bool = False
    min_items: int | None = None
    max_items: int | None = None
    unique: bool = False


@dataclass(frozen=True, slots=True)
class Family:
    """The keys that a pattern matches, and the schema of their values (``patternProperties``)."""

    pattern: TextPattern
    schema: Schema


@dataclass(frozen=True, slots=True)
class ObjectShape:
    """What an object must satisfy (RR-H3.6; ``dependent`` is RR-H3.7).

    ``additional`` judges the keys that are neither properties nor in a family; ``closed`` says there may be none.
    ``names`` judges each key as a string. ``dependent`` maps a key to the keys that must stand beside it.
    """

    properties: Mapping[str, Schema] = field(default_factory=_no_schemas)
    families: tuple[Family, ...] = ()
    additional: Schema | None = None
    closed: bool = False
    required: tuple[str, ...] = ()
    min_properties: int | None = None
    max_properties: int | None = None
    names: Schema | None = None
    dependent: Mapping[str, tuple[str, ...]] = field(default_factory=_no_keys)


@dataclass(frozen=True, slots=True)
class Combination:
    """Schemas that judge the same value. ``ref`` names a definition; it and ``all_of`` are transparent (RR-H3.7)."""

    ref: str | None = None
    all_of: tuple[Schema, ...] = ()
    any_of: tuple[Schema, ...] = ()
    one_of: tuple[Schema, ...] = ()
    negated: Schema | None = None
    condition: Schema | None = None
    consequent: Schema | None = None
    alternative: Schema | None = None


@dataclass(frozen=True, slots=True)
class Schema:
    """The set of values that satisfy every part.

    ``types`` holds names of JSON types (``integer`` beside ``number``; RR-H3.1). ``enum`` maps the canonical text of
    each listed value to the value (RR-H3.2). Each shape judges only values of its own type.
    """

    types: frozenset[str] | None = None
    enum: Mapping[str, Value] | None = None
    number: NumberLimits | None = None
    string: StringLimits | None = None
    array: ArrayShape | None = None
    object: ObjectShape | None = None
    combination: Combination | None = None


#: The schema ``false``: no value has one of no types.
NOTHING: Final = Schema(types=frozenset())


@dataclass(frozen=True, slots=True)
class Signature:
    """What the registry knows of one tool: declared keys, required keys, schema (RR-A.3).

    - ``root``, ``definitions``: the whole schema, and the schemas that a ``$ref`` names;
    - ``declared``, ``families``, ``open``: the keys that the root declares one by one, by pattern, or all of them;
    - ``required``: the root's required keys, and those it reaches through allOf and $ref;
    - ``body``: the root without those ``required``, for a missing one is RR-H2.2 and nothing else;
    - ``open_at``: where the author declared a family of keys, as JSON Pointers into the schema.

    All but the first two are derived by the loader; the declarative spec derives them again.
    """

    root: Schema
    definitions: Mapping[str, Schema] = field(default_factory=_no_schemas)
    declared: Collection[str] = ()
    families: tuple[TextPattern, ...] = ()
    open: bool = False
    required: tuple[str, ...] = ()
    body: Schema = Schema()
    open_at: tuple[str, ...] = ()
