"""The TEI files of the demo portal have, article by article, what the model of the portal says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
import regex
from crawl_demo import holdings, plain, repeated, run_build, tei_files
from lxml import etree
from webarticlecurator.examples.expected import (
    PAGES,
    ExpectedArticle,
    archive_pages,
    expected_articles,
    expected_status,
    past_the_end,
)
from webarticlecurator.examples.portal.site import refusals

from webarticlecurator.base.folders import data_folder
from webarticlecurator.crawling.crawl.made_up_address import make_up_address

NAMES = {"t": "http://www.tei-c.org/ns/1.0", "s": "https://schema.org/"}
INLINE = {"hi", "ref", "q", "code"}


@pytest.fixture(scope="module")
def documents(crawled) -> dict[str, etree._Element]:
    """Return the TEI documents by their id, read from the files that have the id as name."""
    return {
        Path(path).stem: etree.fromstring(content)
        for path, content in tei_files(crawled.folder).items()
    }


def texts(document: etree._Element, path: str) -> list[str]:
    return [str(found) for found in document.xpath(path, namespaces=NAMES)]


def body_words(document: etree._Element) -> tuple[str, ...]:
    """Return the words of the body as a reader sees them: inline elements do not separate words,
    all others do; without alt texts."""

    def pieces(element: etree._Element) -> Iterator[str]:
        name = etree.QName(element).localname
        if name != "figDesc":
            edge = "" if name in INLINE else " "
            yield edge + (element.text or "")
            for child in element:
                yield from pieces(child)
                yield child.tail or ""
            yield edge

    return tuple("".join(pieces(document.find(".//t:body", NAMES))).split())


def test_status_is_what_the_portal_says(crawled):
    output = crawled.summary.as_json()
    expected = expected_status()
    assert {key: output[key] for key in expected} == expected
    assert crawled.summary.ok and crawled.summary.problems == {}
    assert (
        output["articles"]
        == output["tei"]
        + sum(output["rejected"].values())
        + output["failed"]
        + output["pending"]
        + output["stored"]
    )


def test_every_archive_page_is_requested_once_and_no_other(crawled):
    articles = {page for article in expected_articles() for page in article.pages}
    expected = [
        page for column in PAGES for page in (*archive_pages(column), *past_the_end(column))
    ]
    requested = [s.address for s in crawled.log]
    assert sorted(a for a in requested if a in set(expected)) == sorted(expected)
    assert {plain(a) for a in requested} >= articles
    moved = {
        alias
        for article in expected_articles()
        for alias in article.aliases
        if plain(alias) != article.url
    }
    dead_ends = {line.address for _, line in refusals() if line.reason != "robots"} - articles
    besides = {
        f"http://{host}/robots.txt"
        for host in ("demo.echo.example", "m.demo.echo.example", "partner.example")
    }
    besides |= {
        f"http://{host}/.well-known/tdmrep.json"
        for host in ("demo.echo.example", "m.demo.echo.example")
    }
    besides.add("http://partner.example/akcio")  # where a redirect leads
    # Pages that lack the headlines of their lists are suspected to say that nothing is there.
    made_up = {make_up_address(address) for address in articles} & set(requested)
    assert len(made_up) == 1
    besides |= made_up
    assert {a for a in requested if plain(a) not in articles} == {
        *expected,
        *moved,
        *dead_ends,
        *besides,
    }
    assert repeated(requested) == [], "an end of a redirect that is listed, too, is one of them"
    assert crawled.summary.archive_pages == crawled.summary.new_archive_pages == len(expected)


def test_every_article_and_no_other_has_a_file_named_by_its_id(documents):
    assert sorted(documents) == sorted(article.id for article in expected_articles())


def test_the_files_lie_by_the_month_of_publication(crawled):
    assert sorted(tei_files(crawled.folder)) == sorted(
        f"{a.published[:4]}/{a.published[5:7]}/{a.id}.xml" for a in expected_articles()
    )


def header_of(document: etree._Element) -> dict[str, object]:
    def one(path: str) -> str | None:
        return next(iter(texts(document, path)), None)

    return {
        "id": document.get("{http://www.w3.org/XML/1998/namespace}id"),
        "url": one("//t:bibl[@type='article']/t:ref[@type='canonical']/@target"),
        "aliases": texts(document, "//t:bibl[@type='article']/t:ref[@type='alias']/@target"),
        "column": one("//t:biblScope[@unit='column']/text()"),
        "title": one("//t:titleStmt/t:title[not(@type)]/text()"),
        "subtitle": one("//t:titleStmt/t:title[@type='sub']/text()"),
        "authors": texts(document, "//t:titleStmt/t:author/*/text()"),
        "published": one("//t:bibl[@type='article']/t:date[@type='datePublished']/@when"),
        "modified": one("//t:bibl[@type='article']/t:date[@type='dateModified']/@when"),
        "section": one("//t:keywords[@scheme='https://schema.org/articleSection']/t:term/text()"),
        "keywords": texts(
            document, "//t:keywords[@scheme='https://schema.org/keywords']/t:term/text()"
        ),
        "language": one("//t:langUsage/t:language/@ident"),
        "access": one("//s:isAccessibleForFree/text()"),
        "captures": [
            plain(url) for url in texts(document, "//t:bibl[@type='capture']/t:ref/@target")
        ],
        "words": one("//t:extent/t:measure[@unit='words']/@quantity"),
    }


def wanted_of(article: ExpectedArticle) -> dict[str, object]:
    return {
        "id": article.id,
        "url": article.url,
        "aliases": [quote(alias, safe=":/?=&") for alias in article.aliases],
        "column": article.column,
        "title": article.title,
        "subtitle": article.subtitle,
        "authors": list(article.authors),
        "published": article.published,
        "modified": article.modified,
        "section": article.section,
        "keywords": list(article.keywords),
        "language": article.language,
        # schema.org's isAccessibleForFree is a Boolean
        "access": {None: None, "closed": "false"}[article.access],
        "captures": list(article.pages),
        "words": str(count_words(" ".join(article.words).replace("_", " "))),
    }


def count_words(text: str) -> int:
    """Return the number of words by UAX #29, as ``regex`` has it; an underscore is no part of one
    here. A dash, a heart and a smiley are none, *Pásztor-Nagy* and *14:18* are two, and a soft
    hyphen divides nothing."""
    pieces = regex.split(r"\b", text, flags=regex.WORD | regex.V1)
    return sum(regex.search(r"[\p{L}\p{N}]", piece) is not None for piece in pieces)


def test_every_header_says_what_the_portal_says(documents):
    for article in expected_articles():
        assert header_of(documents[article.id]) == wanted_of(article)


def test_every_body_has_the_words_of_the_article_in_their_order(documents):
    for article in expected_articles():
        assert body_words(documents[article.id]) == article.words, article.url


def test_every_document_is_valid_by_our_schema(crawled):
    schema = etree.RelaxNG(etree.parse(str(data_folder("schemas") / "webarticle.rng")))
    for path, content in tei_files(crawled.folder).items():
        assert schema.validate(etree.fromstring(content)), (path, schema.error_log)


def test_every_document_is_valid_tei(crawled, tei_all: etree.RelaxNG, pytestconfig):
    files = sorted(tei_files(crawled.folder).items())
    assert len(files) > 300
    for path, content in files[:: 1 if pytestconfig.getoption("long") else 4]:
        assert tei_all.validate(etree.fromstring(content)), (path, tei_all.error_log)


def test_every_rejected_address_has_its_reason(crawled):
    found = {
        a: (row[2], row[3])
        for a, row in holdings(crawled.folder).articles.items()
        if row[2] != "tei"
    }
    host = "http://demo.echo.example"
    assert {a.removeprefix(host): reason for a, (state, reason) in found.items() if state == "rejected"} == {
        "/cikk.php?id=9001": "gone",
        "/2012/06/01/visszavont-jegyzet/": "gone",
        "/belso/2015/szabalyzat/": "robots",
        "/kviz/ismeri-a-szinhazat/": "not-article",
        "/ajanlo/12/": "off-portal",
        "/cikk.php?id=9003": "gone",
        next(a.pages[1] for a in expected_articles() if a.column == "velemeny" and a.pages[1:] and not a.old_layout)
        .removeprefix(host): "continuation",
    }  # fmt: skip


def test_a_build_without_changes_writes_nothing(copied):
    folder = copied()
    before = {p: p.stat().st_mtime_ns for p in (folder / "tei").rglob("*.xml")}
    assert run_build(folder).built == 0
    assert {p: p.stat().st_mtime_ns for p in (folder / "tei").rglob("*.xml")} == before
