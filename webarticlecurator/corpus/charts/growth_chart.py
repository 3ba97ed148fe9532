"""The growth of a corpus over its runs: which runs are shown, and in which words."""

from __future__ import annotations

from collections.abc import Iterable

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.corpus_dimensions import CAPTURED, BarKey
from webarticlecurator.base.model.corpus_run import Run, RunCounts
from webarticlecurator.base.text.reader_dates import write_date
from webarticlecurator.base.text.translation import make_message, translate, translate_count
from webarticlecurator.base.text.word_borders import WORDS
from webarticlecurator.corpus.charts.bar_names import count_articles, count_words, name_command

GROWTH = "growth"
"""The name of the chart as a file, and of its part of a page."""
HEADING = make_message("Growth over runs")
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
    unit: str

    @property
    def bar(self) -> BarKey:
        """The bar of the articles first captured since then, up to the last day of this run."""
        return (CAPTURED, f"{self.since}/{self.run.days[1]}")

    @property
    def name(self) -> str:
        """When the run began, and its command."""
        return f"{write_date(self.run.started)} UTC, {name_command(self.run.command)}"

    @property
    def size(self) -> str:
        """The articles in TEI, and their words if these are known."""
        articles = count_articles(self.counts.tei)
        if self.counts.words is None:
            return articles
        return f"{articles}, {count_words(self.counts.words, self.unit)}"

    @property
    def details(self) -> str:
        """The other counts, and what is new since the run before."""
        counts, new = self.counts, self.counts.tei - (self.before.tei if self.before else 0)
        return translate(
            "{new:+,} in TEI; {listed:,} listed, {fetched:,} fetched, {rejected:,} rejected",
            new=new,
            listed=counts.listed,
            fetched=counts.fetched,
            rejected=counts.rejected,
        )


def choose_runs(runs: Iterable[Run], unit: str = WORDS) -> tuple[ShownRun, ...]:
    """Return the runs that are shown, oldest first: those with counts, at most ``MAX_RUNS``;
    ``unit``: in which words are counted."""
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
            shown.append(ShownRun(run, counts, before, since, unit))
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
            translate_count(
                "{number:,} run is left out: of a day, a month or a year, the last one is shown.",
                "{number:,} runs are left out: of a day, a month or a year, the last one is shown.",
                left_out,
            )
        )
    if uncounted:
        sentences.append(
            translate_count(
                "{number:,} run has not counted what the corpus holds.",
                "{number:,} runs have not counted what the corpus holds.",
                uncounted,
            )
        )
    return tuple(sentences)
