"""``article.split``: one captured page, several articles.

The page's own row ends rejected (``split``), and each of its articles is a row of its own: its
address is that of the page, ``#`` and what tells it from the others. Such rows are made and removed
with the page, never asked for or built alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote

from webarticlecurator.extract import (
    IN_FRAGMENT,
    ArticleContext,
    assemble_article,
    canonical_address,
    read_split_page,
    select_layout,
)
from webarticlecurator.model.article import Article, PageExtract, Rejected
from webarticlecurator.model.capture import Capture
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import Problem
from webarticlecurator.page import Page
from webarticlecurator.run.building.article_pages import ArticlePage, ArticleStart


@dataclass(frozen=True)
class SplitArticle:
    """One of the articles: ``requested`` is the page's address as listed with the fragment,
    ``canonical`` its key; ``record`` the capture it was read from."""

    requested: str
    canonical: str
    record: str | None
    read: Article | Rejected


def is_split(portal: Portal, page: Page) -> bool:
    """True if the page's layout says that it holds several articles."""
    return select_layout(portal, page).rules.split is not None


def read_parts(
    portal: Portal, head: ArticleStart, key: str, leaves: Sequence[ArticlePage]
) -> tuple[tuple[SplitArticle, ...], tuple[Problem, ...]] | Rejected:
    """The articles on the pages ``leaves`` (a thread may go on over several) in their order, with
    what is wrong with the pages; ``key`` is the canonical address of the first page. Rejected: the
    first page holds none."""
    found: list[SplitArticle] = []
    problems: list[Problem] = []
    for number, leaf in enumerate(leaves):
        if leaf.page is None:
            problems.append(
                Problem(
                    "page-missing",
                    leaf.url,
                    f"page {number + 1} was not captured; its articles are missing",
                )
            )
            continue
        read = read_split_page(portal, leaf.page)
        if isinstance(read, Rejected) and number == 0:
            return read
        if isinstance(read, Rejected):
            problems.append(Problem("page-rejected", read.url, f"{read.reason}: {read.evidence}"))
            continue
        address = canonical_address(leaf.url, portal.address) if number else key
        found += [_part(portal, head, leaf, (address, name, one)) for name, one in read]
    return tuple(found), tuple(problems)


def fragment_of(name: str) -> str:
    """What tells an article from the others on its page, as it stands in its address."""
    return quote(name, safe=IN_FRAGMENT)


def _part(
    portal: Portal,
    head: ArticleStart,
    leaf: ArticlePage,
    named: tuple[str, str, PageExtract | Rejected],
) -> SplitArticle:
    address, name, read = named
    fragment = fragment_of(name)
    key = f"{address}#{fragment}"
    article = (
        read
        if isinstance(read, Rejected)
        else _article(portal, ArticleContext(key, (), head.column, _captures(leaf), read.url), read)
    )
    return SplitArticle(
        f"{leaf.url}#{fragment}", key, leaf.capture.record_id if leaf.capture else None, article
    )


def _captures(leaf: ArticlePage) -> tuple[Capture, ...]:
    return (leaf.capture,) if leaf.capture else ()


def _article(portal: Portal, facts: ArticleContext, read: PageExtract) -> Article:
    """What is wrong on the page is said of each of its articles."""
    own = tuple(replace(problem, where=facts.canonical) for problem in read.problems)
    return assemble_article(portal, facts, [replace(read, problems=own)])
