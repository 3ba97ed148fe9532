"""Pages that lead to lists: the letters, days, months, years, topics or issues of an archive.

A group of sibling links is an index if what they lead to lists articles, each page its own; or if
each page has a group of links of which that is true: years lead to months, months to days.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from webarticlecurator.articles.without_rules.article_text import find_page_kind
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.article import PAGE_KINDS
from webarticlecurator.base.model.proposal import IndexProposal, Proposal
from webarticlecurator.base.model.rule import Rule
from webarticlecurator.crawling.archive.link_anchors import find_anchors
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.list_pages.link_groups import (
    LinkGroup,
    list_link_groups,
    select_addresses,
    write_address_pattern,
)
from webarticlecurator.proposing.list_pages.list_proposals import propose_link_rules
from webarticlecurator.proposing.propose.page_comparison import list_addresses
from webarticlecurator.proposing.propose.page_proposal import propose_from_pages
from webarticlecurator.proposing.propose.visits import Visits, read_list_pages

MAX_GROUPS, MAX_INNER_GROUPS = 4, 2
"""Groups of a page whose targets are looked at, and of the pages that an index names."""
MAX_LEVELS = 3
_LIST = PAGE_KINDS[2]
MIN_FULL = 5
"""Articles on each of several lists from which on lists of one length seem to be cut."""
MAX_SHARED = 0.5
"""Share of all links of several lists that may be on more than one of them, as articles on two
topics are."""


@dataclass(frozen=True)
class FoundIndex:
    """A proposal with an index, and some of the lists to which it leads. ``is_cut``: they are of
    one length and have no next page, so that they may be the newest articles alone. ``common``:
    what all the pages link that the index names; ``is_menu``: these are all of its own links."""

    proposal: Proposal
    lists: tuple[Page, ...]
    is_cut: bool
    common: frozenset[str]
    is_menu: bool


def find_indexes(
    page: Page, visits: Visits, runtime: Runtime, without: frozenset[str] = frozenset()
) -> Iterator[FoundIndex]:
    """Yield what the groups of links on a page lead to, but for those at the addresses ``without``,
    if that is lists."""
    own = frozenset((normalize_address(page.url), *without))
    for group in list_link_groups([page], own)[:MAX_GROUPS]:
        found = _follow_group(group, own, 1, visits, runtime)
        if found is not None:
            index = IndexProposal(page.url, found.rules, len(group.addresses))
            proposal, is_cut = _propose_from_lists(index, found, visits, runtime)
            is_menu = {*group.addresses} <= found.common
            yield FoundIndex(proposal, found.lists, is_cut, found.common, is_menu)


@dataclass(frozen=True)
class _Followed:
    """A group of links that leads to lists: the ``rules`` down to the last index, some of its
    ``lists``, and what the pages have in ``common`` that the group leads to."""

    rules: tuple[Rule, ...]
    lists: tuple[Page, ...]
    common: frozenset[str]


def _follow_group(
    group: LinkGroup, known: frozenset[str], level: int, visits: Visits, runtime: Runtime
) -> _Followed | None:
    """Return what a group of links leads to; None if that is no lists."""
    urls = group.addresses
    some = dict.fromkeys((urls[0], urls[len(urls) // 2], urls[-1]))
    pages = tuple(read_list_pages([*some], visits, runtime))
    if len(pages) < 2:
        return None
    common = find_common_links(pages)
    chrome = common | known | {*urls}
    # a day may have no articles; in a menu, other pages stand among those of sections
    least = len(pages) if group.is_aside else 2
    listed = _list_articles(pages, chrome, least, visits, runtime)
    if listed and not _are_articles(pages, urls, listed):
        return _Followed((group.rule,), pages, common)
    if level == MAX_LEVELS:
        return None
    for inner in list_link_groups(pages, chrome)[:MAX_INNER_GROUPS]:
        found = _follow_group(inner, chrome, level + 1, visits, runtime)
        if found is not None:
            return replace(found, rules=(group.rule, *found.rules), common=common)
    return None


def find_common_links(pages: Sequence[Page]) -> frozenset[str]:
    """Return the addresses that all pages link, each but to itself: menus and boxes."""
    linked = [
        {normalize_address(page.url), *(each.address for each in find_anchors(page))}
        for page in pages
    ]
    return frozenset(set[str].intersection(*linked))


def _list_articles(
    pages: Sequence[Page], chrome: frozenset[str], least: int, visits: Visits, runtime: Runtime
) -> set[str]:
    """Return the articles that pages list, at ``least`` so many of them and each its own; an empty
    set if they do not."""
    for links in propose_link_rules(pages, chrome)[:1]:
        lists = [{*list_addresses(page, links.css)} for page in pages]
        union = set[str]().union(*lists)
        total = sum(map(len, lists))
        filled = sum(map(bool, lists))
        if filled < least or total - len(union) > MAX_SHARED * total:
            return set()
        some = [next(iter(sorted(found))) for found in lists if found][:2]
        kinds = [find_page_kind(each) for each in read_list_pages(some, visits, runtime)]
        return union if kinds.count(_LIST) < len(kinds) else set()
    return set()


def _are_articles(pages: Sequence[Page], urls: Sequence[str], listed: set[str]) -> bool:
    """Return True if pages are articles that list others, by the forms of their addresses and by
    what they read as."""
    forms = {*map(write_address_pattern, urls)}
    alike = sum(write_address_pattern(url) in forms for url in listed)
    read = [find_page_kind(page) for page in pages]
    return 2 * alike > len(listed) and 2 * read.count(PAGE_KINDS[0]) > len(read)


def _propose_from_lists(
    index: IndexProposal, found: _Followed, visits: Visits, runtime: Runtime
) -> tuple[Proposal, bool]:
    """Return what some lists of an index suggest, and whether they seem to be cut."""
    chrome = find_common_links(found.lists)
    first, *others = sorted(found.lists, key=lambda page: -len(find_anchors(page)))
    proposal = propose_from_pages(first, others, visits, runtime, chrome)
    following = proposal.next
    if following is not None and index_selects(index, following.url, found.lists):
        following = None
    css = [each.css for each in proposal.links[:1]]
    counts = [len(list_addresses(page, each)) for page in found.lists for each in css]
    is_cut = following is None and len({*counts}) == 1 and counts[0] >= MIN_FULL
    no_dates = replace(proposal, dated=None, windows=(), first_day=None, numbered=None)
    return replace(no_dates, index=index, next=following), is_cut


def index_selects(index: IndexProposal, url: str, pages: Sequence[Page]) -> bool:
    """Return True if the innermost rule of an index selects an address on its lists: their
    neighbours are no next pages."""
    return any(url in select_addresses(index.levels[-1], page) for page in pages)
