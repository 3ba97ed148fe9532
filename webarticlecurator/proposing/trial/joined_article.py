"""The pages of an article as a build joins them, from stored bodies.

Rules that are being edited may lead to other pages than before. The addresses of those whose bodies
are not at hand are returned, so that whoever has the store can read them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from webarticlecurator.articles.by_rules.layout_choice import select_layout
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.capture import TOO_LARGE, Body, Capture
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.captures.article_pages import (
    ArticlePage,
    ArticlePages,
    follow_pages,
)
from webarticlecurator.crawling.captures.article_reading import ArticleState, StateReader
from webarticlecurator.crawling.captures.page_choice import FirstPageReader
from webarticlecurator.crawling.captures.tasks import Task
from webarticlecurator.crawling.workers.capture_source import RankedSource
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.trial.page_verdicts import PageVerdicts
from webarticlecurator.proposing.trial.verdicts import read_element_verdicts, read_part_verdicts


@dataclass(frozen=True)
class ArticleBodies:
    """An article with the complete bodies of its pages, by requested address and by time; an
    address without any is not stored."""

    task: Task
    bodies: Mapping[str, tuple[Body, ...]]


@dataclass(frozen=True)
class JoinedPage:
    """A page of an article, and the verdicts on its elements; of a page without text, or of a part
    with several texts, there may be none or several. ``tree`` is None for a page that is not stored
    or is too large; ``part`` is the kind of a part that is loaded apart, "" for a page itself."""

    page: ArticlePage
    tree: Page | None = None
    verdicts: tuple[PageVerdicts, ...] = ()
    part: str = ""


@dataclass(frozen=True)
class JoinedArticle:
    """What a build would make of an article, without its history. ``pages`` are in link order, then
    those of parts; ``reading_order`` has their numbers in the order of the text."""

    state: ArticleState
    pages: tuple[JoinedPage, ...]
    reading_order: tuple[int, ...]


class _BodySource(RankedSource):
    """A source of captures whose bodies are in memory, as far as one reading of an article needs
    one; ``missing`` are the addresses that were looked for and are not known."""

    def __init__(self, bodies: Mapping[str, tuple[Body, ...]]) -> None:
        super().__init__()
        self._bodies = bodies
        self._records = {
            body.capture.record_id: body for several in bodies.values() for body in several
        }
        self.missing: dict[str, None] = {}

    def pages(self, url: str) -> Sequence[Capture]:
        if url not in self._bodies:
            self.missing[url] = None
        return [body.capture for body in self._bodies.get(url, ())]

    def tries(self, url: str) -> tuple[datetime, ...]:
        return tuple(body.capture.time for body in self._bodies.get(url, ()))

    def is_listed(self, _url: str) -> bool:
        return False

    def read(self, capture: Capture) -> Body:
        return self._records[capture.record_id]


def read_joined_article(portal: Portal, article: ArticleBodies) -> JoinedArticle | tuple[str, ...]:
    """Return an article as the rules of ``portal`` join and read it; or the addresses that they
    lead to and whose bodies are not known."""
    source = _BodySource(article.bodies)
    reader = FirstPageReader(portal, source)
    start, shared = article.task.start, article.task.shared
    found = follow_pages(start, reader.pages_of(start, shared))
    if source.missing:
        return tuple(source.missing)
    state = StateReader(portal, source, article.task, reader.load).read(found)
    return JoinedArticle(state, *list_joined_pages(portal, reader, found))


def list_linked_addresses(portal: Portal, article: ArticleBodies, url: str) -> tuple[str, ...]:
    """Return the addresses of the pages and parts that one page of an article leads to, as far as
    their bodies are not known yet."""
    page = FirstPageReader(portal, _BodySource(article.bodies)).find(
        url, article.task.start, article.task.shared
    )
    if page is None:
        return ()
    linked = (page.next_page, page.single_page, *(part.url for part in page.parts))
    return tuple(
        dict.fromkeys(address for address in linked if address and address not in article.bodies)
    )


def list_joined_pages(
    portal: Portal, reader: FirstPageReader, found: ArticlePages
) -> tuple[tuple[JoinedPage, ...], tuple[int, ...]]:
    """Return the pages with their verdicts, then those of parts; and the numbers of those with text
    in the order of the text, then those of all parts."""
    trees = [page.parsed or reader.load(page) for page in found.pages]
    first = trees[0]
    layout = None if first is None else select_layout(portal, first)
    is_reversed = layout is not None and layout.rules.reversed
    with_text = [
        number
        for number, page in enumerate(found.pages)
        if trees[number] is not None
        and page.fault != TOO_LARGE
        and (found.whole is None or page is found.whole)
    ]
    order = with_text[::-1] if is_reversed else with_text
    pages = []
    for number, (page, tree) in enumerate(zip(found.pages, trees, strict=True)):
        verdicts: tuple[PageVerdicts, ...] = ()
        if tree is not None and number in with_text:
            is_first = number == order[0]
            verdicts = (read_element_verdicts(portal, tree, is_continuation=not is_first),)
        pages.append(JoinedPage(page, tree, verdicts))
    for part, page in found.parts:
        tree = page.parsed or reader.load(page)
        of_part = (
            ()
            if tree is None or first is None
            else tuple(read_part_verdicts(portal, first, tree, part.rules))
        )
        pages.append(JoinedPage(page, tree, of_part, part.rules.kind))
    return tuple(pages), (*order, *range(len(found.pages), len(pages)))
