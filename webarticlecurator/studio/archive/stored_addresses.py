"""The list of stored pages from which an archive page is chosen."""

from __future__ import annotations

import asyncio

from nicegui import ui
from starlette.datastructures import QueryParams

from webarticlecurator.base.text.translation import translate
from webarticlecurator.crawling.archive.plan import plan_spans
from webarticlecurator.crawling.archive.windows import today_in
from webarticlecurator.studio.archive.archive_lists import write_addresses
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import refill
from webarticlecurator.studio.frame.page_fetching_form import add_fetch_button
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.slow_reading import show_while_waiting
from webarticlecurator.studio.frame.widgets import write_heading
from webarticlecurator.studio.frame.window import view_address

MAX_SHOWN = 40
"""Addresses that are shown at once."""


async def write_stored_addresses(
    context: StudioContext, portal_id: str, draft: PortalDraft, query: QueryParams
) -> None:
    """Write the addresses of stored pages as links to them: of archive pages of the corpus, if
    there are any; of all pages with a text in theirs that is typed, or in the query. Raises as
    ``PageSources.read``, and ConfigError."""
    sources = context.sources
    portal = await asyncio.to_thread(draft.portal)
    lists = await asyncio.to_thread(sources.list_archive_pages, portal, limit=MAX_SHOWN)

    async def show(contains: str) -> None:
        found = ([] if contains else lists) or await asyncio.to_thread(
            sources.list_addresses, portal, contains, limit=MAX_SHOWN
        )
        with refill(place):
            if not found:
                ui.label(
                    translate("No such page is stored.")
                    if contains
                    else translate("No page is stored yet: fetch one by its address, or crawl.")
                )
            write_addresses(portal_id, found)
            if len(found) == MAX_SHOWN:
                words = translate("Others are found by a part of their address.")
                ui.label(words).classes("studio-quiet")

    async def narrow() -> None:
        words = field.value or ""
        ui.navigate.history.replace(view_address(portal_id, "archive", contains=words))
        await show(words)

    write_heading("Stored pages")
    ui.label(translate("Choose a page that lists articles.")).classes("studio-quiet")
    with ui.row().classes("studio-row"):
        plan = plan_spans(portal, today_in(portal.timezone, context.clock.now()))
        address = (
            ui.input(
                translate("Address of a page of the portal"),
                value="" if lists else next((each.first for each in plan), ""),
            )
            .classes("studio-field")
            .props('outlined dense type="url"')
        )
        add_fetch_button(context, portal_id, draft, "archive", lambda: address.value)
    contains = query.get("contains", "")
    field = (
        ui.input(translate("Addresses that contain"), value=contains)
        .props("outlined dense clearable debounce=300")
        .classes("studio-field")
    )
    place = ui.column().classes("studio-part")
    field.on_value_change(showing_errors(narrow))
    await show_while_waiting("Looking for stored pages …", show(contains))
