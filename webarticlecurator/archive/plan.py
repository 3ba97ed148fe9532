"""Where an archive address belongs, and how many archive pages a portal file describes.

How many archive pages a portal file describes, and which: for ``check --plan``, and for what a
crawl reports before its first request.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date

from webarticlecurator.archive.entry import build_page_address, start_at_top
from webarticlecurator.archive.link_sources import PagePlace, source_of
from webarticlecurator.archive.page_address import (
    PAGE_WORD,
    AddressMatch,
    address_key,
    match_address,
    normalize_address,
)
from webarticlecurator.archive.state import PageRead, WalkState
from webarticlecurator.archive.walk import advance
from webarticlecurator.archive.windows import (
    Window,
    is_in_range,
    is_named_window,
    parse_window,
    span_windows,
)
from webarticlecurator.config.value_fault import nearest_word
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.errors import UsageError
from webarticlecurator.model.capture import GONE
from webarticlecurator.model.hosts import is_same_site, plain_host
from webarticlecurator.model.pagination import has_page, is_beyond_last, mode_of, page_at
from webarticlecurator.model.portal import AddressTemplate, Field, Portal, Span
from webarticlecurator.text.translation import Message, make_message


@dataclass(frozen=True)
class SpanPlan:
    """The archive pages of one span.

    ``windows``: date windows, 1 without dates; ``pages``: the maximum number of archive pages, None
    where only the walk can tell; ``at_least``: one page per window. ``first``, ``middle`` and
    ``last`` are addresses in walking order, of the pages that are known beforehand; "" for a span
    that has no window yet. ``source`` is the kind of the link source: the pages that the first ones
    of another kind than ``url`` name are not known beforehand.
    """

    column: str
    span: int
    pages: int | None
    windows: int
    at_least: int
    first: str
    middle: str
    last: str
    source: str = "url"


def plan_spans(portal: Portal, today: date) -> tuple[SpanPlan, ...]:
    """Return the plan of each span in the order of the portal file.

    ``today`` is a day in the portal's zone.
    """
    return tuple(
        _plan_span(portal, span, today) for column in portal.columns for span in column.spans
    )


def estimate_duration(requests: int, delay: float) -> str:
    """Return in words how long so many requests take with pauses of ``delay`` seconds.

    An example is "2.4 days at a delay of 1 s".
    """
    seconds = requests * delay
    for template, length in (
        ("{number:.1f} days at a delay of {delay:g} s", 86400),
        ("{number:.1f} hours at a delay of {delay:g} s", 3600),
        ("{number:.1f} minutes at a delay of {delay:g} s", 60),
    ):
        if seconds >= 2 * length:
            return Message(template, values={"number": seconds / length, "delay": delay})
    return make_message(
        "{number:.0f} seconds at a delay of {delay:g} s", number=seconds, delay=delay
    )


def _plan_span(portal: Portal, span: Span, today: date) -> SpanPlan:
    windows = span_windows(span, today)
    per_window = source_of(span).count_pages(span)
    count = len(windows) * (per_window or 1)
    places = (0, count // 2, count - 1) if count else ()
    addresses = [_nth_address(portal, span, windows, place) for place in places]
    first, middle, last = addresses or ("", "", "")
    return SpanPlan(
        span.column,
        span.number,
        None if per_window is None else count,
        len(windows),
        len(windows),
        first,
        middle,
        last,
        span.source.kind,
    )


def _nth_address(portal: Portal, span: Span, windows: Sequence[Window | None], index: int) -> str:
    window, page = divmod(index, source_of(span).count_pages(span) or 1)
    first_page = mode_of(span.pagination).first_page(span.pagination)
    value = first_page if page == 0 else page_at(span.pagination, page)
    return build_page_address(portal, span, windows[window], value)


# The column and span that an archive address belongs to.


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
    if len(spans) > 1 or not source_of(spans[0]).names_pages:
        return None
    return _locate_in_column(portal, url, spans[0].column)


def _locate_in_column(portal: Portal, url: str, column: str) -> LocatedPage:
    """Return the first span of a column as the place of a page that its templates do not match."""
    span = spans_of(portal, column)[0]
    key = normalize_address(url) if source_of(span).names_pages else ""
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


# The first page of a numbered archive under its plain address: ``/news/`` of ``/news/?page=2``.

_SEGMENT = re.compile(rf"(?P<rest>.*?/)(?:{PAGE_WORD}/)?\Z")
"""The path before a page number, without a word for "page" before it."""


def locate_plain_first_page(
    portal: Portal, url: str, column: str | None = None
) -> LocatedPage | None:
    """Return the place of ``url`` if it is an archive address without its page number, else None.

    Only numbered spans without ``first_url`` are considered; with ``column``, only those of it.
    """
    for span in spans_of(portal, column):
        if not mode_of(span.pagination).is_numbered or span.pagination.first_url:
            continue
        plain = _without_page(span.url)
        match = plain and match_address(replace(span, url=plain), url, portal.language)
        if match:
            window = match.window.key if match.window else ""
            page = mode_of(span.pagination).first_page(span.pagination)
            return LocatedPage(span.column, span.number, window, page)
    return None


def _without_page(template: AddressTemplate) -> AddressTemplate | None:
    """Return the template without its page number, or None where it is not a value of its own."""
    index = next((n for n, p in enumerate(template.parts) if p == Field("page")), 0)
    before = template.parts[index - 1] if index else ""
    after = template.parts[index + 1] if index + 1 < len(template.parts) else ""
    if not isinstance(before, str) or not isinstance(after, str) or after[:1] not in "/&":
        return None
    parameter = re.search(r"[^?&]*=\Z", before)
    if parameter:
        kept = before[: parameter.start()]
        joined = kept + after[1:] if after else kept.rstrip("?&")
    else:
        segment = _SEGMENT.fullmatch(before)
        if segment is None or "?" in before:
            return None
        joined = segment["rest"] + after[1:]
    parts = (*template.parts[: index - 1], joined, *template.parts[index + 2 :])
    is_home = len(parts) == 1 and re.fullmatch(r"https?://[^/]+/?", joined)
    return None if is_home else AddressTemplate(template.text, parts)


# Signs, in words, that an archive page or the rules for it are wrong. For ``curator check
# --live``.


@dataclass(frozen=True)
class ListRead:
    """What the rules select on an archive page.

    ``url``: the requested address; ``final_url``: the address at the end of its redirects;
    ``links``: absolute addresses in the order of the page; ``next_page``: the address that the
    ``next`` rules select; ``home``: the portal's home page; ``has_date``: the page belongs to one
    date, which may well have no articles.
    """

    url: str
    final_url: str
    links: Sequence[str]
    next_page: str | None
    home: str
    has_date: bool = False


def diagnose_list(read: ListRead) -> tuple[str, ...]:
    """Return what looks wrong with an archive page, in words; () if nothing does."""
    signs = []
    if address_key(read.final_url) == address_key(read.home) != address_key(read.url):
        signs.append(
            make_message(
                "the archive address leads to the home page: there seems to be no such archive page"
            )
        )
    if not read.links:
        signs.append(
            make_message(
                "no links: the `links` rules find nothing on this page (or was there nothing on"
                " this date?)"
            )
            if read.has_date
            else make_message("no links: the `links` rules find nothing on this page")
        )
    if len(read.links) == 1:
        signs.append(make_message("only one link: do the `links` rules find the whole list?"))
    sites = (read.home, read.final_url)
    if read.links and not any(is_same_site(link, site) for link in read.links for site in sites):
        host = plain_host(read.links[0])
        signs.append(
            make_message("all links leave the portal, the first one for {host}", host=host)
        )
    own = (normalize_address(read.url), normalize_address(read.final_url))
    if read.next_page and normalize_address(read.next_page) in own:
        signs.append(
            make_message(
                "the next page is this page: does the `next` rule find the link to the page that"
                " one is on?"
            )
        )
    return tuple(signs)


def find_repeated_lists(lists: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return a message for each group of columns whose pages list exactly the same articles.

    ``lists``: the name of a column → what its page lists.
    """
    columns: dict[tuple[str, ...], list[str]] = {}
    for column, links in lists.items():
        if links:
            columns.setdefault(tuple(links), []).append(column)
    return tuple(
        make_message(
            "columns {names} list the very same articles: do their addresses differ as they"
            " should?",
            names=", ".join(names),
        )
        for names in columns.values()
        if len(names) > 1
    )


# The address that the walk would request after one page, read alone (``curator links``).


def state_after(
    portal: Portal,
    located: LocatedPage,
    url: str,
    links: tuple[str, ...],
    next_page: str | None,
    *,
    status: int = 200,
    pager_without_current: bool = False,
    named_count: int = 0,
) -> WalkState:
    """Return the state of a walk of the located span after the page at ``url`` (absolute), on which
    the rules select ``links`` and ``next_page``.

    The state has the ``address`` to request next, or a ``stop_reason``: a key of ``STOP_REASONS``,
    or of ``UNKNOWN_REASONS`` where the address does not show which page of the walk it is.
    """
    span = span_of(portal, located)
    first_page = mode_of(span.pagination).first_page(span.pagination)
    # Only dated addresses depend on the window; where the address has no date, any window will do.
    key = located.window_first or (span.dates.start.isoformat() if span.dates else "")
    window = parse_window(span, key)
    address = normalize_address(url)
    state = replace(
        start_at_top(portal, span, window, date.min),
        address=address,
        page=located.page or first_page,
        pages_since_entry=0 if located.page in (None, first_page) else 1,
        # alone, a page that lists nothing is an end; the walk would ask for the one after it, too
        nothing_in_a_row=1,
    )

    unknown_reason = _find_unknown_reason(span, located)
    if unknown_reason and status not in GONE:
        return replace(state, address=None, stop_reason=unknown_reason)

    read = PageRead(
        address,
        status,
        links,
        next_page,
        new_link_count=len(links),
        pager_without_current=pager_without_current,
        named_count=named_count,
    )
    return advance(portal, span, state, read)


def _find_unknown_reason(span: Span, located: LocatedPage) -> str:
    """Return the key of ``UNKNOWN_REASONS`` why the next page is not known, or "" if it is."""
    pagination = span.pagination
    if not mode_of(pagination).is_numbered:
        return ""
    if located.page is not None and is_beyond_last(pagination, located.page):
        return "beyond-last"
    if located.page is None or not has_page(pagination, located.page):
        return "page-unknown"
    return "window-unknown" if span.url.dated and not located.window_first else ""
