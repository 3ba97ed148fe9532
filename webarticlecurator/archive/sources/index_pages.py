"""``index``: pages that list archive pages, such as the issues of a magazine, a calendar whose
links cannot be guessed, or a list of authors. The archive pages are read like any other."""

from __future__ import annotations

from webarticlecurator.archive.page_address import normalize_address
from webarticlecurator.archive.sources.address_templates import describe_file, read_list_page
from webarticlecurator.archive.sources.link_source import PagePlace, SourceBody, SourcePage
from webarticlecurator.config.source_kinds import INDEX
from webarticlecurator.model.archive_rules import NamedPage, Span
from webarticlecurator.model.portal import Portal
from webarticlecurator.rules import Trace, select_links


class IndexPages:
    """The link source of ``index``."""

    kind = INDEX
    names_pages = True

    def is_list(self, place: PagePlace) -> bool:
        """Return True for a page that an index page names."""
        return place.is_named

    def count_pages(self, _span: Span) -> int | None:
        """Return None: the index says how many archive pages there are."""
        return None

    def is_changed(self, _modified: str, _read_modified: str) -> bool:
        """Return True: an index does not say whether its archive pages have changed."""
        return True

    def read_page(
        self,
        portal: Portal,
        span: Span,
        body: SourceBody,
        place: PagePlace,
        trace: Trace | None = None,
    ) -> SourcePage:
        """Return the archive pages that an index page names, or the links of an archive page."""
        page = body.page
        if place.is_named:
            return read_list_page(portal, span, page, place, trace)
        trouble = describe_file(page)
        if trouble:
            return SourcePage(trouble=trouble)
        found = select_links(span.source.get("links", ()), page, trace)
        named = dict.fromkeys(normalize_address(url) for url in found)
        pages = tuple(NamedPage(url) for url in named)
        return SourcePage(named=pages, suspect=None if pages else page)
