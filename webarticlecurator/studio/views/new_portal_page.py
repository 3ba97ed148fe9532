"""The view of a new portal: three ways to begin, each with a form."""

from __future__ import annotations

import asyncio
import shutil
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from itertools import takewhile
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from fastapi import Request
from nicegui import background_tasks, events, ui

from webarticlecurator.config import check, load_portal, starting_yaml
from webarticlecurator.config.yaml_edit import set_value
from webarticlecurator.errors import ConfigError, UsageError
from webarticlecurator.export import create_file
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.page_sources import (
    PageSources,
    kept_path,
    list_warcs,
    write_warcs,
)
from webarticlecurator.studio.frame.run_processes import run_command
from webarticlecurator.studio.frame.widgets import write_heading, write_turns
from webarticlecurator.studio.frame.window import (
    add_button,
    add_page,
    label_prop,
    open_window,
    refill,
    showing_errors,
    view_address,
    write_nav,
)
from webarticlecurator.studio.views.corpus_state import adopt_files
from webarticlecurator.studio.views.given_files import (
    WARC_ENDINGS,
    GivenFiles,
    add_upload_button,
    check_address,
    make_folder_of_tab,
    reserve_warc,
)
from webarticlecurator.studio.views.page_look import keep_look
from webarticlecurator.text.translation import make_message, translate

WAYS = {
    "address": make_message("From an address"),
    "pages": make_message("From WARC, WACZ or saved pages"),
    "warc": make_message("From WARC files on this machine"),
}
"""The ways to begin, as the query names them."""


def add_new_portal_view(context: StudioContext) -> None:
    """Add the view to the application."""

    @add_page("/new")
    async def show_new_portal(request: Request) -> None:
        query = request.query_params
        start = query.get("by", "address")
        with open_window("New portal"):
            write_nav(
                "Ways to begin",
                [
                    (translate(words), f"/new?by={name}", name == start)
                    for name, words in WAYS.items()
                ],
            )
            if start == "warc":
                await write_warc_form(context, query.getlist("file"), query.get("home", ""))
            elif start == "pages":
                write_saved_pages_form(context)
            else:
                write_address_form(context, query.get("url", ""))


# The form that makes a portal file from the address of a page that lists articles.


def write_address_form(context: StudioContext, url: str) -> None:
    """Write the form, with the address that it begins with."""
    address = ui.input(translate("Address of a page that lists articles"), value=url)
    address.props('outlined dense type="url"').classes("studio-field")

    folder = make_folder_of_tab()

    async def propose() -> None:
        kept = Path(folder.name) / "fetched.warc.gz"
        kept.unlink(missing_ok=True)
        await panel.propose([check_address(address.value or ""), f"--keep={kept}"])

    async def keep(portal_file: Path, portal_id: str) -> None:
        """Let the views show the pages that were fetched for the proposal."""
        kept = Path(folder.name) / "fetched.warc.gz"
        if kept.exists():
            place = kept_path(portal_file)
            await asyncio.to_thread(shutil.copyfile, kept, place)
            write_warcs(portal_file, [Path(place.name)])
            background_tasks.create(keep_look(context, portal_id, portal_file))

    ui.label(
        translate(
            "Best an archive page. The page, the next one and some of the"
            " articles are fetched, with a pause after each."
        )
    ).classes("studio-quiet")
    add_button("Propose a portal file", showing_errors(propose), is_main=True)
    panel = ProposalPanel(context, after_writing=keep)


# The form that makes a portal file from pages that somebody saved.


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
                    "Leave the pages out: Run takes them into the corpus later.",
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
        options = [f"--date={saved.value}", *given.list_page_options()]
        await adopt_files(context, portal, options)

    ui.label(
        translate(
            "A page that lists articles, and some of the articles, as files,"
            " or a zip of them. Each has an address, which is filled in where the"
            " page itself declares one. A WARC or WACZ file may have all pages"
            " of a portal."
        )
    ).classes("studio-quiet")
    given = GivenFiles(context, context.settings.folder, show_warcs)
    names = ui.label().props('role="status"').classes("studio-quiet studio-anywhere")
    saved = ui.input(
        translate("Day on which they were saved"), value=f"{context.clock.now():%Y-%m-%d}"
    )
    saved.props('outlined dense type="date" stack-label')
    main = add_button("Propose a portal file", showing_errors(propose), is_main=True)
    panel = ProposalPanel(context, after_writing=adopt)


# The form that makes a portal file from WARC files.

_SEARCH, _PLAIN = "search", "plain"
"""What a file begins with besides a page: the page that is found, or nothing."""


async def write_warc_form(context: StudioContext, paths: Sequence[str], home: str) -> None:
    """Write the form: first the files; of those that are named, the hosts and pages of one
    ``home``, by default that with the most pages."""
    field = ui.textarea(
        translate("WARC files on this machine, one path a line"), value="\n".join(paths)
    )
    field.props("outlined autogrow").classes("studio-field")

    def open_form(named: Sequence[str], **more: str) -> None:
        ui.navigate.to(f"/new?{urlencode({'by': 'warc', 'file': named, **more}, doseq=True)}")

    def look() -> None:
        lines = (field.value or "").splitlines()
        open_form([line.strip() for line in lines if line.strip()])

    async def save(event: events.UploadEventArguments) -> None:
        place = await asyncio.to_thread(reserve_warc, context.settings.folder, event.file.name)
        try:
            await event.file.save(place)
        except BaseException:
            place.unlink()
            raise
        field.value = "\n".join([*(field.value or "").splitlines(), place.name])

    with ui.row().classes("studio-row"):
        add_button("Look into the files", look, is_main=True)
        add_upload_button("Upload files here …", ",".join(WARC_ENDINGS), save)
    if not paths:
        return
    files = await asyncio.to_thread(find_files, context.settings.folder, paths)
    hosts = await asyncio.to_thread(list_hosts, context.sources, files)
    if not hosts:
        ui.label(translate("No page of the web is in these files."))
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
            _SEARCH: translate("the page that lists most of the others: look for it"),
            _PLAIN: translate("none of them: a file without rules"),
            **{page: page for page in pages},
        }
        if choice["page"] not in options:
            choice["page"] = _SEARCH
        with refill(place):
            radio = ui.radio(options, value=choice["page"]).bind_value_to(choice, "page")
            radio.classes("studio-choice").props(label_prop("The page that lists articles"))
            further = pages[-1] if len(pages) == PAGES else ""
            write_turns(partial(show, contains), after, further)

    async def propose() -> None:
        page = choice["page"]
        if page == _PLAIN:
            await panel.show(starting_yaml(home))
            return
        words = [word for file in files for word in ("--warc", str(file))]
        await panel.propose(words if page == _SEARCH else [*words, "--url", page])

    contains = ui.input(translate("Addresses that contain")).props(
        "outlined dense clearable debounce=300"
    )
    contains.classes("studio-field")
    contains.on_value_change(showing_errors(lambda event: show(event.value or "")))
    place = ui.column().classes("studio-part")
    await show("")
    add_button("Propose a portal file", showing_errors(propose), is_main=True)
    panel = ProposalPanel(context, files)


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
        with refill(self._place), ui.column().props('role="status"').classes("studio-log"):
            ui.label(translate("Proposing a portal file …"))
            log = ui.label().classes("studio-lines studio-quiet")

        settings = self._context.settings
        words = [
            *("new", *arguments),
            *(("--proxy", settings.proxy) if settings.proxy else ()),
            *(("--ca", settings.ca_file) if settings.ca_file else ()),
            *("--output", "-"),
        ]
        try:
            _, text, messages = await run_command(
                self._context.commands, words, lambda lines: log.set_text("\n".join(lines[-8:]))
            )
        except BaseException:
            self._place.clear()
            raise
        await self.show(text, messages)

    async def show(self, text: str, messages: Sequence[str] = ()) -> None:
        """Show a proposed file, and what was said on the way. Raises ConfigError."""
        portal = await asyncio.to_thread(
            load_portal, self._context.settings.folder / _NO_FILE, content=text.encode("utf-8")
        )
        with refill(self._place):
            write_heading("The proposed file")
            doubts = tuple(map(translate, DOUBTS))
            for line in (each for each in messages if each.startswith(doubts)):
                ui.label(line).classes("studio-error studio-anywhere")
            rest = [each for each in messages if not each.startswith((*doubts, *LOOKING))]
            if rest:
                ui.label("\n".join(rest)).classes("studio-listing").props(
                    f'tabindex="0" role="region" {label_prop("What the file reads")}'
                )
            ui.label(text).classes("studio-listing").props(
                f'tabindex="0" role="region" {label_prop("The proposed file")}'
            )
            ui.label(
                translate(
                    "Its rules are a first guess; the next views show what they find,"
                    " and change them."
                )
            ).classes("studio-quiet")
            name = ui.input(translate("Id of the portal"), value=portal.id).props("outlined dense")
            name.tooltip(translate("It names the file and the folder of the corpus."))
            write = showing_errors(lambda: self._write(text, name.value))
            add_button("Write the file", write, is_main=True)

    async def _write(self, text: str, given_id: str) -> None:
        context, portal_id = self._context, (given_id or "").strip()
        known = [entry.id for entry in await asyncio.to_thread(context.catalog.entries)]
        path = await asyncio.to_thread(
            write_portal, context.settings.folder, text, portal_id, known, self._warcs
        )
        context.catalog.read_again()
        if self._after_writing is not None:
            await self._after_writing(path, portal_id)
        portal = await asyncio.to_thread(context.catalog.find, portal_id)
        ui.navigate.to(view_address(portal_id, "archive" if portal.columns else "article"))


# Write the file of a new portal, and never over another one.

_NO_FILE = "new.yaml"
DOUBTS = (
    make_message("look at this: {trouble}", trouble=""),
    make_message("unsure: {text}", text=""),
)
"""How ``curator new`` begins a line about something doubtful, in the language of the reader."""
LOOKING = ("looking at ", "sends at most ")
"""How it begins a line about a page that it reads, which is progress, and so in English."""


def write_portal(
    folder: Path, text: str, portal_id: str, known_ids: Sequence[str], warcs: Sequence[Path] = ()
) -> Path:
    """Write ``<id>.yaml`` with the text under an id, and the list of WARC files beside it; return
    its path.

    Raises UsageError if there is such a portal, file or list; ConfigError for an invalid id.
    """
    if portal_id in known_ids:
        raise UsageError(
            make_message("there is a portal {portal_id} already", portal_id=portal_id),
            "Give another id: it names the corpus.",
        )
    text = set_value(text, ["portal"], portal_id)
    problems = check(folder / _NO_FILE, content=text.encode("utf-8"))
    if problems:
        raise ConfigError(problems)
    path = folder / f"{portal_id}.yaml"
    if warcs and list_warcs(path):
        raise UsageError(
            make_message("WARC files are listed for {portal_id} already", portal_id=portal_id),
            make_message("Give another id, or move {name}.warcs.txt away.", name=path.stem),
        )
    create_file(path, text)
    if warcs:
        # relative to the folder where they are below it, so that they can be moved together
        whole = [file.resolve() for file in warcs]
        parent = folder.resolve()
        write_warcs(
            path,
            [file.relative_to(parent) if file.is_relative_to(parent) else file for file in whole],
        )
    return path


# What WARC files hold: their hosts, and the addresses of their pages.

SLICE = 2000
"""Addresses that are read at once."""
MAX_HOSTS = 20
PAGES = 20
"""Addresses that a list shows at once."""


def find_files(folder: Path, paths: Sequence[str]) -> tuple[Path, ...]:
    """Return the WARC files that are named; relative paths are below ``folder``.

    Raises UsageError for one that is not there.
    """
    files = tuple(folder / Path(path.strip()).expanduser() for path in paths if path.strip())
    for file in files:
        if not file.is_file():
            raise UsageError(
                make_message(
                    "{file}: no such file (expected a WARC file on this machine)", file=file
                ),
                "Give its whole path, or upload it.",
            )
    if not files:
        raise UsageError("no WARC file given", "Give the path of one, or upload it.")
    return files


def list_hosts(sources: PageSources, files: Sequence[Path]) -> list[tuple[str, int]]:
    """Return the home pages of the hosts with the most pages, these first, and their numbers.
    Raises WarcUnreadable, UsageError."""
    counts = count_hosts(lambda after: sources.list_in_warcs(files, after=after, limit=SLICE))
    return counts.most_common(MAX_HOSTS)


def count_hosts(list_behind: Callable[[str], Sequence[str]]) -> Counter[str]:
    """Return the number of pages by home page. ``list_behind`` returns the first addresses behind
    one, in their order."""
    counts: Counter[str] = Counter()
    after = ""
    while found := list_behind(after):
        counts.update(home for home in map(_home_of, found) if home)
        after = found[-1]
    return counts


def list_host_pages(
    sources: PageSources, files: Sequence[Path], home: str, contains: str = "", after: str = ""
) -> list[str]:
    """Return the addresses of pages below a home page that have ``contains`` in them, those behind
    ``after``. Raises as ``list_hosts``."""
    before_all = f"{home[:-1]}.\U0010ffff"  # the slash comes behind the full stop
    found = sources.list_in_warcs(files, contains, max(after, before_all), PAGES)
    return list(takewhile(lambda url: url.startswith(home), found))


def _home_of(url: str) -> str:
    """Return the home page of a web address, "" for another one."""
    try:
        parts = urlsplit(url)
    except ValueError:  # such as http://[
        return ""
    return f"{parts.scheme}://{parts.netloc}/" if parts.scheme in ("http", "https") else ""
