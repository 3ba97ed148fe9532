"""Stored pages on the shelf, from which a frame in the window shows them."""

from __future__ import annotations

from dataclasses import dataclass

from webarticlecurator.model.portal import Portal
from webarticlecurator.run.preview.stored_page import StoredPage
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.shown_page.show_page import ShownPage, show_page


@dataclass(frozen=True)
class PageOnShelf:
    """The path of a shown page on the server, and the number of its elements."""

    address: str
    nodes: int


async def shelve_page(context: StudioContext, portal: Portal, stored: StoredPage) -> PageOnShelf:
    """Clean a stored page in a worker and put it on the shelf, with its stored pictures and styles.

    Raises PageUnreadable, RequestProblem.
    """
    shown: ShownPage = await context.pages.read(portal, stored.url, show_stored_page, stored)
    address = context.shelf.add(shown, lambda url: context.sources.find_body(portal, url))
    return PageOnShelf(address, shown.nodes)


def show_stored_page(portal: Portal, stored: StoredPage) -> ShownPage:
    """Return a stored page as it is shown. To be called in a worker."""
    return show_page(stored.page(portal))
