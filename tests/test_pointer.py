"""JSON Pointers as RFC 6901 has them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rung.pointer import pointer, pointer_in_fragment, step

# RFC 6901, sections 5 and 6: the document's keys, the pointers, and the fragments.
RFC_6901 = [
    ([], "", "#"),
    (["foo"], "/foo", "#/foo"),
    (["foo", 0], "/foo/0", "#/foo/0"),
    ([""], "/", "#/"),
    (["a/b"], "/a~1b", "#/a~1b"),
    (["c%d"], "/c%d", "#/c%25d"),
    (["e^f"], "/e^f", "#/e%5Ef"),
    (["g|h"], "/g|h", "#/g%7Ch"),
    (["i\\j"], "/i\\j", "#/i%5Cj"),
    (['k"l'], '/k"l', "#/k%22l"),
    ([" "], "/ ", "#/%20"),
    (["m~n"], "/m~0n", "#/m~0n"),
]


@pytest.mark.clause("RR-L.8", "RR-A.5")
@pytest.mark.parametrize(("path", "written", "fragment"), RFC_6901, ids=[case[1] for case in RFC_6901])
def test_pointers_are_written_and_read_as_in_the_rfc(path: list[str | int], written: str, fragment: str) -> None:
    assert pointer(path) == written
    assert pointer_in_fragment(fragment) == written


@pytest.mark.clause("RR-L.8")
@pytest.mark.parametrize(
    ("reference", "read"),
    [
        ("#/é", "/é"),
        ("#/%C3%A9", "/é"),
        ("#/$defs/List[str]", "/$defs/List[str]"),
        ("#/a%2Fb", "/a/b"),
        ("#/%7e0", "/~0"),
        ("", None),
        ("/a", None),
        ("a#/b", None),
        ("#a", None),
        ("##", None),
        ("#/~", None),
        ("#/~2", None),
        ("#/a~", None),
        ("#/%7E2", None),
        ("#/%", None),
        ("#/%4", None),
        ("#/%4g", None),
        ("#/%FF", None),
        ("#/%ED%A0%80", None),
    ],
)
def test_fragment_that_holds_no_pointer_is_none(reference: str, read: str | None) -> None:
    assert pointer_in_fragment(reference) == read


@pytest.mark.clause("RR-A.5")
@given(st.lists(st.text() | st.integers(0, 20)))
def test_pointer_is_read_back_as_its_path(path: list[str | int]) -> None:
    written = pointer(path)
    assert written == "".join(step(str(token)) for token in path)
    tokens = [token.replace("~1", "/").replace("~0", "~") for token in written.split("/")[1:]]
    assert tokens == [str(token) for token in path]
