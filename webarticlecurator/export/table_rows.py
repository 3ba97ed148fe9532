"""The rows of tables: the values of chosen fields of an article."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from webarticlecurator.export.article_fields import ARTICLE_FIELDS_BY_NAME, ArticleField, Cell
from webarticlecurator.export.stored_article import StoredArticle

Row: TypeAlias = list[Cell | list[Cell] | None]


def find_fields(names: Sequence[str]) -> list[ArticleField]:
    """Return the fields with these names."""
    return [ARTICLE_FIELDS_BY_NAME[name] for name in names]


def read_row(article: StoredArticle, fields: Sequence[ArticleField]) -> Row:
    """Return the values of an article: a list for a field that may have several, None for one
    without a value."""
    row: Row = []
    for field in fields:
        values = field.read(article)
        row.append(list(values) if field.is_list else next(iter(values), None))
    return row
