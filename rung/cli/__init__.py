"""The command line: parse and print; the judgement is elsewhere."""

from rung.cli.main import main

__all__ = ["main"]
