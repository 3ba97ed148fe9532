"""Broken JSON-LD as on real pages, and what is still read from it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import read_page
from webarticlecurator.pages.rules.broken_json import mend_json
from webarticlecurator.pages.rules.jsonld import parse_json_leniently
from webarticlecurator.pages.rules.results import select_values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            '{ // the article\n "a": 1, /* two */ "b": "http://x.example // no", # three\n "c": 3}',
            {"a": 1, "b": "http://x.example // no", "c": 3},
        ),
        ('\ufeff{"a": 1}', {"a": 1}),
        ('{"a": ["x",],}', {"a": ["x"]}),
        ('{"a": 1,, "b": 2}', {"a": 1, "b": 2}),
        ('{"a": "x"\n"b": "y"}', {"a": "x", "b": "y"}),
        ('{"a": "It\\\'s"}', {"a": "It's"}),
        ('{"a": "The "old" ferry", "b": 1}', {"a": 'The "old" ferry', "b": 1}),
        ('{"a": "He said "no", then "yes"", "b": 1}', {"a": 'He said "no", then "yes"', "b": 1}),
        ("{'a': 'x', b: undefined}", {"a": "x", "b": None}),
        ('{"a": "one\ntwo\tthree"}', {"a": "one\ntwo\tthree"}),
        ('{"a": "x", "b": [1, 2}', {"a": "x", "b": [1, 2]}),
        ('{"a": "x", "b": "cut o', {"a": "x"}),
        ('{"a": "x", "b":', {"a": "x"}),
        ('{"a": 1}}', {"a": 1}),
        ('var ld = {"a": 1};', {"a": 1}),
        ("{&quot;a&quot;: &quot;x&quot;,}", {"a": "x"}),
        ('{"a": "\\ud83d\\ude00 \\u00e9",}', {"a": "😀 é"}),
        ('<!--\n{"a": 1,}\n-->', {"a": 1}),
        ('//<![CDATA[\n{"a": 1,}\n//]]>', {"a": 1}),
    ],
)
def test_broken_json_that_is_read(text: str, expected: dict[str, Any]) -> None:
    assert parse_json_leniently(text) == [expected]


@pytest.mark.parametrize("text", ["", "null", "no json", "{", '{"a" "b"}', "{]", "[" * 5000])
def test_text_that_is_not_json(text: str) -> None:
    with pytest.raises((ValueError, RecursionError)):
        mend_json(text)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.text(min_size=1), _JSON, min_size=1), st.booleans())
def test_proper_json_is_read_as_it_is(value: dict[str, Any], ascii_only: bool) -> None:
    assert mend_json(json.dumps(value, ensure_ascii=ascii_only)) == [value]


def _found(path: str, node: str) -> list[str]:
    page = read_page(
        "https://echo.example/x",
        f'<script type="application/ld+json">{node}</script>'.encode(),
        "text/html; charset=utf-8",
    )
    return [found.value for found in select_values((Rule("jsonld", path),), page)]


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        (
            '{"@type": "NewsArticle", "author": {"@id": "#a"}, "isPartOf": {"editor": {"@id": "#a", "name": "Anna Author"}}}',
            ["Anna Author"],
        ),
        (
            '{"@type": "NewsArticle", "author": {"@list": [{"name": "Anna Author"}, {"name": "Bea Baker"}]}}',
            ["Anna Author", "Bea Baker"],
        ),
        (
            '{"@type": "NewsArticle", "author": {"@type": "Person", "givenName": "Anna", "familyName": "Author"}}',
            ["Anna Author"],
        ),
        (
            '{"@type": "schema:NewsArticle", "schema:author": {"schema:name": "Anna Author"}}',
            ["Anna Author"],
        ),
        (
            '{"@type": "https://schema.org/NewsArticle", "https://schema.org/author": "Anna Author"}',
            ["Anna Author"],
        ),
        (
            '{"@type": "WebPage", "mainEntity": [{"@type": "NewsArticle", "author": "Anna Author"}]}',
            ["Anna Author"],
        ),
        ('{"@type": "NewsArticle", "author": {"@id": "#nobody"}}', []),
    ],
)
def test_names_in_any_form_of_the_graph(node: str, expected: list[str]) -> None:
    assert _found("author.name", node) == expected


def test_circular_references_end() -> None:
    assert (
        _found(
            "author.name",
            '{"@type": "NewsArticle", "author": {"@id": "#a"}, "x": {"@id": "#a", "author": {"@id": "#a"}}}',
        )
        == []
    )
