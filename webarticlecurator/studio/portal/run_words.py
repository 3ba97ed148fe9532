"""What the views say of a run, and of the crawls of a corpus: their state and times, in words."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.base.command_ends import COMMAND_ENDS, WITH_PROBLEMS
from webarticlecurator.base.model.corpus_run import Run
from webarticlecurator.base.text.reader_dates import write_date
from webarticlecurator.base.text.translation import make_message, translate
from webarticlecurator.corpus.charts.bar_names import name_command
from webarticlecurator.corpus.charts.growth_chart import choose_runs
from webarticlecurator.corpus.stored_pages.captured_pages import has_corpus
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.studio.frame.run_processes import RunState
from webarticlecurator.studio.frame.window import join_names
from webarticlecurator.studio.portal.unmet_state import is_worked_on

SHOWN_RUNS = 20
"""Crawls, and runs from the studio, that are listed."""
KILLED = make_message("killed, or the machine was switched off; run it again to continue")
"""How a run has ended that left no exit code."""


def describe_run_state(state: RunState, was_stopped: bool) -> str:
    """Return whether a command runs, or how it has ended."""
    if state.is_running:
        return translate("ending") if was_stopped else translate("running")
    if state.exit_code is None:
        return translate(KILLED)
    # what is wrong is said where it is mended; what was not asked for yet is nothing wrong
    end = COMMAND_ENDS.get(0 if state.exit_code == WITH_PROBLEMS else state.exit_code)
    if end is None:
        return translate("ended with exit code {code}", code=state.exit_code)
    return translate(end.advice)


def name_run(state: RunState) -> str:
    """Return what a run is called: its command, its portals and when it began."""
    record = state.record
    portals = join_names(record.portals, 3)
    return f"{name_command(record.command[0])} {portals}, {describe_time(record.started)}"


def describe_time(warc_date: str) -> str:
    """Return a WARC date as ``2024-05-02 12:00 UTC``, or as the language of the reader has it."""
    return f"{write_date(warc_date)} UTC"


def describe_run(run: Run, *, is_running: bool = False) -> str:
    """Return when a run began and how it ended; ``is_running``: what runs on its corpus has not
    ended."""
    ended = translate("running") if is_running else translate("interrupted")
    return (
        f"{describe_time(run.started)}, {translate(run.outcome or '') if run.finished else ended}"
    )


def read_crawls(portal_id: str, folder: Path) -> list[str]:
    """Return the latest crawls of the corpus in ``folder`` by whatever command, and what they have
    fetched, in words; none without a corpus. Raises CorpusMismatch, StoreDamaged."""
    if not has_corpus(folder):
        return []
    with view_corpus(folder, portal_id) as corpus:
        is_running = is_worked_on(folder, corpus)
        runs = corpus.run_log.latest_runs("crawl", SHOWN_RUNS + 1)
        details = {each.run.id: f": {each.details}" for each in choose_runs(runs[::-1])}
        # one at a time: of those without an end, only the last one can be running
        return [
            describe_run(run, is_running=is_running and place == 0) + details.get(run.id, "")
            for place, run in enumerate(runs[:SHOWN_RUNS])
        ]
