"""The difference of one article in its own address, with a way to accept it."""

from __future__ import annotations

import asyncio

from nicegui import ui

from webarticlecurator.run.analysis.rule_effects import ArticleEffect
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.effect_view.accepted_entries import accept_articles
from webarticlecurator.studio.effect_view.difference import write_difference
from webarticlecurator.studio.effect_view.effect_panel import EffectQuery
from webarticlecurator.studio.effect_view.effect_run import EffectRun, EffectRuns
from webarticlecurator.studio.effect_view.expectation_dialog import open_expectation_dialog
from webarticlecurator.studio.html_elements import write_heading
from webarticlecurator.studio.portal_draft import PortalDraft
from webarticlecurator.studio.window import add_button, showing_errors, view_address


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
