"""Ask for stored articles again, and note what has changed.

Of an article of several pages the first and the last known page are requested, and what its pages
load apart; if the first has changed, all of them. An article that has not changed is left as it is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator
from datetime import date, datetime, timedelta

from webarticlecurator import article as extract
from webarticlecurator.archive import today_in
from webarticlecurator.build.changes import reject_excluded
from webarticlecurator.captures.tasks import build_task
from webarticlecurator.crawl.article_fetching import OPEN, article_origin, is_in_column
from webarticlecurator.crawl.page_fetching import PageFetcher, is_same_answer, is_usable, last_pages
from webarticlecurator.crawl.requester import Requester
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import PortalRefused, UsageError
from webarticlecurator.model.article import Rejected
from webarticlecurator.model.capture import GONE, Capture
from webarticlecurator.model.log_lines import get_logger
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import RefreshRules
from webarticlecurator.model.verdict import TRANSIENT
from webarticlecurator.states.state_without_page import state_without_page
from webarticlecurator.states.summary import RefreshCounts
from webarticlecurator.store import ArticleRow, WritableCorpus
from webarticlecurator.text.translation import make_message
from webarticlecurator.warc.record import parse_date, warc_date
from webarticlecurator.workers.executor import CrawlOptions, RefreshSelection

_log = get_logger(__name__)

UNCHANGED, CHANGED, GONE_NOW, FAILED = "unchanged", "changed", "gone", "failed"
"""Outcomes of a refresh: the same pages · at least one other page · 404 or 410 · no answer, an
error, or a page in place of the article, such as a login page."""


class ArticleRefresher:
    """Asks for stored articles again; one per crawl.

    ``outcomes`` has those that were asked for, by canonical address, ``failures`` the reasons of
    those that are FAILED. ``count_article`` is called with the address of each.
    """

    def __init__(
        self,
        portal: Portal,
        corpus: WritableCorpus,
        requester: Requester,
        pages: PageFetcher,
        count_article: Callable[[str], None],
    ) -> None:
        self._portal, self._corpus, self._requester = portal, corpus, requester
        self._pages, self._count_article = pages, count_article
        self.outcomes: dict[str, str] = {}
        self.failures: dict[str, str] = {}
        self._failure = ""

    def counts(self, new_versions: Collection[str] | None) -> RefreshCounts:
        """Return how many articles were asked for, by outcome.

        ``new_versions`` are those whose words or metadata have changed, if they were built; other
        pages of the same article are unchanged then.
        """
        found = [
            UNCHANGED
            if outcome == CHANGED and new_versions is not None and canonical not in new_versions
            else outcome
            for canonical, outcome in self.outcomes.items()
        ]
        numbers = (found.count(each) for each in (UNCHANGED, CHANGED, GONE_NOW, FAILED))
        return RefreshCounts(len(found), *numbers)

    def refresh(self, due: DueArticle) -> None:
        """Ask for one article again and note what has changed, in one transaction. Raises
        PortalRefused, after what is known was committed."""
        article = due.article
        if reject_excluded(self._portal, self._corpus, article):
            self._corpus.refreshes.clear_due(article.id)
            self._corpus.commit()
            return
        if due.since is None and self._pages.was_answered_now(article.requested):
            return
        # a kill or a refusal leaves the mark, so that the next run asks for the remaining pages
        self._corpus.refreshes.mark_due(article.id)
        try:
            outcome = self._refresh(due)
        except PortalRefused as refusal:
            self.outcomes[article.canonical] = FAILED
            self.failures[article.canonical] = refusal.message
            self._corpus.commit()
            raise
        # the answer may have given it another canonical address
        current = self._corpus.frontier.article(article.requested) or article
        self.outcomes[current.canonical] = outcome
        _log.debug("asked again: %s: %s %s", article.requested, outcome, self._failure)
        if outcome == FAILED:
            self.failures[current.canonical] = self._failure
        self._corpus.refreshes.clear_due(article.id)
        self._corpus.end_step()
        self._count_article(article.requested)

    def _refresh(self, due: DueArticle) -> str:
        article, self._failure = due.article, ""
        outcome, is_new = self._ask_for_first_page(due)
        # the same answer again may confirm that the article has shrunk
        is_look = outcome != FAILED and self._corpus.refreshes.look_of(article.id) is not None
        # an article without TEI may have been answered by an error for the first time
        has_failed = outcome == FAILED and article.tei is None and article.reason != "split"
        if is_new or is_look or has_failed:
            article = self._pages.update_state(article)
        if outcome not in (UNCHANGED, CHANGED) or article.state in OPEN:
            return outcome
        refused = None if self._shows_text_of(article) else self._find_refusal(article)
        if refused is not None:
            # a redirect to another article waits for its confirmation
            return UNCHANGED if refused.reason == "duplicate" else FAILED
        self._requester.client.reset_walls()
        all_of_them = is_new or is_look
        if self._ask_for_later_pages(article, due, all_of_them=all_of_them) or is_look:
            self._corpus.frontier.set_state(article.canonical, "stored")
            return CHANGED
        return FAILED if self._failure and outcome == UNCHANGED else outcome

    def _ask_for_first_page(self, due: DueArticle) -> tuple[str, bool]:
        """Request the first page if it has changed; or find out what an earlier run, which was
        interrupted, got for it. Return its outcome, and whether it is not as before."""
        url = due.article.requested
        if due.since is None:
            before = self._corpus.captures.last_answers(url)
            answer = self._requester.get_if_changed(url, article_origin(self._corpus, due.article))
            if not is_usable(answer):
                self._failure = self._describe_answer(url)
                # a redirect is known from now on, whatever became of it
                return FAILED, any(hop.location for hop in answer.captures)
        else:
            before = self._corpus.captures.last_answers(url, 2)[1:]
        latest = self._corpus.captures.last_answers(url)[0]
        is_new = not before or not is_same_answer(latest, before[0])
        if latest.status in GONE:
            return GONE_NOW, is_new
        # the page before may have come as the answer to a request for another address
        pages = self._corpus.captures.ranked([url])[:2]
        is_new = is_new or (len(pages) == 2 and not is_same_answer(*pages))
        return CHANGED if is_new else UNCHANGED, is_new

    def _describe_answer(self, url: str) -> str:
        """Return why the last answer is of no use."""
        fetch = self._corpus.captures.last_fetch(url)
        return "no answer" if fetch is None else ": ".join(state_without_page(fetch)[1:])

    def _shows_text_of(self, article: ArticleRow) -> bool:
        """Return True if the last answer is the page whose text is that of the article."""
        pages = self._corpus.frontier.pages(article.canonical)
        record = pages[0].record_id if pages else None
        shown = self._corpus.captures.by_id(record) if record else None
        answers = self._corpus.captures.last_answers(article.requested)
        return shown is not None and bool(answers) and is_same_answer(answers[0], shown)

    def _find_refusal(self, article: ArticleRow) -> Rejected | None:
        """Return the rejection of the page that was sent by the page checks, or None. A page that
        stands in place of any other is counted, which may end the crawl."""
        task = build_task(self._portal, self._corpus, article)
        page = self._pages.states.reader.find_newest(task.start, task.shared)
        refused = page.refused if page is not None else None
        if refused is None:
            return None
        self._failure = refused.describe()
        if refused.reason in TRANSIENT:
            self._requester.client.count_wall(article.requested, self._failure)
        return refused

    def _ask_for_later_pages(
        self, article: ArticleRow, due: DueArticle, *, all_of_them: bool
    ) -> bool:
        """Request all later pages; or the last known one, and what the pages load apart. If one of
        these has changed, also those that follow it. Return True if a page has changed or is
        new."""
        if all_of_them:
            return self._pages.fetch_pages(article, lambda url: not self._is_done(due, url))
        is_changed = False
        for url, level in last_pages(self._corpus, article):
            if self._is_done(due, url):
                continue
            answer = self._pages.request_again(article, url, level)
            is_changed |= bool(answer)
            if answer is None:
                self._failure = self._describe_answer(url)
        if is_changed:
            self._pages.fetch_pages(article)
        return is_changed

    def _is_done(self, due: DueArticle, url: str) -> bool:
        """Return True if an interrupted run has asked for a page already."""
        answers: list[Capture] = self._corpus.captures.last_answers(url)
        return due.since is not None and bool(answers) and answers[0].order_time >= due.since


# Plan which stored articles a crawl asks for again (``article.refresh``, ``--refresh``).

NOTE = "refresh"
"""Key of the note about a selection that a run has begun and not finished."""


@dataclass(frozen=True)
class DueArticle:
    """An article to ask for again.

    ``since``: its pages that were captured then or later are not asked for, since an earlier run,
    which was interrupted, has done so; None if it has not.
    """

    article: ArticleRow
    since: datetime | None = None


class RefreshPlan:
    """The articles that a crawl asks for again; one per crawl.

    ``now`` is the time at which the crawl begins. Raises UsageError if an address of the selection
    is not that of an article of the corpus.
    """

    def __init__(
        self, portal: Portal, corpus: WritableCorpus, options: CrawlOptions, now: datetime
    ) -> None:
        self._portal, self._corpus, self._now = portal, corpus, now
        self._rules, self._column = portal.refresh, options.column
        self._selection = options.refresh or RefreshSelection()
        rows = (self._find_article(url) for url in self._selection.addresses)
        self._named = {row.id: row for row in rows}
        # when a run began to ask for this selection and was interrupted; else now
        words, since = json.loads(corpus.run_log.get_meta(NOTE) or '["", ""]')
        is_resumed = options.refresh is not None and words == self._selection.words()
        self._since = parse_date(since) if is_resumed else now
        self.is_wanted = (
            options.refresh is not None
            or self._rules != RefreshRules()
            or bool(corpus.refreshes.looks_due(now))
        )

    def count(self) -> int:
        """Return the number of articles that are due now."""
        return sum(1 for _ in self._due())

    def due(self) -> Iterator[DueArticle]:
        """Yield the articles to ask for again: those that show less than before, those whose
        listing has changed, those whose day is recent, the one with the oldest capture first, and
        those of the selection."""
        for due in self._due():
            current = self._corpus.frontier.article(due.article.canonical)
            if current is not None and current.state not in OPEN:
                yield DueArticle(current, due.since)

    def begin(self) -> None:
        """Note that the selection is being asked for. Needs ``corpus.commit``."""
        if self._selection != RefreshSelection():
            note = [self._selection.words(), warc_date(self._since)]
            self._corpus.run_log.set_meta(NOTE, json.dumps(note))

    def finish(self) -> None:
        """Note that every article of the selection was asked for. Needs ``corpus.commit``."""
        if self._selection != RefreshSelection():
            self._corpus.run_log.set_meta(NOTE, "")

    def _due(self) -> Iterator[DueArticle]:
        seen: set[int] = set()  # those of the selection come last and are not kept
        looks = self._corpus.refreshes.looks_due(self._now)
        # those that showed less than before, whatever the rules say
        shrunk = [DueArticle(row) for row in looks if self._is_in_column(row)]
        for due in (*shrunk, *self._noted(), *self._recent()):
            if due.article.id not in seen:
                seen.add(due.article.id)
                yield due
        for row in self._selected():
            if row.id not in seen and not self._is_done(row) and self._is_in_column(row):
                yield DueArticle(row)

    def _is_done(self, row: ArticleRow) -> bool:
        """Return True if the run that began with the selection has asked for an article."""
        if self._since == self._now:
            return False
        answers = self._corpus.captures.last_answers(row.requested)
        return bool(answers) and answers[0].time > self._since

    def _noted(self) -> Iterator[DueArticle]:
        """Yield the articles whose listing has changed since the last capture, and those whose
        pages were not all asked for when a refresh was interrupted."""
        for row in self._corpus.refreshes.due():
            answers = self._corpus.captures.last_answers(row.requested, 2)
            if not answers:
                continue
            captured, names = answers[0].time, self._rules.listed
            if names and self._corpus.refreshes.has_changed_listing(row.id, names, captured):
                due = DueArticle(row)
            elif self._has_pages_left(row):
                due = DueArticle(row, answers[0].order_time)
            else:  # it was captured since
                self._corpus.refreshes.clear_due(row.id)
                continue
            if self._is_in_column(row):
                yield due

    def _has_pages_left(self, row: ArticleRow) -> bool:
        """Return True if later pages of an article are older than its first page, and should have
        been asked for with it."""
        answers = self._corpus.captures.last_answers(row.requested, 2)
        if len(answers) < 2:
            return False
        later = [page.url for page in self._corpus.frontier.pages(row.canonical)[1:]]
        if is_same_answer(answers[0], answers[1]):
            later = [url for url, _ in last_pages(self._corpus, row)]
        pages = (self._corpus.captures.last_answers(url) for url in later)
        return any(page and page[0].order_time < answers[0].order_time for page in pages)

    def _recent(self) -> list[DueArticle]:
        """Return the articles whose day is less than ``within`` ago and whose latest capture is
        older than ``every``, the one with the oldest capture first."""
        within = self._rules.within
        if within is None:
            return []
        first_day = first_day_within(today_in(self._portal.timezone, self._now), within).isoformat()
        found = [
            (answers[0].time, row.id, row)
            for row in self._corpus.refreshes.dated_since(first_day)
            if (answers := self._corpus.captures.last_answers(row.requested))
            and self._now - answers[0].time > self._rules.every
        ]
        found.sort(key=lambda each: each[:2])
        return [DueArticle(row) for _, _, row in found if self._is_in_column(row)]

    def _selected(self) -> Iterator[ArticleRow]:
        yield from self._named.values()
        refreshes, first_day = self._corpus.refreshes, self._selection.published_since
        more: Iterator[ArticleRow] = iter(())
        if self._selection.everything:
            more = refreshes.all_articles()
        elif first_day is not None:
            more = refreshes.dated_since(first_day.isoformat())
        yield from (row for row in more if row.id not in self._named)

    def _find_article(self, url: str) -> ArticleRow:
        """Return the article with an address, also of a later page of it or of a part of it."""
        frontier = self._corpus.frontier
        row = (
            frontier.article(url)
            or frontier.article(extract.canonical_address(url, self._portal.address))
            or frontier.find_article(url)
        )
        if row is not None and "#" in row.requested:  # a part is requested with its page
            row = frontier.article(row.requested.partition("#")[0])
        if row is None:
            raise UsageError(
                make_message("--refresh: no article of the corpus has the address {url}", url=url),
                "Give an address as `curator why` knows it; new articles come from the archive.",
            )
        return row

    def _is_in_column(self, row: ArticleRow) -> bool:
        return is_in_column(self._corpus, row, self._column)


def first_day_within(today: date, within: timedelta) -> date:
    """Return the first day that is less than ``within`` before ``today``."""
    days = -(-within // timedelta(days=1)) - 1
    return date.fromordinal(min(max(today.toordinal() - days, 1), date.max.toordinal()))
