"""How far the walks through the archive have come.

A walk is named by column, span and window. Each time it is begun anew its *generation* goes up by
one; a walk that was broken off goes on in the same generation. What was listed in a generation that
reached its end is known for good.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from webarticlecurator.store.index import Index, Row

_SELECT = "SELECT column_name, span, window, generation, completed, state FROM walks"


@dataclass(frozen=True)
class WalkKey:
    """``span`` counts from 0 within the column; ``window`` is its first day as YYYY-MM-DD, "" for a
    span without dates."""

    column: str
    span: int
    window: str = ""


@dataclass(frozen=True)
class Walk:
    """``state`` is what the walk needs to go on, as given to ``save``; ``generation`` counts from
    1; ``completed`` is the last generation that reached its end, 0 if none did."""

    key: WalkKey
    generation: int
    completed: int
    state: Mapping[str, object]

    @property
    def complete(self) -> bool:
        """True if the latest traversal reached its end."""
        return self.generation == self.completed


class Walks:
    """Changes wait for the corpus's ``commit``."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def get(self, key: WalkKey) -> Walk | None:
        """None if this walk was never begun."""
        row = self._index.one(
            f"{_SELECT} WHERE column_name = ? AND span = ? AND window = ?", _place(key)
        )
        return _walk(row) if row else None

    def all(self, column: str | None = None) -> Iterator[Walk]:
        """Every walk begun so far, by column, span and window."""
        for row in self._index.read(
            f"{_SELECT} WHERE ? IS NULL OR column_name = ? ORDER BY 1, 2, 3", (column, column)
        ):
            yield _walk(row)

    def begin(self, key: WalkKey) -> Walk:
        """A new traversal from the start, in a new generation."""
        self._index.write(
            "INSERT INTO walks VALUES (NULL, ?, ?, ?, 1, 0, '{}') ON CONFLICT (column_name, span,"
            " window) DO UPDATE SET generation = generation + 1, state = '{}'",
            _place(key),
        )
        return self._known(key)

    def save(self, key: WalkKey, state: Mapping[str, object], complete: bool) -> None:
        """Where the walk stands (JSON values only) and whether it has reached its end."""
        text = json.dumps(state, ensure_ascii=False, sort_keys=True)
        self._index.write(
            "UPDATE walks SET state = ?, completed = CASE WHEN ? THEN generation ELSE completed END"
            " WHERE column_name = ? AND span = ? AND window = ?",
            (text, complete, *_place(key)),
        )

    def mark_requested(self, key: WalkKey, url: str) -> None:
        """This traversal has requested the archive page ``url``."""
        self._index.write(
            "INSERT INTO requests SELECT id, ?, generation FROM walks WHERE column_name = ? AND"
            " span = ? AND window = ? ON CONFLICT (url, walk) DO UPDATE SET generation ="
            " excluded.generation",
            (url, *_place(key)),
        )

    def was_requested(self, key: WalkKey, url: str, *, whole_span: bool = True) -> bool:
        """True if the latest traversal of this walk (with ``whole_span``: of any window of its
        span) has requested ``url``."""
        row = self._index.one(
            "SELECT 1 FROM requests r JOIN walks w ON w.id = r.walk WHERE r.url = ? AND"
            " w.column_name = ? AND w.span = ? AND (? OR w.window = ?) AND r.generation ="
            " w.generation LIMIT 1",
            (url, key.column, key.span, whole_span, key.window),
        )
        return row is not None

    def _known(self, key: WalkKey) -> Walk:
        walk = self.get(key)
        assert walk is not None
        return walk


def _place(key: WalkKey) -> tuple[str, int, str]:
    return key.column, key.span, key.window


def _walk(row: Row) -> Walk:
    return Walk(WalkKey(*row[:3]), row[3], row[4], json.loads(row[5]))
