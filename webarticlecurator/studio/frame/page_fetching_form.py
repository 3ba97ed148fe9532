"""A page that is fetched by its address in a view, as politely as a crawl, and kept beside the
portal file.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from nicegui import ui

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.crawling.archive.windows import today_in
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import add_button
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.window import view_address


async def fetch_page(
    context: StudioContext, portal_file: Path, portal: Portal, url: str
) -> StoredPage:
    """Fetch a page as politely as a crawl, and keep it beside the portal file.

    Raises UsageError where robots.txt forbids it or the page is missing, RequestProblem,
    PortalRefused.
    """
    visit = await context.fetching.run(context.visits.visit, portal, url)
    if visit.is_forbidden or visit.trouble:
        raise UsageError(
            make_message("{url}: {trouble}", url=url, trouble=visit.trouble),
            "A crawl does not request it, either."
            if visit.is_forbidden
            else "Open it in a browser.",
        )
    now = context.clock.now()
    kept = (visit.answered, visit.content, visit.content_type)
    await asyncio.to_thread(context.sources.keep, portal_file, [kept], now)
    return StoredPage(*kept, today_in(portal.timezone, now))


async def read_or_fetch(
    context: StudioContext, portal_file: Path, portal: Portal, url: str
) -> StoredPage:
    """Return the stored page of an address, or else fetch it and keep it beside the portal file.
    Raises as ``fetch_page``."""
    with suppress(UsageError):  # not stored
        return await asyncio.to_thread(context.sources.read, portal, url)
    return await fetch_page(context, portal_file, portal, url)


def add_fetch_button(
    context: StudioContext,
    portal_id: str,
    draft: PortalDraft,
    view: str,
    read_address: Callable[[], str | None],
    words: str = make_message("Fetch this address"),
) -> None:
    """Write a button that fetches a page, keeps it, and opens it in a view."""

    async def fetch() -> None:
        url = (read_address() or "").strip()
        if not url:
            raise UsageError("no address given", "Enter the address of a page of the portal.")
        portal = await asyncio.to_thread(draft.portal)
        page = await fetch_page(context, draft.file, portal, url)
        ui.navigate.to(view_address(portal_id, view, url=page.url, now="true"))

    add_button(words, showing_errors(fetch))
