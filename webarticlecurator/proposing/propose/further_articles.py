"""More articles of a list, for ``curator new URL``: a page or a day with a few of them does not
show what articles have in common, so those of other windows and further pages are read, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from webarticlecurator.base.model.proposal import Proposal
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_links
from webarticlecurator.proposing.list_pages.data_lists import propose_data_list
from webarticlecurator.proposing.list_pages.other_windows import MAX_LOOKS, list_other_windows
from webarticlecurator.proposing.propose.article_samples import MAX_ARTICLES
from webarticlecurator.proposing.propose.page_comparison import list_addresses
from webarticlecurator.proposing.propose.proposal_draft import Draft
from webarticlecurator.proposing.propose.visits import Visits, read_page


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
