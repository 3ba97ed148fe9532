"""The main job on the demo portal: one crawl, and the corpus is what the portal's own model says it
must be."""

from __future__ import annotations

import shutil
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest
from demo_corpus import DemoCrawl
from lxml import etree
from webarticlecurator.examples.expected import (
    ExpectedArticle,
    archive_pages,
    expected_archive_pages,
    expected_articles,
    expected_status,
    past_the_end,
)
from webarticlecurator.examples.portal.stories import SECTIONS
from webarticlecurator.examples.server import DemoServer

from webarticlecurator.articles.by_rules.identity import canonical_address
from webarticlecurator.base.folders import data_folder
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.states.summary import Summary
from webarticlecurator.crawling.workers.run_options import CrawlOptions
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.tei.documents.plain_text import read_lines
from webarticlecurator.tei.documents.read import read_header

DEMO = data_folder("examples") / "demo.yaml"
TEI = "{http://www.tei-c.org/ns/1.0}"
SINGLE = ("title", "subtitle", "published", "modified", "section", "language", "access")
LISTS = ("authors", "sources", "keywords")


@dataclass(frozen=True)
class Crawled:
    first: Summary
    second: Summary
    first_log: tuple[str, ...]
    second_log: tuple[str, ...]
    folder: Path


@pytest.fixture(scope="module")
def crawled(demo_crawl: DemoCrawl, tmp_path_factory: pytest.TempPathFactory) -> Crawled:
    """The crawl that all tests share, and a second one in a copy of its corpus."""
    folder = Path(shutil.copytree(demo_crawl.folder, tmp_path_factory.mktemp("demo") / "corpus"))
    with DemoServer(state=demo_crawl.state) as server:
        second = crawl(load_portal(DEMO), folder, CrawlOptions(proxy=server.proxy))
        again = tuple(served.address for served in server.log)
    asked = tuple(served.address for served in demo_crawl.log)
    return Crawled(demo_crawl.summary, second, asked, again, folder)


def test_the_account_is_the_expected_one(crawled: Crawled):
    for summary in (crawled.first, crawled.second):
        assert {name: getattr(summary, name) for name in expected_status()} == expected_status()
        assert summary.problems == {}
    assert crawled.first.archive_pages == expected_archive_pages()


def test_the_crawl_asks_for_the_archive_pages_of_every_column_once(crawled: Crawled):
    for column in SECTIONS:
        for address in (*archive_pages(column), *past_the_end(column)):
            assert crawled.first_log.count(address) == 1, address


def test_no_address_is_asked_for_twice_and_none_that_robots_forbid(crawled: Crawled):
    repeated = {address for address, times in Counter(crawled.first_log).items() if times > 1}
    assert repeated == set(), "also what is listed and the end of a redirect, too"
    assert not any("/belso/" in address for address in crawled.first_log)


def test_a_second_crawl_of_the_unchanged_portal_asks_for_no_article(crawled: Crawled):
    archive = {
        address
        for column in SECTIONS
        for address in (*archive_pages(column), *past_the_end(column))
    }
    assert {
        address
        for address in crawled.second_log
        if not address.endswith(("/robots.txt", "/tdmrep.json"))
    } <= archive
    assert (crawled.second.new_articles, crawled.second.built) == (0, 0)


def documents(crawled: Crawled) -> dict[str, bytes]:
    return {path.stem: path.read_bytes() for path in crawled.folder.glob("tei/*/*/*.xml")}


def test_every_article_is_a_document_and_nothing_else_is(crawled: Crawled):
    found = {
        path.relative_to(crawled.folder / "tei").as_posix()
        for path in crawled.folder.glob("tei/**/*.xml")
    }
    assert found == {
        f"{a.published[:4]}/{a.published[5:7]}/{a.id}.xml" for a in expected_articles()
    }


def body_letters(content: bytes) -> str:
    """All text of the body without white space: no letter lost, added, repeated or moved."""
    body = etree.fromstring(content).find(f"{TEI}text/{TEI}body")
    assert body is not None
    return "".join(
        "".join(
            str(text) for text in body.xpath(".//text()[not(ancestor::*[local-name()='figDesc'])]")
        ).split()
    )


def test_every_document_holds_the_true_text(crawled: Crawled):
    found = documents(crawled)
    for article in expected_articles():
        content = found[article.id]
        assert body_letters(content) == "".join(article.words), article.url
        assert tuple(" ".join(line.split()) for line in read_lines(content)) == article.text, (
            article.url
        )


def told(article: ExpectedArticle) -> dict[str, object]:
    names = (*SINGLE, *LISTS, "id", "url", "aliases")
    return {name: getattr(article, name) for name in names}


def test_every_document_holds_the_true_metadata(crawled: Crawled):
    found, portal = documents(crawled), load_portal(DEMO)
    for article in expected_articles():
        header = read_header(found[article.id])
        single = {name: header.metadata.first(name) for name in SINGLE}
        lists = {name: tuple(value.value for value in header.metadata.all(name)) for name in LISTS}
        identity = {"id": header.id, "url": header.url, "aliases": tuple(sorted(header.aliases))}
        assert {**single, **lists, **identity} == told(article)
        captured = tuple(
            canonical_address(capture.url, portal.address) for capture in header.captures
        )
        assert captured == article.pages, article.url
