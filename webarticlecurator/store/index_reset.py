"""The frontier made again: when link or address rules change, what the stored archive pages list is
read anew."""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.store.index import Index
from webarticlecurator.store.rows import ArticleRow

_SLICE = 500
_ROW = (
    "a.id, a.canonical, a.requested, a.column_name, a.state, a.reason, a.evidence, a.tei, a.build"
)


class IndexReset:
    """Changes wait for the corpus's ``commit``."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def incomplete_articles(self) -> Iterator[ArticleRow]:
        """Articles with a page that was not captured, and captured ones whose pages nobody has
        looked for yet (after the index was made anew), in the order of listing, in slices: pages
        may be set meanwhile."""
        last = 0
        query = (
            f"SELECT {_ROW} FROM articles a WHERE a.id > ? AND (a.id IN (SELECT article FROM pages"
            " WHERE record_id IS NULL) OR a.state = 'stored' AND NOT EXISTS (SELECT 1 FROM pages"
            f" WHERE article = a.id)) ORDER BY a.id LIMIT {_SLICE}"
        )
        while rows := self._index.read(query, (last,)):
            last = rows[-1][0]
            yield from (ArticleRow(*row) for row in rows)

    def forget_listings(self) -> None:
        """As if no archive page had been read; articles stay until ``sweep``. Listings by WARC
        files of other tools stay."""
        self._index.write(
            "DELETE FROM listings WHERE walk IN (SELECT id FROM walks WHERE window <> 'warc')"
        )

    def remove_unlisted_articles(self) -> tuple[str, ...]:
        """Take out the articles that nothing lists any more; gives the TEI paths that are void now,
        sorted."""
        gone = (
            "id NOT IN (SELECT ad.article FROM addresses ad JOIN listings l ON l.address = ad.id)"
        )
        paths = [
            row[0]
            for row in self._index.read(
                f"SELECT tei FROM articles WHERE {gone} AND tei IS NOT NULL ORDER BY tei"
            )
        ]
        self._index.write(
            f"DELETE FROM pages WHERE article IN (SELECT id FROM articles WHERE {gone})"
        )
        self._index.write(f"CREATE TEMP TABLE swept AS SELECT id FROM articles WHERE {gone}")
        self._index.write("DELETE FROM addresses WHERE article IN (SELECT id FROM swept)")
        self._index.write("DELETE FROM articles WHERE id IN (SELECT id FROM swept)")
        self._index.write("DROP TABLE swept")
        return tuple(paths)

    def forget_articles(self) -> dict[str, tuple[str, str | None]]:
        """As if nothing had been listed. Gives what was known: requested address → (canonical
        address, TEI path)."""
        rows = self._index.read("SELECT requested, canonical, tei FROM articles ORDER BY id")
        for table in ("listings", "pages", "addresses", "articles", "redirects"):
            self._index.write(f"DELETE FROM {table}")
        return {requested: (canonical, tei) for requested, canonical, tei in rows}

    def tei_below(self, folder: str) -> frozenset[str]:
        """The paths below tei/ that articles own in one of its folders (``2019``, ``undated``)."""
        # 0 follows /
        rows = self._index.read(
            "SELECT tei FROM articles WHERE tei > ?1 || '/' AND tei < ?1 || '0'", (folder,)
        )
        return frozenset(row[0] for row in rows)

    def forget_builds(self) -> None:
        """Everything that has captures or a verdict is to be built again."""
        self._index.write("UPDATE articles SET build = NULL")

    def remove(self, canonical: str) -> None:
        """Take out one article that no archive page listed (a page of another article, found in a
        WARC file)."""
        which = "(SELECT id FROM articles WHERE canonical = ?)"
        self._index.write(f"DELETE FROM pages WHERE article = {which}", (canonical,))
        self._index.write(
            "DELETE FROM listings WHERE address IN (SELECT id FROM addresses WHERE article ="
            f" {which})",
            (canonical,),
        )
        self._index.write(f"DELETE FROM addresses WHERE article = {which}", (canonical,))
        self._index.write("DELETE FROM articles WHERE canonical = ?", (canonical,))
