"""The form that makes a portal file from the address of a page that lists articles."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

from nicegui import background_tasks, ui

from webarticlecurator.base.text.translation import translate
from webarticlecurator.crawling.crawl.kept_answers import answers_path
from webarticlecurator.portal_file.written.starting_file import propose_portal_id
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import add_button
from webarticlecurator.studio.frame.page_sources import kept_path, write_warcs
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.new_portal.fetched_look import keep_look
from webarticlecurator.studio.new_portal.given_files import check_address, make_folder_of_tab
from webarticlecurator.studio.new_portal.portal_kinds import write_portal_kinds
from webarticlecurator.studio.new_portal.proposal_panel import ProposalPanel


def write_address_form(context: StudioContext, url: str) -> None:
    """Write the form, with the address that it begins with."""
    write_portal_kinds()
    address = (
        ui.input(translate("Address of a page that lists articles"), value=url)
        .props('outlined dense type="url"')
        .classes("studio-field")
    )

    folder = Path(make_folder_of_tab().name)

    def choose_file() -> Path:
        """Return the file for the proposal, by its address, so that a second look asks less."""
        return folder / f"{propose_portal_id(check_address(address.value or ''))}.yaml"

    async def propose() -> None:
        await panel.propose([check_address(address.value or ""), f"--output={choose_file()}"])

    async def keep(portal_file: Path, portal_id: str) -> None:
        """Let the views show the pages that were fetched for the proposal, and a crawl take its
        articles from them."""
        kept = answers_path(choose_file())
        if kept.exists():
            await asyncio.to_thread(shutil.copyfile, kept, answers_path(portal_file))
            place = kept_path(portal_file)
            await asyncio.to_thread(shutil.copyfile, kept, place)
            write_warcs(portal_file, [Path(place.name)])
            background_tasks.create(keep_look(context, portal_id, portal_file))

    ui.label(
        translate(
            "The studio fetches this page, the next one and some of the articles, with a pause"
            " after each."
        )
    ).classes("studio-quiet")
    add_button("Propose a portal file", showing_errors(propose), is_main=True)
    panel = ProposalPanel(context, after_writing=keep)
