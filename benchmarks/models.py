"""The benchmark's schemas as pydantic models and msgspec structs: what a person would write by hand, made strictly.

Only what the signatures use is read; anything else is a :class:`KeyError`, so that no constraint is lost unnoticed.
Neither library has ``uniqueItems``: :data:`OMITTED`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Annotated, Any, Final, Literal, Union

import msgspec
import pydantic

Json = dict[str, Any]

#: Keywords that the models do not check.
OMITTED: Final = ("uniqueItems",)

_LIMITS: Final = {
    "minimum": "ge",
    "maximum": "le",
    "exclusiveMinimum": "gt",
    "multipleOf": "multiple_of",
    "minLength": "min_length",
    "maxLength": "max_length",
    "pattern": "pattern",
    "minItems": "min_length",
    "maxItems": "max_length",
    "minProperties": "min_length",
    "maxProperties": "max_length",
}
_SCALARS: Final[dict[str, Any]] = {"string": str, "integer": int, "number": float, "boolean": bool, "null": None}
#: Words that say nothing about a value, or that :meth:`Maker.of` and :meth:`Maker.typed` read themselves.
_READ: Final = frozenset(
    "type enum const anyOf oneOf $ref items properties required additionalProperties patternProperties $defs "
    "description default".split()
).union(OMITTED)


def _union(types: list[Any]) -> Any:
    return Union[tuple(types)]  # noqa: UP007 (there is no other way to write it for a list)


class Maker(ABC):
    """A translator from one document to the types of one library."""

    def __init__(self, document: Json) -> None:
        self._definitions: Json = document.get("$defs", {})
        self._made: dict[str, Any] = {}
        self._count = 0

    def of(self, schema: Json) -> Any:
        """Return the type of a schema."""
        if "$ref" in schema:
            name = schema["$ref"].removeprefix("#/$defs/")
            if name not in self._made:
                self._made[name] = self.of(self._definitions[name])
            return self._made[name]
        if "const" in schema:
            return Literal[schema["const"]]
        if "enum" in schema:
            return Literal[tuple(schema["enum"])]
        if "anyOf" in schema:
            return _union([self.of(branch) for branch in schema["anyOf"]])
        if "oneOf" in schema:
            return self.tagged(schema["oneOf"], "kind")
        if isinstance(schema["type"], list):
            return _union([_SCALARS[name] for name in schema["type"]])
        return self.limited(self.typed(schema), {_LIMITS[word]: schema[word] for word in schema if word not in _READ})

    def typed(self, schema: Json) -> Any:
        """Return the type of a schema without its limits."""
        if schema["type"] == "array":
            return list[self.of(schema["items"])]  # type: ignore[misc]
        if schema["type"] != "object":
            return _SCALARS[schema["type"]]
        if "properties" in schema:
            return self.object(schema)
        for pattern, values in schema.get("patternProperties", {}).items():
            return dict[self.limited(str, {"pattern": pattern}), self.of(values)]  # type: ignore[misc]
        return dict[str, self.of(schema["additionalProperties"])]  # type: ignore[misc]

    def name(self) -> str:
        """Return a fresh name for a class."""
        self._count += 1
        return f"Model{self._count}"

    @abstractmethod
    def limited(self, kind: Any, limits: Json) -> Any:
        """Return ``kind`` with limits."""

    @abstractmethod
    def object(self, schema: Json, tag: str | None = None) -> Any:
        """Return a class for an object with properties; ``tag`` is the property that tells it from its siblings."""

    @abstractmethod
    def tagged(self, branches: list[Json], tag: str) -> Any:
        """Return the union of objects that a constant property tells apart."""


class PydanticMaker(Maker):
    """Strict models; an undeclared key is forbidden where the schema closes."""

    def limited(self, kind: Any, limits: Json) -> Any:
        """Return ``kind`` with limits."""
        return Annotated[kind, pydantic.Field(**limits)] if limits else kind

    def object(self, schema: Json, tag: str | None = None) -> Any:
        """Return a model."""
        fields: Json = {}
        for key, child in schema["properties"].items():
            # A default is not validated: an absent key is accepted, a null is not.
            fields[key] = (self.of(child), ... if key in schema["required"] else None)
        closed: Literal["forbid", "ignore"] = "forbid" if schema.get("additionalProperties") is False else "ignore"
        config = pydantic.ConfigDict(strict=True, extra=closed)
        return pydantic.create_model(self.name(), __config__=config, **fields)

    def tagged(self, branches: list[Json], tag: str) -> Any:
        """Return a discriminated union."""
        union = _union([self.object(branch) for branch in branches])
        return Annotated[union, pydantic.Field(discriminator=tag)]


class MsgspecMaker(Maker):
    """Structs; an undeclared key is forbidden where the schema closes."""

    def limited(self, kind: Any, limits: Json) -> Any:
        """Return ``kind`` with limits."""
        return Annotated[kind, msgspec.Meta(**limits)] if limits else kind

    def object(self, schema: Json, tag: str | None = None) -> Any:
        """Return a struct."""
        fields: list[tuple[str, Any] | tuple[str, Any, Any]] = []
        for key, child in schema["properties"].items():
            if key == tag:
                continue
            if key in schema["required"]:
                fields.append((key, self.of(child)))
            else:
                fields.append((key, _union([self.of(child), msgspec.UnsetType]), msgspec.UNSET))
        return msgspec.defstruct(
            self.name(),
            fields,
            kw_only=True,
            forbid_unknown_fields=schema.get("additionalProperties") is False,
            tag_field=tag,
            tag=None if tag is None else schema["properties"][tag]["const"],
        )

    def tagged(self, branches: list[Json], tag: str) -> Any:
        """Return a union of tagged structs."""
        return _union([self.object(branch, tag) for branch in branches])
