"""Open the page store: the files or the corpus from which pages are read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from webarticlecurator.base.model.portal import Portal
from webarticlecurator.corpus.stored_pages.page_store import (
    PageStore,
    SavedPages,
    StoredPages,
    complete_addresses,
    no_page_given,
)
from webarticlecurator.crawling.workers.progress import Progress
from webarticlecurator.crawling.workers.run_options import Runtime


@contextmanager
def open_page_store(portal: Portal, given: StoredPages, progress: Progress) -> Iterator[PageStore]:
    """Open the files or the corpus that ``given`` names; messages about addresses and damaged files
    go to the progress.

    Raises UsageError if there is none of them, WarcUnreadable, CorpusMismatch, StoreDamaged.
    """
    if given.saved:
        yield SavedPages(complete_addresses(given.saved, given.urls), progress)
        return
    # what reads a corpus takes a tenth of a second to import
    from webarticlecurator.corpus.stored_pages.captured_pages import CorpusPages, WarcPages
    from webarticlecurator.storage.store.foreign import open_warcs
    from webarticlecurator.storage.store.view import view_corpus

    if given.warcs:
        with open_warcs(given.warcs) as foreign:
            for finding in foreign.damage:
                progress.show_message(str(finding))
            yield WarcPages(portal, foreign, given.warcs, Runtime(progress=progress))
    elif given.folder is not None and given.folder.exists():
        with view_corpus(given.folder, portal.id) as view:
            yield CorpusPages(portal, view, str(given.folder))
    else:
        raise no_page_given(given.folder)
