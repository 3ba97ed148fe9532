"""Some articles of a list, for ``curator new URL``: what their pages suggest for ``article``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from urllib.parse import urljoin

from webarticlecurator.config import builtin_rules
from webarticlecurator.extract import read_metadata
from webarticlecurator.extract.analysis.learning.article_pager import propose_article_pager
from webarticlecurator.extract.analysis.learning.induce_rules import induce_rules
from webarticlecurator.extract.analysis.learning.metadata_rules import learn_fields
from webarticlecurator.extract.analysis.learning.page_summary import summarize_page
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.proposal import Proposal
from webarticlecurator.page import Page
from webarticlecurator.run.analysis.rule_lines import list_field_lines, list_rule_lines
from webarticlecurator.run.preview.page_visits import Visits
from webarticlecurator.run.setup import Runtime

MAX_ARTICLES = 6
MAX_TRIES = 9


def add_articles(
    proposal: Proposal, links: tuple[str, ...], visits: Visits, runtime: Runtime
) -> Proposal:
    """Read some of the articles at ``links`` and return the proposal with the rules that they
    suggest."""
    pages: list[Page] = []
    troubles = list(proposal.troubles)
    classifier = proposal.classifier.content if proposal.classifier is not None else b""
    for url in _spread(visits.stored_among(links)):
        if len(pages) < MAX_ARTICLES:
            runtime.progress.show_message(f"looking at {url}")
            visit = visits.get(url)
            if visit.trouble:
                troubles.append(f"{url} ({visit.trouble})")
            else:
                pages.append(visit.read(classifier))
    summaries = [summary for page in pages if (summary := summarize_page(page)) is not None]
    induced = induce_rules(summaries)
    roots = [root.selector for root in induced.roots]
    portal = _make_portal(proposal)
    fields = learn_fields(pages, roots, portal)
    has_dates = 2 * sum(_has_date(page, portal) for page in pages) >= len(pages)
    return replace(
        proposal,
        listed_date=None if has_dates or proposal.sitemap else proposal.listed_date,
        article=replace(list_rule_lines(induced), fields=tuple(list_field_lines(fields))),
        article_pager=propose_article_pager(pages),
        articles=tuple(page.url for page in pages),
        troubles=tuple(troubles),
    )


def _has_date(page: Page, portal: Portal) -> bool:
    metadata, _ = read_metadata(page, portal, portal.article)
    return metadata.first("published") is not None


def _make_portal(proposal: Proposal) -> Portal:
    """Return the portal as far as it is known, with the default rules for metadata."""
    return Portal(
        "new",
        urljoin(proposal.url, "/"),
        title=proposal.title,
        language=proposal.language or "und",
        has_timezone=False,
        article=builtin_rules(),
    )


def _spread(links: Sequence[str]) -> Iterator[str]:
    """Yield some links from all parts of the list, which may have different layouts."""
    last = len(links) - 1
    places = [round(n * last / (MAX_ARTICLES - 1)) for n in range(MAX_ARTICLES)] if links else []
    order = [*(links[place] for place in places), *links]
    return iter(list(dict.fromkeys(order))[:MAX_TRIES])
