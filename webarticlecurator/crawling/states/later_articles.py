"""Articles that came after the end of an archive by dates: the front page lists them, and no crawl
asks for a date after ``until``.

The front page of a portal that has ended lists articles of the corpus. What stands in their place
later, or before all of them, is newer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from webarticlecurator.base.grouping import group_values
from webarticlecurator.base.model.capture import Capture
from webarticlecurator.base.model.portal import Portal
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.crawling.archive.link_anchors import list_left_links
from webarticlecurator.crawling.archive.portal_sitemaps import SitemapArticles
from webarticlecurator.crawling.states.archive_listing import to_stored_answer
from webarticlecurator.crawling.states.own_sitemaps import OwnComparison
from webarticlecurator.storage.store.view import CorpusView

KIND = "after-end"
HOME = "home"
"""Level of a request for the front page."""
MIN_KNOWN = 2
"""Articles of the corpus in one place of the front page from which it lists those of the
archive."""
_Places = Mapping[str, Sequence[str]]
"""Place on a page → the addresses there that look like articles, in their order."""


def has_ended(portal: Portal, today: date) -> bool:
    """Return True if all lists are by dates, and their last days are over."""
    dates = [span.dates for span in portal.spans.values()]
    last = [each.until for each in dates if each is not None and each.until is not None]
    return bool(dates) and len(last) == len(dates) and max(last) < today


def find_later_articles(portal: Portal, corpus: CorpusView) -> Iterator[Problem]:
    """Yield the problem of an archive that has ended by its file, and whose front page lists
    articles that came later."""
    if not has_ended(portal, date.max):
        return
    pages = [
        _list_places(portal, corpus, fetch.final)
        for fetch in corpus.captures.fetches(portal.home)
        if fetch.origin.level == HOME and fetch.final is not None and fetch.final.status == 200
    ]
    later = _list_later(portal, corpus, pages[0], pages[-1]) if pages else []
    if later:
        yield make_problem(KIND, portal.home, number=len(later), url=later[0])


def _list_places(portal: Portal, corpus: CorpusView, capture: Capture) -> _Places:
    page = to_stored_answer(portal, corpus.read(capture), None).page(portal)
    links = (each.partition(" ") for each in list_left_links(page, ()))
    places = group_values((place, address) for address, _, place in links)
    return {place: [*dict.fromkeys(addresses)] for place, addresses in places.items()}


def _list_later(portal: Portal, corpus: CorpusView, first: _Places, last: _Places) -> list[str]:
    """Return the articles on the last of the front pages that were seen which are not in the
    corpus: those before all known ones in their place, and those in a place that had known ones on
    the ``first``, where most links were known."""
    comparison = OwnComparison(portal, corpus)
    before = {address for addresses in first.values() for address in addresses}
    later: dict[str, None] = {}
    for place, addresses in last.items():
        unknown = [*comparison.list_missing(SitemapArticles((), tuple(addresses)))]
        number = len(addresses) - len(unknown)
        if number >= MIN_KNOWN and addresses[: len(unknown)] == unknown:
            later.update(dict.fromkeys(unknown))
        had = first.get(place, [])
        number = len(had) - len([*comparison.list_missing(SitemapArticles((), tuple(had)))])
        if number >= MIN_KNOWN and 2 * number >= len(had):
            later.update(dict.fromkeys(each for each in unknown if each not in before))
    return [*later]
