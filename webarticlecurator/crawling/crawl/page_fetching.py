"""Fetch the later pages of articles, and know which addresses were requested in a run."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from webarticlecurator.base.doubts.doubt_table import phrase_doubt
from webarticlecurator.base.errors import PageUnreadable
from webarticlecurator.base.model.article import Rejected
from webarticlecurator.base.model.capture import CONTINUATION, GONE, Capture, Origin
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.portal.log_lines import get_logger
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.captures.article_pages import (
    ArticlePage,
    follow_pages,
    is_transient,
    leads_on,
)
from webarticlecurator.crawling.captures.build_outcome import is_missing, page_rows
from webarticlecurator.crawling.captures.page_choice import StoredPageFinder
from webarticlecurator.crawling.captures.tasks import find_start
from webarticlecurator.crawling.crawl.requester import CrawlAnswer, Headers, Requester
from webarticlecurator.crawling.fetch.answer_kinds import TRANSIENT_STATUSES
from webarticlecurator.crawling.states.article_state import StateUpdater
from webarticlecurator.crawling.states.doubtful_answers import judge_gone
from webarticlecurator.crawling.states.state_without_page import fail_reading
from webarticlecurator.crawling.workers.capture_sources import CorpusSource
from webarticlecurator.storage.frontier.index_values import ArticleRow, PageRow
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.view import CorpusView

if TYPE_CHECKING:
    from webarticlecurator.articles.by_rules.loaded_parts import LoadedPart

_log = get_logger(__name__)

PART, ASSET = "part", "asset"
"""Levels of what the pages of an article load apart, and of the files that they use."""
_STYLES = "text/css"


class PageFetcher:
    """Requests the later pages of articles; one per crawl. ``states`` updates the articles."""

    def __init__(self, portal: Portal, corpus: WritableCorpus, requester: Requester) -> None:
        self._portal, self._corpus, self._requester = portal, corpus, requester
        self.states = StateUpdater(portal, corpus)
        self._source = CorpusSource(corpus)
        self.last_fetch_before = requester.last_fetch_before
        self._read_sheets: set[str] = set()

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

    def update_state(self, article: ArticleRow, answer: CrawlAnswer | None = None) -> ArticleRow:
        """Update the state of an article that was requested, and those of others to which the
        request was redirected; return the article. ``answer`` is that of the request, if it is
        known."""
        updated = self.states.update(article)
        if answer is not None and len(answer.captures) < 2:
            return updated
        fetch = self._corpus.captures.last_fetch(article.requested)
        if fetch is None or len(fetch.captures) < 2:
            return updated
        self.states.note_others(updated, fetch)
        return self._corpus.frontier.article(article.requested) or updated

    def fetch_pages_of_updated(self, article: ArticleRow) -> None:
        """Do the same as ``fetch_pages`` for the article that ``states`` has just updated, whose
        first page need not be looked for again."""
        page = self.states.first_page
        if page is not None and page.url == article.requested and not leads_on(page):
            self._corpus.frontier.set_pages(article.id, self._rows((page,)))
        else:
            self.fetch_pages(article)

    def fetch_pages(
        self, article: ArticleRow, ask_again: Callable[[str], bool] = lambda _url: False
    ) -> bool:
        """Follow the next-page rule of an article, request each page that is not stored, and note
        the pages; return True if a page arrived, be it refused.

        A stored page for which ``ask_again`` returns True is requested if it has changed; it
        arrived if it has.
        """
        start, shared = find_start(self._portal, self._corpus, article)
        stored = self.states.reader.pages_of(start, shared)
        finder = _FetchingFinder(
            self, article, stored, self._source, ask_again, self._portal.fetch.confirm
        )
        try:
            found = follow_pages(start, finder)
        except PageUnreadable as error:
            fail_reading(self._corpus, article, error)
            return False
        self.states.note_answers()
        pages = (*found.pages, *(page for _, page in found.parts))
        self._corpus.frontier.set_pages(article.id, self._rows(pages))
        self._fetch_assets(article, (url for page in found.pages for url in page.assets))
        return finder.has_new_page

    def _fetch_assets(self, article: ArticleRow, urls: Iterable[str]) -> None:
        """Request the files that pages use, and those that their style sheets name, unless they
        were answered before with more than an error that may pass; one that is not sent is a
        remark."""
        seen = dict.fromkeys(urls)
        waiting = deque(seen)
        while waiting:
            url = waiting.popleft()
            fetch = self._corpus.captures.last_fetch(url)
            final = fetch.final if fetch is not None else None
            is_tried = fetch is not None and fetch.id > self.last_fetch_before
            is_failed = final is not None and final.status in TRANSIENT_STATUSES
            is_wanted = is_failed or not self._corpus.captures.is_answered(url)
            if is_wanted and not is_tried:
                answer = self._requester.get(url, _origin(article, ASSET))
                final = answer.final
                if final is None or final.status != 200:
                    message = answer.message or phrase_doubt(
                        "asset-missing", status=final.status if final else ""
                    )
                    missing = Problem("asset-missing", url, message)
                    self._corpus.run_log.renew_problems(
                        [missing], kinds=("asset-missing",), places=()
                    )
            if final is not None and final.status == 200:
                named = [each for each in self._read_styles(final) if each not in seen]
                seen.update(dict.fromkeys(named))
                waiting += named

    def _read_styles(self, capture: Capture) -> tuple[str, ...]:
        """Return the addresses that a stored file names, if it is a style sheet that this run has
        not read; one of an earlier run, too, which may have ended before these were requested."""
        from webarticlecurator.articles.by_rules.page_assets import find_style_assets

        is_sheet = (capture.content_type or "").lower().startswith(_STYLES)
        if not is_sheet or capture.record_id in self._read_sheets:
            return ()
        self._read_sheets.add(capture.record_id)
        return find_style_assets(
            self._corpus.read(capture).content.decode("utf-8", "replace"), capture.url
        )

    def _rows(self, pages: Sequence[ArticlePage]) -> tuple[PageRow, ...]:
        return page_rows(self._source, pages, self._portal.fetch.confirm)

    def request(self, article: ArticleRow, url: str, level: str, headers: Headers = ()) -> bool:
        """Request a page of an article that is not stored; return False if it is not requested, as
        it was in this run or is proved to be gone."""
        gone = judge_gone(self._portal, self._corpus, url)
        if self.was_tried_now(url) or (gone is not None and gone.is_final):
            _log.debug("not requested: %s was requested in this run, or is gone", url)
            return False
        self._requester.get(url, _origin(article, level), headers=headers)
        self.states.build_others(url, article)
        return True

    def ask_later_page(self, article: ArticleRow, url: str) -> None:
        """Request a later page of an article, whatever is stored; the article is built again."""
        self._requester.get(url, _origin(article))
        self._corpus.frontier.set_state(article.canonical, "stored")

    def count_wall(self, url: str, refused: Rejected) -> None:
        """Count a page that stands in place of any other; Raises PortalRefused after too many."""
        self._requester.client.count_wall(url, refused.describe())

    def request_again(
        self, article: ArticleRow, url: str, level: str, headers: Headers | None = None
    ) -> bool | None:
        """Request a later page, or one of a part, that is stored; return True if it has changed,
        None if the answer does not name it."""
        if self.was_answered_now(url):
            return False
        previous_answers = self._corpus.captures.last_answers(url)
        if headers is None:  # which of the rules has found the address is not known
            headers = list_part_headers(self._portal) if level == PART else ()
        answer = self._requester.get_if_changed(url, _origin(article, level), headers)
        if answer.final is None or not is_usable(answer):
            return None
        if previous_answers and is_same_answer(answer.final, previous_answers[0]):
            return False
        self.states.build_others(url, article)
        return True


def last_pages(corpus: CorpusView, article: ArticleRow) -> list[tuple[str, str]]:
    """Return the last known page of an article, unless that is the first, and the pages of what it
    loads apart; each with the level of its request."""
    later = [page.url for page in corpus.frontier.pages(article.canonical)[1:]]
    fetches = [(url, corpus.captures.last_fetch(url)) for url in later]
    parts = [url for url, fetch in fetches if fetch is not None and fetch.origin.level == PART]
    pages = [url for url in later if url not in parts]
    return [*((url, CONTINUATION) for url in pages[-1:]), *((url, PART) for url in parts)]


def list_part_headers(portal: Portal) -> Headers:
    """Return the headers of all rows of ``article.parts``, of one name the first."""
    layouts = (portal.article, *(each.rules for each in portal.layouts))
    rows = (part for rules in layouts for part in rules.parts)
    found: dict[str, str] = {}
    for name, value in (pair for part in rows for pair in part.headers):
        found.setdefault(name, value)
    return tuple(found.items())


def is_usable(answer: CrawlAnswer) -> bool:
    """Return True if the portal answered with a page, or that there is none."""
    final = answer.final
    return not answer.trouble and final is not None and final.status in (200, *GONE)


def is_same_answer(answer: Capture, previous_answer: Capture) -> bool:
    """Return True if two answers are the same page, or both say that there is none."""
    if answer.status in GONE or previous_answer.status in GONE:
        return answer.status in GONE and previous_answer.status in GONE
    return (answer.url, answer.body_digest) == (previous_answer.url, previous_answer.body_digest)


def _origin(article: ArticleRow, level: str = CONTINUATION) -> Origin:
    """Return the origin of a later page of an article, or of a part."""
    return Origin(level, article.column, via=article.requested)


class _FetchingFinder:
    """Finds the pages of one article, and requests those that are not stored.

    A stored page for which ``ask_again`` returns True is requested if it has changed.
    ``has_new_page``: a page arrived, or has changed.
    """

    def __init__(
        self,
        fetcher: PageFetcher,
        article: ArticleRow,
        stored: StoredPageFinder,
        source: CorpusSource,
        ask_again: Callable[[str], bool],
        confirm: timedelta,
    ) -> None:
        self._fetcher, self._article, self._stored = fetcher, article, stored
        self._source, self._ask_again, self._confirm = source, ask_again, confirm
        self._first: Capture | None = None
        self.has_new_page = False

    def find_page(self, url: str) -> ArticlePage | None:
        """Return the page of an address; None if the portal does not send it."""
        find = self._stored.find_page
        if url == self._stored.start.url:
            page = find(url)
            self._first = page.capture if page is not None else None
            return page
        page = self._find(url, find, CONTINUATION)
        if page is not None and is_transient(page):
            assert page.refused is not None
            self._fetcher.count_wall(url, page.refused)
        return page

    def find_listed(self, url: str) -> ArticlePage | None:
        """Return the stored page of an address that the archive lists as an article; it is
        requested as one."""
        return self._stored.find_listed(url)

    def find_part(self, part: LoadedPart) -> ArticlePage | None:
        """Return a page of a part; None if the portal does not send it."""
        stored = self._stored
        return self._find(part.url, lambda _: stored.find_part(part), PART, part.rules.headers)

    def _find(
        self,
        url: str,
        find: Callable[[str], ArticlePage | None],
        level: str,
        headers: Headers = (),
    ) -> ArticlePage | None:
        page = find(url)
        if page is None or is_missing(self._source, page, self._first, self._confirm):
            if not self._fetcher.request(self._article, url, level, headers):
                return page
            before, page = page, find(url)
            # a refused one, too: the TEI says why
            self.has_new_page |= page is not None and (not before or page.capture != before.capture)
        elif self._ask_again(url):
            again = self._fetcher.request_again(self._article, url, level, headers)
            self.has_new_page |= bool(again)
            page = find(url)
        return page
