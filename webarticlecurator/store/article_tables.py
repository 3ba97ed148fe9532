"""Tables of articles: their numbers, which are to be built, which no rule lists any more.

How many articles are in each state, from counts that the index keeps.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.model.verdict import ANSWERED_STATES, BUILD_FAILURES, GATED, Judgement
from webarticlecurator.store.derived_schema import count_changes, read_counts
from webarticlecurator.store.index import Index, IndexTables
from webarticlecurator.store.index_opening import open_index_read_only
from webarticlecurator.store.refreshes import forget_refreshes
from webarticlecurator.store.walks import (
    ARTICLE_COLUMNS,
    ArticleRow,
    Counts,
    WalkKey,
    to_article_row,
)
from webarticlecurator.warc.record import ENCODED_IN_WARC, parse_date, warc_date


class ArticleCounts(IndexTables):
    """The numbers of articles by state and reason."""

    def by_state(self) -> Counts:
        """Return the number of articles by state."""
        rows = read_counts(self._index, "article")
        by_state = {
            state: sum(n for s, _, n in rows if s == state)
            for state in ("tei", "failed", "pending", "stored")
        }
        rejected = {reason: n for state, reason, n in rows if state == "rejected"}
        return Counts(
            articles=sum(row[2] for row in rows),
            tei=by_state["tei"],
            rejected=rejected,
            failed=by_state["failed"],
            pending=by_state["pending"],
            stored=by_state["stored"],
        )

    def verdicts(self) -> list[tuple[str, str, int]]:
        """Return the states and reasons ("" for none) of articles, and how many have them."""
        rows = read_counts(self._index, "article")
        return [(str(state), str(reason), int(number)) for state, reason, number in rows]

    def in_state(self, state: str, reason: str) -> int:
        """Return the number of articles in a state for a reason."""
        rows = read_counts(self._index, "article")
        return sum(number for *names, number in rows if names == [state, reason])

    def answered(self) -> int:
        """Return the number of articles that are neither pending nor failed."""
        rows = read_counts(self._index, "article")
        return sum(number for state, _, number in rows if state in ANSWERED_STATES)

    def changes(self) -> int:
        """Return how often anything of the articles or their pages has changed."""
        return count_changes(self._index, "articles")


# The articles that are to be built, and those whose state is to be settled before.

_HAS_OUTCOME = f"state IN {ANSWERED_STATES}"
"""The condition of the partial index ``articles_build``."""
_FAILED = "state = 'failed' AND reason = ?1"
_HAS_FETCH = (
    "(requested GLOB ?1 OR EXISTS (SELECT 1 FROM fetches WHERE url = requested)"
    " OR EXISTS (SELECT 1 FROM captures WHERE url = requested))"
)


class BuildQueue(IndexTables):
    """The articles to build or to settle. Changes wait for the corpus's ``commit``."""

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
            yield f"{_HAS_OUTCOME} AND build IS ?1 AND {WHOLE_PAGE}", other, ()
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
            if row[0] != build:
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

    def _count(self, build: str, condition: str) -> int:
        return sum(
            self._index.number(
                f"SELECT COUNT(*) FROM articles WHERE {where} AND id > ?2 {condition}",
                (value, 0, *also),
            )
            for where, value, also in self._stale(build)
        )


# Articles read from the index in slices, so that their states may be set meanwhile.

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
        yield from map(to_article_row, rows)


def merge_articles(queries: list[Iterator[ArticleRow]]) -> Iterator[ArticleRow]:
    """Yield the articles of all ``queries``, each of which yields them in the order of listing."""
    if len(queries) == 1:
        return queries[0]
    return heapq.merge(*queries, key=lambda article: article.id)


# Articles that no rule of the portal file lists any more, though a crawl has stored them.
#
# They are listed in a walk of their own, so that they keep their addresses, and lose that listing
# as soon as an archive page lists them. It follows from the records: the metadata record of a fetch
# says which page listed the article, and the rules no longer find it there.

UNLISTED = WalkKey("", 0, "unlisted")
"""Key of the walk that lists them."""
UNLISTED_REASON = "unlisted"
"""Reason of those whose TEI was taken (``build --prune``); in a manifest, of all of them."""

_NEW = 0
"""Column ``seen`` of the listing of an article that was listed before the link rules changed; it is
1 once it is known that nothing lists it."""
_WALK = (
    f"(SELECT id FROM walks WHERE column_name = '{UNLISTED.column}' AND span = {UNLISTED.span}"
    f" AND window = '{UNLISTED.window}')"
)
_LISTED = "FROM listings l JOIN addresses ad ON ad.id = l.address"
_IN_WALK = f"SELECT ad.article {_LISTED} WHERE l.walk = {_WALK}"
_KEPT_REASONS = ", ".join(f"'{reason}'" for reason in ("split", UNLISTED_REASON, *BUILD_FAILURES))
_KEPT = f"(tei IS NOT NULL OR state = 'stored' OR COALESCE(reason, '') IN ({_KEPT_REASONS}))"
"""The condition of an article that is kept: its page is stored, and nothing says that it is no
article."""


class UnlistedArticles(IndexTables):
    """The articles in the walk ``UNLISTED``. Changes wait for the corpus's ``commit``."""

    def has(self, canonical: str) -> bool:
        """Return True if nothing lists the article with a canonical address any more."""
        query = (
            f"SELECT 1 {_LISTED} WHERE l.walk = {_WALK}"
            " AND ad.article = (SELECT id FROM articles WHERE canonical = ?)"
        )
        return self._index.one(query, (canonical,)) is not None

    def has_file(self, path: str) -> bool:
        """Return True if nothing lists the article with a TEI file (path below tei/) any more."""
        query = f"SELECT 1 FROM articles WHERE tei = ? AND id IN ({_IN_WALK})"
        return not self.is_empty() and self._index.one(query, (path,)) is not None

    def count_tei(self) -> int:
        """Return the number of those that have TEI."""
        query = f"SELECT COUNT(*) FROM articles WHERE tei IS NOT NULL AND id IN ({_IN_WALK})"
        return self._index.number(query)

    def built(self) -> Iterator[ArticleRow]:
        """Yield those that have TEI, and pages whose parts have it, in the order of listing, in
        slices."""
        query = (
            f"{SELECT_ARTICLES} WHERE (tei IS NOT NULL OR reason = 'split')"
            f" AND id IN ({_IN_WALK}) AND id > ? ORDER BY id LIMIT 500"
        )
        return map(to_article_row, self._index.sliced(query, 0))

    def unlist_all(self) -> None:
        """Replace all listings by archive pages, as if none had been read; those from WARC files of
        other tools stay. ``end_unlisting`` ends what this begins."""
        self._index.allow_large_transaction()
        listed = "SELECT id FROM walks WHERE window <> 'warc'"
        self._index.write(
            "INSERT INTO walks VALUES (NULL, ?, ?, ?, 1, 0, '{}') ON CONFLICT DO NOTHING",
            (UNLISTED.column, UNLISTED.span, UNLISTED.window),
        )
        self._index.write(
            f"INSERT OR IGNORE INTO listings SELECT {_WALK}, address, 1, {_NEW}, page, position,"
            f" '[]' FROM listings WHERE walk IN ({listed}) AND walk <> {_WALK} ORDER BY walk"
        )
        self._index.write(f"DELETE FROM listings WHERE walk IN ({listed}) AND walk <> {_WALK}")
        self._index.write("DELETE FROM listed_changes")

    def end_unlisting(self) -> None:
        """Note which articles nothing lists any more, after all archive pages were read again.

        They are to be built again, since their TEI may show what stood beside the link; their
        column is that of the record. Of articles that nothing lists, ``remove_unkept`` keeps some.
        """
        self._index.allow_large_transaction()
        self._index.write(
            f"DELETE FROM listings WHERE walk = {_WALK} AND address IN (SELECT a.id"
            " FROM addresses a JOIN addresses b ON b.article = a.article"
            f" JOIN listings l ON l.address = b.id WHERE l.walk <> {_WALK})"
        )
        self._index.write(
            "UPDATE articles SET build = NULL, column_name = COALESCE((SELECT f.column_name"
            " FROM fetches f WHERE f.url = articles.requested AND f.level = 'article'"
            " AND f.via IS NOT NULL ORDER BY f.id LIMIT 1), column_name)"
            f" WHERE id IN ({_IN_WALK} AND l.seen = {_NEW})"
        )
        self._index.write(f"UPDATE listings SET seen = 1 WHERE walk = {_WALK}")
        self._remove(f"id IN ({_IN_WALK}) OR id NOT IN (SELECT ad.article {_LISTED})")
        self._index.write(
            f"DELETE FROM walks WHERE id = {_WALK}"
            " AND NOT EXISTS (SELECT 1 FROM listings l WHERE l.walk = walks.id)"
        )

    def remove_unkept(self) -> None:
        """Delete the unlisted articles of which there is nothing to keep: those that were never
        stored, or whose page has no article."""
        if not self.is_empty():
            self._remove(f"id IN ({_IN_WALK})")

    def _remove(self, chosen: str) -> None:
        self._index.write(
            f"CREATE TEMP TABLE swept AS SELECT id FROM articles WHERE ({chosen}) AND NOT {_KEPT}"
        )
        swept = "SELECT id FROM swept"
        addresses = f"SELECT id FROM addresses WHERE article IN ({swept})"
        self._index.write(f"DELETE FROM listings WHERE address IN ({addresses})")
        self._index.write(f"DELETE FROM pages WHERE article IN ({swept})")
        self._index.write(f"DELETE FROM addresses WHERE article IN ({swept})")
        forget_refreshes(self._index, swept)
        self._index.write(f"DELETE FROM articles WHERE id IN ({swept})")
        self._index.write("DROP TABLE swept")

    def relist(self, address: int, column: str) -> None:
        """Give the article with an address (by its row id) the column that lists it, and forget
        that it was unlisted. If it was so before the link rules changed, or in another column, it
        is to be built again, since its TEI shows the column and the words next to the link."""
        query = (
            "SELECT ad.article, l.seen FROM addresses ad"
            " JOIN addresses same ON same.article = ad.article"
            f" JOIN listings l ON l.address = same.id AND l.walk = {_WALK} WHERE ad.id = ? LIMIT 1"
        )
        row = self._index.one(query, (address,))
        if row is not None:
            self._index.write(
                f"DELETE FROM listings WHERE walk = {_WALK}"
                " AND address IN (SELECT id FROM addresses WHERE article = ?)",
                row[:1],
            )
            self._index.write(
                "UPDATE articles SET column_name = ?1, build = CASE WHEN ?2 AND column_name IS ?1"
                " THEN build ELSE NULL END WHERE id = ?3",
                (column, row[1] == _NEW, row[0]),
            )

    def addresses_that_are_encoded(self) -> list[str]:
        """Return the addresses that are other ones in WARC-Target-URI."""
        return self._index.column("SELECT url FROM addresses WHERE url GLOB ?", (ENCODED_IN_WARC,))

    def is_empty(self) -> bool:
        """Return True if every article is listed."""
        return self._index.one(f"SELECT 1 FROM listings WHERE walk = {_WALK} LIMIT 1") is None


@dataclass(frozen=True)
class UnlistedLookup:
    """Says of an article of the corpus in ``folder`` whether nothing lists it. The index is opened
    for each question, since any thread or process may ask."""

    folder: Path

    def __call__(self, path: str) -> bool:
        """Return True if nothing lists the article with a TEI file (path below tei/)."""
        with closing(open_index_read_only(self.folder)) as index:
            return UnlistedArticles(index).has_file(path)


# Which articles wait for another look, and when it is due. Changes wait for the corpus's
# ``commit``.


_ARTICLES = f"SELECT {', '.join(f'a.{name}' for name in ARTICLE_COLUMNS.split(', '))}"


class ArticleDoubts(IndexTables):
    """The table ``article_doubts``: rejected articles that are asked for again."""

    def set(self, article: int, judgement: Judgement | None) -> None:
        """Set when an article is asked for again; None and what is final: it is not."""
        if judgement is None or judgement.due is None:
            if self._index.one("SELECT 1 FROM article_doubts WHERE article = ?", (article,)):
                self._index.write("DELETE FROM article_doubts WHERE article = ?", (article,))
            return
        times = (judgement.first, judgement.last, judgement.due)
        self._index.write(
            "INSERT OR REPLACE INTO article_doubts VALUES (?, ?, ?, ?)",
            (article, *map(warc_date, times)),
        )

    def due(self, now: datetime | None) -> Iterator[ArticleRow]:
        """Yield the articles that are due at ``now`` (None: all), the longest due first."""
        until = warc_date(now) if now is not None else "a"
        rows = self._index.read(
            f"{_ARTICLES} FROM article_doubts d CROSS JOIN articles a ON a.id = d.article"
            " WHERE d.due <= ? ORDER BY d.due, d.article",
            (until,),
        )
        return (to_article_row(row) for row in rows)

    def looked_at_since(self, time: datetime | None) -> list[ArticleRow]:
        """Return the doubtful articles whose last look was at ``time`` or later; None: all."""
        rows = self._index.read(
            f"{_ARTICLES} FROM article_doubts d CROSS JOIN articles a ON a.id = d.article"
            " WHERE d.last >= ? ORDER BY d.article",
            (warc_date(time) if time is not None else "",),
        )
        return [*map(to_article_row, rows)]

    def count(self) -> tuple[int, datetime | None]:
        """Return how many articles wait for another look, and when the first of them is due."""
        return self._count_due("article_doubts")

    def of(self, article: int) -> Judgement | None:
        """Return the looks at an article that waits for another one, None if it does not."""
        row = self._index.one(
            "SELECT first, last, due FROM article_doubts WHERE article = ?", (article,)
        )
        if row is None:
            return None
        first, last, due = map(parse_date, row)
        return Judgement(first, last, due=due)
