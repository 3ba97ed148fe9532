"""The second level: the articles that the archive lists, and the later pages of articles of several
pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain as chain_all

from webarticlecurator.errors import PageUnreadable, PortalRefused
from webarticlecurator.model.capture import GONE, Origin
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import BUILD_FAILURES, TRANSIENT
from webarticlecurator.run.article_state import Settler
from webarticlecurator.run.building.article_page_choice import is_passing
from webarticlecurator.run.building.article_pages import ArticlePage, follow_pages
from webarticlecurator.run.building.build_article import is_missing, page_rows
from webarticlecurator.run.building.capture_sources import CorpusSource
from webarticlecurator.run.building.tasks import build_task
from webarticlecurator.run.changed_overrides import reject_excluded
from webarticlecurator.run.crawling.requester import Requester
from webarticlecurator.run.progress import Progress
from webarticlecurator.run.setup import CrawlOptions
from webarticlecurator.store import ArticleRow, Corpus

OPEN = ("pending", "failed")
FORBIDDEN = ("robots", "private-address")
"""Rejections that may pass: robots.txt and what a name resolves to can change."""


class ArticleFetcher:
    """One per crawl. ``fetched`` counts the articles asked for and answered in this run;
    ``options.limit`` ends the crawl there, ``options.column`` leaves to other runs what that column
    does not list.

    What was never tried comes first, then what was tried in vain, the longest ago first: however
    many of these make the breaker end a run, each run gets further."""

    def __init__(
        self,
        portal: Portal,
        corpus: Corpus,
        requester: Requester,
        options: CrawlOptions,
        progress: Progress,
    ) -> None:
        self._portal, self._corpus, self._requester = portal, corpus, requester
        self._limit, self._column, self._progress = options.limit, options.column, progress
        self._settler = Settler(portal, corpus)
        self._begun = corpus.captures.last_fetch_id()  # fetches with a higher id are this run's
        self.fetched = 0

    def full(self) -> bool:
        """True once the limit is reached."""
        return self._limit is not None and self.fetched >= self._limit

    def fetch(self, canonicals: Sequence[str]) -> None:
        """The given articles, those that are still pending."""
        for canonical in canonicals:
            article = self._corpus.frontier.article(canonical)
            if article is not None and article.state == "pending" and not self.full():
                self._one(article)

    def rest(self) -> None:
        """Everything that is pending, and what robots.txt forbids no more; then what failed and
        missing later pages once more, but for what was tried in this run."""
        for article in self._never_tried():
            if self.full():
                return
            if self._wanted(article):
                self._one(article)
        for canonical in self._tried_in_vain():
            if self.full():
                return
            again = self._corpus.frontier.article(canonical)
            if again is not None and again.state in OPEN:
                self._one(again)
            elif again is not None:
                self._missing_pages(again)

    def _never_tried(self) -> Iterator[ArticleRow]:
        for article in self._corpus.frontier.articles("pending"):
            if not self._tried(article.requested):
                yield article
        for article in chain_all(
            *(self._corpus.frontier.rejected_for(reason) for reason in FORBIDDEN)
        ):
            if not self._tried(article.requested) and self._requester.allowed(article.requested):
                yield article

    def _tried_in_vain(self) -> list[str]:
        """Canonical addresses of what failed, and of articles with a missing page, that were not
        tried in this run; the last try that is the longest ago comes first."""
        found = [(self._last_try(a.requested), a) for a in self._corpus.frontier.articles("failed")]
        found += [
            (self._last_try(self._missing(a)), a)
            for a in self._corpus.index_reset.incomplete_articles()
            if a.reason != "excluded"
        ]
        due = sorted(
            (number, a.id, a.canonical)
            for number, a in found
            if number <= self._begun and self._wanted(a)
        )
        return [canonical for _, _, canonical in due]

    def _missing(self, article: ArticleRow) -> str:
        pages = self._corpus.frontier.pages(article.canonical)
        return next((page.url for page in pages if page.record_id is None), "")

    def _missing_pages(self, article: ArticleRow) -> None:
        settled = self._settler.settle(article) if article.state == "stored" else article
        if settled.state in OPEN:
            self._one(settled)
        elif self._pages(settled):
            self._corpus.frontier.set_state(settled.canonical, "stored")
            self._corpus.frontier.set_build(settled.canonical, settled.tei, None)
        self._corpus.commit()

    def _last_try(self, url: str) -> int:
        """The number of the last fetch of an address; 0 without one."""
        fetch = self._corpus.captures.last_fetch(url)
        return fetch.id if fetch is not None else 0

    def _tried(self, url: str) -> bool:
        """Whether an address was asked for in this run."""
        return self._last_try(url) > self._begun

    def _wanted(self, article: ArticleRow) -> bool:
        """Listed by the column that this run is about."""
        listings = self._corpus.frontier.listings(article.canonical) if self._column else ()
        return self._column is None or any(
            listing.walk.column == self._column for listing in listings
        )

    def _one(self, article: ArticleRow) -> None:
        """Ask for an article unless it is stored, settle it, and fetch its later pages: one
        transaction, so that a killed run knows that pages may be missing."""
        if reject_excluded(self._portal, self._corpus, article):
            self._corpus.commit()
            return
        settled = self._settler.settle(article)
        due = (
            settled.state in OPEN and settled.reason not in BUILD_FAILURES
        ) or settled.reason in FORBIDDEN
        if due and not self._tried(settled.requested):
            settled = self._asked(settled)
        if settled.state == "stored":
            self._pages(settled)
        self._corpus.commit()
        self._progress.step(article.requested)

    def _asked(self, article: ArticleRow) -> ArticleRow:
        """The article after it was asked for. Raises PortalRefused; what came is settled all the
        same."""
        known = self._corpus.frontier.count_in_state("failed", "shared-redirect")
        try:
            self._requester.get(
                article.requested, Origin("article", article.column, via=self._listed_on(article))
            )
        except PortalRefused:
            self._settler.settle(article)
            self._corpus.commit()
            raise
        settled = self._settler.settle(article)
        self.fetched += settled.state not in OPEN
        if settled.reason in TRANSIENT:
            more = self._corpus.frontier.count_in_state("failed", "shared-redirect") - known
            for _ in range(max(more, 1)):  # an earlier one turned out to be no article, either
                self._requester.wall(article.requested, f"{settled.reason}: {settled.evidence}")
        elif settled.state in ("stored", "tei"):
            self._requester.passed()
        return settled

    def _pages(self, article: ArticleRow) -> bool:
        """Follow the article's next-page rule, asking for each page that is not stored, and note
        which there are; True if one came."""
        source, task = CorpusSource(self._corpus), build_task(self._portal, self._corpus, article)
        head, came = task.head, False
        stored = self._settler.reader.pages_of(head, task.shared)

        def find(url: str) -> ArticlePage | None:
            nonlocal came
            leaf = stored(url)
            if (
                url == head.url
                or not (leaf is None or is_missing(source, leaf))
                or not self._worth_asking(url)
            ):
                return leaf
            self._requester.get(url, Origin("continuation", article.column, via=article.requested))
            leaf = stored(url)
            came = came or not (leaf is None or is_passing(leaf))
            if leaf is not None and leaf.refused is not None and is_passing(leaf):
                self._requester.wall(url, f"{leaf.refused.reason}: {leaf.refused.evidence}")
            return leaf

        try:
            leaves, _ = follow_pages(head, find)
        except PageUnreadable as error:
            self._corpus.frontier.set_state(
                article.canonical, "failed", reason=error.reason, evidence=error.message
            )
            return False
        self._corpus.frontier.set_pages(article.canonical, page_rows(source, leaves))
        return came

    def _worth_asking(self, url: str) -> bool:
        """Not asked in this run, and not known to be gone."""
        if self._tried(url):
            return False
        fetch = self._corpus.captures.last_fetch(url)
        return fetch is None or fetch.final is None or fetch.final.status not in GONE

    def _listed_on(self, article: ArticleRow) -> str | None:
        listings = self._corpus.frontier.listings(article.requested)
        return listings[0].page if listings else None
