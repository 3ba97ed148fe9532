"""Deleted articles that redirect to the home page or the archive, next pages that lead back: no
text is taken for another's."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_portal import article, listing, moved, small_portal

FILE = "archive: {url: BASE/list, links: h2}\nfetch: {delay: 0}\n"
LONG = "Words of the front page, of which there are enough to be taken for an article. " * 20


def test_a_redirect_home_is_a_soft_404_whatever_the_home_page_contains(tmp_path: Path):
    pages = {
        "/list": listing("/one", "/gone-1", "/gone-2", "/moved"),
        "/one": article("one"),
        "/gone-1": moved("/"),
        "/gone-2": moved("/list"),
        "/moved": moved("/two"),
        "/two": article("two"),
        "/": article(LONG, '<meta property="og:type" content="article">'),
    }
    with small_portal(tmp_path, pages) as portal:
        summary = portal.crawl(FILE)
        assert portal.articles() == {
            "/one": "tei",
            "/gone-1": "soft-404",
            "/gone-2": "soft-404",
            "/two": "tei",
        }
        assert (summary.articles, summary.tei, summary.failed, summary.rejected) == (4, 2, 2, {})
        again = portal.crawl(FILE)
        assert (again.tei, again.failed) == (2, 2)
        off = portal.build(FILE + "article: {gate_off: [soft-404]}\n")
        assert off.tei == 4
        assert portal.build(FILE).tei == 2


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("/one", "/two"),
        ("/one", "/?p=17"),  # with a query it may be anything
        ("/one", "/list?id=5"),
        ("/index.php", "/"),  # the home page was what was asked for
        ("/one", "/list/one"),
    ],
)
def test_other_redirects_lead_to_articles(tmp_path: Path, asked: str, answered: str):
    pages = {"/list": listing(asked), asked: moved(answered), answered: article("text")}
    with small_portal(tmp_path, pages) as portal:
        portal.crawl(FILE)
        assert portal.articles() == {answered: "tei"}


def test_a_link_to_the_home_page_is_not_a_canonical_address(tmp_path: Path):
    home = '<link rel="canonical" href="/">'
    pages = {
        "/list": listing("/one", "/two"),
        "/one": article("one", home),
        "/two": article("two", home),
    }
    with small_portal(tmp_path, pages) as portal:
        portal.crawl(FILE + "address: {canonical: link}\n")
        assert portal.articles() == {"/one": "tei", "/two": "tei"}


def test_a_next_page_that_leads_back_or_home_repeats_nothing(tmp_path: Path):
    rules = FILE + "article: {next_page: {css: a.n}, body: {root: article}}\n"
    pages = {
        "/list": listing("/back", "/home"),
        "/back": article("first", around="<a class=n href='/back?p=2'>2</a>"),
        "/back?p=2": article("second", around="<a class=n href='/back?p=3'>3</a>"),
        "/back?p=3": moved("/back"),
        "/home": article("alone", around="<a class=n href='/home?p=2'>2</a>"),
        "/home?p=2": moved("/"),
        "/": article(LONG),
    }
    with small_portal(tmp_path, pages) as portal:
        summary = portal.crawl(rules)
        texts = sorted(portal.tei().values(), key=len)
        assert [text.count("first") + text.count("alone") for text in texts] == [1, 1]
        assert not any("front page" in text for text in texts)
        assert sum('type="problem" n="next-page"' in text for text in texts) == 1
        assert sum('reason="page-not-captured"' in text for text in texts) == 1
        assert summary.tei == 2


def test_a_reject_rule_can_make_redirects_home_gone_at_once(tmp_path: Path):
    rules = FILE + 'article: {reject: [{url: "^BASE/$", reason: gone}]}\n'
    pages = {
        "/list": listing("/one", "/two"),
        "/one": moved("/"),
        "/two": article("two"),
        "/": article(LONG),
    }
    with small_portal(tmp_path, pages) as portal:
        summary = portal.crawl(rules)
        assert (summary.rejected, summary.ok) == ({"gone": 1}, True)
        assert portal.articles() == {"/one": "gone", "/two": "tei"}
