"""The view ``effect``: its addresses, and what it shows for each."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from nicegui import app as window
from nicegui import ui
from starlette.datastructures import QueryParams

from webarticlecurator.base.text.translation import translate
from webarticlecurator.studio.effect.article_effect import write_article
from webarticlecurator.studio.effect.effect_panel import EffectPanel, EffectQuery
from webarticlecurator.studio.effect.effect_results import KINDS
from webarticlecurator.studio.effect.effect_run import SAMPLE, EffectRuns
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.file_edits import describe_edits, list_edits
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.view_query import read_query_number
from webarticlecurator.studio.frame.widgets import open_details, write_edits, write_link
from webarticlecurator.studio.frame.window import add_style, view_address
from webarticlecurator.studio.portal.steps_line import add_portal_view


def add_effect_view(context: StudioContext) -> None:
    """Add the view to the application."""
    runs = EffectRuns(context)
    window.on_shutdown(runs.close)
    add_portal_view(context, "effect", "Effect of the edits", partial(_write_view, runs))


async def _write_view(
    runs: EffectRuns,
    context: StudioContext,
    portal_id: str,
    draft: PortalDraft,
    given: QueryParams,
) -> None:
    """Write the view. Raises as ``EffectRuns.begin``."""
    add_style(Path(__file__).with_name("effect.css"))
    kind = given.get("kind", "")
    page = read_query_number(given, "page", 1)
    query = EffectQuery(portal_id, kind if kind in KINDS else "", page, given.get("url", ""))
    run = runs.latest(query.portal_id)
    is_current = run is not None and run.texts[1] == draft.text
    if draft.is_saved and not is_current:
        ui.label(
            translate(
                "{name} has no edits that are not saved: there is nothing to compare.",
                name=draft.file.name,
            )
        )
        write_link(translate("Article"), view_address(query.portal_id, "article"))
        return
    if draft.is_saved:
        ui.label(translate("These edits are saved; this is what they changed.")).classes(
            "studio-quiet"
        )
    elif not is_current:
        run = await runs.begin(query.portal_id, draft, limit=SAMPLE)
    assert run is not None
    edits = list_edits(*run.texts)
    with open_details(f"{draft.file.name}: {describe_edits(edits)}", "effect-edits"):
        write_edits(edits)
    if query.url:
        await write_article(context, run, draft, query)
    else:
        EffectPanel(context, runs, draft, query)
