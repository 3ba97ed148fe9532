"""Open the page store: the files or the corpus from which pages are read."""

from __future__ import annotations

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.stored_pages.page_store import PageStore, StoredPages
from webarticlecurator.corpus.stored_pages.saved_pages import SavedPages
from webarticlecurator.crawling.workers.run_options import Runtime


def open_page_store(portal: Portal, given: StoredPages, runtime: Runtime) -> PageStore:
    """Open the files or the corpus that ``given`` names; messages about addresses and damaged files
    go to the progress.

    Raises as ``open_captured_pages``.
    """
    if given.saved:
        return SavedPages(portal, given, runtime)
    # what reads a corpus takes a tenth of a second to import
    from webarticlecurator.corpus.stored_pages.captured_pages import open_captured_pages

    return open_captured_pages(portal, given, runtime)
