"""An article of several pages whose pager cannot be read: missing pages are reported."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_portal import article, listing, small_portal

from webarticlecurator.storage.store.view import view_corpus

TEXT = """fetch: {delay: 0}
archive: {url: BASE/list, links: h2}
article: {next_page: {pager: {scope: nav, current: b, links: a}}}
"""
PAGES = {
    "/list": listing("/one"),
    "/one/2": article("Two.", around='<nav><a href="/one">1</a><b>2</b></nav>'),
}


@pytest.mark.parametrize(
    ("around", "pages", "problem"),
    [
        ("", 1, False),
        ("<nav></nav>", 1, False),
        ("<nav><b>1</b></nav>", 1, False),
        ('<nav><b>1</b><a href="/one/2">2</a></nav>', 2, False),
        ('<nav><strong>1</strong><a href="/one/2">2</a></nav>', 1, True),
        ('<nav><b>1</b><a href="/one">2</a></nav>', 1, True),
    ],
    ids=["none", "empty", "one page", "two pages", "no current page", "the page itself"],
)
def test_an_article_pager_without_current_page_is_a_problem(
    around: str, pages: int, problem: bool, tmp_path: Path
):
    with small_portal(tmp_path, {**PAGES, "/one": article("One.", around=around)}) as portal:
        summary = portal.crawl(TEXT)
        assert summary.ok is not problem and summary.problems == (
            {"next-page": 1} if problem else {}
        )
        (tei,) = portal.tei().values()
        assert ("Two." in tei) is (pages == 2)
        with view_corpus(portal.corpus, "small") as corpus:
            assert len(corpus.frontier.pages(f"{portal.base}/one")) == pages
