"""Archive pages as the view lists, marks and describes them, the edits of their rules, and the
calendar of a span with dates: which windows were walked, and of which the articles are fetched.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import Literal

from nicegui import ui

from webarticlecurator.archive import STOP_REASONS, WalkState, locate_page
from webarticlecurator.archive.entry import build_page_address
from webarticlecurator.archive.link_sources import source_of
from webarticlecurator.archive.windows import Window, Windows, list_windows
from webarticlecurator.config.source_kinds import OTHER_SOURCES
from webarticlecurator.config.written_rules import to_rule_yaml
from webarticlecurator.config.yaml_edit import (
    Keyword,
    YamlValue,
    add_value,
    find_value,
    remove_value,
    set_value,
)
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import CuratorError, UsageError
from webarticlecurator.model.pagination import MODES, mode_of
from webarticlecurator.model.portal import Dates, Portal, Span
from webarticlecurator.model.rule import Rule
from webarticlecurator.propose.link_trials import PointedLink
from webarticlecurator.propose.paging import ListAddress, find_address_shape, find_common_beginning
from webarticlecurator.store import CorpusView
from webarticlecurator.store.walks import WalkWindow
from webarticlecurator.stored_pages.page_store import StoredPage
from webarticlecurator.studio.frame.page_sources import PageSources
from webarticlecurator.studio.frame.window import NodeMark, view_address
from webarticlecurator.text.translation import as_message, make_message, translate, translate_count
from webarticlecurator.trial.page_links import NO_ELEMENT, MarkedLinks, PageLink


def write_addresses(portal_id: str, urls: Iterable[str]) -> None:
    """Write the addresses of stored pages as links that show them as archive pages."""
    with ui.element("ul").classes("archive-addresses"):
        for url in urls:
            with ui.element("li"):
                ui.link(url, view_address(portal_id, "archive", url=url))


# The other stored pages of a list, on which a rule is tried.

MAX_LOOKED_AT = 2000
"""Addresses among which those of the list are looked for."""
MAX_TRIED = 20
"""Pages on which rules are tried."""


def list_alike(sources: PageSources, portal: Portal, url: str) -> list[str]:
    """Return the addresses of stored pages that have the form of ``url``: archive pages of the
    corpus, if it has any. Raises as ``PageSources.read``."""
    beginning, shape = find_common_beginning(url), find_address_shape(url)
    found = sources.list_archive_pages(portal, beginning, limit=MAX_LOOKED_AT)
    if not found:
        found = sources.list_beginning(portal, beginning, MAX_LOOKED_AT)
    return [each for each in found if find_address_shape(each) == shape]


def list_tried(sources: PageSources, portal: Portal, url: str) -> list[str]:
    """Return the addresses on which rules for the page at ``url`` are tried: those that have its
    form, and those that the portal file knows as archive pages with the same rules; evenly chosen
    where there are many. ``url`` itself comes first."""
    alike = list_alike(sources, portal, url)
    if len(alike) < MAX_TRIED:
        # the columns that have the rules of that of ``url``; none if it is not known
        rules = {
            each.name: [(s.links, s.pagination) for s in each.spans] for each in portal.columns
        }
        own = rules.get(_find_column(portal, url))
        columns = {name for name, each in rules.items() if each == own}
        every = _list_first(sources, portal)
        alike += [each for each in every if _find_column(portal, each) in columns]
    others = [each for each in dict.fromkeys(alike) if each != url]
    most, last = MAX_TRIED - 1, len(others) - 1
    if last >= most:
        others = [others[number * last // (most - 1)] for number in range(most)]
    return [url, *others]


def list_known(sources: PageSources, portal: Portal, url: str) -> list[str]:
    """Return addresses by which that of the archive is proposed: those of the form of ``url``, and
    some others. Raises as ``PageSources.read``."""
    return list(dict.fromkeys((*list_alike(sources, portal, url), *_list_first(sources, portal))))


def _list_first(sources: PageSources, portal: Portal) -> list[str]:
    """Return the first archive pages of the corpus, or of all stored pages if it has none."""
    return sources.list_archive_pages(portal, limit=MAX_LOOKED_AT) or sources.list_addresses(
        portal, limit=MAX_LOOKED_AT
    )


def read_pages(sources: PageSources, portal: Portal, urls: Sequence[str]) -> list[StoredPage]:
    """Return the stored pages that can be read."""
    pages = []
    for url in urls:
        with suppress(CuratorError):  # only its beginning is stored: no page to try a rule on
            pages.append(sources.read(portal, url))
    return pages


def _find_column(portal: Portal, url: str) -> str:
    try:
        located = locate_page(portal, url)
    except CuratorError:  # several columns have such addresses
        return ""
    return located.column if located is not None else ""


# The links of an archive page as marks on it and as texts beside it.

MAX_LABEL = 60
"""Characters of a reason that stands on the page."""


def mark_page(marked: MarkedLinks) -> Iterator[NodeMark]:
    """Yield the marks of a page: what is left out, what is listed, numbered, and the next link."""
    for link in marked.left_out:
        yield NodeMark(link.element, "left-out", translate(link.reason)[:MAX_LABEL])
    for number, listed in enumerate(marked.listed, 1):
        if listed.element != NO_ELEMENT:
            yield NodeMark(listed.element, "link", str(number))
    if marked.next_element != NO_ELEMENT:
        yield NodeMark(marked.next_element, "next", translate("next page"))


def mark_proposal(links: Sequence[PageLink], pointed: Sequence[int]) -> Iterator[NodeMark]:
    """Yield the marks of what a proposed rule would list, and of what was pointed at."""
    for number, link in enumerate(links, 1):
        if link.element != NO_ELEMENT:
            yield NodeMark(link.element, "proposed", str(number))
    for element in pointed:
        yield NodeMark(element, "hovered", translate("pointed at"))


def describe_links(marked: MarkedLinks, columns: int) -> str:
    """Return in words what the rules list; ``columns``: how many the portal has."""
    count = len(marked.listed)
    if not count:
        words = translate("No articles are listed")
    else:
        words = translate_count("1 article is listed", "{number} articles are listed", count)
    if marked.answer.column and columns > 1:
        words = translate(
            "{words} in the column {column}", words=words, column=marked.answer.column
        )
    return f"{words}."


def describe_link(marked: MarkedLinks, link: PointedLink) -> str:
    """Return in words what becomes of a link."""
    places = {listed.url: number for number, listed in enumerate(marked.listed, 1)}
    if link.url in places:
        return translate(
            "Number {number} of the list: {url}", number=places[link.url], url=link.url
        )
    if link.url == marked.answer.next_page:
        return translate("The next page: {url}", url=link.url)
    reason = next((each.reason for each in marked.left_out if each.element in link.around), "")
    if reason:
        return translate("Not listed, {reason}: {url}", reason=as_message(reason), url=link.url)
    return translate("Not listed: {url}", url=link.url)


# Edits of the archive of a portal file: what accepted proposals write.

ARCHIVE = "archive"
_FIRST = 1
"""The first page number unless the file says another."""


def set_links(text: str, rule: Rule, column: str | None) -> str:
    """Return the text with the rule for links, of the column if that has its own. Raises
    UsageError."""
    return set_value(text, _find_place(text, column, "links"), to_rule_yaml(rule))


def add_exclusion(text: str, regex: str, column: str | None) -> str:
    """Return the text with a regex for addresses that the rules for links leave out; beside what
    other sources list where there are none. Raises UsageError."""
    place = _find_place(text, column, "links")
    rules = find_value(text, place)
    if rules is None:
        place = _find_place(text, column, "exclude")
        return set_value(text, place, _join_regexes(find_value(text, place), regex))
    if isinstance(rules, Sequence) and not isinstance(rules, str):
        return set_value(text, place, [_exclude(each, regex) for each in rules])
    return set_value(text, place, _exclude(rules, regex))


def add_rejection(text: str, regex: str) -> str:
    """Return the text with a rule that rejects the pages at such addresses. Raises UsageError."""
    return add_value(text, ["article", "reject"], {"url": regex, "reason": "not-article"})


def _exclude(rule: YamlValue, regex: str) -> YamlValue:
    whole: dict[str, YamlValue] = {**rule} if isinstance(rule, Mapping) else {"css": rule}
    return {**whole, "exclude": _join_regexes(whole.get("exclude"), regex)}


def _join_regexes(present: YamlValue | None, regex: str) -> YamlValue:
    """Return what ``exclude`` says with a regex more."""
    if isinstance(present, Mapping):
        return {**present, "regex": _join_regexes(present.get("regex"), regex)}
    if present is None:
        return regex
    known = [present] if isinstance(present, str) else [*present]  # type: ignore[misc]
    return [*known, regex]


def set_next(text: str, rule: Rule, column: str | None) -> str:
    """Return the text with the rule for the next page. Raises UsageError."""
    value: YamlValue = {"mode": "next-link", "next": to_rule_yaml(rule)}
    return set_value(text, _find_place(text, column, "pagination"), value)


def set_whole(text: str, column_names: Iterable[str]) -> str:
    """Return the text with ``pagination: none`` where links should lead on, or nothing is said: no
    page follows that which is known. Raises UsageError."""
    place = [ARCHIVE, "pagination"]
    if find_value(text, place) is None:
        text = set_value(text, place, Keyword("none"))
    columns = [[ARCHIVE, "columns", name, "pagination"] for name in column_names]
    for each in (place, *columns):
        if find_value(text, [*each, "mode"]) == "next-link":
            text = set_value(text, each, Keyword("none"))
    return text


def is_whole(text: str, portal: Portal) -> bool:
    """Return True if the portal file says how many pages the list has; one that says nothing of
    ``pagination`` was not asked, and a link may always lead on."""
    spans = (span for column in portal.columns for span in column.spans if span.dates is None)
    is_led_on = any(span.pagination.mode == "next-link" for span in spans)
    return find_value(text, [ARCHIVE, "pagination"]) is not None and not is_led_on


def set_address(text: str, address: ListAddress) -> str:
    """Return the text with the address of the archive, its dates and a pagination that fits.

    Raises UsageError if the archive has columns, which have addresses of their own.
    """
    if find_value(text, [ARCHIVE, "columns"]) is not None:
        raise UsageError("the archive has columns", "Write the address of each column in the file.")
    text = set_value(text, [ARCHIVE, "url"], address.template)
    if address.columns:
        text = set_value(text, [ARCHIVE, "columns"], address.columns)
    for source in OTHER_SOURCES:
        text = _remove(text, [ARCHIVE, source])
    if address.first_day is not None:
        dates: YamlValue = {"from": address.first_day, "step": address.step}
        text = set_value(text, [ARCHIVE, "dates"], dates)
    else:
        text = _remove(text, [ARCHIVE, "dates"])
    return _set_pagination(text, address)


def _set_pagination(text: str, address: ListAddress) -> str:
    """Return the text with a pagination for an address, or with its own if that fits."""
    place = [ARCHIVE, "pagination"]
    mode = find_value(text, [*place, "mode"]) or find_value(text, place)
    has_page = "{page}" in address.template
    known = MODES.get(str(mode or "none"))
    if known is not None and (known.reads_page_field if has_page else not known.needs_page_field):
        return text
    if not has_page:  # whether it is the whole list is still to be asked
        return _remove(text, place)
    first = _FIRST if address.first_page is None else address.first_page
    value: YamlValue = {"mode": "infinite-scroll", **({"first": first} if first < _FIRST else {})}
    return set_value(text, place, value)


def _find_place(text: str, column: str | None, key: str) -> list[str]:
    """Return the path of a key: in the column where that has its own, else in the archive."""
    own = [ARCHIVE, "columns", column or "", key]
    return own if column and find_value(text, own) is not None else [ARCHIVE, key]


def _remove(text: str, path: list[str]) -> str:
    return text if find_value(text, path) is None else remove_value(text, path)


WindowState = Literal["fetched", "listed", "missing", "not-due"]
"""``fetched``: the archive pages were read to the end, and all articles of them are fetched;
``listed``: some of these articles are not; ``missing``: the archive pages were not, or not all,
read; ``not-due``: the window is not over yet, or after today."""
NOT_WALKED = make_message("not walked yet")
WINDOW_STATES: tuple[WindowState, ...] = ("fetched", "listed", "missing", "not-due")


@dataclass(frozen=True)
class CalendarWindow:
    """A window of the calendar: its days, its state, the address of its first page, how many
    articles it lists, and how many of these are not fetched; ``note`` says what is missing."""

    first: date
    last: date
    state: WindowState
    address: str
    listed: int = 0
    unfetched: int = 0
    note: str = ""


@dataclass(frozen=True)
class UndatedWalk:
    """The walk of a span without dates: its state, the address of its first page, how many pages
    the last walk read, how many articles were listed, and how many of these are not fetched."""

    column: str
    span: int
    state: WindowState
    address: str
    pages: int = 0
    listed: int = 0
    unfetched: int = 0
    note: str = ""


@dataclass(frozen=True)
class CalendarYear:
    """A year of the calendar: how many of its windows are due, and how many of them are missing."""

    year: int
    due: int
    missing: int


def list_years(
    span: Span, dates: Dates, corpus: CorpusView | None, today: date
) -> list[CalendarYear]:
    """Return the years of a span. Windows that were walked in part count as missing, those with
    failed pages do not."""
    due = Counter(each.first.year for each in list_windows(dates, today) if each.first <= today)
    completed = (
        corpus.walk_windows.count_completed_by_year(span.column, span.number) if corpus else {}
    )
    last = dates.until or today
    return [
        CalendarYear(year, due[year], max(due[year] - completed.get(year, 0), 0))
        for year in range(dates.start.year, max(last.year, dates.start.year) + 1)
    ]


def read_calendar(
    portal: Portal,
    span: Span,
    dates: Dates,
    corpus: CorpusView | None,
    today: date,
    years: tuple[int, int],
) -> list[CalendarWindow]:
    """Return the windows of a span that begin in these years, the first and the last included.

    ``dates`` are those of the span; without a ``corpus``, nothing was walked.
    """
    first, last = date(years[0], 1, 1), date(years[1], 12, 31)
    walked = (
        corpus.walk_windows.between(span.column, span.number, str(first), str(last))
        if corpus
        else ()
    )
    walks = {each.window: each for each in walked}
    due = list_windows(dates, today)
    until = min(dates.until or last, last)
    windows = Windows(dates.start, until, dates.step, False).overlapping(first, last)
    return [
        _describe_window(
            portal,
            span,
            window,
            walks.get(window.key),
            # an `until` in the future makes no day of it due
            is_due=window in due and window.first <= today,
        )
        for window in windows
        if first <= window.first
    ]


def list_walks_without_dates(portal: Portal, corpus: CorpusView | None) -> list[UndatedWalk]:
    """Return the walks of the spans without dates, as the portal file has them, of columns and
    spans in their order. Spans whose pages are named by other pages are left out."""
    spans = [
        span
        for column in portal.columns
        for span in column.spans
        if span.dates is None and not source_of(span).names_pages
    ]
    return [_describe_walk(portal, span, corpus) for span in spans]


def _describe_walk(portal: Portal, span: Span, corpus: CorpusView | None) -> UndatedWalk:
    page = mode_of(span.pagination).first_page(span.pagination)
    address = build_page_address(portal, span, None, page)
    walked = corpus.walk_windows.between(span.column, span.number, "", "") if corpus else ()
    for walk in walked:
        gap = _describe_gap(walk)
        state: WindowState = "missing" if gap else "listed" if walk.unfetched else "fetched"
        pages = WalkState.from_json(walk.state).pages_walked if walk.state else 0
        return UndatedWalk(
            span.column, span.number, state, address, pages, walk.listed, walk.unfetched, gap
        )
    return UndatedWalk(span.column, span.number, "missing", address, note=NOT_WALKED)


def count_states(calendar: Sequence[CalendarWindow]) -> dict[WindowState, int]:
    """Return how many windows are in each state."""
    counts = Counter(each.state for each in calendar)
    return {state: counts[state] for state in WINDOW_STATES}


def _describe_window(
    portal: Portal, span: Span, window: Window, walk: WalkWindow | None, *, is_due: bool
) -> CalendarWindow:
    page = mode_of(span.pagination).first_page(span.pagination)
    address = build_page_address(portal, span, window, page)
    if walk is None:
        state: WindowState = "missing" if is_due else "not-due"
        note = NOT_WALKED if is_due else ""
        return CalendarWindow(window.first, window.last, state, address, note=note)
    gap = _describe_gap(walk)
    state = "missing" if gap else "listed" if walk.unfetched else "fetched"
    return CalendarWindow(
        window.first, window.last, state, address, walk.listed, walk.unfetched, gap
    )


def _describe_gap(walk: WalkWindow) -> str:
    """Return in words which pages of a walk are missing, or ""."""
    # a walk that was interrupted at its beginning has no state yet
    state = WalkState.from_json(walk.state) if walk.state else None
    if state is not None and (state.failed_pages or state.pages_to_retry):
        pages = ", ".join(dict.fromkeys((*state.failed_pages, *state.pages_to_retry)))
        return make_message("pages that could not be fetched: {pages}", pages=pages)
    if walk.was_completed:
        return ""
    reason = state.stop_reason if state is not None else ""
    return STOP_REASONS.get(reason, make_message("its walk has not reached the end"))
