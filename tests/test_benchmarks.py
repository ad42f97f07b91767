"""The benchmark compares like with like: every validator gives the expected verdict on all of its calls."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.measure import QUICK, Plan, Series, honest_call, made_up, turns
from benchmarks.models import OMITTED
from benchmarks.peers import PEERS, RUNG, Peer, accepts, read
from benchmarks.signatures import CENSUS, HEAVY, MIX, Sample, layer, seats
from rung import Registry

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = MIX + HEAVY
OTHERS = [peer for peer in PEERS if peer.name != RUNG]


def label(value: object) -> str:
    return getattr(value, "name", "")


@pytest.mark.parametrize("peer", PEERS, ids=label)
def test_every_peer_gives_the_expected_verdict_on_every_call(peer: Peer) -> None:
    for sample, judge in zip(SAMPLES, peer.judges(SAMPLES), strict=True):
        for expected, arguments in ((True, sample.honest), (False, sample.rejected)):
            text = json.dumps(arguments)
            for check, given in (
                (judge.fast, arguments),
                (judge.reason, arguments),
                (judge.text, text),
                (judge.native, text),
            ):
                if check is not None:
                    assert accepts(peer, check, given) is expected, (sample.name, arguments)


def test_the_kernel_gives_the_expected_decision_on_every_value() -> None:
    (rung,) = [peer for peer in PEERS if peer.name == RUNG]
    for sample, judge in zip(SAMPLES, rung.judges(SAMPLES), strict=True):
        assert judge.kernel is not None
        assert judge.kernel(read(sample.honest)) == ("allow", []), sample.name
        code, faults = judge.kernel(read(sample.rejected))
        assert code == sample.code, sample.name
        assert faults, sample.name


@pytest.mark.parametrize("peer", OTHERS, ids=label)
def test_every_peer_is_given_the_closed_root(peer: Peer) -> None:
    for sample, judge in zip(SAMPLES, peer.judges(SAMPLES), strict=True):
        assert not accepts(peer, judge.fast, {**sample.honest, "not_declared": 1}), sample.name


@pytest.mark.parametrize("peer", OTHERS, ids=label)
def test_every_peer_wants_the_required_keys(peer: Peer) -> None:
    for sample, judge in zip(SAMPLES, peer.judges(SAMPLES), strict=True):
        for key in sample.schema["required"]:
            rest = {name: value for name, value in sample.honest.items() if name != key}
            assert not accepts(peer, judge.fast, rest), (sample.name, key)


@pytest.mark.parametrize("sample", SAMPLES, ids=label)
def test_the_rung_rejects_with_the_code_that_is_written_down(sample: Sample) -> None:
    registry = Registry.load([sample.definition])
    assert registry.resolve(sample.name, sample.honest).allowed
    assert registry.resolve(sample.name, sample.rejected).code == sample.code


def test_there_are_enough_tools_and_both_kinds_of_rejection() -> None:
    assert len({sample.name for sample in SAMPLES}) == len(SAMPLES)
    assert len(MIX) >= 20
    codes = [sample.code for sample in MIX]
    assert codes.count("H2") == codes.count("H3")


def test_the_mix_follows_the_census() -> None:
    needed = [layer(sample.schema) for sample in MIX]
    assert {name: needed.count(name) for name in CENSUS} == seats(len(MIX))


def test_the_flat_tools_declare_as_many_keys_as_real_ones() -> None:
    flat = [sample for sample in MIX if layer(sample.schema) == "flat"]
    keys = [len(sample.schema["properties"]) for sample in flat]
    assert [keys.count(count) for count in range(5)] == [2, 5, 3, 2, 1]
    assert max(keys) == 6


def test_three_tools_in_ten_close_their_root() -> None:
    closed = [sample for sample in MIX if sample.schema.get("additionalProperties") is False]
    assert round(10 * len(closed) / len(MIX)) == 3


def test_the_heavy_ones_have_patterns_or_nested_objects() -> None:
    for sample in HEAVY:
        assert '"pattern' in json.dumps(sample.schema) or json.dumps(sample.schema).count('"object"') > 1, sample.name


def test_what_the_models_omit_is_in_one_signature_and_decides_no_call() -> None:
    holders = [sample for sample in SAMPLES if any(word in json.dumps(sample.schema) for word in OMITTED)]
    assert len(holders) == 1
    assert holders[0].code == "H2"


def test_made_up_tools_differ_and_allow_their_call() -> None:
    registry = Registry.load([made_up(i) for i in range(200)])
    assert len(registry.tools) == 200
    assert all(registry.resolve(*honest_call(i)).allowed for i in range(200))


def test_ratios_are_taken_pair_by_pair() -> None:
    # The machine slowed down by ten in the second repetition; the ratio did not.
    assert Series((20.0, 200.0, 20.0)).over(Series((10.0, 100.0, 10.0))) == 2.0


def test_turns_name_everyone_once() -> None:
    assert [sorted(turns(5, repetition)) for repetition in range(7)] == [[0, 1, 2, 3, 4]] * 7


def test_the_full_plan_repeats_at_least_seven_times() -> None:
    assert Plan().repetitions >= 7
    assert QUICK.repetitions < 7


def test_quick_runs_and_writes_the_page(tmp_path: Path) -> None:
    page = tmp_path / "performance.md"
    command = [sys.executable, "-m", "benchmarks", "--quick", "--write", str(page)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=300)
    text = page.read_text(encoding="utf-8")
    for said in (
        "| target | measured | holds |",
        "## Ratios",
        "## Which tools",
        "## Absolute figures",
        "## Run it",
        "prototype",
    ):
        assert said in text
    assert str(ROOT) not in text
