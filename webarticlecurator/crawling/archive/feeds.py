"""Link sources that are feeds: RSS and Atom (``feed``).

``feed``: an RSS or Atom feed, which lists the newest articles and is read at every crawl.
"""

from __future__ import annotations

from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.crawling.archive.feed_file import read_feed
from webarticlecurator.crawling.archive.file_entries import FileEntry, make_links
from webarticlecurator.crawling.archive.link_source import (
    LinkSource,
    PagePlace,
    SourceBody,
    SourcePage,
)
from webarticlecurator.pages.rules.trace import Trace


class Feeds(LinkSource):
    """The link source of ``feed``."""

    proof = "feed"

    def read_page(
        self,
        _portal: Portal,
        span: Span,
        body: SourceBody,
        _place: PagePlace,
        _trace: Trace | None = None,
    ) -> SourcePage:
        """Return the links of a feed."""
        feed = read_feed(body.url, body.content, body.content_type)
        if feed.trouble:
            return SourcePage(trouble=feed.trouble, suspect=body.page)
        links, damage = make_links(span, body.url, map(FileEntry.as_pair, feed.entries))
        return SourcePage(links, damage=feed.damage or damage)
