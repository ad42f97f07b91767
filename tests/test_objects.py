"""`rung.objects`: every W clause through the API, their order, their places, and that no object makes it raise."""

from __future__ import annotations

import collections
import enum
import json
import math
import sys
import tracemalloc
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rung import objects as objects_module
from rung.objects import ObjectFault, Snapshot, snapshot, snapshot_arguments
from rung.text import DEFAULT, Limits, Parsed, parse
from rung.value import DecimalFraction, canonical


def fault(source: object, limits: Limits = DEFAULT) -> ObjectFault:
    result = snapshot(source, limits)
    assert isinstance(result, ObjectFault), result
    assert result.message.isascii()
    assert "\n" not in result.message
    return result


def value(source: object, limits: Limits = DEFAULT) -> Any:
    result = snapshot(source, limits)
    assert isinstance(result, Snapshot), result
    return result.value


def nested(depth: int) -> dict[str, Any]:
    inner: list[Any] = []
    for _ in range(depth - 2):
        inner = [inner]
    return {"a": inner}


class Hostile(type):
    """A class of which every question raises."""

    @property
    def __name__(cls) -> str:  # type: ignore[override]
        raise RuntimeError

    def __getattribute__(cls, name: str) -> Any:
        raise RuntimeError(name)

    def __eq__(cls, other: object) -> bool:
        raise RuntimeError

    def __hash__(cls) -> int:
        raise RuntimeError

    def __instancecheck__(cls, instance: object) -> bool:
        raise RuntimeError


class Raising(metaclass=Hostile):
    def __getattribute__(self, name: str) -> Any:
        raise RuntimeError(name)

    def __hash__(self) -> int:
        return 1

    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    def __bool__(self) -> bool:
        raise RuntimeError

    def __repr__(self) -> str:
        raise RuntimeError


class Text(str):
    __slots__ = ()


class Whole(int):
    pass


class Real(float):
    pass


class Exact(Decimal):
    pass


class Mapping(dict):  # type: ignore[type-arg]
    pass


class Sequence(list):  # type: ignore[type-arg]
    pass


class Color(enum.IntEnum):
    RED = 1


# RR-W.7 --------------------------------------------------------------------------------------------------------------

NO_JSON: list[tuple[object, str]] = [
    (math.nan, '"nan"'),
    (math.inf, '"inf"'),
    (-math.inf, '"-inf"'),
    (Decimal("NaN"), '"NaN"'),
    (Decimal("-sNaN123"), '"-sNaN123"'),
    (Decimal("Infinity"), '"Infinity"'),
    ((), 'an instance of "tuple"'),
    ((1, 2), 'an instance of "tuple"'),
    (set(), 'an instance of "set"'),
    (frozenset(), 'an instance of "frozenset"'),
    (b"a", 'an instance of "bytes"'),
    (bytearray(), 'an instance of "bytearray"'),
    (1j, 'an instance of "complex"'),
    (Fraction(1, 2), 'an instance of "Fraction"'),
    (object(), 'an instance of "object"'),
    (dict, 'an instance of "type"'),
    (Text("a"), 'an instance of "Text"'),
    (Whole(1), 'an instance of "Whole"'),
    (Real(1), 'an instance of "Real"'),
    (Exact(1), 'an instance of "Exact"'),
    (Mapping(), 'an instance of "Mapping"'),
    (Sequence(), 'an instance of "Sequence"'),
    (Color.RED, 'an instance of "Color"'),
    (collections.OrderedDict(), 'an instance of "OrderedDict"'),
    ({}.items(), 'an instance of "dict_items"'),
    (type("x\n" * 50, (), {})(), 'an instance of "' + "x\\n" * 20 + '..."'),
]


@pytest.mark.clause("RR-W.7")
@pytest.mark.parametrize(("source", "found"), NO_JSON, ids=[found for _, found in NO_JSON])
def test_what_json_cannot_express_is_rejected_where_it_stands(source: object, found: str) -> None:
    assert fault({"n": source}) == ObjectFault("RR-W.7", "/n", "a JSON value", found)
    assert fault([0, {"a/b": [source]}]).at == "/1/a~1b/0"
    assert fault(source).at == ""


@pytest.mark.clause("RR-W.7")
@pytest.mark.parametrize(
    "key", [1, None, True, 1.5, b"a", (), Text("a")], ids=lambda key: str(type.__repr__(type(key)))
)
def test_a_key_that_is_no_string_is_rejected_at_its_object(key: object) -> None:
    for source, at in (({key: 1}, ""), ({"a": {"b": 1, key: 1}}, "/a"), ([{key: [math.nan]}], "/0")):
        result = fault(source)
        assert (result.clause, result.at, result.expected) == ("RR-W.7", at, "a string as key")


@pytest.mark.clause("RR-W.7")
def test_of_an_object_that_raises_at_every_question_none_is_asked() -> None:
    assert fault({"n": Raising()}) == ObjectFault("RR-W.7", "/n", "a JSON value", 'an instance of "Raising"')
    assert fault({"n": Raising}) == ObjectFault("RR-W.7", "/n", "a JSON value", 'an instance of "Hostile"')
    assert fault([DecimalFraction(Raising(), 10)]).at == "/0"  # type: ignore[arg-type]
    assert fault([DecimalFraction(1, Raising())]).at == "/0"  # type: ignore[arg-type]
    assert fault({Raising(): {"a": Raising()}}).at == ""


@pytest.mark.clause("RR-W.7")
def test_keys_that_raise_when_compared_are_not_compared() -> None:
    assert fault({Raising(): 1, "a": 1}).clause == "RR-W.7"
    assert fault({"a": [], Raising(): [[]]}).clause == "RR-W.7"


@pytest.mark.clause("RR-W.7")
def test_a_message_is_one_line() -> None:
    assert fault({"n": math.nan}).message == 'RR-W.7: expected a JSON value at "/n", found "nan"'
    assert fault({"a": [{1: 2}]}).message == 'RR-W.7: expected a string as key at "/a/0", found an instance of "int"'
    assert len(fault({"a" * 10_000: math.nan}).message) < 300


# RR-W.4 and the value of numbers -------------------------------------------------------------------------------------

NUMBERS: list[tuple[object, object]] = [
    (0, 0),
    (-5, -5),
    (2**64, 2**64),
    (10**1100 - 1, 10**1100 - 1),
    (10**1100, 10**1100),
    (-(10**1101 - 10), -(10**1101 - 10)),
    (5.0, 5),
    (-0.0, 0),
    (0.1, DecimalFraction(1, 10)),
    (1e22, 10**22),
    (1.7976931348623157e308, 17976931348623157 * 10**292),
    (5e-324, DecimalFraction(5, 10**324)),
    (-1.5e-7, DecimalFraction(-15, 10**8)),
    (Decimal("19.990"), DecimalFraction(1999, 100)),
    (Decimal("1E+1100"), 10**1100),
    (Decimal("0E+1000000"), 0),
    (Decimal("-0E-1000000"), 0),
    (Decimal((0, (0,), 10**15)), 0),
    (Decimal("9" * 1100 + "0"), int("9" * 1100 + "0")),
    (DecimalFraction(1, 10), DecimalFraction(1, 10)),
    (DecimalFraction(-15, 100), DecimalFraction(-15, 100)),
    (DecimalFraction(1, 10**1100), DecimalFraction(1, 10**1100)),
    (DecimalFraction(10**1100 - 1, 10**2199), DecimalFraction(10**1100 - 1, 10**2199)),
    (DecimalFraction(10**1100 - 1, 10), DecimalFraction(10**1100 - 1, 10)),
]


@pytest.mark.clause("RR-W.4", "RR-W.7")
@pytest.mark.parametrize(("source", "expected"), NUMBERS, ids=[str(source)[:20] for source, _ in NUMBERS])
def test_a_number_in_range_is_exact(source: object, expected: object) -> None:
    for result in (value(source), value({"n": source})["n"], value([[], source])[1]):
        assert result == expected
        assert type(result) is type(expected)


@pytest.mark.clause("RR-W.4", "RR-W.7")
@pytest.mark.parametrize("places", [1, 2, 3, 9, 10, 100, 1099, 1100, 1101, 2198, 2199])
def test_every_length_of_fraction_is_judged_by_its_denominator(places: int) -> None:
    least = 10 ** max(0, places - 1100) + (1 if places > 1100 else 0)
    assert value(DecimalFraction(least, 10**places)) == DecimalFraction(least, 10**places)
    assert fault(DecimalFraction(least, 10**places + 1)).clause == "RR-W.7"
    assert fault(DecimalFraction(least, 10**places * 2)).clause == "RR-W.7"


@pytest.mark.clause("RR-W.7")
@pytest.mark.parametrize(
    "fraction",
    [
        DecimalFraction(10, 10),
        DecimalFraction(0, 10),
        DecimalFraction(5, 1),
        DecimalFraction(1, 2),
        DecimalFraction(1, -10),
        DecimalFraction(1, 0),
        DecimalFraction(1.0, 10),  # type: ignore[arg-type]
        DecimalFraction(1, 10.0),  # type: ignore[arg-type]
        DecimalFraction(True, 10),
        DecimalFraction(10**1100 + 1, 10),
        DecimalFraction(1, 10**1101),
        DecimalFraction(10**1098 + 1, 10**2199),
        DecimalFraction(1, 10**100_000),
        DecimalFraction.__new__(DecimalFraction),
    ],
)
def test_a_fraction_that_is_not_in_normal_form_and_range_is_rejected(fraction: DecimalFraction) -> None:
    assert fault({"n": fraction}) == ObjectFault("RR-W.7", "/n", "a JSON value", 'an instance of "DecimalFraction"')


@pytest.mark.clause("RR-W.4")
@pytest.mark.parametrize(
    "make",
    [
        lambda: 10**1100 + 1,
        lambda: -(10**1101),
        lambda: 10**5000,
        lambda: 1 << 10_000_000,
        lambda: Decimal("1E+1101"),
        lambda: Decimal("1E-1101"),
        lambda: Decimal((0, (1,), 10**18 - 1)),
        lambda: Decimal((1, (1,), 1 - 10**18)),
        lambda: Decimal("1." + "0" * 1099 + "1"),
        lambda: Decimal("7" * 1_000_000),
    ],
)
def test_a_number_out_of_range_is_rejected_without_computing_it(make: Callable[[], Any]) -> None:
    source = make()
    size = sys.getsizeof(source)
    tracemalloc.start()
    result = fault({"n": source})
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (result.clause, result.at, result.expected) == ("RR-W.4", "/n", "a number in range")
    assert peak < 20 * size + 100_000
    assert len(result.message) < 150


@pytest.mark.clause("RR-W.4")
def test_numbers_are_judged_whatever_limit_python_puts_on_conversions() -> None:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        for source, expected in NUMBERS:
            assert value(source) == expected
        assert fault(10**5000).found == "an integer of 16610 bits"
    finally:
        sys.set_int_max_str_digits(before)


@pytest.mark.clause("RR-W.7")
def test_booleans_null_and_strings_are_themselves() -> None:
    source = {"a": True, "b": False, "c": None, "d": "\x00\u00e9\U0001f600", "\u00e9": ""}
    assert repr(value(source)) == repr(source)


# RR-W.5 --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("RR-W.5")
def test_a_lone_surrogate_in_a_string_or_key_is_rejected() -> None:
    assert fault({"to": "\ud83d"}) == ObjectFault("RR-W.5", "/to", "surrogates in pairs", '"\\ud83d"')
    assert fault(["a", "\ud83d\ude00"]).at == "/1"  # two code points: no pair
    assert fault({"a": {"\ude00": 1}}) == ObjectFault("RR-W.5", "/a", "surrogates in pairs", '"\\ude00"')
    assert fault({"\ude00": math.nan}).at == "/\\ude00"


# RR-W.6 --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("RR-W.6")
def test_depth_128_is_allowed_and_129_is_rejected() -> None:
    assert canonical(value(nested(128))) == canonical(nested(128))
    assert fault(nested(129)) == ObjectFault("RR-W.6", None, "nesting of at most 128", "more")
    assert fault(nested(129)).message == "RR-W.6: expected nesting of at most 128, found more"
    assert value({}, Limits(depth=1)) == {}
    assert value([1], Limits(depth=1)) == [1]
    assert fault({"a": {}}, Limits(depth=1)).clause == "RR-W.6"


@pytest.mark.clause("RR-W.6")
def test_depth_counts_the_height_of_a_container_that_was_met_before() -> None:
    shared = [[[1]]]
    assert value([shared, [shared]], Limits(depth=5)) == [[[[1]]], [[[[1]]]]]
    assert fault([shared, [shared]], Limits(depth=4)).clause == "RR-W.6"
    assert fault([[shared], shared], Limits(depth=4)).clause == "RR-W.6"
    assert value([[shared], shared], Limits(depth=5)) == [[[[[1]]]], [[[1]]]]
    low: list[Any] = [1]
    high = [[low]]
    assert fault([low, high, [[high]]], Limits(depth=5)).clause == "RR-W.6"
    assert value([low, high, [[high]]], Limits(depth=6))[2] == [[[[[1]]]]]


@pytest.mark.clause("RR-W.6")
def test_a_depth_limit_beyond_pythons_recursion_limit_holds() -> None:
    assert isinstance(snapshot(nested(50_000), Limits(depth=50_000)), Snapshot)
    assert fault(nested(50_001), Limits(depth=50_000)).clause == "RR-W.6"


@pytest.mark.clause("RR-W.6")
def test_a_cyclic_object_is_too_deep() -> None:
    itself: list[Any] = []
    itself.append(itself)
    pair: dict[str, Any] = {"a": 1}
    pair["b"] = [pair]
    for source in (itself, {"x": itself}, pair, [1, {"y": pair}]):
        assert fault(source, Limits(depth=10**9)).clause == "RR-W.6"


@pytest.mark.clause("RR-W.6")
@pytest.mark.parametrize(
    ("source", "length"),
    [
        (1, 1),
        ("abc", 4),
        ("\u00e9\u20ac\U0001f600", 10),
        ({}, 1),
        ({"ab": 10**100}, 4),
        ({"ab": "c", "\u00e9": None}, 8),
        ([1, [True, "xy"], {}], 8),
        ([{"a": [0.5]}], 5),
        ([["ab"], ["ab"]], 9),
    ],
)
def test_length_is_one_for_each_value_plus_the_utf8_length_of_strings_and_keys(source: object, length: int) -> None:
    assert isinstance(snapshot(source, Limits(text_bytes=length)), Snapshot)
    if length > 1:
        expected = ObjectFault("RR-W.6", None, f"at most {length - 1} bytes", "more")
        assert snapshot(source, Limits(text_bytes=length - 1)) == expected


@pytest.mark.clause("RR-W.6")
def test_a_shared_container_counts_each_time_and_costs_once() -> None:
    shared: list[Any] = ["a"]
    for _ in range(20):
        shared = [shared, shared]
    length = 2**20 * 3 + 2**20 - 1
    result = value(shared, Limits(text_bytes=length))
    assert result[0] is result[1]
    assert fault(shared, Limits(text_bytes=length - 1)).clause == "RR-W.6"
    for _ in range(100):
        shared = [shared, shared]
    assert fault(shared).clause == "RR-W.6"
    assert fault({"a": [shared, {"b": shared}]}, Limits(text_bytes=10**30)).clause == "RR-W.6"


@pytest.mark.clause("RR-W.6")
def test_a_long_string_is_not_encoded_to_find_it_too_long() -> None:
    source = {"a": "\u00e9" * 50_000_000}
    tracemalloc.start()
    assert fault(source).clause == "RR-W.6"
    assert tracemalloc.get_traced_memory()[1] < 100_000
    tracemalloc.stop()
    assert fault({"a" * 17_000_000: 1}).clause == "RR-W.6"


@pytest.mark.clause("RR-W.6")
def test_the_default_limits_are_those_of_text() -> None:
    assert isinstance(snapshot({"a": "x" * (16 * 1024 * 1024 - 3)}), Snapshot)
    assert fault({"a": "x" * (16 * 1024 * 1024 - 2)}).clause == "RR-W.6"


# RR-W.3 --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("RR-W.3")
@pytest.mark.parametrize(
    ("source", "found"),
    [
        (None, "null"),
        ([], "an array"),
        ("{}", "a string"),
        (0, "a number"),
        (0.5, "a number"),
        (Decimal(1), "a number"),
        (True, "a boolean"),
    ],
)
def test_arguments_that_are_no_object_are_rejected_and_other_values_are_not(source: object, found: str) -> None:
    assert snapshot_arguments(source) == ObjectFault("RR-W.3", "", "an object", found)
    assert isinstance(snapshot(source), Snapshot)


@pytest.mark.clause("RR-W.3")
def test_a_dict_is_arguments() -> None:
    assert snapshot_arguments({}) == Snapshot({})
    assert snapshot_arguments({"a": [1.0]}) == Snapshot({"a": [1]})


# The order of the clauses --------------------------------------------------------------------------------------------


@pytest.mark.clause("RR-W.3", "RR-W.4", "RR-W.5", "RR-W.6", "RR-W.7")
def test_of_two_clauses_the_one_earlier_in_the_order_is_given_wherever_it_stands() -> None:
    faulty = {"RR-W.6": nested(129), "RR-W.7": math.nan, "RR-W.5": "\ud83d", "RR-W.4": 10**2000}
    order = list(faulty)
    for first in order:
        for second in order[order.index(first) :]:
            for items in ([first, second], [second, first]):
                result = snapshot_arguments([faulty[item] for item in items])
                assert isinstance(result, ObjectFault)
                assert result.clause == first
    assert fault([math.nan, "x" * 100], Limits(text_bytes=100)).clause == "RR-W.6"
    assert fault([{1: nested(128)}]).clause == "RR-W.6"
    result = snapshot_arguments([])
    assert isinstance(result, ObjectFault)
    assert result.clause == "RR-W.3"


@pytest.mark.clause("RR-W.4", "RR-W.5", "RR-W.7")
def test_of_several_faults_of_one_clause_the_first_in_document_order_is_given() -> None:
    assert fault({"b": [[(), ()]], "a": ()}).at == "/b/0/0"
    assert fault([[], "\ud83d", ["\ud83d"]]).at == "/1"
    assert fault({"a": 10**2000, "b": 10**2001}).at == "/a"


# The snapshot --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("RR-W.7")
def test_the_value_does_not_change_with_the_object() -> None:
    for source in ({"a": 1, "b": "c"}, {"a": {"b": [1, {"c": 2}]}, "d": [[]]}):
        before = repr(source)
        result = value(source)
        source["a"] = "changed"
        for item in source.values():
            if isinstance(item, list):
                item.append(1)
        assert repr(result) == before


@pytest.mark.clause("RR-W.7")
def test_key_order_is_kept() -> None:
    assert list(value({"b": 1, "a": 2})) == ["b", "a"]
    assert list(value({"b": [], "a": {}})) == ["b", "a"]


OBJECTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda children: st.lists(children, max_size=4) | st.dictionaries(st.text(max_size=3), children, max_size=4),
    max_leaves=12,
)


@pytest.mark.clause("RR-W.7")
@given(OBJECTS)
def test_an_object_has_the_value_of_the_text_it_is_written_as(source: object) -> None:
    for ascii_only in (True, False):
        result = parse(json.dumps(source, ensure_ascii=ascii_only))
        assert isinstance(result, Parsed)
        assert repr(result.value) == repr(value(source))


@pytest.mark.clause("RR-W.7")
@given(
    st.dictionaries(st.text(max_size=3), st.none() | st.booleans() | st.integers() | st.text(max_size=5), max_size=5),
    st.integers(1, 40),
)
def test_the_flat_path_gives_what_the_walk_gives(source: dict[str, Any], length: int) -> None:
    limits = Limits(text_bytes=length)
    flat = objects_module._flat(source, limits)
    assert flat is None or repr(objects_module._walk(source, limits)) == repr(Snapshot(flat))


ODD = st.one_of(
    OBJECTS,
    st.floats(),
    st.decimals(),
    st.fractions(),
    st.binary(max_size=2),
    st.text(st.characters(), max_size=2),
    st.builds(DecimalFraction, st.integers(), st.integers()),
    st.sampled_from([source for source, _ in NO_JSON]),
    st.integers(1050, 1150).map(lambda exponent: 10**exponent + 1),
)


@pytest.mark.clause("RR-W.3", "RR-W.4", "RR-W.5", "RR-W.6", "RR-W.7")
@given(
    st.recursive(
        ODD,
        lambda children: st.one_of(
            st.lists(children, max_size=4),
            st.tuples(children),
            st.dictionaries(st.one_of(st.text(st.characters(), max_size=2), st.integers()), children, max_size=4),
        ),
        max_leaves=12,
    ),
    st.builds(Limits, text_bytes=st.sampled_from([10, 10**6]), depth=st.integers(1, 5)),
)
def test_no_object_makes_it_raise_and_what_it_accepts_is_a_value(source: object, limits: Limits) -> None:
    result = snapshot_arguments(source, limits)
    if isinstance(result, Snapshot):
        again = parse(canonical(result.value))
        assert isinstance(again, Parsed)
        assert canonical(again.value) == canonical(result.value)
    else:
        assert result.message.isascii()
        assert (result.at is None) == (result.clause == "RR-W.6")


def test_a_caller_deep_in_its_own_stack_gets_an_answer_or_its_own_error() -> None:
    """Python may have no frame left for the quick way: the other one, which does not recurse, answers."""

    def below(frames: int) -> object:
        return snapshot({"a": [[[[[[1]]]]]]}) if frames == 0 else below(frames - 1)

    answered = 0
    for frames in range(sys.getrecursionlimit()):
        try:
            result = below(frames)
        except RecursionError:
            continue
        answered += 1
        assert result == Snapshot({"a": [[[[[[1]]]]]]})
    assert answered > 100
