"""A page whose list is loaded by a script. Its data are looked for in its source and its scripts,
then among what it loads in a browser.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.proposal.proposal import DataProposal, Proposal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.link_anchors import find_anchors
from webarticlecurator.crawling.archive.page_address import find_address_structure
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_first
from webarticlecurator.proposing.list_pages.data_lists import (
    MIN_ARTICLES,
    find_data_addresses,
    find_script_addresses,
    list_counted_addresses,
    propose_data_list,
    propose_state_list,
    write_page_template,
)
from webarticlecurator.proposing.list_pages.next_pages import find_page_template
from webarticlecurator.proposing.propose.observed_pages import observe_page
from webarticlecurator.proposing.propose.script_lists import propose_script_list
from webarticlecurator.proposing.propose.visits import Visits, read_page, visit_page

MAX_SCRIPTS = 3
MAX_ADDRESSES, MAX_TRIED_DATA = 30, 6
NEEDS_BROWSER = make_message(
    "the source of this page lists nothing, but its scripts may load the list; look for the"
    " address of the data (docs/cookbook.md), or let a browser render it (docs/browser.md)"
)


def find_list_behind(
    page: Page, proposal: Proposal, visits: Visits, runtime: Runtime
) -> tuple[DataProposal | None, Page | None]:
    """Return the data with the list that scripts of a page load; if none are found, also the page
    as a browser renders it. Each is None where it is not found."""
    found = find_data(list_data_addresses(page, visits, runtime), visits, runtime)
    if found is not None:
        return found, None
    observed = observe_page(page.url, "looking at", visits, runtime)
    if observed is None:
        return None, None
    data = find_data((each.url for each in observed.answers), visits, runtime)
    shown = data or propose_script_list(observed, proposal, visits, runtime)
    return shown, observed.page


def find_data(urls: Iterable[str], visits: Visits, runtime: Runtime) -> DataProposal | None:
    """Return the first list of articles in the data at some addresses."""
    tried = islice(dict.fromkeys(islice(urls, MAX_ADDRESSES)), MAX_TRIED_DATA)
    found = (_read_data(url, visits, runtime) for url in tried)
    return next((data for data in found if data is not None), None)


def find_data_behind(
    proposal: Proposal, page: Page, visits: Visits, runtime: Runtime
) -> DataProposal | None:
    """Return the data with which a list goes on after the articles of its page: an element has
    their address and the offset or the number of the next ones."""
    for url, template, number in islice(list_counted_addresses(page), MAX_TRIED_DATA):
        data = read_list(url, visits, runtime)
        if data is None:
            continue
        counted = (each for each in proposal.links if len(each.links) == number)
        best = next(counted, proposal.links[0])
        forms = {*map(find_address_structure, best.links)}
        if {*best.links}.isdisjoint(data.links) and forms & {
            *map(find_address_structure, data.links)
        }:
            step = number if number >= MIN_ARTICLES else 1
            return replace(
                data,
                template=template,
                first=number - step,
                step=step,
                begins_on=page.url,
                selector=best.css,
            )
    return None


def find_state_list(page: Page, visits: Visits, runtime: Runtime) -> DataProposal | None:
    """Return the list of articles that a script of the page holds and the page does not link, with
    its pages where these are numbered in the usual way."""
    found = propose_state_list(page)
    if found is None or {*found.links} <= {each.address for each in find_anchors(page)}:
        return None
    template = write_page_template(page.url, "page")
    second = read_page(template.replace("{page}", "2"), visits, runtime)
    more = propose_state_list(second) if second is not None else None
    if more is None or not {*found.links}.isdisjoint(more.links):
        return found
    return replace(found, template=template, begins_on=page.url)


def lists_more(data: DataProposal, listed: Sequence[str], visits: Visits, runtime: Runtime) -> bool:
    """Return True if data list all that a page does, and more; or go on with other articles."""
    if {*data.links} > {*listed}:
        return True
    url = data.template.replace("{page}", str(data.first + data.step))
    if data.next is not None:
        first = read_page(data.url, visits, runtime)
        url = (first and select_first((data.next,), first, link=True)) or ""
    further = read_list(url, visits, runtime) if url else None
    return further is not None and not {*further.links} <= {*data.links}


def list_data_addresses(page: Page, visits: Visits, runtime: Runtime) -> Iterator[str]:
    """Yield addresses of data in the page, then in script files of the same site."""
    yield from find_data_addresses(page)
    for url in find_script_addresses(page)[:MAX_SCRIPTS]:
        visit = visit_page(url, visits, runtime)
        if visit is not None:
            yield from find_data_addresses(page, visit.content.decode("utf-8", "replace"))


def _read_data(url: str, visits: Visits, runtime: Runtime) -> DataProposal | None:
    """Return the list in the data at ``url``; an address that ends in ``=`` is that of page 1, or
    0 where that is another page."""
    lacks_number = url.endswith("=")
    found = read_list(f"{url}1" if lacks_number else url, visits, runtime)
    template = f"{url}{{page}}" if lacks_number else ""
    return None if found is None else add_page_numbers(found, visits, runtime, template)


def add_page_numbers(
    found: DataProposal, visits: Visits, runtime: Runtime, template: str = ""
) -> DataProposal:
    """Return the proposal with the address of all pages (``template``; else by the number of a page
    in its address, if it has one), and the first page: 0 if that lists other articles than
    page 1."""
    template = template or find_page_template(found.url)
    first = read_list(template.replace("{page}", "1"), visits, runtime) if template else None
    if first is None:
        return found
    zero = read_list(template.replace("{page}", "0"), visits, runtime)
    if zero is not None and zero.links != first.links:
        return replace(zero, template=template, first=0)
    return replace(first, template=template, first=1)


def read_list(url: str, visits: Visits, runtime: Runtime) -> DataProposal | None:
    page = read_page(url, visits, runtime)
    return propose_data_list(page) if page is not None else None
