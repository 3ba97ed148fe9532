"""Plan which stored articles a crawl asks for again (``article.refresh``, ``--refresh``)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, datetime, timedelta

from webarticlecurator.articles.by_rules.identity import canonical_address
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.article_rules import RefreshRules
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.windows import today_in
from webarticlecurator.crawling.crawl.article_fetching import OPEN, is_in_column
from webarticlecurator.crawling.crawl.page_fetching import is_same_answer, last_pages
from webarticlecurator.crawling.workers.run_options import CrawlOptions, RefreshSelection
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.warc.record import parse_date, warc_date

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
            self._corpus.run_log.set_meta(
                NOTE, json.dumps([self._selection.words(), warc_date(self._since)])
            )

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
            or frontier.article(canonical_address(url, self._portal.address))
            or frontier.find_article(url)
        )
        if row is not None and "#" in row.requested:  # a part is requested with its page
            row = frontier.article(row.requested.partition("#")[0])
        if row is None:
            raise UsageError(
                make_message("--refresh: no article of the corpus has the address {url}", url=url),
                "Give an address that `curator why` knows; the archive lists new articles.",
            )
        return row

    def _is_in_column(self, row: ArticleRow) -> bool:
        return is_in_column(self._corpus, row, self._column)


def first_day_within(today: date, within: timedelta) -> date:
    """Return the first day that is less than ``within`` before ``today``."""
    days = -(-within // timedelta(days=1)) - 1
    return date.fromordinal(min(max(today.toordinal() - days, 1), date.max.toordinal()))
