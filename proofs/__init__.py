"""Machine-checked propositions about the rung and the pipeline it stands in: ``python -m proofs``."""
