"""Which articles and addresses of the index have a stored page that commands read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from webarticlecurator.base.model.verdict import BUILD_FAILURES, GATED, WITHOUT_PAGE
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.captures.article_pages import is_continuation
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.store.view import CorpusView, view_corpus

OTHERS_PAGES = frozenset({"continuation", "duplicate"})
"""Reasons of addresses whose page belongs to another article, with which it is read."""
_NOT_ALONE = frozenset({"split", "excluded"})


def select_articles(
    portal: Portal, corpus: CorpusView, *, include_split: bool = False
) -> Iterator[ArticleRow]:
    """Yield the articles that have a page of their own, in the order of listing.

    ``include_split`` adds pages that hold several articles.
    """
    states = ("stored", "tei", "rejected") if include_split else ("stored", "tei")
    return (
        row
        for row in corpus.frontier.articles(*states)
        if row.reason in (None, "", "split") and has_own_page(portal, row)
    )


def has_own_page(portal: Portal, row: ArticleRow) -> bool:
    """Return False for an article of a split page, and for a later page of an article."""
    return "#" not in row.requested and not is_continuation(portal, row.requested)


def is_unbuilt(row: ArticleRow) -> bool:
    """Return True for an article that is stored and not built yet."""
    return row.state == "stored"


def may_become_article(row: ArticleRow) -> bool:
    """Return True for an article without TEI, or an address that may become one by other rules,
    whose page is stored. Not for a page of several articles, which are addresses of their own."""
    reason = row.reason or ""
    return row.state != "tei" and may_change(row.state, reason) and reason not in _NOT_ALONE


def may_change(state: str, reason: str) -> bool:
    """Return True for an article with a stored page that rules are applied to."""
    if state in ("stored", "tei"):
        return True
    if state == "failed":
        return reason in BUILD_FAILURES or reason in GATED
    return state == "rejected" and reason not in WITHOUT_PAGE and reason not in OTHERS_PAGES


def find_requested_address(portal: Portal, folder: Path, url: str) -> str:
    """Return the address under which the first page of an article was requested; ``url`` itself if
    the corpus in ``folder`` has no such article. Raises CorpusMismatch, StoreDamaged."""
    with view_corpus(folder, portal.id) as corpus:
        row = corpus.frontier.article(url)
    return url if row is None else row.requested.partition("#")[0]
