"""Articles that came after the end of an archive by dates: the front page lists them, and no crawl
asks for a date after ``until``.

The front page of a portal that has ended lists articles of the corpus. What stands in their place
later, or before all of them, is newer, unless its address has an earlier day.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date

from webarticlecurator.base.grouping import group_values
from webarticlecurator.base.model.capture import Capture
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.archive.link_anchors import list_left_links
from webarticlecurator.crawling.archive.windows import Window, is_of_days
from webarticlecurator.crawling.states.archive_listing import to_stored_answer
from webarticlecurator.storage.store.view import CorpusView

KIND = "after-end"
HOME = "home"
"""Level of a request for the front page."""
MIN_KNOWN = 2
"""Articles of the corpus in one place of the front page from which it lists those of the archive;
one of the last window is enough behind addresses with later days."""
_Places = Mapping[str, Sequence[str]]
"""Place on a page → the addresses there that look like articles, in their order."""


def has_ended(portal: Portal, today: date) -> bool:
    """Return True if all lists are by dates, and their last days are over."""
    last = _find_last_window(portal)
    return last is not None and last.last < today


def _find_last_window(portal: Portal) -> Window | None:
    """Return the last window of the lists, up to its last day that they have; None for lists
    without an end."""
    dates = [span.dates for span in portal.spans.values()]
    ends = [
        (each.until, each.step) for each in dates if each is not None and each.until is not None
    ]
    if not ends or len(ends) < len(dates):
        return None
    until, step = max(ends)
    return Window(Window.around(until, step).first, until)


def find_later_articles(portal: Portal, corpus: CorpusView) -> Iterator[Problem]:
    """Yield the problem of an archive that has ended by its file, and whose front page lists
    articles that came later."""
    last = _find_last_window(portal)
    if last is None:
        return
    pages = [
        _list_places(portal, corpus, fetch.final)
        for fetch in corpus.captures.fetches(portal.home)
        if fetch.origin.level == HOME and fetch.final is not None and fetch.final.status == 200
    ]
    later = _Comparison(portal, corpus, last).list_later(pages[0], pages[-1]) if pages else []
    if later:
        yield make_problem(KIND, portal.home, number=len(later), url=later[0])


def _list_places(portal: Portal, corpus: CorpusView, capture: Capture) -> _Places:
    page = to_stored_answer(portal, corpus.read(capture), None).page(portal)
    links = (each.partition(" ") for each in list_left_links(page, ()))
    places = group_values((place, address) for address, _, place in links)
    return {place: [*dict.fromkeys(addresses)] for place, addresses in places.items()}


class _Comparison:
    """Compares what the front page listed with a corpus whose lists end with a window."""

    def __init__(self, portal: Portal, corpus: CorpusView, end: Window) -> None:
        # most crawls read no sitemap, and ask for no front page
        from webarticlecurator.crawling.states.own_sitemaps import OwnComparison

        self._own, self._end = OwnComparison(portal, corpus), end
        self._after = Window(end.after, date.max)

    def list_later(self, first: _Places, last: _Places) -> list[str]:
        """Return the articles on the last of the front pages that were seen which are not in the
        corpus: those before all known ones in their place, and those in a place that had known ones
        on the ``first``, where most links were known."""
        before = {address for addresses in first.values() for address in addresses}
        later: dict[str, None] = {}
        for place, addresses in last.items():
            known, unknown = self._part(addresses)
            if self._is_continued(addresses, known, unknown, before):
                later.update(dict.fromkeys(unknown))
            had = first.get(place, [])
            number = len(self._part(had)[0])
            if number >= MIN_KNOWN and 2 * number >= len(had):
                later.update(dict.fromkeys(each for each in unknown if each not in before))
        return [*later]

    def _part(self, addresses: Sequence[str]) -> tuple[list[str], list[str]]:
        """Return the addresses that the corpus knows, and those that it lacks without those of an
        earlier day, as of an article that was pinned."""
        from webarticlecurator.crawling.archive.portal_sitemaps import SitemapArticles

        missing = [*self._own.list_missing(SitemapArticles((), tuple(addresses)))]
        known = [each for each in addresses if each not in missing]
        return known, [each for each in missing if is_of_days([each], self._after) is not False]

    def _is_continued(
        self,
        addresses: Sequence[str],
        known: Sequence[str],
        unknown: Sequence[str],
        before: Collection[str],
    ) -> bool:
        """Return True if what the corpus lacks is before all that it knows. One article alone that
        was there ``before``, with no day in its address, may be pinned."""
        if [each for each in addresses if each in known or each in unknown] != [*unknown, *known]:
            return False
        is_dated = all(is_of_days([each], self._after) for each in unknown)
        if not is_dated and len(unknown) == 1 and unknown[0] in before:
            return False
        return len(known) >= MIN_KNOWN or (is_dated and is_of_days(known, self._end) is True)
