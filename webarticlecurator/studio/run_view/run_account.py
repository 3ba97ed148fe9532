"""The account of a corpus: what became of its articles, and its crawls."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from webarticlecurator.model.corpus_numbers import Run
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.summary import summarise
from webarticlecurator.service.page_reading import has_corpus
from webarticlecurator.store import view_corpus

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
