"""The second level: the articles that the archive lists, and the later pages of articles of several pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain as chain_all

from webarticlecurator.errors import NotRead
from webarticlecurator.model.capture import GONE, Body, Origin
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import BUILD_FAILURES
from webarticlecurator.run.building.chain import Head, chain
from webarticlecurator.run.by_hand import reject_excluded
from webarticlecurator.run.crawling.listing import answer_of, read_next_page
from webarticlecurator.run.crawling.requester import Requester
from webarticlecurator.run.progress import Progress
from webarticlecurator.run.settle import settle
from webarticlecurator.run.setup import CrawlOptions
from webarticlecurator.store import ArticleRow, Corpus, PageRow

OPEN = ("pending", "failed")
FORBIDDEN = ("robots", "private-address")
"""Rejections that may pass: robots.txt and what a name resolves to can change."""


class Articles:
    """One per crawl. ``fetched`` counts the articles asked for and answered in this run; ``options.limit`` ends the crawl there,
    ``options.column`` leaves to other runs what that column does not list."""

    def __init__(self, portal: Portal, corpus: Corpus, requester: Requester, options: CrawlOptions, progress: Progress) -> None:
        self._portal, self._corpus, self._requester = portal, corpus, requester
        self._limit, self._column, self._progress = options.limit, options.column, progress
        self._tried: set[str] = set()  # in vain, in this run: nothing else is kept in memory
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
        """Everything that is pending or failed and was not tried in this run, and what was forbidden and is no more; then missing
        later pages once more."""
        for article in self._open():
            if self.full():
                return
            if article.requested not in self._tried and self._wanted(article):
                self._one(article)
        for article in self._corpus.relisting.incomplete():
            if self._wanted(article) and article.reason != "excluded" and self._pages(article):
                self._corpus.frontier.set_state(article.canonical, "stored")
                self._corpus.frontier.set_build(article.canonical, article.tei, None)
            self._corpus.commit()

    def _open(self) -> Iterator[ArticleRow]:
        yield from self._corpus.frontier.articles(*OPEN)
        forbidden = (self._corpus.frontier.rejected_for(reason) for reason in FORBIDDEN)
        for article in chain_all(*forbidden):
            if article.requested not in self._tried and self._requester.allowed(article.requested):
                yield article

    def _wanted(self, article: ArticleRow) -> bool:
        """Listed by the column that this run is about."""
        listings = self._corpus.frontier.listings(article.canonical) if self._column else ()
        return self._column is None or any(listing.walk.column == self._column for listing in listings)

    def _one(self, article: ArticleRow) -> None:
        """Ask for an article unless it is stored, settle it, and fetch its later pages: one transaction, so that a killed run
        knows that pages may be missing."""
        if reject_excluded(self._portal, self._corpus, article):
            self._corpus.commit()
            return
        settled = settle(self._portal, self._corpus, article)
        if (settled.state in OPEN and settled.reason not in BUILD_FAILURES) or settled.reason in FORBIDDEN:
            self._requester.get(article.requested, Origin("article", article.column, via=self._listed_on(article)))
            settled = settle(self._portal, self._corpus, article)
            self.fetched += settled.state not in OPEN
        if settled.state in OPEN:
            self._tried.add(article.requested)
        if settled.state == "stored":
            self._pages(settled)
        self._corpus.commit()
        self._progress.step(article.requested)

    def _pages(self, article: ArticleRow) -> bool:
        """Follow the article's next-page rule, asking for each page that is not stored, and note which there are; True if one
        came."""
        listings = self._corpus.frontier.listings(article.requested)
        head = Head(article.requested, article.column, listings[0].listed if listings else ())
        came = False

        def find(url: str) -> Body | None:
            nonlocal came
            capture = self._corpus.captures.best([url], self._portal.captures)
            if capture is None and self._worth_asking(url):
                self._requester.get(url, Origin("continuation", article.column, via=article.requested))
                capture = self._corpus.captures.best([url], self._portal.captures)
                came = came or capture is not None
                if capture is None:
                    self._tried.add(url)
            return self._corpus.read(capture) if capture is not None else None

        try:
            leaves, _ = chain(self._portal, head, find, _follow)
        except NotRead as error:
            self._corpus.frontier.set_state(article.canonical, "failed", reason=error.reason, evidence=error.message)
            return False
        pages = [PageRow(leaf.url, leaf.capture.record_id if leaf.capture else None) for leaf in leaves]
        self._corpus.frontier.set_pages(article.canonical, pages)
        return came

    def _worth_asking(self, url: str) -> bool:
        """Not asked in this run, and not known to be gone."""
        if url in self._tried:
            return False
        fetch = self._corpus.captures.last_fetch(url)
        return fetch is None or fetch.final is None or fetch.final.status not in GONE

    def _listed_on(self, article: ArticleRow) -> str | None:
        listings = self._corpus.frontier.listings(article.requested)
        return listings[0].page if listings else None


def _follow(portal: Portal, body: Body, head: Head) -> tuple[None, str | None]:
    """Only the next page, found where a rule may run for ever. Raises NotRead."""
    return None, read_next_page(portal, answer_of(portal, body, head.column))
