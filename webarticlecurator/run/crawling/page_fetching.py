"""Fetch the later pages of articles, and know which addresses were requested in a run."""

from __future__ import annotations

from collections.abc import Callable

from webarticlecurator.errors import PageUnreadable
from webarticlecurator.model.capture import GONE, Capture, Origin
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.article_state import StateUpdater
from webarticlecurator.run.building.article_page_choice import is_transient
from webarticlecurator.run.building.article_pages import ArticlePage, follow_pages
from webarticlecurator.run.building.build_article import is_missing, page_rows
from webarticlecurator.run.building.capture_sources import CorpusSource
from webarticlecurator.run.building.tasks import build_task
from webarticlecurator.run.crawling.requester import CrawlAnswer, Requester
from webarticlecurator.store import ArticleRow, WritableCorpus


def _ask_none_again(_url: str) -> bool:
    return False


class PageFetcher:
    """Requests the later pages of articles; one per crawl. ``states`` updates the articles."""

    def __init__(self, portal: Portal, corpus: WritableCorpus, requester: Requester) -> None:
        self._portal, self._corpus, self._requester = portal, corpus, requester
        self.states = StateUpdater(portal, corpus)
        # fetches of this run have a higher id
        self.last_fetch_before = corpus.captures.last_fetch_id()

    def last_fetch(self, url: str) -> int:
        """Return the id of the last fetch of an address; 0 if there is none."""
        fetch = self._corpus.captures.last_fetch(url)
        return fetch.id if fetch is not None else 0

    def was_tried_now(self, url: str) -> bool:
        """Return True if an address was requested in this run."""
        return self.last_fetch(url) > self.last_fetch_before

    def was_answered_now(self, url: str) -> bool:
        """Return True if an address was requested in this run, or reached through a redirect."""
        return self.was_tried_now(url) or self._corpus.captures.answered_since(
            url, self.last_fetch_before
        )

    def fetch_pages(
        self, article: ArticleRow, ask_again: Callable[[str], bool] = _ask_none_again
    ) -> bool:
        """Follow the next-page rule of an article, request each page that is not stored, and note
        the pages; return True if a page arrived.

        A stored page for which ``ask_again`` returns True is requested if it has changed; it
        arrived if it has.
        """
        source, task = CorpusSource(self._corpus), build_task(self._portal, self._corpus, article)
        find_stored = self.states.reader.pages_of(task.start, task.shared)
        has_new_page = False

        def find(url: str) -> ArticlePage | None:
            nonlocal has_new_page
            page = find_stored(url)
            if url == task.start.url:
                return page
            if page is None or is_missing(source, page):
                if not self._is_worth_requesting(url):
                    return page
                self._requester.get(url, _origin(article))
                page = find_stored(url)
                arrived = page is not None and not is_transient(page)
            elif ask_again(url):
                arrived = self.request_again(article, url)
                page = find_stored(url)
            else:
                return page
            has_new_page = has_new_page or arrived
            if page is not None and page.refused is not None and is_transient(page):
                self._requester.count_wall(url, f"{page.refused.reason}: {page.refused.evidence}")
            return page

        try:
            pages, _ = follow_pages(task.start, find)
        except PageUnreadable as error:
            self._corpus.frontier.set_state(
                article.canonical, "failed", reason=error.reason, evidence=error.message
            )
            return False
        self._corpus.frontier.set_pages(article.canonical, page_rows(source, pages))
        return has_new_page

    def request_again(self, article: ArticleRow, url: str) -> bool:
        """Request a later page that is stored; return True if it has changed."""
        if self.was_answered_now(url):
            return False
        earlier = self._corpus.captures.last_answers(url)
        answer = self._requester.get_if_changed(url, _origin(article))
        if answer.final is None or not is_usable(answer):
            return False
        return not (earlier and is_same_answer(answer.final, earlier[0]))

    def _is_worth_requesting(self, url: str) -> bool:
        """Return True if an address was not requested in this run and is not known to be gone."""
        if self.was_tried_now(url):
            return False
        fetch = self._corpus.captures.last_fetch(url)
        return fetch is None or fetch.final is None or fetch.final.status not in GONE


def is_usable(answer: CrawlAnswer) -> bool:
    """Return True if the portal answered with a page, or that there is none."""
    final = answer.final
    return not answer.trouble and final is not None and final.status in (200, *GONE)


def is_same_answer(answer: Capture, earlier: Capture) -> bool:
    """Return True if two answers are the same page, or both say that there is none."""
    if answer.status in GONE or earlier.status in GONE:
        return answer.status in GONE and earlier.status in GONE
    return (answer.url, answer.body_digest) == (earlier.url, earlier.body_digest)


def _origin(article: ArticleRow) -> Origin:
    """Return the origin of a later page of an article."""
    return Origin("continuation", article.column, via=article.requested)
