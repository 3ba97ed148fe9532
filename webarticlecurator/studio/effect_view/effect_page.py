"""The view ``effect``: its addresses, and what it shows for each."""

from __future__ import annotations

import asyncio
from pathlib import Path

from fastapi import Request
from nicegui import app as window
from nicegui import ui

from webarticlecurator.errors import CuratorError
from webarticlecurator.studio.effect_view.difference import write_difference
from webarticlecurator.studio.effect_view.effect_panel import (
    EffectPanel,
    EffectQuery,
    open_expectation_dialog,
)
from webarticlecurator.studio.effect_view.effect_run import KINDS, SAMPLE, EffectRun, EffectRuns
from webarticlecurator.studio.effect_view.effect_words import accept_articles
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.portal_draft import PortalDraft, describe_edits, list_edits
from webarticlecurator.studio.frame.widgets import write_heading
from webarticlecurator.studio.frame.window import (
    add_button,
    add_page,
    open_window,
    showing_errors,
    view_address,
    write_error,
)
from webarticlecurator.trial.rule_effects import ArticleEffect

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


# The difference of one article in its own address, with a way to accept it.


async def write_article(
    context: StudioContext, runs: EffectRuns, draft: PortalDraft, query: EffectQuery
) -> None:
    """Write the difference of the article of ``query``, from the last comparison, or else read now.
    Raises as ``EffectRuns.compare_article``."""
    run = runs.latest(query.portal_id)
    assert run is not None
    ui.link("← All changed articles", query.address(url=""))
    write_heading(query.url)
    effect = await asyncio.to_thread(run.results.find, query.url)
    if effect is None:
        effect = await runs.compare_article(run, query.url)
    if effect is None:
        ui.label("The edits change nothing in this article.")
        return
    _write_links(query, effect)
    if run.texts[1] != draft.text:
        ui.label("The rules were edited since; this is the state before.").props('role="status"')
    write_difference(effect)
    _write_accept(context, run, effect)


def _write_links(query: EffectQuery, effect: ArticleEffect) -> None:
    with ui.row().classes("studio-row"):
        ui.link("Page and rules", view_address(query.portal_id, "article", url=effect.page))


def _write_accept(context: StudioContext, run: EffectRun, effect: ArticleEffect) -> None:
    async def accept() -> None:
        url = effect.url if "#" in effect.url else effect.page
        accepted = await asyncio.to_thread(accept_articles, run.after, context.sources, [url])
        open_expectation_dialog(run.after, accepted, done)

    async def done() -> None:
        await asyncio.to_thread(run.compare_expectations, context.sources)

    add_button("Accept as expectation …", showing_errors(accept), is_main=True)
