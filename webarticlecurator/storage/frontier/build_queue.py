"""The articles that are to be built, and those whose state is to be settled before."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from webarticlecurator.base.model.verdict import ANSWERED_STATES, BUILD_FAILURES, GATED
from webarticlecurator.storage.frontier.index_values import (
    ARTICLE_COLUMNS,
    ArticleRow,
    to_article_row,
)
from webarticlecurator.storage.index.index import SLICE, Index, IndexTables
from webarticlecurator.storage.warc.record import ENCODED_IN_WARC

_HAS_OUTCOME = f"state IN {ANSWERED_STATES}"
"""The condition of the partial index ``articles_build``."""
_BY_BUILD = "INDEXED BY articles_build"
_FAILED = "state = 'failed' AND reason = ?2"
_HAS_FETCH = (
    "(requested GLOB ?1 OR EXISTS (SELECT 1 FROM fetches WHERE url = requested)"
    " OR EXISTS (SELECT 1 FROM captures WHERE url = requested))"
)


KEPT = "kept"
"""In place of the digest of what an article was built with: it keeps the TEI of an older output
version, and so do the parts of its page."""


class BuildQueue(IndexTables):
    """The articles to build or to settle. Changes wait for the corpus's ``commit``.

    ``keeps_older``: those that keep the TEI of an older output version are not to be built.
    """

    keeps_older = False

    def pending_with_fetches(self) -> Iterator[ArticleRow]:
        """Yield pending articles whose requested address has a stored fetch or capture.

        They come in the order of listing, in slices.
        """
        last = 0
        numbers = (
            "SELECT article FROM articles_to_settle WHERE article > ? ORDER BY article"
            f" LIMIT {SLICE}"
        )
        query = (
            f"{SELECT_ARTICLES} WHERE id IN (SELECT article FROM articles_to_settle"
            f" WHERE article > ?2 AND article <= ?3) AND state = 'pending' AND {_HAS_FETCH}"
            " ORDER BY id"
        )
        while found := self._index.read(numbers, (last,)):
            rows = self._index.read(query, (ENCODED_IN_WARC, last, found[-1][0]))
            last = found[-1][0]
            yield from map(to_article_row, rows)

    def forget_unfetched(self) -> None:
        """Leave articles without a fetch out of ``pending_with_fetches``, until they get one."""
        self._index.allow_large_transaction()
        self._index.write(
            "DELETE FROM articles_to_settle WHERE article IN (SELECT id FROM articles WHERE"
            f" id IN (SELECT article FROM articles_to_settle) AND NOT {_HAS_FETCH})",
            (ENCODED_IN_WARC,),
        )

    def stale(self, build: str) -> Iterator[ArticleRow]:
        """Yield the articles to build with the rules ``build``, in the order of listing.

        These are articles with captures or a verdict that have another ``build``, and failed ones
        that the page checks refused. Articles that are a part of a page are left out.
        """
        return merge_articles(
            [slice_articles(self._index, *condition) for condition in self._stale(build)]
        )

    def _stale(self, build: str) -> Iterator[tuple[str, str | None, tuple[object, ...]]]:
        """Yield conditions, each with its values, for the articles to build: an index leads to
        exactly the rows of each, in the order of listing."""
        for other in (None, *self._other_builds(build)):
            yield f"{_HAS_OUTCOME} AND build IS ?2 AND {WHOLE_PAGE}", other, ()
        for reason in BUILD_FAILURES:
            yield f"{_FAILED} AND build IS NOT ?3 AND {WHOLE_PAGE}", reason, (build,)
        for reason in GATED:
            yield f"{_FAILED} AND build IS NOT ?3", reason, (build,)

    def _other_builds(self, build: str) -> Iterator[str]:
        """Yield the digests other than ``build`` that articles were built with."""
        query = (
            "SELECT MIN(build) FROM articles INDEXED BY articles_build"
            f" WHERE {_HAS_OUTCOME} AND build > ?"
        )
        row = self._index.one(query, ("",))
        while row is not None and row[0] is not None:
            if row[0] != build and not (self.keeps_older and row[0] == KEPT):
                yield row[0]
            row = self._index.one(query, row)

    def count_stale(self, build: str) -> int:
        """Return the number of articles that ``stale`` yields."""
        return self._count(build, "")

    def count_stale_with_tei(self, build: str) -> int:
        """Return the number of those that have a TEI file."""
        return self._count(build, "AND tei IS NOT NULL")

    def has_stale_split_page(self, build: str) -> bool:
        """Return True if ``stale`` yields a page of several articles."""
        return self._count(build, "AND reason = 'split'") > 0

    def count_kept(self) -> int:
        """Return the number of articles that keep the TEI of an older output version."""
        return self._index.number(
            f"SELECT COUNT(tei) FROM articles WHERE {_HAS_OUTCOME} AND build = ?", (KEPT,)
        )

    def is_kept(self, row: ArticleRow) -> bool:
        """Return True for an article that is not to be built, since it keeps older TEI."""
        return self.keeps_older and row.build == KEPT

    def _count(self, build: str, condition: str) -> int:
        # where most have one build, SQLite would rather read all rows for another one
        total = 0
        for where, value, also in self._stale(build):
            hint = _BY_BUILD if where.startswith(_HAS_OUTCOME) else ""
            query = f"SELECT COUNT(*) FROM articles {hint} WHERE {where} AND id > ?1 {condition}"
            total += self._index.number(query, (0, value, *also))
        return total


SELECT_ARTICLES = f"SELECT {ARTICLE_COLUMNS} FROM articles"
WHOLE_PAGE = "instr(requested, '#') = 0"
"""The condition of an article that is not a part of a page, which is built with its page."""


def slice_articles(
    index: Index, where: str, value: str | None, also: tuple[object, ...] = (), after: int = 0
) -> Iterator[ArticleRow]:
    """Yield the articles that ``where`` selects, those behind the row ``after``, as listed, in
    slices: their states may be set meanwhile.

    ``value`` is its parameter ``?2``; those of ``also`` begin at ``?3``.
    """
    query = f"{SELECT_ARTICLES} WHERE {where} AND id > ?1 ORDER BY id"
    return map(to_article_row, index.sliced(query, after, (value, *also)))


def merge_articles(queries: list[Iterator[ArticleRow]]) -> Iterator[ArticleRow]:
    """Yield the articles of all ``queries``, each of which yields them in the order of listing."""
    return (
        queries[0] if len(queries) == 1 else heapq.merge(*queries, key=lambda article: article.id)
    )
