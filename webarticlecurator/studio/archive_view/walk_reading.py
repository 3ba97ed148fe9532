"""What the archive view shows of the walk, read from the corpus. Slow: not for the event loop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from webarticlecurator.model.archive_rules import Column, Dates, Span
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.analysis.walk_calendar import (
    CalendarWindow,
    CalendarYear,
    UndatedWalk,
    list_walks_without_dates,
    list_years,
    read_calendar,
)
from webarticlecurator.service.page_reading import has_corpus
from webarticlecurator.store import CorpusView, view_corpus
from webarticlecurator.studio.context import StudioContext


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
