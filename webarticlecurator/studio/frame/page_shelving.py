"""Stored pages on the shelf, from which a frame in the window shows them."""

from __future__ import annotations

import asyncio

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.proposing.trial.show_page import ShownPage, show_page
from webarticlecurator.studio.frame.context import StudioContext


async def shelve_page(
    context: StudioContext, portal: Portal, stored: StoredPage, is_reading: bool | None
) -> tuple[str, ShownPage]:
    """Clean a stored page in a worker and put it on the shelf, with its stored pictures and styles.
    Return its path on the server, and the page: the reading view or as it looked, or with None
    what ``PageFrame.show_stored`` shows first.

    Raises PageUnreadable, RequestProblem.
    """

    async def show(is_reading: bool) -> ShownPage:
        page: ShownPage = await context.pages.read(
            portal, stored.url, show_stored_page, stored, is_reading
        )
        return page

    shown = await show(is_reading is not False)
    if (
        is_reading is None
        and shown.sheets
        and await asyncio.to_thread(context.sources.has_any, portal, shown.sheets)
    ):
        shown = await show(False)
    return context.shelf.add(shown, lambda url: context.sources.find_body(portal, url)), shown


def show_stored_page(portal: Portal, stored: StoredPage, is_reading: bool) -> ShownPage:
    """Return a stored page as it is shown. To be called in a worker."""
    return show_page(stored.page(portal), is_reading=is_reading)
