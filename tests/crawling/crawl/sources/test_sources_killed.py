"""Crawls along a sitemap, a feed or an index of issues that are killed again and again end like one
that was not."""

from __future__ import annotations

from pathlib import Path

import pytest
from killed_runs import Killed, end_after
from long_parameters import always
from small_portal import SmallPortal
from source_site import (
    FEED,
    ISSUES,
    SITEMAP,
    SourceSite,
    feed_site,
    issue_site,
    sitemap_site,
    snapshot,
    start,
)
from walk_site import messages, running

from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime
from webarticlecurator.storage.index.store_options import StoreOptions

SOURCES = {
    "sitemap": (SITEMAP, sitemap_site, ("articles", "listed", "named", "walks", "problems")),
    "feed": (FEED, feed_site, ("articles", "listed", "named", "walks", "problems")),
    # the digest of a walk over an index depends on what a run before has read
    "index": (ISSUES, issue_site, ("articles", "listed", "named", "problems")),
}
"""Source → rules, site, and what the index holds alike afterwards."""


def crawl_until(portal: SmallPortal, rules: str, event: str, number: int) -> bool:
    """Crawl until a step of the store has occurred so often; return whether it did."""
    store = StoreOptions(events=end_after(number, event))
    runtime = Runtime(portal.clock, store, executor=portal.executor)
    try:
        crawl(portal.write(rules), portal.corpus, CrawlOptions(warc_only=True), runtime)
    except Killed:
        return True
    return False


@pytest.mark.parametrize("event", always(["index-commit"], ["warc-append", "index-commit"]))
@pytest.mark.parametrize("source", always(["index"], SOURCES))
def test_a_killed_crawl_goes_on_and_ends_like_an_undisturbed_one(
    source: str, event: str, tmp_path: Path
):
    rules, make_site, parts = SOURCES[source]
    site: SourceSite = make_site()
    with running(tmp_path, site) as portal:
        start(portal, site)
        portal.crawl(rules % "")
        undisturbed, portal.folder = snapshot(portal), tmp_path / "killed"
        portal.folder.mkdir()
        portal.asked.clear()
        kills = sum(crawl_until(portal, rules % "", event, n) for n in range(3, 14, 2))
        assert kills >= 3
        assert portal.crawl(rules % "").ok, messages(portal)
        found = snapshot(portal)
        articles = [path for path in portal.asked if path.startswith("/a/")]
        assert len(articles) == len(set(articles)), "what was stored is not asked for again"
        assert {part: found[part] for part in parts} == {part: undisturbed[part] for part in parts}
