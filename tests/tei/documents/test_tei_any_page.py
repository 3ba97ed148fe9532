"""From random pages to TEI: whatever a page nests, its TEI is valid and has all its words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from long_parameters import one_in
from lxml import etree
from tei_page_pieces import ALONE, BLOCKS, RUNS, WORDS
from tei_trees import article, body_words, is_legal, paragraphs_in_paragraphs, portal

from webarticlecurator.articles.blocks.article_body import BodyResult, read_body
from webarticlecurator.articles.blocks.tag_dictionary import UNWRAP, build_tagger
from webarticlecurator.base.model.blocks import INLINE, NAMES
from webarticlecurator.base.portal.article_rules import BodyRules, TagRow
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.text.html_tags import FALLBACK_TAGS, UNCLOSED_TAGS
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.word_account import is_block
from webarticlecurator.portal_file.config.tags import base_tags
from webarticlecurator.tei.documents.document import build_document
from webarticlecurator.tei.documents.plain_text import plain_lines, read_lines
from webarticlecurator.tei.documents.validation import validate

URL = "https://echo.example/2019/one"


def fill(template: str, inside: str) -> str:
    return template.replace("{}", inside)


SPLITS = (
    "quote>emphasis",
    "box>heading",
    "list>item",
    "figure>caption",
    "feed-entry>quote",
    "cell>table",
    "note>quote",
)
ROWS = tuple(TagRow(f".op{i}", name, line=i) for i, name in enumerate((*sorted(NAMES), *SPLITS)))
NAMED = tuple(
    f" <{tag} class=op{i} id=k cite=/c href=/h src=/s> {{}} </{tag}> "
    for i in range(len(ROWS))
    for tag in ("div", "span")
)
"""Every block name on a block and on an inline tag; the blanks make it all one whether it parts
words."""

TEXT = st.sampled_from(WORDS)


def nested(*templates: str) -> st.SearchStrategy[str]:
    return st.recursive(
        st.one_of(TEXT, TEXT, st.sampled_from(ALONE)),
        lambda inner: st.builds(
            lambda template, parts: fill(template, "".join(parts)),
            st.sampled_from(templates),
            st.lists(inner, min_size=1, max_size=4),
        ),
        max_leaves=25,
    )


@lru_cache(maxsize=1)
def named():
    return build_tagger(ROWS, base_tags())


def has_words_around(element: etree._Element) -> bool:
    before = element.xpath("string(preceding-sibling::node()[1][self::text()])")
    return bool(before.strip() and (element.tail or "").strip())


def expected(element: etree._Element, top: bool = False) -> Iterator[str]:
    """Yield the expected text, with a space where a block begins or ends."""
    if not isinstance(element.tag, str):
        return
    operation = named().choose(element).operation
    if element.tag == "button" and has_words_around(element):
        operation = UNWRAP
    apart = (
        " "
        if not top
        and (is_block(element) or operation.kind == "auto" or set(operation.names) - INLINE)
        else ""
    )
    apart = " " if operation.names == ("line-break",) else apart
    if element.tag in UNCLOSED_TAGS:  # libxml2 puts into them what follows
        yield apart if operation.kind != "drop" else ""
        apart = ""
    elif operation.kind == "drop" or (element.tag in FALLBACK_TAGS and operation.names):
        yield apart
        return
    yield apart + (element.text or "")
    for child in element:
        yield from expected(child)
        yield child.tail or ""
    yield apart


def made(html: str) -> tuple[etree._Element, BodyResult | object]:
    page = Page(URL, f"<html lang=hu><body><article>{html}</article></body></html>")
    return page.root.find(".//article"), read_body(
        page,
        BodyRules((Rule("css", "article"),), (), ROWS),
        base_tags(),
        timezone="Europe/Budapest",
        language="hu",
    )


def difference(words: list[str], others: list[str]) -> str:
    """Return the first difference of two lists of words."""
    at = next(
        (i for i, (a, b) in enumerate(zip(words, others, strict=False)) if a != b),
        min(len(words), len(others)),
    )
    return f"{words[max(0, at - 3) : at + 3]} instead of {others[max(0, at - 3) : at + 3]}"


def check(html: str, tei_all: etree.RelaxNG) -> None:
    root, found = made(html)
    legal = "".join(c if is_legal(c) else "\ufffd" for c in "".join(expected(root, top=True)))
    if not isinstance(found, BodyResult):
        assert legal.split() == [], html
        return
    content = build_document(article(found.blocks), portal()).content
    words = body_words(content)
    if "class=op" in html:  # comments go to the end
        words, legal = sorted(words), " ".join(sorted(legal.split()))
    assert words == legal.split(), f"{difference(words, legal.split())} in {html}"
    assert validate(content) == (), html
    tree = etree.fromstring(content)
    assert tei_all.validate(tree), f"{html}: {tei_all.error_log}"
    assert paragraphs_in_paragraphs(content) == [], html
    assert read_lines(content) == plain_lines(found.blocks), html
    ids = [
        e.get("{http://www.w3.org/XML/1998/namespace}id")
        for e in tree.iter()
        if e.get("{http://www.w3.org/XML/1998/namespace}id")
    ]
    assert len(ids) == len(set(ids)), html
    assert {
        r.get("target")[1:] for r in tree.iter("{*}ref") if r.get("target", "").startswith("#")
    } <= set(ids), html


@settings(
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(html=nested(*RUNS, *BLOCKS))
def test_any_page_is_valid_tei_with_its_words(html: str, tei_all: etree.RelaxNG) -> None:
    check(html, tei_all)


@settings(
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(html=nested(*NAMED, *NAMED, *BLOCKS))
def test_any_page_with_any_tag_dictionary(html: str, tei_all: etree.RelaxNG) -> None:
    check(html, tei_all)


@pytest.mark.parametrize("outer", one_in(3, (*RUNS, *BLOCKS)))
def test_everything_in_everything(outer: str, tei_all: etree.RelaxNG) -> None:
    """Nest each piece in each other piece, on one page per outer piece."""
    check(
        "".join(
            fill(outer, f"egy{fill(inner, 'kettő')}három") + " "
            for inner in (*RUNS, *BLOCKS, *ALONE)
        ),
        tei_all,
    )
