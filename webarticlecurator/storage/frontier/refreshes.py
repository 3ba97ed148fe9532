"""What a crawl must know to ask for stored articles again: their days, changed listings, those that
show less than before, and those that are gone.

All of it follows from the WARC files and the rules. Changes wait for the corpus's ``commit``.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime

from webarticlecurator.base.model.verdict import REFRESHED_REASONS
from webarticlecurator.storage.frontier.index_values import (
    SELECT_A,
    ArticleRow,
    to_article_row,
)
from webarticlecurator.storage.index.index import SLICE, IndexTables
from webarticlecurator.storage.warc.record import parse_date, warc_date

PUBLISHED, LISTED, WINDOW, CAPTURED = "published", "listed", "window", "captured"
FOUND_LATER = "found-later"
"""Where the day of an article is from: its TEI, a date beside its link, the last day of its window,
its first capture. ``found-later``: it has no day yet, and a walk that had been complete before
listed it first; the day of its first capture counts."""

_REASONS = ", ".join(f"'{reason}'" for reason in REFRESHED_REASONS)
# + and CROSS JOIN: the articles are found by day or id, never by state, which most of them share
_REFRESHED = (
    f"(+a.state IN ('stored', 'tei') OR +a.state = 'rejected' AND a.reason IN ({_REASONS}))"
    " AND instr(a.requested, '#') = 0"
)


class Refreshes(IndexTables):
    """The tables ``article_days``, ``listed_changes``, ``refreshes_due``, ``looks_due`` and
    ``gone_articles``."""

    def set_day(self, article: int, day: str | None, basis: str) -> None:
        """Set the day of an article (YYYY-MM-DD) and what it is from."""
        self._index.write(
            "INSERT INTO article_days VALUES (?, ?, ?) ON CONFLICT (article)"
            " DO UPDATE SET day = excluded.day, basis = excluded.basis",
            (article, day, basis),
        )

    def mark_found_later(self, canonical: str) -> None:
        """Note that a walk that had been complete before listed an article first."""
        self._index.write(
            "INSERT OR IGNORE INTO article_days SELECT id, NULL, ? FROM articles"
            " WHERE canonical = ?",
            (FOUND_LATER, canonical),
        )

    def basis_of(self, article: int) -> str | None:
        """Return what the day of an article is from, or None."""
        return self._index.value("SELECT basis FROM article_days WHERE article = ?", (article,))

    def months_of_articles(self) -> frozenset[str]:
        """Return the months (YYYY-MM) in which articles were published, as they or their links
        say."""
        query = "SELECT DISTINCT substr(day, 1, 7) FROM article_days WHERE basis IN (?, ?)"
        return frozenset(filter(None, self._index.column(query, (PUBLISHED, LISTED))))

    def forget_day(self, article: int) -> None:
        """Delete the day of an article."""
        self._index.write("DELETE FROM article_days WHERE article = ?", (article,))

    def dated_since(self, day: str) -> Iterator[ArticleRow]:
        """Yield the articles to refresh whose day is ``day`` or later, by day, in slices."""
        last = (day, 0)
        query = (
            f"{SELECT_A}, d.day FROM article_days d CROSS JOIN articles a ON a.id = d.article"
            f" WHERE (d.day, d.article) > (?, ?) AND {_REFRESHED} ORDER BY d.day, d.article LIMIT"
            f" {SLICE}"
        )
        while rows := self._index.read(query, last):
            last = (rows[-1][-1], rows[-1][0])
            yield from (to_article_row(row[:-1]) for row in rows)

    def all_articles(self) -> Iterator[ArticleRow]:
        """Yield all articles that can be refreshed, in the order of listing, in slices."""
        query = f"{SELECT_A} FROM articles a WHERE a.id > ? AND {_REFRESHED} ORDER BY a.id"
        return map(to_article_row, self._index.sliced(query, 0))

    def note_listed(self, column: str, url: str, listed: Mapping[str, str], seen: datetime) -> None:
        """Note what an archive page of a column shows beside a link, if it has changed there.

        The article is due then (``due``). ``listed`` has the values that count.
        """
        address = self._index.one("SELECT id, article FROM addresses WHERE url = ?", (url,))
        if address is None or not listed:
            return
        known = self._listed_at(address[0], column, seen)
        if all(known.get(name, value) == value for name, value in listed.items()):
            return
        text = json.dumps({**known, **listed}, ensure_ascii=False, sort_keys=True)
        self._index.write(
            "INSERT OR REPLACE INTO listed_changes VALUES (?, ?, ?, ?)",
            (address[0], column, warc_date(seen), text),
        )
        self.mark_due(address[1])

    def has_changed_listing(self, article: int, names: Collection[str], captured: datetime) -> bool:
        """Return whether one of the values ``names``, as a column shows it now beside a link to an
        article, is not what that column showed at the time ``captured``."""
        rows = self._index.read(
            "SELECT c.address, c.column_name, MAX(c.time) FROM listed_changes c JOIN addresses a"
            " ON a.id = c.address WHERE a.article = ? GROUP BY 1, 2 ORDER BY 1, 2",
            (article,),
        )
        for address, column, latest in rows:
            now = self._listed_at(address, column, parse_date(latest))
            then = self._listed_at(address, column, captured)
            if any(name in then and then[name] != now.get(name) for name in names):
                return True
        return False

    def _listed_at(self, address: int, column: str, time: datetime) -> dict[str, str]:
        """Return what a column showed beside a link at a time; before the first change, what it
        showed when it first listed the address."""
        row = self._index.one(
            "SELECT listed FROM listed_changes WHERE address = ? AND column_name = ? AND time <= ?"
            " ORDER BY time DESC LIMIT 1",
            (address, column, warc_date(time)),
        ) or self._index.one(
            "SELECT l.listed FROM listings l JOIN walks w ON w.id = l.walk WHERE l.address = ?"
            " AND w.column_name = ? ORDER BY l.walk LIMIT 1",
            (address, column),
        )
        return dict(json.loads(row[0])) if row else {}

    def mark_due(self, article: int) -> None:
        """Note that an article may have to be refreshed: its listing has changed, or a refresh of
        its pages was interrupted."""
        self._index.write("INSERT OR IGNORE INTO refreshes_due VALUES (?)", (article,))

    def clear_due(self, article: int) -> None:
        """Note that an article need not be refreshed any more."""
        self._index.write("DELETE FROM refreshes_due WHERE article = ?", (article,))

    def due(self) -> tuple[ArticleRow, ...]:
        """Return the articles that may have to be refreshed, in the order of listing."""
        rows = self._index.read(
            f"{SELECT_A} FROM refreshes_due r CROSS JOIN articles a ON a.id = r.article WHERE"
            f" {_REFRESHED} ORDER BY a.id"
        )
        return tuple(map(to_article_row, rows))

    def set_look(self, article: int, due: datetime | None) -> None:
        """Set the time from which an article that shows much less than before is to be asked for
        again; None: it does not."""
        self._set_time("looks_due", article, due)

    def look_of(self, article: int) -> datetime | None:
        """Return the time from which an article is to be asked for again, since it shows much less
        than before; None if it does not."""
        due = self._index.value("SELECT due FROM looks_due WHERE article = ?", (article,))
        return parse_date(due) if due else None

    def looks_due(self, now: datetime) -> tuple[ArticleRow, ...]:
        """Return the articles that show much less than before and are due, in the order of listing.
        Those that were captured since their last build are left out."""
        rows = self._index.read(
            f"{SELECT_A} FROM looks_due l CROSS JOIN articles a ON a.id = l.article"
            f" WHERE l.due <= ? AND +a.state <> 'stored' AND {_REFRESHED} ORDER BY a.id",
            (warc_date(now),),
        )
        return tuple(map(to_article_row, rows))

    def next_looks(self) -> tuple[int, datetime | None]:
        """Return how many articles show much less than before and are to be asked for again, and
        when the first of them is due."""
        return self._count_due("looks_due")

    def set_gone(self, article: int, since: datetime | None) -> None:
        """Set since when the portal answers 404 or 410 for an article that is stored; None: it does
        not."""
        self._set_time("gone_articles", article, since)

    def _set_time(self, table: str, article: int, time: datetime | None) -> None:
        """Write the time of an article into a table; remove its row if there is none."""
        self._index.write(f"DELETE FROM {table} WHERE article = ?", (article,))
        if time is not None:
            self._index.write(f"INSERT INTO {table} VALUES (?, ?)", (article, warc_date(time)))

    def count_gone(self) -> int:
        """Return the number of articles with a page for which the portal answers 404 or 410."""
        return self._index.number(
            "SELECT COUNT(*) FROM gone_articles g CROSS JOIN articles a ON a.id = g.article WHERE"
            " +a.state IN ('stored', 'tei')"
        )
