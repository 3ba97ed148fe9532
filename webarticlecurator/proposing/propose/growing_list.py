"""A list that a button or scrolling makes longer, for ``curator new URL``."""

from __future__ import annotations

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.proposal.proposal import GrowingList, MoreButton, Proposal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.crawl.page_visits import PageVisit
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.list_pages.data_lists import has_scripts
from webarticlecurator.proposing.list_pages.more_button import find_more_button
from webarticlecurator.proposing.propose.loaded_lists import (
    find_data,
    find_data_behind,
    list_data_addresses,
)
from webarticlecurator.proposing.propose.page_comparison import list_addresses
from webarticlecurator.proposing.propose.proposal_draft import Draft
from webarticlecurator.proposing.propose.visits import Visits, render_page


def add_growth(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    """Add to a list without a second page how it is made longer, and the links that this brings.

    A button is clicked once in a browser, or the page is scrolled. Where that adds links of the
    best list, or there is a button and no browser, data with the same list are preferred.
    """
    proposal, page = draft.proposal, draft.page
    listed = proposal.links[0].links
    if not listed or not has_scripts(page):
        return draft
    # what goes on needs no next page
    doubts = tuple(each for each in proposal.doubts if each.kind != "next-not-proved")
    own = find_data_behind(proposal, page, visits, runtime)
    if own is not None:
        return draft.update(replace(proposal, data=own, doubts=doubts), own.links)
    button = find_more_button(page)
    more, loaded = load_more(proposal, page, button, visits, runtime)
    if not more and (button is None or more is not None):
        return draft
    data = find_data([*loaded, *list_data_addresses(page, visits, runtime)], visits, runtime)
    if data is not None and not {*data.links}.isdisjoint(listed):
        return draft.update(replace(proposal, data=data), data.links)
    growing = GrowingList(button, None if more is None else len(more))
    doubts = doubts if more else proposal.doubts
    return draft.update(replace(proposal, growing=growing, doubts=doubts), more or ())


def load_more(
    proposal: Proposal, page: Page, button: MoreButton | None, visits: Visits, runtime: Runtime
) -> tuple[tuple[str, ...] | None, dict[str, PageVisit]]:
    """Return the links that one round in a browser adds to the best list, None without a browser;
    and the addresses of the data that the page loads."""
    click = button.css if button is not None else ""
    what = (
        make_message("clicking {click} on", click=click) if click else make_message("scrolling on")
    )
    visit, loaded = render_page(page.url, what, visits, runtime, click)
    if visit is None:
        return None, loaded
    best = proposal.links[0]
    found = list_addresses(visit.read(), best.css) if not visit.trouble else []
    return tuple(link for link in found if link not in best.links), loaded
