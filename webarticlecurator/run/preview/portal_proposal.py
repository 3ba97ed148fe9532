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
from webarticlecurator.model.portal import FetchPolicy, NamedFile
from webarticlecurator.model.proposal import DatedAddress, NextProposal, NumberedProposal, Proposal
from webarticlecurator.page import Page
from webarticlecurator.run.crawling.visiting import PageVisitor
from webarticlecurator.run.preview.archive_trial import try_next_page
from webarticlecurator.run.preview.article_samples import add_articles
from webarticlecurator.run.preview.data_proposal import (
    NEEDS_BROWSER,
    add_page_numbers,
    find_list_behind,
)
from webarticlecurator.run.preview.feed_proposal import (
    choose_list,
    list_entries,
    propose_feed,
    read_feed_of,
    visit_site,
)
from webarticlecurator.run.preview.growing_list import add_growth, propose_button
from webarticlecurator.run.preview.page_comparison import compare_windows, compare_with_home
from webarticlecurator.run.preview.page_visits import Visits
from webarticlecurator.run.setup import Runtime


def propose_portal(
    url: str,
    proxy: str | None = None,
    ca_file: str | None = None,
    runtime: Runtime | None = None,
    classifier: NamedFile | None = None,
) -> Proposal:
    """Return what the page at ``url`` (absolute) suggests for a portal file.

    ``proxy`` and ``ca_file`` are as for a crawl; ``classifier`` judges the text of articles, in
    place of that of the package. Raises PortalRefused, with the reason in words, if
    the page cannot be fetched.
    """
    runtime = runtime or Runtime()
    settings = ConnectionSettings(
        FetchPolicy(), PortalHosts.of([url]), proxy, ca_file, notify=runtime.progress.show_message
    )
    with PageVisitor(settings, runtime.clock) as visitor:
        return propose_from_visits(url, visitor, runtime, classifier)


def propose_from_visits(
    url: str, visits: Visits, runtime: Runtime, classifier: NamedFile | None = None
) -> Proposal:
    """Return what the page or feed at ``url``, its articles and the site's robots.txt suggest.
    ``classifier`` as for ``propose_portal``.

    Raises PortalRefused as ``propose_portal`` does.
    """
    runtime.progress.show_message(f"looking at {url}")
    visit = visits.get(url)
    if visit.trouble:
        raise PortalRefused(
            f"{url}: {visit.trouble}",
            "Is it the right address? --offline writes a file without looking.",
        )
    robots = urljoin(visit.answered, "/robots.txt")
    sitemaps = discovery.find_sitemaps(robots, visits.robots_text(visit.answered))
    feed = read_feed_of(visit)
    if feed is None:
        page = visit.read()
        proposal = replace(propose_from_page(page), classifier=classifier)
        loaded = _try_data(replace(proposal, sitemaps=sitemaps), page, visits, runtime)
        if loaded is not None:
            return loaded
        if _may_load_list(proposal, page):
            proposal = replace(proposal, troubles=(*proposal.troubles, NEEDS_BROWSER))
        return _try_list(proposal, page, sitemaps, visits, runtime)
    site = visit_site(url, feed, visits, runtime)
    chosen = choose_list(propose_from_page(site), url, feed) if site is not None else None
    if site is not None and chosen is not None:
        chosen = replace(chosen, classifier=classifier)
        return _try_list(chosen, site, sitemaps, visits, runtime)
    proposal = replace(propose_feed(url, feed), sitemaps=sitemaps, classifier=classifier)
    return add_articles(proposal, list_entries(feed), visits, runtime)


def _try_list(
    proposal: Proposal, page: Page, sitemaps: tuple[str, ...], visits: Visits, runtime: Runtime
) -> Proposal:
    """Return the proposal after other pages of the list and some articles were looked at."""
    proposal = replace(proposal, sitemaps=sitemaps)
    links: tuple[str, ...] = ()
    if proposal.windows:
        proposal, links = compare_windows(proposal, page, visits, runtime)
    else:
        proposal = compare_with_home(proposal, page, visits, runtime)
    trial = try_next_page(proposal, visits, runtime)
    proposal, links = trial.proposal, (*links, *trial.links)
    if not (proposal.next or proposal.numbered or proposal.dated or proposal.sitemap):
        proposal, more = add_growth(proposal, page, visits, runtime)
        links = (*links, *more)
    return add_articles(proposal, tuple(dict.fromkeys(links)), visits, runtime)


def _may_load_list(proposal: Proposal, page: Page) -> bool:
    """Return True for a page without a list, whose scripts may load one."""
    is_empty = page.json is None and not proposal.links and not proposal.troubles
    return is_empty and discovery.has_scripts(page)


def _try_data(proposal: Proposal, page: Page, visits: Visits, runtime: Runtime) -> Proposal | None:
    """Return the proposal for data, or for a page without a list: the data that its scripts load,
    else the page as a browser renders it. None if there is no list in any of them."""
    if page.json is not None:
        data, rendered = discovery.propose_data_list(page), None
        data = add_page_numbers(data, visits, runtime) if data is not None else None
    elif _may_load_list(proposal, page):
        data, rendered = find_list_behind(page, visits, runtime)
    else:
        return None
    if data is not None:
        found = replace(proposal, data=data, troubles=())
        return add_articles(found, data.links, visits, runtime)
    if rendered is None:
        return None
    seen = propose_from_page(rendered)
    if not seen.links:
        return None
    classifier, sitemaps = proposal.classifier, proposal.sitemaps
    seen = replace(seen, classifier=classifier, sitemaps=sitemaps, is_rendered=True)
    seen = propose_button(seen, rendered, visits, runtime)
    return add_articles(seen, seen.links[0].links, visits, runtime)


def propose_from_page(page: Page) -> Proposal:
    """Return what the page itself suggests, without its articles and the sitemaps."""
    url = normalize_address(page.url)
    dated = discovery.find_dated_address(url)
    numbered = discovery.propose_numbered(page)
    following = discovery.propose_next_link(page)
    links = discovery.propose_whole_list(page, numbered, following)
    addresses = [anchor.address for anchor in find_anchors(page)]
    archives = discovery.find_dated_archives(addresses)
    windows = discovery.find_windows(dated, addresses) if dated else {}
    return Proposal(
        url,
        title=discovery.find_site_name(page),
        language=discovery.find_language(page),
        links=links,
        listed_date=discovery.propose_listed_date(page, links[0].css) if links else None,
        dated=dated,
        windows=tuple(windows),
        first_day=min((dated.day, *windows.values())) if dated and windows else None,
        archives=tuple(
            template for template in archives if dated is None or template != dated.template
        ),
        next=(
            following
            if dated is None or following is None or not _is_other_date(following, dated)
            else None
        ),
        numbered=_with_dates(numbered, dated) if dated and numbered else numbered,
        counter=_find_counter(url),
        feeds=discovery.find_feeds(page),
        troubles=_find_troubles(page),
    )


def _find_counter(url: str) -> str:
    """Return the address with its dates as fields and ``{page}`` for a number that may count pages;
    "" if it has none."""
    paged = discovery.find_paged_window(url)
    if paged is not None:
        return paged[0].template
    dated = discovery.find_dated_address(url)
    return discovery.find_page_template(dated.template if dated else url)


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
