"""The first and the newest window of an archive by dates, for ``curator new``.

Months and years begin with those that are named, or before all portals. Days are searched.
Windows without articles are no end: a portal pauses each summer, for a year, or for ten. So windows
are looked at ever farther from the page that was given, then between; behind the last one that
lists articles, at those of which something is known that needs no list, at all of the next year,
and at some ever farther away. Only what lists nothing there, too, has ended.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.grouping import choose_spread
from webarticlecurator.base.model.verdict import make_problem
from webarticlecurator.base.proposal.proposal import Proposal
from webarticlecurator.crawling.archive.link_anchors import find_all_anchors
from webarticlecurator.crawling.archive.page_address import fill_template
from webarticlecurator.crawling.archive.windows import Window, Windows
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.list_pages.archive_addresses import (
    find_dated_address,
    find_windows,
    read_template,
)
from webarticlecurator.proposing.propose.page_comparison import list_addresses
from webarticlecurator.proposing.propose.proposal_draft import Draft
from webarticlecurator.proposing.propose.visits import Visits, read_page
from webarticlecurator.proposing.propose.whole_archive import (
    find_address_day,
    find_sitemap_articles,
)

EARLIEST = date(1990, 1, 1)
"""Day before which no portal had an archive: one that lists articles there answers any date."""
MIN_NAMED = 4
"""Months or years that pages or a sitemap name, from which the first of them seems to be that of
the archive."""
_BEFORE = (1, 2, 3, 12)
"""Windows before that first one at which is looked."""
_NEAR = {"year": (0, 1), "month": (0, 1, 2, 8), "day": (0, 2, 4, 1, 3, 5, 6, 120, 240)}
"""Windows from one on, without articles in which there seem to be none: weekends and summers have
none, and a small portal has an article a week."""
_NEAR_IF_DENSE = {"year": (0,), "month": (0, 2), "day": (0, 2, 120)}
"""The same of an archive in which each of MIN_DENSE windows that were looked at has articles."""
MIN_DENSE = 4
_BEHIND = 14
"""Days behind the last one that are all looked at: what pauses at a season has gone on."""
_RATIO, _RATIO_WITHIN_YEAR = 1.3, 1.8
"""How much farther each further window is than the one before: an old block is found that is long
beside its distance. That of days within the same year is found by its year."""
_YEAR = 365
_ENOUGH = 5 * _YEAR
"""Days behind the last one at some of which was looked, where the requests may end."""
MAX_HINTS = 8
"""Windows of which something is known that are looked at behind one."""


def find_first_window(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    """Add the first day to a list by dates: of days that of the earliest one which lists articles,
    others than the page; of months and years one that is named, or one before all portals. An empty
    month costs a crawl a request, and what was before a pause is not missed.

    It is called doubtful where the requests end before, where an archive by days has paused for
    longer than what was looked at before that day, and where the earliest windows list articles.
    """
    dated = draft.proposal.dated
    assert dated is not None
    start, is_known = (_search_first_day if dated.step == "day" else _choose_first_day)(
        draft, visits, runtime
    )
    proposal = replace(draft.proposal, first_day=start, has_beginning=is_known)
    if is_known:
        return draft.update(proposal)
    unknown = make_problem("first-day-unknown", dated.template, day=start)
    return draft.update(proposal.add_doubt(unknown))


def _search_first_day(draft: Draft, visits: Visits, runtime: Runtime) -> tuple[date, bool]:
    start, search = _search_back(draft, visits, runtime)
    last = search.find_last(_list_known_days(draft, visits, runtime))
    if last + 1 < len(search.windows):
        return search.windows[last].first, search.is_known
    return start, False


def _choose_first_day(draft: Draft, visits: Visits, runtime: Runtime) -> tuple[date, bool]:
    """Return the first of the months or years that are named, if there are several and those before
    list nothing; else a day before all archives, which is doubtful if it has articles. Where all
    dates that have none show the list of the page, it is the earliest that has others."""
    start, search = _search_back(draft, visits, runtime)
    earliest = len(search.windows) - 1
    if earliest < 1:
        return start, False
    days = {start, search.day, *_list_known_days(draft, visits, runtime)}
    named = {search.windows.number_of(day) or 0 for day in days}
    are_several = len({Window.around(day, search.step).first for day in days}) >= MIN_NAMED
    if are_several and not any(search.lists(max(named) + each) for each in _BEFORE):
        return search.windows[max(named)].first, True
    is_old = search.lists(earliest)
    if is_old or search.is_void(earliest):
        return search.windows[earliest].first, not is_old
    return search.windows[search.find_edge(0)].first, True


def estimate_first_window(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    """Add the first day of an archive that does not pause, where it is found."""
    _, search = _search_back(draft, visits, runtime)
    last = search.find_edge(0)
    if not search.is_known or last + 1 >= len(search.windows):
        return draft
    first = search.windows[last].first
    return draft.update(replace(draft.proposal, first_day=first, has_beginning=True))


def find_newest_window(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    """Note of a list by days whether today lists some articles, too.

    A last day is not written, however many days list nothing: what a portal that pauses publishes
    later would be left out, and to look at the newest days costs a crawl little.
    """
    proposal, today = draft.proposal, runtime.clock.now().date()
    assert proposal.dated is not None
    if proposal.dated.step != "day":
        return draft
    windows = Windows(proposal.dated.day, today, "day", newest_first=False)
    search = _WindowSearch(proposal, draft.page, windows, visits, runtime)
    is_listed = len(windows) == 1 or search.lists(len(windows) - 1)
    return draft.update(replace(proposal, is_up_to_date=is_listed))


def _search_back(draft: Draft, visits: Visits, runtime: Runtime) -> tuple[date, _WindowSearch]:
    """Return the first day of a list by dates as far as it is known, and the search for what is
    before it."""
    proposal = draft.proposal
    assert proposal.dated is not None
    start = proposal.first_day or proposal.dated.day
    windows = Windows(EARLIEST, start, proposal.dated.step, newest_first=True)
    return start, _WindowSearch(proposal, draft.page, windows, visits, runtime)


def _list_known_days(draft: Draft, visits: Visits, runtime: Runtime) -> Iterator[date]:
    """Yield the days of windows that pages link, and of articles, also of those that only the
    sitemap names: what is known without the list."""
    proposal = draft.proposal
    yield from _list_linked_days(draft, visits, runtime)
    known = find_sitemap_articles(proposal, visits, runtime)
    urls = known.urls if known is not None else ()
    named = filter(None, map(find_address_day, (*draft.listed, *urls)))
    yield from (day for day, _ in named)


def _list_linked_days(draft: Draft, visits: Visits, runtime: Runtime) -> Iterator[date]:
    """Yield the days of windows that are linked by the pages that are known, the one above the
    windows and that of the first year."""
    dated = draft.proposal.dated
    assert dated is not None
    before, query, _ = dated.template.partition("{")[0].partition("?")
    above = before if query else f"{before.rpartition('/')[0]}/"
    near = read_page(above, visits, runtime)
    links = _list_links((draft.origin, draft.page, *draft.others, near))
    found = {url: find_dated_address(url) for url in links if url.startswith(above)}
    years = {each.day: url for url, each in found.items() if each and each.step == "year"}
    if years and dated.step != "year":
        links += _list_links([read_page(years[min(years)], visits, runtime)])
    yield from find_windows(dated, links).values()


def _list_links(pages: Iterable[Page | None]) -> list[str]:
    return [each.address for page in pages if page is not None for each in find_all_anchors(page)]


class _WindowSearch:
    """Looks for the last of ``windows`` that lists articles, each by its number."""

    def __init__(
        self, proposal: Proposal, page: Page, windows: Windows, visits: Visits, runtime: Runtime
    ) -> None:
        dated = proposal.dated
        assert dated is not None
        self.windows = windows
        self._dated, self.day, self.step = dated, dated.day, dated.step
        self._template = read_template(dated)
        self._css = proposal.links[0].css
        self._own = {*list_addresses(page, self._css)}
        self._listed = {*self._own}
        self._visits, self._runtime = visits, runtime
        self._seen: dict[int, bool] = {}
        self._are_answered = True
        self._longest_pause = 0
        self._number_first = self._number_later = 0

    @property
    def is_known(self) -> bool:
        """True unless a window was not answered, or the archive has paused for longer than what
        was looked at behind the last window."""
        return self._are_answered and self._longest_pause <= _BEHIND

    def find_last(self, days: Iterable[date] = ()) -> int:
        """Return the number of the last window that lists articles. ``days`` are those of windows
        that may be behind others."""
        last = self.find_edge(0)
        known = {self._number(day) for day in days}
        while further := next(filter(self.lists, self._list_behind(last, known)), 0):
            if further not in known:
                self._longest_pause = max(self._longest_pause, further - last - 1)
            last = self.find_edge(further)
        return last

    def find_edge(self, last: int) -> int:
        """Return the number of the last window that lists articles, from one on that does, where
        windows without any are the end."""
        distance, count = 1, len(self.windows)
        beyond = min(last + 1, count)
        while beyond < count and (found := self._find_near(beyond, beyond + max(9, distance))):
            last, distance = found, 2 * distance
            beyond = min(last + distance, count)
        while beyond - last > 1:
            middle = (last + beyond) // 2
            found = self._find_near(middle, beyond)
            last, beyond = (found, beyond) if found else (last, middle)
        return last

    def _find_near(self, number: int, beyond: int) -> int:
        """Return the number of a window that lists articles, of one and some behind it that are not
        ``beyond``; 0 if none does."""
        is_dense = self._number_first >= MIN_DENSE and not self._number_later
        near = (_NEAR_IF_DENSE if is_dense else _NEAR)[self.step]
        for place in (number + each for each in near if number + each < beyond):
            if self.lists(place):
                self._number_first += place == number
                self._number_later += place != number
                return place
        return 0

    def lists(self, number: int) -> bool:
        """Return True if a window lists articles that no other one does, as far as is known."""
        can_look = self._are_answered and number < len(self.windows)
        if can_look and number not in self._seen:
            self._seen[number] = self._look(number)
        return self._seen.get(number, False)

    def is_void(self, number: int) -> bool:
        """Return True if a window lists nothing, but for a part of the page, as of a box."""
        page = read_page(self._address(number), self._visits, self._runtime)
        listed = {*list_addresses(page, self._css)} if page is not None else set()
        return listed <= self._own and 2 * len(listed) < len(self._own)

    def _look(self, number: int) -> bool:
        address = self._address(number)
        page = read_page(address, self._visits, self._runtime)
        # only what is answered, with 404 as well, says that there is nothing
        can_visit = page is not None or self._visits.can_visit(address)
        status = self._visits.get(address).status if can_visit else None
        self._are_answered = can_visit and (status or 500) < 500
        listed = {*list_addresses(page, self._css)} - self._listed if page is not None else set()
        self._listed |= listed
        return bool(listed)

    def _list_behind(self, last: int, known: Iterable[int]) -> Iterator[int]:
        """Yield the numbers of windows behind one, in the order in which they are looked at."""
        links = _list_links([read_page(self._address(last), self._visits, self._runtime)])
        linked = map(self._number, find_windows(self._dated, links).values())
        hints = sorted({each for each in (*known, *linked) if each > last}, reverse=True)
        yield from choose_spread(hints, MAX_HINTS)
        distance = _BEHIND
        yield from range(last + 1, last + distance)
        while last + distance < len(self.windows):
            can_look = self._visits.can_visit(self._address(last + distance))
            if distance > _ENOUGH and not can_look:
                return
            yield last + distance
            ratio = _RATIO_WITHIN_YEAR if distance < _YEAR else _RATIO
            distance = int(distance * ratio) + 1

    def _address(self, number: int) -> str:
        return fill_template(self._template, window=self.windows[number])

    def _number(self, day: date) -> int:
        """Return the number of the window of a day, 0 for one that is none of the windows."""
        return self.windows.number_of(day) or 0
