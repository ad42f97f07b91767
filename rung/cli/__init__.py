"""The command line: parse and print; the judgement is elsewhere."""

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line; see `rung.cli.command`. An interrupt while it is still being read ends it as any other."""
    try:
        from rung.cli.command import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()
