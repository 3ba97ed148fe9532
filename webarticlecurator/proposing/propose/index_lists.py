"""Pages that lead to lists: the letters, days, months, years, topics or issues of an archive.

A group of sibling links is an index if what they lead to lists articles, each page its own; or if
each page has a group of links of which that is true: years lead to months, months to days.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from webarticlecurator.articles.without_rules.article_text import find_page_kind
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.article import PAGE_KINDS
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.proposal.proposal import IndexProposal, LinkProposal, Proposal
from webarticlecurator.crawling.archive.link_anchors import find_anchors
from webarticlecurator.crawling.archive.page_address import is_front_page, normalize_address
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.list_pages.archive_addresses import find_dated_address
from webarticlecurator.proposing.list_pages.link_groups import (
    LinkGroup,
    list_link_groups,
    select_addresses,
    write_address_pattern,
)
from webarticlecurator.proposing.list_pages.list_proposals import (
    find_diary_entries,
    propose_link_rules,
)
from webarticlecurator.proposing.list_pages.next_links import find_target, propose_next_link
from webarticlecurator.proposing.list_pages.paging import find_address_shape
from webarticlecurator.proposing.propose.followed_list import follow_list
from webarticlecurator.proposing.propose.page_comparison import list_addresses
from webarticlecurator.proposing.propose.page_proposal import propose_from_pages
from webarticlecurator.proposing.propose.visits import Visits, read_list_pages, read_page

MAX_GROUPS, MAX_INNER_GROUPS = 4, 2
"""Groups of a page whose targets are looked at, and of the pages that an index names."""
MAX_LEVELS = 3
MAX_FURTHER = 4
"""Lists that are looked at, too, where the first ones have an article each."""
_LIST = PAGE_KINDS[2]
MAX_SHARED = 0.5
"""Share of all links of several lists that may be on more than one of them, as articles on two
topics are."""


@dataclass(frozen=True)
class FoundIndex:
    """A proposal with an index, and some of the lists to which it leads. ``common``: what all the
    pages link that the index names; ``is_menu``: these are all of its own links, and they do not
    stand below the address of its page."""

    proposal: Proposal
    lists: tuple[Page, ...]
    common: frozenset[str]
    is_menu: bool


def find_indexes(
    page: Page, visits: Visits, runtime: Runtime, without: frozenset[str] = frozenset()
) -> Iterator[FoundIndex]:
    """Yield what the groups of links on a page lead to, but for those at the addresses ``without``,
    if that is lists."""
    url, is_front = normalize_address(page.url), is_front_page(page.url)
    own = frozenset((url, *without))
    for group in list_link_groups([page], own)[:MAX_GROUPS]:
        # a list among the others would be read as their index alone, and its articles left out
        if not is_front and url in select_addresses(group.rule, page):
            continue
        if not _is_neighbour(page, group, visits, runtime):
            yield from _read_index(page, group, own, visits, runtime)


def find_listed_lists(
    links: LinkProposal, page: Page, visits: Visits, runtime: Runtime
) -> Iterator[FoundIndex]:
    """Yield the index that a list with titles is, if what it lists reads as lists: the issues of a
    journal."""
    urls = links.links
    some = read_list_pages([*dict.fromkeys((*urls[:1], *urls[-1:]))], visits, runtime)
    if len(some) > 1 and all(find_page_kind(each) == _LIST for each in some):
        group = LinkGroup(links.rule(), urls)
        yield from _read_index(page, group, frozenset((page.url,)), visits, runtime)


def _read_index(
    page: Page, group: LinkGroup, known: frozenset[str], visits: Visits, runtime: Runtime
) -> Iterator[FoundIndex]:
    """Yield what a group of links on a page leads to, if that is lists."""
    whole, following = _follow_index(page, group, visits, runtime)
    found = _follow_group(whole, page, known, visits, runtime)
    if found is None:
        return
    index = IndexProposal(page.url, found.rules, len(group.addresses), next=following)
    proposal = _propose_from_lists(index, found, visits, runtime)
    if whole is not group and following is None:
        proposal = proposal.add_doubt(Problem("no-next-page", page.url, ""))
    below = f"{normalize_address(page.url).partition('?')[0].rstrip('/')}/"
    is_own = all(each.startswith(below) for each in group.addresses)
    is_menu = not is_own and {*group.addresses} <= found.common
    yield FoundIndex(proposal, found.lists, found.common, is_menu)


def _follow_index(
    page: Page, group: LinkGroup, visits: Visits, runtime: Runtime
) -> tuple[LinkGroup, Rule | None]:
    """Return the group of an index with its links on the next pages, as the month before that of a
    calendar, and the rule for these pages, None where no rule finds them all; ``group`` itself and
    None where no page follows."""
    is_plain = group.rule.include is None and not group.rule.attr
    is_dated = find_dated_address(group.addresses[0]) is not None
    may_go_on = is_dated or (not group.is_aside and propose_next_link([page]) is not None)
    if not (is_plain and may_go_on):
        return group, None
    links = LinkProposal(group.rule.expression, group.addresses)
    found = follow_list(page, (), links, visits, runtime, with_windows=is_dated)
    if len(found.pages) == 1:
        return group, None
    proposed = propose_next_link(found.pages, found.wrong, found.following)
    right = (
        rule
        for rule in (proposed.rules if proposed is not None else ())
        if all(
            find_target(rule, each) == found.following[normalize_address(each.url)]
            for each in found.pages[:-1]
        )
    )
    urls = dict.fromkeys(url for each in found.pages for url in select_addresses(group.rule, each))
    return replace(group, addresses=tuple(urls)), next(right, None)


def _is_neighbour(page: Page, group: LinkGroup, visits: Visits, runtime: Runtime) -> bool:
    """Return True for a single link that leads to a page like its own, not to a part of that: there
    it leads back, or on to another one."""
    first, *others = group.addresses
    there = None if others else read_page(first, visits, runtime)
    if there is None:
        return False
    known = {normalize_address(page.url), find_address_shape(first)}
    found = select_addresses(group.rule, there)
    return any(known & {each, find_address_shape(each)} for each in found if each != first)


@dataclass(frozen=True)
class _Followed:
    """A group of links that leads to lists: the ``rules`` down to the last index, some of its
    ``lists``, and what the pages have in ``common`` that the group leads to."""

    rules: tuple[Rule, ...]
    lists: tuple[Page, ...]
    common: frozenset[str]


def _follow_group(
    group: LinkGroup,
    origin: Page,
    known: frozenset[str],
    visits: Visits,
    runtime: Runtime,
    level: int = 1,
) -> _Followed | None:
    """Return what a group of links on ``origin`` leads to; None if that is no lists."""
    urls = group.addresses
    some = dict.fromkeys((urls[0], urls[len(urls) // 2], urls[-1]))
    pages = tuple(read_list_pages([*some], visits, runtime))
    if len(pages) < min(2, len(urls)):
        return None
    # what else the one page of a year has in common with that of the index stands on all pages
    common = (
        find_common_links((*pages, origin)) - {*urls}
        if len(urls) == 1
        else find_common_links(pages)
    )
    chrome = common | known | {*urls}
    # a day may have no articles; in a menu, other pages stand among those of sections
    least = len(pages) if group.is_aside else min(2, len(pages))
    listed = _list_articles(pages, chrome, least, visits, runtime)
    are_articles = _are_articles(pages)
    is_no_index = are_articles and (group.are_articles or _are_alike(urls, listed))
    if listed and not is_no_index:
        if len(listed) <= len(pages):  # an article each does not show what repeats in the lists
            further = [url for url in urls if url not in some][:MAX_FURTHER]
            pages = (*pages, *read_list_pages(further, visits, runtime))
        return _Followed((group.rule,), pages, common)
    if level == MAX_LEVELS or are_articles:  # the tags of some articles lead to a part of all
        return None
    for inner in list_link_groups(pages, chrome)[:MAX_INNER_GROUPS]:
        found = _follow_group(inner, pages[0], chrome, visits, runtime, level + 1)
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
        windows = [day for url in union if (day := _find_first_day(url, pages))]
        latest = max((day.year for day in windows), default=0)
        # a number of an article may look like a year
        are_windows = 2 * len(windows) > len(union) and latest <= runtime.clock.now().year + 1
        entries = {url for page in pages for url in find_diary_entries(page)}
        are_lists = are_windows and not union <= entries
        if are_lists or filled < least or total - len(union) > MAX_SHARED * total:
            return set()
        some = [next(iter(sorted(found))) for found in lists if found][:2]
        kinds = [find_page_kind(each) for each in read_list_pages(some, visits, runtime)]
        return union if kinds.count(_LIST) < len(kinds) else set()
    return set()


def _find_first_day(url: str, pages: Sequence[Page]) -> date | None:
    """Return the first day of the address of a day, month or year, None of what stands below one of
    the dated ``pages`` without another date, as articles with a short name do."""
    dated = find_dated_address(url)
    if dated is None:
        return None
    above = (find_dated_address(page.url) for page in pages if url.startswith(page.url))
    is_below = any(
        each is not None
        and (each.day, each.step) == (dated.day, dated.step)
        and each.template != dated.template
        for each in above
    )
    return None if is_below else dated.day


def _are_alike(urls: Sequence[str], listed: set[str]) -> bool:
    """Return True if what pages list is at addresses of the form of their own: articles list
    others."""
    forms = {*map(write_address_pattern, urls)}
    return 2 * sum(write_address_pattern(url) in forms for url in listed) > len(listed)


def _are_articles(pages: Sequence[Page]) -> bool:
    """Return True if most pages read as articles."""
    read = [find_page_kind(page) for page in pages]
    return 2 * read.count(PAGE_KINDS[0]) > len(read)


def _propose_from_lists(
    index: IndexProposal, found: _Followed, visits: Visits, runtime: Runtime
) -> Proposal:
    """Return what some lists of an index suggest."""
    chrome = find_common_links(found.lists) if len(found.lists) > 1 else found.common
    first, *others = sorted(found.lists, key=lambda page: -len(find_anchors(page)))
    proposal = propose_from_pages(first, others, visits, runtime, chrome)
    following = proposal.next
    if following is not None and index_selects(index, following.url, found.lists):
        following = None
    no_dates = replace(proposal, dated=None, windows=(), first_day=None, numbered=None)
    return replace(no_dates, index=index, next=following)


def index_selects(index: IndexProposal, url: str, pages: Sequence[Page]) -> bool:
    """Return True if the innermost rule of an index selects an address on its lists: their
    neighbours are no next pages."""
    return any(url in select_addresses(index.levels[-1], page) for page in pages)
