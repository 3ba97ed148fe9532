"""An archive by dates whose newest windows list nothing: it may have ended long ago."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.portal import Dates, Portal, Span
from webarticlecurator.base.text.translation import translate
from webarticlecurator.crawling.archive.windows import Window, Windows
from webarticlecurator.storage.store.view import CorpusView

MIN_EMPTY = 10
"""Newest windows without an article, from which on it is asked whether the archive has ended."""
MAX_READ = 1000


@dataclass(frozen=True)
class EmptyEnd:
    """How many of the newest windows of an archive were read and list nothing; ``last_day`` is the
    end of the newest one that lists articles, "" if none is known. ``is_plain``: the dates stand in
    ``archive`` itself."""

    number: int
    last_day: str = ""
    is_plain: bool = True

    def describe(self) -> str:
        """Return the question."""
        question = translate(
            "The newest {number} dates of the archive list no articles: has the archive ended?",
            number=self.number,
        )
        return f"{question} {translate('If so, set `until` in `dates` to its last day.')}"


def find_empty_end(portal: Portal, corpus: CorpusView, today: date) -> EmptyEnd | None:
    """Return the empty end of the first span that has one; None for a span whose file names its
    last day, or whose newest windows were not read."""
    for span in portal.spans.values():
        if span.dates is None or span.dates.until is not None:
            continue
        number = 0
        for window, listed in _read_newest(span, span.dates, corpus, today):
            if listed:
                last_day = str(window.last)
                break
            number += 1
        else:
            last_day = ""
        if number >= MIN_EMPTY:
            return EmptyEnd(number, last_day, len(portal.spans) == 1)
    return None


def _read_newest(
    span: Span, dates: Dates, corpus: CorpusView, today: date
) -> Iterator[tuple[Window, int]]:
    """Yield the newest windows with how many articles they list, as far as they were read one after
    the other."""
    windows = Windows(dates.start, today, dates.step, newest_first=True)[:MAX_READ]
    if not windows:
        return
    first, last = windows[-1].key, windows[0].key
    walks = {
        each.window: each
        for each in corpus.walk_windows.between(span.column, span.number, first, last)
    }
    for window in windows:
        walk = walks.get(window.key)
        if walk is None and window.last >= today:
            continue  # it is not over yet
        if walk is None or not (walk.was_completed or walk.listed):
            return
        yield window, walk.listed
