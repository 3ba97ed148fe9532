"""What a corpus or WARC files know of a portal: articles as the rules read them, and lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from itertools import islice
from typing import Any

from webarticlecurator.archive.entry import is_closed
from webarticlecurator.article import read_article_page
from webarticlecurator.build.changes import KIND
from webarticlecurator.dataclasses import dataclass, field, replace
from webarticlecurator.errors import PageUnreadable, WarcUnreadable
from webarticlecurator.model.capture import Capture
from webarticlecurator.model.portal import Portal, Span
from webarticlecurator.repair.known_articles import KnownArticle, know_article
from webarticlecurator.repair.repair_lists import PageListing, read_listing, strip_host
from webarticlecurator.states.replay import ListingPlace, locate_listing
from webarticlecurator.store import CorpusView, WritableCorpus
from webarticlecurator.stored_pages.captured_pages import CapturedPages, select_articles
from webarticlecurator.stored_pages.page_store import StoredPage, run_supervised

MAX_READ = 120
"""Stored pages of articles that are read, and of lists."""
MAX_LISTED = 20_000
"""Archive pages among which those to read are chosen."""


@dataclass(frozen=True)
class PastArticle:
    """A stored page of an article; ``known`` is what the rules read there, None for nothing."""

    stored: StoredPage
    column: str | None
    known: KnownArticle | None

    @property
    def key(self) -> str:
        return strip_host(self.stored.url)


@dataclass(frozen=True)
class PastList:
    """A stored archive page, what the rules list on it, and its window."""

    stored: StoredPage
    span: Span
    window: str
    is_closed: bool
    listed: PageListing

    @property
    def key(self) -> str:
        return strip_host(self.stored.url)


@dataclass
class Past:
    """What is known of a portal: pages of articles and archive pages, and the addresses at which
    its pages have probably changed."""

    articles: list[PastArticle] = field(default_factory=list)
    lists: list[PastList] = field(default_factory=list)
    drifted: list[str] = field(default_factory=list)

    def window_of(self, given: PastList) -> frozenset[str]:
        """Return the keys of all articles of the window that an archive page is of."""
        return frozenset(
            link
            for each in self.lists
            if (each.span, each.window) == (given.span, given.window)
            for link in each.listed.links
        )


def read_past(
    portal: Portal,
    corpus: CorpusView | WritableCorpus,
    pages: CapturedPages,
    archive_pages: Iterator[tuple[Capture, ListingPlace]] | None,
    today: date,
    show: Callable[[str], None],
) -> Past:
    """Read the past of a portal from a corpus that lists the articles, and from ``pages``, which
    have the captures. ``archive_pages``: those of WARC files."""
    past = Past(drifted=[p.where for p in corpus.run_log.problems([KIND])])
    rows = [*islice(select_articles(portal, corpus), MAX_READ + 1)]
    if len(rows) > MAX_READ:
        rows = corpus.frontier.sample(MAX_READ, "tei", "stored")
    rejected = corpus.frontier.sample(MAX_READ // 4, "rejected")
    rows += [row for row in rejected if row.reason in ("no-root", "empty")]
    rows += [row for url in past.drifted if (row := corpus.frontier.article(url)) is not None]
    for row in dict.fromkeys(rows):
        for capture in _first_and_last(pages.captures_of(row.requested)):
            stored = _read(pages, capture)
            if stored is not None:
                read = _supervise(portal, stored, read_known, row.column)
                past.articles.append(PastArticle(stored, row.column, read))
    show(f"{len(past.articles)} stored pages of articles read")
    listed = _list_archive_pages(portal, pages) if archive_pages is None else archive_pages
    for capture, place in _choose_lists([*islice(listed, MAX_LISTED)], today):
        stored = _read(pages, capture)
        found = stored and _supervise(portal, stored, read_listing, place.span)
        if stored is not None and found:
            is_over = is_closed(place.window, place.span.settle, today)
            past.lists.append(PastList(stored, place.span, place.key.window, is_over, found))
    return past


def read_again(portal: Portal, past: Past, pages: CapturedPages) -> None:
    """Add to a past what other pages have at its addresses, whatever the rules make of them."""
    for article in list(past.articles):
        for capture in _first_and_last(pages.captures_of(article.stored.url)):
            stored = _read(pages, capture)
            if stored is not None:
                read = _supervise(portal, stored, read_known, article.column)
                past.articles.append(PastArticle(stored, article.column, read))
    for each in list(past.lists):
        for capture in _first_and_last(pages.captures_of(each.stored.url)):
            stored = _read(pages, capture)
            found = stored and _supervise(portal, stored, read_listing, each.span)
            if stored is not None and found:
                past.lists.append(replace(each, stored=stored, listed=found))


def read_known(portal: Portal, stored: StoredPage, column: str | None) -> KnownArticle | None:
    """Return what the rules read on a page. To be called in a worker."""
    return know_article(stored.url, read_article_page(portal, stored.page(portal, column)))


def _supervise(
    portal: Portal, stored: StoredPage, work: Callable[..., Any], *arguments: object
) -> Any:
    """Return the result for a page; None for one that takes too long."""
    try:
        return run_supervised(portal, stored.url, work, stored, *arguments)
    except PageUnreadable:
        return None


def _read(pages: CapturedPages, capture: Capture) -> StoredPage | None:
    try:
        return pages.read(capture)
    except WarcUnreadable:
        return None


def _first_and_last(captures: Sequence[Capture]) -> list[Capture]:
    """Return the first and the last of different captures."""
    return list({each.body_digest: each for each in (*captures[:1], *captures[-1:])}.values())


def _list_archive_pages(
    portal: Portal, pages: CapturedPages
) -> Iterator[tuple[Capture, ListingPlace]]:
    for capture in pages.archive_captures():
        place = locate_listing(portal, capture.origin, capture.url)
        if place is not None:
            yield capture, place


def _choose_lists(
    found: Sequence[tuple[Capture, ListingPlace]], today: date
) -> list[tuple[Capture, ListingPlace]]:
    """Return the archive pages of some windows, all of a window, closed windows first."""
    windows: dict[tuple[str, int, str], list[tuple[Capture, ListingPlace]]] = {}
    for capture, place in found:
        key = (place.key.column, place.key.span, place.key.window)
        windows.setdefault(key, []).append((capture, place))

    def is_open(pages: Sequence[tuple[Capture, ListingPlace]]) -> bool:
        place = pages[0][1]
        return not is_closed(place.window, place.span.settle, today)

    groups = sorted(windows.values(), key=is_open)
    step = max(1, len(groups) * 3 // MAX_READ)
    return [page for group in groups[::step] for page in group[:3]][:MAX_READ]
