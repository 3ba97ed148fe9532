"""The form that makes a portal file from the address of a page that lists articles."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

from nicegui import background_tasks, ui

from webarticlecurator.base.text.translation import translate
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import add_button
from webarticlecurator.studio.frame.page_sources import kept_path, write_warcs
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.views.fetched_look import keep_look
from webarticlecurator.studio.views.given_files import check_address, make_folder_of_tab
from webarticlecurator.studio.views.proposal_panel import ProposalPanel


def write_address_form(context: StudioContext, url: str) -> None:
    """Write the form, with the address that it begins with."""
    address = (
        ui.input(translate("Address of a page that lists articles"), value=url)
        .props('outlined dense type="url"')
        .classes("studio-field")
    )

    kept = Path(make_folder_of_tab().name) / "fetched.warc.gz"

    async def propose() -> None:
        kept.unlink(missing_ok=True)
        await panel.propose([check_address(address.value or ""), f"--keep={kept}"])

    async def keep(portal_file: Path, portal_id: str) -> None:
        """Let the views show the pages that were fetched for the proposal."""
        if kept.exists():
            place = kept_path(portal_file)
            await asyncio.to_thread(shutil.copyfile, kept, place)
            write_warcs(portal_file, [Path(place.name)])
            background_tasks.create(keep_look(context, portal_id, portal_file))

    ui.label(
        translate(
            "An archive page works best. The studio fetches this page, the next one and some of"
            " the articles, with a pause after each."
        )
    ).classes("studio-quiet")
    add_button("Propose a portal file", showing_errors(propose), is_main=True)
    panel = ProposalPanel(context, after_writing=keep)
