"""``curator extract --html-view``: the pages of an article with the verdict on each part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from webarticlecurator.errors import UsageError
from webarticlecurator.extract import find_exclusion
from webarticlecurator.extract.analysis.element_verdicts import (
    PageVerdicts,
    read_element_verdicts,
)
from webarticlecurator.highlight import write_page_file
from webarticlecurator.model.article import Rejected
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import Page
from webarticlecurator.run.preview.stored_page import StoredPage


def highlight_page(portal: Portal, stored: StoredPage) -> Iterator[bytes]:
    """Yield the HTML file that shows the verdicts on one page."""
    address = stored.url.partition("#")[0]
    page = replace(stored, url=address).page(portal)
    yield from write_page_file((_read_verdicts(portal, page, address),))


def highlight_stored(portal: Portal, folder: Path, url: str) -> Iterator[bytes]:
    """Yield the HTML file that shows the verdicts on the pages of an article of a corpus.

    Raises UsageError if no page of it is stored, CorpusMismatch, StoreDamaged.
    """
    # a page that is given as a file needs no store
    from webarticlecurator.run.preview.stored_article import read_stored_pages

    pages = read_stored_pages(portal, folder, url)
    if not pages:
        raise UsageError(f"{url}: no page of it is stored", "`curator why` says why.")
    yield from write_page_file(
        [
            _read_verdicts(portal, page, page.url, is_continuation=number > 0)
            for number, page in enumerate(pages)
        ]
    )


def _read_verdicts(
    portal: Portal, page: Page, address: str, *, is_continuation: bool = False
) -> PageVerdicts:
    verdicts = read_element_verdicts(portal, page, is_continuation=is_continuation)
    excluded = find_exclusion(portal, (address,))
    if excluded is None:
        return verdicts
    return replace(verdicts, rejected=Rejected(address, "excluded", excluded))
