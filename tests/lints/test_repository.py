"""The tree as a whole: names, places, words, and what must not be in it."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]

#: Folders that no one commits, as .gitignore has them.
UNTRACKED: Final = frozenset("__pycache__ build dist htmlcov node_modules".split())
TEXT: Final = frozenset(
    [".cff", ".json", ".jsonl", ".js", ".md", ".py", ".sh", ".toml", ".txt", ".v", ".yaml", ".yml", ""]
)

#: Names that say nothing of what a file is about.
VAGUE: Final = re.compile(r"(utils?|helpers?|commons?|misc|stuff|new_.*|.*_(utils?|helpers?|new|old))")

#: The folders of people's machines, and hosts that serve packages to one network.
MACHINE: Final = re.compile(r"(?<![\w.])/(?:home|Users)/[a-z]\w*/|[A-Z]:\\Users\\", re.ASCII)
PACKAGE_HOST: Final = re.compile(
    r"https?://\S*(?:artifactory|devpi|nexus|/simple\b|pypi\.org/pypi|registry\.npm)", re.I
)

#: Words for a verdict other than *allow* and *reject* (house vocabulary; registries are *refused*).
OTHER_VERDICTS: Final = re.compile(
    r"\b(?:den(?:y|ies|ied|ying)|permit(?:s|ted)?|forbid(?:s|den)?|disallow(?:s|ed)?|approv(?:e|es|ed)|(?:black|white)list\w*)\b",
    re.I,
)

#: Modules under rung/ without a test file of their name, each with the reason.
NO_MIRROR: Final = {
    "__main__": "one call: tests of the command line start it",
    "algebra": "data only: tests of the loader and the kernel build every part of it",
    "clause": "constants: tests/test_clauses.py holds them to the clauses",
}


def tree() -> list[Path]:
    """Return every file of the repository, without what tools leave behind."""
    found = []
    for folder, names, files in os.walk(ROOT):
        names[:] = sorted(
            name for name in names if name not in UNTRACKED and (name[0] != "." or name in {".ci", ".github"})
        )
        found += [Path(folder, file) for file in sorted(files) if not file.startswith(".coverage")]
    return found


def text_of(path: Path) -> str:
    """Return the text of a file; "" for one that holds none."""
    return path.read_text(encoding="utf-8") if path.suffix in TEXT else ""


def places_of_a_machine(text: str) -> list[str]:
    """Return the paths in a text that exist on one machine only, and the package hosts of one network."""
    here = [str(ROOT), str(ROOT.parent / "shared"), sys.prefix]
    return [
        *MACHINE.findall(text),
        *PACKAGE_HOST.findall(text),
        *(place for place in here if place + "/" in text + "/"),
    ]


def other_verdict_words(text: str) -> list[str]:
    """Return the words in a text that name a verdict as this project does not."""
    return OTHER_VERDICTS.findall(text.replace('extra="forbid"', ""))  # pydantic's own word


def without_mirror(modules: list[str], tests: set[str]) -> list[str]:
    """Return the dotted names of modules that no test file is named after; tests of ``a.b`` may be those of ``a``."""
    return [
        module
        for module in modules
        if module not in NO_MIRROR
        and not {"test_" + module.split(".")[-1], "test_" + module.replace(".", "_"), "test_" + module.split(".")[0]}
        & tests
    ]


def test_file_names_say_what_a_file_is_about() -> None:
    assert [path for path in tree() if VAGUE.fullmatch(path.stem)] == []


def test_no_file_names_a_machine() -> None:
    lint = Path(__file__)
    found = {str(path.relative_to(ROOT)): places_of_a_machine(text_of(path)) for path in tree() if path != lint}
    assert not {path: places for path, places in found.items() if places}


def test_every_module_has_a_test_file() -> None:
    paths = [path.relative_to(ROOT / "rung").with_suffix("") for path in (ROOT / "rung").rglob("*.py")]
    modules = sorted(".".join(path.parts) for path in paths if path.name != "__init__")
    tests = {path.stem for path in (ROOT / "tests").rglob("test_*.py")}
    missing = without_mirror(modules, tests)
    assert not missing, f"no test file is named after {', '.join(missing)}"


def test_every_exception_is_needed() -> None:
    tests = {path.stem for path in (ROOT / "tests").rglob("test_*.py")}
    gone = [module for module in NO_MIRROR if not (ROOT / "rung" / f"{module}.py").exists()]
    assert gone == []
    assert [module for module in NO_MIRROR if f"test_{module}" in tests] == []


def test_verdicts_are_called_allow_and_reject() -> None:
    prose = [path for path in tree() if path.relative_to(ROOT).parts[0] in {"rung", "docs", "README.md"}]
    prose += [path for path in tree() if path.parent == ROOT / "specs"]
    found = {
        str(p.relative_to(ROOT)): other_verdict_words(text_of(p)) for p in prose if p.suffix in {".py", ".md", ".toml"}
    }
    assert not {path: words for path, words in found.items() if words}


def test_a_vague_name_is_found() -> None:
    assert all(VAGUE.fullmatch(name) for name in ["utils", "helpers", "common", "new_text", "text_utils"])
    assert not any(VAGUE.fullmatch(name) for name in ["text", "newline", "commonplace", "membership"])


def test_a_place_of_a_machine_is_found() -> None:
    assert places_of_a_machine("see /home/" + "ada/rung")
    assert places_of_a_machine(f"see {ROOT}/rung")
    assert places_of_a_machine("https://packages.example/artifactory" + "/pypi/simple")
    assert places_of_a_machine("docs/home/index.md, /usr/bin/env and https://arxiv.org/abs/2609.19425") == []


def test_another_word_for_a_verdict_is_found() -> None:
    assert other_verdict_words("the call is denied") == ["denied"]
    assert other_verdict_words("the call is rejected, the registry refused") == []


def test_a_module_without_a_test_file_is_found() -> None:
    assert without_mirror(["text", "schema.graph", "cli.main", "resolve"], {"test_text", "test_schema"}) == [
        "cli.main",
        "resolve",
    ]
