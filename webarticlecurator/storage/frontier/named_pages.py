"""The pages of the archive that other pages name: files of a sitemap, archive pages of an index.

Each has a walk of its own. They are kept in the order in which they were first named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from webarticlecurator.base.proposal.archive_links import NamedPage, StoredNamedPage
from webarticlecurator.storage.frontier.walks import WalkKey
from webarticlecurator.storage.index.index import IndexTables

MAX_NAMED = 50_000
"""Pages that the pages of one window may name; a portal could name new ones for ever."""
DISTRUSTED = "?"
"""In place of a time of change: the page that names this one has given a wrong one."""
_ONCE = "once "
"""Before a time of change for which the page was the same as before, once."""
_COLUMNS = "id, column_name, span, url, window, parent, modified, read_modified"


class NamedPages(IndexTables):
    """The named pages of a corpus. Changes wait for the corpus's ``commit``."""

    def set_named(self, key: WalkKey, parent: str, pages: Sequence[NamedPage]) -> int:
        """Set the pages that the page ``parent`` of the walk ``key`` names.

        One of them may be ``parent`` itself, as a list that also names the others. Pages that it
        named before and names no longer are forgotten, but not their walks. Returns
        how many pages were left out because there are too many.
        """
        window = self._window(key)
        named = {page.key: page.modified for page in pages}
        before = self._index.read(
            "SELECT url, read_modified FROM named_pages WHERE column_name = ? AND span = ?"
            " AND parent = ?",
            (key.column, key.span, parent),
        )
        # a page that was wrong about others is not believed about new ones
        read_modified = DISTRUSTED if any(read == DISTRUSTED for _, read in before) else ""
        for url, _ in before:
            if url not in named:
                self._index.write(
                    "DELETE FROM named_pages WHERE column_name = ? AND span = ? AND url = ?",
                    (key.column, key.span, url),
                )
        known = set(
            self._index.column(
                "SELECT url FROM named_pages WHERE column_name = ? AND span = ? AND window = ?",
                (key.column, key.span, window),
            )
        )
        left_out = 0
        for url, modified in named.items():
            if url not in known and len(known) >= MAX_NAMED:
                left_out += 1
                continue
            known.add(url)
            self._index.write(
                "INSERT INTO named_pages (column_name, span, url, window, parent, modified,"
                " read_modified) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (column_name, span, url)"
                " DO UPDATE SET parent = excluded.parent, modified = excluded.modified",
                (key.column, key.span, url, window, parent, modified, read_modified),
            )
        return left_out

    def mark_read(self, key: WalkKey, *, is_old: bool) -> None:
        """Note that the page of the walk ``key`` was read completely as it is now.

        Where it is as it was before, or lacks what it had then (``is_old``), though the page that
        names it says that it has changed, a cache may have answered: the time of change counts from
        the second time on.
        """
        self._index.write(
            "UPDATE named_pages SET read_modified = CASE WHEN ? AND"
            " read_modified NOT IN ('', modified, ? || modified) THEN ? || modified"
            " ELSE modified END WHERE column_name = ? AND span = ? AND url = ?"
            " AND read_modified <> ?",
            (is_old, _ONCE, _ONCE, key.column, key.span, key.window, DISTRUSTED),
        )

    def distrust_source(self, key: WalkKey) -> None:
        """Note that the page which names that of the walk ``key`` is wrong about times of change:
        the pages that it names are to be read again, whatever it says."""
        self._index.write(
            "UPDATE named_pages SET read_modified = ? WHERE column_name = ? AND span = ?"
            " AND parent = ?",
            (DISTRUSTED, key.column, key.span, self.parent_of(key)),
        )

    def named_from(self, key: WalkKey) -> Iterator[StoredNamedPage]:
        """Yield the pages that the pages of the window of the walk ``key`` name, at any depth.

        Each is read when it is asked for: the walk of the one before may add pages, or say that
        this one has changed (an index that robots.txt names).
        """
        rows = self._index.sliced(
            f"SELECT {_COLUMNS} FROM named_pages WHERE id > ?1 AND column_name = ?2 AND span = ?3"
            " AND window = ?4 ORDER BY id",
            0,
            (key.column, key.span, self._window(key)),
            size=1,
        )
        return (StoredNamedPage(*row[3:]) for row in rows)

    def parent_of(self, key: WalkKey) -> str | None:
        """Return the address of the page that names the page of the walk ``key``; None for a walk
        that no page names."""
        return self._index.value(
            "SELECT parent FROM named_pages WHERE column_name = ? AND span = ? AND url = ?",
            (key.column, key.span, key.window),
        )

    def find(self, url: str) -> tuple[str, StoredNamedPage] | None:
        """Return the column and the row of the page ``url``, an address or a key, or None."""
        query = (
            f"SELECT {_COLUMNS} FROM named_pages"
            " WHERE ? IN (url, substr(url, 1, instr(url, '#') - 1)) ORDER BY url"
        )
        return self._index.first(lambda row: (row[1], StoredNamedPage(*row[3:])), query, (url,))

    def _window(self, key: WalkKey) -> str:
        """Return the window of the page that is not named itself, from which ``key`` was found."""
        window = self._index.value(
            "SELECT window FROM named_pages WHERE column_name = ? AND span = ? AND url = ?",
            (key.column, key.span, key.window),
        )
        return key.window if window is None else str(window)
