"""``curator extract --html-view``: the pages of an article, and what they load, with the verdict on
each of their elements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from webarticlecurator.errors import UsageError
from webarticlecurator.extract import find_exclusion
from webarticlecurator.extract.analysis.element_verdicts import (
    read_element_verdicts,
    read_part_verdicts,
)
from webarticlecurator.extract.analysis.page_verdicts import PageVerdicts
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
    """Yield the HTML file that shows the verdicts on the pages of an article of a corpus, and on
    the parts that they load.

    Raises UsageError if no page of it is stored, CorpusMismatch, StoreDamaged.
    """
    # a page that is given as a file needs no store
    from webarticlecurator.run.preview.extracted_article import read_stored_pages

    stored = read_stored_pages(portal, folder, url)
    if not stored.pages:
        raise UsageError(f"{url}: no page of it is stored", "`curator why` says why.")
    first = stored.first or stored.pages[0]
    verdicts = [
        _read_verdicts(portal, page, page.url, is_continuation=number > 0)
        for number, page in enumerate(stored.pages)
    ]
    verdicts[0] = replace(verdicts[0], problems=(*verdicts[0].problems, *stored.missing))
    for part, page in stored.parts:
        verdicts += read_part_verdicts(portal, first, page, part.rules)
    yield from write_page_file(verdicts)


def _read_verdicts(
    portal: Portal, page: Page, address: str, *, is_continuation: bool = False
) -> PageVerdicts:
    verdicts = read_element_verdicts(portal, page, is_continuation=is_continuation)
    excluded = find_exclusion(portal, (address,))
    if excluded is None:
        return verdicts
    return replace(verdicts, rejected=Rejected(address, "excluded", excluded))
