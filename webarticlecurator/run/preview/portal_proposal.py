"""``curator new URL``: the page looked at, and two of the articles that it seems to list; nothing
is stored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import urljoin

from webarticlecurator.archive import discovery as proposing
from webarticlecurator.archive import normalize_address
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

ARTICLES = 2
TRIES = 4


def propose_portal(
    url: str, proxy: str | None = None, ca_file: str | None = None, effects: Runtime | None = None
) -> Proposal:
    """What the page at ``url`` (absolute) suggests for a portal file. ``proxy`` and ``ca_file`` as
    for a crawl. Raises PortalRefused, with the reason in words, where the page cannot be had."""
    effects = effects or Runtime()
    way = ConnectionSettings(
        FetchPolicy(), PortalHosts.of([url]), proxy, ca_file, say=effects.progress.say
    )
    with PageVisitor(way, effects.clock) as visitor:
        effects.progress.say(f"looking at {url}")
        visit = visitor.get(url)
        if visit.trouble:
            raise PortalRefused(
                f"{url}: {visit.trouble}",
                "Is it the right address? --offline writes a file without looking.",
            )
        found = propose_from_page(_page(visit))
        robots = urljoin(visit.answered, "/robots.txt")
        found = replace(
            found, sitemaps=proposing.find_sitemaps(robots, visitor.robots_text(visit.answered))
        )
        return _with_articles(found, visitor, effects)


def propose_from_page(page: Page) -> Proposal:
    """What the page itself says."""
    url = normalize_address(page.url)
    dated = proposing.find_dated_address(url)
    numbered = proposing.propose_numbered(page)
    following = proposing.propose_next_link(page)
    archives = proposing.find_dated_archives([anchor.address for anchor in find_anchors(page)])
    return Proposal(
        url,
        title=proposing.find_site_name(page),
        language=proposing.find_language(page),
        links=proposing.propose_link_rules(page),
        dated=dated,
        archives=tuple(
            template for template in archives if dated is None or template != dated.template
        ),
        next=(
            following
            if dated is None or following is None or not _other_window(following, dated)
            else None
        ),
        numbered=_in_window(numbered, dated) if dated and numbered else numbered,
        counter=proposing.find_page_template(dated.template if dated else url),
        feeds=proposing.find_feeds(page),
        troubles=_troubles(page),
    )


def _troubles(page: Page) -> tuple[str, ...]:
    if page.json is not None:
        return ("the answer is JSON: its links are rules such as  links: {json: items[].url}",)
    wall = check_by_words(page)
    return (
        (f"this page looks like no archive page ({wall.reason}: {wall.evidence})",) if wall else ()
    )


def _in_window(numbered: NumberedProposal, window: DatedAddress) -> NumberedProposal | None:
    """With the dates of its address as fields, too; None where its numbers are those of a
    calendar."""
    dated = proposing.find_dated_address(numbered.template)
    return (
        replace(numbered, template=dated.template) if dated and dated.step == window.step else None
    )


def _other_window(following: NextProposal, window: DatedAddress) -> bool:
    """True if the link leads to another date: that is a page of its own, not the next one of this
    list."""
    dated = proposing.find_dated_address(following.url)
    return dated is not None and (dated.step, dated.day) != (window.step, window.day)


def _with_articles(found: Proposal, visitor: PageVisitor, effects: Runtime) -> Proposal:
    pages: list[Page] = []
    troubles = list(found.troubles)
    for url in _samples(found):
        if len(pages) < ARTICLES:
            effects.progress.say(f"looking at {url}")
            visit = visitor.get(url)
            if visit.trouble:
                troubles.append(f"{url} ({visit.trouble})")
            else:
                pages.append(_page(visit))
    root = propose_root(pages)
    articles = tuple(page.url for page in pages) if root else ()
    return replace(found, root=root, articles=articles, troubles=tuple(troubles))


def _samples(found: Proposal) -> Iterator[str]:
    """Some of the articles that the best link rule lists: from its beginning and its middle, which
    may differ."""
    links = found.links[0].links if found.links else ()
    order = [*links[:1], *links[len(links) // 2 :], *links[1:]]
    return iter(list(dict.fromkeys(order))[:TRIES])


def _page(visit: PageVisit) -> Page:
    return read_page(visit.answered, visit.content, visit.content_type)
