"""``article.split``: several articles on one captured page.

The row of the page itself is rejected (``split``), and each of its articles has a row of its own.
The address of such an article is that of the page with a fragment that is unique on the page.
These rows are created and removed with the page; they are never requested or built alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from webarticlecurator.articles.by_rules.identity import IN_FRAGMENT, canonical_address
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.article import Article, PageExtract, Rejected
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.portal.hosts import shorten_address
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.captures.article_pages import ArticlePage, ArticleStart
from webarticlecurator.pages.page.page import Page


@dataclass(frozen=True)
class SplitArticle:
    """One article of a split page.

    ``requested`` is the listed address of the page with the fragment, ``canonical`` the canonical
    address, ``record`` the record id of the capture, and ``read`` the extracted article.
    """

    requested: str
    canonical: str
    record: str | None
    read: Article | Rejected


def is_split(portal: Portal, page: Page) -> bool:
    """Return True if the layout of the page has a ``split`` rule."""
    from webarticlecurator.articles.by_rules.layout_choice import select_layout

    return select_layout(portal, page).rules.split is not None


def read_parts(
    portal: Portal, start: ArticleStart, key: str, pages: Sequence[ArticlePage]
) -> tuple[tuple[SplitArticle, ...], tuple[Problem, ...]] | Rejected:
    """Return the articles on ``pages`` in their order, and the problems of the pages; or the
    rejection of the first page if it has no articles.

    ``key`` is the canonical address of the first page; a thread may have several pages.
    """
    from webarticlecurator.articles.by_rules.split_pages import read_split_page

    parts: list[SplitArticle] = []
    problems: list[Problem] = []
    for number, page in enumerate(pages):
        if page.parsed is None:
            problems.append(make_problem("page-missing", page.url, "split", number=number + 1))
            continue
        read = read_split_page(portal, page.parsed)
        if isinstance(read, Rejected) and number == 0:
            return read
        if isinstance(read, Rejected):
            problems.append(Problem("page-rejected", read.url, read.describe()))
            continue
        address = canonical_address(page.url, portal.address) if number else key
        for name, part_extract in read:
            parts.append(_build_part(portal, start, page, (address, name, part_extract)))
    return tuple(parts), tuple(problems)


def list_outside(portal: Portal, pages: Sequence[ArticlePage]) -> tuple[str, ...]:
    """Return the paragraphs of ``pages`` that are in none of their articles, each once."""
    from webarticlecurator.articles.by_rules.split_pages import list_outside_text

    parsed = (page.parsed for page in pages if page.parsed is not None)
    return tuple(dict.fromkeys(text for page in parsed for text in list_outside_text(portal, page)))


def fragment_of(name: str) -> str:
    """Return the fragment of the address of an article on a split page."""
    return quote(name, safe=IN_FRAGMENT)


def _build_part(
    portal: Portal,
    start: ArticleStart,
    page: ArticlePage,
    named_extract: tuple[str, str, PageExtract | Rejected],
) -> SplitArticle:
    from webarticlecurator.articles.by_rules.assemble import ArticleContext, assemble_article

    address, name, part_extract = named_extract
    fragment = fragment_of(name)
    key = shorten_address(f"{address}#{fragment}")
    article: Article | Rejected
    if isinstance(part_extract, Rejected):
        article = part_extract
    else:
        captures = (page.capture,) if page.capture else ()
        context = ArticleContext(key, (), start.column, captures, part_extract.url)
        # the problems of its page become problems of the article
        problems = tuple(
            replace(problem, where=context.canonical) for problem in part_extract.problems
        )
        article = assemble_article(portal, context, [replace(part_extract, problems=problems)])
    record = page.capture.record_id if page.capture else None
    requested = shorten_address(f"{page.url}#{fragment}")
    return SplitArticle(requested, key, record, article)
