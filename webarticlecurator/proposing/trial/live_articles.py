"""Some articles that sample archive pages list, as the portal answers now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import islice, zip_longest

from webarticlecurator.articles.by_rules.diagnostics import diagnose_article
from webarticlecurator.articles.by_rules.one_page import find_next_page, read_article_page
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import PageUnreadable
from webarticlecurator.base.model.article import PageExtract, Rejected
from webarticlecurator.base.model.capture import Origin
from webarticlecurator.base.portal.hosts import portal_hosts
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.captures.page_inspection import describe_refusal
from webarticlecurator.crawling.crawl.page_visits import PageVisit, PageVisitor
from webarticlecurator.crawling.crawl.render_choice import find_render_steps
from webarticlecurator.crawling.states.archive_listing import StoredAnswer
from webarticlecurator.crawling.workers.shared_worker import evaluate_in_worker
from webarticlecurator.proposing.trial.explaining import remark_read_page
from webarticlecurator.proposing.trial.live_lists import LiveList

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
    portal: Portal, lists: Sequence[LiveList], visitor: PageVisitor, today: date
) -> Iterator[LiveArticle]:
    """Yield what articles of the lists are like now: MAX_ARTICLES of them, of at most MAX_TRIES
    that are requested. ``today`` is a day in the portal's time zone."""
    # By turns from the first and the last page that lists articles; of several columns with the
    # same one, the first.
    listing = [page for page in lists if page.articles]
    pages = [*listing[:1], *listing[-1:]]
    by_turns = [
        (url, page.column)
        for urls in zip_longest(*(page.articles for page in pages))
        for page, url in zip(pages, urls, strict=True)
        if url is not None
    ]
    column_of = dict(reversed(by_turns))
    remaining = MAX_ARTICLES
    for url, column in islice(reversed(column_of.items()), MAX_TRIES):
        if remaining:
            steps = find_render_steps(portal, Origin("article", column))
            article = _check_article(portal, column, visitor.get(url, steps), today)
            remaining -= article.read is not None or bool(article.wrong)
            yield article


def _check_article(portal: Portal, column: str, visit: PageVisit, today: date) -> LiveArticle:
    if visit.trouble:
        return LiveArticle(column, visit.url, visit.status, wrong=(visit.trouble,))
    if not portal_hosts(portal).belongs(visit.answered, visit.url):
        return LiveArticle(
            column,
            visit.url,
            visit.status,
            "off-portal",
            wrong=(make_message("it leads to {url}", url=visit.answered),),
        )
    answer = StoredAnswer(
        visit.answered, visit.content, visit.content_type, column, today, first_url=visit.answered
    )
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
    # as the crawl does: what refuses the page, then the page
    refused = describe_refusal(portal, url, page)
    read = refused or read_article_page(portal, page, checked=True)
    wrong = diagnose_article(read, find_next_page(portal, page))
    if isinstance(read, Rejected):
        return LiveArticle(column, url, status, read.reason, wrong=wrong)
    remarks = tuple(map(str, remark_read_page(portal, page, read.metadata)))
    return LiveArticle(column, url, status, "kept", read, wrong, remarks)
