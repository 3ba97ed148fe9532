"""The archive view: the page on the left, what the rules make of it on the right."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from nicegui import ui

from webarticlecurator.errors import ConfigError, CuratorError, UsageError
from webarticlecurator.model.capture import GONE
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.crawling.render_choice import find_render_steps_at
from webarticlecurator.studio.archive_view.fetched_pages import FetchedPages
from webarticlecurator.studio.archive_view.list_page import ListPage
from webarticlecurator.studio.archive_view.page_panel import PagePanel
from webarticlecurator.studio.archive_view.stored_addresses import write_stored_addresses
from webarticlecurator.studio.archive_view.walk_reading import WalkQuery
from webarticlecurator.studio.archive_view.walk_view import write_walk
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.editor_panel import write_editor
from webarticlecurator.studio.portal_draft import PortalDraft
from webarticlecurator.studio.window import (
    add_button,
    add_page,
    open_window,
    showing_errors,
    view_address,
    write_error,
)

_STYLE = Path(__file__).with_name("archive_view.css")


def add_archive_view(context: StudioContext) -> None:
    """Add the view to the application."""
    fetched = FetchedPages()

    @add_page("/portal/{portal_id}/archive")
    async def show_archive(
        portal_id: str,
        url: str = "",
        contains: str = "",
        kind: str = "",
        column: str = "",
        span: int = 0,
        year: int = 0,
        now: bool = False,
    ) -> None:
        ui.add_css(_STYLE)
        with open_window("Archive pages", portal_id, "archive"):
            try:
                draft = await asyncio.to_thread(context.open_draft, portal_id)
                portal = await _read_portal(draft)
                if portal is None:
                    return
                if url:
                    await ArchivePage(context, portal_id, draft, fetched).show(portal, url, now)
                    return
                await write_walk(context, portal_id, portal, WalkQuery(column, span, year))
                await write_stored_addresses(context, portal_id, draft, contains, kind)
            except (CuratorError, OSError) as error:
                write_error(error)


def _describe_fetched(portal: Portal, url: str) -> str:
    steps = find_render_steps_at(portal, url)
    if steps is None:
        return "as fetched now, not stored"
    only = " after one round of its list" if steps.is_list else ""
    return f"as a browser renders it now{only}, not stored"


async def _read_portal(draft: PortalDraft) -> Portal | None:
    """Return the portal of a draft; None if its text has problems: then the editor is written, and
    the view opened again when they are mended."""
    try:
        return await asyncio.to_thread(draft.portal)
    except ConfigError:
        ui.label("The pages are shown when the problems of the portal file are mended.")

    async def open_again() -> None:
        if not await asyncio.to_thread(draft.problems):
            ui.navigate.reload()

    write_editor(draft, open_again)
    return None


@dataclass(frozen=True)
class ArchivePage:
    """An archive page: stored, or with ``now`` fetched, which is done when it is asked for."""

    context: StudioContext
    portal_id: str
    draft: PortalDraft
    fetched: FetchedPages

    async def show(self, portal: Portal, url: str, now: bool) -> None:
        """Write a page, or why it cannot be shown. Raises as ``PagePanel.show``."""
        stored = self.fetched.find(portal.id, url) if now else None
        problem: CuratorError | None = None
        if stored is None:
            try:
                stored = await asyncio.to_thread(self.context.sources.read, portal, url)
            except UsageError as error:
                problem = error
        with ui.element("div").classes("archive-bar"):
            ui.link("All stored pages", view_address(self.portal_id, "archive"))
            ui.label(url).classes("archive-address")
            if now and stored is not None:
                ui.label(_describe_fetched(portal, url)).classes("studio-quiet")
            if stored is not None and stored.status in GONE:
                ui.label(f"the portal answered {stored.status}: nothing is here").classes(
                    "studio-quiet"
                )
            add_button("Fetch this page now", showing_errors(partial(self._fetch, portal, url)))
        if stored is None:
            assert problem is not None
            write_error(problem)
            return
        page = ListPage(self.context, self.portal_id, self.draft, url, stored, portal)
        await PagePanel(page).show()

    async def _fetch(self, portal: Portal, url: str) -> None:
        await self.fetched.fetch(self.context, portal, url)
        ui.navigate.to(view_address(self.portal_id, "archive", url=url, now="true"))
