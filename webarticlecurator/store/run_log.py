"""The runs of a corpus, its open problems, and values stored under a key."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime

from webarticlecurator.model.verdict import Problem
from webarticlecurator.store.counts import count_changes, read_counts
from webarticlecurator.store.index import Index, Row
from webarticlecurator.store.record import warc_date

_SLICE = 500


@dataclass(frozen=True)
class Run:
    """One run of a command on the corpus.

    ``started`` and ``finished`` are WARC dates. ``finished`` and ``outcome`` are None while it
    runs, and after a kill.
    """

    id: int
    command: str
    started: str
    finished: str | None
    outcome: str | None


class RunLog:
    """The log of a corpus. Changes wait for the corpus's ``commit``."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def begin_run(self, command: str, time: datetime) -> int:
        """Record the start of a run; return its number."""
        return self._index.write(
            "INSERT INTO runs VALUES (NULL, ?, ?, NULL, NULL)", (command, warc_date(time))
        )

    def end_run(self, run: int, time: datetime, outcome: str) -> None:
        """Record the end of a run."""
        self._index.write(
            "UPDATE runs SET finished = ?, outcome = ? WHERE id = ?",
            (warc_date(time), outcome, run),
        )

    def runs(self) -> tuple[Run, ...]:
        """Return all runs, oldest first."""
        return tuple(
            Run(*row)
            for row in self._index.read(
                "SELECT id, command, started, finished, outcome FROM runs ORDER BY id"
            )
        )

    def latest_runs(self, limit: int) -> tuple[Run, ...]:
        """Return at most ``limit`` runs, those that began last, the latest first."""
        rows = self._index.read(
            "SELECT id, command, started, finished, outcome FROM runs ORDER BY id DESC LIMIT ?",
            (limit,),
        )
        return tuple(Run(*row) for row in rows)

    def last_run(self, command: str) -> Run | None:
        """Return the last run of a command, or None."""
        row = self._index.one(
            "SELECT id, command, started, finished, outcome FROM runs WHERE command = ?"
            " ORDER BY id DESC LIMIT 1",
            (command,),
        )
        return Run(*row) if row else None

    def add_problem(self, problem: Problem) -> None:
        """Record a problem; it replaces one of the same kind and place."""
        self._index.write(
            "INSERT INTO problems VALUES (?, ?, ?) ON CONFLICT (place, kind)"
            " DO UPDATE SET message = excluded.message",
            (problem.kind, problem.where, problem.message),
        )

    def clear_problems(self, where: str, kind: str | None = None) -> None:
        """Delete the problems of a place that was checked again (only of ``kind``, if given)."""
        self._index.write(
            "DELETE FROM problems WHERE place = ?1 AND (?2 IS NULL OR kind = ?2)", (where, kind)
        )

    def problems(self, kinds: Collection[str] | None = None) -> Iterator[Problem]:
        """Yield the open problems of some kinds (default: all), by place and kind, in slices."""
        chosen = self.count_problems() if kinds is None else kinds
        found = heapq.merge(*map(self._problems_of, sorted(chosen)))
        return (Problem(kind, place, message) for place, kind, message in found)

    def _problems_of(self, kind: str) -> Iterator[Row]:
        query = (
            "SELECT place, kind, message FROM problems WHERE kind = ? AND place {} ?"
            f" ORDER BY place LIMIT {_SLICE}"
        )
        rows = self._index.read(query.format(">="), (kind, ""))
        while rows:
            yield from rows
            rows = self._index.read(query.format(">"), (kind, rows[-1][0]))

    def problems_at(self, *places: str) -> Iterator[Problem]:
        """Yield the open problems of some places, by place and kind."""
        query = "SELECT kind, place, message FROM problems WHERE place = ? ORDER BY kind"
        for place in sorted(set(places)):
            yield from (Problem(*row) for row in self._index.read(query, (place,)))

    def count_problems(self) -> dict[str, int]:
        """Return the number of open problems by kind, in the order of the kinds."""
        return {kind: number for kind, _, number in read_counts(self._index, "problem")}

    def count_report_changes(self) -> int:
        """Return how often anything changed that reports/problems.tsv shows."""
        return count_changes(self._index, "report")

    def get_meta(self, key: str) -> str | None:
        """Return the value stored under ``key``, or None (``portal`` is the corpus's owner)."""
        row = self._index.one("SELECT value FROM meta WHERE key = ?", (key,))
        return row[0] if row else None

    def set_meta(self, key: str, value: str) -> None:
        """Store a value under ``key``, unless it is there: a commit without changes need not wait
        for the disk."""
        if self.get_meta(key) == value:
            return
        self._index.write(
            "INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            (key, value),
        )
