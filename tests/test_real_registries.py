"""Every real tool loads, or is refused for a named clause; the totals are written here, and the page is up to date."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rung import Registry, RegistryError
from tests.differential.registries_page import PAGE, Counts, page, registries

#: Tools listed, loaded, and refused by clause.
EXPECTED = {
    "api_bank": (73, 69, {"RR-L.13": 4}),
    "bfcl_multiturn": (162, 162, {}),
    "mcp_github": (117, 117, {}),
    "mcp_livemcpbench": (527, 527, {}),
    "tau2_bench": (147, 147, {}),
    "tau_bench": (30, 30, {}),
}


@pytest.fixture(scope="module")
def found(shared: Path) -> dict[str, Counts]:
    return registries(shared)


@pytest.mark.clause("RR-L.13")
def test_every_tool_loads_or_is_refused_for_a_named_clause(found: dict[str, Counts]) -> None:
    assert {name: (c.tools, c.loaded, dict(c.refused)) for name, c in found.items()} == EXPECTED
    for counts in found.values():
        assert counts.loaded + counts.refused.total() == counts.tools
    assert sum(counts.tools for counts in found.values()) == 1_056
    assert sum(counts.loaded for counts in found.values()) == 1_052


@pytest.mark.clause("RR-A.3")
def test_most_roots_are_closed_by_silence_alone_and_none_is_open(found: dict[str, Counts]) -> None:
    assert sum(counts.open for counts in found.values()) == 0
    assert sum(counts.closed for counts in found.values()) == 137


def test_the_page_is_up_to_date(found: dict[str, Counts]) -> None:
    assert PAGE.read_text("utf-8") == page(found)


@pytest.mark.clause("RR-L.13")
def test_without_quarantine_a_registry_with_a_problem_is_refused_whole(shared: Path) -> None:
    with pytest.raises(RegistryError) as refused:
        Registry.load(shared / "registries" / "api_bank.json")
    assert {problem.clause for problem in refused.value.problems} == {"RR-L.13"}


@pytest.mark.clause("RR-H2.1", "RR-A.3")
def test_every_real_tool_rejects_an_invented_key(shared: Path) -> None:
    seen: Counter[str] = Counter()
    for path in sorted((shared / "registries").glob("*.json")):
        registry = Registry.load(path, quarantine=True)
        for key in registry.signatures:
            server, name = (None, key) if isinstance(key, str) else key
            verdict = registry.resolve(name, {"no such key": 1}, server=server)
            assert ("RR-H2.1", "/no such key") in {(fault.clause, fault.at) for fault in verdict.all}
            assert registry.resolve(name + "_v2", {}, server=server).code == "H1"
            seen[str(verdict.code)] += 1
    assert seen == {"H2": 1_052}
