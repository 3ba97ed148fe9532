"""Articles read from the index in slices, so that their states may be set meanwhile."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from webarticlecurator.store.index import Index
from webarticlecurator.store.rows import ARTICLE_COLUMNS, ArticleRow

SLICE = 500
"""Articles that are read at once."""
SELECT_ARTICLES = f"SELECT {ARTICLE_COLUMNS} FROM articles"
WHOLE_PAGE = "instr(requested, '#') = 0"
"""The condition of an article that is not a part of a page, which is built with its page."""


def slice_articles(
    index: Index, where: str, value: str | None, also: tuple[object, ...] = (), after: int = 0
) -> Iterator[ArticleRow]:
    """Yield the articles that ``where`` selects, those behind the row ``after``, as listed.

    ``value`` is its parameter ``?1``; those of ``also`` begin at ``?3``.
    """
    last = after
    query = f"{SELECT_ARTICLES} WHERE {where} AND id > ?2 ORDER BY id LIMIT {SLICE}"
    while rows := index.read(query, (value, last, *also)):
        last = rows[-1][0]
        yield from (ArticleRow(*row) for row in rows)


def merge_articles(queries: list[Iterator[ArticleRow]]) -> Iterator[ArticleRow]:
    """Yield the articles of all ``queries``, each of which yields them in the order of listing."""
    if len(queries) == 1:
        return queries[0]
    return heapq.merge(*queries, key=lambda article: article.id)
