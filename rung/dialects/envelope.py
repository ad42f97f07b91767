"""Envelopes as raw text: an object is cut into its members, an array into its elements, and nothing else is read.

So arguments stay as they were written, whatever is in them. What is not as a host writes it is a :class:`NoCall`, which
stops the call it stands in and no other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from rung.text import Limits, Member, TextFault, elements, members

#: The envelope as a whole was measured before; what is inside it is no longer.
_INSIDE: Final = Limits(1 << 62)

#: What hosts call the arguments. Where a name stands that is not the host's, the shape is unknown, and none are absent.
_ARGUMENTS: Final = ("arguments", "args", "input", "parameters")

#: How a call among other parts is marked, by whatever host: by a member, or by its type.
_MARKS: Final = ("functionCall", "function_call", "toolUse", "tool_calls", "function")
_TYPES: Final = ("tool_use", "function_call", "tool_call")


@dataclass(frozen=True, slots=True)
class Call:
    """A call: the tool's name, the text of its arguments, the server where the envelope says one.

    ``id`` is what the host calls it by, ``at`` where it stands in the envelope, a JSON Pointer, ``dialect`` whose
    envelope it is. ``already_parsed``: someone read the arguments before, so duplicate keys and the spelling of numbers
    can no longer be seen (RR-W.2, RR-W.4).
    """

    name: str
    arguments: str
    server: str | None = None
    id: str | None = None
    at: str = ""
    dialect: str = "bare"
    already_parsed: bool = False


@dataclass(frozen=True, slots=True)
class CallFault:
    """Why an envelope, or the part of it at ``at``, is no known call: RR-W.8, or RR-W.6 where it is too long."""

    clause: str
    message: str
    id: str | None = None
    at: str = ""
    dialect: str | None = None


Answer: TypeAlias = Call | CallFault


class NoCall(Exception):
    """The part at ``at`` is not as the host writes a call."""

    def __init__(self, said: str, at: str, id: str | None = None) -> None:
        self.said = said
        self.at = at
        self.id = id
        super().__init__(said)


class Part:
    """One JSON value of an envelope: its text, and where it stands."""

    def __init__(self, text: str, at: str, found: tuple[Member, ...] | None = None) -> None:
        self.text = text
        self.at = at
        self._found = found

    @cached_property
    def members(self) -> dict[str, list[Part]]:
        """The members of an object, by key; of anything else, none."""
        found = members(self.text, _INSIDE) if self._found is None else self._found
        every: dict[str, list[Part]] = {}
        for member in () if isinstance(found, TextFault) else found:
            part = Part(self.text[member.start : member.end], f"{self.at}/{member.key}")
            every.setdefault(member.key, []).append(part)
        return every

    @property
    def is_object(self) -> bool:
        """Whether this is an object."""
        return self._found is not None or self.text[0] == "{"

    @property
    def is_null(self) -> bool:
        """Whether this is ``null``."""
        return self.text == "null"

    @cached_property
    def string(self) -> str | None:
        """The string that this is, lone surrogates included; None if it is no string."""
        if self.text[0] != '"':
            return None
        # The grammar has read it as exactly one string: all that is left is to unescape it.
        string: str = json.loads(self.text)
        return string

    def says(self, key: str, *values: str) -> bool:
        """Return whether the member ``key`` stands here once and is one of these strings."""
        found = self.members.get(key, [])
        return len(found) == 1 and found[0].string in values

    def peek(self, key: str) -> list[Part]:
        """Return the elements of the first member ``key``, if it is there and an array; else nothing."""
        found = self.members.get(key)
        return found[0].elements if found and found[0].text[0] == "[" else []

    def maybe(self, key: str, id: str | None = None) -> Part | None:
        """Return the member ``key``, or None where it is absent; two of them are no call."""
        found = self.members.get(key, [])
        if len(found) > 1:
            raise NoCall(f'expected one "{key}", found {len(found)}', self.at, id)
        return found[0] if found else None

    def marks(self) -> list[str]:
        """Return by what some host would know this for a call, or for what holds one: ``"toolUse"``, say."""
        members = self.members
        kinds = [kind.string for kind in members.get("type", [])]
        return [
            *(f'"{key}"' for key in _MARKS if any(one.text[0] == "{" or one.elements for one in members.get(key, []))),
            *(f'"type": "{kind}"' for kind in _TYPES if kind in kinds),
        ]

    def only(self, *own: str) -> None:
        """Refuse a part that is marked as a call, but for the host's ``own`` marks: another host would run it."""
        for mark in self.marks():
            if mark not in own:
                raise NoCall(f"expected no call of another host, found {mark}", self.at, self.id())

    def one_of(self, *forms: str) -> None:
        """Refuse an envelope of two forms: what is in the one would be read, and what is in the other lost."""
        found = [form for form in forms if form in self.members]
        if len(found) > 1:
            raise NoCall("expected one of " + ", ".join(f'"{form}"' for form in found), self.at)

    def object(self, key: str) -> Part:
        """Return the member ``key``, an object."""
        return self._needed(key, "an object").needed_object(key)

    def needed_object(self, key: str) -> Part:
        """Return this, if it is an object; it is called ``key``."""
        if not self.is_object:
            raise NoCall(f'expected an object at "{key}", found {json.dumps(self.text[0])}', self.at)
        return self

    def array(self, key: str, *, optional: bool = False) -> list[Part]:
        """Return the elements of the member ``key``, an array; of an optional one that is absent or null, none."""
        found = self.maybe(key) if optional else self._needed(key, "an array")
        if found is None or (optional and found.is_null):
            return []
        if found.text[0] != "[":
            raise NoCall(f'expected an array at "{key}", found {json.dumps(found.text[0])}', self.at)
        return found.elements

    @cached_property
    def elements(self) -> list[Part]:
        """The elements of an array; of anything else, none."""
        spans = elements(self.text, _INSIDE)
        every = enumerate(() if isinstance(spans, TextFault) else spans)
        return [Part(self.text[start:end], f"{self.at}/{i}") for i, (start, end) in every]

    def _needed(self, key: str, what: str) -> Part:
        found = self.maybe(key)
        if found is None:
            raise NoCall(f'expected {what} "{key}", found none', self.at)
        return found

    # The call itself --------------------------------------------------------------------------------------------------
    def call(
        self,
        dialect: str,
        arguments: str,
        *,
        optional: bool = False,
        text: bool = False,
        id: str | None = None,
        server: bool = False,
        already_parsed: bool = False,
    ) -> Call:
        """Return the call that this object is: ``name``, and the member ``arguments``.

        ``optional``: absent arguments are ``{}``. ``text``: a string holds the arguments; else it is a value like any
        other, and no object (RR-W.3). ``id`` is the call's own, found outside.
        """
        for key in ("name", arguments, "server") if server else ("name", arguments):
            self.maybe(key, id)
        name, host = self.maybe("name"), self.maybe("server") if server else None
        if name is None:
            raise NoCall('expected one string "name", found none', self.at, id)
        if name.string is None:
            raise NoCall('expected a string at "name"', self.at, id)
        if host is not None and host.string is None:
            raise NoCall('expected a string at "server"', self.at, id)
        found = self.maybe(arguments)
        if found is None:
            elsewhere = next((key for key in _ARGUMENTS if key in self.members), None)
            if elsewhere is not None or not optional:
                said = "none" if elsewhere is None else f'"{elsewhere}"'
                raise NoCall(f'expected "{arguments}", found {said}', self.at, id)
            written = "{}"
        else:
            written = found.string if text and found.string is not None else found.text
        return Call(name.string, written, None if host is None else host.string, id, self.at, dialect, already_parsed)

    def id(self, key: str = "id") -> str | None:
        """Return the id under ``key``: a string, or a number as it is written. Nothing else is judged of it."""
        found = self.members.get(key, [])
        if len(found) != 1 or found[0].text[0] in "{[tfn":
            return None
        return found[0].text if found[0].string is None else found[0].string


def attempt(dialect: str, read: Callable[[Part], Iterable[Answer]], part: Part) -> list[Answer]:
    """Return what ``read`` finds in a part, or the fault that stops it there."""
    try:
        return list(read(part))
    except NoCall as fault:
        # RR-W.8: An envelope that is not a known call is rejected.
        place = f" ({fault.at})" if fault.at else ""
        return [CallFault("RR-W.8", fault.said + place, fault.id, fault.at, dialect)]
