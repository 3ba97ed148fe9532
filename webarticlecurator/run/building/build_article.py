"""Build one article from stored captures to TEI; every build process runs this."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from webarticlecurator.extract import (
    ArticleContext,
    MissingPage,
    assemble_article,
    find_exclusion,
    has_article_pager_without_current,
    read_article_page,
    select_layout,
)
from webarticlecurator.model.article import Article, Failed, PageExtract, Rejected, TeiDocument
from webarticlecurator.model.article_shape import ArticleShape
from webarticlecurator.model.capture import DAMAGED, TOO_LARGE, Capture
from webarticlecurator.model.patterns import search_pattern
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rights_statement import RightsStatement
from webarticlecurator.model.verdict import TRANSIENT, Problem, is_final
from webarticlecurator.run.building.article_page_choice import FirstPageReader, Source, is_transient
from webarticlecurator.run.building.article_pages import (
    ArticlePage,
    ArticlePages,
    follow_pages,
)
from webarticlecurator.run.building.article_parts import read_parts_of
from webarticlecurator.run.building.reservations import add_reservations
from webarticlecurator.run.building.split_articles import SplitArticle, is_split, read_parts
from webarticlecurator.run.building.tasks import Task
from webarticlecurator.store import PageRow
from webarticlecurator.tei import build_document, validate


@dataclass(frozen=True)
class BuildOutcome:
    """Result of a build: a document, a rejection or a failure, and the pages of the article in link
    order.

    ``parts`` are the articles of a split page: their listed addresses and outcomes. ``truncated``
    are record ids of captures that are marked as complete in the index, but are not. ``shape`` is
    that of the article, or of one without a root. ``published`` is the date of publication, of a
    split page the latest one of its parts. ``rights`` are the statements about the use of the
    document.
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
    published: str | None = None
    rights: tuple[RightsStatement, ...] = ()


def build_article(portal: Portal, source: Source, task: Task) -> BuildOutcome:
    """Build one article. Faults of the article are in the outcome; only errors of the store are
    raised."""
    read = read_article(portal, source, task)
    outcome = read if isinstance(read, BuildOutcome) else _build_tei(portal, *read)
    truncated = source.take_truncated()
    return replace(outcome, truncated=truncated) if truncated else outcome


def _build_tei(portal: Portal, article: Article, rows: tuple[PageRow, ...]) -> BuildOutcome:
    document = build_document(article, portal)
    invalid = tuple(
        Problem("invalid-tei", article.url, message) for message in validate(document.content)
    )
    filled = tuple(name for name, _ in article.metadata.fields)
    shape = ArticleShape(article.extra.get("layout", ""), words=article.account.kept, filled=filled)
    problems = (*article.problems, *invalid)
    published = article.metadata.first("published")
    return BuildOutcome(
        article.url,
        rows,
        document,
        None,
        problems,
        shape=shape,
        published=published,
        rights=article.rights,
    )


def read_article(
    portal: Portal, source: Source, task: Task
) -> tuple[Article, tuple[PageRow, ...]] | BuildOutcome:
    """Read an article and its pages from stored captures; the outcome if it is rejected, failed or
    not stored."""
    finder = FirstPageReader(portal, source).pages_of(task.start, task.shared)
    found = follow_pages(task.start, finder)
    pages, first = found.pages, found.pages[0]
    chain_problem = found.problem or ("" if found.whole else _check_last_pager(portal, pages[-1]))

    excluded = find_exclusion(portal, (task.canonical, task.start.url, *task.aliases))
    if excluded is not None:
        # its later pages are noted, too, so that they do not become articles
        rows = page_rows(source, pages) if first.parsed else ()
        return BuildOutcome(
            task.canonical, rows, None, Rejected(task.canonical, "excluded", excluded)
        )
    if first.fault == TOO_LARGE:
        rejected = Rejected(first.url, TOO_LARGE, first.words)
        return BuildOutcome(task.canonical, page_rows(source, pages), None, rejected)
    if first.parsed is None:
        return BuildOutcome(task.canonical)
    if first.refused is not None:
        return _refuse(source, task, first, first.refused)
    if is_split(portal, first.parsed):
        return _build_split_page(portal, source, task, pages, chain_problem)

    extracts = _extract_pages(portal, found)
    if isinstance(extracts[0], Rejected):
        rejected = extracts[0]
        layout = select_layout(portal, first.parsed).name
        shape = ArticleShape(layout, has_root=False) if rejected.reason == "no-root" else None
        rows = page_rows(source, pages[:1])
        return BuildOutcome(task.canonical, rows, None, rejected, shape=shape)

    problems = _find_chain_problems(task, pages, chain_problem)
    problems += [
        Problem("page-rejected", extract.url, f"{extract.reason}: {extract.evidence}")
        for extract in extracts
        if isinstance(extract, Rejected)
    ]
    parts, part_problems = read_parts_of(portal, first.parsed, found.parts)
    article = _assemble(portal, task, found, extracts, parts)
    article = replace(article, problems=(*article.problems, *problems, *part_problems))
    rows = page_rows(source, (*pages, *(page for _, page in found.parts)))
    return add_reservations(source, article), rows


def _check_last_pager(portal: Portal, last: ArticlePage) -> str:
    """Return the problem of a last page whose pager does not show which page is current, or ""."""
    page = last.parsed
    if (
        page is None
        or last.refused is not None
        or not has_article_pager_without_current(portal, page)
    ):
        return ""
    return (
        f"{page.url}: it has a pager whose `current` selects no number; look at article.next_page"
    )


def _find_chain_problems(
    task: Task, pages: Sequence[ArticlePage], chain_problem: str
) -> list[Problem]:
    """Return the problem of the next-page links, and those of damaged bodies that are usable."""
    problems = [Problem("next-page", task.canonical, chain_problem)] if chain_problem else []
    problems += [
        Problem("body-damaged", page.url, page.words) for page in pages if page.fault == DAMAGED
    ]
    return problems


def _build_split_page(
    portal: Portal, source: Source, task: Task, pages: Sequence[ArticlePage], chain_problem: str
) -> BuildOutcome:
    """Build the articles of a split page; the page itself is rejected."""
    read = read_parts(portal, task.start, task.canonical, pages)
    if isinstance(read, Rejected):
        return BuildOutcome(task.canonical, page_rows(source, pages[:1]), None, read)
    parts, part_problems = read
    verdict = Rejected(task.canonical, "split", f"{len(parts)} articles")
    problems = (*_find_chain_problems(task, pages, chain_problem), *part_problems)
    outcomes = tuple((part.requested, _build_part(portal, source, part)) for part in parts)
    published = max((part.published or "" for _, part in outcomes), default="")
    return BuildOutcome(
        task.canonical,
        page_rows(source, pages),
        None,
        verdict,
        problems,
        outcomes,
        published=published or None,
    )


def read_split_part(
    portal: Portal, source: Source, task: Task, requested: str
) -> Article | Rejected | None:
    """Return one article of a split page by its listed address; None if the pages of ``task`` do
    not have it."""
    finder = FirstPageReader(portal, source).pages_of(task.start, task.shared)
    pages = follow_pages(task.start, finder).pages
    if pages[0].parsed is None:
        return None
    read = read_parts(portal, task.start, task.canonical, pages)
    if isinstance(read, Rejected):
        return read
    part = next((part for part in read[0] if part.requested == requested), None)
    if part is None:
        return None
    excluded = find_exclusion(portal, (part.canonical, requested))
    if excluded is not None:
        return Rejected(requested, "excluded", excluded)
    return part.read if isinstance(part.read, Rejected) else add_reservations(source, part.read)


def _build_part(portal: Portal, source: Source, part: SplitArticle) -> BuildOutcome:
    rows = (PageRow(part.requested, part.record),)
    excluded = find_exclusion(portal, (part.canonical, part.requested))
    if excluded is not None:
        rejected = Rejected(part.canonical, "excluded", excluded)
        return BuildOutcome(part.canonical, rows, None, rejected)
    if isinstance(part.read, Rejected):
        return BuildOutcome(part.canonical, rows, None, part.read)
    return _build_tei(portal, add_reservations(source, part.read), rows)


def _first_in_reading_order(portal: Portal, pages: Sequence[ArticlePage]) -> ArticlePage:
    """Return the stored page that is read first. ``pages`` are in link order, which a layout may
    reverse; the first of them is stored."""
    stored = [page for page in pages if page.parsed is not None]
    first = stored[0]
    assert first.parsed is not None
    return stored[-1] if select_layout(portal, first.parsed).rules.reversed else first


def _extract_pages(
    portal: Portal, found: ArticlePages
) -> list[PageExtract | Rejected | MissingPage]:
    """Return the extracts of the pages in link order; where one page holds the whole article, that
    of the first page with its text."""
    first = found.pages[0]
    if found.whole is not None and first.parsed is not None:
        text_from = found.whole.parsed
        return [read_article_page(portal, first.parsed, checked=True, text_from=text_from)]
    opening = _first_in_reading_order(portal, found.pages)
    return [
        _extract_page(
            portal, page, is_continuation=page is not opening, skip_metadata=page is not first
        )
        for page in found.pages
    ]


def _assemble(
    portal: Portal,
    task: Task,
    found: ArticlePages,
    extracts: Sequence[PageExtract | Rejected | MissingPage],
    parts: Sequence[tuple[PageExtract, Capture]],
) -> Article:
    """Assemble the article in reading order; a rejected page counts as missing."""
    first = found.pages[0].parsed
    assert first is not None
    usable = [MissingPage(each.url) if isinstance(each, Rejected) else each for each in extracts]
    read = [(page.capture, extract) for page, extract in zip(found.pages, usable, strict=False)]
    captures = [page for page, extract in read if page and isinstance(extract, PageExtract)]
    if found.whole is not None and found.whole.capture is not None:
        captures.append(found.whole.capture)
    if portal.continuation and is_continuation(portal, task.start.url):
        usable.insert(0, MissingPage())
    if select_layout(portal, first).rules.reversed:
        usable.reverse()
        captures.reverse()
    usable += [extract for extract, _ in parts]
    captures += [capture for _, capture in parts]
    context = ArticleContext(
        task.canonical, task.aliases, task.start.column, tuple(captures), first.url
    )
    return assemble_article(portal, context, usable)


def is_continuation(portal: Portal, url: str) -> bool:
    """Return True if ``article.continuation`` matches an address: it is never a first page."""
    return portal.continuation is not None and search_pattern(
        portal.continuation, url, portal.continuation_rule
    )


def _refuse(source: Source, task: Task, first: ArticlePage, refused: Rejected) -> BuildOutcome:
    """Return the outcome of an article whose first page the page checks refuse: rejected, or failed
    if the reason is transient and the article has not been tried often enough."""
    if refused.reason in TRANSIENT and not is_final(source.tries(first.url)):
        failed = Failed(refused.url, refused.reason, refused.evidence)
        return BuildOutcome(task.canonical, page_rows(source, [first]), failed=failed)
    return BuildOutcome(task.canonical, page_rows(source, [first]), None, refused)


def _extract_page(
    portal: Portal, page: ArticlePage, *, is_continuation: bool, skip_metadata: bool
) -> PageExtract | Rejected | MissingPage:
    if page.parsed is None:
        return MissingPage(page.url)
    return page.refused or read_article_page(
        portal,
        page.parsed,
        is_continuation=is_continuation,
        skip_metadata=skip_metadata,
        checked=True,
    )


def page_rows(source: Source, pages: Sequence[ArticlePage]) -> tuple[PageRow, ...]:
    """Return the rows of the index for the pages of an article; a page that must be requested again
    has no record id."""
    return tuple(PageRow(page.url, _record_of(source, page)) for page in pages)


def _record_of(source: Source, page: ArticlePage) -> str | None:
    if page.capture is None or is_missing(source, page):
        return None
    return page.capture.record_id


def is_missing(source: Source, page: ArticlePage) -> bool:
    """Return True if a page must be requested again: it is not stored, or refused for a transient
    reason and not tried often enough."""
    return page.capture is None or (is_transient(page) and not is_final(source.tries(page.url)))
