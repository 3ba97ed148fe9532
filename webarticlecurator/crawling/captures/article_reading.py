"""Read an article from the captures of its pages, as they were up to some time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, TypeAlias

from webarticlecurator.articles.by_rules.identity import canonical_address
from webarticlecurator.base.dataclasses import dataclass, field, replace
from webarticlecurator.base.model.article import Article, Failed, PageExtract, Rejected
from webarticlecurator.base.model.article_shape import ArticleShape
from webarticlecurator.base.model.blocks import block_words
from webarticlecurator.base.model.capture import DAMAGED, TOO_LARGE, Capture
from webarticlecurator.base.model.verdict import TRANSIENT, Problem
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.captures.article_pages import (
    ArticlePage,
    ArticlePages,
    address_of_page,
    is_continuation,
)
from webarticlecurator.crawling.captures.article_parts import read_parts_of
from webarticlecurator.crawling.captures.build_outcome import BuildOutcome, page_rows
from webarticlecurator.crawling.captures.page_choice import Source
from webarticlecurator.crawling.captures.split_articles import (
    SplitArticle,
    is_split,
    list_outside,
    read_parts,
)
from webarticlecurator.crawling.captures.tasks import Task
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.own_pager import find_own_pager

if TYPE_CHECKING:
    from webarticlecurator.articles.by_rules.join_pages import MissingPage
    from webarticlecurator.storage.frontier.index_values import PageRow

Extract: TypeAlias = "PageExtract | Rejected | MissingPage"


@dataclass(frozen=True)
class ArticleState:
    """An article as its pages were captured up to some time.

    It has an ``article``, or ``parts`` if its pages are split, or the ``outcome`` of a build that
    makes no TEI of it. ``captures`` are those of its pages in link order. ``passed``: its first
    page passes the page checks. ``problems`` are those of split pages. ``changed`` is the time of
    the capture with which its words or metadata changed last, None if they never did. ``seen`` are
    the times at which the portal showed the first page like this. ``look_due`` is the time from
    which a later, shrunk version is to be asked for again. ``unfollowed``: see ``ArticleShape``.
    ``outside``: see ``BuildOutcome``.
    """

    captures: tuple[Capture, ...] = ()
    rows: tuple[PageRow, ...] = ()
    article: Article | None = None
    parts: tuple[SplitArticle, ...] | None = None
    outcome: BuildOutcome | None = None
    problems: tuple[Problem, ...] = ()
    passed: bool = False
    changed: datetime | None = None
    seen: tuple[datetime, ...] = ()
    look_due: datetime | None = None
    unfollowed: str = ""
    outside: tuple[str, ...] = ()


@dataclass
class StateReader:
    """Reads the states of one article; a page that several of them have is extracted once.

    ``load`` parses a page whose tree is not at hand.
    """

    portal: Portal
    source: Source
    task: Task
    load: Callable[[ArticlePage], Page | None]
    _extracts: dict[tuple[str, bool, bool], Extract] = field(default_factory=dict)

    def read(self, found: ArticlePages) -> ArticleState:
        """Read the article that has these pages."""
        pages = found.pages
        first = self._with_tree(pages[0])
        last = first if len(pages) == 1 else self._with_tree(pages[-1])
        state = ArticleState(tuple(page.capture for page in all_pages(found) if page.capture))
        outcome = self._outcome_without_text(pages, first)
        if outcome is not None:
            return replace(state, rows=outcome.pages, outcome=outcome)

        chain_problem = found.problem
        if found.whole is None:
            chain_problem = chain_problem or _check_last_pager(self.portal, last)
        state = replace(state, rows=self._rows(pages), passed=True)
        # The problem of the next-page links, and those of damaged bodies that are usable
        problems = (
            [Problem("next-page", self.task.canonical, chain_problem)] if chain_problem else []
        )
        problems += [
            Problem("body-damaged", page.url, page.words) for page in pages if page.fault == DAMAGED
        ]
        assert first.parsed is not None
        if is_split(self.portal, first.parsed):
            return self._read_parts(state, [self._with_tree(page) for page in pages], problems)
        state = replace(state, rows=self._rows(all_pages(found)))
        return self._read_article(state, replace(found, pages=(first, *pages[1:])), problems)

    def _rows(self, pages: Sequence[ArticlePage]) -> tuple[PageRow, ...]:
        return page_rows(self.source, pages, self.portal.fetch.confirm)

    def _with_tree(self, page: ArticlePage) -> ArticlePage:
        return page if page.parsed is not None else replace(page, parsed=self.load(page))

    def _outcome_without_text(
        self, pages: Sequence[ArticlePage], first: ArticlePage
    ) -> BuildOutcome | None:
        """Return the outcome of an article that is excluded, not stored, or refused."""
        from webarticlecurator.articles.by_rules.manual_overrides import find_exclusion

        task = self.task
        excluded = find_exclusion(self.portal, (task.canonical, task.start.url, *task.aliases))
        if excluded is not None:
            # its later pages are noted, too, so that they do not become articles
            rows = self._rows(pages) if first.parsed else ()
            rejected = Rejected(task.canonical, "excluded", excluded)
            return BuildOutcome(task.canonical, rows, None, rejected)
        if first.fault == TOO_LARGE:
            rejected = Rejected(first.url, TOO_LARGE, first.words)
            return BuildOutcome(
                task.canonical,
                self._rows(pages),
                None,
                rejected,
            )
        if first.parsed is None:
            return BuildOutcome(task.canonical)
        return self._refuse(first, first.refused) if first.refused else None

    def _refuse(self, first: ArticlePage, refused: Rejected) -> BuildOutcome:
        """Return the outcome of an article whose first page the page checks refuse: rejected, or
        failed if the reason is transient."""
        rows = self._rows([first])
        if refused.reason in TRANSIENT:
            failed = Failed(refused.url, refused.reason, refused.evidence)
            return BuildOutcome(self.task.canonical, rows, failed=failed)
        return BuildOutcome(self.task.canonical, rows, None, refused)

    def _read_parts(
        self, state: ArticleState, pages: Sequence[ArticlePage], problems: list[Problem]
    ) -> ArticleState:
        read = read_parts(self.portal, self.task.start, self.task.canonical, pages)
        if isinstance(read, Rejected):
            rows = state.rows[:1]
            outcome = BuildOutcome(self.task.canonical, rows, None, read)
            return replace(state, rows=rows, outcome=outcome)
        parts, part_problems = read
        outside = list_outside(self.portal, pages)
        return replace(state, parts=parts, problems=(*problems, *part_problems), outside=outside)

    def _read_article(
        self, state: ArticleState, found: ArticlePages, problems: list[Problem]
    ) -> ArticleState:
        from webarticlecurator.articles.by_rules.layout_choice import select_layout

        first = found.pages[0]
        assert first.parsed is not None
        extracts = self._extract_pages(found, first.parsed)
        if found.whole is None:
            found, extracts, repeats = _leave_out_repeats(found, extracts)
            problems += (Problem("next-page", self.task.canonical, each) for each in repeats)
        if isinstance(extracts[0], Rejected):
            layout = select_layout(self.portal, first.parsed).name
            has_no_root = extracts[0].reason == "no-root"
            outcome = BuildOutcome(
                self.task.canonical,
                state.rows[:1],
                None,
                extracts[0],
                shape=ArticleShape(layout, has_root=False) if has_no_root else None,
            )
            return replace(state, rows=outcome.pages, outcome=outcome)
        problems += [
            Problem(
                "page-rejected",
                each.url,
                each.describe(),
            )
            for each in extracts
            if isinstance(each, Rejected)
        ]
        loaded = [(part, self._with_tree(page)) for part, page in found.parts]
        parts, part_problems = read_parts_of(self.portal, first.parsed, loaded)
        article = _assemble(self.portal, self.task, found, extracts, parts)
        article = replace(article, problems=(*article.problems, *problems, *part_problems))
        # what its rule leaves unclear, or what was not captured, has a problem of its own
        has_gap = any(each.kind in ("next-page", "page-missing") for each in article.problems)
        unfollowed = "" if has_gap else self._find_unfollowed(found, first.parsed)
        return replace(state, article=article, unfollowed=unfollowed)

    def _find_unfollowed(self, found: ArticlePages, first: Page) -> str:
        """Return the address of a further page of the article that no rule follows, or ""."""
        from webarticlecurator.articles.by_rules.layout_choice import select_layout

        is_looked_at = self.task.is_sample or len(found.pages) > 1
        if found.listed or not is_looked_at or found.whole is not None:
            return found.listed
        if select_layout(self.portal, first).rules.has_one_page:
            return ""
        known = {url for page in found.pages for url in (page.url, address_of_page(page))}
        known = {canonical_address(url, self.portal.address) for url in known}
        pager = find_own_pager(first)
        for url in dict.fromkeys((*pager.others, pager.address)):
            canonical = canonical_address(url.partition("#")[0], self.portal.address)
            if url and canonical not in known and not self.source.is_listed(canonical):
                return url
        if not pager.apart or len(found.pages) > 1 or found.parts:
            return ""
        is_own = "#" in pager.apart or not self.source.is_listed(
            canonical_address(pager.apart, self.portal.address)
        )
        return pager.apart if is_own else ""

    def _extract_pages(self, found: ArticlePages, first: Page) -> list[Extract]:
        """Return the extracts of the pages in link order; where one page holds the whole article,
        that of the first page with its text."""
        from webarticlecurator.articles.by_rules.layout_choice import select_layout
        from webarticlecurator.articles.by_rules.one_page import read_article_page

        if found.whole is not None:
            text_from = self._with_tree(found.whole).parsed
            return [read_article_page(self.portal, first, checked=True, text_from=text_from)]
        pages = found.pages
        # The stored page that is read first: `pages` are in link order, which a layout may reverse
        stored = [page for page in pages if page.capture is not None and page.fault != TOO_LARGE]
        opening = stored[-1] if select_layout(self.portal, first).rules.reversed else pages[0]
        extracts = [
            self._extract(
                page, is_continuation=page is not opening, skip_metadata=page is not pages[0]
            )
            for page in pages
        ]
        return [self._sign(extracts[0], pages[-1]), *extracts[1:]] if len(pages) > 1 else extracts

    def _sign(self, first: Extract, last: ArticlePage) -> Extract:
        """Return the extract of a first page, with the authors who sign on the last one."""
        from webarticlecurator.articles.by_rules.last_page_authors import add_signature, is_unsigned

        if not isinstance(first, PageExtract) or not is_unsigned(first.metadata):
            return first
        tree = None if last.refused is not None else self._with_tree(last).parsed
        if tree is None:
            return first
        return replace(first, metadata=add_signature(first.metadata, self.portal, tree))

    def _extract(self, page: ArticlePage, *, is_continuation: bool, skip_metadata: bool) -> Extract:
        from webarticlecurator.articles.by_rules.join_pages import MissingPage
        from webarticlecurator.articles.by_rules.one_page import read_article_page

        if page.capture is None:
            return MissingPage(page.url)
        if page.refused is not None:
            return page.refused
        key = (page.capture.record_id, is_continuation, skip_metadata)
        if key not in self._extracts:
            tree = page.parsed or self.load(page)
            self._extracts[key] = (
                MissingPage(page.url)
                if tree is None
                else read_article_page(
                    self.portal,
                    tree,
                    is_continuation=is_continuation,
                    skip_metadata=skip_metadata,
                    checked=True,
                )
            )
        return self._extracts[key]


def _leave_out_repeats(
    found: ArticlePages, extracts: Sequence[Extract]
) -> tuple[ArticlePages, list[Extract], list[str]]:
    """Return the pages of an article and their extracts without those that have the text of an
    earlier page, and a message for each: a page that ignores its number, or counts comments."""
    texts: dict[tuple[str, ...], str] = {}
    kept: list[tuple[ArticlePage, Extract]] = []
    messages: list[str] = []
    for page, extract in zip(found.pages, extracts, strict=True):
        words = tuple(block_words(extract.blocks)) if isinstance(extract, PageExtract) else ()
        if words and words in texts:
            messages.append(
                make_message(
                    "{url}: it has the text of {earlier}, so it is left out; look at"
                    " article.next_page",
                    url=page.url,
                    earlier=texts[words],
                )
            )
            continue
        texts.setdefault(words, page.url)
        kept.append((page, extract))
    if not messages:
        return found, [*extracts], []
    pages = tuple(page for page, _ in kept)
    return replace(found, pages=pages), [extract for _, extract in kept], messages


def _check_last_pager(portal: Portal, last: ArticlePage) -> str:
    """Return the problem of a last page whose pager does not show which page is current, or ""."""
    from webarticlecurator.articles.by_rules.one_page import has_article_pager_without_current

    page = last.parsed
    if (
        page is None
        or last.refused is not None
        or not has_article_pager_without_current(portal, page)
    ):
        return ""
    return make_message(
        "{url}: it has a pager whose `current` selects no number; look at article.next_page",
        url=page.url,
    )


def all_pages(found: ArticlePages) -> tuple[ArticlePage, ...]:
    """Return the pages of an article in link order, and those of its parts."""
    return (*found.pages, *(page for _, page in found.parts))


def _assemble(
    portal: Portal,
    task: Task,
    found: ArticlePages,
    extracts: Sequence[Extract],
    parts: Sequence[tuple[PageExtract, Capture]],
) -> Article:
    """Assemble the article in reading order; a rejected page counts as missing."""
    from webarticlecurator.articles.by_rules.assemble import ArticleContext, assemble_article
    from webarticlecurator.articles.by_rules.join_pages import MissingPage
    from webarticlecurator.articles.by_rules.layout_choice import select_layout

    first = found.pages[0].parsed
    assert first is not None
    usable = [MissingPage(each.url) if isinstance(each, Rejected) else each for each in extracts]
    read = [(page.capture, each) for page, each in zip(found.pages, usable, strict=False)]
    captures = [page for page, each in read if page and isinstance(each, PageExtract)]
    if found.whole is not None and found.whole.capture is not None:
        captures.append(found.whole.capture)
    if portal.continuation and is_continuation(portal, task.start.url):
        usable.insert(0, MissingPage())
    if select_layout(portal, first).rules.reversed:
        usable.reverse()
        captures.reverse()
    usable += [each for each, _ in parts]
    captures += [capture for _, capture in parts]
    return assemble_article(
        portal,
        ArticleContext(task.canonical, task.aliases, task.start.column, tuple(captures), first.url),
        usable,
    )
