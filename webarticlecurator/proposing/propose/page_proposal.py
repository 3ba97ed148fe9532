"""What a list page suggests for a portal file, by itself and with the pages after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.verdict import make_problem
from webarticlecurator.base.proposal.proposal import (
    LinkProposal,
    NumberedProposal,
    Proposal,
)
from webarticlecurator.crawling.archive.link_anchors import find_anchors
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.crawling.archive.site_facts import find_feeds, find_language, find_site_name
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.fields.listed_dates import propose_listed_date
from webarticlecurator.proposing.list_pages.archive_addresses import (
    find_dated_address,
    find_dated_archives,
    find_paged_window,
    find_windows,
)
from webarticlecurator.proposing.list_pages.link_lists import propose_whole_list
from webarticlecurator.proposing.list_pages.next_links import (
    NOT_FOLLOWED,
    find_numbered,
    propose_next_link,
)
from webarticlecurator.proposing.list_pages.next_pages import find_page_template, propose_numbered
from webarticlecurator.proposing.list_pages.paging import find_address_shape
from webarticlecurator.proposing.propose.followed_list import (
    FollowedList,
    follow_list,
    lists_others,
)
from webarticlecurator.proposing.propose.visits import Visits, read_page, visit_page

MAX_FOLLOWED = 3
"""Lists of a page that are followed to the next one, until one of them goes on."""


def propose_from_page(
    page: Page,
    others: Sequence[Page] = (),
    without: frozenset[str] = frozenset(),
    ways: Mapping[str, str] = NOT_FOLLOWED,
    chrome: frozenset[str] = frozenset(),
) -> Proposal:
    """Return what the page itself suggests, and other pages of the same list, without its articles
    and the sitemaps. What is at the addresses ``without`` is known to be no next page, what is at
    ``chrome`` no article either; ``ways`` are the next pages that were seen."""
    pages = [page, *others]
    url = normalize_address(page.url)
    dated = find_dated_address(url)
    numbered = propose_numbered(page)
    following = propose_next_link(pages, without | chrome, ways)
    counted = find_numbered(page, following.url) if following else _count_followed(others, ways)
    if counted and (numbered is None or numbered.template != counted.template):
        numbered = counted
    links = propose_whole_list(pages, numbered, following, chrome)
    addresses = [anchor.address for anchor in find_anchors(page)]
    archives = find_dated_archives(addresses)
    windows = find_windows(dated, addresses) if dated else {}
    if dated and numbered:
        # With date fields in its address, too; its numbers may be the dates.
        other = find_dated_address(numbered.template)
        is_same = other is not None and other.step == dated.step
        numbered = replace(numbered, template=other.template) if other and is_same else None
    if dated and following:
        # A link to another date does not lead to the next page of this list.
        other = find_dated_address(following.url)
        is_other = other is not None and (other.step, other.day) != (dated.step, dated.day)
        following = None if is_other else following
    paged = find_paged_window(url)
    counter = find_page_template(dated.template if dated else url)
    found = Proposal(
        url,
        title=find_site_name(page),
        language=find_language(page),
        links=links,
        listed_date=propose_listed_date(page, links[0].css) if links else None,
        dated=dated,
        windows=tuple(windows),
        first_day=min((dated.day, *windows.values())) if dated and windows else None,
        archives=tuple(
            template for template in archives if dated is None or template != dated.template
        ),
        next=following,
        numbered=numbered,
        counter=paged[0].template if paged is not None else counter,
        feeds=find_feeds(page),
    )
    if page.json is None:
        return found
    rule = "links: {json: items[].url}"
    return found.add_doubt(make_problem("no-list", url, "json", rule=rule))


def _count_followed(pages: Sequence[Page], ways: Mapping[str, str]) -> NumberedProposal | None:
    """Return how the addresses of pages are counted that were followed to their next ones, where no
    rule finds these links."""
    known = ((page, ways.get(normalize_address(page.url), "")) for page in pages)
    found = (find_numbered(page, target) for page, target in known if target)
    return next((each for each in found if each is not None), None)


def propose_from_pages(
    page: Page,
    others: Sequence[Page],
    visits: Visits,
    runtime: Runtime,
    chrome: frozenset[str] = frozenset(),
) -> Proposal:
    """Return what a page suggests and what holds on its next page and on the first page of the
    list, too: the list is what differs, and a link to a page without another list is none to the
    next page. What is at the addresses ``chrome`` is known to be neither an article nor a page."""
    proposal = propose_from_page(page, others, chrome=chrome)
    if proposal.links:
        found, best = _follow_lists(page, others, proposal, visits, runtime)
        known = {*others}
        further = [each for each in found.pages[1:] if each not in known]
        without = found.wrong | {*best.links}
        if further or found.following or (proposal.next and proposal.next.url in without):
            proposal = propose_from_page(
                page, [*others, *further], without, found.following, chrome
            )
        for url in sorted(found.wrong) if proposal.next is None else ():
            proposal = proposal.add_doubt(make_problem("next-not-proved", url, "no-others"))
    return _find_first_page(_count_from_zero(page, proposal, visits, runtime), visits, runtime)


def _follow_lists(
    page: Page, others: Sequence[Page], proposal: Proposal, visits: Visits, runtime: Runtime
) -> tuple[FollowedList, LinkProposal]:
    """Return the best of the lists that goes on to a page that can be seen, and how it was
    followed; else the best one. A box may look more like a list than the list, but does not go on.
    """
    best, *further = proposal.links
    first = follow_list(page, others, best, visits, runtime)
    if len(first.pages) > 1:
        return first, best
    for links in further[: MAX_FOLLOWED - 1]:
        if not {*best.links} <= {*links.links}:  # else with menus and tags, which differ anywhere
            found = follow_list(page, others, links, visits, runtime)
            if len(found.pages) > 1 and lists_others(page, found.pages[1], links):
                return found, links
    return first, best


def _count_from_zero(page: Page, proposal: Proposal, visits: Visits, runtime: Runtime) -> Proposal:
    """Return the proposal with this page as the one before page 1, if that is a link on it that
    lists others, and the page has no number in its address: some portals write *0 1 2*."""
    numbered = proposal.numbered
    if numbered is None or proposal.next is not None or not proposal.links:
        return proposal
    first = numbered.template.replace("{page}", str(numbered.first))
    is_numbered = find_address_shape(page.url) == find_address_shape(first)
    if is_numbered or all(anchor.address != first for anchor in find_anchors(page)):
        return proposal
    other = read_page(first, visits, runtime)
    if other is None or not lists_others(page, other, proposal.links[0]):
        return proposal
    return replace(proposal, numbered=replace(numbered, first=numbered.first - numbered.step))


def _find_first_page(proposal: Proposal, visits: Visits, runtime: Runtime) -> Proposal:
    """Return the proposal without page numbers if the first page by them is none."""
    first, following = proposal.first_page, proposal.next
    if first in ("", proposal.url, following.url if following else "") or not visits.can_visit(
        first
    ):
        return proposal
    return proposal if visit_page(first, visits, runtime) else replace(proposal, numbered=None)
