"""The view of a new portal: three ways to begin, each with a form."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

from fastapi import Request
from nicegui import events, ui

from webarticlecurator.config import starting_yaml
from webarticlecurator.config.proposed_file import home_page_of
from webarticlecurator.errors import CuratorError, UsageError
from webarticlecurator.model.hosts import without_userinfo
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.run_processes import run_command
from webarticlecurator.studio.frame.widgets import write_heading, write_turns
from webarticlecurator.studio.frame.window import (
    add_button,
    add_page,
    open_window,
    showing_errors,
    view_address,
    write_error,
    write_nav,
)
from webarticlecurator.studio.views.new_files import (
    PAGES,
    WARC_ENDINGS,
    WarcHost,
    add_upload_button,
    find_files,
    list_host_pages,
    list_hosts,
    read_proposal,
    reserve_warc,
    write_portal,
)

WAYS = {"address": "From an address", "pages": "From saved pages", "warc": "From WARC files"}
"""The ways to begin, as the query names them."""


def new_portal_address(start: str) -> str:
    """Return the address of the view."""
    return f"/new?{urlencode({'by': start})}"


def add_new_portal_view(context: StudioContext) -> None:
    """Add the view to the application."""

    @add_page("/new")
    async def show_new_portal(request: Request) -> None:
        query = request.query_params
        start = query.get("by", "address")
        with open_window("New portal"):
            links = [
                (words, new_portal_address(name), name == start) for name, words in WAYS.items()
            ]
            write_nav("Ways to begin", links)
            if start == "warc":
                await write_warc_form(context, query.getlist("file"), query.get("home", ""))
            elif start == "pages":
                SavedPagesForm(context)
            else:
                write_address_form(context, query.get("url", ""))


# The form that makes a portal file from the address of a page that lists articles.


def write_address_form(context: StudioContext, url: str) -> None:
    """Write the form, with the address that it begins with."""
    address = ui.input("Address of a page that lists articles", value=url)
    address.props('outlined dense type="url"').classes("studio-field")

    async def propose() -> None:
        await panel.propose([check_address(address.value or "")])

    ui.label(
        "Best an archive page. The page, the next one and some of the articles are fetched, with a"
        " pause after each."
    ).classes("studio-quiet")
    add_button("Propose a portal file", showing_errors(propose), is_main=True)
    panel = ProposalPanel(context)


def check_address(text: str) -> str:
    """Return a web address, which the command takes for one. Raises UsageError for another text,
    and for an address with a user name, which would be shown and stored."""
    url = text.strip()
    home_page_of(url)
    if without_userinfo(url) != url:
        raise UsageError(
            "an address with a user name or password", "Leave out the part before the @."
        )
    return url


# The form that makes a portal file from pages that somebody saved.

MAX_PAGES = 200
MAX_PAGE_BYTES = 20_000_000


class SavedPagesForm:
    """The form: uploaded pages with their addresses. They are kept until the tab is closed, and
    copied into the corpus when the file is written."""

    def __init__(self, context: StudioContext) -> None:
        self._context = context
        # removed at the end of the studio also where a tab is never closed
        self._folder = tempfile.TemporaryDirectory(
            prefix="curator-pages-", ignore_cleanup_errors=True
        )
        self._addresses: dict[Path, ui.input] = {}
        self._uploads = 0
        ui.context.client.on_delete(self._folder.cleanup)
        ui.label(
            "A page that lists articles, and some of the articles, as files. Each has an address;"
            " leave it empty where the page itself declares one."
        ).classes("studio-quiet")
        add_upload_button("Choose saved pages …", ".html,.htm,.xhtml", self._save, MAX_PAGE_BYTES)
        self._list = ui.column().classes("studio-part")
        today = f"{context.clock.now():%Y-%m-%d}"
        self._saved = ui.input("Day on which they were saved", value=today)
        self._saved.props('outlined dense type="date" stack-label')
        add_button("Propose a portal file", showing_errors(self._propose), is_main=True)
        self._panel = ProposalPanel(context, after_writing=self._adopt)

    async def _save(self, event: events.UploadEventArguments) -> None:
        number = self._uploads = self._uploads + 1  # before anything is awaited: files come at once
        if event.file.size() > MAX_PAGE_BYTES or number > MAX_PAGES:
            raise UsageError(
                f"{event.file.name}: not a saved page of a portal (at most {MAX_PAGES} pages of"
                f" {MAX_PAGE_BYTES:,} bytes)",
                "Leave it out.",
            )
        place = Path(self._folder.name) / f"{number}.html"
        await event.file.save(place)
        with self._list:
            field = ui.input(f"Address of {event.file.name}").props('outlined dense type="url"')
            self._addresses[place] = field.classes("studio-field")

    def _words(self) -> list[str]:
        """Return the options of ``curator`` that name the pages. Raises UsageError."""
        if not self._addresses:
            raise UsageError("no saved page given", "Choose the files of some pages first.")
        words = ["--html"]
        for place, field in self._addresses.items():
            given = (field.value or "").strip()
            words.append(f"{place}={check_address(given)}" if given else str(place))
        return words

    async def _propose(self) -> None:
        await self._panel.propose(self._words())

    async def _adopt(self, portal_file: Path, portal_id: str) -> None:
        """Copy the pages into the corpus of the new portal."""
        corpus = str(await asyncio.to_thread(self._context.corpus_folder, portal_id))
        words = ["warc", "adopt", str(portal_file), "--corpus", corpus]
        words += [f"--date={self._saved.value}", *self._words()]
        answer = await run_command(self._context.commands, words, lambda _: None)
        if answer.code:
            ui.notify("\n".join(answer.messages), type="warning", multi_line=True)


# The form that makes a portal file from WARC files.

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
            further = pages[-1] if len(pages) == PAGES else ""
            write_turns(partial(self.show, contains), after, further)


# The panel that shows a proposed portal file and writes it.

AfterWriting = Callable[[Path, str], Awaitable[None]]
"""Called with the new file and the id of its portal, before the archive view opens."""


class ProposalPanel:
    """Where a form shows what it proposes. ``warcs`` are listed beside the file that is written;
    ``after_writing`` is called then."""

    def __init__(
        self,
        context: StudioContext,
        warcs: Sequence[Path] = (),
        after_writing: AfterWriting | None = None,
    ) -> None:
        self._context, self._warcs, self._after_writing = context, warcs, after_writing
        self._place = ui.column().classes("studio-part")

    async def propose(self, arguments: Sequence[str]) -> None:
        """Run ``curator new`` with arguments and show what it proposes. Raises UsageError if it
        proposes nothing."""
        self._place.clear()
        with self._place, ui.column().props('role="status"').classes("studio-log"):
            ui.label("Proposing a portal file …")
            log = ui.label().classes("studio-lines studio-quiet")

        def show_messages(lines: Sequence[str]) -> None:
            log.set_text("\n".join(lines[-8:]))

        settings = self._context.settings
        network = [*(("--proxy", settings.proxy) if settings.proxy else ())]
        network += ("--ca", settings.ca_file) if settings.ca_file else ()
        words = ["new", *arguments, *network, "--output", "-"]
        try:
            answer = await run_command(self._context.commands, words, show_messages)
        except BaseException:
            self._place.clear()
            raise
        await self.show(answer.output, answer.messages)

    async def show(self, text: str, messages: Sequence[str] = ()) -> None:
        """Show a proposed file, and what was said on the way. Raises ConfigError."""
        folder = self._context.settings.folder
        portal = await asyncio.to_thread(read_proposal, folder, text)
        self._place.clear()
        with self._place:
            write_heading("The proposed file")
            if messages:
                ui.label("\n".join(messages)).classes("studio-lines studio-quiet")
            listing = ui.label(text).classes("studio-listing")
            listing.props('tabindex="0" role="region" aria-label="The proposed file"')
            ui.label(
                "Its rules are a first guess; the next views show what they find, and change them."
            ).classes("studio-quiet")
            name = ui.input("Id of the portal", value=portal.id).props("outlined dense")
            name.tooltip("It names the file and the folder of the corpus.")
            write = showing_errors(lambda: self._write(text, name.value))
            add_button("Write the file", write, is_main=True)

    async def _write(self, text: str, given_id: str) -> None:
        context, portal_id = self._context, (given_id or "").strip()
        path = await asyncio.to_thread(self._write_file, text, portal_id)
        context.catalog.read_again()
        if self._after_writing is not None:
            await self._after_writing(path, portal_id)
        ui.navigate.to(view_address(portal_id, "archive"))

    def _write_file(self, text: str, portal_id: str) -> Path:
        known = [entry.id for entry in self._context.catalog.entries()]
        return write_portal(self._context.settings.folder, text, portal_id, known, self._warcs)
