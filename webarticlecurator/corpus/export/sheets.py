"""The formats ``xlsx`` and ``ods``: a workbook with one row per article.

Numbers are numbers, all else is text, so nothing is a formula. What is longer than a cell holds is
whole in a file that the cell names (``texts/ID-text.txt``): then ``--output`` is a folder with the
workbook and these files. More articles than a sheet holds go on in further sheets.

XlsxWriter writes ``xlsx``. No library that was tried is fit for ``ods``: odfdo takes a minute for
3,000 articles, odswriter joins the paragraphs of a text and writes the time of the clock.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from datetime import datetime
from functools import partial
from typing import BinaryIO, TypeAlias
from zipfile import ZipFile

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.system.installation import require_extra
from webarticlecurator.base.system.output_files import make_zip_entry
from webarticlecurator.corpus.export.article_fields import ARTICLE_FIELDS_BY_NAME, NUMBERS, Cell
from webarticlecurator.corpus.export.csv_format import COLUMNS, read_cells
from webarticlecurator.corpus.export.exporter import Content, Exporter
from webarticlecurator.corpus.export.jsonl_format import find_fields
from webarticlecurator.corpus.export.stored_article import StoredArticle
from webarticlecurator.tei.documents.xml import escape, escape_attribute

SheetRow: TypeAlias = tuple[Sequence[Cell], Sequence[tuple[str, bytes]]]
"""The cells of a row, and path and content of the files that they name."""
MOST_CHARACTERS, MOST_ROWS = 32_767, 1_048_576
"""What a cell and a sheet of Excel hold; characters beyond U+FFFF count twice."""
_WORKBOOK_NAME = "articles"
_PART = 1_000_000


def make_sheet_row(columns: Sequence[str], article: StoredArticle) -> SheetRow:
    """Return the row of an article."""
    cells: list[Cell] = []
    files = []
    for field, text in zip(find_fields(columns), read_cells(article, columns), strict=True):
        if field.type in NUMBERS and text:
            cells.append(float(text))
            continue
        if _is_too_long(text):
            path = f"texts/{article.header.id}-{field.name}.txt"
            files.append((path, f"{text}\n".encode("utf-8", "replace")))
            text = path
        cells.append(text)
    return cells, files


def _is_too_long(text: str) -> bool:
    return len(text.encode("utf-16-le", "replace")) > 2 * MOST_CHARACTERS


def table_chunks(form: str, rows: Iterable[Iterable[Cell]]) -> Iterator[bytes]:
    """Yield the bytes of a workbook with any table; its first row is the head. Raises
    UsageError."""
    require_extra(FORMATS[form].extra, FORMATS[form].libraries, f"a table in {form}")
    checked = (tuple(map(_check_cell, row)) for row in rows)
    head = next(checked)
    yield from sheet_chunks(form, tuple(map(str, head)), ((row, ()) for row in checked))


def _check_cell(cell: Cell) -> Cell:
    if isinstance(cell, str) and _is_too_long(cell):
        raise UsageError(
            f"longer than a spreadsheet cell can hold: {cell:.40}…", "Write the table as CSV."
        )
    return cell


def sheet_files(
    form: str, columns: Sequence[str], rows: Iterable[SheetRow], most_rows: int = MOST_ROWS
) -> Iterator[tuple[str, Content]]:
    """Yield path and content of each file that a cell names, then those of the workbook."""
    with tempfile.TemporaryFile() as out:
        with closing(_WORKBOOKS[form](out)) as book:
            number_of_sheets = 1
            _begin_sheet(book, _WORKBOOK_NAME, columns)
            for number, (cells, files) in enumerate(rows):
                yield from files
                if number == number_of_sheets * (most_rows - 1):
                    number_of_sheets += 1
                    _begin_sheet(book, f"{_WORKBOOK_NAME}-{number_of_sheets}", columns)
                book.add_row(cells)
        out.seek(0)
        yield f"{_WORKBOOK_NAME}.{form}", iter(partial(out.read, _PART), b"")


def _begin_sheet(book: _ExcelBook | _OpenDocument, name: str, columns: Sequence[str]) -> None:
    book.add_sheet(name)
    book.add_row(columns)


def sheet_chunks(form: str, columns: Sequence[str], rows: Iterable[SheetRow]) -> Iterator[bytes]:
    """Yield the bytes of the workbook. Raises UsageError for a text that no cell can hold."""
    for path, content in sheet_files(form, columns, rows):
        if isinstance(content, bytes):
            raise UsageError(
                f"longer than a cell of a spreadsheet holds ({MOST_CHARACTERS:,} characters):"
                f" {path.removeprefix('texts/').removesuffix('.txt')}",
                "Give a folder with --output, where such a text becomes a file that its cell"
                " names, or leave out the column.",
            )
        yield from content


class _ExcelBook:
    """A workbook that XlsxWriter writes; rows wait in files, not in memory."""

    def __init__(self, out: BinaryIO) -> None:
        import xlsxwriter

        self._folder = tempfile.TemporaryDirectory()
        self._book = xlsxwriter.Workbook(
            out, {"constant_memory": True, "tmpdir": self._folder.name}
        )
        # else the clock
        self._book.set_properties({"created": datetime(1980, 1, 1)})  # noqa: DTZ001

    def add_sheet(self, name: str) -> None:
        self._row = 0
        self._sheet = self._book.add_worksheet(name)
        self._sheet.freeze_panes(1, 0)

    def add_row(self, cells: Sequence[Cell]) -> None:
        for place, cell in enumerate(cells):
            if isinstance(cell, str):
                self._sheet.write_string(self._row, place, cell)
            else:
                self._sheet.write_number(self._row, place, cell)
        self._row += 1

    def close(self) -> None:
        self._book.close()
        self._folder.cleanup()


_MIME = "application/vnd.oasis.opendocument.spreadsheet"
_NAMESPACE = "urn:oasis:names:tc:opendocument:xmlns"
_MANIFEST = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    f'<manifest:manifest xmlns:manifest="{_NAMESPACE}:manifest:1.0" manifest:version="1.2">'
    f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{_MIME}"/>'
    '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
    "</manifest:manifest>\n"
)
_START = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    f'<office:document-content xmlns:office="{_NAMESPACE}:office:1.0"'
    f' xmlns:table="{_NAMESPACE}:table:1.0" xmlns:text="{_NAMESPACE}:text:1.0"'
    ' office:version="1.2"><office:body><office:spreadsheet>'
)
_END = "</office:spreadsheet></office:body></office:document-content>\n"
_SPACES = re.compile("^ +|  +| +$")
"""Spaces of which a reader would keep one or none."""


class _OpenDocument:
    """A workbook of OpenDocument."""

    def __init__(self, out: BinaryIO) -> None:
        self._zip = ZipFile(out, "w")
        self._zip.writestr(make_zip_entry("mimetype", is_packed=False), _MIME)
        self._zip.writestr(make_zip_entry("META-INF/manifest.xml"), _MANIFEST)
        self._content = self._zip.open(make_zip_entry("content.xml"), "w", force_zip64=True)
        self._write(_START)
        self._end_of_sheet = ""

    def add_sheet(self, name: str) -> None:
        self._write(f'{self._end_of_sheet}<table:table table:name="{escape_attribute(name)}">')
        self._end_of_sheet = "</table:table>"

    def add_row(self, cells: Sequence[Cell]) -> None:
        self._write(f"<table:table-row>{''.join(map(_write_cell, cells))}</table:table-row>\n")

    def close(self) -> None:
        self._write(f"{self._end_of_sheet}{_END}")
        self._content.close()
        self._zip.close()

    def _write(self, text: str) -> None:
        self._content.write(text.encode("utf-8", "replace"))


def _write_cell(cell: Cell) -> str:
    if isinstance(cell, str):
        kind = 'office:value-type="string"'
        text = "".join(f"<text:p>{_write_line(line)}</text:p>" for line in cell.split("\n"))
    else:
        kind = f'office:value-type="float" office:value="{cell:.15g}"'
        text = f"<text:p>{cell:.15g}</text:p>"
    return f"<table:table-cell {kind}>{text}</table:table-cell>" if cell != "" else _NO_CELL


_NO_CELL = "<table:table-cell/>"


def _write_line(line: str) -> str:
    return _SPACES.sub(lambda found: f'<text:s text:c="{len(found[0])}"/>', escape(line)).replace(
        "\t", "<text:tab/>"
    )


_WORKBOOKS: dict[str, type[_ExcelBook | _OpenDocument]] = {
    "xlsx": _ExcelBook,
    "ods": _OpenDocument,
}
"""Format → what writes a workbook of it, row by row."""


def _describe(form: str, summary: str) -> Exporter:
    return Exporter(
        summary,
        partial(sheet_chunks, form),
        partial(sheet_files, form),
        f".{form}",
        make_sheet_row,
        tuple(ARTICLE_FIELDS_BY_NAME),
        COLUMNS,
    )


FORMATS = {
    "xlsx": replace(
        _describe("xlsx", "a workbook, one row per article, for Excel"),
        extra="office",
        libraries=("xlsxwriter",),
    ),
    "ods": _describe("ods", "a workbook, one row per article, for LibreOffice"),
}
