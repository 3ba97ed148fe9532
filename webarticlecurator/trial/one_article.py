"""``curator extract``: extracts one page, or one article of a corpus, and writes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from webarticlecurator.article import (
    ArticleContext,
    assemble_article,
    canonical_address,
    find_exclusion,
    read_article_page,
)
from webarticlecurator.captures.article_pages import (
    ArticlePage,
    ArticleStart,
    FirstPageReader,
    follow_pages,
)
from webarticlecurator.captures.article_reading import is_split, read_parts
from webarticlecurator.captures.article_versions import read_split_part, read_versions
from webarticlecurator.captures.tasks import build_task
from webarticlecurator.errors import UsageError
from webarticlecurator.export.text_formats import plain_values, sourced_values
from webarticlecurator.model.article import Article, Rejected
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import Page, read_page
from webarticlecurator.store import ArticleRow, CorpusView, view_corpus
from webarticlecurator.stored_pages.page_store import StoredPage
from webarticlecurator.tei import plain_lines
from webarticlecurator.trial.joined_article import JoinedPage, list_joined_pages
from webarticlecurator.trial.verdicts import count_words_outside
from webarticlecurator.workers.captures import CorpusSource

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
    page = _read_page(portal, url, content, content_type, captured)
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
    page = _read_page(portal, address, content, content_type, captured)
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
    return (Rejected(url, "gone", f"there is no such article on it, but {fragments}"),)


def extract_articles(portal: Portal, stored: StoredPage) -> tuple[Article | Rejected, ...]:
    """Extract the article of a page, or the articles that ``article.split`` cuts it into."""
    page = (stored.url, stored.content, stored.content_type, stored.captured)
    return extract_split(portal, *page) or (extract(portal, *page),)


def _read_page(
    portal: Portal, url: str, content: bytes, content_type: str | None, captured: date | None
) -> Page:
    return read_page(
        url,
        content,
        content_type,
        encoding=portal.encoding,
        captured=captured,
        classifier=portal.classifier_content,
    )


def list_fragments(addresses: Iterable[str]) -> str:
    """Return the fragments of some addresses in words, at most MAX_FRAGMENTS of them."""
    fragments = [f"#{address.partition('#')[2]}" for address in addresses]
    rest = len(fragments) - MAX_FRAGMENTS
    return ", ".join(fragments[:MAX_FRAGMENTS]) + (f" and {rest} more" if rest > 0 else "")


def article_json(found: Article | Rejected) -> dict[str, Any]:
    """Return the answer of ``extract --format json``.

    A field with several values is a list; a field that the page does not have is None.
    """
    if isinstance(found, Rejected):
        return {"url": found.url, "verdict": found.reason, "evidence": found.evidence}
    plain = plain_values(found.metadata)
    json_fields = (
        "title",
        "authors",
        "published",
        "modified",
        "section",
        "sections",
        "keywords",
        "language",
        "access",
    )
    return {
        "url": found.url,
        "verdict": "kept",
        **{name: plain[name] for name in json_fields},
        "text": "\n".join(plain_lines(found.blocks)),
        "metadata": sourced_values(found.metadata),
        "words": found.account.kept,
        "confidence": None if found.confidence is None else found.confidence / 1000,
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
    with view_corpus(folder, portal.id) as corpus:
        row = _find_row(corpus, folder, url)
        page, part, _ = row.requested.partition("#")
        owner = corpus.frontier.page_owner(page) if part else None
        if owner is not None:  # It is one of several articles on a page.
            task = build_task(portal, corpus, owner)
            article = read_split_part(portal, CorpusSource(corpus), task, row.requested)
            return article or Rejected(url, "gone", f"it is not on {page} any more")
        task = build_task(portal, corpus, row)
        state = read_versions(portal, CorpusSource(corpus), task).text
    if state.article is not None:
        return state.article
    if state.parts is not None:
        fragments = list_fragments(part.requested for part in state.parts)
        return Rejected(row.canonical, "split", f"{len(state.parts)} articles: {fragments}")
    if state.outcome is not None and state.outcome.failed is not None:
        failed = state.outcome.failed
        return Rejected(row.canonical, failed.reason, failed.evidence)
    if state.outcome is None or state.outcome.rejected is None:
        raise UsageError(f"{url}: no page of it is stored ({row.state})", "`curator why` says why.")
    return state.outcome.rejected


def read_stored_pages(portal: Portal, folder: Path, url: str) -> tuple[JoinedPage, ...]:
    """Return the pages of an article of a corpus that have its text, in the order of the text, then
    what they load. Where one page holds the whole text, it is that page; pages that are not stored
    are left out, parts are not.

    Raises UsageError if the address is not known, CorpusMismatch, StoreDamaged.
    """
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
            f"{url} is not in the corpus {folder}", "`curator why` shows what is known of it."
        )
    return row
