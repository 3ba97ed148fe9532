"""What the service does with one page; the functions that read it run in workers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.article import Article, Rejected
from webarticlecurator.base.model.verdict import ANSWERED_STATES
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.stored_pages.captured_pages import CorpusPages, has_corpus
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.proposing.trial.extracted_article import extract_stored
from webarticlecurator.proposing.trial.one_article import article_json, extract_articles
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.tei.documents.document import build_document

ArticleAnswer = Any
"""What ``extract`` says of a page: its JSON; or the bytes of its TEI where that was asked for and
the page is not rejected."""


def read_article(portal: Portal, page: StoredPage, as_tei: bool) -> ArticleAnswer:
    """Extract the article of a page, or the articles that ``article.split`` cuts it into.

    Raises UsageError for the TEI of several articles.
    """
    parts = extract_articles(portal, page)
    if len(parts) > 1 and as_tei:
        addresses = ", ".join(part.url for part in parts)
        raise UsageError(
            f"the page holds {len(parts)} articles (article.split), and a TEI document holds one",
            f"Give the address of one of them: {addresses}.",
        )
    if len(parts) > 1:
        return [article_json(part) for part in parts]
    return _to_answer(portal, parts[0], as_tei)


def read_stored(portal: Portal, folder: Path, row: ArticleRow, as_tei: bool) -> ArticleAnswer:
    """Extract an article of the corpus with all its pages, by the rules as they are now; one that
    was rejected without a page has the verdict of the crawl. Raises as ``extract_stored``."""
    try:
        found = extract_stored(portal, folder, row.canonical)
    except UsageError:
        if row.state != "rejected" or row.reason is None:
            raise
        found = Rejected(row.canonical, row.reason, row.evidence)
    return _to_answer(portal, found, as_tei)


def find_stored_row(portal: Portal, folder: Path, url: str) -> ArticleRow | None:
    """Return the article of an address of which the corpus has a page or a verdict; or None."""
    if not has_corpus(folder):
        return None
    with view_corpus(folder, portal.id) as corpus:
        for address in dict.fromkeys((url, normalize_address(url))):
            row = corpus.frontier.find_article(address)
            if row is None:
                continue
            # of one that could not be read in time, the page is there
            page = row.requested.partition("#")[0]
            is_read = row.state == "failed" and corpus.captures.best([page]) is not None
            if is_read or row.state in ANSWERED_STATES:
                return row
    return None


def find_stored_list(portal: Portal, folder: Path, url: str) -> StoredPage | None:
    """Return an archive page of the corpus; None if it has none with this address."""
    if not has_corpus(folder):
        return None
    with CorpusPages(portal, folder) as store:
        return store.look_up(url)


def _to_answer(portal: Portal, found: Article | Rejected, as_tei: bool) -> ArticleAnswer:
    if as_tei and isinstance(found, Article):
        return build_document(found, portal).content
    return article_json(found)
