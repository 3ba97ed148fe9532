"""The view ``effect``: its addresses, and what it shows for each."""

from __future__ import annotations

import asyncio
from pathlib import Path

from fastapi import Request
from nicegui import app as window
from nicegui import ui

from webarticlecurator.errors import CuratorError
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.effect_view.article_panel import write_article
from webarticlecurator.studio.effect_view.effect_panel import EffectPanel, EffectQuery
from webarticlecurator.studio.effect_view.effect_results import KINDS
from webarticlecurator.studio.effect_view.effect_run import SAMPLE, EffectRuns
from webarticlecurator.studio.effect_view.file_edits import describe_edits, list_edits
from webarticlecurator.studio.portal_draft import PortalDraft
from webarticlecurator.studio.window import add_page, open_window, view_address, write_error

STYLE = Path(__file__).with_name("effect.css")


def add_effect_view(context: StudioContext) -> None:
    """Add the view to the application."""
    runs = EffectRuns(context)
    window.on_shutdown(runs.close)

    @add_page("/portal/{portal_id}/effect")
    async def show_effect(request: Request, portal_id: str) -> None:
        query = _read_query(portal_id, request)
        with open_window("Effect of the edits", portal_id, "effect"):
            ui.add_css(STYLE)
            try:
                draft = await asyncio.to_thread(context.open_draft, portal_id)
                await _write_view(context, runs, draft, query)
            except (CuratorError, OSError) as error:
                write_error(error)


def _read_query(portal_id: str, request: Request) -> EffectQuery:
    given = request.query_params
    kind, start = given.get("kind", ""), given.get("start", "0")
    is_number = start.isascii() and start.isdigit() and len(start) < 9
    return EffectQuery(
        portal_id,
        kind if kind in KINDS else "",
        int(start) if is_number else 0,
        given.get("url", ""),
    )


async def _write_view(
    context: StudioContext, runs: EffectRuns, draft: PortalDraft, query: EffectQuery
) -> None:
    """Write the view of a draft. Raises as ``EffectRuns.begin``."""
    run = runs.latest(query.portal_id)
    is_current = run is not None and run.texts[1] == draft.text
    if draft.is_saved and not is_current:
        _write_nothing_edited(query.portal_id, draft)
        return
    if draft.is_saved:
        ui.label("These edits are saved; this is what they changed.").classes("studio-quiet")
    elif not is_current:
        run = await runs.begin(query.portal_id, draft, limit=SAMPLE)
    assert run is not None
    edits = list_edits(*run.texts)
    with ui.expansion(f"{draft.file.name}: {describe_edits(edits)}").classes("effect-edits"):
        listing = ui.label("\n".join(edits)).classes("studio-listing")
        listing.props('tabindex="0" role="region" aria-label="Edited lines"')
    if query.url:
        await write_article(context, runs, draft, query)
    else:
        EffectPanel(context, runs, draft, query)


def _write_nothing_edited(portal_id: str, draft: PortalDraft) -> None:
    ui.label(f"{draft.file.name} has no edits that are not saved: there is nothing to compare.")
    with ui.row().classes("studio-row"):
        ui.label("Edit rules in the view")
        ui.link("Article", view_address(portal_id, "article"))
        ui.label("then come back before you save them.")
