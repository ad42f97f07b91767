"""One reason to refuse a registry, with its place and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass

from rung.explain import shown_name
from rung.text import excerpt


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault of a registry, found at load.

    ``clause`` is an RR-L id; ``tool`` the tool's name (server and name where the listing says servers), or where it
    stands in the listing (``#3``), or None for the file as a whole; ``at`` a JSON Pointer into the tool's schema
    (RR-L.1 to RR-L.3: into the file); ``keyword`` the word at fault, if one is.
    """

    clause: str
    tool: str | None
    at: str
    keyword: str | None
    said: str
    advice: str

    @property
    def message(self) -> str:
        """The problem in one line of ASCII: clause, tool, place, what is wrong, what to do."""
        tool = "" if self.tool is None else " " + shown_name(self.tool)
        at = " " + excerpt(self.at, 200)[1:-1] if self.at else ""
        return f"{self.clause}{tool}{at}: {self.said}; {self.advice}"
