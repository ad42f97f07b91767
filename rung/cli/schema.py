"""``rung schema``: the JSON Schemas of the project's own formats."""

from __future__ import annotations

import json
from difflib import get_close_matches
from typing import Annotated

import typer

from rung.cli.choices import schema_names, schema_summaries
from rung.cli.output import Output, finish, unusable
from rung.explain import quoted
from rung.models import SCHEMAS, published_schema


def schema(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="The format. Without it, all are listed.", autocompletion=schema_names),
    ] = None,
) -> None:
    """Print the JSON Schema of one of the rung's own formats, or list them.

    Example: `rung schema verdict`
    """
    finish(lambda: _run(name))


def _run(name: str | None) -> int:
    if name is not None and name not in SCHEMAS:
        near = get_close_matches(name, SCHEMAS, 1)
        meant = f"; did you mean {near[0]}?" if near else ""
        unusable(f"no format is called {quoted(name)}{meant}; there are: {', '.join(SCHEMAS)}")
    out = Output()
    if name is None:
        width = max(map(len, SCHEMAS))
        for one, said in schema_summaries().items():
            out.write(f"{one.ljust(width)}  {said}")
    else:
        for line in json.dumps(published_schema(name), indent=2).splitlines():
            out.write(line)
    return 0
