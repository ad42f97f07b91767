"""The soundness matrix: its page says in words what its cells say, and the cells are what was written by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

pytest.importorskip("z3", reason="the proofs extra is not installed")
pytest.importorskip("cvc5", reason="the proofs extra is not installed")

from proofs import matrix, second

ROOT: Final = Path(__file__).parents[2]
SKIP, BYPASS, CLOSED = matrix.POLICIES


@pytest.fixture(scope="module")
def decided() -> matrix.Matrix:
    return matrix.decide(second.answers)


def test_every_cell_is_decided_and_run(decided: matrix.Matrix) -> None:
    orders, policies, gates, classes = 16, 3, 2, 6
    assert decided.problems == ()
    assert len(decided.cells) == orders * policies * gates * classes == 576
    assert decided.replays > len(decided.cells)


def test_the_page_is_fresh(decided: matrix.Matrix) -> None:
    assert (ROOT / "docs" / "soundness-matrix.md").read_text(encoding="utf-8") == matrix.page(decided.cells)


@pytest.mark.clause("RR-P.11", "RR-P.12", "RR-P.13")
def test_the_table_of_the_paper(decided: matrix.Matrix) -> None:
    rows = {
        (): "11111 1",
        ("gate",): "11101 1",
        ("gate", "verifier"): "11101 1",
        ("rung",): "00011 1",
        ("rung", "gate", "verifier"): "00001 1",
    }
    for order, row in rows.items():
        for policy in (SKIP, BYPASS):
            said = "".join(str(int(decided.cells["partial", its, order, policy])) for its in matrix.CLASSES)
            assert f"{said[:5]} {said[5]}" == row, (order, policy)


def test_what_the_page_says_of_the_ordering_claim(decided: matrix.Matrix) -> None:
    def h1(kind: str, order: tuple[str, ...], policy: str) -> bool:
        return decided.cells[kind, "H1", order, policy]

    for order in (order for order in matrix.ORDERS if "rung" in order):
        # Where the rung stands first the call is blocked; where a gate or verifier stands before it, it executes.
        assert h1("partial", order, BYPASS) == (order[0] != "rung")
        # Under the other two, every order with a rung blocks it.
        assert not any(h1(kind, order, policy) for kind in matrix.GATES for policy in (SKIP, CLOSED))
    for order in (order for order in matrix.ORDERS if "gate" in order):
        # A gate that enforces membership blocks it too, unless a verifier stands in front of it, under bypass.
        before = order[: order.index("gate")]
        for policy in matrix.POLICIES:
            spoiled = policy == BYPASS and "verifier" in before and "rung" not in before[: before.index("verifier")]
            assert h1("enforces membership", order, policy) == spoiled
    for order in (order for order in matrix.ORDERS if {"gate", "rung"} <= set(order)):
        swapped = tuple({"gate": "rung", "rung": "gate"}.get(stage, stage) for stage in order)
        for policy in matrix.POLICIES:
            assert h1("enforces membership", order, policy) == h1("enforces membership", swapped, policy)


def test_the_order_matters_to_no_other_class(decided: matrix.Matrix) -> None:
    for kind, its, order, policy in decided.cells:
        if its != "H1":
            first = next(other for other in matrix.ORDERS if set(other) == set(order))
            assert decided.cells[kind, its, order, policy] == decided.cells[kind, its, first, policy]


def test_no_honest_call_is_stopped_and_no_h5_call_either(decided: matrix.Matrix) -> None:
    assert all(executed for (_, its, _, _), executed in decided.cells.items() if its in ("honest", "H5"))


def test_the_page_shows_the_policies_in_the_order_that_it_says(decided: matrix.Matrix) -> None:
    partial, enforcing = matrix.page(decided.cells).split("## The gate is partial")[1].split("## The gate enforces")
    assert "| gate, rung | `.X.` | `...` | `...` | `...` | `XXX` | `XXX` |" in partial
    assert "| gate | `XX.` | `XXX` | `XXX` | `...` | `XXX` | `XXX` |" in partial
    assert "| gate | `...` | `XXX` | `XXX` | `...` | `XXX` | `XXX` |" in enforcing


def test_a_second_solver_that_differs_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrix, "CLASSES", {"H1": matrix.CLASSES["H1"]})
    assert any("cvc5 differs" in problem for problem in matrix.decide(lambda smt2: ["sat"]).problems)
