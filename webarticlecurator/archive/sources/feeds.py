"""``feed``: an RSS or Atom feed, which lists the newest articles and is read at every crawl."""

from __future__ import annotations

from webarticlecurator.archive.sources.feed_file import read_feed
from webarticlecurator.archive.sources.file_entries import make_links
from webarticlecurator.archive.sources.link_source import PagePlace, SourceBody, SourcePage
from webarticlecurator.config.source_kinds import FEED
from webarticlecurator.model.archive_rules import Span
from webarticlecurator.model.portal import Portal
from webarticlecurator.rules import Trace


class Feeds:
    """The link source of ``feed``."""

    kind = FEED
    names_pages = False

    def is_list(self, _place: PagePlace) -> bool:
        """Return False: a feed is read whole."""
        return False

    def count_pages(self, _span: Span) -> int | None:
        """Return 1: a feed is one file."""
        return 1

    def is_changed(self, _modified: str, _read_modified: str) -> bool:
        """Return True; a feed names no pages."""
        return True

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
        entries = (
            (entry.link, {"title": entry.title, "date": entry.date, "lastmod": entry.lastmod})
            for entry in feed.entries
        )
        links, damage = make_links(span, body.url, entries)
        return SourcePage(links, damage=feed.damage or damage)
