"""The button that uploads files, and where they are put."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from urllib.parse import urlsplit

from nicegui import events, ui

from webarticlecurator.config import check, load_portal
from webarticlecurator.config.files import is_name_everywhere, open_handle
from webarticlecurator.config.yaml_edit import set_value
from webarticlecurator.errors import ConfigError, UsageError
from webarticlecurator.export import create_file
from webarticlecurator.model.portal import Portal
from webarticlecurator.studio.frame.page_sources import PageSources, list_warcs, write_warcs
from webarticlecurator.studio.frame.window import add_button, showing_errors

WARC_ENDINGS = (".warc", ".warc.gz", ".warc.zst", ".arc", ".arc.gz")


def add_upload_button(
    words: str,
    endings: str,
    save: Callable[[events.UploadEventArguments], Awaitable[None]],
    max_bytes: int | None = None,
) -> None:
    """Write a button that uploads files whose names have one of the ``endings`` (``.a,.b``), each
    with at most ``max_bytes``; ``save`` is called with each of them."""

    def refuse() -> None:
        most = "" if max_bytes is None else f" of at most {max_bytes:,} bytes"
        ui.notify(f"Not uploaded (expected {endings}{most}).", type="warning")

    upload = ui.upload(
        multiple=True,
        auto_upload=True,
        max_file_size=max_bytes,
        on_upload=showing_errors(save),
        on_rejected=refuse,
    )
    upload.props(f'accept="{endings}"').classes("hidden")  # its own buttons have no names
    button = add_button(words)
    button.on("click", js_handler=f"() => getElement({upload.id}).$refs.qRef.pickFiles()")


def reserve_warc(folder: Path, name: str) -> Path:
    """Return the path of a new WARC file in the folder, created empty so that it is not used twice.

    Raises UsageError for a name that is taken, or is not that of a WARC file.
    """
    plain = Path(name.replace("\\", "/")).name
    is_name = is_name_everywhere(plain) and not re.search(r'[\x00-\x1f<>:"|?*]', plain)
    if plain.startswith(".") or not is_name or not plain.lower().endswith(WARC_ENDINGS):
        raise UsageError(
            f"not the name of a WARC file: {name!r} (expected one that ends in"
            f" {', '.join(WARC_ENDINGS)})",
            "Rename the file, and upload it again.",
        )
    place = folder / plain
    try:
        os.close(open_handle(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        raise UsageError(
            f"{place} already exists", "Name it above if it is the same file, or rename yours."
        ) from None
    return place


# Write the file of a new portal, and never over another one.

_NO_FILE = "new.yaml"


def read_proposal(folder: Path, text: str) -> Portal:
    """Return the portal that a proposed text describes. Raises ConfigError."""
    return load_portal(folder / _NO_FILE, content=text.encode("utf-8"))


def write_portal(
    folder: Path, text: str, portal_id: str, known_ids: Sequence[str], warcs: Sequence[Path] = ()
) -> Path:
    """Write ``<id>.yaml`` with the text under an id, and the list of WARC files beside it; return
    its path.

    Raises UsageError if there is such a portal, file or list; ConfigError for an invalid id.
    """
    if portal_id in known_ids:
        raise UsageError(
            f"there is a portal {portal_id} already", "Give another id: it names the corpus."
        )
    text = set_value(text, ["portal"], portal_id)
    problems = check(folder / _NO_FILE, content=text.encode("utf-8"))
    if problems:
        raise ConfigError(problems)
    path = folder / f"{portal_id}.yaml"
    if warcs and list_warcs(path):
        raise UsageError(
            f"WARC files are listed for {portal_id} already",
            f"Give another id, or move {path.stem}.warcs.txt away.",
        )
    create_file(path, text)
    if warcs:
        write_warcs(path, [_shorten(file, folder) for file in warcs])
    return path


def _shorten(file: Path, folder: Path) -> Path:
    """Return a path below the folder relative to it, so that they can be moved together; else the
    whole path."""
    whole, parent = file.resolve(), folder.resolve()
    return whole.relative_to(parent) if whole.is_relative_to(parent) else whole


# What WARC files hold: their hosts, and the addresses of their pages.

SLICE = 2000
"""Addresses that are read at once."""
MAX_HOSTS = 20
PAGES = 20
"""Addresses that a list shows at once."""


@dataclass(frozen=True)
class WarcHost:
    """A host of WARC files: its home page, and the number of its pages."""

    home: str
    pages: int


def find_files(folder: Path, paths: Sequence[str]) -> tuple[Path, ...]:
    """Return the WARC files that are named; relative paths are below ``folder``.

    Raises UsageError for one that is not there.
    """
    files = tuple(folder / Path(path.strip()).expanduser() for path in paths if path.strip())
    for file in files:
        if not file.is_file():
            raise UsageError(
                f"{file}: no such file (expected a WARC file on this machine)",
                "Give its whole path, or upload it.",
            )
    if not files:
        raise UsageError("no WARC file given", "Give the path of one, or upload it.")
    return files


def list_hosts(sources: PageSources, files: Sequence[Path]) -> list[WarcHost]:
    """Return the hosts with the most pages, these first. Raises WarcUnreadable, UsageError."""
    counts = count_hosts(lambda after: sources.list_in_warcs(files, after=after, limit=SLICE))
    return [WarcHost(home, number) for home, number in counts.most_common(MAX_HOSTS)]


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
