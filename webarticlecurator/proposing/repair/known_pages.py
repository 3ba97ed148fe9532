"""What a corpus or WARC files know of a portal, and its pages in another design: asked for again,
or stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from itertools import islice
from typing import Any

from webarticlecurator.base.dataclasses import dataclass, field, replace
from webarticlecurator.base.errors import PageUnreadable, WarcUnreadable
from webarticlecurator.base.grouping import group_values
from webarticlecurator.base.model.capture import Capture
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.stored_pages.captured_pages import CapturedPages, CorpusPages
from webarticlecurator.corpus.stored_pages.page_store import ListedPages, StoredPage, run_supervised
from webarticlecurator.corpus.stored_pages.stored_rows import select_articles
from webarticlecurator.crawling.archive.entry import is_closed
from webarticlecurator.crawling.building.run_drift import KIND
from webarticlecurator.crawling.states.replay import ListingPlace
from webarticlecurator.proposing.repair.known_articles import KnownArticle, read_known
from webarticlecurator.proposing.repair.list_rules import KnownList, read_listing, strip_host
from webarticlecurator.proposing.repair.standing_articles import IsListed
from webarticlecurator.storage.store.view import CorpusView

MAX_READ = 120
"""Stored pages of articles that are read, and of lists."""
MAX_LISTED = 20_000
"""Archive pages among which those to read are chosen."""
MAX_PAGES = 10
"""Pages of one list that grows."""
MAX_REQUESTS = 24
"""Requests for pages; that for robots.txt comes before."""
MAX_ARTICLES = 18
MAX_LISTS = 5
MAX_FAILED = 5
"""Articles in a row without an answer after which no more are asked for."""
MAX_NEWEST = 12
"""Pages from which rules are made where no article is known."""
MAX_OLDER = 30
"""Older captures that must be read as before."""


@dataclass(frozen=True)
class KnownPage:
    """A page of an article, what is known of the article, if anything, and its ``old`` page, of a
    page in another design."""

    stored: StoredPage
    known: KnownArticle | None = None
    column: str | None = None
    old: StoredPage | None = None

    @property
    def key(self) -> str:
        return strip_host(self.stored.url)


@dataclass
class Past:
    """What is known of a portal: pages of articles and archive pages. ``drifted``: the days from
    which on crawls noticed that pages have changed. ``is_listed`` says whether a span has listed an
    address."""

    articles: list[KnownPage] = field(default_factory=list)
    lists: list[KnownList] = field(default_factory=list)
    drifted: list[date] = field(default_factory=list)
    is_listed: IsListed = lambda _span, _url: False


def read_past(
    portal: Portal,
    pages: CapturedPages,
    listed: ListedPages,
    today: date,
    show: Callable[[str], None],
) -> Past:
    """Read the past of a portal from ``pages``, which are ``listed`` as articles and archive
    pages."""
    past, corpus = Past(), listed.corpus
    rows = [*islice(select_articles(portal, corpus), MAX_READ + 1)]
    if len(rows) > MAX_READ:
        rows = corpus.frontier.sample(MAX_READ, "tei", "stored")
    rejected = corpus.frontier.sample(MAX_READ // 4, "rejected")
    rows += [row for row in rejected if row.reason in ("no-root", "empty")]
    signs = (corpus.frontier.article(each.where) for each in corpus.run_log.problems([KIND]))
    drifted = [row for row in signs if row is not None]
    for row in dict.fromkeys((*rows, *drifted)):
        read = [*_read_articles(portal, pages, row.requested, row.column)]
        past.articles += read
        days = [each.stored.captured for each in read if row in drifted]
        past.drifted += [day for day in days[-1:] if day is not None]
    show(make_message("{number} stored pages of articles read", number=len(past.articles)))
    if isinstance(pages, CorpusPages):
        past.is_listed = partial(_was_listed, corpus)
    for capture, place in _choose_captures([*islice(listed.archive_pages, MAX_LISTED)], today):
        for stored, found in _read_stored(portal, pages, [capture], read_listing, place.span):
            is_over = is_closed(place.window, place.span.settle, today)
            past.lists.append(
                KnownList(stored, stored, place.span, place.key.window, is_over, found)
            )
    return past


def read_again(portal: Portal, past: Past, pages: CapturedPages) -> None:
    """Add to a past what other pages have at its addresses, whatever the rules make of them."""
    for article in list(past.articles):
        past.articles += _read_articles(portal, pages, article.stored.url, article.column)
    for each in list(past.lists):
        captures = _first_and_last(pages.captures_of(each.old.url))
        for stored, found in _read_stored(portal, pages, captures, read_listing, each.span):
            past.lists.append(replace(each, old=stored, known=found))


def _read_articles(
    portal: Portal, pages: CapturedPages, url: str, column: str | None
) -> Iterator[KnownPage]:
    return (
        KnownPage(stored, known, column)
        for stored, known in _read_stored(
            portal, pages, _first_and_last(pages.captures_of(url)), read_known, column
        )
    )


def _read_stored(
    portal: Portal,
    pages: CapturedPages,
    captures: Sequence[Capture],
    work: Callable[..., Any],
    argument: object,
) -> Iterator[tuple[StoredPage, Any]]:
    """Yield stored pages with the result of ``work``; without those that are not to be had, or take
    too long."""
    for capture in captures:
        with suppress(WarcUnreadable, PageUnreadable):
            stored = pages.read(capture)
            yield stored, run_supervised(portal, stored.url, work, stored, argument)


def _first_and_last(captures: Sequence[Capture]) -> list[Capture]:
    """Return the first and the last of different captures."""
    return list({each.body_digest: each for each in (*captures[:1], *captures[-1:])}.values())


def _choose_captures(
    found: Sequence[tuple[Capture, ListingPlace]], today: date
) -> list[tuple[Capture, ListingPlace]]:
    """Return the archive pages of some windows, closed windows first: the first ones of a window
    with dates, some of all of a list without."""
    windows = group_values(
        ((place.key.column, place.key.span, place.key.window), (capture, place))
        for capture, place in found
    )

    def is_open(pages: Sequence[tuple[Capture, ListingPlace]]) -> bool:
        place = pages[0][1]
        return not is_closed(place.window, place.span.settle, today)

    groups = sorted(windows.values(), key=is_open)
    step = max(1, len(groups) * 3 // MAX_READ)
    chosen = [
        page
        for group in groups[::step]
        for page in (_choose_pages(group) if is_open(group) else group[:3])
    ]
    return chosen[:MAX_READ]


def _choose_pages(
    group: Sequence[tuple[Capture, ListingPlace]],
) -> Iterator[tuple[Capture, ListingPlace]]:
    """Yield the first and the last capture of pages from all parts of a list that grows."""
    addresses = [
        *group_values((capture.url, (capture, place)) for capture, place in group).values()
    ]
    for pages in addresses[:: -(-len(addresses) // MAX_PAGES)]:
        yield from (pages[0], pages[-1]) if len(pages) > 1 else pages


def _was_listed(corpus: CorpusView, span: Span, url: str) -> bool:
    """Return True if a span of the corpus has listed an address."""
    key = span.column, span.number
    return any((each.walk.column, each.walk.span) == key for each in corpus.listings.of(url))
