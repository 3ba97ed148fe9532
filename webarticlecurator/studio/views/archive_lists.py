"""An archive page in its frame, and the unsaved rules that read it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from nicegui import ui

from webarticlecurator.archive import describe_stop, locate_page
from webarticlecurator.config.proposed_file import to_rule_yaml
from webarticlecurator.config.source_kinds import OTHER_SOURCES
from webarticlecurator.config.yaml_edit import (
    Keyword,
    YamlValue,
    find_value,
    remove_value,
    set_value,
)
from webarticlecurator.corpora.walk_calendar import (
    CalendarWindow,
    CalendarYear,
    UndatedWalk,
    list_walks_without_dates,
    list_years,
    read_calendar,
)
from webarticlecurator.errors import CuratorError, UsageError
from webarticlecurator.model.pagination import MODES
from webarticlecurator.model.portal import Column, Dates, Portal, Span
from webarticlecurator.model.rule import Rule
from webarticlecurator.propose.link_trials import PointedLink
from webarticlecurator.propose.list_addresses import (
    ListAddress,
    find_address_shape,
    find_common_beginning,
)
from webarticlecurator.store import CorpusView, view_corpus
from webarticlecurator.stored_pages.page_store import StoredPage, has_corpus
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.page_sources import PageSources
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.window import NodeMark, PageFrame, view_address
from webarticlecurator.trial.page_links import NO_ELEMENT, MarkedLinks, PageLink


@dataclass
class ListPage:
    """What the panels beside the page share. ``portal`` is that of the draft when it last had no
    problems, ``marked`` what its rules find. ``frame`` shows the page, and ``follow_edit`` what an
    edit changes: both are set when the panels are written."""

    context: StudioContext
    portal_id: str
    draft: PortalDraft
    url: str
    stored: StoredPage
    portal: Portal
    marked: MarkedLinks | None = None
    frame: PageFrame = field(init=False)
    follow_edit: Callable[[], Awaitable[None]] = field(init=False)

    def show_marks(self) -> None:
        """Mark on the page what the rules of the draft find."""
        if self.marked is not None:
            self.frame.set_marks(mark_page(self.marked))

    async def edit(self, text: str) -> None:
        """Make a text that of the draft, and show what follows."""
        await asyncio.to_thread(self.draft.replace, text)
        await self.follow_edit()


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
        every = _list_first(sources, portal)
        columns = _find_columns_alike(portal, url)
        alike += [each for each in every if _find_column(portal, each) in columns]
    others = [each for each in dict.fromkeys(alike) if each != url]
    return [url, *_choose_evenly(others, MAX_TRIED - 1)]


def list_known(sources: PageSources, portal: Portal, url: str) -> list[str]:
    """Return addresses by which that of the archive is proposed: those of the form of ``url``, and
    some others. Raises as ``PageSources.read``."""
    return list(dict.fromkeys((*list_alike(sources, portal, url), *_list_first(sources, portal))))


def _list_first(sources: PageSources, portal: Portal) -> list[str]:
    """Return the first archive pages of the corpus, or of all stored pages if it has none."""
    found = sources.list_archive_pages(portal, limit=MAX_LOOKED_AT)
    return found or sources.list_addresses(portal, limit=MAX_LOOKED_AT)


def read_pages(sources: PageSources, portal: Portal, urls: Sequence[str]) -> list[StoredPage]:
    """Return the stored pages that can be read."""
    pages = []
    for url in urls:
        try:
            pages.append(sources.read(portal, url))
        except CuratorError:  # only its beginning is stored: no page on which a rule can be tried
            continue
    return pages


def _find_columns_alike(portal: Portal, url: str) -> set[str]:
    """Return the columns that have the rules of the column of an address; none if it is not known
    as an archive page."""
    rules = {each.name: [(s.links, s.pagination) for s in each.spans] for each in portal.columns}
    own = rules.get(_find_column(portal, url))
    return {name for name, each in rules.items() if each == own}


def _find_column(portal: Portal, url: str) -> str:
    try:
        located = locate_page(portal, url)
    except CuratorError:  # several columns have such addresses
        return ""
    return located.column if located is not None else ""


def _choose_evenly(values: Sequence[str], most: int) -> list[str]:
    if len(values) <= most:
        return list(values)
    return [values[number * (len(values) - 1) // (most - 1)] for number in range(most)]


# The links of an archive page as marks on it and as texts beside it.

MAX_LABEL = 60
"""Characters of a reason that stands on the page."""


def mark_page(marked: MarkedLinks) -> Iterator[NodeMark]:
    """Yield the marks of a page: what is left out, what is listed, numbered, and the next link."""
    for link in marked.left_out:
        yield NodeMark(link.element, "left-out", link.reason[:MAX_LABEL])
    for number, listed in enumerate(marked.listed, 1):
        if listed.element != NO_ELEMENT:
            yield NodeMark(listed.element, "link", str(number))
    if marked.next_element != NO_ELEMENT:
        yield NodeMark(marked.next_element, "next", "next page")


def mark_proposal(links: Sequence[PageLink], pointed: Sequence[int]) -> Iterator[NodeMark]:
    """Yield the marks of what a proposed rule would list, and of what was pointed at."""
    for number, link in enumerate(links, 1):
        if link.element != NO_ELEMENT:
            yield NodeMark(link.element, "proposed", str(number))
    for element in pointed:
        yield NodeMark(element, "hovered", "pointed at")


def describe_links(marked: MarkedLinks, columns: int) -> str:
    """Return in words what the rules list; ``columns``: how many the portal has."""
    count = len(marked.listed)
    articles = "1 article is" if count == 1 else f"{count or 'No'} articles are"
    column = f" in the column {marked.answer.column}" if marked.answer.column else ""
    return f"{articles} listed{column if columns > 1 else ''}."


def describe_next(marked: MarkedLinks) -> str:
    """Return the address of the next page, or in words why there is none."""
    return marked.answer.next_page or describe_stop(marked.answer.reason)


def describe_link(marked: MarkedLinks, link: PointedLink) -> str:
    """Return in words what becomes of a link."""
    places = {listed.url: number for number, listed in enumerate(marked.listed, 1)}
    if link.url in places:
        return f"Number {places[link.url]} of the list: {link.url}"
    if link.url == marked.answer.next_page:
        return f"The next page: {link.url}"
    reason = next((each.reason for each in marked.left_out if each.element in link.around), "")
    return f"Not listed{f', {reason}' if reason else ''}: {link.url}"


def count_reasons(marked: MarkedLinks) -> list[tuple[str, int]]:
    """Return why links were left out, and how many."""
    reasons = Counter(
        "listed already" if link.reason.startswith("listed already") else link.reason
        for link in marked.left_out
    )
    return reasons.most_common()


# Edits of the archive of a portal file: what accepted proposals write.

ARCHIVE = "archive"
_FIRST = 1
"""The first page number unless the file says another."""


def set_links(text: str, rule: Rule, column: str | None) -> str:
    """Return the text with the rule for links, of the column if that has its own. Raises
    UsageError."""
    return set_value(text, _find_place(text, column, "links"), to_rule_yaml(rule))


def set_next(text: str, rule: Rule, column: str | None) -> str:
    """Return the text with the rule for the next page. Raises UsageError."""
    value: YamlValue = {"mode": "next-link", "next": to_rule_yaml(rule)}
    return set_value(text, _find_place(text, column, "pagination"), value)


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
    pagination = _choose_pagination(find_value(text, [ARCHIVE, "pagination", "mode"]), address)
    return text if pagination is None else set_value(text, [ARCHIVE, "pagination"], pagination)


def _choose_pagination(mode: YamlValue | None, address: ListAddress) -> YamlValue | None:
    """Return the pagination for an address, or None if that of the file fits."""
    has_page = "{page}" in address.template
    known = MODES.get(str(mode))
    if known is not None and (known.reads_page_field if has_page else not known.needs_page_field):
        return None
    if not has_page:
        return {"mode": Keyword("none")}
    first = _FIRST if address.first_page is None else address.first_page
    return {"mode": "infinite-scroll", **({"first": first} if first < _FIRST else {})}


def _find_place(text: str, column: str | None, key: str) -> list[str]:
    """Return the path of a key: in the column where that has its own, else in the archive."""
    own = [ARCHIVE, "columns", column or "", key]
    return own if column and find_value(text, own) is not None else [ARCHIVE, key]


def _remove(text: str, path: list[str]) -> str:
    return text if find_value(text, path) is None else remove_value(text, path)


# What the archive view shows of the walk, read from the corpus. Slow: not for the event loop.


@dataclass(frozen=True)
class WalkQuery:
    """What of the walk is shown: a column, one of its spans from 0, a year. "" means the first
    column with dates, and the last year."""

    column: str = ""
    span: int = 0
    year: int = 0


@dataclass(frozen=True)
class ShownWalk:
    """The windows of a span: those of one year, if they are days or weeks."""

    span: Span
    dates: Dates
    years: Sequence[CalendarYear]
    year: int
    windows: Sequence[CalendarWindow]


def read_walk(
    context: StudioContext,
    portal_id: str,
    portal: Portal,
    column: Column,
    query: WalkQuery,
    today: date,
) -> ShownWalk:
    """Return what a query asks for of a column that has dates. Raises CorpusMismatch,
    StoreDamaged."""
    dated = [span for span in column.spans if span.dates is not None]
    span = next((each for each in dated if each.number == query.span), dated[-1])
    dates = span.dates
    assert dates is not None
    folder = context.corpus_folder(portal_id)
    if not has_corpus(folder):
        return _read_span(portal, span, dates, query.year, today, None)
    with view_corpus(folder, portal.id) as corpus, corpus.snapshot():
        return _read_span(portal, span, dates, query.year, today, corpus)


def _read_span(
    portal: Portal, span: Span, dates: Dates, year: int, today: date, corpus: CorpusView | None
) -> ShownWalk:
    years = list_years(span, dates, corpus, today)
    known = [each.year for each in years]
    year = year if year in known else known[-1]
    shown = (year, year) if dates.step in ("day", "week") else (known[0], known[-1])
    windows = read_calendar(portal, span, dates, corpus, today, shown)
    return ShownWalk(span, dates, years, year, windows)


def read_undated_walks(context: StudioContext, portal_id: str, portal: Portal) -> list[UndatedWalk]:
    """Return the walks of spans without dates; none without a corpus. Raises as ``read_walk``."""
    folder = context.corpus_folder(portal_id)
    if not has_corpus(folder):
        return []  # a table of what was not walked would say nothing
    with view_corpus(folder, portal.id) as corpus, corpus.snapshot():
        return list_walks_without_dates(portal, corpus)
