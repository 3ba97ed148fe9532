"""The view ``effect``: its addresses, and what it shows for each."""

from __future__ import annotations

import asyncio
from pathlib import Path

from fastapi import Request
from nicegui import app as window
from nicegui import ui

from webarticlecurator.base.text.translation import translate
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import label_prop
from webarticlecurator.studio.frame.file_edits import describe_edits, list_edits
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.view_query import read_query_number
from webarticlecurator.studio.frame.window import INSTANT, add_page, add_style, view_address
from webarticlecurator.studio.views.article_effect import write_article
from webarticlecurator.studio.views.effect_panel import EffectPanel, EffectQuery
from webarticlecurator.studio.views.effect_results import KINDS
from webarticlecurator.studio.views.effect_run import SAMPLE, EffectRuns
from webarticlecurator.studio.views.steps_line import open_portal


def add_effect_view(context: StudioContext) -> None:
    """Add the view to the application."""
    runs = EffectRuns(context)
    window.on_shutdown(runs.close)

    @add_page("/portal/{portal_id}/effect")
    async def show_effect(request: Request, portal_id: str) -> None:
        given = request.query_params
        kind = given.get("kind", "")
        start = read_query_number(given, "start", 0)
        query = EffectQuery(portal_id, kind if kind in KINDS else "", start, given.get("url", ""))
        with open_portal(context, "Effect of the edits", portal_id, "effect"):
            add_style(Path(__file__).with_name("effect.css"))
            await _write_view(
                context, runs, await asyncio.to_thread(context.open_draft, portal_id), query
            )


async def _write_view(
    context: StudioContext, runs: EffectRuns, draft: PortalDraft, query: EffectQuery
) -> None:
    """Write the view of a draft. Raises as ``EffectRuns.begin``."""
    run = runs.latest(query.portal_id)
    is_current = run is not None and run.texts[1] == draft.text
    if draft.is_saved and not is_current:
        ui.label(
            translate(
                "{name} has no edits that are not saved: there is nothing to compare.",
                name=draft.file.name,
            )
        )
        with ui.row().classes("studio-row"):
            ui.label(translate("Edit rules in the view"))
            ui.link(translate("Article"), view_address(query.portal_id, "article"))
            ui.label(translate("then come back before you save them."))
        return
    if draft.is_saved:
        ui.label(translate("These edits are saved; this is what they changed.")).classes(
            "studio-quiet"
        )
    elif not is_current:
        run = await runs.begin(query.portal_id, draft, limit=SAMPLE)
    assert run is not None
    edits = list_edits(*run.texts)
    opened = ui.expansion(f"{draft.file.name}: {describe_edits(edits)}").classes("effect-edits")
    with opened.props(INSTANT):
        ui.label("\n".join(edits)).classes("studio-listing").props(
            f'tabindex="0" role="region" {label_prop("Edited lines")}'
        )
    if query.url:
        await write_article(context, run, draft, query)
    else:
        EffectPanel(context, runs, draft, query)
