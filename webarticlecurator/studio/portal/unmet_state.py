"""What is not as the portal file says."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import translate, translate_count
from webarticlecurator.corpus.stored_pages.captured_pages import has_corpus
from webarticlecurator.crawling.building.build import build_key
from webarticlecurator.storage.index.lock import read_last_owner
from webarticlecurator.storage.store.view import CorpusView, view_corpus
from webarticlecurator.studio.frame.process_identity import identify_process


@dataclass(frozen=True)
class CorpusState:
    """What is not as the portal file says: ``stale`` articles were built by older rules,
    ``unbuilt`` have no TEI, and wait for a build; ``is_running``: a crawl or build of this corpus
    runs now."""

    stale: int = 0
    unbuilt: int = 0
    is_running: bool = False

    def describe(self) -> str:
        """Return it in a line, "" where nothing is to be said."""
        if self.is_running:
            return translate("A command is running on this corpus, so these numbers still change.")
        stale = translate_count(
            "{number:,} article was built by older rules",
            "{number:,} articles were built by older rules",
            self.stale,
        )
        unbuilt = translate_count(
            "{number:,} article waits to be built",
            "{number:,} articles wait to be built",
            self.unbuilt,
        )
        parts = [
            words for number, words in ((self.stale, stale), (self.unbuilt, unbuilt)) if number
        ]
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
    has_begun = any(
        run is not None and not run.finished
        for run in (corpus.run_log.last_run("crawl"), corpus.run_log.last_run("build"))
    )
    return has_begun and identify_process(read_last_owner(folder)) != ""
