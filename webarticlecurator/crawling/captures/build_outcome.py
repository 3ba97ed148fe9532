"""What a build makes of one article, and the rows of its pages for the index."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.article import Failed, Rejected, RightsStatement, TeiDocument
from webarticlecurator.base.model.article_shape import ArticleShape
from webarticlecurator.base.model.capture import Capture
from webarticlecurator.base.model.looks import is_asked_enough
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.crawling.captures.article_pages import ArticlePage, is_transient
from webarticlecurator.crawling.captures.page_choice import Source
from webarticlecurator.crawling.captures.tei_drafts import TeiDraft, write_draft
from webarticlecurator.crawling.workers.capture_source import PageAnswer
from webarticlecurator.storage.frontier.index_values import PageRow


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
    ``outside`` are the paragraphs of a split page that are in none of its parts.
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
    outside: tuple[str, ...] = ()


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
    first = pages[0].capture if pages else None
    return tuple(PageRow(page.url, _record_of(source, page, first, confirm)) for page in pages)


def _record_of(
    source: Source, page: ArticlePage, first: Capture | None, confirm: timedelta
) -> str | None:
    if page.capture is None or is_missing(source, page, first, confirm):
        return None
    return page.capture.record_id


def is_missing(
    source: Source, page: ArticlePage, first: Capture | None, confirm: timedelta
) -> bool:
    """Return True if a page must be requested again: it is not stored; it is refused for a
    transient reason, and was not asked for often enough; or it is the ``first`` page of the article
    once more, as caches send it that ignore a query, and was not seen so ``confirm`` later."""
    if page.capture is None:
        return True
    if is_transient(page):
        return not is_asked_enough(source.tries(page.url), confirm)
    if (
        first is None
        or page.capture.record_id == first.record_id
        or page.capture.body_digest != first.body_digest
    ):
        return False
    tries = source.tries(page.url)
    return not tries or tries[-1] - tries[0] < confirm
