"""The runs of a corpus: when, what it held then, what shapes its articles had, open problems.

The runs of a corpus, its open problems, and values stored under a key.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Iterator
from datetime import datetime

from webarticlecurator.base.model.corpus_run import Run, RunCounts
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.text.characters import shorten
from webarticlecurator.base.text.stored_messages import decode_message, encode_message
from webarticlecurator.storage.frontier.article_tables import ArticleCounts
from webarticlecurator.storage.index.counts import count_changes, read_counts
from webarticlecurator.storage.index.index import MAX_MESSAGE, SLICE, IndexTables, Row
from webarticlecurator.storage.warc.record import warc_date

_RUN = "r.id, r.command, r.started, r.finished, r.outcome"
_COUNTS = "c.run, c.listed, c.fetched, c.rejected, c.tei, c.words"


class RunLog(IndexTables):
    """The log of a corpus. Changes wait for the corpus's ``commit``."""

    def begin_run(self, command: str, time: datetime) -> int:
        """Record the start of a run; return its number.

        A run before it that has no counts was interrupted: its counts are what the corpus holds
        now.
        """
        self.count_last_run()
        return self._index.write(
            "INSERT INTO runs VALUES (NULL, ?, ?, NULL, NULL)", (command, warc_date(time))
        )

    def end_run(self, run: int, time: datetime, outcome: str) -> None:
        """Record the end of a run, and what the corpus holds now."""
        self._index.write(
            "UPDATE runs SET finished = ?, outcome = ? WHERE id = ?",
            (warc_date(time), outcome, run),
        )
        self.count_run(run)

    def count_run(self, run: int) -> None:
        """Record what the corpus holds now as the counts of a run, unless these are the same: a
        commit without changes need not wait for the disk."""
        known = self._find_run("r.id = ?", (run,))
        counts = self.count_now()
        if known is not None and known.counts != counts:
            self._index.write(
                "INSERT OR REPLACE INTO run_counts VALUES (?, ?, ?, ?, ?, ?)",
                (run, counts.listed, counts.fetched, counts.rejected, counts.tei, counts.words),
            )

    def count_last_run(self) -> None:
        """Record what the corpus holds now as the counts of the last run, unless it has some."""
        last = self._find_run()
        if last is not None and last.counts is None:
            self.count_run(last.id)

    def add_build(self, started: datetime, finished: datetime) -> None:
        """Record the run of a build that has ended, unless the corpus holds what it held at the end
        of the run before."""
        last = self._find_run()
        if last is not None and last.counts == self.count_now():
            return
        self.end_run(self.begin_run("build", started), finished, "done")

    def count_now(self) -> RunCounts:
        """Return what the corpus holds now. Only numbers that triggers keep are read."""
        counts = ArticleCounts(self._index).by_state()
        return RunCounts(
            listed=counts.articles,
            fetched=counts.articles - counts.pending - counts.failed,
            rejected=sum(counts.rejected.values()),
            tei=counts.tei,
            words=self._count_words(),
        )

    def _count_words(self) -> int | None:
        """Return the words of all articles in TEI, or what most of them are counted in; None if
        those of some are not known."""
        if self._index.has("SELECT 1 FROM articles_without_facts LIMIT 1"):
            return None
        return self._index.number(
            "SELECT SUM(words) FROM fact_counts WHERE what = 'length'"
            " GROUP BY unit ORDER BY SUM(articles) DESC, unit LIMIT 1"
        )

    def runs(self) -> tuple[Run, ...]:
        """Return all runs, oldest first."""
        return self._read_runs("ORDER BY r.id")

    def latest_runs(self, command: str, limit: int) -> tuple[Run, ...]:
        """Return at most ``limit`` runs of a command, those that began last, the latest first."""
        return self._read_runs("WHERE r.command = ? ORDER BY r.id DESC LIMIT ?", (command, limit))

    def last_run(self, command: str) -> Run | None:
        """Return the last run of a command, or None."""
        return self._find_run("r.command = ?", (command,))

    def _find_run(self, condition: str = "true", values: Collection[object] = ()) -> Run | None:
        """Return the last run with a condition, or None."""
        found = self._read_runs(f"WHERE {condition} ORDER BY r.id DESC LIMIT 1", values)
        return found[0] if found else None

    def _read_runs(self, selection: str, values: Collection[object] = ()) -> tuple[Run, ...]:
        query = f"SELECT {_RUN}, {_COUNTS} FROM runs r LEFT JOIN run_counts c ON c.run = r.id"
        return tuple(map(_to_run, self._index.read(f"{query} {selection}", values)))

    def renew_problems(
        self,
        found: Iterable[Problem],
        *,
        kinds: Collection[str] | None,
        places: Collection[str] | None,
    ) -> None:
        """Let the problems that were ``found`` stand in place of those that are known of the
        ``kinds`` and ``places`` that were judged (None: of all). One replaces another of its kind
        and place."""
        known = self.problems(kinds) if places is None else self.problems_at(*places)
        before = {
            (each.kind, each.where): each.message
            for each in known
            if kinds is None or each.kind in kinds
        }
        after = {(each.kind, each.where): each.message for each in found}
        for place in before.keys() - after.keys():
            self._index.write("DELETE FROM problems WHERE kind = ? AND place = ?", place)
        for place, message in after.items():
            if before.get(place) != message:
                self._index.write(
                    "INSERT INTO problems VALUES (?, ?, ?) ON CONFLICT (place, kind)"
                    " DO UPDATE SET message = excluded.message",
                    (*place, encode_message(shorten(message, MAX_MESSAGE))),
                )

    def problems(self, kinds: Collection[str] | None = None) -> Iterator[Problem]:
        """Yield the open problems of some kinds (default: all), by place and kind, in slices."""
        chosen = self.count_problems() if kinds is None else kinds
        found = heapq.merge(*map(self._problems_of, sorted(chosen)))
        return (Problem(kind, place, decode_message(message)) for place, kind, message in found)

    def _problems_of(self, kind: str) -> Iterator[Row]:
        query = (
            "SELECT place, kind, message FROM problems WHERE kind = ? AND place {} ?"
            f" ORDER BY place LIMIT {SLICE}"
        )
        rows = self._index.read(query.format(">="), (kind, ""))
        while rows:
            yield from rows
            rows = self._index.read(query.format(">"), (kind, rows[-1][0]))

    def problems_at(self, *places: str) -> Iterator[Problem]:
        """Yield the open problems of some places, by place and kind."""
        query = "SELECT kind, place, message FROM problems WHERE place = ? ORDER BY kind"
        for place in sorted(set(places)):
            found = self._index.read(query, (place,))
            yield from (Problem(kind, at, decode_message(message)) for kind, at, message in found)

    def count_problems(self) -> dict[str, int]:
        """Return the number of open problems by kind, in the order of the kinds."""
        return {kind: number for kind, _, number in read_counts(self._index, "problem")}

    def count_report_changes(self) -> int:
        """Return how often anything changed that reports/problems.tsv shows."""
        return count_changes(self._index, "report")

    def get_meta(self, key: str) -> str | None:
        """Return the value stored under ``key``, or None (``portal`` is the corpus's owner)."""
        return self._index.value("SELECT value FROM meta WHERE key = ?", (key,))

    def set_meta(self, key: str, value: str) -> None:
        """Store a value under ``key``, unless it is there: a commit without changes need not wait
        for the disk."""
        if self.get_meta(key) == value:
            return
        self._index.write(
            "INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            (key, value),
        )


def _to_run(row: Row) -> Run:
    run_id, command, started, finished, outcome, counted, *counts = row
    known = RunCounts(*counts) if counted is not None else None
    return Run(run_id, command, started, finished, outcome, known)
