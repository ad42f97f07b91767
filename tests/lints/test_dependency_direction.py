"""Imports inside rung/ point one way, the core needs nothing, and no solver is inside."""

from __future__ import annotations

import ast
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]

#: From the ground up: a module imports from its own layer and from those below. A package stands for all that is in it.
LAYERS: Final = (
    ("data", ("value", "clause", "clauses", "pointer", "algebra")),
    ("core", ("context", "membership", "deep", "resolve")),
    ("reading", ("order", "explain", "text", "objects", "pattern", "schema")),
    ("calls", ("verdict", "dialects", "digest", "registry", "models", "files", "export")),
    ("MCP and pipeline", ("mcp", "gate", "verifier", "pipeline", "guard", "reply")),
    ("tools", ("audit", "vet")),
    ("command line", ("cli", "__main__")),
)
RANK: Final = {name: rank for rank, (_, names) in enumerate(LAYERS) for name in names}
CORE: Final = frozenset(["value", "clause", "algebra", "context", "membership", "deep", "resolve"])
OUTSIDE: Final = frozenset(["z3", "cvc5", "crosshair", "proofs", "specs", "tests", "benchmarks"])


def modules() -> dict[str, str]:
    """Return the source of every module under rung/, by its dotted name."""
    found = {}
    for path in sorted((ROOT / "rung").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path.read_text(encoding="utf-8")
    return found


def imports(source: str, known: frozenset[str] | set[str]) -> list[tuple[str, int]]:
    """Return every module that a source imports, with the line; ``from rung import text`` is ``rung.text``."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [(alias.name, node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"line {node.lineno}: imports are absolute"
            module = node.module or ""
            inner = [f"{module}.{alias.name}" for alias in node.names]
            found += [(name if name in known else module, node.lineno) for name in inner]
    return found


def wrong_ways(sources: dict[str, str]) -> list[str]:
    """Return every import that breaks a rule."""
    found = []
    for module, source in sources.items():
        for imported, line in imports(source, set(sources)):
            place = f"{module}:{line} imports {imported}"
            top = imported.split(".")[0]
            if top in OUTSIDE:
                found.append(f"{place}: the product carries no solver, spec, proof or test")
            if _part(module) in CORE and top != "rung" and top not in sys.stdlib_module_names:
                found.append(f"{place}: the core needs the standard library only")
            if _part(module) in CORE and top == "rung" and _part(imported) not in CORE:
                found.append(f"{place}: the core needs the core only")
            if top == "rung" and module != "rung" and _rank(module) < _rank(imported):
                found.append(f"{place}: {_layer(module)} stands below {_layer(imported)}")
            if imported == "rung" and _part(module) != "cli":
                found.append(f"{place}: the front imports the rest, not the rest the front")
    return found


def _part(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def _rank(module: str) -> int:
    return RANK.get(_part(module), -1)


def _layer(module: str) -> str:
    return LAYERS[_rank(module)][0]


def cycle(sources: dict[str, str]) -> list[str]:
    """Return a cycle of imports between modules, or nothing."""
    graph = {
        module: {name for name, _ in imports(source, set(sources)) if name in sources and name not in (module, "rung")}
        for module, source in sources.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_every_module_has_a_layer() -> None:
    missing = sorted({_part(module) for module in modules() if module != "rung"} - set(RANK))
    assert not missing, f"give these modules a place in LAYERS: {missing}"


def test_imports_point_one_way() -> None:
    assert wrong_ways(modules()) == []


def test_imports_have_no_cycle() -> None:
    assert cycle(modules()) == []


@pytest.mark.parametrize(
    "sources",
    [
        {"rung.resolve": "import z3"},
        {"rung.audit": "from cvc5 import Solver"},
        {"rung.vet": "from specs.declarative import faults"},
        {"rung.cli": "import proofs"},
        {"rung.membership": "import pydantic"},
        {"rung.membership": "from rung.clauses import load", "rung.clauses": ""},
        {"rung.deep": "from rung.text import parse", "rung.text": ""},
        {"rung.schema.compiler": "from rung import registry", "rung.registry": ""},
        {"rung.verdict": "def f():\n    from rung.cli import main"},
        {"rung.text": "import rung"},
    ],
)
def test_a_wrong_way_is_found(sources: dict[str, str]) -> None:
    assert wrong_ways(sources)


def test_a_cycle_is_found() -> None:
    assert cycle({"rung.text": "from rung import objects", "rung.objects": "from rung.text import parse"})


def test_a_right_way_passes() -> None:
    sources = {"rung.cli.main": "import rung\nimport typer\nfrom rung.registry import Registry", "rung.registry": ""}
    assert wrong_ways(sources) == []
    assert cycle(sources) == []
