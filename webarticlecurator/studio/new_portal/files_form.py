"""The form that makes a portal file from files: pages that somebody saved, WARC or WACZ."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path

from nicegui import ui

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.translation import make_message, translate
from webarticlecurator.portal_file.written.starting_file import starting_yaml
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import add_button
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.new_portal.given_files import GivenFiles, check_address
from webarticlecurator.studio.new_portal.proposal_panel import ProposalPanel
from webarticlecurator.studio.portal.corpus_state import adopt_files


def find_files(folder: Path, paths: Iterable[str]) -> list[Path]:
    """Return the WARC files that are named; relative paths are below ``folder``. Raises UsageError
    for one that is not there."""
    files = [folder / Path(path.strip()).expanduser() for path in paths if path.strip()]
    for file in files:
        if not file.is_file():
            raise UsageError(
                make_message(
                    "{file}: no such file (expected a WARC file on this machine)", file=file
                ),
                "Enter its full path, or upload it.",
            )
    return files


def write_given_files_form(context: StudioContext) -> None:
    """Write the form. Uploaded pages, with their addresses, are kept until the tab is closed, and
    copied into the corpus when the file is written; WARC files are listed beside the file."""

    def list_warcs() -> list[Path]:
        named = find_files(context.settings.folder, (paths.value or "").splitlines())
        if (given.warcs or named) and given.has_pages:
            raise UsageError(
                "saved pages and WARC files together",
                "Leave the pages out. You can add them to the corpus later, in Run.",
            )
        return [*given.warcs, *named]

    async def propose() -> None:
        panel.warcs = list_warcs()
        options = [word for file in panel.warcs for word in ("--warc", str(file))]
        if panel.warcs and start.value:
            options += ["--url", check_address(start.value)]
        options = options or given.list_page_options()
        if not options:
            raise UsageError("no file given", "Choose saved pages, WARC or WACZ files first.")
        await panel.propose(options)

    async def begin() -> None:
        panel.warcs = list_warcs()
        url = start.value or next(
            iter(await asyncio.to_thread(context.sources.list_in_warcs, panel.warcs)), ""
        )
        await panel.show(starting_yaml(check_address(url)))

    async def adopt(_portal_file: Path, portal_id: str) -> None:
        """Copy the pages into the corpus of the new portal."""
        if options := given.list_page_options():
            portal = await asyncio.to_thread(context.catalog.find, portal_id)
            await adopt_files(context, portal, [f"--date={saved.value}", *options])

    ui.label(
        translate(
            "Choose a page that lists articles and some of the articles, as files or as a zip."
            " Each page needs its address; where the page declares one, it is filled in. A WARC"
            " or WACZ file may contain all pages of a portal."
        )
    ).classes("studio-quiet")
    given = GivenFiles(
        context,
        context.settings.folder,
        lambda: names.set_text(", ".join(each.name for each in given.warcs)),
    )
    names = ui.label().props('role="status"').classes("studio-quiet studio-anywhere")
    paths = (
        ui.textarea(translate("WARC files on this computer"))
        .props("outlined dense autogrow")
        .classes("studio-field")
    )
    start = (
        ui.input(translate("Address of a list of articles in them"))
        .props('outlined dense type="url"')
        .classes("studio-field")
    )
    saved = (
        ui.input(
            translate("Day on which pages were saved"), value=f"{context.clock.now():%Y-%m-%d}"
        )
        .props('outlined dense type="date" stack-label')
        .classes("studio-field")
    )
    with ui.row().classes("studio-row"):
        add_button("Propose a portal file", showing_errors(propose), is_main=True)
        add_button("Make a file without rules", showing_errors(begin))
    panel = ProposalPanel(context, after_writing=adopt)
