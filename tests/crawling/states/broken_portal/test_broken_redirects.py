"""Articles that redirect for a while, to each other or elsewhere: what was seen on the way belongs
to the article at whose address it was seen; and the WARC files alone say the same."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal, listing, moved, small_portal

from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.states.summary import read_status
from webarticlecurator.crawling.workers.run_options import (
    BuildOptions,
    CrawlOptions,
    RefreshSelection,
)
from webarticlecurator.storage.store.foreign import ForeignWarcs
from webarticlecurator.storage.store.view import view_corpus

RULES = """archive: {url: BASE/list, links: h2, listed: {title: h2}}
fetch: {delay: 1, retries: 0}
article: {body: {root: article}, metadata: {title: {listed: title}}}
"""
ALL = CrawlOptions(refresh=RefreshSelection(everything=True))


def page(name: str, words: int = 60) -> str:
    text = " ".join(f"{name}{place}" for place in range(words))
    return f"<html><body><article><p>{text}</p></article></body></html>"


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[SmallPortal]:
    with small_portal(tmp_path, {}) as small:
        small.executor = "serial"
        small.pages = {f"/{name}": page(name) for name in "abcd"}
        small.pages |= {"/": page("home"), "/list": listing("/a", "/b", "/c", "/d")}
        yield small


def refresh(portal: SmallPortal, days: float = 0) -> None:
    portal.clock.time += timedelta(days=days)
    portal.crawl(RULES, ALL)


def text_of(portal: SmallPortal, path: str) -> str:
    with view_corpus(portal.corpus, "small") as corpus:
        row = corpus.frontier.article(portal.base + path)
        assert row is not None and row.tei is not None
        return (portal.corpus / "tei" / row.tei).read_text(encoding="utf-8")


def states(portal: SmallPortal, folder: Path | None = None) -> object:
    """What becomes of the articles, and the numbers that do not count files of the corpus."""
    folder = folder or portal.corpus
    numbers = read_status(portal.write(RULES), folder).as_json()
    # a doubt names the first example that was met
    for key in ("archive_pages", "warc_bytes", "doubts", "lists"):
        del numbers[key]
    top = folder / "tei"
    files = {path.relative_to(top).as_posix(): path.read_bytes() for path in top.rglob("*.xml")}
    return portal.articles(folder), numbers, files


def assert_the_same_of_the_records(portal: SmallPortal) -> None:
    """The index made anew says the same, and so does another corpus that is made of the WARC
    files."""
    before = states(portal)
    other = portal.folder / "other"
    warcs = sorted((portal.corpus / "warc").iterdir(), reverse=True)
    build(portal.write(RULES), other, BuildOptions(warcs=tuple(warcs)), portal.runtime)
    assert states(portal, other) == before
    rebuild_corpus(portal.write(RULES), portal.corpus, portal.runtime)
    portal.build(RULES)
    assert states(portal) == before


def test_a_page_of_another_host_is_not_the_text_of_an_article(portal: SmallPortal) -> None:
    portal.crawl(RULES)
    portal.pages["/a"] = moved(f"http://localhost:{portal.port}/login")
    portal.pages["/login"] = page("login", 100)
    refresh(portal, 2)
    assert "a59" in text_of(portal, "/a") and "login0" not in text_of(portal, "/a")
    assert "off-portal: redirects to http://localhost" in text_of(portal, "/a")
    assert_the_same_of_the_records(portal)


def test_a_page_that_came_as_the_answer_for_another_article_is_compared_with(
    portal: SmallPortal,
) -> None:
    """``/b`` is edited when ``/a`` redirects to it, and is as it was when it is asked for."""
    portal.crawl(RULES)
    portal.pages["/a"], portal.pages["/b"] = moved("/b"), page("edited")
    refresh(portal, 2)
    assert "edited0" in text_of(portal, "/b")
    portal.pages["/a"], portal.pages["/b"] = page("a"), page("b")
    refresh(portal, 2)
    assert "edited0" not in text_of(portal, "/b").partition("<text")[2]
    assert_the_same_of_the_records(portal)


def test_an_article_that_is_gone_when_another_leads_to_it_is_gone(portal: SmallPortal) -> None:
    portal.crawl(RULES)
    portal.pages["/a"] = moved("/b")
    portal.pages["/b"] = Answer("nothing", 404)
    refresh(portal, 2)
    assert read_status(portal.write(RULES), portal.corpus).gone == 2
    assert_the_same_of_the_records(portal)


def test_an_alias_that_has_a_page_again_is_an_article_again(portal: SmallPortal) -> None:
    """``/c`` leads to ``/a``, which was an alias of ``/b`` and has a page by now."""
    portal.pages["/a"] = moved("/b")
    portal.crawl(RULES)
    assert "/a" not in portal.articles()
    portal.pages["/a"], portal.pages["/c"] = page("a"), moved("/a")
    refresh(portal, 2)
    assert portal.articles()["/a"] == "tei"
    assert_the_same_of_the_records(portal)


def test_a_page_that_two_articles_lead_to_is_a_version_of_none(portal: SmallPortal) -> None:
    """The first one had it for a text, and has a page of its own since."""
    portal.pages["/a"], portal.pages["/gate"] = moved("/gate"), page("gate")
    portal.crawl(RULES)
    portal.pages["/a"] = page("a")
    refresh(portal, 2)
    assert "/gate" in text_of(portal, "/a")
    portal.pages["/b"] = moved("/gate")
    refresh(portal, 2)
    assert 'type="version"' not in text_of(portal, "/a")
    assert_the_same_of_the_records(portal)


def test_a_crawl_without_a_page_is_read_from_its_warc_files(portal: SmallPortal) -> None:
    """404, an error and a redirect to another article: no record has a page for these three."""
    portal.pages |= {"/a": Answer("", 404), "/b": Answer("", 500), "/c": moved("/d")}
    portal.crawl(RULES)
    assert portal.articles() == {"/a": "gone", "/b": "status-500", "/d": "tei"}
    assert_the_same_of_the_records(portal)


def test_a_revisit_belongs_to_its_fetch_in_other_warc_files(portal: SmallPortal) -> None:
    """Here it comes before the record that it repeats: the order of the files proves nothing."""
    portal.crawl(RULES)
    refresh(portal, 2)
    warcs = sorted((portal.corpus / "warc").iterdir(), reverse=True)
    with ForeignWarcs(warcs) as foreign:
        found = foreign.captures.fetches(f"{portal.base}/a")
        assert [fetch.complete for fetch in found] == [True, True]
        assert found[0].captures[0].time < found[1].captures[0].time
        assert len(foreign.captures.tries(f"{portal.base}/a")) == 2
