"""Every id exists, every quoted sentence is the clause's own, and every clause that is due has a test."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from rung.clauses import Clause, load

ROOT: Final = Path(__file__).parents[2]
CLAUSES: Final = load()

#: A reference to one clause; ``RR-H3`` and ``RR-L.*`` name groups.
ID: Final = re.compile(r"RR-[A-Z]+[0-9]*\.[0-9]+")

#: A comment or docstring that starts with an id and a colon gives the whole sentence, and may go on after it.
SENTENCE: Final = re.compile(r"(RR-[A-Z]+[0-9]*\.[0-9]+): (.*)", re.DOTALL)

#: An id and a passage in double quotes give a passage of the sentence or the detail; [...] stands for what is left out.
PASSAGE: Final = re.compile(r'(RR-[A-Z]+[0-9]*\.[0-9]+) "([^"]*)"')

#: Groups whose tests are not due, with the reason.
NOT_DUE: Final = {
    "M": "Algorithm 2 (rung/mcp.py) is not written yet",
}


def files(folder: str, *endings: str) -> list[Path]:
    """Return the text files below a folder of the repository; none if it does not exist."""
    found = (path for path in (ROOT / folder).rglob("*") if path.suffix in endings)
    return sorted(path for path in found if "__pycache__" not in path.parts)


def remarks(source: str) -> Iterator[tuple[int, str]]:
    """Yield every docstring and every run of comment lines of a Python source, with its line and on one line each."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            text = ast.get_docstring(node)
            if text is not None:
                yield node.body[0].lineno, " ".join(text.split())
    run: list[str] = []
    start = last = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        row = token.start[0]
        own_line = not token.line[: token.start[1]].strip()
        if run and not (own_line and row == last + 1):
            yield start, " ".join(" ".join(run).split())
            run = []
        if not run:
            start = row
        run.append(token.string.lstrip("#: "))
        last = row
    if run:
        yield start, " ".join(" ".join(run).split())


def misquotes(source: str) -> list[tuple[int, str]]:
    """Return the line and id of every quote in a Python source that is not what the clause says."""
    found = []
    for line, remark in remarks(source):
        opening = SENTENCE.match(remark)
        if opening and not _gives_sentence(opening[2], CLAUSES.get(opening[1])):
            found.append((line, opening[1]))
        for id, passage in PASSAGE.findall(remark):
            if not _gives_passage(passage, CLAUSES.get(id)):
                found.append((line, id))
    return found


def _gives_sentence(text: str, clause: Clause | None) -> bool:
    return clause is not None and (text + " ").startswith(clause.sentence + " ")


def _gives_passage(passage: str, clause: Clause | None) -> bool:
    if clause is None:
        return False
    pattern = ".*".join(re.escape(part.strip()) for part in passage.split("[...]"))
    return any(re.search(pattern, text) for text in (clause.sentence, clause.detail))


def unknown_ids(text: str) -> set[str]:
    """Return the ids in a text that no clause has."""
    return set(ID.findall(text)) - set(CLAUSES)


def untested(clauses: list[Clause], tests: str) -> set[str]:
    """Return the ids of the clauses that a test must name and that none in ``tests`` does."""
    due = {clause.id for clause in clauses if clause.kind != "assumed" and clause.group not in NOT_DUE}
    return due - set(ID.findall(tests))


@pytest.mark.parametrize("path", files("rung", ".py"), ids=lambda path: str(path.relative_to(ROOT)))
def test_code_quotes_the_sentences_of_the_clauses(path: Path) -> None:
    found = misquotes(path.read_text(encoding="utf-8"))
    assert not found, [f"{path.relative_to(ROOT)}:{line}: {id}: {_said(id)}" for line, id in found]


def _said(id: str) -> str:
    return CLAUSES[id].sentence if id in CLAUSES else "no such clause"


@pytest.mark.parametrize("folder", ["rung", "specs", "tests", "proofs", "docs"])
def test_every_id_is_a_clause(folder: str) -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in files(folder, ".py", ".md", ".toml", ".json", ".jsonl")}
    found = {
        str(path.relative_to(ROOT)): sorted(unknown_ids(text)) for path, text in texts.items() if unknown_ids(text)
    }
    assert not found


def test_every_due_clause_is_named_by_a_test() -> None:
    lints = ROOT / "tests" / "lints"
    tests = [path for path in files("tests", ".py") if path.name.startswith("test_") and lints not in path.parents]
    missing = untested(list(CLAUSES.values()), "\n".join(path.read_text(encoding="utf-8") for path in tests))
    assert not missing, f"clauses that no test names: {', '.join(id for id in CLAUSES if id in missing)}"


def test_what_is_not_due_does_not_exist() -> None:
    homes = {"M": "mcp.py", "P": "pipeline.py"}
    existing = [group for group in NOT_DUE if (ROOT / "rung" / homes[group]).exists()]
    assert not existing, "its module is there: take the group off NOT_DUE"


SENTENCE_OF_H1: Final = CLAUSES["RR-H1.1"].sentence


@pytest.mark.parametrize(
    "source",
    [
        f"# RR-H1.1: {SENTENCE_OF_H1}\n",
        f"#: RR-H1.1: {SENTENCE_OF_H1} More is said here.\n",
        "# RR-H1.1: A name that is\n#   not in the registry is rejected.\n",
        f'def f():\n    """RR-H1.1: {SENTENCE_OF_H1}\n\n    More.\n    """\n',
        '# RR-H1.1 "A name [...] is rejected." And here is why.\n',
        '# RR-H1.1 "prefix stripping or fuzzy match"\n',
        "# Names are compared code point by code point (RR-H1.1).\n",
    ],
)
def test_a_true_quote_passes(source: str) -> None:
    assert misquotes(source) == []


@pytest.mark.parametrize(
    "source",
    [
        "# RR-H1.1: A name not in the registry is rejected.\n",
        "# RR-H1.1: A name that is not in the registry\n",
        "x = 1  # RR-H1.1: unknown names\n",
        'def f():\n    """RR-H1.1: Reject unknown names."""\n',
        '# RR-H1.1 "prefix matching"\n',
        '# RR-H1.1 "is rejected [...] A name"\n',
        "# " + "RR-" + "H1.9: A name that is not in the registry is rejected.\n",
    ],
)
def test_a_false_quote_is_found(source: str) -> None:
    assert misquotes(source)


def test_an_unknown_id_is_found() -> None:
    unknown = "RR-" + "W.99"
    assert unknown_ids(f"see RR-W.1, RR-L.* and {unknown}") == {unknown}


def test_a_clause_without_a_test_is_found() -> None:
    tests = " ".join(id for id in CLAUSES if id != "RR-H2.1")
    assert untested(list(CLAUSES.values()), tests) == {"RR-H2.1"}
