"""The pipeline: what each answer does under each policy, and what hostile stages cannot do (RR-P.1 to RR-P.6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, fields
from itertools import product
from typing import Any, Final

import pytest

from rung import Registry
from rung.pipeline import (
    ADMIT,
    BYPASS,
    CLOSED,
    NEXT,
    POLICIES,
    REJECT,
    RUN,
    SKIP,
    STOP,
    UNDEFINED,
    ContractReader,
    Request,
    Rung,
    Stage,
    copied,
    run,
    step,
)

ANSWERS: Final = (ADMIT, REJECT, UNDEFINED)
REGISTRY: Final = Registry.load(
    [
        {
            "name": "send",
            "inputSchema": {
                "properties": {"to": {"type": "string"}, "cc": {"type": "array"}, "n": {"type": "number"}},
                "required": ["to"],
            },
        }
    ]
)
SEND: Final = Request("send", {"to": "b", "cc": ["c", {"d": 1}]})


@dataclass(frozen=True, slots=True)
class Doing(Stage):
    """A stage that does what a test wants."""

    do: Callable[[str, dict[str, Any]], Any]

    def answer(self, name: str, arguments: dict[str, Any]) -> Any:
        return self.do(name, arguments)


def saying(answer: Any, label: str = "stage") -> Stage:
    return Doing(label, lambda name, arguments: answer)


def executed(stages: list[Stage], policy: str = CLOSED, request: Request = SEND) -> list[tuple[str, dict[str, Any]]]:
    """Return what was executed; it must be what the run says."""
    effects: list[tuple[str, dict[str, Any]]] = []
    result = run(stages, policy, request, lambda name, arguments: effects.append((name, arguments)))
    assert result.executed == bool(effects)
    return effects


# One answer ----------------------------------------------------------------------------------------------------------
@pytest.mark.clause("RR-P.1", "RR-P.2", "RR-P.3", "RR-P.4")
@pytest.mark.parametrize(
    ("answer", "moves"),
    [
        (ADMIT, {SKIP: NEXT, BYPASS: NEXT, CLOSED: NEXT}),
        (REJECT, {SKIP: STOP, BYPASS: STOP, CLOSED: STOP}),
        (UNDEFINED, {SKIP: NEXT, BYPASS: RUN, CLOSED: STOP}),
    ],
)
def test_step_is_the_table_of_the_semantics(answer: str, moves: dict[str, str]) -> None:
    assert {policy: step(policy, answer) for policy in POLICIES} == moves


@pytest.mark.parametrize("policy", [*POLICIES, "fail-open", "", None])
@pytest.mark.parametrize("junk", [None, True, 1, "", "ADMIT", " admit", "allow", b"admit", [], {}, object()])
def test_what_is_no_answer_stops_the_call(policy: Any, junk: Any) -> None:
    assert step(policy, junk) == STOP


@pytest.mark.parametrize("policy", ["fail-open", "open", "", None, True, "FAIL-OPEN-SKIP"])
def test_what_is_no_policy_is_never_fail_open(policy: Any) -> None:
    assert [step(policy, answer) for answer in ANSWERS] == [NEXT, STOP, STOP]


# Chains --------------------------------------------------------------------------------------------------------------
def by_hand(policy: str, answers: tuple[str, ...]) -> tuple[bool, int]:
    """Return whether a chain executes and how many stages are asked, written another way: the first that decides."""
    deciding = {SKIP: {REJECT}, BYPASS: {REJECT, UNDEFINED}, CLOSED: {REJECT, UNDEFINED}}[policy]
    place = next((i for i, answer in enumerate(answers) if answer in deciding), None)
    if place is None:
        return True, len(answers)
    return policy == BYPASS and answers[place] == UNDEFINED, place + 1


@pytest.mark.clause("RR-P.1", "RR-P.2", "RR-P.3", "RR-P.4")
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("length", range(6))
def test_every_chain_of_answers_up_to_five_under_every_policy(policy: str, length: int) -> None:
    for answers in product(ANSWERS, repeat=length):
        stages = [saying(answer, f"s{i}") for i, answer in enumerate(answers)]
        expected, asked = by_hand(policy, answers)
        result = run(stages, policy, SEND, lambda name, arguments: None)
        assert result.executed == expected
        assert result.trace == tuple((f"s{i}", answer) for i, answer in enumerate(answers[:asked]))


def test_an_empty_chain_executes() -> None:
    assert executed([]) == [("send", SEND.arguments)]


def test_a_long_chain_is_asked_to_its_end() -> None:
    result = run([saying(ADMIT)] * 500, CLOSED, SEND, lambda name, arguments: None)
    assert result.executed
    assert len(result.trace) == 500


def test_the_body_runs_once_and_its_exception_passes_through() -> None:
    calls = []

    def body(name: str, arguments: dict[str, Any]) -> None:
        calls.append(name)
        raise OSError("the tool failed")

    with pytest.raises(OSError, match="the tool failed"):
        run([saying(ADMIT)], CLOSED, SEND, body)
    assert calls == ["send"]


# The rung ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        (SEND, ADMIT),
        (Request("sned", {"to": "b"}), REJECT),
        (Request("send", {}), REJECT),
        (Request("send", {"to": "b", "bcc": "c"}), REJECT),
        (Request("send", {"to": 1}), REJECT),
        (Request("send", {"to": "b", "n": 0.1}), ADMIT),
        (Request("send", {"to": "b", "n": float("nan")}), REJECT),
        (Request("send", []), REJECT),  # type: ignore[arg-type]
        (Request(None, {"to": "b"}), REJECT),  # type: ignore[arg-type]
    ],
)
def test_the_rung_admits_what_resolves_and_is_never_undefined(request_: Request, answer: str) -> None:
    for policy in POLICIES:
        result = run([Rung("rung", REGISTRY)], policy, request_, lambda name, arguments: None)
        assert result.trace == (("rung", answer),)
        assert result.executed == (answer == ADMIT)


def test_the_rung_uses_its_profile() -> None:
    nested = {"properties": {"filter": {"properties": {"a": {}}}}}
    registry = Registry.load([{"name": "find", "inputSchema": nested}])
    request = Request("find", {"filter": {"b": 1}})
    assert executed([Rung("rung", registry)], request=request)
    assert not executed([Rung("rung", registry, profile="deep")], request=request)


@pytest.mark.parametrize("allowed", [1, "yes", object(), None])
def test_only_true_is_allowed(allowed: Any) -> None:
    class Lying:
        def resolve(self, name: str, arguments: dict[str, Any], *, profile: str) -> Any:
            return type("Verdict", (), {"allowed": allowed})()

    assert executed([Rung("rung", Lying())], SKIP) == []


def test_what_is_meant_reaches_no_stage() -> None:
    seen = []
    request = Request("send", {"to": "b"}, intended="delete_everything")
    assert executed([Doing("spy", lambda *given: seen.append(given) or ADMIT)], request=request)
    assert seen == [("send", {"to": "b"})]


# Contract readers ----------------------------------------------------------------------------------------------------
@pytest.mark.clause("RR-P.5")
def test_a_contract_reader_sees_the_contract_or_its_absence_and_never_the_name_or_the_table() -> None:
    seen: list[Any] = []

    def judge(contract: Any, arguments: dict[str, Any]) -> str:
        seen.append((contract, arguments))
        return ADMIT

    contract = {"risk": "LOW"}
    reader = ContractReader("gate", {"send": contract}, judge)
    assert executed([reader])
    assert executed([reader], request=Request("sned", {"to": "b"}))
    assert executed([reader], request=Request("delete", {"to": "b"}))
    assert seen[0] == (contract, SEND.arguments)
    assert seen[1] == seen[2] == (None, {"to": "b"})


@pytest.mark.clause("RR-P.7", "RR-P.8", "RR-P.10", "RR-H1.1")
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("absent", [UNDEFINED, REJECT])
@pytest.mark.parametrize("first", ["rung", "gate"])
def test_the_order_of_rung_and_gate_matters_to_a_fabricated_call_under_bypass_alone(
    policy: str, absent: str, first: str
) -> None:
    gate = ContractReader("gate", {"send": {}}, lambda contract, arguments: absent if contract is None else ADMIT)
    rung = Rung("rung", REGISTRY)
    stages = [rung, gate] if first == "rung" else [gate, rung]
    ran = executed(stages, policy, Request("sned", {"to": "b"}))
    assert bool(ran) == (first == "gate" and policy == BYPASS and absent == UNDEFINED)


@pytest.mark.clause("RR-P.9", "RR-P.11", "RR-P.12", "RR-P.13", "RR-P.14", "RR-P.15", "RR-P.16")
def test_classes_of_calls_through_a_gate_that_reads_no_arguments() -> None:
    tools = [{"name": name, "inputSchema": {"properties": {"to": {"type": "string"}}}} for name in ("send", "call")]
    rung = Rung("rung", Registry.load(tools))
    gate = ContractReader("gate", {"send": "shown", "call": "hidden"}, lambda c, a: ADMIT if c == "shown" else REJECT)
    honest, h5 = Request("send", {"to": "b"}, intended="send"), Request("send", {"to": "b"}, intended="call")
    h2, h4 = Request("send", {"bcc": "b"}, intended="send"), Request("call", {"to": "b"}, intended="call")
    assert executed([rung, gate], request=honest)
    assert executed([rung, gate], request=h5), "no stage sees what was meant"
    assert executed([gate], request=h2), "argument-blind"
    assert not executed([rung, gate], request=h2)
    assert executed([rung], request=h4)
    assert not executed([rung, gate], request=h4)


# Hostile stages ------------------------------------------------------------------------------------------------------
def spoil(name: str, arguments: dict[str, Any]) -> str:
    arguments["to"] = "mallory"
    arguments["cc"].append("mallory")
    arguments["cc"][1]["d"] = 2
    arguments["bcc"] = "mallory"
    return ADMIT


@pytest.mark.clause("RR-P.6")
@pytest.mark.parametrize("place", [0, 1, 2])
def test_what_a_stage_does_to_its_arguments_reaches_no_one(place: int) -> None:
    seen: list[dict[str, Any]] = []
    stages: list[Stage] = [
        Rung("rung", REGISTRY),
        Doing("spy", lambda name, given: seen.append(copied(given)) or ADMIT),
    ]
    stages.insert(place, Doing("spoiler", spoil))
    request = Request("send", {"to": "b", "cc": ["c", {"d": 1}]})
    assert executed(stages, request=request) == [("send", {"to": "b", "cc": ["c", {"d": 1}]})]
    assert seen == [{"to": "b", "cc": ["c", {"d": 1}]}]
    assert request.arguments == {"to": "b", "cc": ["c", {"d": 1}]}


@pytest.mark.clause("RR-P.6")
def test_a_stage_that_holds_the_callers_own_arguments_changes_nothing() -> None:
    mine: dict[str, Any] = {"to": "b", "cc": ["c"]}

    def swap(name: str, arguments: dict[str, Any]) -> str:
        mine["to"] = 5
        mine["cc"].append("mallory")
        return ADMIT

    stages = [Rung("rung", REGISTRY), Doing("swap", swap)]
    assert executed(stages, request=Request("send", mine)) == [("send", {"to": "b", "cc": ["c"]})]


def test_what_the_body_does_to_its_arguments_does_not_reach_the_caller() -> None:
    mine: dict[str, Any] = {"to": "b"}
    run([], CLOSED, Request("send", mine), lambda name, arguments: arguments.clear())
    assert mine == {"to": "b"}


@pytest.mark.parametrize("change", ["clear", "reverse", "pop"])
def test_a_stage_cannot_change_the_chain_that_asks_it(change: str) -> None:
    stages: list[Stage] = []

    def cut(name: str, arguments: dict[str, Any]) -> str:
        getattr(stages, change)()
        return ADMIT

    stages += [Doing("cutter", cut), saying(REJECT, "guard")]
    assert executed(stages, SKIP) == []


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("error", [ValueError, KeyError, RecursionError, KeyboardInterrupt, SystemExit])
def test_an_exception_passes_through_and_nothing_is_executed(policy: str, error: type[BaseException]) -> None:
    def fail(name: str, arguments: dict[str, Any]) -> str:
        raise error

    effects: list[Any] = []
    with pytest.raises(error):
        run([saying(ADMIT), Doing("bad", fail)], policy, SEND, lambda *given: effects.append(given))
    assert effects == []


@pytest.mark.parametrize("policy", POLICIES)
def test_an_asynchronous_stage_stops_the_call(policy: str) -> None:
    class Later(Stage):
        async def answer(self, name: str, arguments: dict[str, Any]) -> str:  # type: ignore[override]
            return ADMIT

    effects: list[Any] = []
    result = run([Later("later")], policy, SEND, lambda *given: effects.append(given))
    result.trace[0][1].close()  # type: ignore[attr-defined]  # it was never awaited
    assert not result.executed
    assert effects == []


def test_an_answer_that_cannot_be_compared_executes_nothing() -> None:
    class Angry:
        def __eq__(self, other: object) -> bool:
            raise ArithmeticError

        __hash__ = None  # type: ignore[assignment]

    effects: list[Any] = []
    with pytest.raises(ArithmeticError):
        run([saying(Angry())], SKIP, SEND, lambda *given: effects.append(given))
    assert effects == []


def test_a_stage_that_judges_nothing_rejects() -> None:
    assert executed([Stage("plain")], SKIP) == []


def test_arguments_too_deep_to_copy_execute_nothing() -> None:
    deep: dict[str, Any] = {}
    deep["to"] = deep
    effects: list[Any] = []
    with pytest.raises(RecursionError):
        run([], CLOSED, Request("send", deep), lambda *given: effects.append(given))
    assert effects == []


def test_every_value_of_json_reaches_the_tool_as_it_is() -> None:
    given: dict[str, Any] = {"a": None, "b": False, "c": 0, "d": "", "e": [], "f": {}, "g": [0, [None], {"h": 0.5}]}
    ((name, arguments),) = executed([saying(ADMIT)], request=Request("send", given))
    assert (name, repr(arguments)) == ("send", repr(given))
    assert arguments is not given
    assert arguments["g"][2] is not given["g"][2]


def test_a_value_that_json_cannot_say_reaches_the_rung_as_it_is() -> None:
    class Sly(dict[str, Any]):
        pass

    sly, pair = Sly(to="b"), ("c",)
    assert copied({"to": sly})["to"] is sly
    assert copied([pair])[0] is pair
    assert executed([Rung("rung", REGISTRY)], SKIP, Request("send", sly)) == []
    assert executed([Rung("rung", REGISTRY)], SKIP, Request("send", {"to": "b", "cc": pair})) == []


@pytest.mark.parametrize(
    "value", [SEND, saying(ADMIT), run([], CLOSED, SEND, lambda *given: None), Rung("r", REGISTRY)]
)
def test_requests_stages_and_runs_cannot_be_changed(value: Any) -> None:
    with pytest.raises((FrozenInstanceError, TypeError)):
        setattr(value, fields(value)[0].name, "other")
