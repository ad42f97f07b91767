"""A mistake planted in the proofs, or in the code they are about, makes the run fail, and not only as a stale file."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

pytest.importorskip("z3", reason="the proofs extra is not installed")
pytest.importorskip("cvc5", reason="the proofs extra is not installed")

ROOT: Final = Path(__file__).parents[2]
ENCODING: Final = "proofs/encoding.py"
PIPELINE: Final = "rung/pipeline.py"
MISMATCH: Final = "replay-mismatch"
P1_5: Final = "proofs/propositions/p1_fail_closed_gate_blocks_fabricated.py"
P1_2: Final = "proofs/propositions/p1_gate_alone_executes_fabricated.py"

#: What is planted: its name, the file, the text and its replacement, and a proposition that must fail for it, with the
#: result that it then has.
MISTAKES: Final = [
    ("the negation dropped", "proofs/kit.py", "z3.Not(self.claim)]", "self.claim]", "P1.2", "refuted"),
    ("the claim negated", P1_5, "claim=z3.Not(chain.executed)", "claim=chain.executed", "P1.5", "refuted"),
    ("false assumed", ENCODING, "FAIL_OPEN: Final = policy != CLOSED", "FAIL_OPEN: Final = z3.BoolVal(False)",
     "P1.2", "vacuous"),
    ("true assumed", ENCODING, "FAIL_OPEN: Final = policy != CLOSED", "FAIL_OPEN: Final = z3.BoolVal(True)",
     "P1.2", "refuted"),
    ("the registry total", ENCODING, "    return MaybeSignature.is_noSignature(signature_of(listed, call.name))",
     "    return z3.BoolVal(False)", "P1.2", "vacuous"),
    ("the policies swapped", ENCODING, "z3.If(rule == SKIP, rest, rule == BYPASS)",
     "z3.If(rule == BYPASS, rest, rule == SKIP)", "P1.3", MISMATCH),
    ("closed runs too", ENCODING, "rest, rule == BYPASS)", "rest, rule != SKIP)", "P1.5", MISMATCH),
    ("the chain folded from the wrong end", ENCODING, "in reversed(answers):", "in answers:", "P1.3",
     MISMATCH),
    ("reject continues", ENCODING, "z3.If(answer == UNDEFINED, undefined, False)",
     "z3.If(answer == UNDEFINED, undefined, rest)", "P1.6", MISMATCH),
    ("admit ends the chain", ENCODING, "z3.If(answer == ADMIT, rest,", "z3.If(answer == ADMIT, True,", "P1.4",
     MISMATCH),
    ("an empty chain blocks", ENCODING, "executed = z3.BoolVal(True)", "executed = z3.BoolVal(False)", "P2.3",
     MISMATCH),
    ("the rung undefined on absence", ENCODING, "lambda call: z3.If(resolves(call, listed), ADMIT, REJECT),",
     "lambda call: z3.If(resolves(call, listed), ADMIT, z3.If(fabricated(call, listed), UNDEFINED, REJECT)),", "P1.6",
     MISMATCH),
    ("the rung allows absence", ENCODING, "return z3.If(fabricated(Call(called), listed), H1, step_2)",
     "return z3.If(fabricated(Call(called), listed), ALLOW, step_2)", "P3.1", MISMATCH),
    ("missing keys forgiven", ENCODING, "z3.ForAll([_k], z3.Implies(required(its, _k), has(given, _k)))",
     "z3.BoolVal(True)", "P3.1", MISMATCH),
    ("one fitting value suffices", ENCODING, "return z3.ForAll([_k], z3.Implies(z3.And(has(given, _k), declared",
     "return z3.Exists([_k], z3.Implies(z3.And(has(given, _k), declared", "P3.1", MISMATCH),
    ("strict means admit", ENCODING, "undefined = judge(NO_CONTRACT, call.arguments) == UNDEFINED",
     "undefined = judge(NO_CONTRACT, call.arguments) == ADMIT", "P1.3", "refuted"),
    ("strict forgotten", ENCODING, "undefined = judge(NO_CONTRACT, call.arguments) == UNDEFINED",
     "undefined = z3.BoolVal(True)", "P1.2", "refuted"),
    ("contracts the wrong way round", ENCODING, "z3.Implies(has_contract(call), registered(call))",
     "z3.Implies(registered(call), has_contract(call))", "P1.2", "refuted"),
    ("the gate sees the name",
     "proofs/propositions/p1_a_contract_reader_cannot_tell_fabricated_names_apart.py",
     "return looks(call.name, call.arguments) == gate(contract_of(call.name), call.arguments)",
     "return looks(call.name, call.arguments) == looks(call.name, call.arguments)", "P1.8", "refuted"),
    ("the real judge sees no contract", ENCODING, "judge(world.contract(contract), world.arguments_like(given))",
     "judge(NO_CONTRACT, world.arguments_like(given))", "P1.2", MISMATCH),
    ("the intent forgotten", ENCODING, "z3.And(resolves(call, listed), call.intended == call.name)",
     "resolves(call, listed)", "P4.2", MISMATCH),
    ("a load-bearing hypothesis called idle", P1_2, '"RR-P.2 RR-P.3", FAIL_OPEN)',
     '"RR-P.2 RR-P.3", FAIL_OPEN, load_bearing=False)', "P1.2", "proved"),
    ("a hypothesis too many", P1_2, "    case=(", '    case=(Hypothesis("more", "RR-P.1", FAIL_OPEN), ', "P1.2",
     "proved"),
    ("another answer expected", P1_2, "expected=PROVED", 'expected="refuted"', "P1.2", "proved"),
    ("one underscore too few", "proofs/servers.py", "z3.StringVal(SEPARATOR)", 'z3.StringVal("_")', "M2.1",
     MISMATCH),
    ("a flat name without a server", "proofs/servers.py", "return z3.Implies(lists(server, name), flat(name) == ",
     "return z3.Implies(lists(server, name), flat(name) != ", "M1.1", "refuted"),
    # What makes a statement weaker than its sentence.
    ("fail-open means skip", ENCODING, "FAIL_OPEN: Final = policy != CLOSED", "FAIL_OPEN: Final = policy == SKIP",
     "P1.2", "proved"),
    ("a gate that is never asked about absence", ENCODING, "return z3.Implies(has_contract(call), registered(call))",
     "return z3.Not(has_contract(call))", "P1.2", "proved"),
    ("strict forgets the other half", ENCODING,
     "return z3.And(undefined, z3.Implies(has_contract(call), judge(found, call.arguments) != UNDEFINED))",
     "return undefined", "L1.3", "refuted"),
    ("to enforce membership is not to admit", ENCODING, "return judge(NO_CONTRACT, call.arguments) == REJECT",
     "return judge(NO_CONTRACT, call.arguments) != ADMIT", "P2.8", "refuted"),
    ("honest without resolving", ENCODING, "z3.And(resolves(call, listed), call.intended == call.name)",
     "call.intended == call.name", "P4.1", MISMATCH),
    ("H5 without the overlap", ENCODING, "call.intended != call.name, resolves(meant, listed))",
     "call.intended != call.name)", "P4.6", MISMATCH),
    ("a signature that requires what it does not declare", ENCODING,
     "return z3.And(declared(signature, key), demanded(signature, key))", "return demanded(signature, key)", "L1.3",
     MISMATCH),
    ("values of undeclared keys judged", ENCODING, "z3.Implies(z3.And(has(given, _k), declared(its, _k)), fits",
     "z3.Implies(has(given, _k), fits", "P3.6", MISMATCH),
    ("the rung rejects everything", ENCODING, "lambda call: z3.If(resolves(call, listed), ADMIT, REJECT),",
     "lambda call: REJECT,", "P3.2", MISMATCH),
    ("two servers' tools of one name are one pair", "proofs/servers.py",
     "same_pair = z3.And(ONE[0] == TWO[0], ONE[1] == TWO[1])", "same_pair = ONE[1] == TWO[1]", "M2.2", MISMATCH),
    # In the code that the propositions are about: the formulas stay, and the replays no longer agree.
    ("the code skips under bypass", PIPELINE, "policy == BYPASS:\n        return RUN",
     "policy == BYPASS:\n        return NEXT", "P1.3", MISMATCH),
    ("the code runs under closed", PIPELINE, "    return STOP\n", "    return NEXT\n", "P1.5", MISMATCH),
    ("the code asks backwards", PIPELINE, "passes(tuple(stages),", "passes(tuple(stages)[::-1],", "P1.3",
     MISMATCH),
    ("the code's rung is undefined on absence", PIPELINE, "is True else REJECT", "is True else UNDEFINED", "P1.6",
     MISMATCH),
    ("the code executes other arguments", PIPELINE, "        body(request.name, arguments)",
     "        body(request.name, {**arguments, 'more': 1})", "P1.2", MISMATCH),
    ("the code hands over another tool's contract", PIPELINE, "self.contracts.get(name)",
     "self.contracts.get(name) or next(iter(self.contracts.values()), None)", "P1.2", MISMATCH),
    ("the code folds the case of names", PIPELINE, "self.contracts.get(name)", "self.contracts.get(name.lower())",
     "P1.2", MISMATCH),
    ("the code lets a stage spoil the arguments", PIPELINE, "answer(name, copied(arguments))",
     "answer(name, arguments)", "P1.4", MISMATCH),
    ("the code executes the caller's own arguments", PIPELINE, "    arguments = copied(request.arguments)\n",
     "    arguments = request.arguments\n", "P1.4", MISMATCH),
    ("the code looks at what was meant", PIPELINE, "passes(tuple(stages), policy, request.name,",
     "passes(tuple(stages), policy, request.intended or request.name,", "P4.2", MISMATCH),
    ("the kernel allows absence", "rung/resolve.py", "return H1, [(H1_1, ())]", "return ALLOW, []", "P1.6", MISMATCH),
    ("the kernel forgets undeclared keys", "rung/resolve.py",
     "if key not in signature.declared and not declares(signature, key):", "if False:", "P3.1", MISMATCH),
    ("the kernel's codes in another order", "rung/resolve.py", "    if keys:\n        return H2",
     "    if keys and not values:\n        return H2", "P3.6", MISMATCH),
    ("the kernel forgets required keys", "rung/resolve.py", "        if key not in arguments:",
     "        if key not in arguments and not key:", "L1.3", MISMATCH),
]  # fmt: skip


def planted(place: Path, file: str, old: str, new: str, but: str = "nothing") -> Path:
    """Return a copy of what the proofs need, without a folder, with one text replaced, which must stand there once.

    Folders without the text are linked to. Compiled files are copied: Python compiles anew what has changed.
    """
    for part in ("proofs", "rung", "specs", "docs"):
        if part in ("proofs", "docs") or file.startswith(part):
            shutil.copytree(ROOT / part, place / part, ignore=shutil.ignore_patterns(but, "lift"))
        else:
            (place / part).symlink_to(ROOT / part)
    text = (place / file).read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{file} holds {old!r} {text.count(old)} times: mend the mistake"
    (place / file).write_text(text.replace(old, new), encoding="utf-8")
    return place


def run(place: Path, *arguments: str) -> tuple[int, dict[str, Any], str]:
    """Run ``python -m proofs`` in a copy and return its exit status, its JSON and what it complained of."""
    environment = {**os.environ, "PYTHONPATH": str(place)}
    command = [sys.executable, "-m", "proofs", "--format", "json", *arguments]
    ran = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=False)
    return ran.returncode, json.loads(ran.stdout) if ran.stdout else {}, ran.stderr


def test_the_list_is_long_enough() -> None:
    assert len({name for name, *_ in MISTAKES}) == len(MISTAKES) >= 12


@pytest.mark.parametrize(("file", "old", "new", "id", "got"), [mistake[1:] for mistake in MISTAKES],
                         ids=[mistake[0] for mistake in MISTAKES])  # fmt: skip
def test_a_planted_mistake_is_found(tmp_path: Path, file: str, old: str, new: str, id: str, got: str) -> None:
    status, found, _ = run(planted(tmp_path, file, old, new, but="certificates"), id, "--quick")
    assert status == 1
    result = next(its for its in found["propositions"] if its["id"] == id)
    assert not result["as_expected"]
    assert result["problems"]
    assert result["got"] == got


def test_without_a_mistake_the_copy_is_as_expected(tmp_path: Path) -> None:
    status, found, complaints = run(planted(tmp_path, P1_2, "expected=PROVED", "expected=PROVED"), "--quick")
    assert (status, complaints) == (0, "")
    assert found["as_expected"]


def test_a_proof_file_that_is_not_run_makes_the_run_fail(tmp_path: Path) -> None:
    place = planted(tmp_path, P1_2, "expected=PROVED", "expected=PROVED")
    shutil.copy(place / P1_2, place / "proofs" / "propositions" / "p9_a_new_one.py")
    status, found, _ = run(place, "--quick")
    assert status == 1
    assert found["problems"] == ["proofs/propositions/p9_a_new_one.py is not run: add it to ORDER"]


def test_a_proof_file_that_is_gone_makes_the_run_fail(tmp_path: Path) -> None:
    place = planted(tmp_path, P1_2, "expected=PROVED", "expected=PROVED")
    (place / P1_2).unlink()
    status, found, _ = run(place, "--quick")
    assert status == 1
    assert "ORDER names p1_gate_alone_executes_fabricated, which is no file" in found["problems"]


def test_two_propositions_of_one_id_make_the_run_fail(tmp_path: Path) -> None:
    place = planted(tmp_path, P1_2, 'id="P1.2"', 'id="P1.3"')
    status, found, _ = run(place, "--quick")
    assert status == 1
    assert "two propositions are P1.3" in found["problems"]


@pytest.mark.parametrize("change", ["edited", "removed", "too many"])
def test_a_certificate_that_is_not_the_query_makes_the_run_fail(tmp_path: Path, change: str) -> None:
    place = planted(tmp_path, "proofs/certificates/P1.2/claim.smt2", "(check-sat)", "(check-sat) ; edited")
    file = place / "proofs" / "certificates" / "P1.2" / "claim.smt2"
    how = ("--quick",) if change == "too many" else ("P1.2", "--quick")
    if change != "edited":
        shutil.copy(ROOT / "proofs" / "certificates" / "P1.2" / "claim.smt2", file)
    if change == "removed":
        file.unlink()
    if change == "too many":
        shutil.copy(file, file.with_name("without-nothing.smt2"))
    status, found, complaints = run(place, *how)
    wrong = "without-nothing" if change == "too many" else "claim"
    assert status == 1
    assert found["problems"] == [f"proofs/certificates/P1.2/{wrong}.smt2 is stale: python -m proofs --write"]
    assert "NOT AS EXPECTED" in complaints
    assert run(place, "--write", *how)[0] == 0
    assert run(place, *how)[0] == 0
    assert file.read_bytes() == (ROOT / "proofs" / "certificates" / "P1.2" / "claim.smt2").read_bytes()
    assert not file.with_name("without-nothing.smt2").exists()


def test_nothing_is_written_while_something_is_not_as_expected(tmp_path: Path) -> None:
    place = planted(tmp_path, P1_5, "claim=z3.Not(chain.executed)", "claim=chain.executed")
    before = (place / "proofs" / "certificates" / "P1.5" / "claim.smt2").read_bytes()
    status, _, complaints = run(place, "--write", "--quick")
    assert status == 1
    assert "nothing written" in complaints
    assert (place / "proofs" / "certificates" / "P1.5" / "claim.smt2").read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"partial": strict(gate, call),', '"partial": enforces_membership(gate, call),'),
        ('("rung",): "000111",\n        ("rung", "gate", "verifier"): "000011",\n    },\n    "enf',
         '("rung",): "000011",\n        ("rung", "gate", "verifier"): "000011",\n    },\n    "enf'),
        ('        ("gate",): "011011",', '        ("gate",): "111011",'),
        ('"rung", "verifier"), "fail-open-bypass"): True', '"rung", "verifier"), "fail-open-bypass"): False'),
        ('"H1": fabricated(call),', '"H1": z3.BoolVal(False),'),
        ('"H2": z3.And(code(call) == H2, _shown(True)),', '"H2": code(call) == H2,'),
        ('"H3": z3.And(code(call) == H3, _shown(True)),', '"H3": z3.And(code(call) == H2, _shown(True)),'),
        ('"H4": z3.And(honest(call), _shown(False)),', '"H4": z3.And(honest(call), _shown(True)),'),
        ('"H5": z3.And(misdirected(call), _shown(True)),', '"H5": z3.And(resolves(call), _shown(True)),'),
        ("        enforces_membership(gate, call),\n", "        strict(gate, call),\n"),
        ("[GATES[kind], strict(verifier, call), ", "[GATES[kind], "),
        ('"fail-open-skip": SKIP, "fail-open-bypass": BYPASS', '"fail-open-skip": BYPASS, "fail-open-bypass": SKIP'),
    ],
)  # fmt: skip
def test_a_mistake_in_the_matrix_is_found(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    path = ROOT / "proofs" / "matrix.py"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"proofs/matrix.py holds {old!r} {text.count(old)} times: mend the mistake"
    mistaken = ModuleType("mistaken")
    monkeypatch.setitem(sys.modules, "mistaken", mistaken)
    exec(compile(text.replace(old, new), path, "exec"), mistaken.__dict__)
    assert mistaken.decide().problems


def test_a_problem_of_the_matrix_makes_the_run_fail(tmp_path: Path) -> None:
    status, found, _ = run(planted(tmp_path, "proofs/matrix.py", '"H1": fabricated', '"H1": registered'), "matrix")
    assert status != 0
    assert not found or any(problem.startswith("matrix: ") for problem in found["problems"])
