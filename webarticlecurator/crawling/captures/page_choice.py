"""Choose among several captures of an address: the first one in the order of ``captures:`` that
passes the page checks.

A refused capture is used only if there is no other one, and one that is refused for a transient
reason (``verdict.TRANSIENT``, such as a login page) only if no capture is refused for good.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, TypeAlias

from webarticlecurator.articles.by_rules.identity import canonical_address
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.capture import CONTINUATION, TOO_LARGE, Body, Capture
from webarticlecurator.base.model.looks import ODD, WELL
from webarticlecurator.base.model.verdict import TRANSIENT
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.captures.article_pages import (
    ArticlePage,
    ArticleStart,
    is_continuation,
    is_transient,
)
from webarticlecurator.crawling.captures.page_inspection import (
    InspectionRequest,
    InspectPage,
    inspect_page,
)
from webarticlecurator.crawling.workers.capture_source import (
    PageAnswer,
    RankedSource,
    first_of_equal,
)
from webarticlecurator.pages.page.page import Page

if TYPE_CHECKING:
    from webarticlecurator.articles.by_rules.loaded_parts import LoadedPart

Source: TypeAlias = RankedSource
"""A source of captures: a corpus, its read-only view in a worker, or other WARC files."""


@dataclass(frozen=True)
class CaptureSpan:
    """Which captures count: those before a time, or all; and which of them is the best one by
    ``policy`` (``captures:``), by default that of the portal."""

    before: datetime | None = None
    policy: str = ""


ALL_CAPTURES = CaptureSpan()


class FirstPageReader:
    """Finds the stored pages of articles, and keeps what it has found out about those of the last
    one: a page that is requested again is not checked again. The trees of ``TREES`` pages are kept.
    """

    TREES = 8

    def __init__(self, portal: Portal, source: Source, inspect: InspectPage = inspect_page) -> None:
        self._portal, self._source, self._inspect = portal, source, inspect
        self._article: tuple[ArticleStart, frozenset[str]] | None = None
        self._pages: dict[_PageKey, ArticlePage | None] = {}  # without trees
        self._parts: dict[_PageKey, LoadedPart] = {}
        self._trees: OrderedDict[_PageKey, Page] = OrderedDict()

    def find(
        self,
        url: str,
        start: ArticleStart,
        shared: frozenset[str] = frozenset(),
        span: CaptureSpan = ALL_CAPTURES,
    ) -> ArticlePage | None:
        """Return the chosen page for ``url``, which belongs to the article that begins at
        ``start``; None if no complete page is stored. ``span`` limits the captures."""
        self._begin(start, shared)
        best: ArticlePage | None = None
        for capture in self._captures(url, span):
            page = self._look_at(url, capture)
            if page is None:
                continue
            if page.refused is None and page.fault != TOO_LARGE:
                return page
            if best is None or (is_transient(best) and not is_transient(page)):
                best = page
        return best

    def is_listed(self, url: str) -> bool:
        """Return True if the archive lists an address as that of an article, and no rule says that
        it is a later page (``article.continuation``)."""
        if is_continuation(self._portal, url):
            return False
        canonical = canonical_address(url, self._portal.address)
        return any(self._source.is_listed(each) for each in dict.fromkeys((url, canonical)))

    def find_part(
        self,
        part: LoadedPart,
        start: ArticleStart,
        shared: frozenset[str] = frozenset(),
        span: CaptureSpan = ALL_CAPTURES,
    ) -> ArticlePage | None:
        """Return a page of a part of the article that begins at ``start``; None if no complete one
        is stored."""
        self._begin(start, shared)
        pages = (self._look_at(part.url, c, part) for c in self._captures(part.url, span))
        return next((page for page in pages if page is not None), None)

    def find_newest(
        self, start: ArticleStart, shared: frozenset[str] = frozenset()
    ) -> ArticlePage | None:
        """Return the first page of an article as it was captured last, refused or not; None if it
        is not stored."""
        return next(reversed(self.first_pages(start, shared)), None)

    def first_pages(
        self, start: ArticleStart, shared: frozenset[str] = frozenset()
    ) -> list[ArticlePage]:
        """Return the different captures of the first page of an article, refused or not, by time;
        those whose body is cut short are left out."""
        self._begin(start, shared)
        captures = first_of_equal(self._source.pages(start.url))
        pages = (self._look_at(start.url, capture) for capture in captures)
        return [page for page in pages if page is not None]

    def inspect(self, url: str, capture: Capture, start: ArticleStart) -> ArticlePage | None:
        """Return the page that was captured for ``url``; None if its body is cut short."""
        self._begin(start, frozenset())
        return self._look_at(url, capture)

    def pages_of(
        self,
        start: ArticleStart,
        shared: frozenset[str] = frozenset(),
        span: CaptureSpan = ALL_CAPTURES,
    ) -> StoredPageFinder:
        """Return the finder for the pages of one article."""
        return StoredPageFinder(self, start, shared, span)

    def load(self, page: ArticlePage) -> Page | None:
        """Return the tree of a page that was found before; None if it has none."""
        if page.capture is None or page.fault == TOO_LARGE:
            return None
        key = page.url, page.capture.record_id
        if key not in self._trees:
            self._pages.pop(key, None)
            self._look_at(page.url, page.capture, self._parts.get(key))
        return self._trees.get(key)

    def _captures(self, url: str, span: CaptureSpan) -> Sequence[Capture]:
        return self._source.candidates(url, span.policy or self._portal.captures, span.before)

    def _begin(self, start: ArticleStart, shared: frozenset[str]) -> None:
        """Forget the pages of another article."""
        if self._article != (start, shared):
            self._article = start, shared
            for kept in (self._pages, self._parts, self._trees):
                kept.clear()

    def _look_at(
        self, url: str, capture: Capture, part: LoadedPart | None = None
    ) -> ArticlePage | None:
        """Return the page that was captured for ``url``, with its tree if that is at hand; None if
        its body is cut short."""
        key = url, capture.record_id
        if key not in self._pages:
            if part is not None:
                self._parts[key] = part
            body = self._source.complete_body(capture)
            self._pages[key] = None if body is None else self._check(key, body)
        page, tree = self._pages[key], self._trees.get(key)
        return page if page is None or tree is None else replace(page, parsed=tree)

    def _check(self, key: _PageKey, body: Body) -> ArticlePage:
        """Inspect a stored page and keep its tree; return the rest."""
        assert self._article is not None
        if body.fault == TOO_LARGE:
            return ArticlePage(key[0], None, body.capture, body.fault, body.words)
        start, shared = self._article
        # further pages have addresses like that to which the first was redirected
        seen = (
            e.capture.url
            for (url, _), e in self._pages.items()
            if url == start.url and e and e.capture
        )
        first = replace(start, url=next(seen, start.url)) if key[0] != start.url else start
        request = InspectionRequest(body, first, key[0], shared, self._parts.get(key))
        page, text = self._inspect(self._portal, request)
        if request.part is None:
            refused = page.refused
            # a page that a rule of the portal file refuses for good is as the portal means it; how
            # many articles redirect to it is seen when all answers are known
            is_odd = refused is not None and refused.reason in TRANSIENT - {"shared-redirect"}
            outcome = ODD if is_odd else WELL
            level = "article" if key[0] == start.url else CONTINUATION
            cut_at, record = key[0] if page.last else "", body.capture.record_id
            self._source.note_answer(
                PageAnswer(record, outcome, text, page.claimed, level, cut_at, page.last)
            )
        if page.parsed is not None:
            self._trees[key] = page.parsed
            while len(self._trees) > self.TREES:
                self._trees.popitem(last=False)
        # a page that was looked at before it was stored had no place then
        return replace(page, parsed=None, capture=body.capture)


_PageKey = tuple[str, str]
"""Requested address and record id of a page."""


@dataclass(frozen=True)
class StoredPageFinder:
    """Finds the stored pages of the article that begins at ``start``, among the captures of a
    span."""

    reader: FirstPageReader
    start: ArticleStart
    shared: frozenset[str]
    span: CaptureSpan = ALL_CAPTURES

    def find_page(self, url: str) -> ArticlePage | None:
        """Return the chosen page of an address, None if none is stored."""
        return self.reader.find(url, self.start, self.shared, span=self.span)

    def find_listed(self, url: str) -> ArticlePage | None:
        """Return the stored page of an address that the archive lists as an article, without a
        capture if none is stored; None for any other address."""
        if not self.reader.is_listed(url):
            return None
        return self.find_page(url) or ArticlePage(url)

    def find_part(self, part: LoadedPart) -> ArticlePage | None:
        """Return a page of a part, None if none is stored."""
        return self.reader.find_part(part, self.start, self.shared, self.span)


def find_first_page(
    portal: Portal, source: Source, start: ArticleStart, shared: frozenset[str] = frozenset()
) -> Page | None:
    """Return the first page of an article, even if the page checks refuse it; None if it is not
    stored or too large."""
    page = FirstPageReader(portal, source).find(start.url, start, shared)
    return page.parsed if page is not None else None
