"""The form that makes a portal file from pages that somebody saved."""

from __future__ import annotations

import asyncio
from pathlib import Path
from urllib.parse import urlencode

from nicegui import ui

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.translation import translate
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import add_button
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.new_portal.given_files import GivenFiles
from webarticlecurator.studio.new_portal.proposal_panel import ProposalPanel
from webarticlecurator.studio.portal.corpus_state import adopt_files


def write_saved_pages_form(context: StudioContext) -> None:
    """Write the form: uploaded pages with their addresses. They are kept until the tab is closed,
    and copied into the corpus when the file is written. WARC files lead to the form for these."""

    def show_warcs() -> None:
        names.set_text(", ".join(each.name for each in given.warcs))
        main.set_text(translate("Look into the WARC files"))

    async def propose() -> None:
        if given.warcs:
            if given.has_pages:
                raise UsageError(
                    "saved pages and WARC files together",
                    "Leave the pages out. You can add them to the corpus later, in Run.",
                )
            files = [each.name for each in given.warcs]
            ui.navigate.to(f"/new?{urlencode({'by': 'warc', 'file': files}, doseq=True)}")
            return
        options = given.list_page_options()
        if not options:
            raise UsageError("no saved page given", "Choose the files of some pages first.")
        await panel.propose(options)

    async def adopt(_portal_file: Path, portal_id: str) -> None:
        """Copy the pages into the corpus of the new portal."""
        portal = await asyncio.to_thread(context.catalog.find, portal_id)
        await adopt_files(context, portal, [f"--date={saved.value}", *given.list_page_options()])

    ui.label(
        translate(
            "Choose a page that lists articles and some of the articles, as files or as a zip."
            " Each page needs its address; where the page declares one, it is filled in. A WARC"
            " or WACZ file may contain all pages of a portal."
        )
    ).classes("studio-quiet")
    given = GivenFiles(context, context.settings.folder, show_warcs)
    names = ui.label().props('role="status"').classes("studio-quiet studio-anywhere")
    saved = (
        ui.input(translate("Day on which they were saved"), value=f"{context.clock.now():%Y-%m-%d}")
        .props('outlined dense type="date" stack-label')
        .classes("run-date")
    )
    main = add_button("Propose a portal file", showing_errors(propose), is_main=True)
    panel = ProposalPanel(context, after_writing=adopt)
