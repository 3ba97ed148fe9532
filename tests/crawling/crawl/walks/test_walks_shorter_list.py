"""A list that has become shorter: pages that it linked once, and does not any more, are not missing."""

from __future__ import annotations

from pathlib import Path

import pytest
from walk_site import ListSite, linked, names, numbered, problems, running

from webarticlecurator.crawling.workers.run_options import CrawlOptions


@pytest.mark.parametrize(
    ("text", "links"), [(numbered(), False), (linked(), True)], ids=["numbered", "next-link"]
)
def test_a_whole_walk_forgets_the_pages_that_a_longer_list_has_linked(
    text: str, links: bool, tmp_path: Path
):
    site = ListSite([f"n{n:02}" for n in range(10)], links=links)
    site.around = lambda number: "".join(
        f'<a href="/list?page={n}">{n}</a> ' for n in {1, number, -(-len(site.articles) // 3)}
    )
    with running(tmp_path, site) as portal:
        assert portal.crawl(text).ok
        site.articles[:0] = [f"new{n}" for n in range(12)]
        assert portal.crawl(text).ok  # reads the first pages, which link the eighth one
        del site.articles[10:]
        whole = CrawlOptions(warc_only=True, full=True)
        assert portal.crawl(text, options=whole).ok
        assert problems(portal) == [] and len(names(portal)) == 22
