"""Some articles that sample archive pages list, as the portal answers now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from webarticlecurator.errors import PageUnreadable
from webarticlecurator.extract import find_next_page, read_article_page
from webarticlecurator.extract.analysis.diagnostics.article_diagnostics import diagnose_article
from webarticlecurator.model.article import PageExtract, Rejected
from webarticlecurator.model.capture import Origin
from webarticlecurator.model.hosts import portal_hosts
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.crawling.listing import StoredAnswer
from webarticlecurator.run.crawling.render_choice import find_render_steps
from webarticlecurator.run.crawling.visiting import PageVisit, PageVisitor
from webarticlecurator.run.executors.shared_worker import evaluate_in_worker
from webarticlecurator.run.preview.explaining import remark_read_page
from webarticlecurator.run.preview.live_lists import LiveList

MAX_ARTICLES = 2
MAX_TRIES = 4
"""Articles to request, since those that the portal file itself rejects do not count."""


@dataclass(frozen=True)
class LiveArticle:
    """The page of an article and what looks wrong on it.

    ``verdict`` is ``kept``, the reason of a rejection, or ``failed``; ``read`` is what would be
    stored. ``wrong`` is in words; ``remarks`` are doubts about metadata, which need not be wrong.
    """

    column: str
    url: str
    status: int | None
    verdict: str = "failed"
    read: PageExtract | None = None
    wrong: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def check_live_articles(
    portal: Portal, lists: Sequence[LiveList], visitor: PageVisitor
) -> Iterator[LiveArticle]:
    """Yield what articles of the lists are like now: MAX_ARTICLES of them, of at most MAX_TRIES
    that are requested."""
    remaining = MAX_ARTICLES
    for column, url in _article_candidates(lists)[:MAX_TRIES]:
        if remaining:
            steps = find_render_steps(portal, Origin("article", column))
            article = _check_article(portal, column, visitor.get(url, steps))
            remaining -= article.read is not None or bool(article.wrong)
            yield article


def _article_candidates(lists: Sequence[LiveList]) -> list[tuple[str, str]]:
    """Return columns and addresses of articles, in the order in which they are tried.

    They come by turns from the first and the last page that lists articles.
    """
    listing = [page for page in lists if page.articles]
    pages = [*listing[:1], *listing[-1:]]
    depth = max((len(page.articles) for page in pages), default=0)
    by_turns = [
        (page.articles[n], page.column)
        for n in range(depth)
        for page in pages
        if n < len(page.articles)
    ]
    return [(column, url) for url, column in dict(reversed(by_turns)).items()][::-1]


def _check_article(portal: Portal, column: str, visit: PageVisit) -> LiveArticle:
    if visit.trouble:
        return LiveArticle(column, visit.url, visit.status, wrong=(visit.trouble,))
    if not portal_hosts(portal).belongs(visit.answered, visit.url):
        return LiveArticle(
            column, visit.url, visit.status, "off-portal", wrong=(f"it leads to {visit.answered}",)
        )
    answer = StoredAnswer(visit.answered, visit.content, visit.content_type, column)
    try:
        article: LiveArticle = evaluate_in_worker(
            portal, _evaluate_article, (visit.url, visit.status, answer), visit.url
        )
    except PageUnreadable as error:
        return LiveArticle(column, visit.url, visit.status, wrong=(error.message,))
    return article


def _evaluate_article(
    portal: Portal, _source: object, task: tuple[str, int | None, StoredAnswer]
) -> LiveArticle:
    url, status, answer = task
    page, column = answer.page(portal), answer.column or ""
    read = read_article_page(portal, page)
    wrong = diagnose_article(read, find_next_page(portal, page))
    if isinstance(read, Rejected):
        return LiveArticle(column, url, status, read.reason, wrong=wrong)
    remarks = tuple(map(str, remark_read_page(portal, page, read.metadata)))
    return LiveArticle(column, url, status, "kept", read, wrong, remarks)
