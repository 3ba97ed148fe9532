"""``curator check --live``: one archive page of each column and two articles, looked at as a crawl
would, and nothing stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from webarticlecurator.archive import (
    LocatedPage,
    match_address,
    plan_spans,
    span_of,
    state_after,
    today_in,
)
from webarticlecurator.archive.list_diagnostics import ListRead, diagnose_list, find_repeated_lists
from webarticlecurator.archive.plan import SpanPlan
from webarticlecurator.errors import PageUnreadable, PortalRefused
from webarticlecurator.extract import check_page, find_next_page, read_article_page
from webarticlecurator.extract.analysis.diagnostics.article_diagnostics import (
    diagnose_article,
    diagnose_articles,
)
from webarticlecurator.fetch import ConnectionSettings
from webarticlecurator.model.article import PageExtract, Rejected
from webarticlecurator.model.capture import GONE
from webarticlecurator.model.hosts import portal_hosts
from webarticlecurator.model.portal import ArticleRules, Portal, Span
from webarticlecurator.rules import has_pager_without_current
from webarticlecurator.run.crawling.listing import StoredAnswer, index_links, next_archive_page
from webarticlecurator.run.crawling.visiting import PageVisit, PageVisitor
from webarticlecurator.run.setup import Runtime
from webarticlecurator.run.workers.evaluate import evaluate_in_worker

ARTICLES = 2
TRIES = 4
"""Articles asked for at most: one that the portal file itself rejects does not count."""


@dataclass(frozen=True)
class LiveOptions:
    """``today``: a day in the portal's zone (None: today); ``proxy`` and ``ca_file`` (PEM) as for a
    crawl."""

    today: date | None = None
    proxy: str | None = None
    ca_file: str | None = None


@dataclass(frozen=True)
class LiveList:
    """An archive page: the articles that it lists (absolute addresses), what the walk would request
    next and, if it ends there, why (a key of ``archive.ENDS``), and what looks wrong, in words."""

    column: str
    url: str
    status: int | None
    articles: tuple[str, ...] = ()
    next_page: str | None = None
    ended: str = ""
    wrong: tuple[str, ...] = ()


@dataclass(frozen=True)
class LiveArticle:
    """An article's page: what would be stored of it (``verdict``: kept, a reason, or failed), and
    what looks wrong, in words."""

    column: str
    url: str
    status: int | None
    verdict: str = "failed"
    read: PageExtract | None = None
    wrong: tuple[str, ...] = ()


@dataclass(frozen=True)
class LiveAnswer:
    """``wrong``: what only shows when all is looked at together."""

    lists: tuple[LiveList, ...]
    articles: tuple[LiveArticle, ...]
    wrong: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """True if nothing looks wrong."""
        return not (
            self.wrong
            or any(one.wrong for one in self.lists)
            or any(one.wrong for one in self.articles)
        )


@dataclass(frozen=True)
class _Place:
    """The archive page of a column that is looked at, and another one in case there was nothing on
    the first one's date."""

    span: Span
    url: str
    other: str


def check_live(
    portal: Portal, options: LiveOptions | None = None, effects: Runtime | None = None
) -> LiveAnswer:
    """Look at ``portal`` on the net, as politely as a crawl. Raises PortalRefused where it stops us
    or refuses every page."""
    options, effects = options or LiveOptions(), effects or Runtime()
    day = options.today or today_in(portal.timezone, effects.clock.now())
    way = ConnectionSettings(
        portal.fetch, portal_hosts(portal), options.proxy, options.ca_file, say=effects.progress.say
    )
    with PageVisitor(way, effects.clock) as visitor:
        lists = []
        for place in _places(portal, day):
            effects.progress.say(f"looking at {place.url}")
            lists.append(_list(portal, place, visitor))
        articles = tuple(_articles(portal, lists, visitor))
        if visitor.refused:
            raise PortalRefused(
                f"{portal.home}: the portal refuses every page (status"
                f" {lists[0].status if lists else None})",
                "Look at one of its pages in a browser; try again later, with a longer fetch.delay,"
                " or ask the portal.",
            )
    kept = [article.read for article in articles if article.read is not None]
    listed = {one.column: one.articles for one in lists}
    return LiveAnswer(
        tuple(lists), articles, (*find_repeated_lists(listed), *diagnose_articles(kept))
    )


def _places(portal: Portal, day: date) -> Iterator[_Place]:
    """For each column its newest page."""
    lines = plan_spans(portal, day)
    for column in portal.columns:
        begun = [
            (span, line)
            for line in lines
            for span in column.spans
            if _is(line, span) and line.first
        ]
        if begun:
            yield _newest(*max(begun, key=lambda pair: _reach(pair[0])))


def _is(line: SpanPlan, span: Span) -> bool:
    return (line.column, line.span) == (span.column, span.number)


def _reach(span: Span) -> tuple[date, int]:
    return (span.dates.until or date.max) if span.dates else date.max, -span.number


def _newest(span: Span, line: SpanPlan) -> _Place:
    upwards = (
        span.dates is not None
        and not span.dates.newest_first
        and line.pages in (None, line.windows)
    )
    return _Place(span, line.last if upwards else line.first, line.middle if span.dates else "")


def _list(portal: Portal, place: _Place, visitor: PageVisitor) -> LiveList:
    """The page of a place; the other one where this one has nothing for its date, which may well be
    so."""
    found = _read_list(portal, place, visitor)
    nothing = found.status in GONE or (found.status == 200 and not found.articles)
    if nothing and place.other not in ("", place.url):
        return _read_list(portal, replace(place, url=place.other, other=""), visitor)
    return found


def _read_list(portal: Portal, place: _Place, visitor: PageVisitor) -> LiveList:
    span, visit = place.span, visitor.get(place.url)
    if visit.trouble:
        return LiveList(span.column, place.url, visit.status, wrong=(visit.trouble,))
    answer = StoredAnswer(
        visit.answered, visit.content, visit.content_type, span.column, None, span.number
    )
    try:
        found: LiveList = evaluate_in_worker(
            portal, _judge_list, (place.url, visit.status, answer), place.url
        )
    except PageUnreadable as error:
        return LiveList(span.column, place.url, visit.status, wrong=(error.message,))
    return found


def _judge_list(
    portal: Portal, _source: object, task: tuple[str, int | None, StoredAnswer]
) -> LiveList:
    url, status, answer = task
    span = span_of(portal, LocatedPage(answer.column or "", answer.span))
    page = answer.page(portal)
    listed = tuple(link.url for link in index_links(span, page))
    named = next_archive_page(span, page)
    read = ListRead(url, answer.url, listed, named, portal.home, span.dates is not None)
    refused = check_page(page, ArticleRules()) if len(listed) < 2 else None
    signs = diagnose_list(read) if refused is None else diagnose_article(refused)
    hit = match_address(span, url, portal.language)
    window = hit.window.key if hit and hit.window else ""
    located = LocatedPage(span.column, span.number, window, hit.page if hit else None)
    lost = named is None and has_pager_without_current(span.pagination.next, page)
    after = state_after(portal, located, url, listed, named, pager_without_current=lost)
    return LiveList(span.column, url, status, listed, after.address, after.stop_reason, signs)


def _articles(
    portal: Portal, lists: Sequence[LiveList], visitor: PageVisitor
) -> Iterator[LiveArticle]:
    wanted = ARTICLES
    for column, url in _candidates(lists)[:TRIES]:
        if wanted:
            article = _article(portal, column, visitor.get(url))
            wanted -= article.read is not None or bool(article.wrong)
            yield article


def _candidates(lists: Sequence[LiveList]) -> list[tuple[str, str]]:
    """Column and address: the first article of the first and of the last list, then others of the
    same two."""
    listed = [one for one in lists if one.articles]
    ends = [one for one in listed[:1] + listed[-1:] if listed]
    depth = max((len(one.articles) for one in ends), default=0)
    turns = [
        (one.articles[n], one.column) for n in range(depth) for one in ends if n < len(one.articles)
    ]
    return [(column, url) for url, column in dict(reversed(turns)).items()][::-1]


def _article(portal: Portal, column: str, visit: PageVisit) -> LiveArticle:
    if visit.trouble:
        return LiveArticle(column, visit.url, visit.status, wrong=(visit.trouble,))
    if not portal_hosts(portal).belongs(visit.answered, visit.url):
        return LiveArticle(
            column, visit.url, visit.status, "off-portal", wrong=(f"it leads to {visit.answered}",)
        )
    answer = StoredAnswer(visit.answered, visit.content, visit.content_type, column)
    try:
        found: LiveArticle = evaluate_in_worker(
            portal, _judge_article, (visit.url, visit.status, answer), visit.url
        )
    except PageUnreadable as error:
        return LiveArticle(column, visit.url, visit.status, wrong=(error.message,))
    return found


def _judge_article(
    portal: Portal, _source: object, task: tuple[str, int | None, StoredAnswer]
) -> LiveArticle:
    url, status, answer = task
    page, column = answer.page(portal), answer.column or ""
    read = read_article_page(portal, page)
    wrong = diagnose_article(read, find_next_page(portal, page))
    if isinstance(read, Rejected):
        return LiveArticle(column, url, status, read.reason, wrong=wrong)
    return LiveArticle(column, url, status, "kept", read, wrong)
