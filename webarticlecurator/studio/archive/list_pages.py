"""The other stored pages of a list, on which a rule is tried."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.crawling.archive.page_location import locate_page
from webarticlecurator.proposing.list_pages.paging import find_address_shape, find_common_beginning
from webarticlecurator.studio.frame.page_sources import PageSources

MAX_LOOKED_AT = 2000
"""Addresses among which those of the list are looked for."""
MAX_TRIED = 20
"""Pages on which rules are tried."""


def list_alike(sources: PageSources, portal: Portal, url: str) -> list[str]:
    """Return the addresses of stored pages that have the form of ``url``: archive pages of the
    corpus, if it has any. Raises as ``PageSources.read``."""
    common_start, shape = find_common_beginning(url), find_address_shape(url)
    found = sources.list_archive_pages(
        portal, common_start, limit=MAX_LOOKED_AT
    ) or sources.list_beginning(portal, common_start, MAX_LOOKED_AT)
    return [each for each in found if find_address_shape(each) == shape]


def list_tried(sources: PageSources, portal: Portal, url: str) -> list[str]:
    """Return the addresses on which rules for the page at ``url`` are tried: those that have its
    form, and those that the portal file knows as archive pages with the same rules; evenly chosen
    where there are many. ``url`` itself comes first."""
    alike = list_alike(sources, portal, url)
    if len(alike) < MAX_TRIED:
        # the columns that have the rules of that of ``url``; none if it is not known
        rules = {
            each.name: [(s.links, s.pagination) for s in each.spans] for each in portal.columns
        }
        own = rules.get(_find_column(portal, url))
        columns = {name for name, each in rules.items() if each == own}
        alike += [
            each for each in _list_first(sources, portal) if _find_column(portal, each) in columns
        ]
    others = [each for each in dict.fromkeys(alike) if each != url]
    most, last = MAX_TRIED - 1, len(others) - 1
    if last >= most:
        others = [others[number * last // (most - 1)] for number in range(most)]
    return [url, *others]


def list_known(sources: PageSources, portal: Portal, url: str) -> list[str]:
    """Return addresses by which that of the archive is proposed: those of the form of ``url``, and
    some others. Raises as ``PageSources.read``."""
    return list(dict.fromkeys((*list_alike(sources, portal, url), *_list_first(sources, portal))))


def _list_first(sources: PageSources, portal: Portal) -> list[str]:
    """Return the first archive pages of the corpus, or of all stored pages if it has none."""
    return sources.list_archive_pages(portal, limit=MAX_LOOKED_AT) or sources.list_addresses(
        portal, limit=MAX_LOOKED_AT
    )


def read_chosen_pages(
    sources: PageSources, portal: Portal, urls: Sequence[str]
) -> list[StoredPage]:
    """Return the stored pages that can be read."""
    pages = []
    for url in urls:
        with suppress(CuratorError):  # only its beginning is stored: no page to try a rule on
            pages.append(sources.read(portal, url))
    return pages


def _find_column(portal: Portal, url: str) -> str:
    try:
        located = locate_page(portal, url)
    except CuratorError:  # several columns have such addresses
        return ""
    return located.column if located is not None else ""
