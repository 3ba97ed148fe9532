"""What a feed suggests for a portal file.

A feed names its site and its newest articles. A list on the page of the site that has these
articles leads to all of them, so it is proposed in place of the feed.
"""

from __future__ import annotations

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.portal.hosts import host_of
from webarticlecurator.base.proposal.proposal import FeedProposal, Proposal
from webarticlecurator.crawling.archive.feed_file import FeedFile, is_feed
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.proposing.propose.article_samples import add_articles
from webarticlecurator.proposing.propose.page_proposal import propose_from_page
from webarticlecurator.proposing.propose.proposal_draft import Draft, finish_draft
from webarticlecurator.proposing.propose.proposal_steps import LIST_STEPS
from webarticlecurator.proposing.propose.visits import Visits, visit_page

MIN_IN_FEED = 0.5
"""Share of the links of a list that the feed must have: front pages also list older articles."""


def propose_from_feed(
    known: Proposal, feed: FeedFile, visits: Visits, runtime: Runtime
) -> Proposal:
    """Return the proposal for the site of a feed, if a list on its page has the articles of the
    feed, else the one to read the feed itself. ``known``: what is known apart from the feed."""
    entries = tuple(
        dict.fromkeys(normalize_address(entry.address) for entry in feed.entries if entry.address)
    )
    visit = (
        visit_page(feed.home, visits, runtime)
        if feed.home and host_of(feed.home) == host_of(known.url)
        else None
    )
    if visit is not None and not is_feed(visit.content):
        site = visit.read()
        proposal = propose_from_page(site)
        shares = {
            n: len({*entries}.intersection(found.links)) / len(found.links)
            for n, found in enumerate(proposal.links)
            if found.links
        }
        best = max(shares, key=shares.__getitem__, default=0)
        if not proposal.doubts and shares.get(best, 0) >= MIN_IN_FEED:
            chosen = replace(
                proposal,
                language=proposal.language or feed.language,
                links=(proposal.links[best], *proposal.links[:best], *proposal.links[best + 1 :]),
                feeds=tuple(dict.fromkeys((known.url, *proposal.feeds))),
                sitemaps=known.sitemaps,
                classifier=known.classifier,
            )
            return finish_draft(Draft(chosen, site, steps=LIST_STEPS), visits, runtime)
    found = FeedProposal(known.url, len(entries))
    proposal = replace(known, title=feed.title, language=feed.language, feed=found)
    return add_articles(proposal, entries, visits, runtime)
