"""The form that makes a portal file from WARC files."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

from nicegui import events, ui

from webarticlecurator.base.text.translation import translate
from webarticlecurator.portal_file.written.starting_file import starting_yaml
from webarticlecurator.storage.warc.warc_reader import RECORD_ENDINGS
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import add_button, label_prop, refill
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.terms import explain_term
from webarticlecurator.studio.frame.widgets import write_heading, write_turns
from webarticlecurator.studio.new_portal.given_files import add_upload_button, save_warc
from webarticlecurator.studio.new_portal.proposal_panel import ProposalPanel
from webarticlecurator.studio.new_portal.warc_overview import (
    PAGES,
    find_files,
    list_host_pages,
    list_hosts,
)

_SEARCH, _PLAIN = "search", "plain"
"""What a file begins with besides a page: the page that is found, or nothing."""


async def write_warc_form(context: StudioContext, paths: Sequence[str], home: str) -> None:
    """Write the form: first the files; of those that are named, the hosts and pages of one
    ``home``, by default that with the most pages."""
    field = (
        ui.textarea(translate("WARC files, one path a line"), value="\n".join(paths))
        .props("outlined dense autogrow")
        .classes("studio-field")
    )

    def open_form(named: Sequence[str], **more: str) -> None:
        ui.navigate.to(f"/new?{urlencode({'by': 'warc', 'file': named, **more}, doseq=True)}")

    def look() -> None:
        open_form([line.strip() for line in (field.value or "").splitlines() if line.strip()])

    async def save(event: events.UploadEventArguments) -> None:
        place = await save_warc(context.settings.folder, event)
        field.value = "\n".join([*(field.value or "").splitlines(), place.name])

    meaning = ui.label(explain_term("WARC")).classes("studio-quiet")
    field.props["aria-describedby"] = meaning.html_id
    with ui.row().classes("studio-row"):
        add_button("Look into the files", look, is_main=True)
        add_upload_button("Upload files here …", ",".join(RECORD_ENDINGS), save)
    if not paths:
        return
    files = await asyncio.to_thread(find_files, context.settings.folder, paths)
    hosts = await asyncio.to_thread(list_hosts, context.sources, files)
    if not hosts:
        ui.label(translate("These files contain no web pages."))
        return
    home = home or hosts[0][0]
    names = {
        each: translate("{site} – {pages:,} pages", site=each, pages=pages) for each, pages in hosts
    }
    names.setdefault(home, home)
    write_heading("Which page lists articles?")
    ui.select(
        names,
        label=translate("Site"),
        value=home,
        on_change=lambda event: open_form(paths, home=event.value),
    ).props("outlined dense").classes("studio-field")
    await _ask_for_page(context, files, home)


async def _ask_for_page(context: StudioContext, files: Sequence[Path], home: str) -> None:
    """Let the page be chosen that the file begins with: some of the site are shown at a time."""
    choice = {"page": _SEARCH}

    async def show(contains: str, after: str = "") -> None:
        """Show the pages that have a text in their address, those behind ``after``."""
        pages = await asyncio.to_thread(
            list_host_pages, context.sources, files, home, contains, after
        )
        options = {
            _SEARCH: translate("find the page that lists most of the others"),
            _PLAIN: translate("none of them: make a file without rules"),
            **{page: page for page in pages},
        }
        if choice["page"] not in options:
            choice["page"] = _SEARCH
        with refill(place):
            ui.radio(options, value=choice["page"]).bind_value_to(choice, "page").classes(
                "studio-choice"
            ).props(label_prop("The page that lists articles"))
            write_turns(partial(show, contains), after, pages[-1] if len(pages) == PAGES else "")

    async def propose() -> None:
        page = choice["page"]
        if page == _PLAIN:
            await panel.show(starting_yaml(home))
            return
        words = [word for file in files for word in ("--warc", str(file))]
        await panel.propose(words if page == _SEARCH else [*words, "--url", page])

    ui.input(
        translate("Addresses that contain"),
        on_change=showing_errors(lambda event: show(event.value or "")),
    ).props("outlined dense clearable debounce=300").classes("studio-field")
    place = ui.column().classes("studio-part")
    await show("")
    add_button("Propose a portal file", showing_errors(propose), is_main=True)
    panel = ProposalPanel(context, files)
