"""Clearing parts of the index so that they are made again.

When link or address rules change, the links of the stored archive pages are read again.
"""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.storage.frontier.build_queue import KEPT
from webarticlecurator.storage.frontier.index_values import SELECT_A, ArticleRow, to_article_row
from webarticlecurator.storage.frontier.refresh_tables import forget_refreshes
from webarticlecurator.storage.index.index import IndexTables

_OF_ARTICLES = "listings headlines listed_changes pages addresses articles redirects".split()
"""The tables of what archive pages list."""


class IndexReset(IndexTables):
    """Deletions from the index. They wait for the corpus's ``commit``. Those of all articles or
    listings begin a large transaction, see ``Index.allow_large_transaction``."""

    def incomplete_articles(self) -> Iterator[ArticleRow]:
        """Yield articles with pages that were not captured, in the order of listing.

        After the index was rebuilt these are also captured articles whose pages have not been
        looked up yet. They are read in slices: pages may be set meanwhile.
        """
        query = (
            f"{SELECT_A} FROM articles a WHERE a.id > ? AND (a.id IN (SELECT article FROM pages"
            " WHERE record_id IS NULL) OR a.state = 'stored' AND NOT EXISTS (SELECT 1 FROM pages"
            " WHERE article = a.id)) ORDER BY a.id"
        )
        return map(to_article_row, self._index.sliced(query, 0))

    def forget_articles(self) -> dict[str, tuple[str, str | None]]:
        """Delete all articles and listings.

        Returns the deleted articles: requested address → (canonical address, TEI path).
        """
        self._index.allow_large_transaction()
        rows = self._index.read("SELECT requested, canonical, tei FROM articles ORDER BY id")
        forget_refreshes(self._index, "SELECT id FROM articles")
        for table in _OF_ARTICLES:
            self._index.write(f"DELETE FROM {table}")
        return {requested: (canonical, tei) for requested, canonical, tei in rows}

    def tei_below(self, folder: str) -> frozenset[str]:
        """Return the TEI paths of articles in one folder below tei/ (``2019``, ``undated``)."""
        # '0' is the character after '/'
        query = "SELECT tei FROM articles WHERE tei > ?1 || '/' AND tei < ?1 || '0'"
        return frozenset(self._index.column(query, (folder,)))

    def forget_builds(self) -> None:
        """Mark everything that has captures or a verdict as still to be built, except for what
        keeps the TEI of an older output version."""
        self._index.allow_large_transaction()
        self._index.write("UPDATE articles SET build = NULL WHERE build IS NOT ?", (KEPT,))

    def remove(self, canonical: str) -> None:
        """Delete one article that no archive page listed, and its problems.

        Used for a page of another article, found in a WARC file.
        """
        article = "(SELECT id FROM articles WHERE canonical = ?)"
        self._index.write(f"DELETE FROM pages WHERE article = {article}", (canonical,))
        for table in ("listings", "headlines"):
            self._index.write(
                f"DELETE FROM {table} WHERE address IN (SELECT id FROM addresses"
                f" WHERE article = {article})",
                (canonical,),
            )
        self._index.write(f"DELETE FROM addresses WHERE article = {article}", (canonical,))
        forget_refreshes(self._index, article, (canonical,))
        self._index.write("DELETE FROM articles WHERE canonical = ?", (canonical,))
        self._index.write("DELETE FROM problems WHERE place = ?", (canonical,))
