"""A list that is followed to its next pages, for ``curator new URL``: a link is believed to lead to
the next page once it was seen where it leads.

It leads to other articles that the same rule lists, never to an article of the list, and there a
link goes on to a third page, not back. What a link says of itself only decides which ones are tried
first; those that say nothing are tried where their addresses differ from that of the page in a
counter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.capture import GONE
from webarticlecurator.base.proposal.proposal import LinkProposal
from webarticlecurator.crawling.archive.feed_file import is_feed
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.list_pages.address_numbers import compare_numbers, list_numbers
from webarticlecurator.proposing.list_pages.archive_addresses import find_dated_address
from webarticlecurator.proposing.list_pages.link_lists import propose_whole_list
from webarticlecurator.proposing.list_pages.link_rating import adds_number, find_href
from webarticlecurator.proposing.list_pages.next_links import (
    find_links_to,
    find_next_links,
    find_target,
    list_counted_links,
    propose_next_link,
)
from webarticlecurator.proposing.list_pages.next_pages import propose_numbered
from webarticlecurator.proposing.list_pages.next_rules import list_rules
from webarticlecurator.proposing.list_pages.page_numbers import PAGE_NUMBER_TEXT
from webarticlecurator.proposing.list_pages.paging import find_address_shape
from webarticlecurator.proposing.propose.page_comparison import list_addresses
from webarticlecurator.proposing.propose.visits import Visits, visit_page

MAX_TRIED = 3
"""Links that are tried as that to the next page: of those that say what they are, and of the others
each."""
MIN_OTHER = 0.5
"""Share of a page behind a link that says nothing which the articles must be that the page before
does not list, and of the number of those that it lists."""


MAX_ABOVE = 3
"""Articles above a list that the addresses of its pages do not count."""


@dataclass(frozen=True)
class FollowedList:
    """``pages`` of one list, in their order, and the address to which each of them leads on, as far
    as it was followed; ``wrong`` are the addresses that turned out to be no next page."""

    pages: tuple[Page, ...]
    following: Mapping[str, str]
    wrong: frozenset[str] = frozenset()


def follow_list(
    page: Page,
    others: Sequence[Page],
    links: LinkProposal,
    visits: Visits,
    runtime: Runtime,
    *,
    with_windows: bool = False,
) -> FollowedList:
    """Return the list that begins on ``page``, which lists ``links``, followed for two pages;
    ``others`` are pages of its kind that were given. ``with_windows``: pages by date go on, too, as
    those of an index do.

    Where there is no page behind a link that says what it is, as among stored pages, it is believed
    unseen.
    """
    reader = _ListReader({normalize_address(each.url): each for each in others}, visits, runtime)
    wrong: set[str] = set()
    for _ in range(MAX_TRIED):
        named = propose_next_link([page, *others], frozenset((*wrong, *links.links)))
        target = named.url if named is not None else ""
        if not target:
            break
        if not reader.may_be_page(target):
            return FollowedList((page,), {}, frozenset(wrong))
        other = reader.read(target)
        if reader.is_no_page(target):
            wrong.add(target)
            continue
        if other is None or {*links.links} < {*list_addresses(other, links.css)}:
            # not answered; or a list that grows: its second page has the articles of the first
            return FollowedList((page,), {}, frozenset(wrong))
        if _goes_on(page, other, others, links):
            return _follow_on(page, other, target, links, reader, frozenset(wrong))
        wrong.add(target)
    counted = list_counted_links(page, {*links.links}, with_windows=with_windows)
    tried = (each for each in counted if each not in wrong)
    for target in islice(tried, MAX_TRIED):
        other = reader.read(target)
        # the last page of two may have a few articles only
        is_last = other is not None and _is_last_of_two(page, other, links, with_windows)
        if other is None or not (is_last or lists_others(page, other, links)):
            continue
        found = _follow_on(page, other, target, links, reader, frozenset(wrong), with_windows)
        is_end = len(found.pages) == 2 and is_last
        if is_end or (len(found.pages) > 2 and _is_no_menu(page, other, found.following)):
            return found
    return FollowedList((page,), {}, frozenset(wrong))


class _ListReader:
    """Reads pages of a list, those that were given and those that can be visited."""

    def __init__(self, given: Mapping[str, Page], visits: Visits, runtime: Runtime) -> None:
        self._given, self._visits, self._runtime = given, visits, runtime

    def may_be_page(self, url: str) -> bool:
        """Return True if there may be a page, as far as it can be asked for."""
        return url in self._given or self._visits.can_visit(url)

    def is_no_page(self, url: str) -> bool:
        """Return True for what a link for scripts leads to: data, or nothing without a number."""
        if url in self._given:
            return False
        visit = self._visits.get(url)
        return visit.status in GONE or (not visit.trouble and visit.read().json is not None)

    def read(self, url: str) -> Page | None:
        """Return the page at an address; None where none is, or a feed."""
        if url in self._given:
            return self._given[url]
        visit = visit_page(url, self._visits, self._runtime)
        return None if visit is None or is_feed(visit.content) else visit.read()


def _goes_on(page: Page, other: Page, others: Sequence[Page], links: LinkProposal) -> bool:
    """Return True if a page lists articles that the page before does not, by the rule of that page
    or one that holds on both."""
    if normalize_address(other.url) == normalize_address(page.url):
        return False
    here, there = {*links.links}, {*list_addresses(other, links.css)}
    if there - here:
        return True
    pages = list(dict.fromkeys((page, *others, other)))
    both = propose_whole_list(pages, propose_numbered(page), None)
    return any({*list_addresses(other, each.css)}.difference(each.links) for each in both[:1])


def lists_others(page: Page, other: Page, links: LinkProposal) -> bool:
    """Return True if another page lists by the rule of ``links`` mostly others, and no fewer than
    half as many."""
    if normalize_address(other.url) == normalize_address(page.url):
        return False
    there = {*list_addresses(other, links.css)}
    return len(there.difference(links.links)) >= MIN_OTHER * max(len(there), len(links.links))


def _follow_on(
    page: Page,
    second: Page,
    target: str,
    links: LinkProposal,
    reader: _ListReader,
    wrong: frozenset[str],
    with_windows: bool = False,
) -> FollowedList:
    """Return the list of two pages with its third one, if a link on the second leads to it."""
    known = {*links.links, *list_addresses(second, links.css)}
    onward = _list_onward(page, second, target, known, with_windows)
    for following in islice(onward, MAX_TRIED):
        third = reader.read(following) if reader.may_be_page(following) else None
        if third is not None and {*list_addresses(third, links.css)} - known:
            ways = {normalize_address(page.url): target, normalize_address(second.url): following}
            return FollowedList((page, second, third), ways, wrong)
    return FollowedList((page, second), {normalize_address(page.url): target}, wrong)


def _list_onward(
    page: Page, second: Page, target: str, listed: set[str], with_windows: bool
) -> Iterator[str]:
    """Yield the addresses to which links of the second page may lead on. Named next links come
    first, then the links that the rules for the second page find there, then counted addresses."""
    back = {normalize_address(page.url), normalize_address(second.url), target, ""}
    named = find_next_links(second, frozenset(back))
    rules = (rule for link in find_links_to(page, target) for rule in list_rules(page, link))
    found = [
        *(each.anchor.address for each in named[:1]),
        *(find_target(rule, second) for rule in dict.fromkeys(rules)),
        *list_counted_links(second, listed, with_windows=with_windows),
    ]
    yield from (
        url
        for url in dict.fromkeys(found)
        if url not in back and url not in listed and not _turns_back(page, second, url)
    )


def _turns_back(page: Page, second: Page, following: str) -> bool:
    """Return True if the counter of an address goes the other way than from the first page to the
    second. From a first page without a number it may go up or down."""
    first, then = normalize_address(page.url), normalize_address(second.url)
    return compare_numbers(first, then) * compare_numbers(then, following) < 0


def _is_last_of_two(
    page: Page, second: Page, links: LinkProposal, with_windows: bool = False
) -> bool:
    """Return True if a page is the last one of a list of two: its address is that of the first one
    with a page number, or the number of the articles before it, or that of a month or year
    (``with_windows``); it links the first one and not itself, as a menu does, and lists others but
    for one that may stand above each page. Any other number may be that of another order, or of a
    topic, which has others, too."""
    url, target = normalize_address(page.url), normalize_address(second.url)
    counts = {1, 2, *range(len(links.links) - MAX_ABOVE, len(links.links) + 1)}
    is_counted = adds_number(url, target) and list_numbers(target)[-1] in counts
    if not (is_counted or (with_windows and find_dated_address(target) is not None)):
        return False
    linked = {find_href(second, each) for each in second.root.iter("a")}
    there = {*list_addresses(second, links.css)}
    shared = there.intersection(links.links)
    is_other = len(there) > len(shared) <= 1
    return url in linked and target not in linked and is_other


def _is_no_menu(page: Page, second: Page, following: Mapping[str, str]) -> bool:
    """Return True if the third page is linked on the second only, or under its number: a menu of
    sections has the same links on each page."""
    third = following[normalize_address(second.url)]
    form = find_address_shape(third)
    here = find_links_to(page, third)
    if here and not all(PAGE_NUMBER_TEXT.fullmatch(each.anchor.text) for each in here):
        return False
    return form == find_address_shape(following[normalize_address(page.url)])
