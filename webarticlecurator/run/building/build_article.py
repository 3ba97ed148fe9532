"""One article from stored captures to TEI: what every build process does, alone with its own
reader."""

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
from webarticlecurator.model.capture import DAMAGED, TOO_LARGE
from webarticlecurator.model.patterns import search_pattern
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import TRANSIENT, Problem, is_final
from webarticlecurator.run.building.article_page_choice import FirstPageReader, Source, is_passing
from webarticlecurator.run.building.article_pages import ArticlePage, follow_pages
from webarticlecurator.run.building.split_articles import SplitArticle, is_split, read_parts
from webarticlecurator.run.building.tasks import Task
from webarticlecurator.store import PageRow
from webarticlecurator.tei import build_document, validate


@dataclass(frozen=True)
class BuildOutcome:
    """What came of it: a document, a rejection, or a failure; the pages it was made of, in reading
    order. ``parts``: where they hold several articles, the address each is listed under and what
    came of it. ``broken``: record ids of captures that the index held for complete, and that are
    not."""

    canonical: str
    pages: tuple[PageRow, ...] = ()
    document: TeiDocument | None = None
    rejected: Rejected | None = None
    problems: tuple[Problem, ...] = ()
    parts: tuple[tuple[str, BuildOutcome], ...] = ()
    failed: Failed | None = None
    broken: tuple[str, ...] = ()


def build_article(portal: Portal, source: Source, task: Task) -> BuildOutcome:
    """Build one article. Anything wrong with the article is in the outcome; only trouble with the
    store is raised."""
    read = read_article(portal, source, task)
    outcome = read if isinstance(read, BuildOutcome) else _written(portal, *read)
    broken = source.take_broken()
    return replace(outcome, broken=broken) if broken else outcome


def _written(portal: Portal, article: Article, pages: tuple[PageRow, ...]) -> BuildOutcome:
    made = build_document(article, portal)
    wrong = tuple(
        Problem("invalid-tei", article.url, message) for message in validate(made.content)
    )
    return BuildOutcome(article.url, pages, made, None, (*article.problems, *wrong))


def read_article(
    portal: Portal, source: Source, task: Task
) -> tuple[Article, tuple[PageRow, ...]] | BuildOutcome:
    """The article with its pages; an Outcome if it is rejected or not stored."""
    leaves, complaint = follow_pages(
        task.head, FirstPageReader(portal, source).pages_of(task.head, task.shared)
    )
    complaint = complaint or _lost_pager(portal, leaves[-1])
    first = leaves[0]
    excluded = find_exclusion(portal, (task.canonical, task.head.url, *task.aliases))
    if excluded is not None:  # its pages are noted all the same: they are no articles of their own
        return BuildOutcome(
            task.canonical,
            page_rows(source, leaves) if first.page else (),
            None,
            Rejected(task.canonical, "excluded", excluded),
        )
    if first.fault == TOO_LARGE:
        return BuildOutcome(
            task.canonical,
            page_rows(source, leaves),
            None,
            Rejected(first.url, TOO_LARGE, first.words),
        )
    if first.page is None:
        return BuildOutcome(task.canonical)
    if first.refused is not None:
        return _refused(source, task, first, first.refused)
    if is_split(portal, first.page):
        return _divided(portal, source, task, leaves, complaint)
    opening = _opening(portal, leaves)
    read = [
        _read(portal, leaf, later=leaf is not opening, untold=leaf is not first) for leaf in leaves
    ]
    if isinstance(read[0], Rejected):
        return BuildOutcome(task.canonical, page_rows(source, leaves[:1]), None, read[0])
    problems = [Problem("next-page", task.canonical, complaint)] if complaint else []
    problems += _damage(leaves)
    problems += [
        Problem("page-rejected", r.url, f"{r.reason}: {r.evidence}")
        for r in read
        if isinstance(r, Rejected)
    ]
    article = _assemble(portal, task, leaves, read)
    article = _with(article, problems)
    return article, page_rows(source, leaves)


def _lost_pager(portal: Portal, last: ArticlePage) -> str:
    """What is wrong with the pager of the page that leads nowhere, or ""."""
    if (
        last.page is None
        or last.refused is not None
        or not has_article_pager_without_current(portal, last.page)
    ):
        return ""
    return (
        f"{last.page.url}: it has a pager whose `current` selects no number; look at"
        " article.next_page"
    )


def _divided(
    portal: Portal, source: Source, task: Task, leaves: Sequence[ArticlePage], complaint: str
) -> BuildOutcome:
    """Several articles on the pages: the address itself is none."""
    read = read_parts(portal, task.head, task.canonical, leaves)
    if isinstance(read, Rejected):
        return BuildOutcome(task.canonical, page_rows(source, leaves[:1]), None, read)
    parts, problems = read
    verdict = Rejected(task.canonical, "split", f"{len(parts)} articles")
    wrong = (
        *([Problem("next-page", task.canonical, complaint)] if complaint else ()),
        *_damage(leaves),
    )
    made = tuple((part.requested, _of_part(portal, part)) for part in parts)
    return BuildOutcome(
        task.canonical, page_rows(source, leaves), None, verdict, (*wrong, *problems), made
    )


def read_part(
    portal: Portal, source: Source, task: Task, requested: str
) -> Article | Rejected | None:
    """One of several articles on the pages of ``task``, by the address it is listed under; None if
    it is not on them."""
    leaves, _ = follow_pages(
        task.head, FirstPageReader(portal, source).pages_of(task.head, task.shared)
    )
    read = (
        read_parts(portal, task.head, task.canonical, leaves)
        if leaves[0].page is not None
        else ((), ())
    )
    if isinstance(read, Rejected):
        return read
    found = next((part for part in read[0] if part.requested == requested), None)
    excluded = find_exclusion(portal, (found.canonical, requested)) if found else None
    return (
        Rejected(requested, "excluded", excluded)
        if excluded is not None
        else found.read
        if found
        else None
    )


def _of_part(portal: Portal, part: SplitArticle) -> BuildOutcome:
    pages = (PageRow(part.requested, part.record),)
    excluded = find_exclusion(portal, (part.canonical, part.requested))
    if excluded is not None:
        return BuildOutcome(
            part.canonical, pages, None, Rejected(part.canonical, "excluded", excluded)
        )
    if isinstance(part.read, Rejected):
        return BuildOutcome(part.canonical, pages, None, part.read)
    return _written(portal, part.read, pages)


def _opening(portal: Portal, leaves: Sequence[ArticlePage]) -> ArticlePage:
    """The captured page that comes first in reading order; leaves are in link order, and the first
    is captured."""
    captured = [leaf for leaf in leaves if leaf.page is not None]
    head = captured[0]
    assert head.page is not None
    return captured[-1] if select_layout(portal, head.page).rules.reversed else head


def _assemble(
    portal: Portal,
    task: Task,
    leaves: Sequence[ArticlePage],
    read: Sequence[PageExtract | Rejected | MissingPage],
) -> Article:
    first = leaves[0]
    assert first.page is not None
    pages = [MissingPage(r.url) if isinstance(r, Rejected) else r for r in read]
    captures = [
        leaf.capture
        for leaf, r in zip(leaves, pages, strict=True)
        if leaf.capture and isinstance(r, PageExtract)
    ]
    reverse = select_layout(portal, first.page).rules.reversed
    if portal.continuation and is_continuation(portal, task.head.url):
        pages.insert(0, MissingPage())
    if reverse:
        pages.reverse()
        captures.reverse()
    facts = ArticleContext(
        task.canonical, task.aliases, task.head.column, tuple(captures), first.page.url
    )
    return assemble_article(portal, facts, pages)


def is_continuation(portal: Portal, url: str) -> bool:
    """True if ``article.continuation`` says that an address of this form is never a first page."""
    return portal.continuation is not None and search_pattern(
        portal.continuation, url, portal.continuation_rule
    )


def _refused(source: Source, task: Task, first: ArticlePage, refused: Rejected) -> BuildOutcome:
    """The page checks refuse the first page: a verdict, unless the reason is a transient one and
    the article was not tried often enough."""
    if refused.reason in TRANSIENT and not is_final(source.tries(first.url)):
        failed = Failed(refused.url, refused.reason, refused.evidence)
        return BuildOutcome(task.canonical, page_rows(source, [first]), failed=failed)
    return BuildOutcome(task.canonical, page_rows(source, [first]), None, refused)


def _read(
    portal: Portal, leaf: ArticlePage, *, later: bool, untold: bool
) -> PageExtract | Rejected | MissingPage:
    if leaf.page is None:
        return MissingPage(leaf.url)
    return leaf.refused or read_article_page(
        portal, leaf.page, is_continuation=later, skip_metadata=untold, checked=True
    )


def _damage(leaves: Sequence[ArticlePage]) -> list[Problem]:
    """Pages that are whole although something is wrong with their bytes."""
    return [
        Problem("body-damaged", leaf.url, leaf.words) for leaf in leaves if leaf.fault == DAMAGED
    ]


def page_rows(source: Source, leaves: Sequence[ArticlePage]) -> tuple[PageRow, ...]:
    """The pages of an article as they are noted: without a record where they are to be asked for
    again."""
    return tuple(
        PageRow(leaf.url, None if is_missing(source, leaf) else _record(leaf)) for leaf in leaves
    )


def is_missing(source: Source, leaf: ArticlePage) -> bool:
    """Whether a page is not stored, or what is stored in its place may pass: it is to be asked for
    again."""
    return leaf.capture is None or (is_passing(leaf) and not is_final(source.tries(leaf.url)))


def _record(leaf: ArticlePage) -> str | None:
    return leaf.capture.record_id if leaf.capture else None


def _with(article: Article, problems: Sequence[Problem]) -> Article:
    return replace(article, problems=(*article.problems, *problems)) if problems else article
