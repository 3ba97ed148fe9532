"""A page of a WARC file, as ``--warc`` and ``--url`` read it."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.base.model.portal import Portal
from webarticlecurator.corpus.stored_pages.captured_pages import CapturedPages
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.storage.store.foreign import open_warcs


def read_warc_page(warc: Path, url: str) -> StoredPage:
    with open_warcs([warc]) as store:
        return CapturedPages(Portal("", url), store, str(warc)).find(url)
