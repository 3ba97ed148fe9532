"""``sitemap``: the files of a sitemap, which list the addresses of a portal; also those that
robots.txt names."""

from __future__ import annotations

from urllib.parse import urlsplit

from webarticlecurator.archive.discovery.site_facts import find_sitemaps
from webarticlecurator.archive.sources.file_entries import (
    describe_without_address,
    make_links,
    resolve_address,
)
from webarticlecurator.archive.sources.link_source import PagePlace, SourceBody, SourcePage
from webarticlecurator.archive.sources.sitemap_file import SitemapFile, read_sitemap
from webarticlecurator.config.source_kinds import SITEMAP
from webarticlecurator.model.archive_rules import NamedPage, Span
from webarticlecurator.model.portal import Portal
from webarticlecurator.rules import Trace

_MAX_LASTMOD = 100
"""Characters of a time of change that are compared; a date has 35 at most."""


class Sitemaps:
    """The link source of ``sitemap``."""

    kind = SITEMAP
    names_pages = True

    def is_list(self, _place: PagePlace) -> bool:
        """Return False: every file is read whole."""
        return False

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
            return _read_robots(body)
        file = read_sitemap(body.content)
        if file.trouble:
            return SourcePage(trouble=file.trouble, suspect=body.page if file.is_html else None)
        return (
            _read_index(body.url, file)
            if file.root == "sitemapindex"
            else _read_set(span, body.url, file)
        )


def _read_robots(body: SourceBody) -> SourcePage:
    text = body.content.decode("utf-8", "replace").lstrip("\ufeff")
    named = tuple(NamedPage(url) for url in find_sitemaps(body.url, text))
    if not named:
        return SourcePage(trouble="robots.txt names no sitemap; write its address as `sitemap`")
    return SourcePage(named=named)


def _read_index(url: str, file: SitemapFile) -> SourcePage:
    named: dict[str, str] = {}
    without = 0
    for entry in file.entries:
        address = resolve_address(url, entry.loc)
        without += not address
        if address:
            named.setdefault(address, entry.lastmod[:_MAX_LASTMOD])
    pages = tuple(NamedPage(address, modified) for address, modified in named.items())
    return SourcePage(named=pages, damage=file.damage or describe_without_address(without))


def _read_set(span: Span, url: str, file: SitemapFile) -> SourcePage:
    entries = (
        (entry.loc, {"title": entry.title, "date": entry.date, "lastmod": entry.lastmod})
        for entry in file.entries
    )
    links, damage = make_links(span, url, entries)
    return SourcePage(links, damage=file.damage or damage)
