"""Metadata of a page in its TEI: what is there and no more, whatever the rules find."""

from __future__ import annotations

from pathlib import Path

import pytest
from tried_page import (
    page,
    try_page,
)

from webarticlecurator.base.model.fields import FIELD_NAMES, FIELDS_BY_NAME, FieldKind


# bug 16 of HTML2TEI
def test_one_source_is_one_organisation(tmp_path: Path):
    rules = "article: {body: {root: article}, metadata: {sources: .source}}\n"
    tried = try_page(tmp_path, page("<p>x</p>", around="<i class=source>Hírado.hu</i>"), rules)
    assert tried.at("//t:sourceDesc/t:bibl/t:respStmt/t:orgName") == ["Hírado.hu"]
    assert tried.at("//s:sourceOrganization//s:name") == ["Hírado.hu"]


# bug 19 of HTML2TEI
def test_no_empty_and_no_repeated_authors_sections_and_keywords(tmp_path: Path):
    rules = (
        "article:\n  body: {root: article}\n  metadata:\n    authors: {union: [.by, {meta: author}]}\n"
        "    section: {union: [.section, {meta: 'article:section'}]}\n    keywords: .key\n"
    )
    head = (
        "<meta name=author content='Kiss Anna'><meta property='article:section' content='Itthon'>"
    )
    around = (
        "<i class=by></i><i class=by>Kiss  Anna</i><i class=by> Kiss Anna </i><i class=by>KISS ANNA</i>"
        "<i class=by>\u00a0</i><i class=by>Nagy Béla</i>"
        "<i class=section>Itthon</i><i class=key></i><i class=key>foci</i><i class=key>foci</i>"
    )
    tried = try_page(tmp_path, page("<p>x</p>", head, around), rules)
    assert tried.at("//t:titleStmt/t:author") == ["Kiss Anna", "Nagy Béla"]
    assert tried.at("//t:keywords[contains(@scheme, 'articleSection')]/t:term") == ["Itthon"]
    assert tried.at("//t:keywords[contains(@scheme, '/keywords')]/t:term") == ["foci"]


# bug 20 of HTML2TEI
@pytest.mark.parametrize(
    "words",
    [
        "tegnapelőtt",
        "2019-02-30T08:30",
        "0000-00-00",
        "2019. Brumaire 5.",
        "99999999999999999999",
        "",
    ],
)
def test_a_modified_date_that_nobody_can_read_is_a_remark(tmp_path: Path, words: str):
    rules = "article:\n  body: {root: article}\n  metadata: {modified: [{meta: mod}], published: [{meta: pub}]}\n"
    head = f"<meta name=mod content='{words}'><meta name=pub content='2019-03-15T08:30'>"
    tried = try_page(tmp_path, page("<p>x</p>", head), rules)
    assert tried.at("//t:bibl/t:date/@type") == ["datePublished"]
    assert tried.article.metadata.first("modified") is None
    assert [p.message for p in tried.article.problems if words and words in p.message] or not words


ONE_OF_A_KIND = {
    FieldKind.DATE: "2019-03-15",
    FieldKind.LANGUAGE: "de",
    FieldKind.ACCESS: "free",
    FieldKind.YEAR: "2019",
}


# bug 21 of HTML2TEI
@pytest.mark.parametrize("field", FIELD_NAMES)
def test_each_field_stands_alone(tmp_path: Path, field: str):
    """The subsection without a section, and every other single field."""
    value = ONE_OF_A_KIND.get(FIELDS_BY_NAME[field].kind, "Érték")
    others = ", ".join(f"{name}: none" for name in FIELD_NAMES if name != field)
    rules = (
        f"article: {{body: {{root: article}}, metadata: {{{field}: [{{meta: only}}], {others}}}}}\n"
    )
    tried = try_page(tmp_path, page("<p>x</p>", f"<meta name=only content='{value}'>"), rules)
    of_page = [
        (name, v.value)
        for name, values in tried.article.metadata.fields
        for v in values
        if v.source == "meta:only"
    ]
    assert of_page == [(field, value)]
    assert {name for name, _ in tried.article.metadata.fields} - {"language"} == {field} - {
        "language"
    }


SELECTORS = [
    "css: .none",
    "xpath: //none",
    "regex: none(.)",
    "json: none.none",
    "meta: none",
    "jsonld: none.none",
    "microdata: none",
    "url: none(.)",
    "{css: .none, attr: href, replace: [[a, b]], pick: last}",
    "{within: {css: .none}, css: a}",
    "{css: p, attr: none}",
]


# bug 24 of HTML2TEI
@pytest.mark.parametrize("selector", SELECTORS)
def test_what_is_not_on_the_page_is_nothing(tmp_path: Path, selector: str):
    rule = selector if selector.startswith("{") else f"{{{selector}}}"
    fields = ", ".join(f"{name}: [{rule}]" for name in FIELD_NAMES)
    drop = rule if "css: .none" in rule and "attr" not in rule else ".none"
    rules = f"article: {{body: {{root: article, drop: [{drop}]}}, metadata: {{{fields}}}}}\n"
    tried = try_page(tmp_path, page("<p>x</p>"), rules)
    assert [(name, values[0].source) for name, values in tried.article.metadata.fields] == [
        ("language", "portal:language")
    ]
    assert tried.words == ["x"]
