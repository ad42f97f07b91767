"""How fast the rung is, beside other validators in the same run: ``python -m benchmarks``. Not in the wheel."""
