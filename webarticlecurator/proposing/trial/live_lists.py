"""One archive page of each column, as the portal answers now."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from webarticlecurator.articles.by_rules.diagnostics import diagnose_article
from webarticlecurator.articles.walls.page_checks import check_page
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import PageUnreadable
from webarticlecurator.base.model.capture import GONE, Origin
from webarticlecurator.base.portal.article_rules import ArticleRules
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.address_match import match_address
from webarticlecurator.crawling.archive.link_source import PagePlace, SourcePage
from webarticlecurator.crawling.archive.link_sources import source_of
from webarticlecurator.crawling.archive.list_diagnostics import ListRead, diagnose_list
from webarticlecurator.crawling.archive.next_address import state_after
from webarticlecurator.crawling.archive.page_location import LocatedPage, span_of
from webarticlecurator.crawling.archive.plan import plan_spans
from webarticlecurator.crawling.crawl.page_visits import PageVisitor
from webarticlecurator.crawling.crawl.render_choice import find_render_steps
from webarticlecurator.crawling.states.archive_listing import StoredAnswer, read_source_page
from webarticlecurator.crawling.workers.shared_worker import evaluate_in_worker


@dataclass(frozen=True)
class LiveList:
    """An archive page and what looks wrong on it.

    ``articles`` are the absolute addresses that it lists. ``next_page`` is what the walk would
    request next; if it ends here, ``ended`` is a key of ``archive.STOP_REASONS``. ``wrong`` is in
    words. ``named`` is the key of the first further page of the archive that it names, or "".
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
    ``window``: its key, if another page names it.
    """

    span: Span
    url: str
    alternative: str
    window: str = ""


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
        PagePlace(window=sample.window),
        visit.headers,
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
        read.named[0].key if read.named else "",
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
    diagnosed = ListRead(
        url, answer.url, listed, read.next_page, portal.home, has_date, read.skipped
    )
    rejected = (
        check_page(read.suspect or answer.page(portal), ArticleRules()) if len(listed) < 2 else None
    )
    return diagnose_list(diagnosed) if rejected is None else diagnose_article(rejected)
