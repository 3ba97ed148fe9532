"""The column and span that an archive address belongs to."""

from __future__ import annotations

from datetime import date

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.base.proposal.archive_links import NamedPage
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.address_match import AddressMatch, match_address
from webarticlecurator.crawling.archive.link_source import PagePlace
from webarticlecurator.crawling.archive.link_sources import source_of
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.crawling.archive.windows import (
    NamedWindow,
    Window,
    is_in_range,
    is_named_window,
    parse_window,
)
from webarticlecurator.portal_file.values.nearest_name import nearest_word


@dataclass(frozen=True)
class LocatedPage:
    """The place of an archive page in the portal file.

    ``window_first``: the key of the window, "" without one: its first day as YYYY-MM-DD, or the
    address of a page that another one names; ``page``: the page value or None.
    """

    column: str
    span: int
    window_first: str = ""
    page: str | None = None


def locate_page(portal: Portal, url: str, column: str | None = None) -> LocatedPage | None:
    """Return the column and span whose address template matches ``url`` (absolute).

    Among several, the one with the longest literal prefix is returned. None means that no template
    matches, and the rules of ``archive`` itself apply. With ``column``, only this column is
    searched; where nothing matches, the result is its first span.

    Raises UsageError for an unknown column, and where several spans match equally well whose rules
    differ.
    """
    candidates = [
        (span, match)
        for span in spans_of(portal, column)
        if (match := match_address(span, url, portal.language))
    ]
    if not candidates:
        return _locate_in_column(portal, url, column) if column is not None else None

    longest = max(match.literal for _, match in candidates)
    best = [(span, match) for span, match in candidates if match.literal == longest]
    # a span whose range contains the date of the address is preferred to one that ended earlier or
    # began later
    best = [
        (span, match)
        for span, match in best
        if not span.dates or not match.window or is_in_range(span.dates, match.window)
    ] or best
    # the rules that decide what is read from a page of the span
    if len({(s.links, s.pagination, s.listed, s.stop, s.source) for s, _ in best}) > 1:
        raise _ambiguous_address(url, best)

    span, match = best[0]
    window_first = match.window.key if match.window else ""
    return LocatedPage(span.column, span.number, window_first, match.page)


def locate_named_page(portal: Portal, url: str) -> LocatedPage | None:
    """Return the place of an archive page that no template matches, if it can only be one that the
    pages of the portal's only span name; else None."""
    spans = spans_of(portal, None)
    if len(spans) != 1 or not source_of(spans[0]).names_pages:
        return None
    return _locate_in_column(portal, url, spans[0].column)


def _locate_in_column(portal: Portal, url: str, column: str) -> LocatedPage:
    """Return the first span of a column as the place of a page that its templates do not match."""
    span = spans_of(portal, column)[0]
    named = NamedPage(normalize_address(url), index_level=NamedWindow(url).index_level)
    key = named.key if source_of(span).names_pages else ""
    return LocatedPage(column, span.number, key)


def can_have_page(portal: Portal, span: Span, window: str, url: str) -> bool:
    """Return True if the stored page ``url``, requested for the window with the key ``window``, can
    be one of the span as the portal file has it now."""
    if is_named_window(window):
        return source_of(span).names_pages
    if bool(span.dates) != bool(window):
        return False
    is_list = source_of(span).is_list(PagePlace(window=window))
    return is_list or match_address(span, url, portal.language) is not None


def span_of(portal: Portal, located: LocatedPage) -> Span:
    """Return the span that ``locate_page`` found."""
    return next(s for s in spans_of(portal, located.column) if s.number == located.span)


def find_window_days(portal: Portal, located: LocatedPage) -> tuple[date, date] | None:
    """Return the first and the last day of the window of a place, for an encoding that depends on
    days; None without such a window, or in a portal whose encoding does not."""
    if not portal.dated_encodings or (located.column, located.span) not in portal.spans:
        return None
    window = parse_window(span_of(portal, located), located.window_first)
    return (window.first, window.last) if isinstance(window, Window) else None


def spans_of(portal: Portal, column: str | None) -> list[Span]:
    """Return the spans of a column, or of all columns. Raises UsageError if it is unknown."""
    names = [c.name for c in portal.columns]
    if column is not None and column not in names:
        near = nearest_word(column, names)
        message = make_message(
            "no column {column!r} in portal {portal}", column=column, portal=portal.id
        )
        if near:
            cure = make_message("did you mean {nearest}?", nearest=repr(near))
            message = make_message("{problem}; {cure}", problem=message, cure=cure)
        raise UsageError(message, make_message("columns are: {names}", names=", ".join(names)))
    return [span for c in portal.columns if column in (None, c.name) for span in c.spans]


def _ambiguous_address(url: str, best: list[tuple[Span, AddressMatch]]) -> UsageError:
    names = list(dict.fromkeys(span.column for span, _ in best))
    if len(names) == 1:
        spans = ", ".join(str(span.number + 1) for span, _ in best)
        return UsageError(
            make_message(
                "{url} fits several spans of column {column!r} ({spans}) whose rules differ",
                url=url,
                column=names[0],
                spans=spans,
            ),
            "give the spans dates that do not overlap",
        )
    return UsageError(
        make_message(
            "{url} fits several columns whose rules differ: {names}",
            url=url,
            names=", ".join(names),
        ),
        make_message("name one with --column, as --column {column}", column=names[0]),
    )
