"""A page of a WARC file, as ``--warc`` and ``--url`` read it."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.stored_pages.captured_pages import WarcPages
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.crawling.workers.run_options import Runtime


def read_warc_page(warc: Path, url: str) -> StoredPage:
    with WarcPages(Portal("", url), [warc], Runtime()) as store:
        return store.find(url)
