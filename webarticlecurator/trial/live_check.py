"""``curator check --live``: reads one archive page of each column and two articles from the portal.

They are read as a crawl would read them, and nothing is stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import islice, zip_longest

from webarticlecurator.archive import (
    NO_PLACE,
    LocatedPage,
    PagePlace,
    SourcePage,
    match_address,
    plan_spans,
    source_of,
    span_of,
    state_after,
    today_in,
)
from webarticlecurator.archive.plan import ListRead, diagnose_list, find_repeated_lists
from webarticlecurator.article import check_page, find_next_page, read_article_page
from webarticlecurator.article.diagnostics import diagnose_article, diagnose_articles
from webarticlecurator.crawl.page_rendering import find_render_steps
from webarticlecurator.crawl.page_visits import PageVisit, PageVisitor
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.errors import PageUnreadable, PortalRefused
from webarticlecurator.fetch import ConnectionSettings
from webarticlecurator.model.article import PageExtract, Rejected
from webarticlecurator.model.capture import GONE, Origin
from webarticlecurator.model.hosts import portal_hosts
from webarticlecurator.model.log_lines import name_portal
from webarticlecurator.model.portal import Portal, Span
from webarticlecurator.model.rule import ArticleRules
from webarticlecurator.states.walking import StoredAnswer, read_source_page
from webarticlecurator.text.translation import make_message
from webarticlecurator.trial.explaining import remark_read_page
from webarticlecurator.workers.executor import Runtime
from webarticlecurator.workers.shared_worker import evaluate_in_worker

MAX_NAMED_READ = 2
"""Pages of one column that are read because another one names them: a sitemap in its index."""


@dataclass(frozen=True)
class LiveAnswer:
    """The result of ``check_live``; ``wrong`` is what only shows when pages are compared."""

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


def check_live(
    portal: Portal,
    runtime: Runtime | None = None,
    today: date | None = None,
    proxy: str | None = None,
    ca_file: str | None = None,
) -> LiveAnswer:
    """Read sample pages of ``portal`` from the net, as politely as a crawl.

    ``today`` is a day in the portal's time zone (None: today); ``proxy`` and ``ca_file`` (PEM) are
    as for a crawl. Raises PortalRefused if the portal stops us or refuses every page.
    """
    runtime = runtime or Runtime()
    today = today or today_in(portal.timezone, runtime.clock.now())
    notify = runtime.progress.show_message
    settings = ConnectionSettings(portal.fetch, portal_hosts(portal), proxy, ca_file, notify=notify)
    with PageVisitor(settings, runtime.clock, portal) as visitor, name_portal(portal.id):
        lists = []
        for sample in list_sample_pages(portal, today):
            runtime.progress.show_message(make_message("looking at {url}", url=sample.url))
            lists.append(check_live_list(portal, sample, visitor))
            for _ in range(MAX_NAMED_READ):
                if not lists[-1].named:
                    break
                named = replace(sample, url=lists[-1].named, alternative="", is_named=True)
                runtime.progress.show_message(make_message("looking at {url}", url=named.url))
                lists.append(read_live_list(portal, named, visitor))
        articles = tuple(check_live_articles(portal, lists, visitor))
        if visitor.refused:
            status = lists[0].status if lists else None
            raise PortalRefused(
                make_message(
                    "{home}: the portal refuses every page (status {status})",
                    home=portal.home,
                    status=status,
                ),
                "Look at one of its pages in a browser; try again later, with a longer fetch.delay,"
                " or ask the portal.",
            )
    kept = [article.read for article in articles if article.read is not None]
    listed = {page.column: page.articles for page in lists}
    return LiveAnswer(
        tuple(lists), articles, (*find_repeated_lists(listed), *diagnose_articles(kept))
    )


# Some articles that sample archive pages list, as the portal answers now.

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
            article = _check_article(portal, column, visitor.get(url, steps))
            remaining -= article.read is not None or bool(article.wrong)
            yield article


def _check_article(portal: Portal, column: str, visit: PageVisit) -> LiveArticle:
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


# One archive page of each column, as the portal answers now.


@dataclass(frozen=True)
class LiveList:
    """An archive page and what looks wrong on it.

    ``articles`` are the absolute addresses that it lists. ``next_page`` is what the walk would
    request next; if it ends here, ``ended`` is a key of ``archive.STOP_REASONS``. ``wrong`` is in
    words. ``named`` is the first further page of the archive that it names, or "".
    """

    column: str
    url: str
    status: int | None
    articles: tuple[str, ...] = ()
    next_page: str | None = None
    ended: str = ""
    wrong: tuple[str, ...] = ()
    named: str = ""


@dataclass(frozen=True)
class SamplePage:
    """The archive page of a column that is read.

    ``alternative`` is read instead if the portal published nothing on the date of the first one.
    """

    span: Span
    url: str
    alternative: str
    is_named: bool = False


def list_sample_pages(portal: Portal, today: date) -> Iterator[SamplePage]:
    """Yield the newest archive page of each column."""
    plans = {(plan.column, plan.span): plan for plan in plan_spans(portal, today)}
    for column in portal.columns:
        begun = [
            (span, plan)
            for span in column.spans
            if (plan := plans.get((span.column, span.number))) is not None and plan.first
        ]
        if begun:
            span, plan = max(begun, key=lambda pair: _newest_span_key(pair[0]))
            dates = span.dates
            is_oldest_first = dates is not None and not dates.newest_first
            is_last = is_oldest_first and plan.pages in (None, plan.windows)
            yield SamplePage(
                span, plan.last if is_last else plan.first, plan.middle if dates else ""
            )


def _newest_span_key(span: Span) -> tuple[date, int]:
    return (span.dates.until or date.max) if span.dates else date.max, -span.number


def check_live_list(portal: Portal, sample: SamplePage, visitor: PageVisitor) -> LiveList:
    """Read an archive page, or its alternative if it lists nothing: a date may well be empty."""
    page = read_live_list(portal, sample, visitor)
    nothing = page.status in GONE or (page.status == 200 and not page.articles)
    if nothing and sample.alternative not in ("", sample.url):
        return read_live_list(
            portal, replace(sample, url=sample.alternative, alternative=""), visitor
        )
    return page


def read_live_list(portal: Portal, sample: SamplePage, visitor: PageVisitor) -> LiveList:
    """Read an archive page, and compare it with the rules; what goes wrong is in the answer."""
    span = sample.span
    steps = find_render_steps(portal, Origin("archive", span.column, span.number))
    visit = visitor.get(sample.url, steps.with_one_round() if steps is not None else None)
    if visit.trouble:
        return LiveList(span.column, sample.url, visit.status, wrong=(visit.trouble,))
    answer = StoredAnswer(
        visit.answered,
        visit.content,
        visit.content_type,
        span.column,
        None,
        span.number,
        PagePlace(window=sample.url) if sample.is_named else NO_PLACE,
    )
    try:
        page: LiveList = evaluate_in_worker(
            portal, _evaluate_list, (sample.url, visit.status, answer), sample.url
        )
    except PageUnreadable as error:
        return LiveList(span.column, sample.url, visit.status, wrong=(error.message,))
    return page


def _evaluate_list(
    portal: Portal, _source: object, task: tuple[str, int | None, StoredAnswer]
) -> LiveList:
    url, status, answer = task
    span = span_of(portal, LocatedPage(answer.column or "", answer.span))
    read = read_source_page(portal, span, answer)
    listed = tuple(link.url for link in read.links)
    signs = _diagnose_page(portal, span, url, answer, read)
    match = match_address(span, url, portal.language)
    window = answer.place.window or (match.window.key if match and match.window else "")
    after = state_after(
        portal,
        LocatedPage(span.column, span.number, window, match.page if match else None),
        url,
        listed,
        read.next_page,
        pager_without_current=read.pager_without_current,
        named_count=len(read.named),
    )
    return LiveList(
        span.column,
        url,
        status,
        listed,
        after.address,
        after.stop_reason,
        signs,
        read.named[0].url if read.named else "",
    )


def _diagnose_page(
    portal: Portal, span: Span, url: str, answer: StoredAnswer, read: SourcePage
) -> tuple[str, ...]:
    """Return what looks wrong with a page of a link source, in words."""
    if read.trouble or read.damage:
        return (read.trouble or read.damage,)
    if not source_of(span).is_list(answer.place):
        has_entries = read.links or read.named or span.dates is not None
        return () if has_entries else (make_message("it lists nothing"),)
    listed = tuple(link.url for link in read.links)
    has_date = span.dates is not None and not answer.place.is_named
    diagnosed = ListRead(url, answer.url, listed, read.next_page, portal.home, has_date)
    rejected = None
    if len(listed) < 2:
        rejected = check_page(read.suspect or answer.page(portal), ArticleRules())
    return diagnose_list(diagnosed) if rejected is None else diagnose_article(rejected)
