"""Which articles of a list ``curator new URL`` reads: a page or a day with a few of them does not
show what articles have in common, so those of other windows and further pages are read, too; and
none that shows another one again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.grouping import group_values
from webarticlecurator.base.proposal.proposal import LinkProposal, Proposal
from webarticlecurator.crawling.archive.link_anchors import find_anchors
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_links
from webarticlecurator.proposing.list_pages.archive_addresses import after_host, find_dated_address
from webarticlecurator.proposing.list_pages.data_lists import propose_data_list
from webarticlecurator.proposing.list_pages.link_groups import write_address_pattern
from webarticlecurator.proposing.list_pages.other_windows import MAX_LOOKS, list_other_windows
from webarticlecurator.proposing.propose.article_samples import MAX_ARTICLES, has_other_title
from webarticlecurator.proposing.propose.page_comparison import list_addresses
from webarticlecurator.proposing.propose.proposal_draft import Draft
from webarticlecurator.proposing.propose.visits import Visits, read_list_pages, read_page

MAX_COPIES = 4
"""Pages that show articles again, as far as they are looked at."""


def leave_out_copies(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    """Leave out of a list the pages that show its articles again, such as those to print them: as
    many as there are articles, with the same titles and less links."""
    best, *others = draft.proposal.links
    for links, copies in _list_parts(draft):
        listed = links.links if best.links == copies else (*links.links, *draft.listed)
        urls = tuple(url for url in dict.fromkeys(listed) if url not in copies)
        pairs = (*zip(urls, copies, strict=False),)
        if len(urls) == len(copies) and _are_copies(draft.proposal, pairs, visits, runtime):
            rest = (each for each in others if each.links != links.links)
            proposal = replace(draft.proposal, links=(links, *rest))
            return replace(draft, proposal=proposal, listed=urls)
    return draft


def _list_parts(draft: Draft) -> Iterator[tuple[LinkProposal, tuple[str, ...]]]:
    """Yield rules for the articles of a list, and the links that may show them again: those of the
    list at addresses of a form of their own, or all of it beside what other rules list."""
    best, *others = draft.proposal.links
    yield from _part_by_form(draft.page, best, (*best.links, *draft.listed))
    yield from ((each, best.links) for each in others if {*best.links}.isdisjoint(each.links))
    parts = (part for each in others for part in _part_by_form(draft.page, each, each.links))
    yield from (part for part in parts if part[1] == best.links)


def _part_by_form(
    page: Page, links: LinkProposal, listed: Sequence[str]
) -> Iterator[tuple[LinkProposal, tuple[str, ...]]]:
    """Yield rules for the links of a list without those at addresses of one form, and these."""
    forms = group_values((write_address_pattern(url), url) for url in dict.fromkeys(listed))
    halves = (each for each in forms.values() if 2 * len(each) == sum(map(len, forms.values())))
    for copies in halves:
        start = _find_start([url[after_host(url) + 1 :] for url in copies])
        link, kept = f'[href*="{start}"]', {*links.links}.difference(copies)
        selectors = (f"{links.css}:not({test})" for test in (link, f":has({link})") if start)
        found = (LinkProposal(css, tuple(list_addresses(page, css))) for css in selectors)
        right = next((each for each in found if {*each.links} == kept), None)
        if right is not None:
            yield right, tuple(copies)


def _find_start(paths: Sequence[str]) -> str:
    """Return the longest start of all paths that ends with a sign, "" without any."""
    starts = (paths[0][: each.end()] for each in re.finditer("[/=]", paths[0]))
    shared = (start for start in starts if all(path.startswith(start) for path in paths))
    return max(shared, key=len, default="")


def _are_copies(
    proposal: Proposal, pairs: Sequence[tuple[str, str]], visits: Visits, runtime: Runtime
) -> bool:
    """Return True if the second page of each of the first pairs has the title of the first one,
    which not all have, and less links."""
    articles: list[Page] = []
    for pair in pairs[:MAX_COPIES]:
        pages = read_list_pages(pair, visits, runtime)
        if len(pages) < len(pair) or has_other_title(proposal, *pages):
            return False
        page, copy = pages
        if len(find_anchors(copy)) >= len(find_anchors(page)):
            return False
        articles.append(page)
    return any(has_other_title(proposal, articles[0], each) for each in articles[1:])


def add_further_articles(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    """Add the articles of other windows or further pages of a list, as long as fewer are known than
    are read."""
    listed = dict.fromkeys(draft.listed)
    pages = _list_further(draft, visits, runtime)
    for links in islice(pages, MAX_LOOKS):
        if len(listed) >= MAX_ARTICLES:
            break
        listed |= dict.fromkeys(links)
    return draft.update(draft.proposal, tuple(listed))


def _list_further(draft: Draft, visits: Visits, runtime: Runtime) -> Iterator[Sequence[str]]:
    """Yield the articles of one page after the other, () of each that cannot be read."""
    if len({*draft.listed}) >= MAX_ARTICLES:
        return
    proposal = draft.proposal
    if proposal.data is not None and proposal.data.template:
        yield from _read_data(proposal, visits, runtime)
    elif proposal.links and proposal.dated is not None:
        is_over = False
        for url in list_other_windows(proposal, runtime.clock.now().date()):
            found = find_dated_address(url)
            is_later = found is not None and found.day > proposal.dated.day
            if is_later and is_over:  # the portal has none after one that it has not
                continue
            window = read_page(url, visits, runtime)
            is_over |= is_later and window is None
            yield list_addresses(window, proposal.links[0].css) if window is not None else ()
    elif proposal.links and proposal.next is not None:
        page: Page | None = draft.page
        while page is not None:
            following = select_links(proposal.next.rules, page)
            page = read_page(following[0], visits, runtime) if following else None
            yield list_addresses(page, proposal.links[0].css) if page is not None else ()


def _read_data(proposal: Proposal, visits: Visits, runtime: Runtime) -> Iterator[Sequence[str]]:
    data = proposal.data
    assert data is not None
    for number in range(1, MAX_LOOKS + 1):
        url = data.template.replace("{page}", str(data.first + number * data.step))
        page = read_page(url, visits, runtime)
        found = propose_data_list(page) if page is not None else None
        if found is None:
            return
        yield found.links
