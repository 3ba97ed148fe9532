"""What a feed suggests for a portal file: ``curator new`` with the address of a feed.

A feed names its site and its newest articles. A list on the page of the site that has these
articles leads to all of them, so it is proposed in place of the feed.
"""

from __future__ import annotations

from dataclasses import replace

from webarticlecurator.archive import normalize_address
from webarticlecurator.archive.sources.feeds import FeedFile, is_feed, read_feed
from webarticlecurator.model.hosts import host_of
from webarticlecurator.model.proposal import FeedProposal, LinkProposal, Proposal
from webarticlecurator.page import Page
from webarticlecurator.run.crawling.visiting import PageVisit
from webarticlecurator.run.preview.page_visits import Visits, visit_page
from webarticlecurator.run.setup import Runtime

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
    links = (normalize_address(entry.link) for entry in feed.entries if entry.link)
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
