"""The calendar of a walk: what was read, what of it is not fetched, what is missing."""

from __future__ import annotations

from datetime import date
from itertools import islice
from pathlib import Path

import pytest
from small_portal import Answer, article, listing, small_portal

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.storage.store.view import CorpusView, view_corpus
from webarticlecurator.studio.archive.walk_calendar import (
    CalendarYear,
    count_states,
    list_years,
    read_calendar,
)

TODAY = date(2024, 5, 2)
FILE = """archive:
  url: BASE/{date:%Y/%m/%d}
  dates: {from: 2024-04-28, step: day}
  links: h2
fetch: {retries: 0, delay: 0}
"""
PAGES = {
    "/2024/04/28": listing("/a", "/b"),
    "/2024/04/30": listing("/a", "/broken"),
    "/2024/05/01": Answer("no", 500),
    "/a": article("One word. " * 40),
    "/b": article("Two words. " * 40),
    "/broken": Answer("no", 500),
}


def show(portal: Portal, corpus: CorpusView | None) -> dict[str, tuple[str, int, int, str]]:
    """First day → state, listed, not fetched, note."""
    (span,) = portal.columns[0].spans
    assert span.dates is not None
    windows = read_calendar(portal, span, span.dates, corpus, TODAY, (2024, 2024))
    return {
        str(each.first)[5:]: (each.state, each.listed, each.unfetched, each.note)
        for each in windows
    }


def test_each_day_of_a_crawl_has_its_state(tmp_path: Path):
    with small_portal(tmp_path, PAGES) as portal:
        portal.crawl(FILE)
        written = portal.write(FILE)
        with view_corpus(portal.corpus, "small") as corpus:
            shown = show(written, corpus)
            (span,) = written.columns[0].spans
            assert span.dates is not None
            assert list_years(span, span.dates, corpus, TODAY) == [CalendarYear(2024, 4, 1)]
    failed = "the page could not be fetched; the next crawl continues here"
    assert len(shown) == (date(2024, 12, 31) - date(2024, 4, 27)).days
    assert dict(islice(shown.items(), 6)) == {
        "04-28": ("fetched", 2, 0, ""),
        "04-29": ("no-page", 0, 0, ""),
        "04-30": ("listed", 2, 1, ""),
        "05-01": ("missing", 0, 0, failed),
        "05-02": ("not-due", 0, 0, ""),
        "05-03": ("not-due", 0, 0, ""),
    }


def test_nothing_is_walked_without_a_corpus(tmp_path: Path):
    with small_portal(tmp_path, {}) as portal:
        written = portal.write(FILE.replace("step: day", "step: month"))
    (span,) = written.columns[0].spans
    assert span.dates is not None
    windows = read_calendar(written, span, span.dates, None, TODAY, (2023, 2024))
    assert [(each.first, each.last) for each in windows[:2]] == [
        (date(2024, 4, 1), date(2024, 4, 30)),
        (date(2024, 5, 1), date(2024, 5, 31)),
    ]
    counts = {state: number for state, number in count_states(windows).items() if number}
    assert counts == {"not-asked": 2, "not-due": 7}
    assert windows[0].address == f"{portal.base}/2024/04/01"


@pytest.mark.parametrize(
    ("failing", "expected"),
    [(0, ("fetched", "")), (2, ("missing", "pages that could not be fetched: 2"))],
)
def test_a_window_of_several_pages_is_missing_without_one_of_them(
    tmp_path: Path, failing: int, expected: tuple[str, str]
):
    text = FILE.replace("links:", "pagination: {mode: numbered, last: 3}\n  links:").replace(
        "%d}", "%d}?page={page}"
    )
    pages = {
        f"/2024/04/28?page={n}": Answer("", 500) if n == failing else listing(f"/{n}1", f"/{n}2")
        for n in (1, 2, 3)
    }
    with small_portal(tmp_path, pages) as portal:
        portal.crawl(text)
        with view_corpus(portal.corpus, "small") as corpus:
            state, _, _, note = show(portal.write(text), corpus)["04-28"]
    assert (state, note) == expected


def test_a_day_of_the_future_is_not_due_though_the_file_names_it(tmp_path: Path):
    with small_portal(tmp_path, {}) as portal:
        written = portal.write(FILE.replace("step: day", "until: 2024-05-04, step: day"))
    shown = show(written, None)
    assert [each[0] for each in shown.values()] == ["not-asked"] * 5 + ["not-due"] * 2
    assert [*shown] == ["04-28", "04-29", "04-30", "05-01", "05-02", "05-03", "05-04"]
