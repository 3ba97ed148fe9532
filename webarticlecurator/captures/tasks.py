"""Build tasks: what a worker process is given, and what it returns.

Build tasks: the input of a worker process for one article.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path

from webarticlecurator import article as extract
from webarticlecurator.captures.article_pages import (
    ArticlePage,
    ArticleStart,
    InspectionRequest,
    Source,
    inspect_page,
    is_transient,
)
from webarticlecurator.captures.redirect_targets import (
    find_foreign_targets,
    find_redirect_targets,
    find_shared_targets,
)
from webarticlecurator.captures.tei_drafts import TeiDraft, write_draft
from webarticlecurator.model.article import (
    TDMREP_PATH,
    Article,
    ArticleShape,
    Failed,
    Rejected,
    RightsStatement,
    TeiDocument,
)
from webarticlecurator.model.capture import Capture
from webarticlecurator.model.hosts import origin_of
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import Problem, is_asked_enough
from webarticlecurator.store import ArticleRow, CorpusView, PageRow
from webarticlecurator.workers.captures import PageAnswer
from webarticlecurator.workers.shared_worker import BegunTask, begin_in_worker, evaluate_in_worker


@dataclass(frozen=True)
class Task:
    """One article to build: its canonical address, its first page, and its other addresses.

    ``shared`` are targets of its redirects to which other articles redirect, too: they belong to
    none of them.
    """

    canonical: str
    start: ArticleStart
    aliases: tuple[str, ...] = ()
    shared: frozenset[str] = frozenset()


def build_task(portal: Portal, corpus: CorpusView, row: ArticleRow) -> Task:
    """Return the build task of an article."""
    start, shared = find_start(portal, corpus, row)
    return Task(row.canonical, start, corpus.frontier.aliases(row.canonical), shared)


def find_start(
    portal: Portal, corpus: CorpusView, row: ArticleRow
) -> tuple[ArticleStart, frozenset[str]]:
    """Return the first page of an article, and ``shared`` of its task."""
    targets = find_redirect_targets(portal, corpus, row.requested)
    others = frozenset(
        target.url
        for target in targets
        if target.listed
        and (owner := corpus.frontier.article(target.canonical)) is not None
        and owner.id != row.id
    )
    foreign = find_foreign_targets(portal, row.requested, targets)
    start = replace(article_start(corpus, row), others=others, foreign=foreign)
    return start, frozenset(find_shared_targets(portal, corpus, targets))


def article_start(corpus: CorpusView, row: ArticleRow) -> ArticleStart:
    """Return the first page of an article, with what the first archive page that lists it shows
    beside the link."""
    listings = corpus.listings.of(row.requested) or corpus.listings.of(row.canonical)
    return ArticleStart(row.requested, row.column, listings[0].listed if listings else ())


# What a build makes of one article, and the rows of its pages for the index.


@dataclass(frozen=True)
class BuildOutcome:
    """Result of a build: a document, a rejection or a failure, and the pages of the article in link
    order.

    ``draft`` is the document once it is written (``write_drafts``). ``parts`` are the articles of
    a split page: their listed addresses and outcomes. ``truncated`` are record ids of captures that
    are marked as complete in the index, but are not. ``shape`` is that of the article, or of one
    without a root. ``published_day`` is the day of publication in the portal's zone, of a split
    page the latest one of its parts. ``changed`` is the time of the capture with which its words or
    metadata changed last, None if they never did. ``rights`` are the statements about the use of
    the document. ``answers`` are what its first pages said. ``look_due``: see ``ArticleState``.
    """

    canonical: str
    pages: tuple[PageRow, ...] = ()
    document: TeiDocument | None = None
    rejected: Rejected | None = None
    problems: tuple[Problem, ...] = ()
    parts: tuple[tuple[str, BuildOutcome], ...] = ()
    failed: Failed | None = None
    truncated: tuple[str, ...] = ()
    shape: ArticleShape | None = None
    published_day: str | None = None
    changed: datetime | None = None
    rights: tuple[RightsStatement, ...] = ()
    draft: TeiDraft | None = None
    answers: tuple[PageAnswer, ...] = ()
    look_due: datetime | None = None


def write_drafts(folder: Path, outcome: BuildOutcome) -> BuildOutcome:
    """Write the documents of an outcome to drafts in ``folder``, and return it with these in their
    places. Raises DiskFull, StoreDamaged."""
    parts = tuple((requested, write_drafts(folder, part)) for requested, part in outcome.parts)
    draft = write_draft(folder, outcome.document) if outcome.document else None
    return replace(outcome, parts=parts, document=None, draft=draft)


def page_rows(
    source: Source, pages: Sequence[ArticlePage], confirm: timedelta
) -> tuple[PageRow, ...]:
    """Return the rows of the index for the pages of an article; a page that must be requested again
    has no record id. ``confirm`` is that of the portal file (``fetch``)."""
    return tuple(PageRow(page.url, _record_of(source, page, confirm)) for page in pages)


def _record_of(source: Source, page: ArticlePage, confirm: timedelta) -> str | None:
    if page.capture is None or is_missing(source, page, confirm):
        return None
    return page.capture.record_id


def is_missing(source: Source, page: ArticlePage, confirm: timedelta) -> bool:
    """Return True if a page must be requested again: it is not stored, or refused for a transient
    reason and not asked for often enough."""
    if page.capture is None:
        return True
    return is_transient(page) and not is_asked_enough(source.tries(page.url), confirm)


# What a site said about the use of an article when the article was captured (tdmrep.json).


def add_reservations(source: Source, article: Article) -> Article:
    """Return the article with what the tdmrep.json of its site says about its pages.

    It is the file as it was answered last before each page was captured. Captures alone decide, so
    that the same captures give the same TEI.
    """
    found = [each for capture in article.captures for each in _find_statements(source, capture)]
    if not found:
        return article
    return replace(article, rights=tuple(dict.fromkeys((*article.rights, *found))))


def _find_statements(source: Source, capture: Capture) -> tuple[RightsStatement, ...]:
    answer = source.answer_before(origin_of(capture.url) + TDMREP_PATH, capture.time)
    if answer is None or answer.status != 200:
        return ()
    return extract.match_reservations(_parse(source.read(answer).content), capture.url)


@lru_cache(maxsize=16)
def _parse(content: bytes) -> tuple[extract.ReservationRule, ...]:
    return extract.read_reservations(content)


# Inspect stored pages in a worker process, since a rule of the portal file may run for ever.


class SupervisedLook:
    """Inspects pages; the inspection of one of them may begin before the page is stored."""

    def __init__(self, portal: Portal) -> None:
        self._portal = portal
        self._begun: tuple[InspectionRequest, BegunTask] | None = None

    def begin(self, request: InspectionRequest) -> None:
        """Begin to inspect a page. If ``inspect`` is called with the same page next, its result is
        used, otherwise dropped."""
        task = begin_in_worker(self._portal, _inspect, request, request.body.capture.url)
        self._begun = (request, task) if task is not None else None

    def inspect(self, portal: Portal, request: InspectionRequest) -> tuple[ArticlePage, int | None]:
        """Return ``inspect_page`` without the parsed page. Raises PageUnreadable if a rule takes
        too long, RulesTooSlow if that happens for several pages in a row."""
        begun, self._begun = self._begun, None
        if begun is not None and _is_same_page(begun[0], request):
            inspection: tuple[ArticlePage, int | None] = begun[1].result()
            return inspection
        return evaluate_in_worker(portal, _inspect, request, request.body.capture.url)


def _is_same_page(begun: InspectionRequest, request: InspectionRequest) -> bool:
    """Return True if two requests are for the same record, and differ in its place at most."""
    is_same_record = begun.body.capture.record_id == request.body.capture.record_id
    return is_same_record and replace(begun, body=request.body) == request


def _inspect(
    portal: Portal, _source: object, request: InspectionRequest
) -> tuple[ArticlePage, int | None]:
    page, text = inspect_page(portal, request)
    return replace(page, parsed=None), text
