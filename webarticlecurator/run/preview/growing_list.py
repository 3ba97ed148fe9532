"""``curator new``: a list that a button or scrolling makes longer."""

from __future__ import annotations

from dataclasses import replace

from webarticlecurator.archive import discovery
from webarticlecurator.model.capture import Exchange
from webarticlecurator.model.proposal import GrowingList, MoreButton, Proposal
from webarticlecurator.page import Page
from webarticlecurator.run.preview.data_proposal import find_data, list_data_addresses
from webarticlecurator.run.preview.page_comparison import list_addresses
from webarticlecurator.run.preview.page_visits import Visits
from webarticlecurator.run.setup import Runtime


def add_growth(
    proposal: Proposal, page: Page, visits: Visits, runtime: Runtime
) -> tuple[Proposal, tuple[str, ...]]:
    """Return the proposal for a list without a second page, with how it is made longer, and the
    links that were added.

    A button is clicked once in a browser, or the page is scrolled. Where that adds links of the
    best list, or there is a button and no browser, data with the same list are preferred.
    """
    listed = proposal.links[0].links if proposal.links else ()
    if not listed or not discovery.has_scripts(page):
        return proposal, ()
    button = discovery.find_more_button(page)
    loaded: dict[str, None] = {}
    more = _list_more(proposal, page, button, visits, runtime, loaded)
    if not more and (button is None or more is not None):
        return proposal, ()
    addresses = [*loaded, *list_data_addresses(page, visits, runtime)]
    data = find_data(addresses, visits, runtime)
    if data is not None and not {*data.links}.isdisjoint(listed):
        return replace(proposal, data=data), data.links
    growing = GrowingList(button, None if more is None else len(more))
    return replace(proposal, growing=growing), more or ()


def propose_button(
    proposal: Proposal, rendered: Page, visits: Visits, runtime: Runtime
) -> Proposal:
    """Return the proposal for a list that only a browser shows, with the button that makes it
    longer, if a click on it does."""
    button = discovery.find_more_button(rendered)
    if button is None:
        return proposal
    more = _list_more(proposal, rendered, button, visits, runtime, {})
    return replace(proposal, growing=GrowingList(button, len(more))) if more else proposal


def _list_more(
    proposal: Proposal,
    page: Page,
    button: MoreButton | None,
    visits: Visits,
    runtime: Runtime,
    loaded: dict[str, None],
) -> tuple[str, ...] | None:
    """Return the links that one round in a browser adds to the best list; None without a browser.
    ``loaded`` gets the addresses of the data that the page loads."""

    def see_loaded(exchange: Exchange, kind: str) -> None:
        if kind in ("xhr", "fetch"):
            loaded[exchange.url] = None

    what = f"clicking {button.css}" if button is not None else "scrolling"
    runtime.progress.show_message(f"{what} on {page.url} in a browser")
    visit = visits.render(page.url, see_loaded, button.css if button is not None else "")
    if visit is None:
        return None
    if visit.trouble:
        return ()
    listed = {*proposal.links[0].links}
    found = list_addresses(visit.read(), proposal.links[0].css)
    return tuple(link for link in found if link not in listed)
