"""Fetch the articles that the archive lists, with the later pages of articles of several pages."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial
from itertools import islice

from webarticlecurator.base.errors import PortalRefused
from webarticlecurator.base.model.capture import Origin
from webarticlecurator.base.model.verdict import BUILD_FAILURES, TRANSIENT
from webarticlecurator.base.portal.log_lines import get_logger
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import join_messages
from webarticlecurator.crawling.building.changes import is_excluded, reject_excluded
from webarticlecurator.crawling.crawl.answer_watch import AnswerWatch
from webarticlecurator.crawling.crawl.page_fetching import PageFetcher
from webarticlecurator.crawling.crawl.requester import Requester
from webarticlecurator.crawling.states.cut_pages import find_cut_pages
from webarticlecurator.crawling.workers.run_options import CrawlOptions
from webarticlecurator.storage.frontier.index_values import ArticleRow, Listing
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.view import CorpusView

_log = get_logger(__name__)

OPEN = ("pending", "failed")
"""States of articles that are requested."""
MAX_CUT_PAGES = 20
"""Pages that break off which a crawl asks for again."""
FORBIDDEN = ("robots", "private-address")
"""Rejections that may end: robots.txt and the address of a host can change."""


class ArticleFetcher:
    """Fetches articles; one per crawl.

    ``fetched`` counts the articles that were requested and answered in this run; the crawl ends
    when it reaches ``options.limit``. With ``options.column``, only articles that this column lists
    are fetched. ``count_article`` is called with the address of each.

    Articles that were never tried come first, then failed ones, the one with the oldest attempt
    first. So each run gets further, even if the breaker ends it.

    With ``fetch.connections`` n, the requests for the next n articles that were never tried are
    sent ahead. Their answers are stored one by one, in the order of the articles.
    """

    def __init__(
        self,
        portal: Portal,
        corpus: WritableCorpus,
        requester: Requester,
        pages: PageFetcher,
        options: CrawlOptions,
        count_article: Callable[[str], None],
    ) -> None:
        self._portal, self._corpus, self._requester = portal, corpus, requester
        self._pages = pages
        self._limit, self._column = options.limit, options.column
        self._connections = portal.fetch.connections
        self._count_article = count_article
        self._watch = AnswerWatch(portal, corpus, requester, pages.states, self._ask_if_changed)
        self.fetched = 0

    def is_full(self) -> bool:
        """Return True if the limit of new articles is reached."""
        return self._limit is not None and self.fetched >= self._limit

    def fetch(self, canonicals: Sequence[str]) -> None:
        """Fetch those of the given articles that are still pending."""
        frontier = self._corpus.frontier
        listed = (frontier.article(canonical) for canonical in canonicals)
        for article in self._in_turn(each for each in listed if each is not None):
            is_due = article.state == "pending" or self._requester.is_sent_ahead(article.requested)
            if is_due and not self.is_full():
                self._fetch_article(article)

    def update(self, addresses: Sequence[str]) -> None:
        """Update the articles of requested addresses: what these redirect to is listed by now, and
        may be another article."""
        for row in filter(None, map(self._corpus.frontier.article, addresses)):
            self._pages.update_state(row)
        if addresses:
            self._corpus.end_step()

    def fetch_remaining(self) -> None:
        """Fetch all pending articles and those that robots.txt no longer forbids; then failed
        articles and missing later pages that were not tried in this run."""
        never_tried = (
            article
            for article in self._never_tried()
            if is_in_column(self._corpus, article, self._column)
        )
        for article in self._in_turn(never_tried):
            if self.is_full():
                return
            self._fetch_article(article)

        # failed articles and articles with a missing page, the one with the oldest attempt first
        failed = [
            (self._pages.last_fetch(article.requested), article)
            for article in self._corpus.frontier.articles("failed")
        ]
        incomplete = [
            (self._pages.last_fetch(self._first_missing_page(article)), article)
            for article in self._corpus.index_reset.incomplete_articles()
            if article.reason != "excluded"
        ]
        for _, _, canonical in sorted(
            (fetch, article.id, article.canonical)
            for fetch, article in failed + incomplete
            if fetch <= self._pages.last_fetch_before
            and is_in_column(self._corpus, article, self._column)
        ):
            if self.is_full():
                return
            current = self._corpus.frontier.article(canonical)
            if current is not None and current.state in OPEN:
                self._fetch_article(current)
            elif current is not None:
                self._fetch_missing_pages(current)

    def confirm_doubtful(self, now: datetime, *, everything: bool) -> None:
        """Ask again for the articles that were seen once and are due at ``now``, or for all."""
        is_any_asked = False
        for article in list(self._corpus.article_doubts.due(None if everything else now)):
            if self.is_full():
                return
            if self._pages.was_tried_now(article.requested) or not is_in_column(
                self._corpus, article, self._column
            ):
                continue
            self._confirm(article)
            is_any_asked = True
        if is_any_asked and not self._corpus.answers.was_well("article", now, ""):
            self._watch.ask_known()
            self._corpus.end_step()

    def ask_cut_pages(self) -> None:
        """Ask again for the pages that break off, although those of other articles end."""
        for problem in [*islice(find_cut_pages(self._portal, self._corpus), MAX_CUT_PAGES)]:
            article = self._corpus.frontier.find_article(problem.where)
            if article is None or self.is_full():
                continue
            if problem.where == article.requested:
                self._confirm(article)
            else:
                self._pages.ask_later_page(article, problem.where)
                self._corpus.end_step()

    def _confirm(self, article: ArticleRow) -> None:
        """Ask again for an article."""
        updated = self._request(article)
        if updated.state == "stored":
            self._pages.fetch_pages_of_updated(updated)
        self._corpus.end_step()
        self._count_article(article.requested)

    def _ask_if_changed(self, url: str) -> None:
        """Ask for an article that is stored, if it has changed."""
        article = self._corpus.frontier.article(url)
        if article is not None:
            self._requester.get_if_changed(url, article_origin(self._corpus, article))
            self._pages.states.inspect_all(self._pages.update_state(article))

    def store_sent_ahead(self) -> None:
        """Store the answers of requests that were sent ahead, when the crawl ends before their
        turn; commit."""
        for url in self._requester.store_sent_ahead():
            article = self._corpus.frontier.article(url)
            if article is not None:
                self._pages.update_state(article)
        self._corpus.commit()

    def _in_turn(self, articles: Iterable[ArticleRow]) -> Iterator[ArticleRow]:
        """Yield the articles in their order, each as it is when its turn comes; the requests of
        those that follow are sent ahead."""
        if self._connections == 1:
            yield from articles
            return
        waiting: deque[ArticleRow] = deque()
        for article in articles:
            waiting.append(article)
            # no more than are left for this run
            if self._limit is None or self.fetched + len(waiting) <= self._limit:
                # ahead only if nothing but the answer can decide on the article
                url, captures = article.requested, self._corpus.captures
                is_new = article.state == "pending" and captures.last_fetch(url) is None
                if (
                    is_new
                    and not captures.has_any(url)
                    and not is_excluded(self._portal, self._corpus, article)
                ):
                    self._requester.send_ahead(url, article_origin(self._corpus, article))
            if len(waiting) == self._connections:
                yield self._corpus.frontier.reload(waiting.popleft())
        while waiting:
            yield self._corpus.frontier.reload(waiting.popleft())

    def _never_tried(self) -> Iterator[ArticleRow]:
        frontier = self._corpus.frontier
        for article in frontier.articles("pending"):
            if not self._pages.was_tried_now(article.requested):
                yield article
        for reason in FORBIDDEN:
            for article in frontier.with_verdict("rejected", reason):
                url = article.requested
                if not self._pages.was_tried_now(url) and self._requester.client.allowed(url):
                    yield article

    def _first_missing_page(self, article: ArticleRow) -> str:
        pages = self._corpus.frontier.pages(article.canonical)
        return next((page.url for page in pages if page.record_id is None), "")

    def _fetch_missing_pages(self, article: ArticleRow) -> None:
        updated = self._pages.states.update(article) if article.state == "stored" else article
        if updated.state in OPEN:
            self._fetch_article(updated)
        elif self._pages.fetch_pages(updated):
            self._corpus.frontier.set_state(updated.canonical, "stored")
            self._corpus.frontier.set_build(updated.canonical, updated.tei, None)
        self._corpus.end_step()

    def _fetch_article(self, article: ArticleRow) -> None:
        """Request an article unless it is stored, update its state, and fetch its later pages.

        All of it is one transaction, so that the next run after a kill still looks for missing
        pages.
        """
        is_sent = self._requester.is_sent_ahead(article.requested)
        if not is_sent and reject_excluded(self._portal, self._corpus, article):
            _log.debug("not requested: %s is on the exclude list", article.requested)
            self._corpus.commit()
            return
        # Nothing can have changed the state of a pending article without an answer: to look took
        # eight more statements on the index.
        is_new = article.state == "pending" and not self._corpus.captures.has_any(article.requested)
        updated = article if is_new else self._pages.states.update(article)
        if is_sent or is_new or self._is_due(updated):
            updated = self._request(updated)
        else:
            _log.debug("not requested: %s is %s", updated.requested, updated.state)
        if updated.state == "stored":
            self._pages.fetch_pages_of_updated(updated)
        self._corpus.end_step()
        self._count_article(article.requested)

    def _is_due(self, article: ArticleRow) -> bool:
        is_open = article.state in OPEN and article.reason not in BUILD_FAILURES
        return (is_open or article.reason in FORBIDDEN) and not self._pages.was_tried_now(
            article.requested
        )

    def _request(self, article: ArticleRow) -> ArticleRow:
        """Request an article and return it with its new state. Raises PortalRefused, after the
        state has been updated and committed."""
        failed_before = self._corpus.article_counts.in_state("failed", "shared-redirect")
        listed = self._corpus.listings.of(article.requested)
        try:
            answer = self._requester.get(
                article.requested,
                _origin_of(article, listed),
                partial(self._pages.states.begin_look, article, listed),
            )
        except PortalRefused:
            self._pages.update_state(article)
            self._corpus.commit()
            raise

        updated = self._pages.update_state(article, answer)
        _log.debug(
            "%s: %s %s %s",
            updated.requested,
            updated.state,
            updated.reason or "",
            updated.evidence or "",
        )
        self.fetched += updated.state not in OPEN
        if updated.reason in TRANSIENT and not self._watch.known_is_well:
            failed = (
                self._corpus.article_counts.in_state("failed", "shared-redirect") - failed_before
            )
            # more than one if this answer shows that earlier ones were walls, too
            for _ in range(max(failed, 1)):
                self._requester.client.count_wall(
                    article.requested, join_messages(": ", (updated.reason, updated.evidence))
                )
        elif updated.state in ("stored", "tei"):
            self._requester.client.reset_walls()
        self._watch.note(article.requested)
        return updated


def is_in_column(corpus: CorpusView, article: ArticleRow, column: str | None) -> bool:
    """Return True if a column lists an article, or if ``column`` is None."""
    return column is None or any(
        listing.walk.column == column for listing in corpus.listings.of(article.canonical)
    )


def article_origin(corpus: CorpusView, article: ArticleRow) -> Origin:
    """Return the origin of a request for an article: its column, and the page that lists it."""
    return _origin_of(article, corpus.listings.of(article.requested))


def _origin_of(article: ArticleRow, listed: Sequence[Listing]) -> Origin:
    return Origin("article", article.column, via=listed[0].page if listed else None)
