"""The second page of a list, for ``curator new URL``: whether the proposed rules find articles
there, too, and what to do where robots.txt forbids it.
"""

from __future__ import annotations

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.proposal.proposal import Proposal, SitemapProposal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.page_address import address_key
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.proposing.propose.page_comparison import list_addresses
from webarticlecurator.proposing.propose.proposal_draft import Draft
from webarticlecurator.proposing.propose.visits import Visits
from webarticlecurator.proposing.propose.whole_archive import find_sitemap_articles


def try_next_page(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    """Request the next page of the list and read its links by the best rule; add the articles of
    both pages."""
    proposal = draft.proposal
    links = proposal.links[0].links if proposal.links else ()
    url = proposal.next_page
    if not url or not links or not visits.can_visit(url):
        if links and (url or proposal.next):
            untried = make_problem("next-not-proved", url or proposal.url, "untried")
            proposal = proposal.add_doubt(untried)
        return draft.update(proposal, links)
    runtime.progress.show_message(make_message("looking at {url}", url=url))
    visit = visits.get(url)
    if visit.is_forbidden:
        return draft.update(_replace_list(proposal, links, visits, runtime), links)
    if visit.trouble:
        trouble = Problem("next-not-proved", url, visit.trouble)
        return draft.update(proposal.add_doubt(trouble), links)
    more = [
        link for link in list_addresses(visit.read(), proposal.links[0].css) if link not in links
    ]
    if not more:
        proposal = proposal.add_doubt(make_problem("next-not-proved", url, "no-others"))
    return draft.update(proposal, (*links, *more))


def _replace_list(
    proposal: Proposal, links: tuple[str, ...], visits: Visits, runtime: Runtime
) -> Proposal:
    """Return the proposal with the sitemap that has the articles of the page."""
    known = find_sitemap_articles(proposal, visits, runtime)
    if known is None:
        return proposal.add_doubt(make_problem("next-not-proved", proposal.url, "forbidden"))
    shared = len({*map(address_key, links)} & {*map(address_key, known.urls)})
    file = SitemapProposal(known.sources[0].url, len(known.urls), shared, len(links))
    return replace(proposal, sitemap=file)
