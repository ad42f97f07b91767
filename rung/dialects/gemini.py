"""Gemini: ``functionDeclarations``, and parts with a ``functionCall``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from rung.dialects import gemini_schema
from rung.dialects.envelope import Answer, NoCall, Part, attempt
from rung.dialects.host import Calls, Host, Lists, Outgoing, Writes
from rung.dialects.listing import NO_ARGUMENTS, Entries, Entry, Listed, Place, flat, lists_at, of_the_host, unwrapper
from rung.dialects.walk import without
from rung.schema import Loaded, load_signature
from rung.schema.dialect import GEMINI
from rung.value import Value

NAME: Final = "gemini"

#: Each name of the interface has two spellings: JSON's, and that of the libraries.
DECLARATIONS: Final = ("functionDeclarations", "function_declarations")
_SCHEMAS: Final = ("parameters", "parametersJsonSchema", "parameters_json_schema")
_CALL: Final = ("functionCall", "function_call")

#: Members of a call whose arguments are streamed: this is a piece of one.
_STREAMED: Final = ("partialArgs", "partial_args", "willContinue", "will_continue")

_LISTED: Final = unwrapper((), ("tools",))

#: What else a tool may hold: the host runs it.
_OTHERS: Final = frozenset(
    "googleSearch google_search googleSearchRetrieval google_search_retrieval codeExecution code_execution urlContext "
    "url_context computerUse computer_use fileSearch file_search googleMaps google_maps retrieval "
    "enterpriseWebSearch enterprise_web_search".split()
)


# Listings -------------------------------------------------------------------------------------------------------------
def tools(entry: Value, place: Place) -> list[Entry]:
    """Return the tools of an entry, one for each declaration. Without a schema a tool takes no arguments."""
    present = [key for key in DECLARATIONS if type(entry) is dict and key in entry]
    others = [of_the_host({}, place, NAME, kind) for kind in entry if kind in _OTHERS] if type(entry) is dict else []
    if not present and others:
        return others
    if len(present) != 1 or type(entry[present[0]]) is not list:
        said, advice = "this tool has no list of declarations", 'write {"functionDeclarations": [{name, parameters}]}'
        return [*others, place.problem(None, "", DECLARATIONS[0], said, advice)]
    return [
        *others,
        *(
            declaration(one, Place(f"{place.position}.{i}", f"{place.at}/{present[0]}/{i}"))
            for i, one in enumerate(entry[present[0]])
        ),
    ]


def declared(document: Value) -> Entries | str:
    """Return the entries of a document; one that is one tool of declarations is the list that it would stand in."""
    alone = type(document) is dict and "tools" not in document and any(key in document for key in DECLARATIONS)
    if not alone and len(lists_at(document, [("tools",), *((key,) for key in DECLARATIONS)])) > 1:
        return "expected its tools in one place, found declarations beside them"
    return _LISTED([document] if alone else document)


def declaration(one: Value, place: Place) -> Entry:
    """Return the tool of a declaration: ``parameters`` is translated, ``parametersJsonSchema`` is JSON Schema."""
    tool = flat(one, place, NAME, _SCHEMAS, absent=NO_ARGUMENTS)
    if not isinstance(tool, Listed):
        return tool
    if "parameters" not in one or not tool.has_schema:
        # The reference shows propertyOrdering in JSON Schema too.
        return replace(tool, schema=without(tool.schema, ("propertyOrdering",)))
    schema, problems = gemini_schema.translated(tool.schema, tool.name)
    return replace(tool, schema=schema, faults=(*tool.faults, *problems), schema_dialect=GEMINI)


# Calls ----------------------------------------------------------------------------------------------------------------
def claims(envelope: Part) -> bool:
    """Return whether an envelope is a part, a content, or a response."""
    return any(key in envelope.members for key in ("functionCall", "parts", "candidates"))


def calls(envelope: Part) -> Iterable[Answer]:
    """Return the calls of a response, of a content, or the one call that this part is."""
    found = envelope.members
    envelope.one_of("candidates", "parts", *_CALL)
    if "candidates" in found:
        return [a for part in envelope.array("candidates") for a in attempt(NAME, candidate, part)]
    return content(envelope) if "parts" in found else part_of(envelope)


def candidate(part: Part) -> list[Answer]:
    """Return the calls of a candidate; one that was blocked has no content."""
    return content(part.object("content")) if "content" in part.needed_object("candidates").members else []


def content(part: Part) -> list[Answer]:
    """Return the calls of a content; an empty one has no parts."""
    return [answer for one in part.array("parts", optional=True) for answer in attempt(NAME, part_of, one)]


def part_of(part: Part) -> list[Answer]:
    """Return the call that a part is, if it is one; absent ``args`` are ``{}``."""
    part.needed_object("parts").only(*(f'"{key}"' for key in _CALL))
    part.one_of(*_CALL)
    for key in _CALL:
        if key in part.members:
            call = part.object(key)
            for streamed in _STREAMED:
                if any(one.text not in ("null", "false") for one in call.members.get(streamed, [])):
                    raise NoCall(f'expected a whole call, found a piece of one: "{streamed}"', call.at, call.id())
            return [call.call(NAME, "args", optional=True, id=call.id())]
    return []


# Writing --------------------------------------------------------------------------------------------------------------
def entry(tool: Outgoing) -> dict[str, Value]:
    """Return the declaration of a tool: ``parameters`` where that says the same, else ``parametersJsonSchema``."""
    described = {} if tool.description is None else {"description": tool.description}
    own = own_schema(tool.schema)
    schema = {"parametersJsonSchema": tool.schema} if isinstance(own, str) else {"parameters": own}
    return {"name": tool.name, **described, **schema}


def own_schema(schema: Value) -> dict[str, Value] | str:
    """Return a schema in Gemini's language, or what keeps it from meaning the same there."""
    try:
        own = gemini_schema.written(schema)
    except gemini_schema.Unsaid as unsaid:
        return str(unsaid)
    back, problems = gemini_schema.translated(own, "")
    again = load_signature(back, None, dialect=GEMINI)
    here = load_signature(schema, None)
    same = not problems and isinstance(again, Loaded) and isinstance(here, Loaded) and again.signature == here.signature
    return own if same else "a word of another meaning there"


def loses(schema: Value) -> list[str]:
    """Return what Gemini's own language has no words for."""
    own = own_schema(schema)
    return [f"parameters cannot say {own}: parametersJsonSchema does"] if isinstance(own, str) else []


HOST: Final = Host(
    NAME,
    Calls(claims, '"functionCall", "parts" or "candidates"', calls),
    Lists(
        declared,
        marks=lambda entry, wrapped: any(key in entry for key in DECLARATIONS),
        hints=lambda entry, wrapped: not _OTHERS.isdisjoint(entry),
        wants='"functionDeclarations"',
        tools=tools,
    ),
    Writes(
        entry,
        lambda entries: {"tools": [{DECLARATIONS[0]: entries}]},
        re.compile("[a-zA-Z_][a-zA-Z0-9_.-]{0,63}"),
        "1 to 64 of a-z A-Z 0-9 _ . -, a letter or _ first",
        loses,
    ),
)
