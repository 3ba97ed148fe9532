"""``curator extract``: extracts one page, or one article of a corpus, and writes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from webarticlecurator.article import (
    ArticleContext,
    assemble_article,
    canonical_address,
    find_exclusion,
    read_article_page,
    select_layout,
)
from webarticlecurator.captures.article_pages import (
    ArticlePage,
    ArticlePages,
    ArticleStart,
    FirstPageReader,
    follow_pages,
)
from webarticlecurator.captures.article_reading import (
    ArticleState,
    StateReader,
    is_split,
    read_parts,
)
from webarticlecurator.captures.article_versions import read_split_part, read_versions
from webarticlecurator.captures.tasks import Task, build_task
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.errors import UsageError
from webarticlecurator.export.text_formats import plain_values, sourced_values
from webarticlecurator.model.article import Article, Rejected
from webarticlecurator.model.capture import TOO_LARGE, Body, Capture
from webarticlecurator.model.fields import EXTRACTED_KEYS
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import CURES
from webarticlecurator.page import Page
from webarticlecurator.stored_pages.page_store import StoredPage
from webarticlecurator.tei import plain_lines
from webarticlecurator.text.translation import make_message
from webarticlecurator.trial.verdicts import (
    PageVerdicts,
    count_words_outside,
    read_element_verdicts,
    read_part_verdicts,
)
from webarticlecurator.workers.capture_source import CorpusSource, RankedSource

if TYPE_CHECKING:
    from webarticlecurator.store import ArticleRow, CorpusView

# The pages of an article as a build joins them, from bodies that are at hand.
#
# Rules that are being edited may lead to other pages than before. The addresses of those whose
# bodies
# are not at hand are returned, so that whoever has the store can read them.


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
    reader = FirstPageReader(portal, _BodySource(article.bodies))
    page = reader.find(url, article.task.start, article.task.shared)
    if page is None:
        return ()
    linked = (page.next_page, page.single_page, *(part.url for part in page.parts))
    unknown = (address for address in linked if address and address not in article.bodies)
    return tuple(dict.fromkeys(unknown))


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


MAX_FRAGMENTS = 10
"""Articles of a page that a message names if the requested one is not among them."""


def extract(
    portal: Portal,
    url: str,
    content: bytes,
    content_type: str | None = None,
    captured: date | None = None,
) -> Article | Rejected:
    """Extract one page as an article by the rules of ``portal``, or return why it is rejected.

    ``url`` is its absolute address, ``content`` the body without transfer and content codings,
    ``content_type`` the value of the HTTP header. ``captured`` is the day on which it was fetched;
    it chooses the layout and limits dates. The article has no captures.
    """
    excluded = find_exclusion(portal, (url,))
    if excluded is not None:
        return Rejected(url, "excluded", excluded)
    page = StoredPage(url, content, content_type, captured).page(portal)
    read = read_article_page(portal, page)
    if isinstance(read, Rejected):
        return read
    article = assemble_article(
        portal, ArticleContext(canonical_address(url, portal.address), metadata_url=url), [read]
    )
    return replace(
        article, account=replace(article.account, outside=count_words_outside(portal, page))
    )


def extract_split(
    portal: Portal,
    url: str,
    content: bytes,
    content_type: str | None = None,
    captured: date | None = None,
) -> tuple[Article | Rejected, ...] | None:
    """Extract the articles of a page that ``article.split`` cuts.

    Each has the page's address with a fragment; if ``url`` has a fragment, only that article is
    returned. None if the page's layout has no ``split``. The other arguments are as for
    ``extract``.
    """
    address, _, fragment = url.partition("#")
    page = StoredPage(address, content, content_type, captured).page(portal)
    if not is_split(portal, page):
        return None
    result = read_parts(
        portal,
        ArticleStart(address),
        canonical_address(address, portal.address),
        (ArticlePage(address, page),),
    )
    if isinstance(result, Rejected):
        return (result,)
    parts = tuple(part.read for part in result[0] if not fragment or part.requested == url)
    if parts:
        return parts
    fragments = list_fragments(part.requested for part in result[0])
    return (
        Rejected(
            url,
            "gone",
            make_message("there is no such article on it, but {fragments}", fragments=fragments),
        ),
    )


def extract_articles(portal: Portal, stored: StoredPage) -> tuple[Article | Rejected, ...]:
    """Extract the article of a page, or the articles that ``article.split`` cuts it into."""
    page = (stored.url, stored.content, stored.content_type, stored.captured)
    return extract_split(portal, *page) or (extract(portal, *page),)


def list_fragments(addresses: Iterable[str]) -> str:
    """Return the fragments of some addresses in words, at most MAX_FRAGMENTS of them."""
    fragments = [f"#{address.partition('#')[2]}" for address in addresses]
    rest = len(fragments) - MAX_FRAGMENTS
    names = ", ".join(fragments[:MAX_FRAGMENTS])
    return (
        make_message("{names} and {number} more", names=names, number=rest) if rest > 0 else names
    )


def article_json(found: Article | Rejected) -> dict[str, Any]:
    """Return the answer of ``extract --format json``.

    A field with several values is a list; a field that the page does not have is None.
    """
    if isinstance(found, Rejected):
        return {
            "url": found.url,
            "verdict": found.reason,
            "evidence": found.evidence,
            "cure": CURES.get(found.reason, ""),
        }
    plain = plain_values(found.metadata)
    return {
        "url": found.url,
        "verdict": "kept",
        **{name: plain[name] for name in EXTRACTED_KEYS},
        "text": "\n".join(plain_lines(found.blocks)),
        "metadata": sourced_values(found.metadata),
        "words": found.account.kept,
        "confidence": None if found.confidence is None else found.confidence / 1000,
        "page_kind": found.page_kind or None,
        "unclaimed": found.account.unclaimed_words,
        "dropped": found.account.dropped_words,
        "dropped_by": dict(found.account.dropped),
        "outside": found.account.outside,
        "problems": [f"{p.kind}: {p.message}" for p in found.problems],
    }


# ``curator extract`` without a page: an article of a corpus, with all its pages.


def extract_stored(portal: Portal, folder: Path, url: str) -> Article | Rejected:
    """Extract the article of a corpus at a known address, with all its pages. A page that failed
    (a wall, for example, that may be gone at the next try) is rejected with that reason.

    Raises UsageError if the article is not stored, CorpusMismatch, StoreDamaged.
    """
    from webarticlecurator.store import view_corpus

    with view_corpus(folder, portal.id) as corpus:
        row = _find_row(corpus, folder, url)
        page, part, _ = row.requested.partition("#")
        owner = corpus.frontier.page_owner(page) if part else None
        if owner is not None:  # It is one of several articles on a page.
            task = build_task(portal, corpus, owner)
            article = read_split_part(portal, CorpusSource(corpus), task, row.requested)
            return article or Rejected(
                url, "gone", make_message("it is not on {page} any more", page=page)
            )
        task = build_task(portal, corpus, row)
        state = read_versions(portal, CorpusSource(corpus), task).text
    if state.article is not None:
        return state.article
    if state.parts is not None:
        fragments = list_fragments(part.requested for part in state.parts)
        return Rejected(
            row.canonical,
            "split",
            make_message(
                "{number} articles: {fragments}", number=len(state.parts), fragments=fragments
            ),
        )
    if state.outcome is not None and state.outcome.failed is not None:
        failed = state.outcome.failed
        return Rejected(row.canonical, failed.reason, failed.evidence)
    if state.outcome is None or state.outcome.rejected is None:
        raise UsageError(
            make_message("{url}: no page of it is stored ({state})", url=url, state=row.state),
            "`curator why` says why.",
        )
    return state.outcome.rejected


def read_stored_pages(portal: Portal, folder: Path, url: str) -> tuple[JoinedPage, ...]:
    """Return the pages of an article of a corpus that have its text, in the order of the text, then
    what they load. Where one page holds the whole text, it is that page; pages that are not stored
    are left out, parts are not.

    Raises UsageError if the address is not known, CorpusMismatch, StoreDamaged.
    """
    from webarticlecurator.store import view_corpus

    with view_corpus(folder, portal.id) as corpus:
        task = build_task(portal, corpus, _find_row(corpus, folder, url))
        start = replace(task.start, url=task.start.url.partition("#")[0])
        reader = FirstPageReader(portal, CorpusSource(corpus))
        found = follow_pages(start, reader.pages_of(start, task.shared))
        pages, order = list_joined_pages(portal, reader, found)
    return tuple(pages[number] for number in order)


def _find_row(corpus: CorpusView, folder: Path, url: str) -> ArticleRow:
    row = corpus.frontier.find_article(url)
    if row is None:
        raise UsageError(
            make_message("{url} is not in the corpus {folder}", url=url, folder=folder),
            "`curator why` shows what is known of it.",
        )
    return row
