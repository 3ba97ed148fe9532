"""Articles that no rule of the portal file lists any more, though a crawl has stored them.

They are listed in a walk of their own, so that they keep their addresses, and lose that listing
as soon as an archive page lists them. It follows from the records: the metadata record of a fetch
says which page listed the article, and the rules no longer find it there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.verdict import BUILD_FAILURES
from webarticlecurator.storage.frontier.build_queue import SELECT_ARTICLES
from webarticlecurator.storage.frontier.index_values import ArticleRow, to_article_row
from webarticlecurator.storage.frontier.refresh_tables import forget_refreshes
from webarticlecurator.storage.frontier.walks import WalkKey
from webarticlecurator.storage.index.index import IndexTables
from webarticlecurator.storage.index.index_opening import open_index_read_only
from webarticlecurator.storage.warc.record import ENCODED_IN_WARC

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
        return self._index.has(
            f"SELECT 1 {_LISTED} WHERE l.walk = {_WALK}"
            " AND ad.article = (SELECT id FROM articles WHERE canonical = ?)",
            (canonical,),
        )

    def has_file(self, path: str) -> bool:
        """Return True if nothing lists the article with a TEI file (path below tei/) any more."""
        return not self.is_empty() and self._index.has(
            f"SELECT 1 FROM articles WHERE tei = ? AND id IN ({_IN_WALK})", (path,)
        )

    def count_tei(self) -> int:
        """Return the number of those that have TEI."""
        return self._index.number(
            f"SELECT COUNT(*) FROM articles WHERE tei IS NOT NULL AND id IN ({_IN_WALK})"
        )

    def built(self) -> Iterator[ArticleRow]:
        """Yield those that have TEI, and pages whose parts have it, in the order of listing, in
        slices."""
        query = (
            f"{SELECT_ARTICLES} WHERE (tei IS NOT NULL OR reason = 'split')"
            f" AND id IN ({_IN_WALK}) AND id > ? ORDER BY id"
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
        return not self._index.has(f"SELECT 1 FROM listings WHERE walk = {_WALK} LIMIT 1")


@dataclass(frozen=True)
class UnlistedLookup:
    """Says of an article of the corpus in ``folder`` whether nothing lists it. The index is opened
    for each question, since any thread or process may ask."""

    folder: Path

    def __call__(self, path: str) -> bool:
        """Return True if nothing lists the article with a TEI file (path below tei/)."""
        with closing(open_index_read_only(self.folder)) as index:
            return UnlistedArticles(index).has_file(path)
