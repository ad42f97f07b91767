"""Tools like those that agents are given, written for the benchmark: a schema, an honest call and a rejected call each.

`MIX` has 24 of them, in the proportions of a census of 1,664 real MCP tools (:data:`CENSUS`): each layer of it has as
many tools that need it and no later one as its share of 24 (:func:`seats`: 14 flat, 3 with arrays or nested objects, 2
with enumerations or bounds, 1 with lengths, 2 with anyOf or lists of types, 1 with a pattern, 1 with a map). How many
keys a flat tool declares, and of which types, follows the 345 flat tools among the 644 MCP tools of
`docs/registries.md`: none in 15% of them, 1 in 37%, 2 in 23%, 3 in 12%, 4 in 6%, more in 7%; seven of ten keys are
strings. `HEAVY` stands beside the mix: 15 tools that have patterns or nested objects, far more than one meets.

Honest calls give most keys that are declared. The rejected calls are H2 (an undeclared key, a missing required one) as
often as H3 (a value out of its declaration). Three tools in ten close their root themselves, as in the wild; the rung
closes the others, and every peer is given the closed form. No call depends on what the peers judge differently: no
fractional ``multipleOf``, no ``5.0`` for an integer, no ``format``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

Json = dict[str, Any]

#: Layers of schema words, and the cumulative share of 1,664 real MCP tools, in %, that need no layer after each.
CENSUS: Final = {
    "flat": 56.6,
    "arrays and nested objects": 68.0,
    "const, enum, bounds": 77.9,
    "lengths": 84.0,
    "anyOf, lists of types": 91.2,
    "$ref": 91.8,
    "pattern": 95.5,
    "maps": 97.7,
    "oneOf": 99.5,
}

_LAYER_OF: Final = {
    **dict.fromkeys(("items", "nested object"), "arrays and nested objects"),
    **dict.fromkeys(
        ("const", "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
        "const, enum, bounds",
    ),
    **dict.fromkeys(
        ("minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"), "lengths"
    ),
    **dict.fromkeys(("anyOf", "list of types"), "anyOf, lists of types"),
    "$ref": "$ref",
    "pattern": "pattern",
    **dict.fromkeys(("open object", "patternProperties"), "maps"),
    "oneOf": "oneOf",
}


def layer(schema: Json) -> str:
    """Return the last layer of the census that a schema needs."""
    order = list(CENSUS)
    return order[max((order.index(_LAYER_OF[word]) for word in _words(schema) if word in _LAYER_OF), default=0)]


def _words(schema: Json, root: bool = True) -> Iterator[str]:
    yield from schema
    if schema.get("type") == "object" and not root:
        yield "nested object"
    if isinstance(schema.get("type"), list):
        yield "list of types"
    if schema.get("additionalProperties", False) is not False:
        yield "open object"
    for word in ("properties", "patternProperties", "$defs"):
        for child in schema.get(word, {}).values():
            yield from _words(child, False)
    for word in ("anyOf", "oneOf"):
        for child in schema.get(word, ()):
            yield from _words(child, False)
    for word in ("items", "additionalProperties"):
        if isinstance(schema.get(word), dict):
            yield from _words(schema[word], False)


def seats(count: int) -> dict[str, int]:
    """Return how many of ``count`` tools have each layer as their last, by largest remainder."""
    shares = [high - low for low, high in zip([0.0, *CENSUS.values()], CENSUS.values(), strict=False)]
    exact = [share * count / 100 for share in shares]
    whole = [int(part) for part in exact]
    # What is left goes to the largest remainders; the tools of the census with another need take part in none.
    by_remainder = sorted(range(len(exact)), key=lambda i: whole[i] - exact[i])
    for i in by_remainder[: count - sum(whole)]:
        whole[i] += 1
    return dict(zip(CENSUS, whole, strict=True))


@dataclass(frozen=True, slots=True)
class Sample:
    """A tool, as MCP lists it, with a call that is allowed and one that is rejected with ``code``."""

    name: str
    description: str
    schema: Json
    honest: Json
    rejected: Json
    code: Literal["H2", "H3"]

    @property
    def definition(self) -> Json:
        """The entry of ``tools/list``."""
        return {"name": self.name, "description": self.description, "inputSchema": self.schema}

    @property
    def closed(self) -> Json:
        """The schema as the peers get it: its root closed, unless the author opened it."""
        return {"additionalProperties": False, **self.schema}


def _object(properties: Json, *required: str, **rest: Any) -> Json:
    return {"type": "object", "properties": properties, "required": list(required), **rest}


def _text(description: str, **rest: Any) -> Json:
    return {"type": "string", "description": description, **rest}


def _whole(description: str, **rest: Any) -> Json:
    return {"type": "integer", "description": description, **rest}


def _real(description: str, **rest: Any) -> Json:
    return {"type": "number", "description": description, **rest}


def _flag(description: str, **rest: Any) -> Json:
    return {"type": "boolean", "description": description, **rest}


def _list(description: str, items: Json, **rest: Any) -> Json:
    return {"type": "array", "description": description, "items": items, **rest}


_OWNER: Final = _text("Account that owns the repository.", minLength=1, maxLength=39)
_REPOSITORY: Final = _text("Name of the repository.", minLength=1, maxLength=100)
_ADDRESS: Final = r"^[^@ ]+@[^@ ]+\.[a-z]+$"
_MOMENT: Final = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"
_DAY: Final = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
_MONEY: Final = _object(
    {
        "value": _whole("Amount in the smallest unit.", minimum=1, maximum=99999999),
        "currency": {"type": "string", "enum": ["EUR", "USD", "GBP", "JPY", "CHF"]},
    },
    "value",
    "currency",
    additionalProperties=False,
)
_PLACE: Final = _object(
    {
        "street": _text("Street and number.", minLength=1),
        "city": _text("Town.", minLength=1),
        "postcode": _text("Postal code.", pattern="^[0-9A-Z -]{3,10}$"),
        "country": _text("ISO 3166 code.", pattern="^[A-Z]{2}$"),
    },
    "street",
    "city",
    "country",
    additionalProperties=False,
)

MIX: Final[tuple[Sample, ...]] = (
    # Flat: no key, one, two, three, four, more ----------------------------------------------------------------------
    Sample(
        "list_allowed_directories",
        "List the directories that may be read.",
        _object({}),
        {},
        {"path": "/srv"},
        "H2",
    ),
    Sample(
        "get_current_user",
        "Who is signed in.",
        _object({}, additionalProperties=False),
        {},
        {"verbose": True},
        "H2",
    ),
    Sample(
        "git_status",
        "Show the state of the working tree.",
        _object({"repo_path": _text("Path of the repository.")}, "repo_path"),
        {"repo_path": "/srv/checkout"},
        {"repository": "/srv/checkout"},
        "H2",
    ),
    Sample(
        "get_file_info",
        "Size, times and permissions of a file.",
        _object({"path": _text("Path of the file.")}, "path", additionalProperties=False),
        {"path": "src/server/routes/accounts.py"},
        {"path": ["src/server/routes/accounts.py"]},
        "H3",
    ),
    Sample(
        "navigate",
        "Open a page in the browser.",
        _object({"url": _text("Address to open.")}, "url"),
        {"url": "https://example.com/reports/2026/september"},
        {"url": "https://example.com/reports/2026/september", "waitUntil": "load"},
        "H2",
    ),
    Sample(
        "get_video_transcript",
        "The words spoken in a video.",
        _object({"video_id": _text("Id of the video.")}, "video_id"),
        {"video_id": "dQw4w9WgXcQ"},
        {"video_id": None},
        "H3",
    ),
    Sample(
        "wait",
        "Wait before the next step.",
        _object({"seconds": _real("How long.")}, "seconds"),
        {"seconds": 2.5},
        {"seconds": "2.5"},
        "H3",
    ),
    Sample(
        "move_file",
        "Move or rename a file.",
        _object(
            {"source": _text("Where it is."), "destination": _text("Where it goes.")},
            "source",
            "destination",
            additionalProperties=False,
        ),
        {"source": "notes/draft.md", "destination": "notes/2026-09.md"},
        {"source": "notes/draft.md", "target": "notes/2026-09.md"},
        "H2",
    ),
    Sample(
        "get_channel_history",
        "Messages of a channel, latest first.",
        _object({"channel_id": _text("Channel."), "limit": _real("Most messages.", default=10)}, "channel_id"),
        {"channel_id": "C024BE91L", "limit": 50},
        {"channel_id": "C024BE91L", "limit": "50"},
        "H3",
    ),
    Sample(
        "take_screenshot",
        "Take a picture of the page.",
        _object({"name": _text("Name of the picture."), "fullPage": _flag("All of the page.")}, "name"),
        {"name": "checkout-step-2", "fullPage": True},
        {"name": "checkout-step-2", "fullPage": "yes"},
        "H3",
    ),
    Sample(
        "get_pull_request",
        "Details of a pull request.",
        _object(
            {
                "owner": _text("Account that owns the repository."),
                "repo": _text("Name of the repository."),
                "pullNumber": _real("Its number."),
            },
            "owner",
            "repo",
            "pullNumber",
        ),
        {"owner": "octo-org", "repo": "scheduler", "pullNumber": 418},
        {"owner": "octo-org", "repo": "scheduler", "number": 418},
        "H2",
    ),
    Sample(
        "get_stock_prices",
        "Daily prices of a share.",
        _object(
            {
                "ticker": _text("Symbol."),
                "start_date": _text("First day."),
                "end_date": _text("Last day."),
            },
            "ticker",
        ),
        {"ticker": "IBE.MC", "start_date": "2026-09-01", "end_date": "2026-09-30"},
        {"ticker": "IBE.MC", "start_date": 20260901, "end_date": 20260930},
        "H3",
    ),
    Sample(
        "type_text",
        "Type into a field of the page.",
        _object(
            {
                "element": _text("What the field is, for people."),
                "ref": _text("Reference of the field, from the snapshot."),
                "text": _text("What to type."),
                "submit": _flag("Press Enter afterwards."),
            },
            "element",
            "ref",
            "text",
        ),
        {"element": "Search box", "ref": "e42", "text": "cordless drill", "submit": True},
        {"element": "Search box", "text": "cordless drill", "submit": True},
        "H2",
    ),
    Sample(
        "create_ticket",
        "Open a ticket.",
        _object(
            {
                "project": _text("Key of the project."),
                "title": _text("Title."),
                "description": _text("Text, in Markdown."),
                "assignee": _text("Account."),
                "storyPoints": _whole("Estimate."),
                "parentId": _whole("Ticket that it is part of."),
            },
            "project",
            "title",
        ),
        {
            "project": "OPS",
            "title": "Rotate the certificates of the staging host",
            "description": "They expire on 14 October. The steps are in the runbook.",
            "assignee": "mlopez",
            "storyPoints": 3,
        },
        {"project": "OPS", "title": "Rotate the certificates", "assignee": "mlopez", "storyPoints": "three"},
        "H3",
    ),
    # Arrays and nested objects ---------------------------------------------------------------------------------------
    Sample(
        "read_multiple_files",
        "Read several files at once.",
        _object({"paths": _list("Their paths.", {"type": "string"})}, "paths", additionalProperties=False),
        {"paths": ["setup.cfg", "src/server/__init__.py", "src/server/routes/accounts.py"]},
        {"files": ["setup.cfg", "src/server/__init__.py"]},
        "H2",
    ),
    Sample(
        "edit_file",
        "Replace lines of a file; answers with a diff.",
        _object(
            {
                "path": _text("Path of the file."),
                "edits": _list(
                    "Edits, applied in order.",
                    _object(
                        {"oldText": _text("Text that must stand there."), "newText": _text("What replaces it.")},
                        "oldText",
                        "newText",
                        additionalProperties=False,
                    ),
                ),
                "dryRun": _flag("Only show the diff.", default=False),
            },
            "path",
            "edits",
            additionalProperties=False,
        ),
        {
            "path": "setup.cfg",
            "edits": [
                {"oldText": "version = 1.2.0", "newText": "version = 1.3.0"},
                {"oldText": "python_requires = >=3.9", "newText": "python_requires = >=3.11"},
            ],
            "dryRun": True,
        },
        {"path": "setup.cfg", "edits": [{"oldText": "version = 1.2.0", "replacement": "version = 1.3.0"}]},
        "H3",
    ),
    Sample(
        "update_page",
        "Change the properties of a page.",
        _object(
            {
                "pageId": _text("Page."),
                "properties": _object({"title": _text("New title."), "archived": _flag("Put it away.")}),
                "tags": _list("Tags.", {"type": "string"}),
            },
            "pageId",
        ),
        {
            "pageId": "59833787-2cf9-4fdf-8782-e53db20768a5",
            "properties": {"title": "Load figures", "archived": False},
            "tags": ["figures", "2026"],
        },
        {"pageId": "59833787-2cf9-4fdf-8782-e53db20768a5", "title": "Load figures"},
        "H2",
    ),
    # Enumerations and bounds -----------------------------------------------------------------------------------------
    Sample(
        "list_pull_requests",
        "List the pull requests of a repository.",
        _object(
            {
                "owner": _text("Account that owns the repository."),
                "repo": _text("Name of the repository."),
                "state": {"type": "string", "enum": ["open", "closed", "all"]},
                "sort": {"type": "string", "enum": ["created", "updated", "popularity", "long-running"]},
                "page": _whole("Page.", minimum=1),
                "perPage": _whole("Pull requests on a page.", minimum=1, maximum=100),
            },
            "owner",
            "repo",
        ),
        {"owner": "octo-org", "repo": "scheduler", "state": "open", "sort": "updated", "perPage": 50},
        {"owner": "octo-org", "repo": "scheduler", "state": "OPEN", "sort": "updated"},
        "H3",
    ),
    Sample(
        "get_forecast",
        "Forecast for a place.",
        _object(
            {
                "latitude": _real("Degrees north.", minimum=-90, maximum=90),
                "longitude": _real("Degrees east.", minimum=-180, maximum=180),
                "days": _whole("Days ahead.", minimum=1, maximum=14, default=7),
                "unit": {"type": "string", "enum": ["celsius", "fahrenheit"], "default": "celsius"},
                "hourly": _list(
                    "Hourly values.",
                    {"type": "string", "enum": ["temperature", "humidity", "wind_speed", "precipitation"]},
                ),
            },
            "latitude",
            "longitude",
        ),
        {"latitude": 41.3874, "longitude": 2.1686, "days": 3, "unit": "celsius", "hourly": ["temperature", "humidity"]},
        {"latitude": 241.3874, "longitude": 2.1686, "days": 3},
        "H3",
    ),
    # Lengths ----------------------------------------------------------------------------------------------------------
    Sample(
        "create_issue",
        "Open an issue.",
        _object(
            {
                "owner": _OWNER,
                "repo": _REPOSITORY,
                "title": _text("Title.", minLength=1, maxLength=256),
                "body": _text("Text, in Markdown."),
                "labels": _list("Labels.", {"type": "string"}, maxItems=20),
                "assignees": _list("Accounts to assign.", {"type": "string"}, maxItems=10),
                "milestone": _whole("Number of a milestone.", minimum=1),
            },
            "owner",
            "repo",
            "title",
        ),
        {
            "owner": "octo-org",
            "repo": "scheduler",
            "title": "Worker leaks a socket when the queue closes",
            "body": "Seen twice on the staging host. Steps:\n1. start three workers\n2. close the queue",
            "labels": ["bug", "queue"],
            "assignees": ["mlopez"],
        },
        {"owner": "octo-org", "repo": "scheduler", "title": "Worker leaks a socket", "priority": "high"},
        "H2",
    ),
    # anyOf and lists of types -----------------------------------------------------------------------------------------
    Sample(
        "git_log",
        "List commits.",
        _object(
            {
                "repo_path": _text("Path of the repository."),
                "max_count": _whole("Most commits.", default=10, minimum=1, maximum=500),
                "start_timestamp": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
                "end_timestamp": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
            },
            "repo_path",
        ),
        {"repo_path": "/srv/checkout", "max_count": 20, "start_timestamp": "2 weeks ago", "end_timestamp": None},
        {"repo_path": "/srv/checkout", "author": "maria"},
        "H2",
    ),
    Sample(
        "query_database",
        "Run one read-only SQL statement.",
        _object(
            {
                "database": {"type": "string", "enum": ["sales", "inventory", "support"]},
                "sql": _text("The statement.", minLength=1, maxLength=10000),
                "params": _list(
                    "Values of the placeholders.",
                    {"anyOf": [{"type": "string"}, {"type": "number"}, {"type": "boolean"}, {"type": "null"}]},
                ),
                "timeoutMs": _whole("Time limit.", minimum=1, maximum=60000),
                "rowLimit": _whole("Most rows.", minimum=1, maximum=10000),
            },
            "database",
            "sql",
            additionalProperties=False,
        ),
        {
            "database": "sales",
            "sql": "SELECT region, sum(total) FROM orders WHERE placed_at >= ? AND total > ? GROUP BY region",
            "params": ["2026-01-01", 99.5, True, None],
            "timeoutMs": 5000,
        },
        {"database": "sales", "query": "SELECT 1", "timeoutMs": 5000},
        "H2",
    ),
    # A pattern -------------------------------------------------------------------------------------------------------
    Sample(
        "write_file",
        "Create a file or overwrite it.",
        _object(
            {
                "path": _text("Path of the file.", minLength=1, maxLength=4096),
                "content": _text("All of its new content."),
                "mode": _text("Permissions, in octal.", pattern="^0[0-7]{3}$"),
                "newline": {"type": "string", "enum": ["lf", "crlf"]},
            },
            "path",
            "content",
            additionalProperties=False,
        ),
        {"path": "notes/2026-09.md", "content": "# September\n\n- review the load figures\n", "mode": "0644"},
        {"path": "notes/2026-09.md", "content": "# September\n", "mode": "rw-r--r--"},
        "H3",
    ),
    # A map -----------------------------------------------------------------------------------------------------------
    Sample(
        "git_commit",
        "Commit what is staged.",
        _object(
            {
                "repo_path": _text("Path of the repository."),
                "message": _text("Message of the commit.", minLength=1, maxLength=5000),
                "sign": _flag("Sign it."),
                "trailers": {
                    "type": "object",
                    "description": "Trailers, by name.",
                    "additionalProperties": {"type": "string"},
                },
            },
            "repo_path",
            "message",
        ),
        {
            "repo_path": "/srv/checkout",
            "message": "Reject calls of unknown tools",
            "trailers": {"Reviewed-by": "Maria Lopez", "Refs": "#418"},
        },
        {"repo_path": "/srv/checkout", "message": "", "sign": False},
        "H3",
    ),
)

#: Outside the mix: every signature here has patterns or objects within the arguments.
HEAVY: Final[tuple[Sample, ...]] = (
    Sample(
        "list_issues",
        "List the issues of a repository.",
        _object(
            {
                "owner": _OWNER,
                "repo": _REPOSITORY,
                "state": {"type": "string", "enum": ["open", "closed", "all"]},
                "sort": {"type": "string", "enum": ["created", "updated", "comments"]},
                "direction": {"type": "string", "enum": ["asc", "desc"]},
                "labels": _list("Only with all of these.", {"type": "string"}),
                "since": _text("Only updated after.", pattern=_MOMENT),
                "page": _whole("Page.", minimum=1),
                "perPage": _whole("Issues on a page.", minimum=1, maximum=100),
            },
            "owner",
            "repo",
            additionalProperties=False,
        ),
        {
            "owner": "octo-org",
            "repo": "scheduler",
            "state": "open",
            "sort": "updated",
            "labels": ["bug"],
            "since": "2026-09-01T00:00:00Z",
            "perPage": 50,
        },
        {"owner": "octo-org", "repo": "scheduler", "state": "OPEN"},
        "H3",
    ),
    Sample(
        "merge_pull_request",
        "Merge a pull request.",
        _object(
            {
                "owner": _OWNER,
                "repo": _REPOSITORY,
                "pullNumber": _whole("Its number.", minimum=1),
                "merge_method": {"type": "string", "enum": ["merge", "squash", "rebase"]},
                "commit_title": _text("Title of the merge commit."),
                "sha": _text("The head that is expected.", pattern="^[0-9a-f]{40}$"),
            },
            "owner",
            "repo",
            "pullNumber",
        ),
        {
            "owner": "octo-org",
            "repo": "scheduler",
            "pullNumber": 418,
            "merge_method": "squash",
            "sha": "3f786850e387550fdab836ed7e6dc881de23001b",
        },
        {"owner": "octo-org", "repo": "scheduler", "merge_method": "squash"},
        "H2",
    ),
    Sample(
        "create_review",
        "Review a pull request, with comments on lines.",
        _object(
            {
                "owner": _OWNER,
                "repo": _REPOSITORY,
                "pullNumber": _whole("Its number.", minimum=1),
                "event": {"type": "string", "enum": ["APPROVE", "REQUEST_CHANGES", "COMMENT"]},
                "body": _text("Summary."),
                "comments": _list(
                    "Comments.",
                    _object(
                        {
                            "path": _text("File."),
                            "line": _whole("Line in the new file.", minimum=1),
                            "side": {"type": "string", "enum": ["LEFT", "RIGHT"]},
                            "body": _text("Text.", minLength=1),
                        },
                        "path",
                        "line",
                        "body",
                    ),
                ),
            },
            "owner",
            "repo",
            "pullNumber",
            "event",
        ),
        {
            "owner": "octo-org",
            "repo": "scheduler",
            "pullNumber": 418,
            "event": "REQUEST_CHANGES",
            "body": "Two remarks.",
            "comments": [
                {"path": "worker/pool.py", "line": 88, "side": "RIGHT", "body": "Close the socket here."},
                {"path": "worker/queue.py", "line": 14, "body": "Name the exception."},
            ],
        },
        {
            "owner": "octo-org",
            "repo": "scheduler",
            "pullNumber": 418,
            "event": "REQUEST_CHANGES",
            "comments": [{"path": "worker/pool.py", "line": "88", "body": "Close the socket here."}],
        },
        "H3",
    ),
    Sample(
        "send_mail",
        "Send a message.",
        _object(
            {
                "to": _list("Recipients.", {"type": "string", "pattern": _ADDRESS}, minItems=1, maxItems=50),
                "cc": _list("Copies.", {"type": "string", "pattern": _ADDRESS}, maxItems=50),
                "subject": _text("Subject.", maxLength=200),
                "body": _text("Text."),
                "priority": {"type": "string", "enum": ["low", "normal", "high"], "default": "normal"},
                "replyTo": {"anyOf": [{"type": "string", "pattern": _ADDRESS}, {"type": "null"}]},
            },
            "to",
            "subject",
            "body",
        ),
        {
            "to": ["maria.lopez@example.com", "team@example.org"],
            "subject": "Load figures of September",
            "body": "Hello,\n\nthe figures are in the shared folder.\n",
            "priority": "high",
            "replyTo": None,
        },
        {"recipients": ["maria.lopez@example.com"], "subject": "Load figures", "body": "Hello"},
        "H2",
    ),
    Sample(
        "search_mail",
        "Search messages.",
        _object(
            {
                "query": _text("Words, or from:, to:, subject:.", minLength=1),
                "folder": {"type": "string", "enum": ["inbox", "sent", "archive", "spam", "all"]},
                "after": _text("Only after this day.", pattern=_DAY),
                "before": _text("Only before this day.", pattern=_DAY),
                "hasAttachment": _flag("Only with attachments."),
                "limit": _whole("Most results.", minimum=1, maximum=100),
            },
            "query",
            additionalProperties=False,
        ),
        {"query": "from:billing invoice", "folder": "inbox", "after": "2026-08-01", "hasAttachment": True, "limit": 25},
        {"query": "from:billing invoice", "folder": "inbox", "limit": 500},
        "H3",
    ),
    Sample(
        "post_message",
        "Post to a channel.",
        _object(
            {
                "channel_id": _text("Channel.", pattern="^[CG][A-Z0-9]{8,}$"),
                "text": _text("Text.", minLength=1, maxLength=4000),
                "thread_ts": _text("Thread to answer in."),
                "unfurl": _flag("Show previews of links."),
            },
            "channel_id",
            "text",
        ),
        {"channel_id": "C024BE91L", "text": "The release is out: 1.3.0", "unfurl": False},
        {"channel_id": "C024BE91L", "text": "The release is out: 1.3.0", "as_user": True},
        "H2",
    ),
    Sample(
        "create_event",
        "Put an event into the calendar.",
        _object(
            {
                "calendarId": _text("Calendar; primary is the user's own.", default="primary"),
                "summary": _text("Title.", minLength=1, maxLength=200),
                "start": {"$ref": "#/$defs/Moment"},
                "end": {"$ref": "#/$defs/Moment"},
                "attendees": _list("Guests.", {"$ref": "#/$defs/Guest"}, maxItems=200),
                "reminders": _list("Minutes before the start.", {"type": "integer", "minimum": 0, "maximum": 40320}),
                "visibility": {"type": "string", "enum": ["default", "public", "private"]},
                "location": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
            },
            "summary",
            "start",
            "end",
            **{
                "$defs": {
                    "Moment": _object(
                        {"dateTime": _text("RFC 3339, UTC.", pattern=_MOMENT), "timeZone": _text("IANA name.")},
                        "dateTime",
                        additionalProperties=False,
                    ),
                    "Guest": _object(
                        {"email": _text("Address.", pattern=_ADDRESS), "optional": _flag("May stay away.")},
                        "email",
                        additionalProperties=False,
                    ),
                }
            },
        ),
        {
            "summary": "Review of the load figures",
            "start": {"dateTime": "2026-10-02T09:00:00Z", "timeZone": "Europe/Madrid"},
            "end": {"dateTime": "2026-10-02T09:45:00Z"},
            "attendees": [{"email": "maria.lopez@example.com"}, {"email": "team@example.org", "optional": True}],
            "reminders": [10, 1440],
            "location": None,
        },
        {
            "summary": "Review of the load figures",
            "start": {"dateTime": "2026-10-02T09:00:00Z"},
            "end": {"dateTime": "2 October, 9:45"},
        },
        "H3",
    ),
    Sample(
        "find_free_slots",
        "Find times at which everyone is free.",
        _object(
            {
                "attendees": _list("Addresses.", {"type": "string"}, minItems=1, maxItems=50, uniqueItems=True),
                "durationMinutes": _whole("Length.", minimum=15, maximum=480, multipleOf=15),
                "earliest": _text("Not before.", pattern=_MOMENT),
                "latest": _text("Not after.", pattern=_MOMENT),
                "workingHoursOnly": _flag("Leave out nights and weekends.", default=True),
            },
            "attendees",
            "durationMinutes",
        ),
        {
            "attendees": ["maria.lopez@example.com", "jo@example.com", "team@example.org"],
            "durationMinutes": 45,
            "earliest": "2026-10-01T00:00:00Z",
            "latest": "2026-10-08T00:00:00Z",
        },
        {"attendees": ["maria.lopez@example.com"], "duration": 45},
        "H2",
    ),
    Sample(
        "web_search",
        "Search the web.",
        _object(
            {
                "query": _text("What to look for.", minLength=1, maxLength=400),
                "count": _whole("Results.", minimum=1, maximum=20, default=10),
                "offset": _whole("Where to go on.", minimum=0, maximum=9),
                "country": _text("ISO 3166 code.", pattern="^[A-Z]{2}$"),
                "safesearch": {"type": "string", "enum": ["off", "moderate", "strict"]},
                "freshness": {"type": ["string", "null"], "enum": ["day", "week", "month", "year", None]},
            },
            "query",
        ),
        {"query": "closed-world resolution of tool calls", "count": 10, "country": "ES", "freshness": "month"},
        {"query": "closed-world resolution of tool calls", "count": "10"},
        "H3",
    ),
    Sample(
        "insert_rows",
        "Insert rows into a table.",
        _object(
            {
                "table": _text("Table.", pattern="^[a-z_][a-z0-9_]{0,62}$"),
                "rows": _list(
                    "Rows: values by column.",
                    {
                        "type": "object",
                        "minProperties": 1,
                        "additionalProperties": {"type": ["string", "number", "boolean", "null"]},
                    },
                    minItems=1,
                    maxItems=500,
                ),
                "onConflict": {"type": "string", "enum": ["error", "ignore", "update"]},
            },
            "table",
            "rows",
        ),
        {
            "table": "stock_levels",
            "rows": [
                {"sku": "A-1041", "site": "BCN", "on_hand": 14, "reserved": 2, "weight": 0.75},
                {"sku": "A-1042", "site": "BCN", "on_hand": 0, "reserved": 0, "weight": None},
            ],
            "onConflict": "update",
        },
        {"table": "stock_levels; drop table x", "rows": [{"sku": "A-1041"}]},
        "H3",
    ),
    Sample(
        "search_products",
        "Search the catalogue.",
        _object(
            {
                "text": _text("Words."),
                "category": {"type": "string", "enum": ["books", "music", "tools", "garden", "toys"]},
                "price": _object({"min": _real("From.", minimum=0), "max": _real("To.", exclusiveMinimum=0)}),
                "attributes": {
                    "type": "object",
                    "description": "Wanted attributes; names are lower case.",
                    "patternProperties": {"^[a-z]+$": {"type": "string"}},
                    "additionalProperties": False,
                },
                "sort": {"type": "string", "enum": ["relevance", "price", "rating"]},
                "page": _whole("Page.", minimum=1),
            },
        ),
        {
            "text": "cordless drill",
            "category": "tools",
            "price": {"min": 40, "max": 129.99},
            "attributes": {"voltage": "18V", "brand": "any"},
            "sort": "rating",
            "page": 2,
        },
        {"text": "cordless drill", "max_price": 129.99},
        "H2",
    ),
    Sample(
        "get_weather",
        "Weather of today.",
        _object(
            {
                "city": _text("Town.", minLength=1),
                "country": _text("ISO 3166 code.", pattern="^[A-Z]{2}$"),
                "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
            },
            "city",
            additionalProperties=False,
        ),
        {"city": "Barcelona", "country": "ES", "unit": "celsius"},
        {"location": "Barcelona", "unit": "celsius"},
        "H2",
    ),
    Sample(
        "book_flight",
        "Book a flight.",
        _object(
            {
                "flightNumber": _text("Flight.", pattern="^[A-Z0-9]{2}[0-9]{1,4}$"),
                "date": _text("Day of departure.", pattern=_DAY),
                "cabin": {"type": "string", "enum": ["economy", "premium", "business", "first"]},
                "passengers": _list(
                    "Who flies.",
                    _object(
                        {
                            "firstName": _text("Given name.", minLength=1),
                            "lastName": _text("Family name.", minLength=1),
                            "born": _text("Birthday.", pattern=_DAY),
                            "bags": _whole("Bags.", minimum=0, maximum=3),
                        },
                        "firstName",
                        "lastName",
                        "born",
                        additionalProperties=False,
                    ),
                    minItems=1,
                    maxItems=9,
                ),
                "insurance": _flag("Insure it."),
            },
            "flightNumber",
            "date",
            "cabin",
            "passengers",
        ),
        {
            "flightNumber": "VY1234",
            "date": "2026-12-18",
            "cabin": "economy",
            "passengers": [
                {"firstName": "Maria", "lastName": "Lopez", "born": "1984-05-30", "bags": 1},
                {"firstName": "Jo", "lastName": "Lopez", "born": "2011-11-02"},
            ],
            "insurance": False,
        },
        {
            "flightNumber": "VY1234",
            "date": "2026-12-18",
            "cabin": "economy",
            "passengers": [{"firstName": "Maria", "lastName": "Lopez", "born": "1984-05-30", "seat": "12A"}],
        },
        "H3",
    ),
    Sample(
        "create_payment",
        "Charge a customer.",
        _object(
            {
                "customer": _text("Customer.", pattern="^cus_[A-Za-z0-9]{8,32}$"),
                "amount": {"$ref": "#/$defs/Money"},
                "method": {
                    "oneOf": [
                        _object(
                            {"kind": {"const": "card"}, "card": _text("Stored card.", pattern="^card_[A-Za-z0-9]+$")},
                            "kind",
                            "card",
                            additionalProperties=False,
                        ),
                        _object(
                            {
                                "kind": {"const": "transfer"},
                                "iban": _text("Account.", pattern="^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$"),
                            },
                            "kind",
                            "iban",
                            additionalProperties=False,
                        ),
                    ]
                },
                "description": _text("Shown to the customer.", maxLength=500),
                "metadata": {
                    "type": "object",
                    "maxProperties": 20,
                    "additionalProperties": {"type": "string", "maxLength": 500},
                },
                "capture": _flag("Take the money now.", default=True),
            },
            "customer",
            "amount",
            "method",
            **{"$defs": {"Money": _MONEY}},
        ),
        {
            "customer": "cus_9s6XKzkNRiz8i3",
            "amount": {"value": 12950, "currency": "EUR"},
            "method": {"kind": "transfer", "iban": "ES9121000418450200051332"},
            "description": "Order 2026-1183",
            "metadata": {"order": "2026-1183", "channel": "agent"},
        },
        {
            "customer": "cus_9s6XKzkNRiz8i3",
            "amount": {"value": 12950, "currency": "EUR"},
            "payment_method": {"kind": "card", "card": "card_1Nv0FGQ9RKHgCVdK"},
        },
        "H2",
    ),
    Sample(
        "create_order",
        "Order goods.",
        _object(
            {
                "customer": _text("Customer.", pattern="^cus_[A-Za-z0-9]{8,32}$"),
                "lines": _list(
                    "What is ordered.",
                    _object(
                        {
                            "sku": _text("Article.", pattern="^[A-Z]-[0-9]{4}$"),
                            "quantity": _whole("How many.", minimum=1, maximum=999),
                            "price": {"$ref": "#/$defs/Money"},
                            "note": {"anyOf": [{"type": "string", "maxLength": 200}, {"type": "null"}]},
                        },
                        "sku",
                        "quantity",
                        "price",
                        additionalProperties=False,
                    ),
                    minItems=1,
                    maxItems=100,
                ),
                "ship_to": {"$ref": "#/$defs/Place"},
                "bill_to": {"anyOf": [{"$ref": "#/$defs/Place"}, {"type": "null"}]},
                "gift": _flag("Wrap it."),
            },
            "customer",
            "lines",
            "ship_to",
            additionalProperties=False,
            **{"$defs": {"Money": _MONEY, "Place": _PLACE}},
        ),
        {
            "customer": "cus_9s6XKzkNRiz8i3",
            "lines": [
                {"sku": "A-1041", "quantity": 2, "price": {"value": 4990, "currency": "EUR"}, "note": None},
                {"sku": "B-0007", "quantity": 1, "price": {"value": 2970, "currency": "EUR"}},
            ],
            "ship_to": {"street": "Carrer de Mallorca 401", "city": "Barcelona", "postcode": "08013", "country": "ES"},
            "bill_to": None,
        },
        {
            "customer": "cus_9s6XKzkNRiz8i3",
            "lines": [{"sku": "A-1041", "quantity": 0, "price": {"value": 4990, "currency": "EUR"}}],
            "ship_to": {"street": "Carrer de Mallorca 401", "city": "Barcelona", "country": "ES"},
        },
        "H3",
    ),
)
