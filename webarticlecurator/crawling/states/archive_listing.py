"""Read the links of archive pages with the rules of their span. The rules run in a worker process,
since a rule may run for ever.
"""

from __future__ import annotations

from datetime import date
from functools import partial

from webarticlecurator.articles.by_rules.identity import canonical_address
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.capture import Body
from webarticlecurator.base.model.claimed_place import MAX_TITLE
from webarticlecurator.base.model.reasons import REASONS
from webarticlecurator.base.model.verdict import WALLS
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.base.portal.portal_rules import has_later_pages, span_reads_json
from webarticlecurator.base.proposal.archive_links import Link
from webarticlecurator.base.text.characters import shorten
from webarticlecurator.base.text.translation import join_messages
from webarticlecurator.crawling.archive.link_source import (
    NO_PLACE,
    PagePlace,
    SourceBody,
    SourcePage,
)
from webarticlecurator.crawling.archive.link_sources import source_of
from webarticlecurator.crawling.archive.page_location import LocatedPage, find_window_days, span_of
from webarticlecurator.crawling.archive.windows import today_in
from webarticlecurator.crawling.captures.portal_pages import read_portal_page
from webarticlecurator.crawling.workers.shared_worker import evaluate_in_worker
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.page_end import has_end
from webarticlecurator.pages.rules.trace import Trace


@dataclass(frozen=True)
class StoredAnswer:
    """A stored page as the rules see it: its final address, body, column and day of capture.

    ``span`` and ``place`` are those of an archive page: the number of its span in the column, and
    its place in the walk. ``first_url`` is as for ``Page``.
    """

    url: str
    content: bytes
    content_type: str | None
    column: str | None = None
    captured: date | None = None
    span: int = 0
    place: PagePlace = NO_PLACE
    headers: tuple[tuple[str, str], ...] = ()
    first_url: str = ""

    def page(self, portal: Portal) -> Page:
        """Parse the page."""
        located = LocatedPage(self.column or "", self.span, self.place.window)
        return read_portal_page(
            portal,
            self.url,
            self.content,
            self.content_type,
            column=self.column,
            captured=self.captured,
            headers=self.headers,
            first_url=self.first_url,
            days=find_window_days(portal, located),
        )


NO_LINKS = SourcePage()
MAX_LISTED = 10_000
"""Characters of a value beside a link that the index keeps, and from it the article."""


def to_stored_answer(portal: Portal, body: Body, column: str | None, span: int = 0) -> StoredAnswer:
    """Return what the rules for links need of a stored body: content, final address, day of its
    capture in the zone of the portal, and where it was listed."""
    capture = body.capture
    day = today_in(portal.timezone, capture.time)
    return StoredAnswer(
        capture.url, body.content, body.content_type, column, day, span, headers=body.headers
    )


def read_page_links(
    portal: Portal, span: Span, answer: StoredAnswer, place: PagePlace | None = None
) -> SourcePage:
    """Return the links that the rules of ``span`` select on an archive page. Raises PageUnreadable
    or RulesTooSlow if they take too long."""
    located = replace(answer, column=span.column, span=span.number, place=place or PagePlace())
    return evaluate_in_worker(portal, _select_page_links, located, answer.url)


def read_next_page(portal: Portal, answer: StoredAnswer) -> str | None:
    """Return the next page of an article, or None. Raises like ``read_page_links``."""
    if not has_later_pages(portal):
        return None
    return evaluate_in_worker(portal, _find_next_page, answer, answer.url)


def _select_page_links(portal: Portal, _source: object, answer: StoredAnswer) -> SourcePage:
    span = span_of(portal, LocatedPage(answer.column or "", answer.span))
    read = read_source_page(portal, span, answer)
    if read.suspect is not None:
        instead = _describe_other_page(portal, span, read.suspect)
        if instead is not None and (instead.wall or not read.trouble):
            return instead
    values = [pair for link in read.links for pair in link.listed]
    return replace(
        read,
        links=tuple(map(_shorten_listed, read.links)),
        suspect=None,
        title=" ".join(read.title.split())[:MAX_TITLE],
        canonicals={link.url: canonical_address(link.url, portal.address) for link in read.links},
        shortened=tuple(sorted({name for name, value in values if len(value) > MAX_LISTED})),
        has_end=has_end(answer.content),
    )


def _shorten_listed(link: Link) -> Link:
    listed = tuple((name, shorten(value, MAX_LISTED)) for name, value in link.listed)
    return link if listed == link.listed else replace(link, listed=listed)


def read_source_page(
    portal: Portal, span: Span, answer: StoredAnswer, trace: Trace | None = None
) -> SourcePage:
    """Return what the link source of ``span`` reads from a page, in this process."""
    body = SourceBody(answer.url, answer.content, partial(answer.page, portal), answer.content_type)
    return source_of(span).read_page(portal, span, body, answer.place, trace)


def _describe_other_page(portal: Portal, span: Span, page: Page) -> SourcePage | None:
    """Return what a page without links is in place of an archive page; None if it may be one."""
    from webarticlecurator.articles.walls.page_checks import NO_HTML, check_by_words

    off = portal.article.gate_off
    if isinstance(page.json, dict | list):
        if "error-page" in off or span_reads_json(span):
            return None
        return SourcePage(trouble=join_messages(": ", ("error-page", NO_HTML)))
    refused = check_by_words(page, off)
    if refused is None or refused.reason not in (*WALLS, "empty"):
        return None
    words = refused.describe()
    if refused.reason in WALLS:
        cure = next(row.cure for row in REASONS if row.name == refused.reason)
        return SourcePage(wall=join_messages("; ", (words, cure)))
    return SourcePage(trouble=words, is_blank=True)


def _find_next_page(portal: Portal, _source: object, answer: StoredAnswer) -> str | None:
    from webarticlecurator.articles.by_rules.one_page import find_next_page

    return find_next_page(portal, answer.page(portal))
