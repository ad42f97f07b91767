"""``rung registry``: the report, the export, and the closed schemas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rung import Registry
from rung.dialects import LISTINGS
from rung.models import RegistryReport
from rung.registry import REGISTRY_LIMITS
from rung.text import Parsed, parse
from tests.cli.process import ROOT, TOOLS, run, rung

EXAMPLE = str(ROOT / "docs" / "examples" / "registry.json")
BROKEN = [
    {"name": "a", "inputSchema": {"patern": 1}},
    {"name": 7, "inputSchema": {}},
    {"name": "b", "server": "s", "inputSchema": {"properties": {"x": {}, "w": {}}, "required": ["x"]}},
    {"name": "c", "inputSchema": {"patternProperties": {"^x-": {}}, "additionalProperties": True}},
    {"name": "d", "inputSchema": {}},
]


@pytest.fixture(autouse=True)
def _here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    (folder / "broken.json").write_text(json.dumps(BROKEN), encoding="utf-8")
    (folder / "dup.json").write_text(json.dumps([{"name": "b", "server": "t", "inputSchema": {}}]), encoding="utf-8")


# The report -----------------------------------------------------------------------------------------------------------
def test_what_was_loaded_is_told() -> None:
    code, out, err = run("registry", EXAMPLE)
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        'send_mail: required "to", "subject"; optional "body", "priority"',
        'get_weather: required "city"; optional "days", "unit"',
        "tools: 2 (mcp 2)",
        "open roots: 0",
        "keywords: enum 2, properties 2, required 2, type 2, items 1, maxLength 1, maximum 1, minItems 1, minLength 1, "
        "minimum 1, pattern 1",
        f"registry: {Registry.load(EXAMPLE).digest}",
    ]


def test_open_roots_and_left_out_tools_are_told() -> None:
    code, out, err = run("registry", "broken.json", "--quarantine")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[:3] == [
        's b: required "x"; optional "w"',
        'c: keys that match "^x-"; any other key (at /patternProperties/^x-, /additionalProperties)',
        "d: takes no arguments",
    ]
    assert [line.split()[:3] for line in lines[3:5]] == [["problem:", "RR-L.4", "a"], ["problem:", "RR-L.3", "#1"]]
    assert lines[5:7] == ["tools: 3 (bare 3)", "open roots: 1, where no undeclared key is rejected (RR-H2.1)"]
    assert lines[8] == "problems: 2, so tools were left out: they are not callable"


def test_a_refused_registry_is_exit_2_with_every_problem() -> None:
    code, out, err = run("registry", "broken.json")
    assert (code, len(out.splitlines())) == (2, 2)
    assert err == "broken.json: refused for 2 problems\n"


def test_annotations_and_dialect_and_several_files() -> None:
    assert run("registry", "tools.json", EXAMPLE)[1].count("tools: 4 (bare 2, mcp 2)") == 1
    assert run("registry", "tools.json", "--dialect", "mcp")[0] == 2
    (Path("x.json")).write_text(json.dumps([{"name": "a", "inputSchema": {"patern": 1}}]))
    assert run("registry", "x.json", "--annotation", "patern")[0] == 0


def test_an_empty_registry_is_one() -> None:
    Path("none.json").write_text('{"tools": []}')
    code, out, _ = run("registry", "none.json")
    assert (code, out.splitlines()[:3]) == (0, ["tools: 0", "open roots: 0", "keywords: none"])


@pytest.mark.parametrize(("options", "loaded"), [(("--quarantine",), True), ((), False)])
def test_the_report_as_json(options: tuple[str, ...], loaded: bool) -> None:
    code, out, _ = run("registry", "broken.json", "--format", "json", *options)
    assert (code, out.count("\n")) == (0 if loaded else 2, 1)
    report = RegistryReport.model_validate_json(out)
    jsonschema.validate(json.loads(out), RegistryReport.model_json_schema())
    assert report.loaded is loaded
    assert (report.registry is not None) is loaded
    assert [problem.clause for problem in report.problems] == ["RR-L.4", "RR-L.3"]
    assert [(tool.server, tool.name, tool.open) for tool in report.tools] == (
        [("s", "b", False), (None, "c", True), (None, "d", False)] if loaded else []
    )
    assert report.files == ("broken.json",)


def test_names_cannot_command_a_terminal() -> None:
    for options in ((), ("--format", "json"), ("--to", "mcp"), ("--closed-schemas",)):
        code, out, err = run("registry", "tools.json", *options)
        assert code == 0
        assert all(" " <= character <= "~" or character == "\n" for character in out + err)


def test_a_registry_comes_through_standard_input(folder: Path) -> None:
    done = rung(folder, "registry", "-", calls=json.dumps(TOOLS).encode())
    assert (done.returncode, done.stdout.splitlines()[2]) == (0, b"tools: 2 (bare 2)")


# Documents ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("dialect", LISTINGS)
def test_an_exported_registry_loads_again(dialect: str) -> None:
    code, out, err = run("registry", EXAMPLE, "--to", dialect)
    assert (code, out.count("\n")) == (0, 1)
    again = Registry.loads(out)
    assert {tool.dialect for tool in again.tools.values()} == {dialect}
    assert list(again.tools) == ["send_mail", "get_weather"]
    assert f"2 of 2 tools written; cannot be said in {dialect}: " in err


def test_what_cannot_be_said_is_told() -> None:
    code, out, err = run("registry", "broken.json", "dup.json", "--quarantine", "--to", "anthropic")
    assert (code, list(Registry.loads(out).tools)) == (0, ["c", "d"])
    assert err.splitlines()[0] == "quarantined a"
    assert err.splitlines()[2].startswith("left out: RR-L.3 ")
    assert '"s b": anthropic has no servers, and 2 have this name: left out\n' in err
    assert err.endswith("broken.json, dup.json: 2 of 4 tools written; cannot be said in anthropic: 2\n")
    assert run("registry", EXAMPLE, "--to", "mcp")[2].endswith("cannot be said in mcp: nothing\n")


def test_strict_is_said_of_tools_that_are_fit_for_it() -> None:
    Path("fit.json").write_text(json.dumps([{"name": "a", "inputSchema": {"additionalProperties": False}}]))
    _, out, _ = run("registry", "fit.json", "--to", "openai-chat", "--strict")
    assert json.loads(out)["tools"][0]["function"]["strict"] is True


@pytest.mark.clause("RR-A.3")
def test_any_validator_can_enforce_the_closed_schemas() -> None:
    code, out, err = run("registry", "broken.json", "--quarantine", "--closed-schemas")
    assert code == 0
    assert err.startswith("quarantined a\n")
    tools = json.loads(out)
    assert [(tool.get("server"), tool["name"]) for tool in tools] == [("s", "b"), (None, "c"), (None, "d")]
    loaded = Registry.load("broken.json", quarantine=True)
    again = Registry.loads(out)
    cases: list[dict[str, Any]] = [{}, {"x": 1}, {"x": 1, "y": 2}, {"x-y": 1}, {"x": 1, "w": None}]
    for tool in tools:
        validator = jsonschema.Draft202012Validator(tool["inputSchema"])
        for arguments in cases:
            verdict = loaded.resolve(tool["name"], arguments, server=tool.get("server"))
            assert validator.is_valid(arguments) == verdict.allowed
            assert again.resolve(tool["name"], arguments, server=tool.get("server")).allowed == verdict.allowed


@pytest.mark.parametrize("options", [("--to", "mcp"), ("--closed-schemas",)])
def test_no_document_of_a_refused_registry(options: tuple[str, ...]) -> None:
    code, out, err = run("registry", "broken.json", *options)
    assert (code, out) == (2, "")
    assert err.endswith("broken.json: refused for 2 problems\n")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--to", "mcp", "--closed-schemas"), "--to, --closed-schemas: one document"),
        (("--to", "mcp", "--format", "json"), "--format json:"),
        (("--closed-schemas", "--format", "json"), "--format json:"),
        (("--strict",), "--strict:"),
        (("--strict", "--to", "gemini"), "--strict:"),
    ],
)
def test_options_that_contradict_each_other_are_exit_2(options: tuple[str, ...], said: str) -> None:
    code, out, err = run("registry", "tools.json", *options)
    assert (code, out) == (2, "")
    assert err.startswith(said)


def test_a_registry_as_deep_as_may_be_is_written(folder: Path) -> None:
    schema: dict[str, Any] = {}
    for _ in range(63):
        schema = {"properties": {"a": schema}}
    meta: Any = 1
    for _ in range(500):
        meta = [meta]
    text = json.dumps([{"name": "deep", "inputSchema": schema, "more": meta}])
    Path("deep.json").write_text(text)
    for options in ((), ("--format", "json"), ("--to", "bare"), ("--to", "gemini"), ("--closed-schemas",)):
        done = rung(folder, "registry", "deep.json", *options)
        assert (done.returncode, b"Traceback" in done.stderr) == (0, False)
        assert run("registry", "deep.json", *options)[0] == 0
        if options[:1] not in ((), ("--format",)):
            assert isinstance(parse(done.stdout.decode().strip(), limits=REGISTRY_LIMITS), Parsed)
