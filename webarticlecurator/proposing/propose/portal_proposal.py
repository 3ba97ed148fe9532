"""``curator new``: reads a page of a portal, the next one, and some of the articles that they seem
to list.

They come from the portal, or from files. Nothing is stored. The steps after the first page are in
``proposal_steps.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urljoin

from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import PortalRefused
from webarticlecurator.base.portal.fetch_policy import FetchPolicy
from webarticlecurator.base.portal.hosts import PortalHosts, host_of
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.proposal.proposal import FeedProposal, Proposal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.stored_pages.page_store import StoredPages
from webarticlecurator.corpus.stored_pages.page_store_opening import open_page_store
from webarticlecurator.crawling.archive.feed_file import FeedFile, is_feed, read_feed
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.crawling.archive.site_facts import find_sitemaps
from webarticlecurator.crawling.crawl.kept_answers import KeptAnswers
from webarticlecurator.crawling.crawl.page_errors import require_no_wall, require_page, unreachable
from webarticlecurator.crawling.crawl.page_visits import PageVisit, PageVisitor
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.proposing.propose.article_samples import add_articles, make_portal
from webarticlecurator.proposing.propose.page_proposal import propose_from_page
from webarticlecurator.proposing.propose.proposal_draft import Draft, finish_draft
from webarticlecurator.proposing.propose.proposal_steps import LIST_STEPS, PAGE_STEPS
from webarticlecurator.proposing.propose.visits import (
    MAX_REQUESTS,
    GivenVisits,
    LimitedVisits,
    Visits,
    find_article_match,
    find_list_page,
    read_list_pages,
    visit_page,
)
from webarticlecurator.storage.warc.warc_reader import Finding


def propose_portal(
    urls: Sequence[str],
    proxy: str | None = None,
    ca_file: str | None = None,
    runtime: Runtime | None = None,
    kept: KeptAnswers | None = None,
    requests: int = MAX_REQUESTS,
) -> Proposal:
    """Return what the page at the first of ``urls`` (absolute) suggests for a portal file, with
    the others, which are pages of the same list, or of lists of the same form.

    ``proxy`` and ``ca_file`` are as for a crawl. Answers that are ``kept`` need no request, and
    further ones are kept; they count among the ``requests`` that are sent at most, so that a second
    look proposes the same. Raises PortalUnreachable if nothing answers, UsageError if the address
    is wrong, PortalRefused if the portal refuses it: with the reason in words.
    """
    runtime = runtime or Runtime()
    settings = ConnectionSettings(
        FetchPolicy(), PortalHosts.of(urls), proxy, ca_file, notify=runtime.progress.show_message
    )
    runtime.progress.show_message(
        make_message(
            "sends at most {max_requests} requests to {host}, one a second,"
            " as its robots.txt allows",
            max_requests=requests,
            host=host_of(urls[0]),
        )
    )
    if kept is not None and kept.count:
        runtime.progress.show_message(
            make_message(
                "uses {number} answers in {file} again, because they are not a day old",
                number=kept.count,
                file=kept.file,
            )
        )
    with PageVisitor(settings, runtime.clock, kept=kept) as visitor:
        visits = LimitedVisits(visitor, requests, before=1)
        try:
            return propose_from_visits(urls, visits, runtime)
        except PortalRefused as refusal:
            failure = visitor.robots_failure
            if failure is None:
                raise
            raise unreachable(urls[0], failure.kind, failure.message) or refusal from None


def propose_from_files(given: StoredPages, runtime: Runtime) -> tuple[Proposal, Sequence[Finding]]:
    """Return what a list page among the given pages and the articles that it lists suggest, and
    the damage of the files.

    The list pages are those of ``urls``, or else the page whose list names most of the others.
    Raises UsageError if no page lists any other, or the named one is not there; WarcUnreadable.
    """
    with open_page_store(Portal("new", ""), given, runtime) as store:
        visits = GivenVisits(store, given)
        urls = given.urls or (find_list_page(visits, given, runtime, declares_day),)
        if urls == ("",):
            pages = LimitedVisits(visits)
            match, urls = find_article_match(visits) if given.warcs else ("", visits.articles)
            found = _propose_from_articles(pages, runtime, urls or visits.articles)
            return replace(found, match=match), store.damage
        visits.list_page = normalize_address(urls[0])
        return propose_from_visits(urls, LimitedVisits(visits), runtime), store.damage


_DECLARED = ("meta:", "jsonld:", "microdata:")
"""How the source of a value begins that a page declares."""


def declares_day(visit: PageVisit) -> bool:
    """Return True for a page that says when it was published, not only to who reads it."""
    if visit.trouble:
        return False
    portal = make_portal(Proposal(visit.answered))
    values = read_metadata(visit.read(), portal, portal.article)[0].all("published")
    return any(each.source.startswith(_DECLARED) for each in values)


def _propose_from_articles(
    visits: LimitedVisits, runtime: Runtime, urls: Sequence[str]
) -> Proposal:
    """Return what articles without a list of them suggest."""
    first = propose_from_page(visits.get(urls[0]).read())
    known = Proposal(
        first.url,
        title=first.title,
        language=first.language,
        has_list=False,
    )
    return add_articles(known, tuple(urls), visits, runtime)


def propose_from_visits(
    urls: Sequence[str],
    visits: LimitedVisits,
    runtime: Runtime,
) -> Proposal:
    """Return what the page or feed at the first of ``urls``, the other list pages, its articles and
    the site's robots.txt suggest.

    Raises like ``propose_portal``.
    """
    url = urls[0]
    runtime.progress.show_message(make_message("looking at {url}", url=url))
    visit = visits.get(url)
    require_page(visit)
    sitemaps = find_sitemaps(
        urljoin(visit.answered, "/robots.txt"), visits.robots_text(visit.answered)
    )
    known = Proposal(url, sitemaps=sitemaps)
    if is_feed(visit.content):
        feed = read_feed(visit.answered, visit.content, visit.content_type)
        if feed.entries:
            return propose_from_feed(known, feed, visits, runtime)
    page = visit.read()
    require_no_wall(page)
    others = tuple(read_list_pages(urls[1:], visits, runtime))
    return finish_draft(Draft(known, page, others, steps=PAGE_STEPS, origin=page), visits, runtime)


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
            )
            return finish_draft(Draft(chosen, site, steps=LIST_STEPS), visits, runtime)
    found = FeedProposal(known.url, len(entries))
    proposal = replace(known, title=feed.title, language=feed.language, feed=found)
    return add_articles(proposal, entries, visits, runtime)
