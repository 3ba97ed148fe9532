"""``curator new`` for a feed, and for a list that a script loads.

What a feed suggests for a portal file: ``curator new`` with the address of a feed.

A feed names its site and its newest articles. A list on the page of the site that has these
articles leads to all of them, so it is proposed in place of the feed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from webarticlecurator import propose
from webarticlecurator.archive import normalize_address
from webarticlecurator.archive.feeds import FeedFile, is_feed, read_feed
from webarticlecurator.crawl.requester import PageVisit
from webarticlecurator.model.capture import Exchange
from webarticlecurator.model.hosts import host_of
from webarticlecurator.model.proposal import DataProposal, FeedProposal, LinkProposal, Proposal
from webarticlecurator.page import Page
from webarticlecurator.propose.article_samples import Visits, visit_page
from webarticlecurator.workers.executor import Runtime

MIN_SHARED = 0.5
"""Share of the links of a list that the feed must have: front pages also list older articles."""


def read_feed_of(visit: PageVisit) -> FeedFile | None:
    """Return the feed that was answered, None for another answer and for a feed without entries."""
    if not is_feed(visit.content):
        return None
    feed = read_feed(visit.answered, visit.content, visit.content_type)
    return feed if feed.entries else None


def list_entries(feed: FeedFile) -> tuple[str, ...]:
    """Return the distinct addresses of the feed's articles, in order."""
    links = (normalize_address(entry.address) for entry in feed.entries if entry.address)
    return tuple(dict.fromkeys(links))


def visit_site(url: str, feed: FeedFile, visits: Visits, runtime: Runtime) -> Page | None:
    """Return the page that the feed at ``url`` names as its site; None if that is on another host
    or cannot be read."""
    home = feed.home
    if not home or host_of(home) != host_of(url):
        return None
    visit = visit_page(home, visits, runtime)
    return None if visit is None or is_feed(visit.content) else visit.read()


def choose_list(proposal: Proposal, url: str, feed: FeedFile) -> Proposal | None:
    """Return the proposal for the feed's site with the list that has the articles of the feed at
    ``url``; None if no list has them."""
    entries = frozenset(list_entries(feed))
    lists = [found for found in proposal.links if found.links]
    best = max(lists, key=lambda found: _share(found, entries), default=None)
    if best is None or proposal.troubles or _share(best, entries) < MIN_SHARED:
        return None
    return replace(
        proposal,
        language=proposal.language or feed.language,
        links=(best, *(found for found in proposal.links if found is not best)),
        feeds=tuple(dict.fromkeys((url, *proposal.feeds))),
    )


def propose_feed(url: str, feed: FeedFile) -> Proposal:
    """Return the proposal to read the feed at ``url`` itself."""
    found = FeedProposal(url, len(list_entries(feed)))
    return Proposal(url, title=feed.title, language=feed.language, feed=found)


def _share(found: LinkProposal, entries: frozenset[str]) -> float:
    return len(entries.intersection(found.links)) / len(found.links)


# ``curator new``: a page whose list is loaded by a script.
#
# Its data are looked for in its source and its scripts, then among what it loads in a browser.

MAX_SCRIPTS = 3
MAX_ADDRESSES, MAX_TRIED = 30, 6
NEEDS_BROWSER = (
    "this page lists nothing in its source, but has scripts that may load the list: look for the"
    " address of the data (docs/cookbook.md), or let a browser render it (docs/browser.md)"
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
    yield from propose.find_data_addresses(page)
    for url in propose.find_script_addresses(page)[:MAX_SCRIPTS]:
        visit = visit_page(url, visits, runtime)
        if visit is not None:
            script = visit.content.decode("utf-8", "replace")
            yield from propose.find_data_addresses(page, script)


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
    template = propose.find_page_template(found.url)
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
    return propose.propose_data_list(visit.read()) if visit is not None else None
