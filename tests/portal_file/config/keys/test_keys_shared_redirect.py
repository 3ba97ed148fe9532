"""One page to which several listed addresses redirect is none of them: logins, maintenance and
consent pages that look normal."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from long_parameters import one_in
from small_portal import SmallPortal, article, crawled_portal, listing, moved, small_portal

from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime

FILE = "archive: {url: BASE/list}\nfetch: {delay: 0, breaker: 100}\n"
PLAIN = (
    "Words of a page that looks like any other, of which there are enough to be taken for text. "
    * 20
)
NAMES = [f"/a{n}" for n in range(20)]


def walled(names: list[str] = NAMES, to: str = "/login") -> dict[str, object]:
    return {
        "/list": listing(*names, "/good"),
        "/good": article("good"),
        to: article(PLAIN),
        **{n: moved(to) for n in names},
    }


@pytest.mark.parametrize("to", one_in(3, ["/login", "/karbantartas", "/consent"]))
def test_twenty_articles_that_lead_to_one_page_are_twenty_failed_ones(tmp_path: Path, to: str):
    with small_portal(tmp_path, walled(to=to)) as portal:
        summary = portal.crawl(FILE)
        assert portal.articles() == {"/good": "tei"} | dict.fromkeys(NAMES, "shared-redirect")
        assert (summary.articles, summary.tei, summary.failed, summary.ok) == (21, 1, 20, False)
        assert len(portal.tei()) == 1


@pytest.mark.parametrize("full", [False, True])
def test_they_are_requested_again_and_become_separate_articles(tmp_path: Path, full: bool):
    names = NAMES[:5]
    with crawled_portal(tmp_path, walled(names), FILE) as portal:
        portal.crawl(FILE, CrawlOptions(full=full))
        assert sorted(a for a in portal.asked if a in names) == sorted(names), "once each"
        portal.pages |= {name: article(f"text of {name}") for name in names}
        summary = portal.crawl(FILE, CrawlOptions(full=full))
        assert portal.articles() == dict.fromkeys(["/good", *names], "tei")
        assert (summary.tei, summary.ok) == (6, True)
        texts = portal.tei().values()
        assert [sum(f"text of {name}<" in text for text in texts) for name in names] == [1] * 5


def test_the_breaker_counts_the_first_one_too(tmp_path: Path):
    pages = walled(NAMES[:3])
    pages["/list"] = listing(*NAMES[:3])
    with small_portal(tmp_path, pages) as portal:
        assert portal.crawl(FILE.replace("100", "3")).stopped is not None
        assert portal.articles() == dict.fromkeys(NAMES[:3], "shared-redirect")
    with small_portal(tmp_path / "again", pages) as portal:
        (tmp_path / "again").mkdir()
        assert portal.crawl(FILE.replace("100", "4")).stopped is None


def test_a_single_redirect_sets_the_canonical_address(tmp_path: Path):
    with small_portal(tmp_path, walled(["/a0"], "/moved")) as portal:
        portal.crawl(FILE)
        assert portal.articles() == {"/moved": "tei", "/good": "tei"}


def test_a_second_redirect_in_a_later_run_removes_the_built_article(tmp_path: Path):
    pages = walled(["/a0"])
    with small_portal(tmp_path, pages) as portal:
        portal.crawl(FILE)
        assert portal.articles() == {"/login": "tei", "/good": "tei"}
        portal.pages |= {"/list": listing("/a0", "/a1", "/good"), "/a1": moved("/login")}
        portal.crawl(FILE)
        assert_both_failed(portal)
        rebuild_corpus(portal.write(FILE), portal.corpus, Runtime(clock=portal.clock))
        assert portal.articles() == {
            "/a0": "shared-redirect",
            "/a1": "shared-redirect",
            "/good": "stored",
        }
        portal.build(FILE)
        assert_both_failed(portal)


def assert_both_failed(portal: SmallPortal) -> None:
    assert portal.articles() == {"/a0": "shared-redirect", "/a1": "shared-redirect", "/good": "tei"}
    assert ["good" in text for text in portal.tei().values()] == [True]
    assert not [
        p for p in (portal.corpus / "tei").rglob("*") if p.is_dir() and not any(p.iterdir())
    ]


def test_an_older_index_put_back_has_the_same_result(tmp_path: Path):
    with small_portal(tmp_path, walled(["/a0"])) as portal:
        portal.crawl(FILE)
        shutil.copy(portal.corpus / "corpus.sqlite", tmp_path / "old.sqlite")
        portal.pages |= {"/list": listing("/a0", "/a1", "/good"), "/a1": moved("/login")}
        portal.crawl(FILE, CrawlOptions(warc_only=True))
        assert [p.name for p in (portal.corpus / "tei").rglob("*.xml")] == [
            p.name
            for p in (portal.corpus / "tei").rglob("*.xml")
            if "good" in p.read_text(encoding="utf-8")
        ], "its TEI goes without a build, too"
        (tmp_path / "old.sqlite").replace(portal.corpus / "corpus.sqlite")
        portal.build(FILE)
        assert_both_failed(portal)


def test_two_listed_variants_of_one_address_are_one_article(tmp_path: Path):
    pages = {"/list": listing("/a?utm_source=x", "/a?utm_source=y", "/a"), "/new": article("text")}
    pages |= {path: moved("/new") for path in ("/a?utm_source=x", "/a?utm_source=y", "/a")}
    with small_portal(tmp_path, pages) as portal:
        summary = portal.crawl(FILE + "address: {drop: ['utm_*']}\n")
        assert portal.articles() == {"/new": "tei"} and summary.articles == 1
        portal.pages["/list"] = listing("/a?utm_source=z", "/a")
        assert portal.crawl(FILE + "address: {drop: ['utm_*']}\n").articles == 1


@pytest.mark.parametrize(
    "order", [["/a0", "/a1", "/t"], ["/t", "/a0", "/a1"], ["/a0", "/t", "/a1"]]
)
def test_a_listed_target_has_them_as_aliases(tmp_path: Path, order: list[str]):
    pages = {
        "/list": listing(*order),
        "/a0": moved("/t"),
        "/a1": moved("/t"),
        "/t": article("text"),
    }
    with small_portal(tmp_path, pages) as portal:
        assert portal.crawl(FILE).ok
        assert portal.articles() == {"/t": "tei"}


def test_a_target_that_is_listed_later_has_them_as_aliases(tmp_path: Path):
    pages = {
        "/list": listing("/a0", "/a1"),
        "/a0": moved("/t"),
        "/a1": moved("/t"),
        "/t": article("text"),
    }
    with small_portal(tmp_path, pages) as portal:
        portal.crawl(FILE)
        assert portal.articles() == {"/a0": "shared-redirect", "/a1": "shared-redirect"}
        portal.pages["/list"] = listing("/t", "/a0", "/a1")
        portal.asked.clear()
        assert portal.crawl(FILE).ok
        assert portal.articles() == {"/t": "tei"} and portal.asked == ["/list"]
        rebuild_corpus(portal.write(FILE), portal.corpus, Runtime(clock=portal.clock))
        portal.build(FILE)
        assert portal.articles() == {"/t": "tei"}


def test_a_return_address_does_not_make_another_page(tmp_path: Path):
    pages: dict[str, object] = {
        "/list": listing("/a0", "/a1", "/b0", "/b1"),
        "/b0": moved("/p?id=1"),
        "/b1": moved("/p?id=2"),
    }
    pages |= {"/a0": moved("/login?next=%2Fa0"), "/a1": moved("/login?next=/a1")}
    pages |= {"/login?next=%2Fa0": article(PLAIN), "/login?next=/a1": article(PLAIN)}
    pages |= {"/p?id=1": article("one"), "/p?id=2": article("two")}
    with small_portal(tmp_path, pages) as portal:
        portal.crawl(FILE)
        assert portal.articles() == {
            "/a0": "shared-redirect",
            "/a1": "shared-redirect",
            "/p?id=1": "tei",
            "/p?id=2": "tei",
        }


def test_redirects_over_a_listed_address_are_that_address(tmp_path: Path):
    """http to https to www, all but the last listed: one article, not two that share a page."""
    pages = {
        "/list": listing("/a", "/x"),
        "/a": moved("/x"),
        "/x": moved("/t"),
        "/t": article("text"),
    }
    with small_portal(tmp_path, pages) as portal:
        assert portal.crawl(FILE).ok
        assert portal.articles() == {"/t": "tei"}
        portal.pages |= {"/list": listing("/b", "/a", "/x"), "/b": moved("/t")}
        portal.crawl(FILE)
        assert portal.articles() == {"/x": "shared-redirect", "/b": "shared-redirect"}
