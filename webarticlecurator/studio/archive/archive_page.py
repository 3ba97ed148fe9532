"""The archive view: the page on the left, what the rules make of it on the right."""

from __future__ import annotations

import asyncio

from nicegui import ui
from starlette.datastructures import QueryParams

from webarticlecurator.base.errors import ConfigError, CuratorError, UsageError
from webarticlecurator.base.model.capture import GONE
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import translate
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.crawling.crawl.render_choice import find_render_steps_at
from webarticlecurator.studio.archive.archive_panel import PagePanel
from webarticlecurator.studio.archive.stored_addresses import write_stored_addresses
from webarticlecurator.studio.archive.walk_calendar_cells import write_walk
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.page_fetching_form import add_fetch_button
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.shown_errors import write_error
from webarticlecurator.studio.frame.window import view_address
from webarticlecurator.studio.portal.editor_panel import EditorPanel


async def write_archive_view(
    context: StudioContext, portal_id: str, draft: PortalDraft, query: QueryParams
) -> None:
    """Write the page of the query, or the calendar of the walk and the stored pages; of those that
    the query looks for, no calendar. Raises as ``write_archive_page``."""
    try:
        portal = await asyncio.to_thread(draft.portal)
    except ConfigError:
        ui.label(translate("Fix the problems of the portal file to see its pages."))

        async def open_again() -> None:
            if not await asyncio.to_thread(draft.problems):
                ui.navigate.reload()

        EditorPanel(draft, open_again)
        return
    if query.get("url"):
        await write_archive_page(context, portal_id, draft, portal, query)
        return
    if query.get("contains"):  # what is looked for comes at once, and first
        ui.link(translate("All stored pages"), view_address(portal_id, "archive"))
    else:
        await write_walk(context, portal_id, portal, query)
    await write_stored_addresses(context, portal_id, draft, query)


async def write_archive_page(
    context: StudioContext,
    portal_id: str,
    draft: PortalDraft,
    portal: Portal,
    query: QueryParams,
) -> None:
    """Write the archive page at ``url`` of the query, or why it cannot be shown; with ``now``, as
    it was fetched here, even where the corpus has it; ``point`` names what is pointed at, ``leave``
    is an article that is to be left out. Raises as ``PagePanel.show``."""
    url, now = query["url"], "now" in query
    stored: StoredPage | None = None
    problem: CuratorError | None = None
    try:
        stored = await asyncio.to_thread(context.sources.read, portal, url, fetched_first=now)
    except UsageError as error:
        problem = error
    with ui.element("div").classes("archive-bar"):
        ui.link(translate("All stored pages"), view_address(portal_id, "archive"))
        ui.label(url).classes("archive-address")
        if now and stored is not None:
            steps = find_render_steps_at(portal, url)
            words = translate("fetched here, not by a crawl")
            if steps is not None:
                words = translate(
                    "rendered by a browser{only}, fetched here",
                    only=translate(" after one round of its list") if steps.is_list else "",
                )
            ui.label(words).classes("studio-quiet")
        if stored is not None and stored.status in GONE:
            words = translate(
                "the portal answered {status}: there is no page at this address",
                status=stored.status,
            )
            ui.label(words).classes("studio-quiet")
        words = translate("Fetch this page now")
        add_fetch_button(context, portal_id, draft, "archive", lambda: url, words)
    if problem is not None:
        write_error(problem)
    elif stored is not None:
        await PagePanel(context, portal_id, draft, url, stored, portal).show(
            query.get("point", ""), query.get("leave", "")
        )
