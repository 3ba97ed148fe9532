"""The conditions of ``GET /articles?where=``: which of the listed articles have TEI that meets
them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from http import HTTPStatus
from pathlib import Path

from webarticlecurator.errors import StoreDamaged, UsageError
from webarticlecurator.export import Selection, find_tei, read_file
from webarticlecurator.export.field_conditions import FieldCondition, parse_condition
from webarticlecurator.model.portal import Portal
from webarticlecurator.service.problems import RequestProblem
from webarticlecurator.store.dated_articles import DatedArticle
from webarticlecurator.store.duplicate_lookup import DuplicateLookup


def read_conditions(texts: Sequence[str]) -> tuple[FieldCondition, ...]:
    """Return the conditions that ``--where`` reads in the same way. Raises RequestProblem.

    ``~`` is refused: a regular expression of a client could keep the service busy for ever.
    """
    return tuple(map(_read_condition, texts))


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


def _read_condition(text: str) -> FieldCondition:
    try:
        condition = parse_condition(text)
    except UsageError as error:
        message = error.message.replace("--where", "where")
        cure = error.cure.replace("--where ", "where=")
        raise RequestProblem(HTTPStatus.UNPROCESSABLE_ENTITY, message, cure=cure) from error
    if condition.operator == "~":
        raise RequestProblem(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            "where: a regular expression",
            text,
            expected="=, !=, >= or <=",
            cure="Select what is left by `curator export`, which takes ~.",
        )
    return condition


def _is_selected(root: Path, article: DatedArticle, selection: Selection) -> bool:
    read = read_file(article.path, root, selection)
    if read.problem is not None:
        raise StoreDamaged(
            f"TEI that cannot be read: {article.path}",
            "Delete the file and run `curator build`, which writes it again.",
        )
    return read.item is not None
