"""The button that uploads files, and where they are put."""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

from nicegui import events, ui

from webarticlecurator.config.files import is_name_everywhere, open_handle
from webarticlecurator.errors import UsageError
from webarticlecurator.studio.window import add_button, showing_errors

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
