"""Redirects from listed addresses to others.

Also splits articles that were wrongly merged because of such a redirect.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.frontier.refresh_tables import forget_refreshes
from webarticlecurator.storage.index.index import IndexTables, Row

_LISTED = "EXISTS (SELECT 1 FROM listings WHERE address = a.id)"
_COLUMN = (
    "(SELECT w.column_name FROM listings l JOIN walks w ON w.id = l.walk WHERE l.address = a.id"
    " AND w.column_name <> '' ORDER BY l.walk LIMIT 1)"
)


class Redirects(IndexTables):
    """The redirects table of a corpus. Changes wait for the corpus's ``commit``."""

    def set_targets(self, requested: str, targets: Collection[str]) -> frozenset[str]:
        """Set the addresses that ``requested`` redirects to; earlier ones are deleted. Return those
        that it had before."""
        known = self.targets_of(requested)
        for target in sorted(known.difference(targets)):
            self._index.write(
                "DELETE FROM redirects WHERE target = ? AND requested = ?", (target, requested)
            )
        for target in sorted(set(targets) - known):
            self._index.write("INSERT INTO redirects VALUES (?, ?)", (target, requested))
        return known

    def targets_of(self, requested: str) -> frozenset[str]:
        """Return the addresses that ``requested`` redirects to, as they were set last."""
        return frozenset(
            self._index.column("SELECT target FROM redirects WHERE requested = ?", (requested,))
        )

    def sources_of(self, target: str) -> Iterator[str]:
        """Yield the addresses that redirect to ``target``, sorted, in slices."""
        return self._addresses(
            "SELECT requested FROM redirects WHERE requested > ?1 AND target = ?2", (target,)
        )

    def all_sources(self) -> Iterator[str]:
        """Yield every address with a recorded redirect, sorted, in slices."""
        return self._addresses("SELECT DISTINCT requested FROM redirects WHERE requested > ?1", ())

    def is_listed(self, url: str) -> bool:
        """Return whether an archive page lists exactly this address."""
        return self._index.has(f"SELECT 1 FROM addresses a WHERE a.url = ? AND {_LISTED}", (url,))

    def is_on_archive_page(self, url: str) -> bool:
        """Return whether a walk of the archive found exactly this address, and not only a WARC file
        or an earlier version of the rules."""
        return self._index.has(
            "SELECT 1 FROM addresses a JOIN listings l ON l.address = a.id"
            " JOIN walks w ON w.id = l.walk WHERE a.url = ? AND w.column_name <> '' LIMIT 1",
            (url,),
        )

    def listed_addresses(self, canonical: str) -> tuple[str, ...]:
        """Return the listed addresses of an article, the first listed first."""
        return tuple(row[1] for row in self._listed_rows(canonical))

    def split_article(self, article: ArticleRow, key: Callable[[str], str]) -> tuple[str, ...]:
        """Make the listed addresses of an article separate articles again.

        There is one article per canonical address that ``key`` returns for them; that of the
        requested address keeps the row. States and pages are reset to pending, and the problems of
        the article are deleted. Returns the canonical addresses.
        """
        groups: dict[str, list[Row]] = {key(article.requested): []}
        for row in self._listed_rows(article.canonical):
            groups.setdefault(key(row[1]), []).append(row)
        self._index.write("DELETE FROM pages WHERE article = ?", (article.id,))
        self._index.write("DELETE FROM problems WHERE place = ?", (article.canonical,))
        self._index.write(
            f"DELETE FROM addresses AS a WHERE a.article = ? AND a.url <> ? AND NOT {_LISTED}",
            (article.id, article.requested),
        )
        reset = (
            "requested = ?, state = 'pending', reason = NULL, evidence = '',"
            " tei = NULL, build = NULL"
        )
        for number, (name, rows) in enumerate(groups.items()):
            other = self._index.one(
                "SELECT id FROM articles WHERE canonical = ? AND id <> ?", (name, article.id)
            )
            if number == 0 and other is None:
                self._index.write(
                    f"UPDATE articles SET canonical = ?, {reset} WHERE id = ?",
                    (name, article.requested, article.id),
                )
            elif rows or number == 0:
                target = other[0] if other else self._new_article(name, *rows[0][1:])
                for row in rows:
                    self._index.write(
                        "UPDATE addresses SET article = ? WHERE id = ?", (target, row[0])
                    )
        in_place = self._index.one(
            "SELECT 1 FROM articles WHERE id = ? AND canonical = ?",
            (article.id, next(iter(groups))),
        )
        if in_place is None:  # its canonical address belongs to another article
            self._index.write("DELETE FROM addresses WHERE article = ?", (article.id,))
            forget_refreshes(self._index, "?", (article.id,))
            self._index.write("DELETE FROM articles WHERE id = ?", (article.id,))
        return tuple(groups)

    def _listed_rows(self, canonical: str) -> list[Row]:
        query = (
            f"SELECT a.id, a.url, {_COLUMN} FROM addresses a WHERE a.article = (SELECT id"
            " FROM articles WHERE canonical = ?)"
        )
        return self._index.read(f"{query} AND {_LISTED} ORDER BY a.id", (canonical,))

    def _addresses(self, query: str, values: tuple[str, ...]) -> Iterator[str]:
        rows = self._index.sliced(f"{query} ORDER BY requested", "", values)
        return (row[0] for row in rows)
