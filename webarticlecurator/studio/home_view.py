"""The first view: the portals of the folder."""

from __future__ import annotations

import asyncio

from nicegui import ui

from webarticlecurator.service.portal_catalog import PortalEntry
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.window import open_window, view_address


def add_home_view(context: StudioContext) -> None:
    """Add the view to the application."""

    @ui.page("/")
    async def show_home() -> None:
        entries = await asyncio.to_thread(context.catalog.entries)
        with open_window("Portals"):
            for entry in entries:
                _write_portal(entry)
            ui.link("New portal", "/new")


def _write_portal(entry: PortalEntry) -> None:
    ui.link(entry.id, view_address(entry.id, "archive"))
    if entry.error is not None:
        ui.label(str(entry.error)).classes("studio-lines")
