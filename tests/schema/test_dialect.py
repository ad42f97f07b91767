"""The closed table of words: no word is in two places, and every dialect is found by its name."""

from __future__ import annotations

import pytest

from rung.schema.dialect import (
    ANNOTATIONS,
    DRAFT_07,
    DRAFT_2020_12,
    ROOT_WORDS,
    UNDECLARED,
    UNSUPPORTED,
    Dialect,
    dialect_named,
    nearest_word,
)

DIALECTS = [DRAFT_2020_12, UNDECLARED, DRAFT_07]

#: Every keyword of the meta-schemas of 2020-12 and draft-07, and what 2019-09 had between them.
JSON_SCHEMA = set(
    "$schema $id $vocabulary $ref $anchor $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $defs $comment "
    "definitions dependencies prefixItems items additionalItems contains additionalProperties properties "
    "patternProperties dependentSchemas propertyNames if then else allOf anyOf oneOf not unevaluatedItems "
    "unevaluatedProperties type const enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength "
    "minLength pattern maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required "
    "dependentRequired title description default deprecated readOnly writeOnly examples format contentEncoding "
    "contentMediaType contentSchema".split()
)


@pytest.mark.clause("RR-L.5")
@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
def test_every_word_of_json_schema_stands_in_one_place_of_the_table(dialect: Dialect) -> None:
    places = [set(dialect.words), set(ANNOTATIONS), set(ROOT_WORDS), set(UNSUPPORTED) - set(dialect.words)]
    for word in JSON_SCHEMA:
        assert sum(word in place for place in places) == 1, word
    assert set().union(*places) - JSON_SCHEMA == {"nullable"}


@pytest.mark.clause("RR-L.7")
@pytest.mark.parametrize(
    ("uri", "dialect"),
    [
        ("https://json-schema.org/draft/2020-12/schema", DRAFT_2020_12),
        ("https://json-schema.org/draft/2020-12/schema#", DRAFT_2020_12),
        ("http://json-schema.org/draft-07/schema", DRAFT_07),
        ("http://json-schema.org/draft-07/schema#", DRAFT_07),
        ("http://json-schema.org/draft-04/schema#", None),
        ("HTTP://json-schema.org/draft-07/schema#", None),
        (None, None),
        (["http://json-schema.org/draft-07/schema#"], None),
    ],
)
def test_dialect_is_found_by_its_exact_name(uri: object, dialect: Dialect | None) -> None:
    assert dialect_named(uri) is dialect


@pytest.mark.clause("RR-L.4")
@pytest.mark.parametrize(
    ("word", "meant"),
    [("patern", "pattern"), ("prefixItem", "prefixItems"), ("Title", "title"), ("zzz", None), ("a" * 100_000, None)],
)
def test_nearest_word_is_one_of_the_dialect(word: str, meant: str | None) -> None:
    assert nearest_word(word, UNDECLARED.name) == meant


@pytest.mark.clause("RR-L.4")
def test_nearest_word_is_none_that_the_dialect_would_refuse() -> None:
    assert nearest_word("prefixItem", DRAFT_07.name) != "prefixItems"
    assert nearest_word("additionalItem", DRAFT_07.name) == "additionalItems"
    assert nearest_word("contain", UNDECLARED.name) != "contains"
