"""The difference of one article in its own address, with a way to accept it."""

from __future__ import annotations

import asyncio
from functools import partial

from nicegui import ui

from webarticlecurator.base.text.translation import translate
from webarticlecurator.studio.effect.accepted_entries import accept_article
from webarticlecurator.studio.effect.article_difference import write_difference
from webarticlecurator.studio.effect.effect_panel import EffectQuery
from webarticlecurator.studio.effect.effect_run import EffectRun
from webarticlecurator.studio.effect.expectation_dialog import open_expectation_dialog
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import add_button
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.surveys import SurveyProgress
from webarticlecurator.studio.frame.widgets import write_element
from webarticlecurator.studio.frame.window import view_address


async def write_article(
    context: StudioContext, run: EffectRun, draft: PortalDraft, query: EffectQuery
) -> None:
    """Write the difference of the article of ``query``, from the last comparison, or else read now.
    Raises as ``EffectRun.compare_article``."""
    ui.link(translate("← All changed articles"), query.address(url=""))
    write_element("h2", query.url, "studio-heading")
    effect = await asyncio.to_thread(run.results.find, query.url)
    if effect is None:
        progress = SurveyProgress()
        effect = await context.surveys.run(progress, run.compare_article, query.url, progress)
    if effect is None:
        ui.label(translate("The edits change nothing in this article."))
        return
    url = effect.url if "#" in effect.url else effect.page

    async def accept() -> None:
        open_expectation_dialog(
            run.after,
            [await asyncio.to_thread(accept_article, run.after, context.sources, url)],
            partial(asyncio.to_thread, run.compare_expectations, context.sources),
        )

    with ui.row().classes("studio-row"):
        ui.link(
            translate("Page and rules"), view_address(query.portal_id, "article", url=effect.page)
        )
    if run.texts[1] != draft.text:
        ui.label(translate("The rules have changed since. This is the state before.")).props(
            'role="status"'
        )
    write_difference(effect)
    add_button("Accept as expectation …", showing_errors(accept), is_main=True)
