"""The first and the last window of an archive by dates, for ``curator new``: windows are looked at
ever farther from the page that was given, then between.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.proposal import Proposal
from webarticlecurator.base.model.verdict import make_problem
from webarticlecurator.crawling.archive.link_anchors import find_all_anchors
from webarticlecurator.crawling.archive.page_address import fill_template
from webarticlecurator.crawling.archive.windows import Windows
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.address_templates import parse_address_template
from webarticlecurator.proposing.list_pages.archive_addresses import find_windows
from webarticlecurator.proposing.propose.page_comparison import list_addresses
from webarticlecurator.proposing.propose.proposal_draft import Draft
from webarticlecurator.proposing.propose.visits import Visits, read_page

EARLIEST = date(1990, 1, 1)
"""Day before which no portal had an archive: one that lists articles there answers any date."""
MAX_EMPTY, MAX_EMPTY_YEARS = 60, 5
"""Windows at the end that are empty, up to which no last day is written, and years: a portal that
pauses may go on, and all crawls but the first look at the newest ones alone."""
_GAP, _GAP_OF_DAYS = 2, 7
"""Windows in a row without articles, from which on there are none: weekends have none, and a small
portal has an article a week."""


def find_first_window(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    """Add to a list by dates the first day of the earliest window that lists articles, others than
    the page.

    Where the requests end before, or a window of any date lists articles, the first day stays as it
    is, and is called doubtful.
    """
    proposal = draft.proposal
    assert proposal.dated is not None
    start = proposal.first_day or proposal.dated.day
    windows = Windows(EARLIEST, start, proposal.dated.step, newest_first=True)
    looks = _WindowLooks(proposal, draft.page, windows, visits, runtime)
    last = _find_edge(looks.lists_articles, len(windows))
    # behind a year without articles there may be others
    while looks.are_known and (further := looks.find_linked(last)):
        last = further + _find_edge(partial(looks.lists_behind, further), len(windows) - further)
    if looks.are_known and last + 1 < len(windows):
        first = windows[last].first
        return draft.update(replace(proposal, first_day=first, has_beginning=True))
    unknown = make_problem("first-day-unknown", proposal.dated.template, day=start)
    return draft.update(proposal.add_doubt(unknown))


def find_last_window(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    """Add to a list by dates the last day of the newest window that lists articles, if many newer
    ones list none: the archive has ended; or that today lists some, too."""
    proposal = draft.proposal
    assert proposal.dated is not None
    step, today = proposal.dated.step, runtime.clock.now().date()
    windows = Windows(proposal.dated.day, today, step, newest_first=False)
    looks = _WindowLooks(proposal, draft.page, windows, visits, runtime)
    if step == "day" and (len(windows) == 1 or looks.lists_articles(len(windows) - 1)):
        return draft.update(replace(proposal, is_up_to_date=True))
    newest = len(windows) - looks.gap
    if newest < 1 or looks.lists_articles(newest) or not looks.are_known:
        return draft
    last = _find_edge(looks.lists_articles, len(windows))
    most = MAX_EMPTY_YEARS if step == "year" else MAX_EMPTY
    if not looks.are_known or len(windows) - last <= most + 1:
        return draft
    return draft.update(replace(proposal, last_day=windows[last].last))


def _find_edge(lists_articles: Callable[[int], bool], count: int) -> int:
    """Return the number of the last of ``count`` windows that lists articles, the first of which
    does."""
    last, beyond = 0, 1
    while beyond < count and lists_articles(beyond):
        last, beyond = beyond, 2 * beyond
    beyond = min(beyond, count)
    while beyond - last > 1:
        middle = (last + beyond) // 2
        last, beyond = (middle, beyond) if lists_articles(middle) else (last, middle)
    return last


class _WindowLooks:
    """Looks at windows, each by its number; ``are_known`` is False from the first one on of which
    it cannot be said whether it lists articles."""

    def __init__(
        self, proposal: Proposal, page: Page, windows: Windows, visits: Visits, runtime: Runtime
    ) -> None:
        assert proposal.dated is not None
        self._dated = proposal.dated
        self._template = parse_address_template(proposal.dated.template)
        self._css = proposal.links[0].css
        self._listed = {*list_addresses(page, self._css)}
        self._windows, self._visits, self._runtime = windows, visits, runtime
        self.gap = _GAP_OF_DAYS if proposal.dated.step == "day" else _GAP
        self.are_known = True

    def find_linked(self, number: int) -> int:
        """Return the number of the farthest window behind one to which its page links and that
        lists articles, 0 without any."""
        address = fill_template(self._template, window=self._windows[number])
        page = read_page(address, self._visits, self._runtime)
        links = [] if page is None else [each.address for each in find_all_anchors(page)]
        days = [*find_windows(self._dated, links).values()]
        behind = (n for n in range(len(self._windows) - 1, number, -1) if days)
        return next(
            (n for n in behind if self._windows[n].first in days and self.lists_articles(n)), 0
        )

    def lists_behind(self, first: int, number: int) -> bool:
        """Return True if the window ``number`` behind the ``first`` lists articles."""
        return self.lists_articles(first + number)

    def lists_articles(self, number: int) -> bool:
        """Return True if a window or one of those behind it lists articles that the page does not,
        as far as that is known."""
        for window in self._windows[number : number + self.gap] if self.are_known else ():
            address = fill_template(self._template, window=window)
            page = read_page(address, self._visits, self._runtime)
            if page is not None and not self._listed.issuperset(list_addresses(page, self._css)):
                return True
            # only what is answered, with 404 as well, says that there is nothing
            can_visit = self._visits.can_visit(address)
            self.are_known = can_visit and (self._visits.get(address).status or 500) < 500
            if not self.are_known:
                break
        return False
