"""The progress of the walks through the archive pages.

A walk is identified by column, span and window. Each time it starts again from the beginning, its
*generation* increases by one; an interrupted walk continues in the same generation. What was listed
in a completed generation counts as known.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.store.index import IndexTables, Row
from webarticlecurator.text.translation import decode_message
from webarticlecurator.warc.record import parse_date, warc_date

_SLICE = 500
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


class Walks(IndexTables):
    """The walks of a corpus. Changes wait for the corpus's ``commit``."""

    def get(self, key: WalkKey) -> Walk | None:
        """Return the walk, or None if it was never begun."""
        query = f"{_SELECT} WHERE column_name = ? AND span = ? AND window = ?"
        return self._index.first(_walk_of, query, _columns(key))

    def all(self, column: str | None = None) -> Iterator[Walk]:
        """Yield every walk begun so far, by column, span and window."""
        query = f"{_SELECT} WHERE ? IS NULL OR column_name = ? ORDER BY 1, 2, 3"
        return map(_walk_of, self._index.read(query, (column, column)))

    def latest_complete(self, column: str, span: int) -> str | None:
        """Return the last window of a span that was ever walked to its end, None if none was.

        Pages that other ones name do not count.
        """
        return self._index.value(
            "SELECT MAX(window) FROM walks WHERE column_name = ? AND span = ? AND completed > 0"
            " AND window NOT LIKE '%://%'",
            (column, span),
        )

    def has_listing(self, column: str, span: int) -> bool:
        """Return True if any archive page of a span has listed anything."""
        query = (
            "SELECT 1 FROM listings l JOIN walks w ON w.id = l.walk"
            " WHERE w.column_name = ? AND w.span = ? LIMIT 1"
        )
        return self._index.one(query, (column, span)) is not None

    def begin(self, key: WalkKey) -> Walk:
        """Start the walk from the beginning, in a new generation."""
        self._index.write(
            "INSERT INTO walks VALUES (NULL, ?, ?, ?, 1, 0, '{}')"
            " ON CONFLICT (column_name, span, window)"
            " DO UPDATE SET generation = generation + 1, state = '{}'",
            _columns(key),
        )
        walk = self.get(key)
        assert walk is not None
        return walk

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
            " FROM doubts d JOIN walks w ON w.id = d.walk WHERE w.id > ?"
            f" ORDER BY w.id LIMIT {_SLICE}"
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

    def listing_windows(self, column: str, span: int) -> Iterator[Walk]:
        """Yield the walks of dated windows that have listed something, the last window first."""
        query = (
            f"{_SELECT} WHERE window < ?1 AND column_name = ?2 AND span = ?3 AND window <> ''"
            " AND completed > 0 AND EXISTS (SELECT 1 FROM listings l WHERE l.walk = walks.id)"
            " ORDER BY window DESC LIMIT 20"
        )
        return map(_walk_of, self._index.sliced(query, "A", (column, span), key=2))

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
        rows = self._index.column(
            "SELECT r.url FROM requests r JOIN walks w ON w.id = r.walk WHERE w.column_name = ?"
            " AND w.span = ? AND w.window = ? AND r.generation = w.generation ORDER BY r.url",
            _columns(key),
        )
        return tuple(rows)

    def was_requested(self, key: WalkKey, url: str, rules: str = "") -> bool:
        """Return True if the latest generation of this walk has requested ``url``.

        With ``rules``, the digest of those that shape the walk, the walks of all windows of the
        span by the same rules count. Those by former rules do not: what they have read would end
        this one where it begins.
        """
        return (
            self._index.one(
                "SELECT 1 FROM requests r JOIN walks w ON w.id = r.walk WHERE r.url = ?"
                " AND w.column_name = ? AND w.span = ?"
                " AND (w.window = ? OR json_extract(w.state, '$.rules') = ?)"
                " AND r.generation = w.generation LIMIT 1",
                (url, *_columns(key), rules),
            )
            is not None
        )


def _columns(key: WalkKey) -> tuple[str, int, str]:
    return key.column, key.span, key.window


def _walk_of(row: Row) -> Walk:
    return Walk(WalkKey(*row[:3]), row[3], row[4], json.loads(row[5]))


# What each walk of a span has listed, and what of it is not fetched, window by window.

_WINDOWS = """
SELECT window, completed, state,
  (SELECT COUNT(*) FROM listings l WHERE l.walk = w.id),
  (SELECT COUNT(*) FROM listings l JOIN addresses d ON d.id = l.address
   JOIN articles a ON a.id = d.article WHERE l.walk = w.id AND a.state IN ('pending', 'failed'))
FROM walks w WHERE column_name = ?1 AND span = ?2 AND window BETWEEN ?3 AND ?4 ORDER BY window
"""
_YEARS = """
SELECT CAST(substr(window, 1, 4) AS INTEGER), SUM(completed > 0) FROM walks
WHERE column_name = ?1 AND span = ?2 AND window BETWEEN '0001' AND '9999-12-31' GROUP BY 1
"""


@dataclass(frozen=True)
class WalkWindow:
    """The walk of one window, whose key is its first day: whether any of its generations reached
    the end, its state as stored, how many articles it has listed, and how many of these are not
    fetched yet or failed."""

    window: str
    was_completed: bool
    state: Mapping[str, object]
    listed: int
    unfetched: int


class WalkWindows(IndexTables):
    """The walks of a corpus by window."""

    def between(self, column: str, span: int, first: str, last: str) -> Iterator[WalkWindow]:
        """Yield the walks of the windows that begin between two days (YYYY-MM-DD, both included),
        in their order; those of a span without dates have the key ""."""
        return (
            WalkWindow(window, completed > 0, json.loads(state), listed, unfetched)
            for window, completed, state, listed, unfetched in self._index.read(
                _WINDOWS, (column, span, first, last)
            )
        )

    def count_completed_by_year(self, column: str, span: int) -> dict[int, int]:
        """Return how many windows that begin in a year were ever walked to their end."""
        return {int(year): int(n) for year, n in self._index.read(_YEARS, (column, span))}


# Values read from the index: links, listings, articles and their pages.


ARTICLE_COLUMNS = "id, canonical, requested, column_name, state, reason, evidence, tei, build"
"""The columns of the table ``articles`` in the order of ``ArticleRow``."""


@dataclass(frozen=True)
class ListingResult:
    """What was new on an archive page.

    Attributes:
        new_to_walk: links that this generation of the walk had not met before.
        all_known_complete: the page has links, and each was listed in a completed generation of
            this walk.
        new_articles: canonical addresses that were not in the index.
        unseen: links that no generation of this walk had met before.
        is_mixed: links that this generation had met come after some that it had not.
    """

    new_to_walk: int
    all_known_complete: bool
    new_articles: tuple[str, ...]
    unseen: int = 0
    is_mixed: bool = False


@dataclass(frozen=True)
class ArticleRow:
    """An article in the index.

    Attributes:
        requested: the address under which its first page is fetched.
        column: the column of its first listing.
        state: one of verdict.STATES.
        reason: one of verdict.REJECTIONS, or the kind of a failure.
        tei: the path of its TEI file below tei/.
        build: the digest of the rules and captures that file was made from.
    """

    id: int
    canonical: str
    requested: str
    column: str | None
    state: str
    reason: str | None = None
    evidence: str = ""
    tei: str | None = None
    build: str | None = None


def to_article_row(row: Row) -> ArticleRow:
    """Return the article of a row with ARTICLE_COLUMNS."""
    id_, canonical, requested, column, state, reason, evidence, tei, build = row
    words = decode_message(evidence)
    return ArticleRow(id_, canonical, requested, column, state, reason, words, tei, build)


@dataclass(frozen=True)
class Listing:
    """An archive page that listed an address; ``position`` counts from 0."""

    walk: WalkKey
    page: str
    position: int
    listed: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class PageRow:
    """A page of an article; ``record_id`` is that of its capture, None if it has none."""

    url: str
    record_id: str | None


@dataclass(frozen=True)
class Counts:
    """The number of articles by state.

    articles = tei + stored (captured, not built yet) + all rejected + failed + pending.
    """

    articles: int
    tei: int
    rejected: dict[str, int]
    failed: int
    pending: int
    stored: int = 0
