"""What archive pages list, name and link, and where listed addresses are redirected to.

Which archive pages listed which addresses.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.model.portal import Link, NamedPage, StoredNamedPage
from webarticlecurator.store.article_tables import UNLISTED, UnlistedArticles
from webarticlecurator.store.frontier import Frontier
from webarticlecurator.store.index import Index, IndexTables, Row
from webarticlecurator.store.refreshes import forget_refreshes
from webarticlecurator.store.walks import (
    ArticleRow,
    Listing,
    ListingResult,
    WalkKey,
)


class Listings:
    """The links of archive pages. Changes wait for the corpus's ``commit``."""

    def __init__(self, index: Index, frontier: Frontier) -> None:
        self._index, self._frontier = index, frontier
        self._unlisted = UnlistedArticles(index)

    def add(
        self, key: WalkKey, page: str, links: Sequence[Link], canonical: Callable[[str], str]
    ) -> ListingResult:
        """Add the links of the archive page ``page`` of a walk, in their order.

        ``canonical`` returns the canonical address of a requested one; it is called only for
        addresses that are not in the index. Raises ValueError if the walk was not begun.
        """
        row = self._index.one(
            "SELECT id, generation, completed FROM walks WHERE column_name = ? AND span = ?"
            " AND window = ?",
            (key.column, key.span, key.window),
        )
        if row is None:
            raise ValueError(f"the walk {key} was not begun")
        walk, generation, completed = row
        has_unlisted = key != UNLISTED and not self._unlisted.is_empty()
        new_to_walk, unseen, all_known, new_articles = 0, 0, bool(links), []
        is_mixed = False
        for position, link in enumerate(links):
            address, new_article = self._frontier.add_address(link.url, canonical, key.column)
            if new_article:
                new_articles.append(new_article)

            if has_unlisted and not new_article:
                self._unlisted.relist(address, key.column)
            first, latest = self._index.one(
                "SELECT first, seen FROM listings WHERE walk = ? AND address = ?", (walk, address)
            ) or (0, 0)
            is_mixed = is_mixed or (latest >= generation and new_to_walk > 0)
            new_to_walk += latest < generation
            unseen += first == 0
            all_known = all_known and 0 < first <= completed

            listed = json.dumps(link.listed, ensure_ascii=False)
            self._index.write(
                "INSERT INTO listings VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (walk, address)"
                " DO UPDATE SET seen = excluded.seen",
                (walk, address, generation, generation, page, position, listed),
            )
        return ListingResult(new_to_walk, all_known, tuple(new_articles), unseen, is_mixed)

    def of(self, url: str) -> tuple[Listing, ...]:
        """Return where an address was listed: on archive pages first, then elsewhere.

        For a canonical address, that is where any of its aliases was.
        """
        rows = self._index.read(
            "SELECT w.column_name, w.span, w.window, l.page, l.position, l.listed"
            " FROM addresses a JOIN listings l ON l.address = a.id JOIN walks w ON w.id = l.walk"
            " WHERE a.url = ?1 OR a.article = (SELECT id FROM articles WHERE canonical = ?1)"
            " ORDER BY a.id, w.column_name = '', l.walk",
            (url,),
        )
        return tuple(Listing(WalkKey(*r[:3]), r[3], r[4], _read_listed(r[5])) for r in rows)


def _read_listed(stored: str) -> tuple[tuple[str, str], ...]:
    return tuple(map(tuple, json.loads(stored))) if stored != "[]" else ()


# The pages of the archive that other pages name: files of a sitemap, archive pages of an index.
#
# Each has a walk of its own. They are kept in the order in which they were first named.

MAX_NAMED = 50_000
"""Pages that the pages of one window may name; a portal could name new ones for ever."""
_SLICE = 500
_COLUMNS = "id, column_name, span, url, window, parent, modified, read_modified"


class NamedPages(IndexTables):
    """The named pages of a corpus. Changes wait for the corpus's ``commit``."""

    def set_named(self, key: WalkKey, parent: str, pages: Sequence[NamedPage]) -> int:
        """Set the pages that the page ``parent`` of the walk ``key`` names.

        Pages that it named before and names no longer are forgotten, but not their walks. Returns
        how many pages were left out because there are too many.
        """
        window = self._window(key)
        named = {page.url: page.modified for page in pages if page.url != parent}
        before = self._index.read(
            "SELECT url FROM named_pages WHERE column_name = ? AND span = ? AND parent = ?",
            (key.column, key.span, parent),
        )
        for (url,) in before:
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
                " read_modified) VALUES (?, ?, ?, ?, ?, ?, '') ON CONFLICT (column_name, span, url)"
                " DO UPDATE SET parent = excluded.parent, modified = excluded.modified",
                (key.column, key.span, url, window, parent, modified),
            )
        return left_out

    def mark_read(self, key: WalkKey) -> None:
        """Note that the page of the walk ``key`` was read completely as it is now."""
        self._index.write(
            "UPDATE named_pages SET read_modified = modified WHERE column_name = ? AND span = ?"
            " AND url = ?",
            (key.column, key.span, key.window),
        )

    def named_from(self, key: WalkKey) -> Iterator[StoredNamedPage]:
        """Yield the pages that the pages of the window of the walk ``key`` name, at any depth.

        They are read in slices: pages may be added meanwhile.
        """
        query = (
            f"SELECT {_COLUMNS} FROM named_pages WHERE id > ?1 AND column_name = ?2 AND span = ?3"
            f" AND window = ?4 ORDER BY id LIMIT {_SLICE}"
        )
        rows = self._index.sliced(query, 0, (key.column, key.span, self._window(key)))
        return (StoredNamedPage(*row[3:]) for row in rows)

    def parent_of(self, key: WalkKey) -> str | None:
        """Return the address of the page that names the page of the walk ``key``; None for a walk
        that no page names."""
        return self._index.value(
            "SELECT parent FROM named_pages WHERE column_name = ? AND span = ? AND url = ?",
            (key.column, key.span, key.window),
        )

    def find(self, url: str) -> tuple[str, StoredNamedPage] | None:
        """Return the column and the row of the page ``url``, or None."""
        query = f"SELECT {_COLUMNS} FROM named_pages WHERE url = ?"
        return self._index.first(lambda row: (row[1], StoredNamedPage(*row[3:])), query, (url,))

    def _window(self, key: WalkKey) -> str:
        """Return the window of the page that is not named itself, from which ``key`` was found."""
        window = self._index.value(
            "SELECT window FROM named_pages WHERE column_name = ? AND span = ? AND url = ?",
            (key.column, key.span, key.window),
        )
        return key.window if window is None else str(window)


# Redirects from listed addresses to others.
#
# Also splits articles that were wrongly merged because of such a redirect.

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
        query = "SELECT target FROM redirects WHERE requested = ?"
        return frozenset(self._index.column(query, (requested,)))

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
        query = f"SELECT 1 FROM addresses a WHERE a.url = ? AND {_LISTED}"
        return self._index.one(query, (url,)) is not None

    def listed_addresses(self, canonical: str) -> tuple[str, ...]:
        """Return the listed addresses of an article, the first listed first."""
        return tuple(row[1] for row in self._listed_rows(canonical))

    def split_article(self, article: ArticleRow, key: Callable[[str], str]) -> tuple[str, ...]:
        """Make the listed addresses of an article separate articles again.

        There is one article per canonical address that ``key`` returns for them; that of the
        requested address keeps the row. States and pages are reset to pending. Returns the
        canonical addresses.
        """
        groups: dict[str, list[Row]] = {key(article.requested): []}
        for row in self._listed_rows(article.canonical):
            groups.setdefault(key(row[1]), []).append(row)
        self._index.write("DELETE FROM pages WHERE article = ?", (article.id,))
        unlisted = (
            f"DELETE FROM addresses AS a WHERE a.article = ? AND a.url <> ? AND NOT {_LISTED}"
        )
        self._index.write(unlisted, (article.id, article.requested))
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
                target = other[0] if other else self._new_article(name, rows[0])
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

    def _new_article(self, canonical: str, first: Row) -> int:
        return self._index.write(
            "INSERT INTO articles VALUES (NULL, ?, ?, ?, 'pending', NULL, '', NULL, NULL)",
            (canonical, first[1], first[2]),
        )

    def _listed_rows(self, canonical: str) -> list[Row]:
        query = (
            f"SELECT a.id, a.url, {_COLUMN} FROM addresses a WHERE a.article = (SELECT id"
            " FROM articles WHERE canonical = ?)"
        )
        return self._index.read(f"{query} AND {_LISTED} ORDER BY a.id", (canonical,))

    def _addresses(self, query: str, values: tuple[str, ...]) -> Iterator[str]:
        limited = f"{query} ORDER BY requested LIMIT {_SLICE}"
        return (row[0] for row in self._index.sliced(limited, "", values))


# What the stored archive pages of a corpus link, and no link rule lists: tables of
# ``cdx.sqlite``.

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
        query = (
            "SELECT 1 FROM archive_pages WHERE url = ? AND column_name = ? AND span = ?"
            " AND body_digest = ?"
        )
        return self._index.one(query, page) is not None

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
