"""What the view says of a run, and the words of the commands that it starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from webarticlecurator.model.command_ends import COMMAND_ENDS
from webarticlecurator.model.corpus_numbers import Run
from webarticlecurator.model.portal import Portal
from webarticlecurator.states.summary import summarise
from webarticlecurator.store import view_corpus
from webarticlecurator.stored_pages.page_store import has_corpus
from webarticlecurator.studio.frame.context import StudioSettings
from webarticlecurator.studio.frame.run_processes import RunState

KILLED = "killed, or the machine was switched off; run it again to continue"
"""How a run has ended that left no exit code."""


@dataclass(frozen=True)
class CrawlChoices:
    """The options of a crawl; empty ones are left out."""

    since: str = ""
    until: str = ""
    column: str = ""
    limit: int | None = None
    full: bool = False
    warc_only: bool = False


def describe_run_state(state: RunState, was_stopped: bool) -> str:
    """Return whether a command runs, or how it has ended."""
    if state.is_running:
        return "ending" if was_stopped else "running"
    if state.exit_code is None:
        return KILLED
    end = COMMAND_ENDS.get(state.exit_code)
    return end.advice if end is not None else f"ended with exit code {state.exit_code}"


def name_run(state: RunState) -> str:
    """Return what a run is called: its command, its portals and when it began."""
    record = state.record
    names = ", ".join(record.portals[:3])
    more = len(record.portals) - 3
    portals = f"{names} and {more} more" if more > 0 else names
    return f"{record.command[0]} {portals}, {describe_time(record.started)}"


def describe_time(warc_date: str) -> str:
    """Return a WARC date as ``2024-05-02 12:00 UTC``."""
    return f"{warc_date[:10]} {warc_date[11:16]} UTC"


def describe_run(run: Run) -> str:
    """Return when a run began and how it ended. One without an end runs, or was interrupted."""
    ended = run.outcome if run.finished else "not ended"
    return f"{describe_time(run.started)}, {ended}"


def crawl_words(
    settings: StudioSettings, portals: Sequence[Portal], choices: CrawlChoices
) -> list[str]:
    """Return the words of the command that crawls one or several portals."""
    words = ["crawl", *_files(portals), "--corpus", _corpus_of(settings, portals)]
    valued = {
        "--from": choices.since,
        "--until": choices.until,
        "--column": choices.column,
        "--limit": str(choices.limit) if choices.limit else "",
        "--proxy": settings.proxy or "",
        "--ca": settings.ca_file or "",
    }
    words += [f"{option}={value}" for option, value in valued.items() if value]
    words += ["--full"] * choices.full + ["--warc-only"] * choices.warc_only
    return words


def build_words(settings: StudioSettings, portal: Portal, *, everything: bool) -> list[str]:
    """Return the words of the command that builds the TEI of a portal."""
    words = ["build", *_files([portal]), "--corpus", _corpus_of(settings, [portal])]
    return [*words, *["--all"] * everything]


def _files(portals: Sequence[Portal]) -> list[str]:
    return [str(Path(portal.path).resolve()) for portal in portals]


def _corpus_of(settings: StudioSettings, portals: Sequence[Portal]) -> str:
    """Return the folder of the corpus of one portal, or that of the corpora of several."""
    folder = settings.corpus_folder(portals[0].id) if len(portals) == 1 else settings.corpora
    return str(folder.resolve())


# The account of a corpus: what became of its articles, and its crawls.

SHOWN_CRAWLS = 20


@dataclass(frozen=True)
class CorpusAccount:
    """The lines of ``curator status``, and the latest crawls by whatever command."""

    lines: tuple[str, ...]
    crawls: tuple[Run, ...]


def read_account(portal: Portal, folder: Path) -> CorpusAccount | None:
    """Return the account of the corpus in ``folder``; None if there is none. Raises CorpusMismatch,
    StoreDamaged."""
    if not has_corpus(folder):
        return None
    with view_corpus(folder, portal.id) as corpus:
        lines = tuple(summarise(portal, corpus).lines())
        return CorpusAccount(lines, corpus.run_log.latest_runs("crawl", SHOWN_CRAWLS))
