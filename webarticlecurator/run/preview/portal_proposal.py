"""``curator new``: reads a page of a portal and two of the articles that it seems to list.

They come from the portal, or from files (``given_visits.py``). Nothing is stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Protocol
from urllib.parse import urljoin

from webarticlecurator.archive import discovery, normalize_address
from webarticlecurator.archive.discovery.link_anchors import find_anchors
from webarticlecurator.errors import PortalRefused
from webarticlecurator.extract.analysis.diagnostics.root_proposal import propose_root
from webarticlecurator.extract.page_checks.checks import check_by_words
from webarticlecurator.fetch import ConnectionSettings
from webarticlecurator.model.hosts import PortalHosts
from webarticlecurator.model.portal import FetchPolicy
from webarticlecurator.model.proposal import DatedAddress, NextProposal, NumberedProposal, Proposal
from webarticlecurator.page import Page, read_page
from webarticlecurator.run.crawling.visiting import PageVisit, PageVisitor
from webarticlecurator.run.setup import Runtime

MAX_ARTICLES = 2
MAX_TRIES = 4


def propose_portal(
    url: str, proxy: str | None = None, ca_file: str | None = None, runtime: Runtime | None = None
) -> Proposal:
    """Return what the page at ``url`` (absolute) suggests for a portal file.

    ``proxy`` and ``ca_file`` are as for a crawl. Raises PortalRefused, with the reason in words, if
    the page cannot be fetched.
    """
    runtime = runtime or Runtime()
    settings = ConnectionSettings(
        FetchPolicy(), PortalHosts.of([url]), proxy, ca_file, notify=runtime.progress.show_message
    )
    with PageVisitor(settings, runtime.clock) as visitor:
        return propose_from_visits(url, visitor, runtime)


class Visits(Protocol):
    """Pages by their addresses: those of a portal, or of files.

    ``stored_among`` returns the addresses that can be visited, of those that a list names.
    """

    def get(self, url: str) -> PageVisit: ...

    def robots_text(self, url: str) -> str: ...

    def stored_among(self, urls: Sequence[str]) -> Sequence[str]: ...


def propose_from_visits(url: str, visits: Visits, runtime: Runtime) -> Proposal:
    """Return what the page at ``url``, its articles and the site's robots.txt suggest.

    Raises PortalRefused as ``propose_portal`` does.
    """
    runtime.progress.show_message(f"looking at {url}")
    visit = visits.get(url)
    if visit.trouble:
        raise PortalRefused(
            f"{url}: {visit.trouble}",
            "Is it the right address? --offline writes a file without looking.",
        )
    proposal = propose_from_page(_read_page(visit))
    robots = urljoin(visit.answered, "/robots.txt")
    sitemaps = discovery.find_sitemaps(robots, visits.robots_text(visit.answered))
    return _add_articles(replace(proposal, sitemaps=sitemaps), visits, runtime)


def propose_from_page(page: Page) -> Proposal:
    """Return what the page itself suggests, without its articles and the sitemaps."""
    url = normalize_address(page.url)
    dated = discovery.find_dated_address(url)
    numbered = discovery.propose_numbered(page)
    following = discovery.propose_next_link(page)
    archives = discovery.find_dated_archives([anchor.address for anchor in find_anchors(page)])
    return Proposal(
        url,
        title=discovery.find_site_name(page),
        language=discovery.find_language(page),
        links=discovery.propose_link_rules(page),
        dated=dated,
        archives=tuple(
            template for template in archives if dated is None or template != dated.template
        ),
        next=(
            following
            if dated is None or following is None or not _is_other_date(following, dated)
            else None
        ),
        numbered=_with_dates(numbered, dated) if dated and numbered else numbered,
        counter=discovery.find_page_template(dated.template if dated else url),
        feeds=discovery.find_feeds(page),
        troubles=_find_troubles(page),
    )


def _find_troubles(page: Page) -> tuple[str, ...]:
    if page.json is not None:
        return ("the answer is JSON: its links are rules such as  links: {json: items[].url}",)
    wall = check_by_words(page)
    return (
        (f"this page looks like no archive page ({wall.reason}: {wall.evidence})",) if wall else ()
    )


def _with_dates(numbered: NumberedProposal, window: DatedAddress) -> NumberedProposal | None:
    """Return the proposal with date fields in its address, too; None if its numbers are dates."""
    dated = discovery.find_dated_address(numbered.template)
    return (
        replace(numbered, template=dated.template) if dated and dated.step == window.step else None
    )


def _is_other_date(following: NextProposal, window: DatedAddress) -> bool:
    """True if the link leads to another date, so that it is not the next page of this list."""
    dated = discovery.find_dated_address(following.url)
    return dated is not None and (dated.step, dated.day) != (window.step, window.day)


def _add_articles(proposal: Proposal, visits: Visits, runtime: Runtime) -> Proposal:
    """Read sample articles and return the proposal with the article root that they suggest."""
    pages: list[Page] = []
    troubles = list(proposal.troubles)
    for url in _sample_articles(proposal, visits):
        if len(pages) < MAX_ARTICLES:
            runtime.progress.show_message(f"looking at {url}")
            visit = visits.get(url)
            if visit.trouble:
                troubles.append(f"{url} ({visit.trouble})")
            else:
                pages.append(_read_page(visit))
    root = propose_root(pages)
    articles = tuple(page.url for page in pages) if root else ()
    return replace(proposal, root=root, articles=articles, troubles=tuple(troubles))


def _sample_articles(proposal: Proposal, visits: Visits) -> Iterator[str]:
    """Yield some articles of the best link rule.

    They come from the beginning and the middle of its list, which may have different layouts.
    """
    links = visits.stored_among(proposal.links[0].links if proposal.links else ())
    order = [*links[:1], *links[len(links) // 2 :], *links[1:]]
    return iter(list(dict.fromkeys(order))[:MAX_TRIES])


def _read_page(visit: PageVisit) -> Page:
    return read_page(visit.answered, visit.content, visit.content_type)
