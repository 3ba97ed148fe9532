"""The form that makes a portal file from WARC files."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlencode

from nicegui import events, ui

from webarticlecurator.config import starting_yaml
from webarticlecurator.errors import CuratorError
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.html_elements import write_heading
from webarticlecurator.studio.new_portal_view.proposal_panel import ProposalPanel
from webarticlecurator.studio.new_portal_view.uploaded_files import (
    WARC_ENDINGS,
    add_upload_button,
    reserve_warc,
)
from webarticlecurator.studio.new_portal_view.warc_overview import (
    PAGES,
    WarcHost,
    find_files,
    list_host_pages,
    list_hosts,
)
from webarticlecurator.studio.window import add_button, showing_errors, write_error

_SEARCH, _PLAIN = "search", "plain"
"""What a file begins with besides a page: the page that is found, or nothing."""


async def write_warc_form(context: StudioContext, paths: Sequence[str], home: str) -> None:
    """Write the form: first the files; of those that are named, the hosts and pages of one
    ``home``, by default that with the most pages."""
    _ask_for_files(context, paths)
    if not paths:
        return
    try:
        files = await asyncio.to_thread(find_files, context.settings.folder, paths)
        hosts = await asyncio.to_thread(list_hosts, context.sources, files)
    except (CuratorError, OSError) as error:
        write_error(error)
        return
    if not hosts:
        ui.label("No page of the web is in these files.")
        return
    await _ask_for_page(context, files, paths, hosts, home or hosts[0].home)


def _ask_for_files(context: StudioContext, paths: Sequence[str]) -> None:
    files = ui.textarea("WARC files on this machine, one path a line", value="\n".join(paths))
    files.props("outlined autogrow").classes("studio-field")

    def look() -> None:
        named = [line.strip() for line in (files.value or "").splitlines() if line.strip()]
        ui.navigate.to(f"/new?{urlencode({'by': 'warc', 'file': named}, doseq=True)}")

    async def save(event: events.UploadEventArguments) -> None:
        place = await asyncio.to_thread(reserve_warc, context.settings.folder, event.file.name)
        try:
            await event.file.save(place)
        except BaseException:
            place.unlink()
            raise
        files.value = "\n".join([*(files.value or "").splitlines(), place.name])

    with ui.row().classes("studio-row"):
        add_button("Look into the files", look, is_main=True)
        add_upload_button("Upload files here …", ",".join(WARC_ENDINGS), save)


async def _ask_for_page(
    context: StudioContext,
    files: Sequence[Path],
    paths: Sequence[str],
    hosts: Sequence[WarcHost],
    home: str,
) -> None:
    def open_host(value: str) -> None:
        query = {"by": "warc", "file": list(paths), "home": value}
        ui.navigate.to(f"/new?{urlencode(query, doseq=True)}")

    names = {host.home: f"{host.home} – {host.pages:,} pages" for host in hosts}
    if home not in names:
        names[home] = home
    write_heading("Which page lists articles?")
    ui.select(
        names, label="Site", value=home, on_change=lambda event: open_host(event.value)
    ).props("outlined dense").classes("studio-field")
    chooser = _PageChooser(context, files, home)
    await chooser.show("")

    async def propose() -> None:
        page = chooser.chosen
        if page == _PLAIN:
            await panel.show(starting_yaml(home))
            return
        words = [word for file in files for word in ("--warc", str(file))]
        await panel.propose(words if page == _SEARCH else [*words, "--url", page])

    add_button("Propose a portal file", showing_errors(propose), is_main=True)
    panel = ProposalPanel(context, files)


class _PageChooser:
    """The choice of the page that the file begins with: some of the site at a time."""

    def __init__(self, context: StudioContext, files: Sequence[Path], home: str) -> None:
        self._context, self._files, self._home = context, files, home
        self.chosen = _SEARCH
        contains = ui.input("Addresses that contain").props("outlined dense clearable debounce=300")
        contains.classes("studio-field")
        contains.on_value_change(showing_errors(lambda event: self.show(event.value or "")))
        self._place = ui.column().classes("studio-part")

    async def show(self, contains: str, after: str = "") -> None:
        """Show the pages that have a text in their address, those behind ``after``."""
        pages = await asyncio.to_thread(
            list_host_pages, self._context.sources, self._files, self._home, contains, after
        )
        options = {
            _SEARCH: "the page that lists most of the others: look for it",
            _PLAIN: "none of them: a file without rules",
            **{page: page for page in pages},
        }
        self.chosen = self.chosen if self.chosen in options else _SEARCH
        self._place.clear()
        with self._place:
            ui.radio(options, value=self.chosen).bind_value_to(self, "chosen").classes(
                "studio-choice"
            ).props('aria-label="The page that lists articles"')
            with ui.row().classes("studio-row"):
                if after:
                    first = showing_errors(lambda: self.show(contains))
                    add_button("First pages", first)
                if len(pages) == PAGES:
                    more = showing_errors(lambda: self.show(contains, pages[-1]))
                    add_button("Further pages", more)
