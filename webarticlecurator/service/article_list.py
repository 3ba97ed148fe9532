"""The articles of a corpus: pages of their list, and single ones."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Sequence
from datetime import date
from http import HTTPStatus
from pathlib import Path
from typing import Any

import regex

from webarticlecurator.dataclasses import dataclass, field
from webarticlecurator.errors import StoreDamaged, UsageError
from webarticlecurator.export import Selection, StoredArticle, find_tei, read_file
from webarticlecurator.export.selection import FieldCondition, parse_condition
from webarticlecurator.export.tei_articles import describe_unreadable
from webarticlecurator.model.portal import Portal
from webarticlecurator.service.guard import RequestProblem
from webarticlecurator.store import (
    FIRST_PLACE,
    ArticlePlace,
    ArticleSelection,
    CorpusView,
    view_corpus,
)
from webarticlecurator.store.article_tables import UnlistedLookup
from webarticlecurator.store.duplicate_file import DuplicateLookup
from webarticlecurator.store.facts_table import DatedArticle
from webarticlecurator.stored_pages.captured_pages import has_corpus

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
    with _open_list(portal, folder) as corpus:
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
    with _open_list(portal, folder) as corpus:
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
            cure="Exchange the two days.",
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


def _open_list(portal: Portal, folder: Path) -> CorpusView:
    """Open the corpus of a portal. Raises RequestProblem if there is none, CorpusMismatch,
    StoreDamaged."""
    if not has_corpus(folder):
        raise RequestProblem(
            HTTPStatus.NOT_FOUND,
            "the portal has no corpus",
            portal.id,
            cure=f"Crawl it into {folder.name}, or start the service with the right --corpus.",
        )
    return view_corpus(folder, portal.id)


# The conditions of ``GET /articles?where=``: which of the listed articles have TEI that meets
# them.

MAX_MATCHING = 1.0
"""Seconds that the regular expressions of a request may take together."""
_LEAST = 0.001


def read_conditions(texts: Sequence[str]) -> tuple[FieldCondition, ...]:
    """Return the conditions that ``--where`` reads in the same way. Raises RequestProblem.

    The regular expressions of a request have ``MAX_MATCHING`` seconds together, since one of a
    client could keep the service busy for ever.
    """
    matching = _MatchingTime()
    return tuple(_read_condition(text, matching) for text in texts)


def filter_listed(
    articles: Iterable[DatedArticle],
    portal: Portal,
    folder: Path,
    conditions: Sequence[FieldCondition],
) -> list[DatedArticle]:
    """Return the articles for which all conditions hold, by their TEI. Raises RequestProblem for
    a condition on duplicates where they were not looked for, StoreDamaged for TEI that cannot be
    read."""
    if not conditions:
        return [*articles]
    selection = Selection(
        timezone=portal.timezone,
        conditions=tuple(conditions),
        portal=portal.id,
        find_duplicate=DuplicateLookup(folder),
        is_unlisted=UnlistedLookup(folder),
    )
    root = find_tei(folder)
    try:
        return [each for each in articles if _is_selected(root, each, selection)]
    except UsageError as error:
        raise RequestProblem(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            "duplicates were not looked for in the corpus of the portal",
            portal.id,
            cure="Leave the condition out, or run `curator report duplicates` first.",
        ) from error


def _read_condition(text: str, matching: _MatchingTime) -> FieldCondition:
    try:
        condition = parse_condition(text)
    except UsageError as error:
        message = error.message.replace("--where", "where")
        raise RequestProblem(
            HTTPStatus.UNPROCESSABLE_ENTITY, message, cure=error.cure.replace("--where ", "where=")
        ) from error
    if condition.operator != "~":
        return condition
    patterns = {value: _compile(value) for value in condition.values}
    return _PatternCondition(**vars(condition), patterns=patterns, matching=matching)


def _compile(value: str) -> Any:
    """Return a regular expression that can have a time limit. Raises RequestProblem."""
    # the package ``regex`` matches as ``re`` does; some is read only by ``re``
    try:
        return regex.compile(value, regex.VERSION0 | regex.IGNORECASE)
    except regex.error as error:
        raise RequestProblem(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            f"where: not a regular expression ({error})",
            value,
            cure="Correct the condition.",
        ) from error


@dataclass
class _MatchingTime:
    """The seconds that are left for the regular expressions of a request."""

    left: float = MAX_MATCHING

    def search(self, pattern: Any, text: str) -> bool:
        """Return True if a pattern is found in a text. Raises RequestProblem at the end of the
        time."""
        begin = time.monotonic()
        try:
            return pattern.search(text, timeout=max(self.left, _LEAST)) is not None
        except TimeoutError:
            raise RequestProblem(
                HTTPStatus.UNPROCESSABLE_ENTITY,
                "where: the regular expression takes too long",
                pattern.pattern,
                expected=f"at most {MAX_MATCHING:g} s for all articles of an answer",
                cure="Give a simpler one, or a smaller limit; or use `curator export`.",
            ) from None
        finally:
            self.left -= time.monotonic() - begin


@dataclass(frozen=True)
class _PatternCondition(FieldCondition):
    """A condition with regular expressions whose time is limited."""

    patterns: dict[str, Any] = field(kw_only=True)
    matching: _MatchingTime = field(kw_only=True)

    def finds_pattern(self, pattern: str, text: str) -> bool:
        return self.matching.search(self.patterns[pattern], text)


def _is_selected(root: Path, article: DatedArticle, selection: Selection) -> bool:
    read = read_file(article.path, root, selection)
    if read.problem is not None:
        raise describe_unreadable(article.path)
    return read.item is not None
