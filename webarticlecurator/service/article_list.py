"""The articles of a corpus: pages of their list, and single ones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from http import HTTPStatus
from pathlib import Path
from typing import Any

from webarticlecurator.base.errors import StoreDamaged
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.export.field_conditions import FieldCondition
from webarticlecurator.corpus.export.selection import Selection
from webarticlecurator.corpus.export.stored_article import StoredArticle
from webarticlecurator.corpus.export.tei_articles import find_tei, read_file
from webarticlecurator.corpus.stored_pages.captured_pages import has_corpus
from webarticlecurator.service.listed_conditions import filter_listed
from webarticlecurator.service.request_problems import RequestProblem
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.storage.texts.dated_articles import (
    FIRST_PLACE,
    ArticlePlace,
    ArticleSelection,
)

_DATED = re.compile(r"(\d{4}-\d\d-\d\d)\.(\d{1,18})", re.ASCII)
_UNDATED = re.compile(r"undated\.([a-z0-9/]{1,60}\.xml)", re.ASCII)
_ARTICLE_ID = re.compile(r"a[a-z2-7]{16}", re.ASCII)


def read_dated_page(
    portal: Portal,
    folder: Path,
    after: str | None,
    selection: ArticleSelection,
    limit: int,
    conditions: Sequence[FieldCondition] = (),
) -> dict[str, Any]:
    """Return those of at most ``limit`` articles after the place that ``after`` names for which
    all ``conditions`` hold.

    Raises RequestProblem for a wrong ``after`` and without a corpus, StoreDamaged.
    """
    place = FIRST_PLACE if after is None else read_place(after)
    with view_corpus(require_corpus(portal, folder), portal.id) as corpus:
        page = corpus.dated_articles.page(place, selection, limit)
    return {
        "articles": [
            {
                "id": article.path.rpartition("/")[2].removesuffix(".xml"),
                "url": article.canonical,
                "column": article.column,
                "published": article.day,
                "path": article.path,
            }
            for article in filter_listed(page.articles, portal, folder, conditions)
        ],
        "next": None if page.next is None else write_place(page.next),
    }


def read_one(portal: Portal, folder: Path, article_id: str) -> StoredArticle:
    """Return the article with an id, as its TEI file holds it.

    Raises RequestProblem if there is none, StoreDamaged if its file cannot be read.
    """
    if not _ARTICLE_ID.fullmatch(article_id):
        raise RequestProblem(
            HTTPStatus.NOT_FOUND,
            "not the id of an article",
            article_id,
            expected="a letter a and 16 letters or digits",
            cure="GET /articles lists the ids.",
        )
    with view_corpus(require_corpus(portal, folder), portal.id) as corpus:
        found = corpus.dated_articles.find(article_id)
    if found is None:
        raise RequestProblem(
            HTTPStatus.NOT_FOUND,
            f"no article of {portal.id} has this id",
            article_id,
            cure="GET /articles lists the ids of the articles that have TEI.",
        )
    read = read_file(found.path, find_tei(folder), Selection())
    if read.item is None:
        reason = "" if read.problem is None else f": {read.problem.message}"
        raise StoreDamaged(f"{found.path}{reason}", "Run `curator build`, which writes it again.")
    return read.item


def make_selection(since: date | None, until: date | None, column: str | None) -> ArticleSelection:
    """Return a selection by days and column. Raises RequestProblem if the days are the wrong way
    round."""
    if since is not None and until is not None and since > until:
        raise RequestProblem(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            "from is after until",
            since.isoformat(),
            expected=f"{until.isoformat()} or earlier",
            cure="Swap the two days.",
        )
    return ArticleSelection(
        None if since is None else since.isoformat(),
        None if until is None else until.isoformat(),
        column,
    )


def check_column(portal: Portal, column: str | None) -> None:
    """Raise RequestProblem for a column that the portal does not have."""
    names = [each.name for each in portal.columns]
    if column is not None and column not in names:
        raise RequestProblem(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            f"not a column of {portal.id}",
            column,
            expected=", ".join(names),
            cure="Give one of these.",
        )


def write_place(place: ArticlePlace) -> str:
    """Return a place of the list as text."""
    return f"undated.{place.path}" if place.path else f"{place.day}.{place.number}"


def read_place(text: str) -> ArticlePlace:
    """Return the place that a text of ``write_place`` names. Raises RequestProblem."""
    if match := _DATED.fullmatch(text):
        return ArticlePlace(match[1], int(match[2]))
    if match := _UNDATED.fullmatch(text):
        return ArticlePlace(path=match[1])
    raise RequestProblem(
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "not a place in the list",
        text,
        expected="the value of `next` of the page before",
        cure="Leave `after` out to begin with the first article.",
    )


def require_corpus(portal: Portal, folder: Path) -> Path:
    """Return the folder of the corpus of a portal. Raises RequestProblem if there is none."""
    if not has_corpus(folder):
        raise RequestProblem(
            HTTPStatus.NOT_FOUND,
            "the portal has no corpus",
            portal.id,
            cure=f"Crawl it into {folder.name}, or start the service with the right --corpus.",
        )
    return folder
