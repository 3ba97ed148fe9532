"""The list of stored pages from which an archive page is chosen."""

from __future__ import annotations

import asyncio
from functools import partial

from nicegui import ui

from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.html_elements import write_heading
from webarticlecurator.studio.portal_draft import PortalDraft
from webarticlecurator.studio.waiting import show_while_waiting
from webarticlecurator.studio.window import add_button, showing_errors, view_address

PAGES = 40
"""Addresses that are shown at once."""


ARCHIVE, ALL = "archive", "all"


async def write_stored_addresses(
    context: StudioContext, portal_id: str, draft: PortalDraft, contains: str, kind: str
) -> None:
    """Write the addresses of stored pages as links to them, some at a time: of a ``kind``, by
    default the archive pages of the corpus, if there are any. Raises as ``PageSources.read``, and
    ConfigError."""
    addresses = StoredAddresses(context, portal_id, draft)
    has_archive_pages = bool(await addresses.read(ARCHIVE, "", "", 1))
    if kind not in (ARCHIVE, ALL) or not has_archive_pages:
        kind = ARCHIVE if has_archive_pages else ALL
    write_heading("Stored pages")
    ui.label("Choose a page that lists articles.").classes("studio-quiet")
    if has_archive_pages:
        _write_kinds(portal_id, kind, contains)
    field = ui.input("Addresses that contain", value=contains)
    field.props("outlined dense clearable debounce=300").classes("studio-field")
    place = ui.column().classes("studio-part")

    async def narrow() -> None:
        words = field.value or ""
        ui.navigate.history.replace(view_address(portal_id, "archive", contains=words, kind=kind))
        await addresses.show(place, kind, words)

    field.on_value_change(showing_errors(narrow))
    await show_while_waiting("Looking for stored pages …", addresses.show(place, kind, contains))


def _write_kinds(portal_id: str, shown: str, contains: str) -> None:
    with ui.element("nav").classes("walk-years").props('aria-label="Kinds of pages"'):
        for kind, words in ((ARCHIVE, "Archive pages of the corpus"), (ALL, "All stored pages")):
            address = view_address(portal_id, "archive", contains=contains, kind=kind)
            link = ui.link(words, address)
            if kind == shown:
                link.props('aria-current="true"')


class StoredAddresses:
    """The stored pages of a portal."""

    def __init__(self, context: StudioContext, portal_id: str, draft: PortalDraft) -> None:
        self._context, self._portal_id, self._draft = context, portal_id, draft

    async def show(self, place: ui.element, kind: str, contains: str, after: str = "") -> None:
        """Write the pages behind an address that have a text in theirs. Raises as
        ``PageSources.read``, and ConfigError."""
        found = await self.read(kind, contains, after, PAGES + 1)
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
                    first = showing_errors(partial(self.show, place, kind, contains))
                    add_button("First pages", first)
                if len(found) > PAGES:
                    last = found[PAGES - 1]
                    more = showing_errors(partial(self.show, place, kind, contains, last))
                    add_button("Further pages", more)

    async def read(self, kind: str, contains: str, after: str, limit: int) -> list[str]:
        """Return addresses of a kind. Raises as ``show``."""
        return await asyncio.to_thread(self._list, kind, contains, after, limit)

    def _list(self, kind: str, contains: str, after: str, limit: int) -> list[str]:
        sources, portal = self._context.sources, self._draft.portal()
        read = sources.list_archive_pages if kind == ARCHIVE else sources.list_addresses
        return read(portal, contains, after, limit)
