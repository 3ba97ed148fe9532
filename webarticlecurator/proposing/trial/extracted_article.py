"""``curator extract`` without a page: an article of a corpus, with all its pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.article import Article, Rejected
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.stored_pages.captured_pages import to_stored_page
from webarticlecurator.crawling.captures.article_pages import follow_pages
from webarticlecurator.crawling.captures.article_versions import read_versions
from webarticlecurator.crawling.captures.build_article import read_split_part
from webarticlecurator.crawling.captures.page_choice import FirstPageReader
from webarticlecurator.crawling.captures.tasks import Task, build_page_task, build_task
from webarticlecurator.crawling.workers.capture_sources import CorpusSource
from webarticlecurator.proposing.trial.joined_article import JoinedPage, list_joined_pages
from webarticlecurator.proposing.trial.one_article import list_fragments

if TYPE_CHECKING:
    from webarticlecurator.corpus.stored_pages.page_store import StoredPage
    from webarticlecurator.storage.frontier.index_values import ArticleRow
    from webarticlecurator.storage.store.view import CorpusView


def extract_stored(portal: Portal, folder: Path, url: str) -> Article | Rejected:
    """Extract the article of a corpus at a known address, with all its pages. A page that failed
    (a wall, for example, that may be gone at the next try) is rejected with that reason.

    Raises UsageError if the article is not stored, CorpusMismatch, StoreDamaged.
    """
    from webarticlecurator.storage.store.view import view_corpus

    with view_corpus(folder, portal.id) as corpus:
        row = _find_row(corpus, folder, url)
        task, source = build_page_task(portal, corpus, row), CorpusSource(corpus)
        if task.canonical != row.canonical:  # It is one of several articles on a page.
            page = row.requested.partition("#")[0]
            return read_split_part(portal, source, task, row.requested) or Rejected(
                url, "gone", make_message("it is no longer on {page}", page=page)
            )
        state = read_versions(portal, source, task).text
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


@contextmanager
def open_first_page(portal: Portal, folder: Path, url: str) -> Iterator[tuple[CorpusSource, Task]]:
    """Open the corpus for the article at an address; yield its captures, and its task with the
    address of its first page.

    Raises UsageError if the address is not known, CorpusMismatch, StoreDamaged.
    """
    from webarticlecurator.storage.store.view import view_corpus

    with view_corpus(folder, portal.id) as corpus:
        task = build_task(portal, corpus, _find_row(corpus, folder, url))
        start = replace(task.start, url=task.start.url.partition("#")[0])
        yield CorpusSource(corpus), replace(task, start=start)


def read_stored_pages(portal: Portal, folder: Path, url: str) -> tuple[JoinedPage, ...]:
    """Return the pages of an article of a corpus that have its text, in the order of the text, then
    what they load. Where one page holds the whole text, it is that page; pages that are not stored
    are left out, parts are not. Raises as ``open_first_page``.
    """
    with open_first_page(portal, folder, url) as (source, task):
        reader = FirstPageReader(portal, source)
        pages, order = list_joined_pages(
            portal, reader, follow_pages(task.start, reader.pages_of(task.start, task.shared))
        )
    return tuple(pages[number] for number in order)


def read_first_page(portal: Portal, folder: Path, url: str) -> StoredPage | None:
    """Return the last complete page that is stored at the first address of an article; None without
    one. Raises as ``open_first_page``."""
    with open_first_page(portal, folder, url) as (source, task):
        bodies = [source.read(capture) for capture in source.pages(task.start.url)]
    found = (body for body in reversed(bodies) if not body.fault)
    return next((to_stored_page(body, portal.timezone) for body in found), None)


def _find_row(corpus: CorpusView, folder: Path, url: str) -> ArticleRow:
    row = corpus.frontier.find_article(url)
    if row is None:
        raise UsageError(
            make_message("{url} is not in the corpus {folder}", url=url, folder=folder),
            "`curator why` shows what is known about it.",
        )
    return row
