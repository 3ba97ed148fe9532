"""The conditions of ``GET /articles?where=``: which of the listed articles have TEI that meets
them.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Any

import regex

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.export.field_conditions import FieldCondition, parse_condition
from webarticlecurator.corpus.export.selection import Selection
from webarticlecurator.corpus.export.tei_articles import describe_unreadable, find_tei, read_file
from webarticlecurator.service.request_problems import RequestProblem
from webarticlecurator.storage.frontier.unlisted_articles import UnlistedLookup
from webarticlecurator.storage.texts.dated_articles import DatedArticle
from webarticlecurator.storage.texts.duplicate_file import DuplicateLookup

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
        raise RequestProblem(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            error.message.replace("--where", "where"),
            cure=error.cure.replace("--where ", "where="),
        ) from error
    if condition.operator != "~":
        return condition
    patterns = {value: _compile(value) for value in condition.values}
    return replace(
        condition, finds_pattern=lambda value, text: matching.search(patterns[value], text)
    )


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


def _is_selected(root: Path, article: DatedArticle, selection: Selection) -> bool:
    read = read_file(article.path, root, selection)
    if read.problem is not None:
        raise describe_unreadable(article.path)
    return read.item is not None
