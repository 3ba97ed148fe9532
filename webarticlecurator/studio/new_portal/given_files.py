"""Files that somebody gives to the studio: saved pages with their addresses, WARC and WACZ."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from nicegui import events, ui

from webarticlecurator.articles.by_rules.identity import find_page_address
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import CuratorError, UsageError
from webarticlecurator.base.grouping import group_values
from webarticlecurator.base.portal.hosts import is_same_site, split_address, without_userinfo
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.input_files import is_name_everywhere, open_handle
from webarticlecurator.base.text.translation import make_message, translate
from webarticlecurator.corpus.stored_pages.saved_pages import read_saved_file
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.written.starting_file import home_page_of, starting_yaml
from webarticlecurator.storage.warc.warc_reader import RECORD_ENDINGS
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import add_button, refill
from webarticlecurator.studio.frame.short_commands import WRITE_ADDRESSES
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.terms import explain_term, write_term
from webarticlecurator.studio.frame.window import join_names
from webarticlecurator.studio.portal.portal_file_writing import NO_FILE

PAGE_ENDINGS = (".html", ".htm", ".xhtml", ".mhtml", ".mht", ".webarchive")
ZIP_ENDINGS = (".zip", ".wacz")
MAX_PAGES = 200
MAX_PAGE_BYTES = 20_000_000
_MAX_RATIO = 200
"""How many times larger than it is packed a file in a zip may be."""


def make_folder_of_tab() -> tempfile.TemporaryDirectory[str]:
    """Return a folder that is removed when the tab is closed, or at the end of the studio."""
    folder = tempfile.TemporaryDirectory(prefix="curator-pages-", ignore_cleanup_errors=True)
    ui.context.client.on_delete(folder.cleanup)
    return folder


_WITHOUT_SCHEME = re.compile(r"[\w-]+(\.[\w-]+)+(:\d+)?([/?#]\S*)?")
"""An address as it is said, and as browsers show it."""
_COPY = make_message("Enter the address that the page had in the browser.")
_PASTE = make_message("Paste the address of a page that lists articles.")


def check_address(text: str, cure: str = _PASTE) -> str:
    """Return a web address, which the command takes for one; it is one of https where it does not
    say. Raises UsageError with ``cure`` for another text, and for an address with a user name,
    which would be shown and stored."""
    url = text.strip()
    if _WITHOUT_SCHEME.fullmatch(url):
        url = f"https://{url}"
    try:
        home_page_of(url)
    except UsageError:
        raise UsageError(
            make_message("no address: {text!r} (expected https://…)", text=url), cure
        ) from None
    if without_userinfo(url) != url:
        raise UsageError("an address with a user name or password", "Remove the part before the @.")
    return url


def add_upload_button(
    words: str, endings: str, save: Callable[[events.UploadEventArguments], Awaitable[None]]
) -> None:
    """Write a button that uploads files whose names have one of the ``endings`` (``.a,.b``);
    ``save`` is called with each of them."""
    refused = translate("Not uploaded (expected {endings}).", endings=endings)
    upload = ui.upload(
        multiple=True,
        auto_upload=True,
        on_upload=showing_errors(save),
        on_rejected=lambda: ui.notify(refused, type="warning"),
    )
    upload.props(f'accept="{endings}"').classes("hidden")  # its own buttons have no names
    add_button(words).on(
        "click", js_handler=f"() => getElement({upload.id}).$refs.qRef.pickFiles()"
    )


def reserve_warc(folder: Path, name: str) -> Path:
    """Return the path of a new WARC file in the folder, created empty so that it is not used twice.

    Raises UsageError for a name that is taken, or is not that of a WARC file.
    """
    plain = Path(name.replace("\\", "/")).name
    is_name = is_name_everywhere(plain) and not re.search(r'[\x00-\x1f<>:"|?*]', plain)
    if plain.startswith(".") or not is_name or not plain.lower().endswith(RECORD_ENDINGS):
        raise UsageError(
            make_message(
                "not the name of a WARC file: {name!r} (expected one that ends in {warc_endings})",
                name=name,
                warc_endings=", ".join(RECORD_ENDINGS),
            ),
            "Rename the file, and upload it again.",
        )
    place = folder / plain
    try:
        os.close(open_handle(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        raise UsageError(
            make_message("{place} already exists", place=place),
            "If it is the same file, name it above. Otherwise rename yours.",
        ) from None
    return place


async def save_warc(folder: Path, upload: events.UploadEventArguments) -> Path:
    """Save an uploaded WARC file in the folder. Raises UsageError as ``reserve_warc``."""
    place = await asyncio.to_thread(reserve_warc, folder, upload.file.name)
    try:
        await upload.file.save(place)
    except BaseException:
        place.unlink()
        raise
    return place


@dataclass(frozen=True)
class ChosenFile:
    """A saved page that was given: where it is kept, what it is called, and its address, or ""."""

    place: Path
    name: str
    url: str


def list_same(pages: Sequence[ChosenFile]) -> dict[str, list[str]]:
    """Return the addresses that several pages have, each with their names: only one of them would
    be read."""
    names = group_values((normalize_address(page.url), page.name) for page in pages if page.url)
    return {url: each for url, each in names.items() if len(each) > 1}


_NAMED = 8
"""Pages that are named in a line."""
_join_names = partial(join_names, most=_NAMED)


def find_faults(pages: Sequence[ChosenFile]) -> Iterator[UsageError]:
    """Yield what keeps pages from being read: those without an address, those with the same one."""
    nameless = [page.name for page in pages if not page.url]
    if nameless:
        yield UsageError(
            make_message("without an address: {names}", names=_join_names(nameless)),
            "Enter it in the field with the name of the page, or leave the page out.",
        )
    for url, names in list_same(pages).items():
        yield UsageError(
            make_message(
                "several pages with the address {url}: {names}", url=url, names=_join_names(names)
            ),
            WRITE_ADDRESSES,
        )


def check_pages(pages: Sequence[ChosenFile]) -> tuple[ChosenFile, ...]:
    """Return the pages with whole addresses. Raises UsageError as ``check_address``, and the first
    of ``find_faults``."""
    pages = [replace(page, url=page.url and check_address(page.url, _COPY)) for page in pages]
    for fault in find_faults(pages):
        raise fault
    return tuple(pages)


class GivenFiles:
    """The button by which files are given, and a field for the address of each saved page, filled
    in where the page says it. Pages are kept until the tab is closed, WARC files, also those in
    WACZ files, in ``warc_folder``, or without one as long as pages.

    ``on_warcs`` is called when there are more of these.
    """

    def __init__(
        self,
        context: StudioContext,
        warc_folder: Path | None = None,
        on_warcs: Callable[[], object] = lambda: None,
    ) -> None:
        self._context, self._on_warcs = context, on_warcs
        self._folder = make_folder_of_tab()
        self._warc_folder = warc_folder or Path(self._folder.name)
        self._numbers = count(1)
        self._fields: dict[Path, tuple[str, ui.input]] = {}
        self.warcs: list[Path] = []
        endings = (*PAGE_ENDINGS, *RECORD_ENDINGS, *ZIP_ENDINGS, ".gz", ".zst")
        with ui.row().classes("studio-row"):
            add_upload_button("Choose saved pages …", ",".join(endings), self._save)
            write_term("WARC, WACZ", explain_term("WARC"), "studio-quiet")
        self._pages = ui.column().classes("studio-part")
        self._doubts = ui.element("div").props('role="status"')

    def list_page_options(self) -> list[str]:
        """Return the options of ``curator`` that name the saved pages, none without one. Pages of
        another host than most are left out. Raises UsageError as ``check_pages``."""
        given = self._list_pages()
        usual = find_usual_host(given)
        pages = check_pages([each for each in given if is_of_host(each.url, usual) or not each.url])
        return ["--html", *(f"{page.place}={page.url}" for page in pages)] if pages else []

    @property
    def has_pages(self) -> bool:
        """True if a saved page was given."""
        return bool(self._fields)

    def _list_pages(self) -> list[ChosenFile]:
        return [
            ChosenFile(place, name, (field.value or "").strip())
            for place, (name, field) in self._fields.items()
        ]

    async def _save(self, event: events.UploadEventArguments) -> None:
        name = event.file.name
        if name.lower().endswith(RECORD_ENDINGS):
            self._add_warcs([await save_warc(self._warc_folder, event)])
            return
        place = self._make_place(name)
        if name.lower().endswith(ZIP_ENDINGS):
            await event.file.save(place)
            await self._unpack(place)
            return
        if event.file.size() > MAX_PAGE_BYTES:
            raise _not_a_page(name)
        await event.file.save(place)
        await self._add_page(place, name)

    def _make_place(self, name: str) -> Path:
        """Return where an uploaded file is kept. Raises UsageError if there are too many."""
        number = next(self._numbers)  # before anything is awaited: files come at once
        if number > MAX_PAGES:
            raise _not_a_page(name)
        place = Path(self._folder.name) / f"{number}" / re.sub(r"[^\w.-]", "_", name)[-99:]
        place.parent.mkdir()
        return place

    async def _unpack(self, packed: Path) -> None:
        """Take the pages and WARC files out of a zip or WACZ. Raises UsageError."""
        pages, warcs = await asyncio.to_thread(
            extract_files, packed, self._make_place, self._warc_folder
        )
        for place, name in pages:
            await self._add_page(place, name)
        if not pages and not warcs:
            raise UsageError(
                make_message(
                    "{file} contains neither saved pages nor WARC files", file=packed.name
                ),
                "Choose a zip of pages (.html), or a WACZ file.",
            )
        self._add_warcs(warcs)

    def _add_warcs(self, warcs: list[Path]) -> None:
        if warcs:
            self.warcs += warcs
            self._on_warcs()

    async def _add_page(self, place: Path, name: str) -> None:
        """Write the field of a saved page."""
        plain = load_portal(Path(NO_FILE), content=starting_yaml("page").encode("utf-8"))
        try:
            found = await self._context.pages.read(plain, name, find_address_in, place)
        except CuratorError:
            found = ""
        with self._pages, ui.row().classes("studio-row studio-field") as row:
            field = ui.input(
                translate("Address of {name}", name=name), value=found, on_change=self._show_doubts
            )
            field.props('outlined dense type="url"').classes("studio-grows")

            def leave_out() -> None:
                del self._fields[place]
                row.delete()
                self._show_doubts()

            add_button("Leave out", leave_out).props["aria-label"] = translate(
                "Leave out {name}", name=name
            )
        self._fields[place] = name, field
        self._show_doubts()

    def _show_doubts(self) -> None:
        """Say which pages are of another host than most, have no address, or the same one."""
        pages = self._list_pages()
        usual = find_usual_host(pages)
        others = [page.url for page in pages if page.url and not is_of_host(page.url, usual)]
        with refill(self._doubts):
            if others:
                ui.label(
                    translate(
                        "Most pages are from {host}. These are from elsewhere and are left out:",
                        host=usual,
                    )
                )
                for url in others:
                    ui.label(url).classes("studio-quiet studio-anywhere")
            for fault in find_faults(pages):
                ui.label(translate(fault.message)).classes("studio-anywhere")
            if list_same(pages):
                ui.label(translate(WRITE_ADDRESSES)).classes("studio-quiet")


def find_usual_host(pages: Sequence[ChosenFile]) -> str:
    """Return the host of most pages, "" without any."""
    hosts = Counter(filter(None, (split_address(page.url.strip()).netloc for page in pages)))
    return max(hosts, key=lambda host: hosts[host], default="")


def extract_files(
    packed: Path, make_place: Callable[[str], Path], warc_folder: Path
) -> tuple[list[tuple[Path, str]], list[Path]]:
    """Take the saved pages and the WARC files out of a zip or WACZ file; return the pages with
    their names, and the WARC files, which are written into their folder. ``make_place`` returns
    where a page is kept. Raises UsageError."""
    pages: list[tuple[Path, str]] = []
    warcs: list[Path] = []
    try:
        with ZipFile(packed) as archive:
            for entry in archive.infolist():
                name = Path(entry.filename.replace("\\", "/")).name
                if entry.file_size > _MAX_RATIO * entry.compress_size + MAX_PAGE_BYTES:
                    raise UsageError(
                        make_message(
                            "{name} in {file} is far larger than its packed size suggests",
                            file=packed.name,
                            name=name,
                        ),
                        "Unpack it yourself, and choose the files in it.",
                    )
                if name.lower().endswith(PAGE_ENDINGS) and entry.file_size <= MAX_PAGE_BYTES:
                    place = make_place(name)
                    pages.append((place, name))
                elif name.lower().endswith(RECORD_ENDINGS):
                    place = reserve_warc(warc_folder, f"{packed.stem}-{name}")
                    warcs.append(place)
                else:
                    continue
                with archive.open(entry) as source, place.open("wb") as out:
                    shutil.copyfileobj(source, out)
    except (BadZipFile, RuntimeError, NotImplementedError, EOFError) as error:
        raise UsageError(
            make_message("{file} cannot be unpacked: {error}", file=packed.name, error=error),
            "Pack it again, or choose its files.",
        ) from None
    return pages, warcs


def find_address_in(_portal: Portal, place: Path) -> str:
    """Return the address that a saved page gives itself, "" without one. To be called in a
    worker."""
    saved = read_saved_file(place)
    found = find_page_address(saved.content)
    return saved.url if found is None else found.url


def is_of_host(url: str, host: str) -> bool:
    """Return True if an address is of a host, or of one that the same portal may have."""
    return not host or is_same_site(url, f"https://{host}/")


def _not_a_page(name: str) -> UsageError:
    return UsageError(
        make_message(
            "{name}: not a saved page of a portal (at most {max_pages} pages"
            " of {max_page_bytes:,} bytes)",
            name=name,
            max_pages=MAX_PAGES,
            max_page_bytes=MAX_PAGE_BYTES,
        ),
        "Leave it out.",
    )
