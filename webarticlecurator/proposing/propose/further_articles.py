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
from webarticlecurator.base.model.proposal import LinkProposal, Proposal
from webarticlecurator.crawling.archive.link_anchors import find_anchors
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_links
from webarticlecurator.proposing.list_pages.archive_addresses import after_host
from webarticlecurator.proposing.list_pages.data_lists import propose_data_list
from webarticlecurator.proposing.list_pages.link_groups import write_address_pattern
from webarticlecurator.proposing.list_pages.other_windows import MAX_LOOKS, list_other_windows
from webarticlecurator.proposing.propose.article_samples import MAX_ARTICLES, has_other_title
from webarticlecurator.proposing.propose.page_comparison import list_addresses
from webarticlecurator.proposing.propose.proposal_draft import Draft
from webarticlecurator.proposing.propose.visits import Visits, read_list_pages, read_page

MIN_COPIES, MAX_COPIES = 2, 4
"""Pages that must show an article again, and how many are looked at."""


def leave_out_copies(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    """Leave out of a list the pages that show its articles again, such as those to print them: as
    many as there are articles, at addresses of a form of their own, with the same titles and less
    links."""
    page, (best, *others) = draft.page, draft.proposal.links
    listed = dict.fromkeys((*best.links, *draft.listed))
    forms = group_values((write_address_pattern(url), url) for url in listed)
    for copies in forms.values():
        urls = [url for url in listed if url not in copies]
        start = _find_start([url[after_host(url) + 1 :] for url in copies])
        if not start or len(copies) != len(urls) or len(copies) < MIN_COPIES:
            continue
        link, kept = f'[href*="{start}"]', {*best.links}.difference(copies)
        selectors = (f"{best.css}:not({test})" for test in (link, f":has({link})"))
        css = next((css for css in selectors if {*list_addresses(page, css)} == kept), "")
        if not css:
            continue
        some = (*urls[:MAX_COPIES], *copies[:MAX_COPIES])
        if _are_copies(draft.proposal, some, visits, runtime):
            links = LinkProposal(css, tuple(list_addresses(page, css)))
            proposal = replace(draft.proposal, links=(links, *others))
            return replace(draft, proposal=proposal, listed=tuple(urls))
    return draft


def _find_start(paths: Sequence[str]) -> str:
    """Return the longest start of all paths that ends with a sign, "" without any."""
    starts = (paths[0][: each.end()] for each in re.finditer("[/=]", paths[0]))
    shared = (start for start in starts if all(path.startswith(start) for path in paths))
    return max(shared, key=len, default="")


def _are_copies(proposal: Proposal, urls: Sequence[str], visits: Visits, runtime: Runtime) -> bool:
    """Return True if the pages of the second half have the titles of those of the first, which are
    not all the same, and less links."""
    pages = read_list_pages(urls, visits, runtime)
    if len(pages) < len(urls):
        return False
    half = len(urls) // 2
    articles, copies = pages[:half], pages[half:]
    return any(has_other_title(proposal, articles[0], each) for each in articles) and all(
        not has_other_title(proposal, page, copy)
        and len(find_anchors(copy)) < len(find_anchors(page))
        for page, copy in zip(articles, copies, strict=True)
    )


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
        for url in list_other_windows(proposal, runtime.clock.now().date()):
            window = read_page(url, visits, runtime)
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
