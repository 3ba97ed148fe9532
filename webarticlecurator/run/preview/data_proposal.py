"""``curator new``: a page whose list is loaded by a script.

Its data are looked for in its source and its scripts, then among what it loads in a browser.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from webarticlecurator.archive import discovery
from webarticlecurator.model.capture import Exchange
from webarticlecurator.model.proposal import DataProposal
from webarticlecurator.page import Page
from webarticlecurator.run.preview.page_visits import Visits, visit_page
from webarticlecurator.run.setup import Runtime

MAX_SCRIPTS = 3
MAX_ADDRESSES, MAX_TRIED = 30, 6
NEEDS_BROWSER = (
    "this page lists nothing in its source, but has scripts that may load the list: look for the"
    " address of the data (docs/add-a-portal.md), or let a browser render it (docs/browser.md)"
)


def find_list_behind(
    page: Page, visits: Visits, runtime: Runtime
) -> tuple[DataProposal | None, Page | None]:
    """Return the data with the list that scripts of a page load; if none are found, also the page
    as a browser renders it. Each is None where it is not found."""
    found = find_data(list_data_addresses(page, visits, runtime), visits, runtime)
    if found is not None:
        return found, None
    loaded: dict[str, None] = {}

    def see_loaded(exchange: Exchange, kind: str) -> None:
        if kind in ("xhr", "fetch"):
            loaded[exchange.url] = None

    runtime.progress.show_message(f"looking at {page.url} in a browser")
    visit = visits.render(page.url, see_loaded)
    if visit is None or visit.trouble:
        return None, None
    return find_data(loaded, visits, runtime), visit.read()


def find_data(urls: Iterable[str], visits: Visits, runtime: Runtime) -> DataProposal | None:
    """Return the first list of articles in the data at some addresses."""
    for url in islice(dict.fromkeys(islice(urls, MAX_ADDRESSES)), MAX_TRIED):
        found = _read_data(url, visits, runtime)
        if found is not None:
            return found
    return None


def list_data_addresses(page: Page, visits: Visits, runtime: Runtime) -> Iterator[str]:
    """Yield addresses of data in the page, then in script files of the same site."""
    yield from discovery.find_data_addresses(page)
    for url in discovery.find_script_addresses(page)[:MAX_SCRIPTS]:
        visit = visit_page(url, visits, runtime)
        if visit is not None:
            script = visit.content.decode("utf-8", "replace")
            yield from discovery.find_data_addresses(page, script)


def _read_data(url: str, visits: Visits, runtime: Runtime) -> DataProposal | None:
    """Return the list in the data at ``url``; an address that ends in ``=`` is that of page 1, or
    0 where that is another page."""
    if not url.endswith("="):
        found = _read_list(url, visits, runtime)
        return None if found is None else add_page_numbers(found, visits, runtime)
    found = _read_list(f"{url}1", visits, runtime)
    return None if found is None else _choose_first(found, f"{url}{{page}}", visits, runtime)


def add_page_numbers(found: DataProposal, visits: Visits, runtime: Runtime) -> DataProposal:
    """Return the proposal with the address of all pages, if its address has a number of a page."""
    template = discovery.find_page_template(found.url)
    return _choose_first(found, template, visits, runtime) if template else found


def _choose_first(
    found: DataProposal, template: str, visits: Visits, runtime: Runtime
) -> DataProposal:
    """Return the proposal with the address of all pages, and the first page: 0 if that lists other
    articles than page 1."""
    first = _read_list(template.replace("{page}", "1"), visits, runtime)
    if first is None:
        return found
    zero = _read_list(template.replace("{page}", "0"), visits, runtime)
    starts_at_zero = zero is not None and zero.links != first.links
    best = zero if zero is not None and starts_at_zero else first
    return replace(best, template=template, first=0 if starts_at_zero else 1)


def _read_list(url: str, visits: Visits, runtime: Runtime) -> DataProposal | None:
    visit = visit_page(url, visits, runtime)
    return discovery.propose_data_list(visit.read()) if visit is not None else None
