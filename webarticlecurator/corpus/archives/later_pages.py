"""Copy the later pages of articles whose first pages were copied from a web archive."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from webarticlecurator.articles.by_rules.identity import canonical_address
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.capture import Origin
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.captures.article_pages import ArticlePage, follow_pages
from webarticlecurator.crawling.captures.page_choice import FirstPageReader
from webarticlecurator.crawling.captures.tasks import find_start
from webarticlecurator.storage.store.view import CorpusView


@dataclass(frozen=True)
class LaterPage:
    """A later page, or a part, of an article that is not stored. ``first`` is the address by which
    its first page was copied, which was captured at ``time``."""

    url: str
    origin: Origin
    first: str
    time: datetime


def list_missing_pages(
    portal: Portal, corpus: CorpusView, reader: FirstPageReader, first: str
) -> Iterator[LaterPage]:
    """Yield the later pages and parts of an article that are not stored, as far as those that are
    stored lead."""
    row = corpus.frontier.article(
        canonical_address(first, portal.address)
    ) or corpus.frontier.article(first)
    if row is None or row.state not in ("stored", "tei"):
        return
    start, shared = find_start(portal, corpus, row)
    found = follow_pages(start, reader.pages_of(start, shared))
    capture = found.pages[0].capture
    if capture is None:
        return
    pages: list[tuple[str, ArticlePage]] = [("continuation", page) for page in found.pages[1:]]
    single_page = found.pages[0].single_page
    if single_page is not None and found.whole is None:
        # the others are needed where it is not in the archive
        pages = [("continuation", ArticlePage(single_page)), *pages]
    pages += [("part", page) for _, page in found.parts]
    for level, page in pages:
        if page.capture is None:
            yield LaterPage(
                page.url, Origin(level, row.column, via=row.requested), first, capture.time
            )
