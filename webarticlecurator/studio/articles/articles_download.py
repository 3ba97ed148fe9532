"""What the table of articles shows, as a file: the export of the same selection, in the browser or
in a folder of this machine."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from threading import Lock
from zipfile import ZipFile

from nicegui import ui

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.system.output_files import make_folder, make_zip_entry
from webarticlecurator.base.text.translation import make_message, translate, translate_count
from webarticlecurator.corpus.export.exporter import ExportOptions
from webarticlecurator.corpus.export.formats import find_exporter
from webarticlecurator.corpus.export.sheets import MOST_CHARACTERS, MOST_ROWS
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import move_focus, refill
from webarticlecurator.studio.frame.run_line import write_run_line
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.widgets import (
    on_value,
    write_button,
    write_choice,
    write_element,
)
from webarticlecurator.studio.frame.window import INSTANT

DOWNLOADS = ".downloads"
"""The folder beside the corpora with what was made for browsers; it may be removed."""


@dataclass(frozen=True)
class DownloadFormat:
    """A format of the list: what it is called, the name of what is written (a folder without an
    ending), and what is to be known of it."""

    words: str
    name: str
    note: str = ""


_TOKENS = make_message("Tokens come from rules. Lemmas and tags need `curator export --model`.")
FORMATS: Mapping[str, DownloadFormat] = {
    "xlsx": DownloadFormat(
        make_message("Excel (xlsx)"),
        "articles",
        make_message(
            "A text of more than {characters:,} characters does not fit into a cell. It is saved"
            " in full as a text file, which its row names. More than {articles:,} articles"
            " continue on further sheets.",
            characters=MOST_CHARACTERS,
            articles=MOST_ROWS - 1,
        ),
    ),
    "csv": DownloadFormat(make_message("CSV, one row per article"), "articles.csv"),
    "tei": DownloadFormat(
        make_message("TEI, a file per article"), "tei", make_message("In the browser, as one zip.")
    ),
    "txt+csv": DownloadFormat(
        make_message("Texts with a table (txt, csv)"),
        "texts",
        make_message("For TXM, AntConc and Voyant. In the browser, as one zip."),
    ),
    "jsonl": DownloadFormat(make_message("JSON lines, one object per article"), "articles.jsonl"),
    "parquet": DownloadFormat(make_message("Parquet"), "articles.parquet"),
    "vertical": DownloadFormat(
        make_message("Vertical, for Sketch Engine"), "articles.vert", _TOKENS
    ),
    "conllu": DownloadFormat(
        make_message("CoNLL-U, for spaCy and UDPipe"), "articles.conllu", _TOKENS
    ),
}
COLUMN_CHOICES = {
    "text": make_message("address, the columns of this table, text"),
    "table": make_message("the columns of this table"),
    "all": make_message("all columns of the format"),
}


@dataclass(frozen=True)
class DownloadSource:
    """What an export is given: the portal file or ``corpus.yaml``, the folder that ``--corpus``
    means; ``name`` is that of its run and of what is made."""

    name: str
    config: Path
    folder: Path


def export_words(
    source: DownloadSource,
    where: Sequence[str],
    format_name: str,
    columns: Sequence[str],
    output: Path,
) -> list[str]:
    """Return the words of the command that exports a selection. Raises UsageError for a format that
    cannot be written here."""
    # raises for a library that is not installed
    exporter = find_exporter(format_name, ExportOptions())
    return [
        *("export", str(source.config.resolve()), "--corpus", str(source.folder.resolve())),
        *("--format", format_name, "--output", str(output)),
        *(f"--where={condition}" for condition in where),
        *([f"--columns={','.join(columns)}"] if columns and exporter.columns else []),
    ]


_PACKING = Lock()
"""Held while files are packed: each tab that shows the table packs them."""


def pack_download(folder: Path, name: str) -> Path:
    """Return the only file in a folder, renamed to begin with ``name``, or a zip with all of its
    files, which is made beside them, once."""
    with _PACKING:
        packed = folder.with_name(f"{folder.name}.zip")
        if not folder.is_dir():  # another tab has packed it
            return packed
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        if len(files) == 1:
            return files[0].rename(folder / f"{name}{files[0].suffix}")
        with ZipFile(packed, "w", allowZip64=True) as archive:
            for path in files:
                entry = make_zip_entry(path.relative_to(folder).as_posix())
                with (
                    path.open("rb") as source,
                    archive.open(entry, "w", force_zip64=True) as target,
                ):
                    shutil.copyfileobj(source, target)
        shutil.rmtree(folder)
        return packed


class DownloadForm:
    """The form that exports what the table shows, and what it has made last."""

    def __init__(
        self,
        context: StudioContext,
        source: DownloadSource,
        where: Sequence[str],
        columns: Sequence[str],
    ) -> None:
        self._context, self._source = context, source
        self._where, self._columns = where, columns
        self._given = {"format": "xlsx", "columns": "text"}

    def write(self, number: int | None, *, is_open: bool) -> None:
        """Write the form; ``number`` of articles, if it is known."""
        chosen = (
            translate("the selection")
            if number is None
            else translate_count("{number:,} article", "{number:,} articles", number)
        )
        with (
            ui.expansion(translate("Download {selection}", selection=chosen), value=is_open)
            .props(INSTANT)
            .classes("articles-download")
        ):
            with write_element("div", classes="form-row"):
                first = self._choice(
                    "Format", "format", {name: each.words for name, each in FORMATS.items()}
                )
                self._choice("Columns of a table", "columns", COLUMN_CHOICES)
                download = write_button("Download", showing_errors(self._start))
                download.classes("main-action" * is_open)
            self._note = write_element("p", FORMATS["xlsx"].note, "studio-quiet")
            write_run_line(
                self._context.commands,
                self._source.name,
                "export",
                "Writing the articles",
                self._finish,
            )
            self._made = write_element("div", classes="studio-stack", role="status")
        if is_open:
            move_focus(first)

    def _choice(self, label: str, name: str, options: Mapping[str, str]) -> ui.element:
        field = write_choice(label, name, options, self._given[name])
        return on_value(field, "change", partial(self._set, name))

    def _set(self, name: str, value: str) -> None:
        self._given[name] = str(value)
        if value in FORMATS and name == "format":
            self._note.set_text(translate(FORMATS[value].note))

    async def _start(self) -> None:
        await asyncio.to_thread(self._start_command)
        self._made.clear()

    def _start_command(self) -> None:
        chosen, name = self._given["format"], self._source.name
        if chosen not in FORMATS:
            raise UsageError(
                make_message("not a format: {chosen!r}", chosen=chosen), "Choose one from the list."
            )
        # what was made before is in the browser by now
        folder = self._made_folder(name)
        shutil.rmtree(folder.parent, ignore_errors=True)
        make_folder(folder)
        output = folder / FORMATS[chosen].name
        columns: Mapping[str, Sequence[str]] = {
            "table": self._columns,
            "text": [*dict.fromkeys(("url", *self._columns, "text"))],
        }
        words = export_words(
            self._source, self._where, chosen, columns.get(self._given["columns"], ()), output
        )
        if self._context.drafts.allow_hooks() is True:
            words.append("--allow-hooks")
        self._context.commands.start(words, [name], alone=True)

    def _made_folder(self, name: str) -> Path:
        return self._context.settings.corpora.resolve() / DOWNLOADS / name / "files"

    async def _finish(self) -> None:
        """Offer what the command has written."""
        run = await asyncio.to_thread(self._context.commands.find_last, self._source.name, "export")
        if run is None or run.failed:
            return
        folder = self._made_folder(self._source.name)
        file = await asyncio.to_thread(pack_download, folder, self._source.name)
        with refill(self._made):
            name = f"{self._source.name}{file.suffix}"
            size = translate("{size:,.1f} MB", size=file.stat().st_size / 1e6)
            write_button(
                translate("Save {name} ({size})", name=name, size=size),
                partial(ui.download.file, file, name),
            )
        ui.download.file(file, name)
