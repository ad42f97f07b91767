"""The guard: nothing reaches dispatch unresolved, and what reaches it is what was judged (RR-P.6)."""

from __future__ import annotations

import asyncio
import copy
import doctest
import functools
import inspect
import json
import pickle
import sys
import threading
from collections import OrderedDict, UserDict, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal, localcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rung import InexactNumber, Limits, Registry, Rejected, Verdict, guarded
from rung import guard as module
from rung import verdict as verdicts
from rung.objects import Snapshot, snapshot
from rung.text import Parsed, parse
from rung.value import DecimalFraction, canonical

ROOT = Path(__file__).parents[1]
REGISTRY = Registry.load(
    [
        {
            "name": "send",
            "inputSchema": {
                "properties": {"to": {"type": "string"}, "cc": {"items": {"type": "string"}}, "n": {"type": "number"}},
                "required": ["to"],
            },
        },
        {"name": "any", "inputSchema": {"type": "object", "additionalProperties": True}},
        {"name": "nested", "inputSchema": {"properties": {"box": {"properties": {"in": {}}}}}},
    ],
    limits=Limits(text_bytes=100_000, depth=100),
)


class Log(list[tuple[str, Any]]):
    """A dispatch function that notes its calls."""

    def __call__(self, name: str, arguments: Any) -> str:
        self.append((name, arguments))
        return "done"


@pytest.fixture
def log() -> Log:
    return Log()


def rejection(run: Callable[..., Any], *call: Any, **more: Any) -> Verdict:
    with pytest.raises(Rejected) as caught:
        run(*call, **more)
    return caught.value.verdict


# What is dispatched ---------------------------------------------------------------------------------------------------
def test_three_lines_put_the_rung_before_a_dispatch_function(log: Log) -> None:
    run = guarded(Registry.load(ROOT / "docs" / "examples" / "registry.json"), log)
    assert run("get_weather", {"city": "Oslo"}) == "done"
    assert rejection(run, "get_wether", {"city": "Oslo"}).clause == "RR-H1.1"
    assert log == [("get_weather", {"city": "Oslo"})]


@pytest.mark.clause("RR-P.6")
@pytest.mark.parametrize(
    "arguments",
    [
        {
            "f": 3.0,
            "e": 1e300,
            "i": 3,
            "b": True,
            "z": None,
            "d": Decimal("5.00"),
            "s": "é",
            "l": [[], {}, [1.5, -0.0]],
        },
        {},
        {"": {"": [0.1, 1e-7, 10**500]}},
    ],
)
def test_objects_are_dispatched_with_their_own_types(log: Log, arguments: dict[str, Any]) -> None:
    assert guarded(REGISTRY, log)("any", arguments) == "done"
    [(_, received)] = log
    assert repr(received) == repr(arguments)
    assert received is not arguments
    assert list(received) == list(arguments)


@pytest.mark.parametrize("write", [str, str.encode])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": [1, 1.0, 5e0, -0, 1e3], "b": "\\u00e9"}', {"a": [1, 1, 5, 0, 1000], "b": "é"}),
        (
            '{"a": 0.1, "b": {"c": [-19.990, 1e-7]}}',
            {"a": Decimal("0.1"), "b": {"c": [Decimal("-19.99"), Decimal("1e-7")]}},
        ),
        ('{"a": [null, true, false, {}, []]}', {"a": [None, True, False, {}, []]}),
    ],
)
def test_text_is_dispatched_as_ints_and_decimals(
    log: Log, write: Callable[[str], Any], text: str, expected: dict[str, Any]
) -> None:
    guarded(REGISTRY, log)("any", write(text))
    [(_, received)] = log
    assert received == expected
    assert repr(received["a"]) == repr(expected["a"])


@pytest.mark.parametrize(
    ("text", "number"),
    [("0.1", 0.1), ("-1.50", -1.5), ("1e-7", 1e-7), ("1e3", 1000), ("5.0", 5), ("5e-324", 5e-324), ("1e400", 10**400)],
)
def test_floats_are_given_where_they_were_asked_for_and_stand_for_the_number(log: Log, text: str, number: Any) -> None:
    guarded(REGISTRY, log, numbers="float")("any", f'{{"n": {text}}}')
    [(_, received)] = log
    assert received == {"n": number}
    assert type(received["n"]) is type(number)


@pytest.mark.clause("RR-P.6")
@pytest.mark.parametrize(
    "text",
    ["0.1000000000000000055", "0.12345678901234567890", "9007199254740993.5", "1e-400", "1" * 400 + ".5", "4e-324"],
)
def test_a_float_that_stands_for_another_number_is_never_given(log: Log, text: str) -> None:
    run = guarded(REGISTRY, log, numbers="float")
    with pytest.raises(InexactNumber) as caught:
        run("any", f'{{"n": {text}}}')
    assert log == []
    assert str(caught.value) == f"no float stands for {caught.value.number} exactly"
    assert len(caught.value.number) < 100
    assert pickle.loads(pickle.dumps(caught.value)).number == caught.value.number
    assert rejection(run, "no", f'{{"n": {text}}}').clause == "RR-H1.1"  # the rung speaks first
    guarded(REGISTRY, log)("any", f'{{"n": {text}}}')
    assert log[0][1] == {"n": Decimal(text)}


def test_decimals_do_not_depend_on_their_context(log: Log) -> None:
    with localcontext(prec=1, Emax=1, Emin=-1):
        guarded(REGISTRY, log)("any", '{"n": 123.456e-90, "m": -0.5}')
    assert log[0][1] == {"n": Decimal("123.456e-90"), "m": Decimal("-0.5")}


def test_digits_beyond_the_limit_of_int_are_written(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        guarded(REGISTRY, log)("any", f'{{"n": {"7" * 900}.5}}')
    finally:
        sys.set_int_max_str_digits(before)
    assert log[0][1]["n"] == Decimal("7" * 900 + ".5")


@pytest.mark.clause("RR-P.6")
@given(st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=20,
))  # fmt: skip
def test_what_is_dispatched_equals_what_was_judged(value: Any) -> None:
    given_to_tool: list[Any] = []
    run = guarded(REGISTRY, lambda name, arguments: given_to_tool.append(arguments))
    run("any", {"v": value})
    run("any", json.dumps({"v": value}))
    seen = [snapshot(one) for one in ({"v": value}, *given_to_tool)]
    assert all(isinstance(one, Snapshot) for one in seen)
    assert len({canonical(one.value) for one in seen}) == 1
    assert repr(given_to_tool[0]) == repr({"v": value})


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("send", '{"to": 1, "x": 2, "n": 0.5}'), ("no", "{"), ("send", "{'to': 1}"), ("send", '{"to": "a", "to": "a"}'),
     ("send", b"\xff"), ("send", "[]"), ("send", '{"to": "\\ud800"}'), ("send", '{"n": 1e1101}'),
     ("any", "[" * 101), ("any", '{"a":"' + "x" * 100_000 + '"}')],
)  # fmt: skip
def test_text_is_judged_as_the_registry_judges_it(log: Log, name: str, arguments: Any) -> None:
    assert rejection(guarded(REGISTRY, log), name, arguments) == REGISTRY.resolve_text(name, arguments)
    assert log == []


def test_a_fraction_of_our_own_is_given_as_a_decimal(log: Log) -> None:
    parsed = parse('{"n": 0.25, "l": [0.5]}')
    assert isinstance(parsed, Parsed)
    guarded(REGISTRY, log)("any", parsed.value)
    guarded(REGISTRY, log, numbers="float")("any", parsed.value)
    assert repr(log[0][1]) == "{'n': Decimal('0.25'), 'l': [Decimal('0.5')]}"
    assert repr(log[1][1]) == "{'n': 0.25, 'l': [0.5]}"
    assert parsed.value["n"] == DecimalFraction(25, 100)


def test_a_tampered_fraction_is_rejected(log: Log) -> None:
    forged = DecimalFraction(1, 10)
    object.__setattr__(forged, "denominator", 3)
    empty = object.__new__(DecimalFraction)
    for one in (forged, empty):
        assert rejection(guarded(REGISTRY, log), "any", {"n": one}).clause == "RR-W.7"
    assert log == []


# Hostile arguments ----------------------------------------------------------------------------------------------------
class Shifting(dict[str, Any]):
    """A dict that shows the rung one thing and the tool another."""

    def __getitem__(self, key: str) -> Any:
        return "other"

    def items(self) -> Any:
        raise AssertionError("no method of a foreign class runs")

    keys = values = copy = __iter__ = __eq__ = items  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]


class Name(str):
    """A name that equals every name."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash("send")


class Key:
    """A key whose code must not run."""

    armed = False

    def __hash__(self) -> int:
        assert not Key.armed, "no method of a foreign class runs"
        return 1

    def __eq__(self, other: object) -> bool:
        raise AssertionError("no method of a foreign class runs")


def cyclic() -> dict[str, Any]:
    whole: dict[str, Any] = {}
    whole["self"] = [whole]
    return whole


def deep(levels: int) -> Any:
    value: Any = {}
    for _ in range(levels):
        value = {"a": value}
    return value


def doubled(levels: int) -> Any:
    value: Any = ["x"]
    for _ in range(levels):
        value = [value, value]
    return {"v": value}


@pytest.mark.parametrize(
    ("arguments", "clause"),
    [
        (Shifting(to="a"), "RR-W.7"),
        ({"to": Shifting(to="a")}, "RR-W.7"),
        (OrderedDict(to="a"), "RR-W.7"),
        (defaultdict(str, to="a"), "RR-W.7"),
        (UserDict(to="a"), "RR-W.7"),
        ({"to": Name("a")}, "RR-W.7"),
        ({Name("to"): "a"}, "RR-W.7"),
        ({1: []}, "RR-W.7"),
        ({"to": float("nan")}, "RR-W.7"),
        ({"to": float("inf")}, "RR-W.7"),
        ({"to": Decimal("NaN")}, "RR-W.7"),
        ({"to": ("a",)}, "RR-W.7"),
        ({"to": b"a"}, "RR-W.7"),
        (bytearray(b'{"to": "a"}'), "RR-W.7"),
        (memoryview(b'{"to": "a"}'), "RR-W.7"),
        (object(), "RR-W.7"),
        ({"to": "\ud800"}, "RR-W.5"),
        ({"n": 10**1200 + 1}, "RR-W.4"),
        ([], "RR-W.3"),
        (None, "RR-W.3"),
        (0.5, "RR-W.3"),
        (cyclic(), "RR-W.6"),
        (deep(100), "RR-W.6"),
        (deep(100_000), "RR-W.6"),
        (doubled(64), "RR-W.6"),
        ({"to": "x" * 100_000}, "RR-W.6"),
        ({"to": [0] * 100_000}, "RR-W.6"),
    ],
    ids=lambda value: value if isinstance(value, str) else "arguments",
)
@pytest.mark.clause("RR-W.3", "RR-W.4", "RR-W.5", "RR-W.6", "RR-W.7")
def test_what_json_cannot_say_is_not_dispatched(log: Log, arguments: Any, clause: str) -> None:
    for name in ("send", "any"):
        assert rejection(guarded(REGISTRY, log), name, arguments).clause == clause
    assert log == []


def test_no_code_of_a_foreign_key_runs(log: Log) -> None:
    arguments = {Key(): {"a": []}, "b": [{Key(): []}]}
    Key.armed = True
    try:
        assert rejection(guarded(REGISTRY, log), "any", arguments).clause == "RR-W.7"
    finally:
        Key.armed = False
    assert log == []


@pytest.mark.clause("RR-W.8")
@pytest.mark.parametrize("name", [Name("send"), Name("zzz"), b"send", None, 7, ("send",)])
def test_a_name_that_is_no_string_is_not_dispatched(log: Log, name: Any) -> None:
    assert rejection(guarded(REGISTRY, log), name, {"to": "a"}).clause == "RR-W.8"
    assert log == []


def test_a_missing_or_further_argument_is_not_dispatched(log: Log) -> None:
    run: Any = guarded(REGISTRY, log)
    for call in (("send",), (), (log, "send", {"to": "a"}), ("send", {"to": "a"}, "more")):
        with pytest.raises(TypeError):
            run(*call)
    with pytest.raises(TypeError):
        run("send", {"to": "a"}, more=1)
    assert log == []


class Spy:
    """A registry that does something to the caller's arguments before, or after, it judges what it was given."""

    def __init__(self, change: Callable[[], object], before: bool) -> None:
        self.change, self.before, self.given = change, before, []
        self.digest, self.limits = REGISTRY.digest, REGISTRY.limits

    def resolve(self, name: str, arguments: Any, **more: Any) -> Verdict:
        self.given.append(arguments)
        if self.before:
            self.change()
        verdict = REGISTRY.resolve(name, arguments, **more)
        self.change()
        return verdict

    def resolve_text(self, name: str, text: Any, **more: Any) -> Verdict:
        return REGISTRY.resolve_text(name, text, **more)


@pytest.mark.clause("RR-P.6")
@pytest.mark.parametrize("before", [True, False])
def test_a_change_by_the_caller_while_it_is_judged_reaches_no_one(log: Log, before: bool) -> None:
    arguments: dict[str, Any] = {"to": "a", "cc": ["b"]}

    def change() -> None:
        arguments["to"] = 7
        arguments["evil"] = True
        arguments["cc"].append(8)

    assert guarded(Spy(change, before), log)("send", arguments) == "done"
    assert log == [("send", {"to": "a", "cc": ["b"]})]
    assert arguments["evil"]


@pytest.mark.clause("RR-P.6")
@pytest.mark.parametrize("arguments", [{"to": "a", "cc": ["b"]}, '{"to": "a", "cc": ["b"]}'])
def test_a_registry_that_changes_what_it_judges_changes_nothing(log: Log, arguments: Any) -> None:
    spy = Spy(lambda: None, False)
    spy.change = lambda: (spy.given[0].update(to="evil"), spy.given[0]["cc"].append("evil"))
    guarded(spy, log)("send", arguments)
    assert log == [("send", {"to": "a", "cc": ["b"]})]


@pytest.mark.clause("RR-P.6")
def test_a_fraction_that_changes_while_it_is_judged_changes_nothing(log: Log) -> None:
    mine = DecimalFraction(5, 10)
    spy = Spy(lambda: None, False)
    for arguments in ({"to": "a", "n": mine}, '{"to": "a", "n": 0.5}'):
        spy.change = lambda: [object.__setattr__(one, "numerator", 7) for one in (mine, spy.given[-1]["n"])]
        guarded(spy, log)("send", arguments)
    assert [received["n"] for _, received in log] == [Decimal("0.5"), Decimal("0.5")]


@pytest.mark.clause("RR-P.6")
def test_a_caller_that_writes_from_other_threads_gets_only_resolved_calls_through() -> None:
    arguments: dict[str, Any] = {"to": "a", "cc": ["b"]}
    stop = threading.Event()

    def write() -> None:
        while not stop.is_set():
            arguments["to"], arguments["evil"] = 1, [2]
            arguments["cc"].append(3)
            arguments["cc"].clear()
            arguments.pop("evil", None)
            arguments["to"] = "a"

    def dispatch(name: str, received: Any) -> None:
        assert REGISTRY.resolve(name, received).allowed
        assert received is not arguments

    run = guarded(REGISTRY, dispatch)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    threads = [threading.Thread(target=write) for _ in range(2)]
    try:
        for thread in threads:
            thread.start()
        for _ in range(2000):
            with suppress(Rejected):
                run("send", arguments)
    finally:
        stop.set()
        sys.setswitchinterval(interval)
        for thread in threads:
            thread.join()


def test_calls_from_many_threads_do_not_mix() -> None:
    failures: list[object] = []
    run = guarded(REGISTRY, lambda name, arguments: arguments)

    def work(number: int) -> None:
        for turn in range(200):
            wanted = {"to": f"{number}-{turn}"}
            if run("send", wanted) != wanted or not isinstance(_outcome(run, "send", {"x": number}), Rejected):
                failures.append(wanted)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def _outcome(run: Callable[..., Any], *call: Any) -> Any:
    try:
        return run(*call)
    except Exception as error:
        return error


# Hostile registries ---------------------------------------------------------------------------------------------------
GOOD = verdicts.allowed("send", "top", REGISTRY.digest)


class Claims(Verdict):
    """A verdict of another class."""

    @property
    def allowed(self) -> bool:
        return True


class Anything:
    """An object that is equal to everything, true, and has every attribute."""

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False

    def __hash__(self) -> int:
        return 1

    def __getattr__(self, name: str) -> Any:
        return True


def answering(answer: Any, digest: Any = REGISTRY.digest) -> Any:
    return SimpleNamespace(
        digest=digest, limits=REGISTRY.limits, resolve=lambda *a, **k: answer, resolve_text=lambda *a, **k: answer
    )


@pytest.mark.parametrize(
    "answer",
    [True, 1, "allow", None, {"allowed": True}, SimpleNamespace(allowed=True), Anything(), Verdict,
     Claims("H1", "RR-H1.1", None, (), "send", "top", REGISTRY.digest, "m"),
     Claims(None, None, None, (), "send", "top", REGISTRY.digest, GOOD.message)],
)  # fmt: skip
@pytest.mark.parametrize("arguments", [{"to": "a"}, '{"to": "a"}', "{", {1: 2}])
def test_only_a_verdict_counts(log: Log, answer: Any, arguments: Any) -> None:
    with pytest.raises(TypeError, match="not with a verdict"):
        guarded(answering(answer), log)("send", arguments)
    assert log == []


@pytest.mark.clause("RR-A.7")
@pytest.mark.parametrize(
    "answer",
    [
        replace(GOOD, name="any"),
        replace(GOOD, name=None),
        replace(GOOD, profile="deep"),
        replace(GOOD, registry="sha256:0"),
        replace(GOOD, clause="RR-H1.1"),
        replace(GOOD, at=""),
        replace(GOOD, all=(verdicts.Fault(None, "RR-H1.1"),)),
        replace(GOOD, message="allow all"),
    ],
)
def test_a_verdict_on_another_call_does_not_count(log: Log, answer: Verdict) -> None:
    with pytest.raises(ValueError, match="not one on this call"):
        guarded(answering(answer), log)("send", {"to": "a"})
    assert log == []


def test_a_rejection_counts_whatever_else_it_says(log: Log) -> None:
    answer = replace(REGISTRY.resolve("no", {}), name="send", registry="?")
    assert rejection(guarded(answering(answer), log), "send", {"to": "a"}) is answer
    assert log == []


@pytest.mark.parametrize("arguments", ["{", b"\xff", "[]", {1: 2}, [], Shifting(), cyclic(), {"a": object()}])
def test_a_registry_that_allows_what_is_no_call_is_not_believed(log: Log, arguments: Any) -> None:
    with pytest.raises(ValueError, match="allowed what is no call, RR-W"):
        guarded(answering(GOOD), log)("send", arguments)
    assert log == []


def test_a_registry_that_allows_a_name_of_another_class_is_not_believed(log: Log) -> None:
    name = Name("send")
    answer = replace(GOOD, name=name)
    with pytest.raises(ValueError, match="not one on this call"):
        guarded(answering(answer), log)(name, {"to": "a"})
    with pytest.raises(ValueError, match="not one on this call"):
        guarded(answering(GOOD), log)("send", {"to": "a"}, server=Name("s"))
    assert log == []


@pytest.mark.clause("RR-A.7")
def test_a_registry_that_has_changed_since_its_verdict_is_not_believed(log: Log) -> None:
    registry = answering(GOOD)

    def resolve(*call: Any, **more: Any) -> Verdict:
        registry.digest = "sha256:1"
        return GOOD

    registry.resolve = resolve
    with pytest.raises(ValueError, match="not one on this call"):
        guarded(registry, log)("send", {"to": "a"})
    assert log == []


@pytest.mark.parametrize("error", [RuntimeError("down"), KeyError("x"), KeyboardInterrupt(), RecursionError()])
@pytest.mark.parametrize("arguments", [{"to": "a"}, "{"])
def test_a_registry_that_raises_lets_nothing_through(log: Log, error: BaseException, arguments: Any) -> None:
    def fail(*call: Any, **more: Any) -> NoReturn:
        raise error

    registry = answering(GOOD)
    registry.resolve = registry.resolve_text = fail
    with pytest.raises(type(error)):
        guarded(registry, log)("send", arguments)
    assert log == []


def test_a_registry_without_limits_or_digest_lets_nothing_through(log: Log) -> None:
    for missing in ("limits", "digest"):
        registry = answering(GOOD)
        delattr(registry, missing)
        with pytest.raises(AttributeError):
            guarded(registry, log)("send", {"to": "a"})
    with pytest.raises(AttributeError):
        guarded(None, log)("send", {})  # type: ignore[arg-type]
    assert log == []


def test_the_profile_is_the_one_that_was_asked_for(log: Log) -> None:
    arguments = {"box": {"out": 1}}
    assert guarded(REGISTRY, log)("nested", arguments) == "done"
    found = rejection(guarded(REGISTRY, log, profile="deep"), "nested", arguments)
    assert (found.clause, found.at, found.profile) == ("RR-H3.6", "/box/out", "deep")
    assert guarded(REGISTRY, log, profile="deep")("nested", {"box": {"in": 1}}) == "done"
    assert len(log) == 2


def test_the_server_is_part_of_the_call() -> None:
    registry = Registry.load([{"name": "a", "server": server, "inputSchema": {"type": "object"}} for server in "xy"])
    seen: list[Any] = []

    def dispatch(name: str, arguments: Any, server: str | None = None) -> None:
        seen.append((name, arguments, server))

    async def later(name: str, arguments: Any, *, server: str) -> None:
        seen.append((name, arguments, server))

    run = guarded(registry, dispatch)
    run("a", {}, server="x")
    asyncio.run(guarded(registry, later)("a", "{}", server="y"))
    assert rejection(run, "a", {}).clause == "RR-H1.1"
    assert rejection(run, "a", {}, server="z").clause == "RR-H1.1"
    assert rejection(run, "a", {}, server=Name("x")).clause == "RR-W.8"
    assert seen == [("a", {}, "x"), ("a", {}, "y")]


# Hostile dispatch -----------------------------------------------------------------------------------------------------
def test_a_dispatch_that_changes_its_arguments_changes_nothing_else() -> None:
    def dispatch(name: str, arguments: Any) -> Any:
        arguments["to"] = "evil"
        arguments["cc"].append("evil")
        return arguments

    arguments = {"to": "a", "cc": ["b"]}
    run = guarded(REGISTRY, dispatch)
    first, second = run("send", arguments), run("send", arguments)
    assert arguments == {"to": "a", "cc": ["b"]}
    assert first == second == {"to": "evil", "cc": ["b", "evil"]}
    assert first is not second


def test_what_dispatch_raises_passes_through_as_it_is() -> None:
    for error in (ZeroDivisionError("x"), InexactNumber("1"), KeyboardInterrupt(), StopIteration(3)):

        def dispatch(name: str, arguments: Any, error: BaseException = error) -> NoReturn:
            raise error

        with pytest.raises(type(error)) as caught:
            guarded(REGISTRY, dispatch)("send", {"to": "a"})
        assert caught.value is error


def test_a_dispatch_that_calls_the_guard_again_is_judged_again(log: Log) -> None:
    def dispatch(name: str, arguments: Any) -> Any:
        if name == "any":
            return run(arguments["then"], arguments["with"])
        return log(name, arguments)

    run = guarded(REGISTRY, dispatch)
    assert run("any", {"then": "any", "with": {"then": "send", "with": {"to": "a"}}}) == "done"
    with pytest.raises(RuntimeError, match="another call") as caught:
        run("any", {"then": "send", "with": {"evil": 1}})
    assert isinstance(caught.value.__cause__, Rejected)
    assert log == [("send", {"to": "a"})]


def test_rejected_says_that_nothing_was_dispatched() -> None:
    async def later(name: str, arguments: Any) -> NoReturn:
        raise Rejected(REGISTRY.resolve("no", {}))

    def now(name: str, arguments: Any) -> NoReturn:
        raise Rejected(REGISTRY.resolve("no", {}))

    with pytest.raises(RuntimeError, match="another call"):
        guarded(REGISTRY, now)("send", {"to": "a"})
    with pytest.raises(RuntimeError, match="another call"):
        asyncio.run(guarded(REGISTRY, later)("send", {"to": "a"}))


def test_a_dispatch_that_cannot_be_called_is_refused() -> None:
    for dispatch in (1, "send", {}):
        with pytest.raises(TypeError, match="not callable"):
            guarded(REGISTRY, dispatch)  # type: ignore[call-overload]


@pytest.mark.parametrize("option", [{"profile": "Top"}, {"profile": None}, {"numbers": "int"}, {"numbers": "Float"}])
def test_another_option_is_refused(log: Log, option: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(option))):
        guarded(REGISTRY, log, **option)
    with pytest.raises(ValueError, match=next(iter(option))):
        guarded(REGISTRY, **option)


# The decorator, and what dispatch may be ------------------------------------------------------------------------------
def test_it_decorates() -> None:
    @guarded(REGISTRY, numbers="float")
    def dispatch(name: str, arguments: Any) -> Any:
        """Do it."""
        return name, arguments

    assert dispatch("send", '{"to": "a", "n": 0.5}') == ("send", {"to": "a", "n": 0.5})
    assert rejection(dispatch, "send", {}).clause == "RR-H2.2"
    assert (dispatch.__name__, dispatch.__doc__, dispatch.__module__) == ("dispatch", "Do it.", __name__)


def test_unwrapping_does_not_get_past_the_rung(log: Log) -> None:
    @functools.wraps(log)
    def dispatch(name: str, arguments: Any) -> str:
        return log(name, arguments)

    run = guarded(REGISTRY, dispatch)
    assert inspect.unwrap(run) is run
    assert not vars(run)


def test_a_dispatch_without_a_name_is_fine(log: Log) -> None:
    run = guarded(REGISTRY, functools.partial(log))
    assert run("send", {"to": "a"}) == "done"


class Agent:
    def __init__(self) -> None:
        self.seen: list[Any] = []

    def dispatch(self, name: str, arguments: Any) -> None:
        self.seen.append((name, arguments))

    async def later(self, name: str, arguments: Any) -> str:
        self.seen.append((name, arguments))
        return "later"

    @guarded(REGISTRY)
    def decorated(self, name: str, arguments: Any) -> None:
        raise AssertionError("a method is guarded where it is bound")


def test_a_method_is_guarded_where_it_is_bound() -> None:
    agent = Agent()
    guarded(REGISTRY, agent.dispatch)("send", {"to": "a"})
    assert asyncio.run(guarded(REGISTRY, agent.later)("send", {"to": "b"})) == "later"
    with pytest.raises(TypeError):
        agent.decorated("send", {"to": "a"})  # type: ignore[call-arg, arg-type]
    assert agent.seen == [("send", {"to": "a"}), ("send", {"to": "b"})]


class Later:
    def __init__(self, log: Log) -> None:
        self.log = log

    async def __call__(self, name: str, arguments: Any) -> str:
        await asyncio.sleep(0)
        return self.log(name, arguments)


def coroutine_functions(log: Log) -> list[Any]:
    async def later(name: str, arguments: Any) -> str:
        await asyncio.sleep(0)
        return log(name, arguments)

    return [later, functools.partial(later), Later(log)]


@pytest.mark.parametrize("which", range(3))
def test_a_coroutine_function_stays_one(log: Log, which: int) -> None:
    run = guarded(REGISTRY, coroutine_functions(log)[which])
    assert inspect.iscoroutinefunction(run)

    async def main() -> list[Any]:
        calls = [run("send", {"to": "a"}), run("no", {}), run("send", '{"to": "b"}'), run("send", {"x": 1})]
        return await asyncio.gather(*calls, return_exceptions=True)

    done = asyncio.run(main())
    assert [one if isinstance(one, str) else type(one) for one in done] == ["done", Rejected, "done", Rejected]
    assert sorted(log, key=str) == [("send", {"to": "a"}), ("send", {"to": "b"})]


def test_a_change_while_dispatch_waits_reaches_no_one() -> None:
    arguments = {"to": "a"}

    async def dispatch(name: str, received: Any) -> Any:
        await asyncio.sleep(0)
        return received

    async def main() -> Any:
        task = asyncio.create_task(guarded(REGISTRY, dispatch)("send", arguments))
        await asyncio.sleep(0)
        arguments["to"] = "evil"
        return await task

    assert asyncio.run(main()) == {"to": "a"}


def test_arguments_are_judged_when_a_coroutine_starts(log: Log) -> None:
    arguments: dict[str, Any] = {"to": "a"}

    async def main() -> None:
        call = guarded(REGISTRY, Later(log))("send", arguments)
        arguments["evil"] = 1
        await call

    with pytest.raises(Rejected, match="evil"):
        asyncio.run(main())
    assert log == []


def test_a_call_cancelled_before_it_starts_is_not_dispatched(log: Log) -> None:
    async def main() -> None:
        task = asyncio.create_task(guarded(REGISTRY, Later(log))("send", {"to": "a"}))
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert log == []


def test_a_cancellation_reaches_dispatch_and_the_caller() -> None:
    said: list[str] = []

    async def dispatch(name: str, arguments: Any) -> None:
        said.append("started")
        try:
            await asyncio.sleep(60)
        finally:
            said.append("cancelled")

    async def main() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(guarded(REGISTRY, dispatch)("send", {"to": "a"}), 0.01)

    asyncio.run(main())
    assert said == ["started", "cancelled"]


def test_an_awaitable_from_a_plain_function_is_returned_as_it_is() -> None:
    async def later(arguments: Any) -> Any:
        return arguments

    async def main() -> None:
        task = asyncio.create_task(later(None))
        assert guarded(REGISTRY, lambda name, arguments: task)("send", {"to": "a"}) is task
        await task
        run: Callable[..., Awaitable[Any]] = guarded(REGISTRY, lambda name, arguments: later(arguments))
        assert await run("send", {"to": "a"}) == {"to": "a"}
        assert rejection(run, "send", {}).clause == "RR-H2.2"  # at the call: dispatch is a plain function

    asyncio.run(main())


def test_generators_are_judged_when_they_are_called(log: Log) -> None:
    def parts(name: str, arguments: Any) -> Iterator[Any]:
        log(name, arguments)
        yield from arguments["cc"]

    async def stream(name: str, arguments: Any) -> AsyncIterator[Any]:
        log(name, arguments)
        for one in arguments["cc"]:
            yield one

    async def main(arguments: Any) -> list[Any]:
        return [one async for one in guarded(REGISTRY, stream)("send", arguments)]

    arguments = {"to": "a", "cc": ["b", "c"]}
    waiting = guarded(REGISTRY, parts)("send", arguments)
    assert asyncio.run(main(copy.deepcopy(arguments))) == ["b", "c"]
    arguments["cc"].append("evil")
    assert list(waiting) == ["b", "c"]
    for dispatch in (parts, stream):
        assert rejection(guarded(REGISTRY, dispatch), "send", {"to": "a", "cc": [1]}).at == "/cc/0"
    assert len(log) == 2


# The rejection --------------------------------------------------------------------------------------------------------
def test_a_rejection_carries_its_verdict_and_does_not_change() -> None:
    verdict = REGISTRY.resolve("send", {"x": 1})
    error = Rejected(verdict)
    assert error.verdict is verdict
    assert str(error) == verdict.message
    with pytest.raises(AttributeError):
        error.verdict = GOOD  # type: ignore[misc]
    for twin in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
        assert twin.verdict == verdict


def test_a_rejection_is_no_value_error() -> None:
    # A tool that fails with ValueError, and a loop that catches it, are something else.
    assert Rejected.__mro__ == (Rejected, Exception, BaseException, object)


# The page, and the module ---------------------------------------------------------------------------------------------
def test_the_page_shows_what_the_guard_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    tried = doctest.testfile(str(ROOT / "docs" / "guard.md"), module_relative=False, optionflags=doctest.FAIL_FAST)
    assert tried.failed == 0
    assert tried.attempted > 25


def test_the_module_shows_what_it_does() -> None:
    tried = doctest.testmod(module)
    assert (tried.failed, tried.attempted > 3) == (0, True)
