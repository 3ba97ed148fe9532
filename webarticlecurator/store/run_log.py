"""The runs of a corpus, its open problems, and values stored under a key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from webarticlecurator.model.verdict import Problem
from webarticlecurator.store.index import Index
from webarticlecurator.store.record import warc_date


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

    def problems(self) -> Iterator[Problem]:
        """Yield all open problems, by place and kind."""
        for place, kind, message in self._index.read(
            "SELECT place, kind, message FROM problems ORDER BY place, kind"
        ):
            yield Problem(kind, place, message)

    def get_meta(self, key: str) -> str | None:
        """Return the value stored under ``key``, or None (``portal`` is the corpus's owner)."""
        row = self._index.one("SELECT value FROM meta WHERE key = ?", (key,))
        return row[0] if row else None

    def set_meta(self, key: str, value: str) -> None:
        """Store a value under ``key``."""
        self._index.write(
            "INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            (key, value),
        )
