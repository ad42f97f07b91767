"""``python -m proofs``: what it prints, what it exits with, and what a reader can find in it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

pytest.importorskip("z3", reason="the proofs extra is not installed")
pytest.importorskip("cvc5", reason="the proofs extra is not installed")

from proofs import propositions

ROOT: Final = Path(__file__).parents[2]
EVERY: Final = propositions.every()


def command(*arguments: str, start: str = "") -> tuple[int, str, str]:
    """Run the command; ``start`` is Python that runs before it."""
    line = f"{start}\nimport sys; sys.argv = ['proofs', *{list(arguments)!r}]\n"
    line += "import runpy; runpy.run_module('proofs', run_name='__main__', alter_sys=True)"
    how = ["-c", line] if start else ["-m", "proofs", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200"}
    ran = subprocess.run([sys.executable, *how], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout, ran.stderr


def test_the_whole_run_is_as_expected_in_both_solvers_and_fast() -> None:
    status, out, err = command("--format", "json")
    found = json.loads(out)
    assert (status, err) == (0, "")
    assert found["as_expected"]
    assert [its["id"] for its in found["propositions"]] == [its.id for its in EVERY.values()]
    assert all(its["solvers"] == ["z3", "cvc5"] for its in found["propositions"])
    assert not [its for its in found["propositions"] if its["got"] not in ("proved", "refuted")]
    assert found["matrix"]["cells"] == 576
    assert found["coq"]["result"] in ("proved", "not run")
    # On two idle cores half of this is the time that passes; under the load of other tests only this can be measured.
    assert found["processor_seconds"] < 10


def test_the_output_alone_says_what_carries_prop_1() -> None:
    status, out, _ = command("--quick")
    assert status == 0
    assert "left out by --quick: cvc5, the matrix, coq" in out
    assert "matrix: " not in out
    assert "What carries Prop. 1 of the paper:\n  P1.2 A strict gate alone executes a fabricated call" in out
    assert (
        "fails without any one of them: fail-open, strict-gate, contracts-of-registered-tools-only, fabricated." in out
    )
    assert "    bypass: Under fail-open-bypass an undefined stage ends the chain, and the call executes.\n" in out
    assert "an executor that then runs the call at once (bypass)" in out
    assert "0 not." in out
    assert " s of processor time" in out


def test_one_proposition_is_printed_hypothesis_by_hypothesis() -> None:
    status, out, _ = command("P1.2")
    assert status == 0
    for premise in next(its for its in EVERY.values() if its.id == "P1.2").premises:
        assert f"Without {premise.name} the claim FAILS. A counterexample, built from the model and executed:" in out
    assert "under fail-closed: the gate answers undefined; the call is blocked." in out
    assert "    Assumes: a fail-open executor (RR-P.2, RR-P.3); a strict gate (RR-P.7)" in out
    assert "All of it is possible in each of these situations: under-skip, under-bypass." in out
    assert "RR-P.3: Under fail-open-bypass an undefined stage ends the chain, and the call executes." in out


@pytest.mark.parametrize("case", [(its.id, p.name, p.load_bearing) for its in EVERY.values() for p in its.premises
                                  if its.expected == "proved"], ids=lambda case: f"{case[0]}-{case[1]}")  # fmt: skip
def test_every_hypothesis_can_be_broken(case: tuple[str, str, bool]) -> None:
    from proofs.report import without

    id, name, load_bearing = case
    proposition = next(its for its in EVERY.values() if its.id == id)
    lines, as_expected = without(proposition, name)
    assert as_expected
    assert lines[0].startswith(f"Without {name} the claim {'FAILS' if load_bearing else 'still holds: idle'}")
    assert load_bearing == (len(lines) > 2)
    assert not any("MISMATCH" in line for line in lines)


def test_break_it_mode() -> None:
    status, out, _ = command("P1", "--without", "fail-open")
    assert status == 0
    for id in ("P1.2", "P1.7", "P1.10"):
        assert f"{id}  " in out
    assert "P1.3  " not in out
    assert out.count("FAILS") == 3
    status, out, _ = command("P2.6", "--without", "verifier-enforces-membership")
    assert status == 0
    assert "still holds: idle" in out


def test_two_hypotheses_can_be_dropped_at_once() -> None:
    status, out, _ = command("P1.2", "--without", "fail-open", "--without", "strict-gate")
    assert status == 0
    assert "Without fail-open and strict-gate the claim FAILS" in out


def test_idle_hypotheses_may_be_needed_together_and_a_false_claim_needs_none() -> None:
    from proofs.report import without

    by_id = {its.id: its for its in EVERY.values()}
    assert without(by_id["P4.2"], "arguments-are-what-they-hold", "the-intended-signature-accepts-too")[1]
    lines, as_expected = without(by_id["P4.4"], "honest-in-one-world")
    assert (as_expected, lines[0][:40]) == (True, "The claim is false with honest-in-one-wo")


def test_coq_that_is_asked_for_by_name_and_is_missing_is_told() -> None:
    start = "import shutil; shutil.which = lambda name, *rest: None"
    status, out, err = command("coq", start=start)
    assert (status, out) == (2, "")
    assert err == "coqc not installed: apt-get install coq\n"


def test_a_group_of_propositions() -> None:
    status, out, _ = command("a1", "p3.6", "--format", "json")
    assert status == 0
    assert [its["id"] for its in json.loads(out)["propositions"]] == ["P3.6", "A1.1"]
    _, out, _ = command("P1", "--format", "json", "--solver", "z3")
    assert [its["id"] for its in json.loads(out)["propositions"]] == [f"P1.{i}" for i in range(1, 12)]


@pytest.mark.parametrize("solver", ["z3", "cvc5"])
def test_one_solver_alone_says_so(solver: str) -> None:
    status, out, _ = command("P1.2", "--solver", solver, "--format", "json")
    found = json.loads(out)["propositions"][0]
    assert status == 0
    assert found["solvers"] == [solver]
    assert (found["replayed"] > 0) == (solver == "z3")


def test_the_list() -> None:
    status, out, _ = command("--list")
    assert status == 0
    assert len(out.splitlines()) == len(EVERY)
    assert "P1.2   A strict gate alone executes a fabricated call" in out


def test_the_markdown_table_is_the_one_in_the_docs() -> None:
    status, out, _ = command("--format", "markdown", "--quick")
    assert status == 0
    assert out in (ROOT / "docs" / "proofs.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("P7",), "no such proposition: P7"),
        (("P1", "nonsense"), "no such proposition: NONSENSE"),
        (("P1", "--without", "gravity"), "no proposition asked for assumes gravity; assumed: "),
        (("P1.2", "--without", "fail-open", "--format", "json"), "it goes with ids, and with no other option"),
        (("P1.2", "--without", "fail-open", "--solver", "cvc5"), "it goes with ids, and with no other option"),
        (("--solver", "vampire"), "vampire"),
        (("--format", "html"), "html"),
    ],
)
def test_unusable_input_is_told_and_exits_2(arguments: tuple[str, ...], said: str) -> None:
    status, out, err = command(*arguments)
    assert status == 2
    assert out == ""
    assert said in err


@pytest.mark.parametrize("missing", [("z3",), ("cvc5",), ("z3", "cvc5")])
def test_a_missing_solver_prints_the_install_line(missing: tuple[str, ...]) -> None:
    start = "import importlib.util as u; real = u.find_spec\n"
    start += f"u.find_spec = lambda name, *rest: None if name in {missing!r} else real(name, *rest)\n"
    start += f"import sys; sys.modules.update(dict.fromkeys({missing!r}))"
    status, out, err = command(start=start)
    assert (status, out) == (2, "")
    assert err == f"{' and '.join(missing)} not installed: pip install -e '.[proofs]'\n"


def test_proofs_are_saved_on_demand(tmp_path: Path) -> None:
    status, _, err = command("P1.2", "M2.3", "--quick", "--save-proofs", str(tmp_path))
    assert status == 0
    assert ":rule" in (tmp_path / "P1.2" / "claim.cpc").read_text(encoding="utf-8")
    assert not (tmp_path / "P1.2" / "vacuity.cpc").exists()
    assert f"{len(list(tmp_path.rglob('*.cpc')))} proofs saved in" in err
    assert err.endswith("; with a step on trust: M2.3/claim.smt2\n")
