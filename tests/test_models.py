"""The formats as models: a verdict's record, and the shapes that go in."""

from __future__ import annotations

import json

import jsonschema
import pytest
from pydantic import ValidationError

from rung import Registry, RegistryError, read_call
from rung.models import (
    SCHEMAS,
    CallRecord,
    FaultRecord,
    OpenAICallRecord,
    RegistryRecord,
    RegistryReport,
    VerdictRecord,
    published_schema,
)

REGISTRY = Registry.load([{"name": "t", "inputSchema": {"type": "object", "properties": {"a": {"type": "null"}}}}])
GOOD = {
    "verdict": "reject",
    "code": "H2",
    "clause": "RR-H2.1",
    "at": "/x",
    "all": [{"clause": "RR-H2.1", "at": "/x"}],
    "name": "t",
    "line": 1,
    "profile": "top",
    "registry": REGISTRY.digest,
}


def test_a_record_is_that_of_its_verdict() -> None:
    record = VerdictRecord.of(REGISTRY.resolve("t", {"x": 1}), 1)
    assert record == VerdictRecord.model_validate(GOOD)
    assert json.loads(record.text) == GOOD


@pytest.mark.parametrize("call", [{}, {"a": None}, {"a": 1}, {"x": 1, "a": 1}, {"a": 1j}, 7])
def test_every_record_is_valid(call: object) -> None:
    record = VerdictRecord.of(REGISTRY.resolve("t", call), 7)  # type: ignore[arg-type]
    text = record.text
    assert VerdictRecord.model_validate_json(text) == record
    jsonschema.validate(json.loads(text), VerdictRecord.model_json_schema())


def test_a_lone_surrogate_in_a_name_is_written_as_an_escape() -> None:
    names = {"\ud800": "\\ud800", "a\udfffb": "a\\udfffb", "\U0001f600": "\U0001f600", "": ""}
    for name, written in names.items():
        record = VerdictRecord.of(REGISTRY.resolve_text(name, "{}"), 1)
        assert record.name == written
        assert VerdictRecord.model_validate_json(record.text) == record
    assert VerdictRecord.of(REGISTRY.resolve_text(7, "{}"), 1).name is None  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change",
    [
        {"more": 1},
        {"verdict": "deny"},
        {"code": "H4"},
        {"line": 0},
        {"profile": "shallow"},
        {"registry": "sha256:0"},
        {"registry": REGISTRY.digest.upper()},
        {"all": [{"clause": "RR-L.1", "at": ""}]},
        {"all": [{"clause": "RR-W.1"}]},
        {"all": [{"clause": "RR-W", "at": None}]},
        {"all": [{"clause": "RR-W.1", "at": None, "more": 1}]},
        {"name": 7},
    ],
)
def test_a_wrong_record_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        VerdictRecord.model_validate(GOOD | change)


def test_records_do_not_change() -> None:
    record = VerdictRecord.model_validate(GOOD)
    with pytest.raises(ValidationError):
        record.name = "u"
    with pytest.raises(ValidationError):
        FaultRecord(clause="RR-W.1", at=None).at = ""


def test_what_goes_in() -> None:
    assert CallRecord.model_validate({"name": "t", "id": 1}).arguments == {}
    with pytest.raises(ValidationError):
        OpenAICallRecord.model_validate({"function": {"name": "t"}})
    assert RegistryRecord.model_validate({"tools": [{"name": "t", "inputSchema": {}}], "nextCursor": None}).tools
    for call in ({"name": "t"}, {"name": "t", "server": "s", "arguments": "{}"}):
        CallRecord.model_validate(call)
        assert read_call(json.dumps(call))


def test_what_is_not_set_is_not_written() -> None:
    verdict = REGISTRY.resolve("t", {"x": 1})
    assert json.loads(VerdictRecord.of(verdict, 1).text) == GOOD
    more = {"call": 2, "id": "a\\ud800", "reply": {"role": "tool"}}
    record = VerdictRecord.of(verdict, 1, call=2, id="a\ud800", reply={"role": "tool"})
    assert json.loads(record.text) == GOOD | more
    assert VerdictRecord.model_validate_json(record.text) == record
    jsonschema.validate(json.loads(record.text), VerdictRecord.model_json_schema())
    for wrong in ({"call": 0}, {"id": 7}, {"reply": "x"}):
        with pytest.raises(ValidationError):
            VerdictRecord.model_validate(GOOD | wrong)


BROKEN = [
    {"name": "a", "server": "s", "inputSchema": {"patternProperties": {"^x": {}}, "properties": {"b": {}}}},
    {"name": "o", "inputSchema": {"additionalProperties": True, "required": ["r"], "properties": {"r": {}}}},
    {"name": "p", "inputSchema": {"patern": 1}},
]


def test_a_report_says_what_was_loaded_and_what_was_not() -> None:
    registry = Registry.load(BROKEN, quarantine=True)
    report = RegistryReport.of(registry, registry.problems, ["f\udcff"])
    assert (report.loaded, report.registry, report.files) == (True, registry.digest, ("f\\udcff",))
    assert [tool.model_dump(exclude={"digest", "dialect"}) for tool in report.tools] == [
        {
            "name": "a", "server": "s", "required": (), "optional": ("b",), "families": ("^x",), "open": False,
            "open_at": ("/patternProperties/^x",), "keywords": ("patternProperties", "properties"),
        },
        {
            "name": "o", "server": None, "required": ("r",), "optional": (), "families": (), "open": True,
            "open_at": ("/additionalProperties",), "keywords": ("additionalProperties", "properties", "required"),
        },
    ]  # fmt: skip
    assert {tool.dialect for tool in report.tools} == {"bare"}
    assert [tool.digest for tool in report.tools] == [tool.digest for tool in registry.tools.values()]
    assert list(report.keywords.items()) == [
        ("properties", 2), ("additionalProperties", 1), ("patternProperties", 1), ("required", 1),
    ]  # fmt: skip
    [problem] = report.problems
    assert (problem.clause, problem.tool, problem.at, problem.keyword) == ("RR-L.4", "p", "/patern", "patern")
    assert problem.message == registry.problems[0].message


@pytest.mark.parametrize("quarantine", [True, False])
def test_every_report_is_valid(quarantine: bool) -> None:
    try:
        registry: Registry | None = Registry.load(BROKEN, quarantine=quarantine)
        problems = registry.problems
    except RegistryError as error:
        registry, problems = None, error.problems
    report = RegistryReport.of(registry, problems, [])
    text = json.dumps(report.model_dump())
    assert RegistryReport.model_validate_json(text) == report
    jsonschema.validate(json.loads(text), published_schema("registry-report"))


def test_the_published_schemas_are_schemas() -> None:
    assert set(SCHEMAS) == {"registry", "call", "verdict", "registry-report"}
    for name in SCHEMAS:
        jsonschema.Draft202012Validator.check_schema(published_schema(name))
