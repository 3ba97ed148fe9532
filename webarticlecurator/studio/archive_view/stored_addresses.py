"""The list of stored pages from which an archive page is chosen."""

from __future__ import annotations

import asyncio
from functools import partial

from nicegui import ui

from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.portal_draft import PortalDraft
from webarticlecurator.studio.window import add_button, showing_errors, view_address

PAGES = 40
"""Addresses that are shown at once."""


async def write_stored_addresses(
    context: StudioContext, portal_id: str, draft: PortalDraft, contains: str
) -> None:
    """Write the addresses of the stored pages as links to them, some at a time."""
    addresses = StoredAddresses(context, portal_id, draft)
    ui.label("Stored pages").props('role="heading" aria-level="2"').classes("studio-heading")
    ui.label("Choose a page that lists articles.").classes("studio-quiet")
    field = ui.input("Addresses that contain", value=contains)
    field.props("outlined dense clearable debounce=300").classes("studio-field")
    place = ui.column().classes("studio-part")
    field.on_value_change(showing_errors(lambda event: addresses.show(place, event.value or "")))
    await addresses.show(place, contains)


class StoredAddresses:
    """The stored pages of a portal."""

    def __init__(self, context: StudioContext, portal_id: str, draft: PortalDraft) -> None:
        self._context, self._portal_id, self._draft = context, portal_id, draft

    async def show(self, place: ui.element, contains: str, after: str = "") -> None:
        """Write the pages behind an address that have a text in theirs. Raises as
        ``PageSources.read``, and ConfigError."""
        found = await asyncio.to_thread(self._list, contains, after)
        place.clear()
        with place:
            if not found:
                ui.label("No such page is stored." if contains else "No page is stored yet.")
            with ui.element("ul").classes("archive-addresses"):
                for url in found[:PAGES]:
                    with ui.element("li"):
                        ui.link(url, view_address(self._portal_id, "archive", url=url))
            with ui.row().classes("studio-row"):
                if after:
                    add_button("First pages", showing_errors(partial(self.show, place, contains)))
                if len(found) > PAGES:
                    last = found[PAGES - 1]
                    more = showing_errors(partial(self.show, place, contains, last))
                    add_button("Further pages", more)

    def _list(self, contains: str, after: str) -> list[str]:
        portal = self._draft.portal()
        return self._context.sources.list_addresses(portal, contains, after, PAGES + 1)
