"""The archive view: the page on the left, what the rules make of it on the right."""

from __future__ import annotations

import asyncio
from pathlib import Path

from nicegui import ui

from webarticlecurator.errors import CuratorError
from webarticlecurator.studio.archive_view.page_panel import PagePanel
from webarticlecurator.studio.archive_view.stored_addresses import write_stored_addresses
from webarticlecurator.studio.archive_view.walk_view import WalkQuery, write_walk
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.window import open_window, write_error

_STYLE = Path(__file__).with_name("archive_view.css")


def add_archive_view(context: StudioContext) -> None:
    """Add the view to the application."""

    @ui.page("/portal/{portal_id}/archive")
    async def show_archive(
        portal_id: str,
        url: str = "",
        contains: str = "",
        column: str = "",
        span: int = 0,
        year: int = 0,
    ) -> None:
        ui.add_css(_STYLE)
        with open_window("Archive pages", portal_id, "archive"):
            try:
                draft = await asyncio.to_thread(context.open_draft, portal_id)
                if not url:
                    portal = await asyncio.to_thread(draft.portal)
                    await write_walk(context, portal_id, portal, WalkQuery(column, span, year))
                    await write_stored_addresses(context, portal_id, draft, contains)
                    return
                panel = PagePanel(context, portal_id, draft, url)
                await panel.show()
            except (CuratorError, OSError) as error:
                write_error(error)
