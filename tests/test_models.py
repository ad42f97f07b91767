"""The formats as models: a verdict's record, and the shapes that go in."""

from __future__ import annotations

import json

import jsonschema
import pytest
from pydantic import ValidationError

from rung import Registry, read_call
from rung.models import SCHEMAS, CallRecord, FaultRecord, OpenAICallRecord, RegistryRecord, VerdictRecord

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
    assert json.loads(json.dumps(record.model_dump())) == GOOD


@pytest.mark.parametrize("call", [{}, {"a": None}, {"a": 1}, {"x": 1, "a": 1}, {"a": 1j}, 7])
def test_every_record_is_valid(call: object) -> None:
    record = VerdictRecord.of(REGISTRY.resolve("t", call), 7)  # type: ignore[arg-type]
    text = json.dumps(record.model_dump())
    assert VerdictRecord.model_validate_json(text) == record
    jsonschema.validate(json.loads(text), VerdictRecord.model_json_schema())


def test_a_lone_surrogate_in_a_name_is_written_as_an_escape() -> None:
    names = {"\ud800": "\\ud800", "a\udfffb": "a\\udfffb", "\U0001f600": "\U0001f600", "": ""}
    for name, written in names.items():
        record = VerdictRecord.of(REGISTRY.resolve_text(name, "{}"), 1)
        assert record.name == written
        assert VerdictRecord.model_validate_json(json.dumps(record.model_dump())) == record
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


def test_the_published_schemas_are_schemas() -> None:
    assert set(SCHEMAS) == {"registry", "call", "verdict"}
    for model in SCHEMAS.values():
        jsonschema.Draft202012Validator.check_schema(model.model_json_schema())
