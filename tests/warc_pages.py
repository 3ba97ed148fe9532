"""A page of a WARC file, as ``--warc`` and ``--url`` read it."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.run.preview.stored_page import StoredPage, find_stored_page
from webarticlecurator.store import open_warcs


def read_warc_page(warc: Path, url: str) -> StoredPage:
    with open_warcs([warc]) as store:
        return find_stored_page(store, url, str(warc))
