"""What the rung must do: clauses, algorithm, schemas, and a declarative spec. The wheel carries only the clauses."""
