"""What waits or runs on a corpus, and the commands that the studio starts for it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlencode

from nicegui import ui

from webarticlecurator.build.build import build_key
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.model.portal import Portal
from webarticlecurator.store import CorpusView, view_corpus
from webarticlecurator.store.lock import read_last_owner
from webarticlecurator.stored_pages.captured_pages import has_corpus
from webarticlecurator.studio.frame.context import StudioContext, StudioSettings
from webarticlecurator.studio.frame.run_processes import (
    RunProcesses,
    identify_process,
    run_command,
)
from webarticlecurator.text.translation import translate, translate_count

# The words of the commands.


def crawl_words(
    settings: StudioSettings,
    portals: Sequence[Portal],
    *,
    since: str = "",
    until: str = "",
    column: str = "",
    limit: int | None = None,
    full: bool = False,
    warc_only: bool = False,
) -> list[str]:
    """Return the words of the command that crawls one or several portals; empty options are left
    out."""
    valued = {
        "--from": since,
        "--until": until,
        "--column": column,
        "--limit": str(limit) if limit else "",
        "--proxy": settings.proxy or "",
        "--ca": settings.ca_file or "",
    }
    return [
        *("crawl", *_files(portals), "--corpus", _corpus_of(settings, portals)),
        *(f"{option}={value}" for option, value in valued.items() if value),
        *["--full"] * full,
        *["--warc-only"] * warc_only,
    ]


def build_words(settings: StudioSettings, portal: Portal, *, everything: bool) -> list[str]:
    """Return the words of the command that builds the TEI of a portal."""
    corpus = ("--corpus", _corpus_of(settings, [portal]))
    return ["build", *_files([portal]), *corpus, *["--all"] * everything]


def _files(portals: Sequence[Portal]) -> list[str]:
    return [str(Path(portal.path).resolve()) for portal in portals]


def _corpus_of(settings: StudioSettings, portals: Sequence[Portal]) -> str:
    """Return the folder of the corpus of one portal, or that of the corpora of several."""
    folder = settings.corpus_folder(portals[0].id) if len(portals) == 1 else settings.corpora
    return str(folder.resolve())


async def start_command(
    processes: RunProcesses, address: str, words: Sequence[str], portals: Sequence[Portal]
) -> None:
    """Start a command on some portals, and open its run in the view at an address."""
    record = await asyncio.to_thread(processes.start, words, [portal.id for portal in portals])
    ui.navigate.to(f"{address}?{urlencode({'run': record.id})}")


async def adopt_files(context: StudioContext, portal: Portal, files: Sequence[str]) -> None:
    """Copy pages of WARC files, or saved pages, into the corpus of a portal: ``files`` are the
    words of the command. What it leaves out is shown. Raises as ``run_command``."""
    words = ["warc", "adopt", *_files([portal])]
    words += ["--corpus", _corpus_of(context.settings, [portal])]
    code, _, messages = await run_command(
        context.commands, [*words, *files], lambda _: None, may_have_problems=True
    )
    if code:
        ui.notify("\n".join(messages[-5:]), type="warning", multi_line=True)


# What is not as the portal file says.


@dataclass(frozen=True)
class CorpusState:
    """What is not as the portal file says: ``stale`` articles were built by older rules,
    ``unbuilt`` were never built; ``is_running``: a crawl or build of this corpus runs now."""

    stale: int = 0
    unbuilt: int = 0
    is_running: bool = False

    def describe(self) -> str:
        """Return it in a line, "" where nothing is to be said."""
        if self.is_running:
            return translate(
                "A command runs on this corpus now: the numbers are those of this moment."
            )
        stale = translate_count(
            "{number:,} article was built by older rules",
            "{number:,} articles were built by older rules",
            self.stale,
        )
        unbuilt = translate_count(
            "{number:,} article was not built yet",
            "{number:,} articles were not built yet",
            self.unbuilt,
        )
        counts = ((self.stale, stale), (self.unbuilt, unbuilt))
        parts = [words for number, words in counts if number]
        return f"{', '.join(parts)}." if parts else ""


def read_corpus_state(portal: Portal, folder: Path) -> CorpusState:
    """Return the state of the corpus in a folder, which need not exist. Raises CorpusMismatch,
    StoreDamaged."""
    if not has_corpus(folder):
        return CorpusState()
    with view_corpus(folder, portal.id) as corpus:
        key = build_key(portal)
        waiting = corpus.build_queue.count_stale(key)
        stale = corpus.build_queue.count_stale_with_tei(key)
        return CorpusState(stale, waiting - stale, is_worked_on(folder, corpus))


def is_worked_on(folder: Path, corpus: CorpusView) -> bool:
    """Return True if a crawl or a build has begun on a corpus, and its process is there."""
    last = (corpus.run_log.last_run("crawl"), corpus.run_log.last_run("build"))
    has_begun = any(run is not None and not run.finished for run in last)
    return has_begun and identify_process(read_last_owner(folder)) != ""
