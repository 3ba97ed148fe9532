"""The account of a corpus: what became of its articles, and its crawls."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.base.model.portal import Portal
from webarticlecurator.corpus.stored_pages.captured_pages import has_corpus
from webarticlecurator.crawling.states.summary import summarise
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.studio.views.run_words import describe_run
from webarticlecurator.studio.views.unmet_state import is_worked_on

SHOWN_RUNS = 20
"""Crawls, and runs from the studio, that are listed."""


def read_account(portal: Portal, folder: Path) -> tuple[list[str], list[str]] | None:
    """Return the lines of ``curator status`` for the corpus in ``folder``, and its latest crawls by
    whatever command, in words; None if there is none. Raises CorpusMismatch, StoreDamaged."""
    if not has_corpus(folder):
        return None
    with view_corpus(folder, portal.id) as corpus:
        is_running = is_worked_on(folder, corpus)
        crawls = corpus.run_log.latest_runs("crawl", SHOWN_RUNS)
        # one at a time: of those without an end, only the last one can be running
        words = [
            describe_run(run, is_running=is_running and place == 0)
            for place, run in enumerate(crawls)
        ]
        return [*summarise(portal, corpus).lines()], words
