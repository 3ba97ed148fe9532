"""A page of the site that lists more, and the articles at the top of the first page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial
from itertools import islice
from operator import itemgetter
from urllib.parse import urlsplit

from webarticlecurator.articles.by_rules.identity import canonical_address
from webarticlecurator.articles.without_rules.article_text import find_page_kind
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.article import PAGE_KINDS
from webarticlecurator.base.portal.hosts import is_same_site
from webarticlecurator.base.portal.portal import AddressRules
from webarticlecurator.base.proposal.proposal import LinkProposal, Proposal
from webarticlecurator.crawling.archive.feed_file import read_feed
from webarticlecurator.crawling.archive.link_anchors import (
    Anchor,
    find_all_anchors,
    find_anchors,
)
from webarticlecurator.crawling.archive.page_address import (
    find_address_structure,
    is_front_page,
    normalize_address,
)
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.list_pages.archive_addresses import find_dated_address
from webarticlecurator.proposing.list_pages.link_groups import list_option_groups
from webarticlecurator.proposing.list_pages.link_rules import group_links, list_link_selectors
from webarticlecurator.proposing.list_pages.list_proposals import (
    find_second_addresses,
    propose_link_rules,
)
from webarticlecurator.proposing.list_pages.next_links import propose_next_link
from webarticlecurator.proposing.propose.added_parameters import list_shared_parameters
from webarticlecurator.proposing.propose.current_window import find_current_window
from webarticlecurator.proposing.propose.page_comparison import list_addresses
from webarticlecurator.proposing.propose.proposal_draft import Draft
from webarticlecurator.proposing.propose.visits import (
    Visits,
    read_list_pages,
    read_page,
    visit_page,
)
from webarticlecurator.proposing.propose.whole_archive import MIN_LISTED

MAX_TRIED = 8
"""Pages that are looked at."""
MAX_DEPTH = 2
"""Parts of the path of a page that lists everything."""
MIN_SHARED_BY_FULLER = 0.9
"""Share of the articles of a front page that a fuller list has; a section may have most."""
MIN_WINDOWS = 3
"""Pages by date that a front page links."""
MAX_SET_APART = 3
"""Articles above the list of a front page."""
_FILE = re.compile(r"\.(?!html?$|php$|aspx?$)\w{1,5}$")


def find_fuller_list(
    proposal: Proposal, page: Page, visits: Visits, runtime: Runtime
) -> Page | None:
    """Return the page that lists the articles of the front page ``page`` and most others beside
    them, or goes on where that has no next page; or the newest of those by month or year. Of a
    front page that lists nothing, it is the page with the longest list, one that goes on before all
    others. Of another page it is one right below its own address: what else it links may be of a
    larger part of the portal. None if no link on it leads to such a page."""
    listed = {*proposal.links[0].links} if proposal.links else set[str]()
    window = _find_window(proposal, page, listed, visits, runtime) if listed else None
    is_front = is_front_page(page.url)
    if window is not None or not (is_front or listed):
        return window
    below = page.url.rstrip("/")
    near = (url for url in list_near_pages(page, listed) if is_front or _folder_of(url) == below)
    best: tuple[bool, int, Page] | None = None
    for url in islice(near, MAX_TRIED):
        visit = visit_page(url, visits, runtime)
        if (
            visit is None
            or visit.answered == page.url
            or "html" not in (visit.content_type or "html")
        ):
            continue
        other = visit.read()
        if find_page_kind(other) == PAGE_KINDS[0]:
            continue  # an article has boxes of others, and further pages
        found = max(
            (_count_listed(each, listed) for each in propose_link_rules([other])), default=0
        )
        is_list = found >= max(MIN_LISTED, len(listed))
        goes_on = is_list and propose_next_link([other]) is not None
        rank = goes_on and not listed, found
        if (found > len(listed) or goes_on) and is_list and (best is None or rank > best[:2]):
            best = (*rank, other)
    return best[2] if best is not None else None


def _find_window(
    proposal: Proposal, page: Page, listed: set[str], visits: Visits, runtime: Runtime
) -> Page | None:
    """Return the newest page by date that ``page`` links, if that lists its articles: all of them,
    or no others, as the newest articles of a portal are; of several on a front page, some. One date
    with the same articles goes on where ``page`` does not. The pages by date of a whole portal
    beside the list of a section have others."""
    windows: dict[tuple[str, str], dict[date, str]] = {}
    linked = (anchor.address for anchor in find_all_anchors(page))
    # several options are an index
    alone = (each.addresses[0] for each in list_option_groups(page) if len(each.addresses) == 1)
    for url in (*linked, *alone):
        dated = find_dated_address(url)
        if dated is not None and url not in listed:
            windows.setdefault((dated.template, dated.step), {})[dated.day] = url
    for found in sorted(windows.values(), key=len, reverse=True)[:1]:
        other = read_page(found[max(found)], visits, runtime)
        if other is None:
            return None
        if is_front_page(page.url) and len(found) >= MIN_WINDOWS:
            return other if listed & {each.address for each in find_all_anchors(other)} else None
        there = {*list_addresses(other, proposal.links[0].css)}
        is_part = bool(there) and there <= listed and len(found) > 1
        goes_on = there == listed and propose_next_link([other]) is not None
        if is_part or there > listed or goes_on:
            return other
        if len(found) == 1:
            return find_current_window(page, found[max(found)], visits, runtime)
    return None


def _count_listed(found: LinkProposal, listed: set[str]) -> int:
    """Return how many links a list has, 0 if it lacks what is listed."""
    shared = len(listed.intersection(found.links))
    return len(found.links) if shared >= MIN_SHARED_BY_FULLER * len(listed) else 0


def list_near_pages(page: Page, listed: set[str]) -> Iterator[str]:
    """Yield the addresses of pages near the root that a page links, without what it lists, those
    with the shortest paths first."""
    usual = max(Counter(map(_folder_of, listed)).items(), key=itemgetter(1), default=("", 0))[0]
    found = dict.fromkeys(
        anchor.address
        for anchor in find_all_anchors(page)
        if (anchor.address not in listed or _folder_of(anchor.address) != usual)
        and is_same_site(page.url, anchor.address)
        and anchor.address != normalize_address(page.url)
    )
    near = [url for url in found if len(_path_of(url)) <= MAX_DEPTH and not _FILE.search(url)]
    yield from sorted(near, key=lambda url: len(_path_of(url)))


def _folder_of(url: str) -> str:
    return url.rstrip("/").rpartition("/")[0]


def _path_of(url: str) -> list[str]:
    return [each for each in urlsplit(url).path.split("/") if each]


def add_set_apart(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    """Add the articles that stand apart from the list on its first page, as one with a large
    picture: those that the feed of the site has, and no list; or those in a place that the next
    page does not have, under addresses of the form of the others. Of a list of one page its first
    article stands for the next page."""
    proposal = draft.proposal
    url = proposal.next_page or ("" if proposal.dated else "".join(draft.listed[:1]))
    second = read_page(url, visits, runtime) if url else None
    if second is None:
        return draft
    page, best = draft.page, proposal.links[0]
    # where lists add to addresses to count visits, the feed does not
    rules = AddressRules(drop=("fragment", *list_shared_parameters(draft.listed)))
    plain = partial(canonical_address, rules=rules)

    def list_articles(page: Page, css: str) -> list[str]:
        return [*map(plain, list_addresses(page, css))]

    listed, onward = (list_articles(each, best.css) for each in (page, second))
    known = {*listed, *onward}
    newest = {*map(plain, _read_newest(proposal, visits, runtime))}
    # a list that begins with its oldest articles has none of the feed at its top
    is_fed = not newest.isdisjoint(listed[:MAX_SET_APART])
    forms = {*map(find_address_structure, known)}
    own = {*map(plain, (page.url, second.url))}
    linked_here = tuple(find_anchors(page))
    seconds = find_second_addresses(linked_here, frozenset(each.address for each in linked_here))
    linked = {plain(each.address) for each in linked_here if each.address not in seconds}
    linked -= known | own
    alike = {url for url in linked if find_address_structure(url) in forms}
    apart = linked & newest if is_fed else alike
    anchors = [each for each in find_all_anchors(page) if plain(each.address) in apart]
    some = best.links[:MAX_SET_APART]
    are_articles = partial(_are_articles, known=some, visits=visits, runtime=runtime)
    for css in dict.fromkeys(_list_selectors(anchors, page)):
        here, there = ({*list_articles(each, css)} for each in (page, second))
        found = here - known
        is_all = found == apart and there <= newest | known
        if not 0 < len(found) <= MAX_SET_APART or not found <= apart:
            continue
        if is_all if is_fed else there <= known and are_articles(found):
            links = tuple(dict.fromkeys((*list_addresses(page, css), *best.links)))
            both = LinkProposal(f"{best.css}, {css}", links)
            return draft.update(replace(proposal, links=(both, *proposal.links)), links)
    return draft


def _are_articles(urls: set[str], known: Sequence[str], visits: Visits, runtime: Runtime) -> bool:
    """Return True if the pages at ``urls`` are of the kinds of those of ``known`` articles: short
    ones may look like something else, as all of a portal then do."""
    pages = read_list_pages(sorted(urls), visits, runtime)
    if len(pages) < len(urls):
        return False
    kinds = {*map(find_page_kind, pages)} - {PAGE_KINDS[0]}
    return not kinds or kinds <= {*map(find_page_kind, read_list_pages(known, visits, runtime))}


def _read_newest(proposal: Proposal, visits: Visits, runtime: Runtime) -> set[str]:
    """Return the articles of the feed of the site; an empty set without a feed."""
    visit = visit_page(proposal.feeds[0], visits, runtime) if proposal.feeds else None
    if visit is None:
        return set()
    feed = read_feed(visit.answered, visit.content, visit.content_type)
    return {each.address for each in feed.entries if each.address}


def _list_selectors(apart: Sequence[Anchor], page: Page) -> Iterator[str]:
    groups = group_links(find_all_anchors(page))
    return (each for anchor in apart for each in list_link_selectors(anchor, groups))
