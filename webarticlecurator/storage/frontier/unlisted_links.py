"""What the stored archive pages of a corpus link, and no link rule lists: tables of
``cdx.sqlite``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.storage.index.index import IndexTables

UNLISTED_TABLES = """
CREATE TABLE IF NOT EXISTS link_rules (digest TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS archive_pages (
  id INTEGER PRIMARY KEY, url TEXT NOT NULL, column_name TEXT NOT NULL, span INTEGER NOT NULL,
  body_digest TEXT NOT NULL, UNIQUE (url, column_name, span, body_digest)
);
CREATE TABLE IF NOT EXISTS unlisted (
  address BLOB PRIMARY KEY, page INTEGER NOT NULL, filter TEXT NOT NULL
) WITHOUT ROWID;
"""
_DIGEST_BYTES = 16


PageVersion = tuple[str, str, int, str]
"""An archive page as it was stored at some time, read by the rules of a span: its address, column,
span, and the digest of its body."""


@dataclass(frozen=True)
class UnlistedLink:
    """Where an address is linked and not listed: the archive page and its column. ``filter`` is
    what leaves it out, empty if no link rule selects it."""

    page: str
    column: str
    filter: str


class UnlistedLinks(IndexTables):
    """The addresses by their keys, of which digests are kept. Changes wait for the ``commit`` of
    the file."""

    def begin(self, rules: str) -> None:
        """Forget everything that was read with other rules than those with this digest."""
        if self._index.read("SELECT digest FROM link_rules") != [(rules,)]:
            for table in ("link_rules", "archive_pages", "unlisted"):
                self._index.write(f"DELETE FROM {table}")
            self._index.write("INSERT INTO link_rules VALUES (?)", (rules,))

    def has_page(self, page: PageVersion) -> bool:
        """Return True if a page was read."""
        return self._index.has(
            "SELECT 1 FROM archive_pages WHERE url = ? AND column_name = ? AND span = ?"
            " AND body_digest = ?",
            page,
        )

    def add_page(self, page: PageVersion, links: Iterable[tuple[str, str]]) -> None:
        """Add a page, unless it was read before: the keys of its addresses, each with the filter
        that leaves it out.

        Of several pages that link an address, the first one counts, but before it the first one on
        which a filter leaves it out.
        """
        if self.has_page(page):
            return
        number = self._index.write(
            "INSERT INTO archive_pages (url, column_name, span, body_digest) VALUES (?, ?, ?, ?)",
            page,
        )
        for key, by_filter in links:
            self._index.write(
                "INSERT INTO unlisted VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET"
                " page = excluded.page, filter = excluded.filter"
                " WHERE unlisted.filter = '' AND excluded.filter <> ''",
                (_digest(key), number, by_filter),
            )

    def find(self, key: str) -> UnlistedLink | None:
        """Return where an address is linked; None if it is not linked, or only where it is
        listed."""
        return self._index.first(
            lambda row: UnlistedLink(*row),
            "SELECT p.url, p.column_name, u.filter FROM unlisted u"
            " JOIN archive_pages p ON p.id = u.page WHERE u.address = ?",
            (_digest(key),),
        )


def _digest(key: str) -> bytes:
    return hashlib.blake2b(key.encode("utf-8", "replace"), digest_size=_DIGEST_BYTES).digest()
