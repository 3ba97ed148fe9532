"""The list of stored pages from which an archive page is chosen."""

from __future__ import annotations

import asyncio
from functools import partial

from nicegui import ui
from starlette.datastructures import QueryParams

from webarticlecurator.base.text.translation import translate
from webarticlecurator.crawling.archive.plan import plan_spans
from webarticlecurator.crawling.archive.windows import today_in
from webarticlecurator.studio.archive.archive_lists import write_addresses
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import refill, write_nav
from webarticlecurator.studio.frame.page_fetching_form import add_fetch_button
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.slow_reading import show_while_waiting
from webarticlecurator.studio.frame.widgets import write_heading, write_turns
from webarticlecurator.studio.frame.window import view_address

PAGES = 40
"""Addresses that are shown at once."""
ARCHIVE, ALL = "archive", "all"


async def write_stored_addresses(
    context: StudioContext, portal_id: str, draft: PortalDraft, query: QueryParams
) -> None:
    """Write the addresses of stored pages as links to them, some at a time: of the kind of the
    query, by default the archive pages of the corpus, if there are any. Raises as
    ``PageSources.read``, and ConfigError."""
    contains, kind = query.get("contains", ""), query.get("kind", "")

    async def read(kind: str, contains: str, after: str, limit: int) -> list[str]:
        sources = context.sources
        portal = await asyncio.to_thread(draft.portal)
        find = sources.list_archive_pages if kind == ARCHIVE else sources.list_addresses
        return await asyncio.to_thread(find, portal, contains, after, limit)

    async def show(contains: str, after: str = "") -> None:
        """Write the pages behind an address that have a text in theirs."""
        found = await read(kind, contains, after, PAGES + 1)
        with refill(place):
            if not found:
                ui.label(
                    translate("No such page is stored.")
                    if contains
                    else translate("No page is stored yet: fetch one by its address, or crawl.")
                )
            write_addresses(portal_id, found[:PAGES])
            write_turns(
                partial(show, contains), after, found[PAGES - 1] if len(found) > PAGES else ""
            )

    async def narrow() -> None:
        words = field.value or ""
        ui.navigate.history.replace(view_address(portal_id, "archive", contains=words, kind=kind))
        await show(words)

    has_archive_pages = bool(await read(ARCHIVE, "", "", 1))
    if kind not in (ARCHIVE, ALL) or not has_archive_pages:
        kind = ARCHIVE if has_archive_pages else ALL
    write_heading("Stored pages")
    ui.label(translate("Choose a page that lists articles.")).classes("studio-quiet")
    if has_archive_pages:
        write_nav(
            "Kinds of pages",
            (
                (
                    words,
                    view_address(portal_id, "archive", contains=contains, kind=each),
                    each == kind,
                )
                for each, words in (
                    (ARCHIVE, translate("Archive pages of the corpus")),
                    (ALL, translate("All stored pages")),
                )
            ),
            "walk-years",
        )
    with ui.row().classes("studio-row"):
        portal = await asyncio.to_thread(draft.portal)
        plan = plan_spans(portal, today_in(portal.timezone, context.clock.now()))
        address = (
            ui.input(
                translate("Address of a page of the portal"),
                value="" if has_archive_pages else next((each.first for each in plan), ""),
            )
            .classes("studio-field")
            .props('outlined dense type="url"')
        )
        add_fetch_button(context, portal_id, draft, "archive", lambda: address.value)
    field = (
        ui.input(translate("Addresses that contain"), value=contains)
        .props("outlined dense clearable debounce=300")
        .classes("studio-field")
    )
    place = ui.column().classes("studio-part")
    field.on_value_change(showing_errors(narrow))
    await show_while_waiting("Looking for stored pages …", show(contains))
