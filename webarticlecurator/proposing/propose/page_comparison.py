"""Several pages of a portal compared, for ``curator new URL``: a list that is the same on two of
them, such as the newest posts beside the articles, is not the list of the archive page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from urllib.parse import urljoin

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.proposal.proposal import LinkProposal, Proposal
from webarticlecurator.crawling.archive.page_address import (
    is_front_page,
    normalize_address,
)
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.fields.listed_dates import propose_listed_date
from webarticlecurator.proposing.list_pages.archive_addresses import find_dated_address
from webarticlecurator.proposing.list_pages.link_groups import select_addresses
from webarticlecurator.proposing.list_pages.link_lists import propose_whole_list
from webarticlecurator.proposing.list_pages.list_proposals import read_list_links
from webarticlecurator.proposing.list_pages.next_links import propose_next_link
from webarticlecurator.proposing.list_pages.next_pages import propose_numbered
from webarticlecurator.proposing.list_pages.other_windows import MAX_LOOKS, list_other_windows
from webarticlecurator.proposing.propose.proposal_draft import Draft
from webarticlecurator.proposing.propose.visits import Visits, read_list_pages, read_page

MAX_WINDOWS, FAR = 3, 7
"""Other windows that are looked at, and the place of a day that is farther away among them."""
FEW_LINKS = 3
"""Links below which a list is that of a window with few articles, or no list."""
MAX_SHARED = 0.2
"""Share of its links that a list may have in common with that of another window: articles are in
one window, links to rubrics in all."""

MIN_SAME = 0.8
"""Share of its links from which a list is the same on two pages."""


def list_addresses(page: Page, css: str) -> list[str]:
    """Return the distinct addresses that the rule lists on ``page``, in order."""
    return select_addresses(Rule(kind="css", expression=css), page)


def compare_windows(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    """Choose the best list of the page that differs from that of another window, and add the
    articles of both windows by this list.

    A window with few articles has no list that could be recognised, so the lists that another
    window and the home page suggest are tried on the page, too. The best list stays, and its
    articles are added, if none of them has such a list.
    """
    proposal, page = draft.proposal, draft.page
    others = _read_windows(proposal, page, visits, runtime)
    if not others:
        return compare_with_home(draft, visits, runtime)
    for suggested, other in _suggest_lists(proposal, page, others, visits, runtime):
        proposal = _with_next_page(proposal, other)
        for css in suggested:
            here, there = list_addresses(page, css), list_addresses(other, css)
            shared = len(set(here).intersection(there))
            if here and there and shared <= MAX_SHARED * min(len(here), len(there)):
                more = tuple(link for link in there if link not in here)
                return draft.update(
                    _put_first(proposal, LinkProposal(css, tuple(here)), page), (*here, *more)
                )
    return draft.update(proposal, proposal.links[0].links if proposal.links else ())


def compare_with_home(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    """Choose a list that is that of the page and not of every page.

    The best list is kept if it goes on with others on the next page. Else it is replaced if it
    names the home page, or is the same there and on an article; a home page alone may well have the
    newest articles, too. In its place, or where there is none, the best list of the home page is
    taken that lists something on the page, else the next best of the page; if there is none, the
    best list stays.
    """
    proposal, page = draft.proposal, draft.page
    root = urljoin(page.url, "/")
    if page.json is not None or is_front_page(page.url):
        return draft
    home = None if _goes_on(proposal, page, visits, runtime) else read_page(root, visits, runtime)
    if home is None:
        return draft
    own = [found.css for found in proposal.links]
    articles = [url for found in proposal.links[:1] for url in found.links if url != home.url]
    elsewhere = [home, *read_list_pages(articles[:1], visits, runtime)]
    for css in dict.fromkeys((*own[:1], *_list_selectors(home), *own[1:])):
        is_best = css in own[:1]
        here, there = list_addresses(page, css), list_addresses(home, css)
        is_same = all(_is_same_list(here, list_addresses(each, css)) for each in elsewhere)
        # menus have more entries on the home page; so may the best list, which is above suspicion
        shared = len({*here}.intersection(there))
        is_part = not is_best and len(here) >= FEW_LINKS and shared >= MIN_SAME * len(here)
        if here and not (is_same or is_part or {root, home.url}.intersection(here)):
            best = LinkProposal(css, tuple(here))
            return draft if is_best else draft.update(_put_first(proposal, best, page))
    return draft


def _goes_on(proposal: Proposal, page: Page, visits: Visits, runtime: Runtime) -> bool:
    """Return True if the best list has other articles on the next page: the newest ones may be on
    the home page as well."""
    url = proposal.next_page if proposal.links else ""
    second = read_page(url, visits, runtime) if url else None
    if second is None:
        return False
    css = proposal.links[0].css
    return not {*list_addresses(second, css)} <= {*list_addresses(page, css)}


def _is_same_list(here: Sequence[str], there: Sequence[str]) -> bool:
    return len({*here}.intersection(there)) >= MIN_SAME * max(len(here), len(there))


def _with_next_page(proposal: Proposal, other: Page) -> Proposal:
    """Return the proposal with the link to the next page in another window, if ``proposal`` has
    none: a window with few articles has one page."""
    found = propose_next_link([other]) if not proposal.numbered else None
    if proposal.next is not None or found is None:
        return proposal
    here, there = map(find_dated_address, (other.url, found.url))
    is_other_window = there is not None and (here is None or there.day != here.day)
    return proposal if is_other_window else replace(proposal, next=found)


def _read_windows(proposal: Proposal, page: Page, visits: Visits, runtime: Runtime) -> list[Page]:
    """Return some other windows: of those that the page links, else the nearest that is there; and
    further ones until one has several articles. A single article does not show which element
    repeats in its list."""
    step = max(1, len(proposal.windows) // MAX_WINDOWS)
    found = read_list_pages(proposal.windows[::step][:MAX_WINDOWS], visits, runtime)
    if proposal.dated is None:
        return found
    further = islice(list_other_windows(proposal, runtime.clock.now().date()), MAX_LOOKS)
    if not found:
        near = (read_list_pages([url], visits, runtime) for url in further)
        found = next(filter(None, near), [])
    known = {normalize_address(each.url) for each in (page, *found)}
    for url in further if found else ():
        if _count_most(page, found) > 1:
            break
        if url in known:
            continue
        found = [*read_list_pages([url], visits, runtime), *found]
    return _leave_overlapping(proposal, page, found, visits, runtime)


def _leave_overlapping(
    proposal: Proposal, page: Page, found: list[Page], visits: Visits, runtime: Runtime
) -> list[Page]:
    """Return a day farther away in place of other ones, if it has fewer links to articles in common
    with the page: each day lists those before it, too. A box is the same on all of them."""
    if proposal.dated is None or proposal.dated.step != "day" or not found:
        return found
    own, *others = (each.weights.keys() for each in read_list_links([page, *found]))
    shared = max((len(own & each) for each in others), default=0)
    days = list_other_windows(proposal, runtime.clock.now().date())
    for url in islice(days, FAR, FAR + MAX_WINDOWS) if shared else ():
        for far in read_list_pages([url], visits, runtime):
            linked = [each.weights.keys() for each in read_list_links([page, far])]
            return [far] if len(set.intersection(*map(set, linked))) < shared else found
    return found


def _count_most(page: Page, others: Sequence[Page]) -> int:
    """Return the largest number of links to articles that one of some windows has, without those
    that others have, too."""
    linked = [each.weights.keys() for each in read_list_links([page, *others])]
    times = Counter(url for urls in linked for url in urls)
    return max((sum(times[url] == 1 for url in urls) for urls in linked), default=0)


def _suggest_lists(
    proposal: Proposal, page: Page, others: Sequence[Page], visits: Visits, runtime: Runtime
) -> Iterator[tuple[list[str], Page]]:
    """Yield selectors of lists, each time with another window to try them on: first those that all
    windows together suggest, each of which may have one article."""
    own = [found.css for found in proposal.links[:1] if len(found.links) >= FEW_LINKS]
    together = propose_whole_list([page, *others], propose_numbered(page), None)
    for other in others:
        yield [*(each.css for each in together), *own, *_list_selectors(other)], other
    home = read_page(urljoin(page.url, "/"), visits, runtime)
    if home is not None:
        yield _list_selectors(home), others[-1]


def _put_first(proposal: Proposal, best: LinkProposal, page: Page) -> Proposal:
    others = (found for found in proposal.links if found.css != best.css)
    return replace(proposal, links=(best, *others), listed_date=propose_listed_date(page, best.css))


def _list_selectors(page: Page) -> list[str]:
    """Return the selectors of the lists on ``page`` with more than one link."""
    found = propose_whole_list([page], propose_numbered(page), propose_next_link([page]))
    return [each.css for each in found if len(each.links) > 1]
