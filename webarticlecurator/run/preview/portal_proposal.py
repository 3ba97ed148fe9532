"""``curator new``: reads a page of a portal, the next one, and some of the articles that they seem
to list.

They come from the portal, or from files (``given_visits.py``). Nothing is stored.
"""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urljoin

from webarticlecurator.archive import discovery, normalize_address
from webarticlecurator.archive.discovery.link_anchors import find_anchors
from webarticlecurator.errors import PortalRefused
from webarticlecurator.extract.page_checks.checks import check_by_words
from webarticlecurator.fetch import ConnectionSettings
from webarticlecurator.model.hosts import PortalHosts
from webarticlecurator.model.portal import FetchPolicy
from webarticlecurator.model.proposal import DatedAddress, NextProposal, NumberedProposal, Proposal
from webarticlecurator.page import Page
from webarticlecurator.run.crawling.visiting import PageVisitor
from webarticlecurator.run.preview.archive_trial import try_next_page
from webarticlecurator.run.preview.article_samples import add_articles
from webarticlecurator.run.preview.page_visits import Visits
from webarticlecurator.run.setup import Runtime


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
    proposal = propose_from_page(visit.read())
    robots = urljoin(visit.answered, "/robots.txt")
    sitemaps = discovery.find_sitemaps(robots, visits.robots_text(visit.answered))
    trial = try_next_page(replace(proposal, sitemaps=sitemaps), visits, runtime)
    return add_articles(trial.proposal, trial.links, visits, runtime)


def propose_from_page(page: Page) -> Proposal:
    """Return what the page itself suggests, without its articles and the sitemaps."""
    url = normalize_address(page.url)
    dated = discovery.find_dated_address(url)
    numbered = discovery.propose_numbered(page)
    following = discovery.propose_next_link(page)
    links = discovery.propose_whole_list(page, numbered, following)
    archives = discovery.find_dated_archives([anchor.address for anchor in find_anchors(page)])
    return Proposal(
        url,
        title=discovery.find_site_name(page),
        language=discovery.find_language(page),
        links=links,
        listed_date=discovery.propose_listed_date(page, links[0].css) if links else None,
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
