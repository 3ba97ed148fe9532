"""The day of an article, by which a crawl asks for it again (``article.refresh``).

It is the day of publication in the built TEI; before there is one, the date beside its link, the
last day of the window that lists it, or the day of its first capture if the archive was known as
a whole before.
"""

from __future__ import annotations

from collections.abc import Iterable

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.dates import DateContext, read_date
from webarticlecurator.crawling.archive.windows import Window, parse_window, today_in
from webarticlecurator.storage.frontier.index_values import ArticleRow, Listing
from webarticlecurator.storage.frontier.listings import Listings
from webarticlecurator.storage.frontier.refreshes import (
    CAPTURED,
    FOUND_LATER,
    LISTED,
    PUBLISHED,
    WINDOW,
)
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.tei.documents.tei_dates import find_local_day

_DATE_NAME = "date"
"""The ``listed`` value of sitemaps and feeds that is a date; others are those of ``published``."""


def note_captures(portal: Portal, corpus: WritableCorpus, article: ArticleRow) -> None:
    """Note the day of an article that was captured, and since when it is gone. Needs
    ``corpus.commit``."""
    note_captured_day(portal, corpus, article)
    gone = corpus.captures.find_gone(article.requested)
    corpus.refreshes.set_gone(article.id, gone.time if gone else None)


def note_captured_day(portal: Portal, corpus: WritableCorpus, article: ArticleRow) -> None:
    """Note the day of an article that was captured, unless it has one."""
    basis = corpus.refreshes.basis_of(article.id)
    if basis not in (None, FOUND_LATER):
        return
    listed, window = _find_days(portal, corpus.listings, article.requested)
    if listed:
        corpus.refreshes.set_day(article.id, listed, LISTED)
    elif window:
        corpus.refreshes.set_day(article.id, window, WINDOW)
    elif basis == FOUND_LATER:
        captured = corpus.captures.first_capture(article.requested)
        if captured is not None:
            corpus.refreshes.set_day(
                article.id, today_in(portal.timezone, captured).isoformat(), CAPTURED
            )


def find_listed_day(portal: Portal, listings: Listings, requested: str) -> str | None:
    """Return the day of the date beside a link of a requested address, else the last day of the
    window that lists it; None without both."""
    listed, window = _find_days(portal, listings, requested)
    return listed or window


def _find_days(portal: Portal, listings: Listings, requested: str) -> tuple[str | None, str | None]:
    """Return the day beside a link of an address; or, without one, that of its window."""
    rows = listings.of(requested)
    listed = _first(_listed_day(portal, listing) for listing in rows)
    # The date beside the link is that of the article, the last day of its window only a bound.
    window = None if listed else _first(_window_day(portal, listing) for listing in rows)
    return listed, window


def note_published_day(
    portal: Portal, corpus: WritableCorpus, article: ArticleRow, day: str | None
) -> None:
    """Note the day of publication of an article that was built. Needs ``corpus.commit``."""
    if day is not None:
        corpus.refreshes.set_day(article.id, day, PUBLISHED)
    elif corpus.refreshes.basis_of(article.id) == PUBLISHED:  # the rules of the date have changed
        corpus.refreshes.forget_day(article.id)
        note_captured_day(portal, corpus, article)


def _first(days: Iterable[str | None]) -> str | None:
    return next((day for day in days if day), None)


def _listed_day(portal: Portal, listing: Listing) -> str | None:
    """Return the day of the date beside a link, or None."""
    if not listing.listed:
        return None
    values = dict(listing.listed)
    context = DateContext(portal.stated_zone, portal.language)
    # The names of `listed` values that are dates of publication, with their formats
    rules = dict(portal.article.metadata).get("published", ())
    named = [(rule.expression, rule.format) for rule in rules if rule.kind == "listed"]
    for name, formats in [*named, (_DATE_NAME, ())]:
        if name in values:
            day = find_local_day(read_date(values[name], formats, context).value, portal.timezone)
            if day is not None:
                return day
    return None


def _window_day(portal: Portal, listing: Listing) -> str | None:
    """Return the last day of the window that lists an article, or None."""
    span = portal.spans.get((listing.walk.column, listing.walk.span))
    window = parse_window(span, listing.walk.window) if span and span.dates else None
    return window.last.isoformat() if isinstance(window, Window) else None
