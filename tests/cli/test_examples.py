"""The examples of ``rung explain``: each fails its clause and nothing else, and its twin passes."""

from __future__ import annotations

import pytest

from rung.clauses import load
from rung.cli.examples import EXAMPLES, FAILS, Objects, run

#: The groups whose every clause has a verdict of its own.
WITH_VERDICTS = ("W", "H1", "H2", "H3", "L")


def test_every_clause_with_a_verdict_has_an_example() -> None:
    assert {id for id, clause in load().items() if clause.group in WITH_VERDICTS} <= set(EXAMPLES) <= set(load())
    assert {id for id in EXAMPLES if load()[id].group not in WITH_VERDICTS} == set(FAILS)


@pytest.mark.parametrize("id", EXAMPLES)
def test_the_first_case_fails_the_clause_and_its_twin_passes(id: str) -> None:
    fails, passes = run(EXAMPLES[id])
    assert (fails.clause, passes.clause) == (FAILS.get(id, id), None)
    assert fails.said.startswith(f"{fails.clause} ") or fails.said.startswith(f"{fails.clause}: ")
    assert passes.said.startswith(("allow ", "loaded, "))
    assert "; and " not in fails.said, "one fault alone"


def test_what_is_shown_of_an_object_is_what_is_run() -> None:
    for example in EXAMPLES.values():
        if isinstance(example, Objects):
            for written, arguments in (example.rejected, example.allowed):
                assert repr(eval(written)) == repr(arguments)
