"""``curator extract --html-view``: the pages of an article, and what they load, with the verdict on
each of their elements.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from webarticlecurator.articles.by_rules.manual_overrides import find_exclusion
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.article import Rejected
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.proposing.trial.extracted_article import read_stored_pages
from webarticlecurator.proposing.trial.marked_page import write_page_file
from webarticlecurator.proposing.trial.page_verdicts import PageVerdicts
from webarticlecurator.proposing.trial.verdicts import read_element_verdicts


def highlight_page(portal: Portal, stored: StoredPage) -> Iterator[bytes]:
    """Yield the HTML file that shows the verdicts on one page."""
    address = stored.url.partition("#")[0]
    page = replace(stored, url=address).page(portal)
    yield from write_page_file(
        (_apply_exclusion(portal, address, read_element_verdicts(portal, page)),)
    )


def highlight_stored(portal: Portal, folder: Path, url: str) -> Iterator[bytes]:
    """Yield the HTML file that shows the verdicts on the pages of an article of a corpus, and on
    the parts that they load.

    Raises UsageError if no page of it is stored, CorpusMismatch, StoreDamaged.
    """
    joined = read_stored_pages(portal, folder, url)
    pages = [page for page in joined if not page.part]
    parts = [page for page in joined if page.part]
    verdicts = [
        _apply_exclusion(portal, page.page.url, of_page)
        for page in pages
        for of_page in page.verdicts
    ]
    if not verdicts:
        raise UsageError(f"{url}: no page of it is stored", "`curator why` says why.")
    missing = [f"{part.part}, {part.page.url}: not stored" for part in parts if part.tree is None]
    verdicts[0] = replace(verdicts[0], problems=(*verdicts[0].problems, *missing))
    verdicts += [of_part for part in parts for of_part in part.verdicts]
    yield from write_page_file(verdicts)


def _apply_exclusion(portal: Portal, address: str, verdicts: PageVerdicts) -> PageVerdicts:
    """Return the verdicts on a page, which is rejected if the portal's exclude list has it."""
    excluded = find_exclusion(portal, (address,))
    if excluded is None:
        return verdicts
    return replace(verdicts, rejected=Rejected(address, "excluded", excluded))
