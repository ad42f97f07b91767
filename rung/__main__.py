"""``python -m rung`` is the ``rung`` command."""

from rung.cli import main

main()
