"""The progress of the walks through the archive pages.

A walk is identified by column, span and window. Each time it starts again from the beginning, its
*generation* increases by one; an interrupted walk continues in the same generation. What was listed
in a completed generation counts as known.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.storage.index.index import IndexTables, Row
from webarticlecurator.storage.warc.record import parse_date, warc_date

OF_SPLIT = "split"
"""The key in place of a window, for the articles that ``article.split`` finds on pages: no walk."""
_SELECT = "SELECT column_name, span, window, generation, completed, state FROM walks"


@dataclass(frozen=True)
class WalkKey:
    """The identity of a walk.

    ``span`` counts from 0 within the column; ``window`` is its first day as YYYY-MM-DD, "" for a
    span without dates.
    """

    column: str
    span: int
    window: str = ""


@dataclass(frozen=True)
class Walk:
    """A walk as stored.

    ``state`` is what the walk needs to continue, as passed to ``save``. ``generation`` counts from
    1; ``completed`` is the last generation that reached the end, 0 if none did.
    """

    key: WalkKey
    generation: int
    completed: int
    state: Mapping[str, object]

    @property
    def complete(self) -> bool:
        """True if the latest generation reached the end."""
        return self.generation == self.completed


@dataclass(frozen=True)
class ProofCount:
    """How many walks of a span have the same proof of their end; those of the pages that other ones
    name count as without dates.

    Of all of them: the ``pages`` of the last walks to the end, and the articles that were
    ``listed``; ``counted`` ``of`` those that their pages count. ``is_doubted``: they are still to
    be confirmed.
    """

    column: str
    span: int
    is_dated: bool
    is_complete: bool
    proof: str
    is_doubted: bool
    number: int
    pages: int = 0
    listed: int = 0
    counted: int = 0
    of: int = 0


class Walks(IndexTables):
    """The walks of a corpus. Changes wait for the corpus's ``commit``."""

    def get(self, key: WalkKey) -> Walk | None:
        """Return the walk, or None if it was never begun."""
        return self._index.first(
            _walk_of, f"{_SELECT} WHERE column_name = ? AND span = ? AND window = ?", _columns(key)
        )

    def all(self, column: str | None = None) -> Iterator[Walk]:
        """Yield every walk begun so far, by column, span and window."""
        query = f"{_SELECT} WHERE ? IS NULL OR column_name = ? ORDER BY 1, 2, 3"
        return map(_walk_of, self._index.read(query, (column, column)))

    def count_proofs(self) -> list[ProofCount]:
        """Return what proves the ends of the walks, by column, span and proof; a page that another
        one names and that no walk has begun counts as an incomplete one."""
        rows = self._index.read(
            "SELECT column_name, span, window BETWEEN '0001' AND '9999-12-31',"
            " generation = completed, coalesce(json_extract(state, '$.proof'), ''),"
            " id IN (SELECT walk FROM doubts), COUNT(*),"
            " TOTAL(json_extract(state, '$.place')), TOTAL(json_extract(state, '$.articles')),"
            " TOTAL(json_extract(state, '$.counted[1]')),"
            " TOTAL(json_extract(state, '$.counted[2]'))"
            " FROM walks WHERE column_name <> '' AND window <> ?"
            " GROUP BY 1, 2, 3, 4, 5, 6 UNION ALL"
            " SELECT n.column_name, n.span, 0, 0, '', 0, COUNT(*), 0, 0, 0, 0 FROM named_pages n"
            " LEFT JOIN walks w"
            " ON (w.column_name, w.span, w.window) = (n.column_name, n.span, n.url)"
            " WHERE w.id IS NULL GROUP BY 1, 2 ORDER BY 1, 2, 3, 4, 5, 6",
            (OF_SPLIT,),
        )
        return [
            ProofCount(a, b, bool(c), bool(d), e, bool(f), *map(int, n))
            for a, b, c, d, e, f, *n in rows
        ]

    def latest_complete(self, column: str, span: int) -> str | None:
        """Return the last window of a span that was ever walked to its end, None if none was.

        Pages that other ones name do not count.
        """
        return self._index.value(
            "SELECT MAX(window) FROM walks WHERE column_name = ? AND span = ? AND completed > 0"
            " AND window NOT LIKE '%://%'",
            (column, span),
        )

    def has_listing(self, column: str, span: int, window: str | None = None) -> bool:
        """Return True if any archive page of a span, or of a window of it, has listed anything."""
        return self._index.has(
            "SELECT 1 FROM listings l JOIN walks w ON w.id = l.walk"
            " WHERE w.column_name = ?1 AND w.span = ?2 AND w.window = coalesce(?3, w.window)"
            " LIMIT 1",
            (column, span, window),
        )

    def begin(self, key: WalkKey) -> None:
        """Start the walk from the beginning, in a new generation."""
        self._index.write(
            "INSERT INTO walks VALUES (NULL, ?, ?, ?, 1, 0, '{}')"
            " ON CONFLICT (column_name, span, window)"
            " DO UPDATE SET generation = generation + 1, state = '{}'",
            _columns(key),
        )

    def save(self, key: WalkKey, state: Mapping[str, object], complete: bool) -> None:
        """Store the state of the walk (JSON values only) and whether it has reached its end."""
        text = json.dumps(state, ensure_ascii=False, sort_keys=True)
        self._index.write(
            "UPDATE walks SET state = ?,"
            " completed = CASE WHEN ? THEN generation ELSE completed END WHERE column_name = ?"
            " AND span = ? AND window = ?",
            (text, complete, *_columns(key)),
        )

    def note_doubt(self, key: WalkKey, due: datetime | None) -> None:
        """Record when a complete walk is to be looked at again; None: all of it is certain."""
        walk = "SELECT id FROM walks WHERE column_name = ? AND span = ? AND window = ?"
        if due is None:
            self._index.write(f"DELETE FROM doubts WHERE walk = ({walk})", _columns(key))
            return
        self._index.write(
            f"INSERT OR REPLACE INTO doubts SELECT id, ? FROM ({walk})",
            (warc_date(due), *_columns(key)),
        )

    def doubts(self) -> tuple[int, datetime | None]:
        """Return how many walks are still to be confirmed, and when the next of them is due."""
        return self._count_due("doubts")

    def doubtful(self) -> Iterator[Walk]:
        """Yield the walks that are still to be confirmed, in slices."""
        query = (
            "SELECT w.column_name, w.span, w.window, w.generation, w.completed, w.state, w.id"
            " FROM doubts d JOIN walks w ON w.id = d.walk WHERE w.id > ? ORDER BY w.id"
        )
        return map(_walk_of, self._index.sliced(query, 0, key=6))

    def due_of(self, key: WalkKey) -> datetime | None:
        """Return when a walk is to be looked at again; None if nothing is to be confirmed."""
        due = self._index.value(
            "SELECT d.due FROM doubts d JOIN walks w ON w.id = d.walk WHERE column_name = ?"
            " AND span = ? AND window = ?",
            _columns(key),
        )
        return parse_date(due) if due else None

    def cut_lists(self) -> Iterator[Walk]:
        """Yield the walks of lists without dates of which a page breaks off, and none has an
        end."""
        query = (
            f"{_SELECT} WHERE NOT window BETWEEN '0001' AND '9999-12-31' AND"
            " json_extract(state, '$.cut') AND json_extract(state, '$.html') IS NULL"
            " ORDER BY 1, 2, 3"
        )
        return map(_walk_of, self._index.read(query))

    def listing_windows(self, column: str, span: int) -> Iterator[Walk]:
        """Yield the walks of dated windows that have listed something, the last window first."""
        query = (
            f"{_SELECT} WHERE window < ?1 AND column_name = ?2 AND span = ?3 AND window <> ''"
            " AND completed > 0 AND EXISTS (SELECT 1 FROM listings l WHERE l.walk = walks.id)"
            " ORDER BY window DESC"
        )
        return map(_walk_of, self._index.sliced(query, "A", (column, span), key=2, size=20))

    def mark_requested(self, key: WalkKey, url: str) -> None:
        """Record that this generation has requested the archive page ``url``."""
        self._index.write(
            "INSERT INTO requests SELECT id, ?, generation FROM walks WHERE column_name = ?"
            " AND span = ? AND window = ? ON CONFLICT (url, walk)"
            " DO UPDATE SET generation = excluded.generation",
            (url, *_columns(key)),
        )

    def requested(self, key: WalkKey) -> tuple[str, ...]:
        """Return the archive pages that the latest generation of a walk has requested, by
        address."""
        return tuple(
            self._index.column(
                "SELECT r.url FROM requests r JOIN walks w ON w.id = r.walk WHERE w.column_name = ?"
                " AND w.span = ? AND w.window = ? AND r.generation = w.generation ORDER BY r.url",
                _columns(key),
            )
        )

    def was_ever_requested(self, key: WalkKey, url: str) -> bool:
        """Return True if any generation of a walk of the span has requested ``url``."""
        return self._index.has(
            "SELECT 1 FROM requests r JOIN walks w ON w.id = r.walk WHERE r.url = ?"
            " AND w.column_name = ? AND w.span = ? LIMIT 1",
            (url, key.column, key.span),
        )

    def was_requested(self, key: WalkKey, url: str, rules: str = "") -> bool:
        """Return True if the latest generation of this walk has requested ``url``.

        With ``rules``, the digest of those that shape the walk, the walks of all windows of the
        span by the same rules count. Those by former rules do not: what they have read would end
        this one where it begins.
        """
        return self._index.has(
            "SELECT 1 FROM requests r JOIN walks w ON w.id = r.walk WHERE r.url = ?"
            " AND w.column_name = ? AND w.span = ?"
            " AND (w.window = ? OR json_extract(w.state, '$.rules') = ?)"
            " AND r.generation = w.generation LIMIT 1",
            (url, *_columns(key), rules),
        )


def _columns(key: WalkKey) -> tuple[str, int, str]:
    return key.column, key.span, key.window


def _walk_of(row: Row) -> Walk:
    return Walk(WalkKey(*row[:3]), row[3], row[4], json.loads(row[5]))
