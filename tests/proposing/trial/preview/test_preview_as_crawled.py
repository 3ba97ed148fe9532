"""``check --live`` reads a page as the crawl reads it: the same verdict, day and kind of page."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_portal import SmallPortal, article, listing, moved, small_portal
from stored_articles import read_articles

from webarticlecurator.proposing.trial.live_articles import LiveArticle
from webarticlecurator.proposing.trial.live_check import check_live

RULES = """\
language: en
fetch: {delay: 0}
archive: {url: BASE/list, links: h2, pagination: {mode: none}}
article:
  page_kind: thread
  body: {root: article}
  metadata: {title: title, published: .when}
"""
TEXT = "The rudder was mended before the ship left, and nobody knew the price. " * 3
LATER = article(TEXT, around='<p class="when">2031-07-01</p>')


def look(portal: SmallPortal) -> LiveArticle:
    """Return what ``check --live`` says of the only article."""
    (found,) = check_live(portal.write(RULES), portal.runtime).articles
    return found


def test_a_day_after_today_is_none_and_the_kind_of_page_is_that_of_the_file(tmp_path: Path):
    with small_portal(tmp_path, {"/list": listing("/a"), "/a": LATER}) as portal:
        found = look(portal)
        assert found.read is not None
        assert any("date-impossible" in each for each in found.wrong), found.wrong
        assert portal.crawl(RULES).tei == 1
        (stored,) = read_articles(portal.corpus)
    published = found.read.metadata.texts("published")
    assert published == stored.header.metadata.texts("published") == []
    assert found.read.page_kind == stored.header.page_kind == "thread"


@pytest.mark.parametrize("target", ["/", "/list"])
def test_a_redirect_to_the_home_page_or_the_list_is_no_article(tmp_path: Path, target: str):
    pages = {"/list": listing("/a") + article(TEXT), "/": article(TEXT), "/a": moved(target)}
    with small_portal(tmp_path, pages) as portal:
        found = look(portal)
        portal.crawl(RULES)
        assert found.verdict == "soft-404" == portal.articles()["/a"]
        assert found.read is None and found.wrong[0].startswith("soft-404: ")
