"""The link source ``sitemap``: which files it reads, and how.

``sitemap``: the files of a sitemap, which list the addresses of a portal; also those that
robots.txt names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, timedelta
from urllib.parse import urlsplit

from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.base.proposal.archive_links import Link, NamedPage
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.file_entries import (
    FileEntry,
    describe_without_address,
    is_included,
    make_links,
    resolve_address,
)
from webarticlecurator.crawling.archive.link_source import (
    LinkSource,
    PagePlace,
    SourceBody,
    SourcePage,
)
from webarticlecurator.crawling.archive.site_facts import find_sitemaps
from webarticlecurator.crawling.archive.sitemap_file import SitemapFile, read_sitemap
from webarticlecurator.pages.rules.trace import Trace

_MAX_LASTMOD = 100
"""Characters of a time of change that are compared; a date has 35 at most."""
_TIMES = ("lastmod", "date")
"""Values of an entry that say when it was changed or published."""
_DAY = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])")
"""A day at the beginning of a time; a few days of each month more or less prove nothing."""


class Sitemaps(LinkSource):
    """The link source of ``sitemap``."""

    names_pages = True

    def count_pages(self, _span: Span) -> int | None:
        """Return None: the first file says whether there are others."""
        return None

    def is_changed(self, modified: str, read_modified: str) -> bool:
        """Return False for a file with the same ``lastmod`` as when it was read."""
        return not modified or modified != read_modified

    def read_page(
        self,
        _portal: Portal,
        span: Span,
        body: SourceBody,
        place: PagePlace,
        _trace: Trace | None = None,
    ) -> SourcePage:
        """Return the links of a file, and the files that it names."""
        if not place.is_named and urlsplit(body.url).path == "/robots.txt":
            text = body.content.decode("utf-8", "replace").lstrip("\ufeff")
            found = find_sitemaps(body.url, text)
            if not found:
                return SourcePage(
                    trouble=make_message(
                        "robots.txt names no sitemap; write its address as `sitemap`"
                    )
                )
            return SourcePage(
                named=tuple(NamedPage(url) for url in found if is_included(span, url, "files."))
            )
        file = read_sitemap(body.content)
        if file.trouble:
            return SourcePage(trouble=file.trouble, suspect=body.page if file.is_html else None)
        if file.root == "sitemapindex":
            return _read_index(span, body.url, file)
        links, damage = make_links(span, body.url, map(FileEntry.as_pair, file.entries))
        return SourcePage(links, damage=file.damage or damage)


def has_newer_entries(modified: str, entries: Iterable[Link]) -> bool:
    """Return True if entries of a file are newer, by more than a day, than the index says that the
    file is: the index is wrong."""
    values = (value for entry in entries for value in map(dict(entry.listed).get, _TIMES))
    days = [value[:10] for value in values if value and _DAY.match(value)]
    if not days or not _DAY.match(modified):
        return False
    return date.fromisoformat(max(days)) > date.fromisoformat(modified[:10]) + timedelta(days=1)


def _read_index(span: Span, url: str, file: SitemapFile) -> SourcePage:
    named: dict[str, str] = {}
    without = 0
    for entry in file.entries:
        address = resolve_address(url, entry.address)
        without += not address
        # an index that names itself is no file of its own
        if address and address != url and is_included(span, address, "files."):
            named.setdefault(address, entry.lastmod[:_MAX_LASTMOD])
    pages = tuple(NamedPage(address, modified) for address, modified in named.items())
    return SourcePage(named=pages, damage=file.damage or describe_without_address(without))
