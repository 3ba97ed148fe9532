"""Ask for stored articles again, and note what has changed.

Of an article of several pages the first and the last known page are requested, and what its pages
load apart; if the first has changed, all of them. An article that has not changed is left as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from webarticlecurator.base.errors import PortalRefused
from webarticlecurator.base.model.article import Rejected
from webarticlecurator.base.model.capture import GONE, Capture
from webarticlecurator.base.model.verdict import TRANSIENT
from webarticlecurator.base.portal.log_lines import get_logger
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.building.changes import reject_excluded
from webarticlecurator.crawling.captures.tasks import build_task
from webarticlecurator.crawling.crawl.article_fetching import OPEN, article_origin
from webarticlecurator.crawling.crawl.page_fetching import (
    PageFetcher,
    is_same_answer,
    is_usable,
    last_pages,
)
from webarticlecurator.crawling.crawl.refresh_plan import DueArticle
from webarticlecurator.crawling.crawl.requester import Requester
from webarticlecurator.crawling.states.state_without_page import state_without_page
from webarticlecurator.crawling.states.summary import RefreshCounts
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.store.corpus import WritableCorpus

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
        return (
            "no answer" if fetch is None else ": ".join(state_without_page(fetch, self._corpus)[1:])
        )

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
