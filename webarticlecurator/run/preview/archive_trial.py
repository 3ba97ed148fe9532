"""The second page of a list, for ``curator new URL``: whether the proposed rules find articles
there, too, and what to do where robots.txt forbids it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta

from webarticlecurator.archive import normalize_address
from webarticlecurator.archive.page_address import fill_template
from webarticlecurator.archive.sources.sitemaps import SitemapFile, read_sitemap
from webarticlecurator.archive.windows import Window
from webarticlecurator.config.address_template import parse_address_template
from webarticlecurator.model.proposal import DatedAddress, Proposal, SitemapProposal
from webarticlecurator.run.preview.page_comparison import list_addresses
from webarticlecurator.run.preview.page_visits import Visits, visit_page
from webarticlecurator.run.setup import Runtime

MIN_SHARED = 0.5
"""Share of the articles of a page that a sitemap must list to be used in place of the lists."""
FEW_LINKS = 4
"""Links below which it is worth looking at other windows for more articles."""
MAX_WINDOWS = 4


@dataclass(frozen=True)
class ArchiveTrial:
    """The proposal after the second page was tried, and the articles of both pages by its rule."""

    proposal: Proposal
    links: tuple[str, ...]


def try_next_page(proposal: Proposal, visits: Visits, runtime: Runtime) -> ArchiveTrial:
    """Request the next page of the list and read its links by the best rule."""
    links = proposal.links[0].links if proposal.links else ()
    url = _next_address(proposal)
    if not url or not links or not visits.can_visit(url):
        return ArchiveTrial(proposal, _add_earlier_links(proposal, links, visits, runtime))
    runtime.progress.show_message(f"looking at {url}")
    visit = visits.get(url)
    if visit.is_forbidden:
        return ArchiveTrial(_replace_list(proposal, links, visits, runtime), links)
    if visit.trouble:
        return ArchiveTrial(_with_trouble(proposal, f"next page: {url} ({visit.trouble})"), links)
    more = [
        link for link in list_addresses(visit.read(), proposal.links[0].css) if link not in links
    ]
    if not more:
        trouble = f"the links rule finds no further articles on the next page, {url}"
        proposal = _with_trouble(proposal, trouble)
    return ArchiveTrial(proposal, (*links, *more))


def _next_address(proposal: Proposal) -> str:
    """Return the address of the second page of the list; empty if it is not known."""
    if proposal.next:
        return proposal.next.url
    if proposal.numbered and not proposal.dated:
        number = proposal.numbered.first + proposal.numbered.step
        return proposal.numbered.template.replace("{page}", str(number))
    return ""


def _add_earlier_links(
    proposal: Proposal, links: tuple[str, ...], visits: Visits, runtime: Runtime
) -> tuple[str, ...]:
    """Return ``links`` with those of the windows before, as long as there are few."""
    found = dict.fromkeys(links)
    for url in _earlier_addresses(proposal.dated) if proposal.dated and links else ():
        if len(found) >= FEW_LINKS:
            break
        visit = visit_page(url, visits, runtime)
        if visit is not None:
            found.update(dict.fromkeys(list_addresses(visit.read(), proposal.links[0].css)))
    return tuple(found)


def _earlier_addresses(dated: DatedAddress) -> Iterator[str]:
    template = parse_address_template(dated.template)
    window = Window.around(dated.day, dated.step)
    for _ in range(MAX_WINDOWS):
        window = Window.around(window.first - timedelta(days=1), dated.step)
        yield fill_template(template, window=window)


def _with_trouble(proposal: Proposal, trouble: str) -> Proposal:
    return replace(proposal, troubles=(*proposal.troubles, trouble))


def _replace_list(
    proposal: Proposal, links: tuple[str, ...], visits: Visits, runtime: Runtime
) -> Proposal:
    """Return the proposal with the first sitemap that lists the articles of the page."""
    for address in proposal.sitemaps:
        runtime.progress.show_message(f"looking at {address}")
        addresses = _read_addresses(address, visits)
        shared = sum(link in addresses for link in links)
        if shared >= MIN_SHARED * len(links):
            found = SitemapProposal(address, len(addresses), shared, len(links))
            return replace(proposal, sitemap=found)
    return _with_trouble(proposal, "robots.txt forbids the next page, and no sitemap lists these")


def _read_addresses(url: str, visits: Visits) -> frozenset[str]:
    """Return the addresses of a sitemap, or of the first file that an index of sitemaps names."""
    file = _read_sitemap(url, visits)
    if file.root == "sitemapindex" and file.entries:
        file = _read_sitemap(file.entries[0].loc, visits)
    return frozenset(normalize_address(entry.loc) for entry in file.entries if entry.loc)


def _read_sitemap(url: str, visits: Visits) -> SitemapFile:
    visit = visits.get(url) if visits.can_visit(url) else None
    return SitemapFile() if visit is None or visit.trouble else read_sitemap(visit.content)
