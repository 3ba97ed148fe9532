"""The growth of a corpus over its runs: which runs are shown, and in which words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from webarticlecurator.charts.bar_chart import Bar, draw_columns
from webarticlecurator.charts.bar_names import count_articles
from webarticlecurator.charts.drawing import Drawing
from webarticlecurator.model.corpus_dimensions import CAPTURED, BarKey
from webarticlecurator.model.corpus_run import Run, RunCounts

GROWTH = "growth"
"""The name of the chart as a file, and of its part of a page."""
HEADING = "Growth over runs"
MAX_RUNS = 30
"""Runs that are shown; of more, the last one of each day, month or year."""
_PERIODS = (None, len("2019-03-15"), len("2019-03"), len("2019"))
"""How much of a date runs share of which one is shown; None: nothing."""


@dataclass(frozen=True)
class ShownRun:
    """A run that is shown, with its counts, and those of the one that is shown before it.
    ``since``: the first day of the first run behind that one."""

    run: Run
    counts: RunCounts
    before: RunCounts | None
    since: str

    @property
    def bar(self) -> BarKey:
        """The bar of the articles first captured since then, up to the last day of this run."""
        return (CAPTURED, f"{self.since}/{self.run.days[1]}")

    @property
    def name(self) -> str:
        """When the run began, and its command."""
        started = self.run.started
        return f"{started[:10]} {started[11:16]} UTC, {self.run.command}"

    @property
    def size(self) -> str:
        """The articles in TEI, and their words if these are known."""
        words = "" if self.counts.words is None else f", {self.counts.words:,} words"
        return f"{count_articles(self.counts.tei)}{words}"

    @property
    def details(self) -> str:
        """The other counts, and what is new since the run before."""
        counts, new = self.counts, self.counts.tei - (self.before.tei if self.before else 0)
        return (
            f"{new:+,} in TEI; {counts.listed:,} listed, {counts.fetched:,} fetched,"
            f" {counts.rejected:,} rejected"
        )


def choose_runs(runs: Iterable[Run]) -> tuple[ShownRun, ...]:
    """Return the runs that are shown, oldest first: those with counts, at most ``MAX_RUNS``."""
    counted = [(run, run.counts) for run in runs if run.counts is not None]
    chosen = counted
    for length in _PERIODS:
        last = {
            run.started[:length] if length else str(run.id): (run, each) for run, each in counted
        }
        chosen = [*last.values()]
        if len(chosen) <= MAX_RUNS:
            break
    shown, before, since = [], None, ""
    ids = {run.id for run, _ in chosen}
    for run, counts in counted:
        since = since or run.days[0]
        if run.id in ids:
            shown.append(ShownRun(run, counts, before, since))
            before, since = counts, ""
    return tuple(shown[-MAX_RUNS:])


def describe_other_runs(runs: Iterable[Run]) -> tuple[str, ...]:
    """Return sentences about the runs that are not shown."""
    every = tuple(runs)
    counted = sum(run.counts is not None for run in every)
    left_out = counted - len(choose_runs(every))
    uncounted = len(every) - counted
    sentences = []
    if left_out:
        sentences.append(
            f"{_count_runs(left_out)} left out: of a day, a month or a year, the last one is shown."
        )
    if uncounted:
        sentences.append(
            f"{_count_runs(uncounted)} of an older version, which did not count what the corpus"
            " holds."
        )
    return tuple(sentences)


def _count_runs(number: int) -> str:
    return "1 run is" if number == 1 else f"{number:,} runs are"


def draw_growth(runs: Iterable[Run]) -> Iterator[tuple[str, Drawing]]:
    """Yield the charts with their names: articles in TEI after each run, and their words."""
    shown = choose_runs(runs)
    if not shown:
        return
    articles = [Bar(each.name, each.counts.tei, each.run.started[:10]) for each in shown]
    yield GROWTH, draw_columns(HEADING, "articles in TEI", articles)
    words = [Bar(each.name, each.counts.words or 0, each.run.started[:10]) for each in shown]
    yield f"{GROWTH}-words", draw_columns(HEADING, "words", words)
