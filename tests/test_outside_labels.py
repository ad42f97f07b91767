"""Labels from outside: the JSON-Schema-Test-Suite, as the source distribution of `jsonschema` carries it.

Every test of the two dialects that the rung reads is run. A schema that the rung refuses must be refused for exactly
the clauses and words of the table below, counted; every other test must get the suite's own label.

In scope: the required folders of 2020-12 and draft-07, and the files of their `optional` folders. Out of scope is the
folder `optional/format`: `format` is an annotation (semantics, section 2), as 2020-12 itself has it and as the
required `format.json`, which is run, says. Of `optional/content`, the four tests that take `content*` for assertions
are left out for the same reason.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from rung.context import context_of
from rung.membership import accepts
from rung.schema import Compiled, Dialect, compile_schema
from rung.schema.dialect import DRAFT_07
from rung.text import Parsed, parse
from rung.value import Value

PINNED = "4.26.0"

#: Draft-07's tests carry no `$schema`: their folder says the dialect. Those of 2020-12 say it themselves.
DIALECTS: dict[str, Dialect | None] = {"draft2020-12": None, "draft7": DRAFT_07}

#: Tests in the required folders, and with the optional files that are run.
REQUIRED = {"draft2020-12": 1257, "draft7": 913}
WITH_OPTIONAL = {"draft2020-12": 1415, "draft7": 1031}

#: What is refused, and for which clause and word: dialect, file, number of tests, reasons.
#:
#: RR-L.4 an unknown word; RR-L.5 a word of JSON Schema that the rung does not decide (unevaluated*, contains, anchors,
#: dynamic references, a nested $id, draft-04's dependencies, dependentSchemas); RR-L.7 a $schema of another dialect or
#: vocabulary, and in draft-07 an assertion beside $ref; RR-L.8 a reference out of the document, by URI or by anchor, or
#: to what is no schema; RR-L.10 a pattern outside the regular subset (\p).
REFUSED = """
draft2020-12 additionalProperties                    3  RR-L.5 dependentSchemas
draft2020-12 anchor                                  6  RR-L.5 $anchor, RR-L.5 $id, RR-L.8 $ref
draft2020-12 anchor                                  2  RR-L.5 $anchor, RR-L.8 $ref
draft2020-12 contains                               21  RR-L.5 contains
draft2020-12 defs                                    2  RR-L.8 $ref
draft2020-12 dependentSchemas                       20  RR-L.5 dependentSchemas
draft2020-12 dynamicRef                              4  RR-L.5 $anchor, RR-L.5 $dynamicAnchor, RR-L.5 $dynamicRef, RR-L.5 $id, RR-L.8 $ref
draft2020-12 dynamicRef                              2  RR-L.5 $anchor, RR-L.5 $dynamicRef
draft2020-12 dynamicRef                              2  RR-L.5 $dynamicAnchor, RR-L.5 $dynamicRef
draft2020-12 dynamicRef                             17  RR-L.5 $dynamicAnchor, RR-L.5 $dynamicRef, RR-L.5 $id, RR-L.8 $ref
draft2020-12 dynamicRef                              2  RR-L.5 $dynamicAnchor, RR-L.5 unevaluatedProperties, RR-L.8 $ref
draft2020-12 dynamicRef                             11  RR-L.5 $dynamicAnchor, RR-L.8 $ref
draft2020-12 dynamicRef                              2  RR-L.5 $dynamicRef
draft2020-12 dynamicRef                              2  RR-L.8 $ref
draft2020-12 maxContains                             7  RR-L.5 contains, RR-L.5 maxContains
draft2020-12 maxContains                             3  RR-L.5 contains, RR-L.5 maxContains, RR-L.5 minContains
draft2020-12 maxContains                             2  RR-L.5 maxContains
draft2020-12 minContains                            11  RR-L.5 contains, RR-L.5 maxContains, RR-L.5 minContains
draft2020-12 minContains                            15  RR-L.5 contains, RR-L.5 minContains
draft2020-12 minContains                             2  RR-L.5 minContains
draft2020-12 not                                     2  RR-L.5 unevaluatedProperties
draft2020-12 optional/anchor                         4  RR-L.5 $anchor, RR-L.8 $ref
draft2020-12 optional/cross-draft                    1  RR-L.8 $ref
draft2020-12 optional/dependencies-compatibility    36  RR-L.5 dependencies
draft2020-12 optional/dynamicRef                     2  RR-L.5 $dynamicAnchor, RR-L.5 $dynamicRef, RR-L.5 $id, RR-L.8 $ref
draft2020-12 optional/ecmascript-regex               7  RR-L.10 pattern
draft2020-12 optional/ecmascript-regex               7  RR-L.10 patternProperties
draft2020-12 optional/format-assertion               4  RR-L.7 $schema
draft2020-12 optional/id                             3  RR-L.5 $id, RR-L.8 $ref
draft2020-12 optional/refOfUnknownKeyword            4  RR-L.4 unknown-keyword, RR-L.8 $ref
draft2020-12 optional/refOfUnknownKeyword            2  RR-L.8 $ref
draft2020-12 optional/unknownKeyword                 3  RR-L.4 array_of_schemas, RR-L.4 object_of_schemas, RR-L.5 $id, RR-L.8 $ref
draft2020-12 ref                                     2  RR-L.5 $anchor, RR-L.5 $id, RR-L.8 $ref
draft2020-12 ref                                     2  RR-L.5 $anchor, RR-L.8 $ref
draft2020-12 ref                                    22  RR-L.5 $id, RR-L.8 $ref
draft2020-12 ref                                     1  RR-L.5 unevaluatedProperties
draft2020-12 ref                                     6  RR-L.8 $ref
draft2020-12 refRemote                               6  RR-L.5 $id, RR-L.8 $ref
draft2020-12 refRemote                              25  RR-L.8 $ref
draft2020-12 unevaluatedItems                        2  RR-L.5 $dynamicAnchor, RR-L.5 $dynamicRef, RR-L.5 $id, RR-L.5 unevaluatedItems, RR-L.8 $ref
draft2020-12 unevaluatedItems                       13  RR-L.5 contains, RR-L.5 unevaluatedItems
draft2020-12 unevaluatedItems                       51  RR-L.5 unevaluatedItems
draft2020-12 unevaluatedProperties                   2  RR-L.5 $dynamicAnchor, RR-L.5 $dynamicRef, RR-L.5 $id, RR-L.5 unevaluatedProperties, RR-L.8 $ref
draft2020-12 unevaluatedProperties                   5  RR-L.5 dependentSchemas, RR-L.5 unevaluatedProperties
draft2020-12 unevaluatedProperties                 117  RR-L.5 unevaluatedProperties
draft2020-12 vocabulary                              5  RR-L.7 $schema
draft7       contains                               21  RR-L.5 contains
draft7       definitions                             2  RR-L.8 $ref
draft7       dependencies                           36  RR-L.5 dependencies
draft7       optional/cross-draft                    2  RR-L.8 $ref
draft7       optional/ecmascript-regex               7  RR-L.10 pattern
draft7       optional/ecmascript-regex               7  RR-L.10 patternProperties
draft7       optional/id                             3  RR-L.5 $id, RR-L.8 $ref
draft7       optional/unknownKeyword                 3  RR-L.4 array_of_schemas, RR-L.4 object_of_schemas, RR-L.5 $id, RR-L.8 $ref
draft7       ref                                    28  RR-L.5 $id, RR-L.8 $ref
draft7       ref                                     3  RR-L.7 maxItems
draft7       ref                                     6  RR-L.8 $ref
draft7       refRemote                               6  RR-L.5 $id, RR-L.8 $ref
draft7       refRemote                              17  RR-L.8 $ref
"""  # noqa: E501

#: Labels that are not ours, each with its reason; nothing else may differ.
ANNOTATIONS_ONLY = "semantics, section 2: content* are annotations, as they are in 2020-12"
DIFFERENT = {
    ("draft7", "optional/content", "an invalid JSON document"): ANNOTATIONS_ONLY,
    ("draft7", "optional/content", "an invalid base64 string (% is not a valid character)"): ANNOTATIONS_ONLY,
    ("draft7", "optional/content", "a validly-encoded invalid JSON document"): ANNOTATIONS_ONLY,
    ("draft7", "optional/content", "an invalid base64 string that is valid JSON"): ANNOTATIONS_ONLY,
}


@dataclass(frozen=True)
class Labelled:
    """One test of the suite."""

    draft: str
    file: str
    group: str
    title: str
    schema: Value
    value: Value
    valid: bool


@cache
def suite() -> Path:
    """Return the folder of the suite's tests, from a cache or the package registry; skip where it is in neither."""
    given = os.environ.get("RUNG_TEST_CACHE")
    cache_folder = Path(given) if given else Path(tempfile.gettempdir()) / f"rung-tests-{os.getuid()}"
    tests = cache_folder / f"jsonschema-{PINNED}" / "json" / "tests"
    if tests.is_dir():
        return tests
    cache_folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache_folder) as fresh:
        # Only jsonschema itself from source: its build tools may come as wheels.
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", "jsonschema"]
        try:
            command += ["--dest", fresh, f"jsonschema=={PINNED}"]
            subprocess.run(command, check=True, capture_output=True, timeout=120)
        except (OSError, subprocess.SubprocessError) as error:
            pytest.skip(f"the source distribution of jsonschema {PINNED} cannot be had here: {type(error).__name__}")
        with tarfile.open(Path(fresh) / f"jsonschema-{PINNED}.tar.gz") as archive:
            archive.extractall(fresh, filter="data")
        try:
            (Path(fresh) / f"jsonschema-{PINNED}").rename(cache_folder / f"jsonschema-{PINNED}")
        except OSError:
            assert tests.is_dir()  # another process was faster
    return tests


def labelled(draft: str) -> Iterator[Labelled]:
    folder = suite() / draft
    for path in sorted([*folder.glob("*.json"), *(folder / "optional").glob("*.json")]):
        file = path.relative_to(folder).with_suffix("").as_posix()
        parsed = parse(path.read_bytes())
        assert isinstance(parsed, Parsed), (file, parsed)
        for group in parsed.value:
            for test in group["tests"]:
                yield Labelled(
                    draft, file, group["description"], test["description"], group["schema"], test["data"], test["valid"]
                )


def expected_refusals(draft: str) -> Counter[tuple[str, str]]:
    rows = [line.split(None, 3) for line in REFUSED.strip().splitlines()]
    return Counter({(file, reasons): int(count) for dialect, file, count, reasons in rows if dialect == draft})


@pytest.mark.clause("RR-L.4", "RR-L.5", "RR-L.7", "RR-L.8", "RR-L.10", *(f"RR-H3.{n}" for n in range(1, 8)))
@pytest.mark.parametrize("draft", DIALECTS)
def test_the_suite_and_the_rung_agree(draft: str) -> None:
    refused: Counter[tuple[str, str]] = Counter()
    seen: Counter[str] = Counter()
    different = set()
    for test in labelled(draft):
        seen["total"] += 1
        seen["required"] += not test.file.startswith("optional/")
        compiled = compile_schema(test.schema, dialect=DIALECTS[draft])
        if not isinstance(compiled, Compiled):
            reasons = sorted({f"{problem.clause} {problem.keyword}" for problem in compiled})
            refused[test.file, ", ".join(reasons)] += 1
            continue
        seen["run"] += 1
        if accepts(context_of(compiled.definitions), compiled.root, test.value) != test.valid:
            different.add((draft, test.file, test.title))
            seen["different"] += 1
    by_clause: Counter[str] = Counter()
    for (_, reasons), count in refused.items():
        by_clause[reasons.split()[0]] += count
    print(f"\n{draft}: {dict(seen)}, refused by first clause: {dict(sorted(by_clause.items()))}")
    assert refused == expected_refusals(draft)
    assert different == {key for key in DIFFERENT if key[0] == draft}
    assert (seen["required"], seen["total"]) == (REQUIRED[draft], WITH_OPTIONAL[draft])
    assert seen["run"] == seen["total"] - sum(refused.values())


def test_most_of_the_suite_is_run_and_not_refused() -> None:
    for draft, total in WITH_OPTIONAL.items():
        assert total - sum(expected_refusals(draft).values()) > 0.65 * total
