"""Formats of text and tables, one exporter for each: txt, jsonl, csv, txt+csv, tei.

The format ``txt``: the running text, one paragraph per line (UTF-8, LF).

There is a file per article, or all articles are in one stream. In the stream each article begins
with a line ``# id TAB published TAB url TAB title`` and ends with an empty line. No line of text is
empty: an empty line always separates two articles.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import PurePosixPath
from typing import Any, TypeAlias

from lxml import etree

from webarticlecurator.dataclasses import replace
from webarticlecurator.errors import UsageError
from webarticlecurator.export.article_fields import (
    ARTICLE_FIELDS_BY_NAME,
    RECORD_FIELDS,
    TABLE_FIELDS_BY_NAME,
    ArticleField,
    Cell,
    StoredArticle,
    read_mark,
    read_signed_in,
)
from webarticlecurator.export.exporter import Content, Exporter, ExportOptions
from webarticlecurator.model.article import Metadata, Value
from webarticlecurator.model.attribute_words import read_words, to_words
from webarticlecurator.model.fields import FIELD_NAMES, FIELDS, MetadataField
from webarticlecurator.model.portal import Portal
from webarticlecurator.tei import write_corpus_header
from webarticlecurator.text.characters import csv_line, json_safe
from webarticlecurator.tokens.token_model import HEADING, RUNNING_TEXT, find_units

TextLines: TypeAlias = tuple[str, str, list[str]]
"""The text of an article: the path of its TEI file, the line with its title and date, and a line
for each paragraph."""


def read_text_lines(article: StoredArticle) -> TextLines:
    """Return the text of an article."""
    metadata = article.header.metadata
    parts = (
        article.header.id,
        metadata.first("published"),
        article.header.url,
        metadata.first("title"),
    )
    title_line = "# " + "\t".join(" ".join((part or "").split()) for part in parts)
    return article.path, title_line, article.lines()


def txt_chunks(texts: Iterable[TextLines]) -> Iterator[bytes]:
    """Return the stream, article by article."""
    return (encode_lines([title_line, *lines, ""]) for _, title_line, lines in texts)


def txt_files(texts: Iterable[TextLines]) -> Iterator[tuple[str, bytes]]:
    """Return path (``2019/03/<id>.txt``, with slashes) and bytes of each article's file.

    The file holds nothing but the text.
    """
    return ((f"{path.removesuffix('.xml')}.txt", encode_lines(lines)) for path, _, lines in texts)


def encode_lines(lines: Iterable[str]) -> bytes:
    """Return lines as bytes."""
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


# What repeats another article is marked where that was asked for: in the stream, its title line has
# the id of the other at its end; beside the files, which hold nothing but text, lies a table.

MARKED_TABLE = "duplicate_of.tsv"


def read_marked_lines(article: StoredArticle) -> TextLines:
    """Return the text of an article, with the id of the one that it repeats in its title line."""
    path, title_line, lines = read_text_lines(article)
    return path, f"{title_line}\t{read_mark(article)}", lines


def marked_files(texts: Iterable[TextLines]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the articles, and a table of those that repeat another one."""
    marks: list[str] = []

    def note_mark(text: TextLines) -> TextLines:
        name, *_, mark = text[1].removeprefix("# ").split("\t")
        marks.extend([f"{name}\t{mark}"] if mark else [])
        return text

    yield from txt_files(map(note_mark, texts))
    yield write_mark_table(marks)


def write_mark_table(marks: Sequence[str]) -> tuple[str, bytes]:
    """Return path and content of the table; ``marks`` are its lines: the id of an article, and of
    the one that it repeats."""
    return MARKED_TABLE, encode_lines(["id\tduplicate_of", *marks])


def _mark_lines(options: ExportOptions) -> Exporter:
    if not options.more:
        return PLAIN_TEXT
    return replace(PLAIN_TEXT, files=marked_files, convert=read_marked_lines)


PLAIN_TEXT = Exporter(
    "the text, one paragraph per line, for a concordancer",
    txt_chunks,
    txt_files,
    ".txt",
    read_text_lines,
    prepare=_mark_lines,
)


_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")
"""Signs that mean something in Markdown."""
_BEGINS_LIST = re.compile(r"(?=[-+]\s)|(?<=\d)(?=[.)]\s)")


def escape_markdown(text: str) -> str:
    """Return ``text`` in one line, without a sign that Markdown would read as markup."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def write_markdown(title: str, root: etree._Element) -> str:
    """Return the title and the running text of a document with its headings, lists and quotes, as
    Markdown."""
    marks = {"item": "- ", "quote": "> "}
    blocks = [f"# {escape_markdown(title)}"] if title else []
    for unit in find_units(root):
        if unit.part == RUNNING_TEXT:
            mark = marks.get(unit.kind, "")
            if unit.kind == HEADING:
                mark = "#" * min(max(int(unit.level or 2), 2), 6) + " "
            blocks.append(mark + _BEGINS_LIST.sub("\\\\", escape_markdown(unit.text), count=1))
    return "".join(f"{block}\n\n" for block in blocks).rstrip("\n") + "\n"


# The rows of tables: the values of chosen fields of an article.

Row: TypeAlias = list[Cell | list[Cell] | None]


def find_fields(names: Sequence[str]) -> list[ArticleField]:
    """Return the fields with these names."""
    return [TABLE_FIELDS_BY_NAME[name] for name in names]


def read_row(article: StoredArticle, fields: Sequence[ArticleField]) -> Row:
    """Return the values of an article: a list for a field that may have several, None for one
    without a value."""
    values = ((field.is_list, field.read(article)) for field in fields)
    return [list(found) if is_list else next(iter(found), None) for is_list, found in values]


# The format ``jsonl``: one JSON object per article and line (UTF-8, LF).
#
# It has every metadata value with its source, and the text.

CAPTURE_WORDS = read_words("url time record_id payload_digest")
RIGHTS_WORDS = read_words("source value")
VALUE_WORDS = read_words("value source original")
_LINE_BREAKS = {ord(char): f"\\u{ord(char):04x}" for char in "\u2028\u2029"}
"""Allowed in JSON, but some readers take them for line ends: they are written as escapes."""


def json_line(article: StoredArticle) -> bytes:
    """Return the line of an article."""
    return _encode_line(json_object(article))


def json_line_of(columns: Sequence[str], article: StoredArticle) -> bytes:
    """Return the line of an article with the named columns alone: keys of its object as they are,
    and other fields."""
    known = json_object(article)
    fields = find_fields([name for name in columns if name not in known])
    known.update(zip((field.name for field in fields), read_row(article, fields), strict=True))
    return _encode_line({name: known[name] for name in columns})


def _encode_line(value: dict[str, Any]) -> bytes:
    text = json_safe(json.dumps(value, ensure_ascii=False))
    return text.translate(_LINE_BREAKS).encode("utf-8", "replace") + b"\n"


def json_object(article: StoredArticle) -> dict[str, Any]:
    """Return the JSON object of an article.

    Every object has the same keys in the same order; a missing value is null or an empty list.
    ``metadata`` has ``{"value", "source", "original"}`` per field, with lists where the field is
    repeatable; ``text`` has one paragraph per line; ``comments``, ``entries`` and ``blocks`` are
    lists of records.
    """
    header = article.header
    return {
        "id": header.id,
        "url": header.url,
        **plain_values(header.metadata),
        "text": "\n".join(article.lines()),
        **{field.name: list(field.read(article)) for field in RECORD_FIELDS},
        "metadata": sourced_values(header.metadata),
        "aliases": list(header.aliases),
        "column": header.column,
        "kind": header.kind,
        "publisher": header.publisher,
        "words": header.words,
        "confidence": None if header.confidence is None else header.confidence / 1000,
        "page_kind": header.page_kind or None,
        "captures": [to_words(capture, CAPTURE_WORDS) for capture in header.captures],
        "signed_in": read_signed_in(article)[0],
        "problems": [{"kind": kind, "message": message} for kind, message in header.problems],
        "extra": dict(header.extra),
        "rights": [to_words(each, RIGHTS_WORDS) for each in header.rights],
        "output_version": header.output_version,
        "rules_digest": header.rules_digest,
        "path": article.path,
    }


def plain_values(metadata: Metadata) -> dict[str, list[str] | str | None]:
    """Return field → value for all fields: a list for those that may have several values, None for
    one without a value. A field with a key of its own for the list has its first value."""
    return {
        word: metadata.texts(field.name) if is_list else metadata.first(field.name)
        for field in FIELDS
        for word, is_list in _json_words(field)
    }


def sourced_values(metadata: Metadata) -> dict[str, dict[str, Any]]:
    """Return field → its value, or the lists of its values, with source and original; fields
    without a value are left out."""
    return {
        word: _sourced_value(metadata.all(field.name), is_list)
        for field in FIELDS
        if metadata.all(field.name)
        for word, is_list in _json_words(field)
    }


def _json_words(field: MetadataField) -> Iterator[tuple[str, bool]]:
    """Yield the keys of a field, and whether each has a list."""
    yield field.name, field.is_list and not field.json_list
    if field.json_list:
        yield field.json_list, True


def _sourced_value(values: tuple[Value, ...], is_list: bool) -> dict[str, Any]:
    if not is_list:
        return to_words(values[0], VALUE_WORDS)
    sources = dict.fromkeys(value.source for value in values)
    return {
        "value": [v.value for v in values],
        "source": ", ".join(sources),
        "original": [v.original for v in values],
    }


JSON_KEYS = (
    "id", "url",
    *(word for field in FIELDS for word, _ in _json_words(field)),
    "text", "comments", "entries", "blocks", "metadata", "aliases", "column", "kind", "publisher",
    "words", "confidence", "page_kind", "captures", "signed_in", "problems", "extra", "rights",
    "output_version", "rules_digest", "path",
)  # fmt: skip
"""The keys of an object, in their order."""


def _choose_keys(options: ExportOptions) -> Exporter:
    columns = options.choose_columns(JSON_KEYS)
    if columns == JSON_KEYS:
        return JSON_LINES
    return replace(JSON_LINES, convert=partial(json_line_of, columns))


JSON_LINES = Exporter(
    "one JSON object per article and line, with every value",
    iter,
    convert=json_line,
    columns=tuple(dict.fromkeys((*JSON_KEYS, *TABLE_FIELDS_BY_NAME))),
    prepare=_choose_keys,
)


# The format ``csv``: one row per article, for a spreadsheet.
#
# RFC 4180 (commas, CRLF, doubled quotes) in UTF-8 with a byte order mark, without which Excel
# assumes the code page of the system. A cell that a spreadsheet would evaluate as a formula is
# prefixed with an apostrophe (``text/characters.py``).

COLUMNS: tuple[str, ...] = (
    "id", "url",
    *FIELD_NAMES,
    "column", "kind", "publisher", "words", "confidence", "pages", "captured",
    "signed_in", "problems", "aliases", "path",
)  # fmt: skip
"""The header row, unless the user chose other fields."""

SEPARATOR = "; "
"""Separates the values in one cell."""


def csv_chunks(columns: Sequence[str], rows: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the bytes of the table, row by row, after its head."""
    yield b"\xef\xbb\xbf" + csv_line(columns).encode("utf-8")
    yield from rows


def csv_row(columns: Sequence[str], article: StoredArticle) -> bytes:
    """Return the row of an article."""
    return csv_line(read_cells(article, columns)).encode("utf-8", "replace")


def read_cells(article: StoredArticle, columns: Sequence[str]) -> list[str]:
    """Return the cells of an article in the named columns."""
    return [
        SEPARATOR.join(
            f"{value:.3f}" if isinstance(value, float) else str(value)
            for value in field.read(article)
        )
        for field in find_fields(columns)
    ]


def _choose_cells(options: ExportOptions) -> Exporter:
    columns = options.choose_columns(COLUMNS)
    return replace(
        SPREADSHEET, chunks=partial(csv_chunks, columns), convert=partial(csv_row, columns)
    )


SPREADSHEET = Exporter(
    "a table, one row per article, for a spreadsheet",
    partial(csv_chunks, COLUMNS),
    convert=partial(csv_row, COLUMNS),
    columns=tuple(ARTICLE_FIELDS_BY_NAME),
    prepare=_choose_cells,
)


# The format ``txt+csv``: a folder of plain texts with a table of their metadata.
#
# It is what TXM imports (TXT+CSV), and what AntConc and Voyant read. The texts are those of the
# format ``txt``, all in one folder; ``metadata.csv`` has a row for each, with the name of its file
# (without ``.txt``) in the first column, ``id``.

TABLE = "metadata.csv"
ID = "id"
METADATA_COLUMNS = tuple(name for name in ARTICLE_FIELDS_BY_NAME if name not in (ID, "text"))
_DAY_COLUMNS = ("year", "month", "day")
DEFAULT_COLUMNS = (
    *(
        name
        for field in FIELDS
        if field.in_metadata_table
        for name in (field.name, *(_DAY_COLUMNS if field.name == "published" else ()))
    ),
    "column", "publisher", "portal", "words", "url",
)  # fmt: skip
_IN_MEMORY = 10_000_000
_PART = 1_000_000


TextWithRow: TypeAlias = tuple[str, bytes, bytes]
"""The id of an article, its text, and its row of the table."""


def convert_text(columns: Sequence[str], article: StoredArticle) -> TextWithRow:
    """Return the text and the row of an article."""
    row = csv_line([article.header.id, *read_cells(article, columns)]).encode("utf-8", "replace")
    return article.header.id, encode_lines(article.lines()), row


def text_files(
    columns: Sequence[str], texts: Iterable[TextWithRow]
) -> Iterator[tuple[str, Content]]:
    """Yield path and content of each text, then those of the table."""
    # not in memory: the table of a million articles is large
    with tempfile.SpooledTemporaryFile(_IN_MEMORY) as table:
        table.write(csv_line([ID, *columns]).encode("utf-8"))
        for article_id, text, row in texts:
            yield f"{article_id}.txt", text
            table.write(row)
        table.seek(0)
        yield TABLE, iter(partial(table.read, _PART), b"")


def _choose_metadata(options: ExportOptions) -> Exporter:
    chosen = tuple(name for name in options.columns if name != ID)
    columns = replace(options, columns=chosen).choose_columns(DEFAULT_COLUMNS)
    return replace(
        TEXT_TABLE, files=partial(text_files, columns), convert=partial(convert_text, columns)
    )


TEXT_TABLE = Exporter(
    "a folder of texts with a table of their metadata, for TXM, AntConc and Voyant",
    None,
    partial(text_files, DEFAULT_COLUMNS),
    convert=partial(convert_text, DEFAULT_COLUMNS),
    columns=(ID, *METADATA_COLUMNS),
    prepare=_choose_metadata,
)


# The format ``tei``: all articles in one file, a ``teiCorpus``; or in a folder, their files.
#
# Each document is in it as it is in its file, byte for byte, but for the XML declaration, and for
# ``corresp`` where what it repeats was asked for. Ids are unique, since those of a document begin
# with the id of its article.

_PROLOG = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s+|<\?.*?\?>|<!--.*?-->)*", re.DOTALL)
_START = '<?xml version="1.0" encoding="UTF-8"?>\n<teiCorpus xmlns="http://www.tei-c.org/ns/1.0">\n'
_END = b"</teiCorpus>\n"


MarkedDocument: TypeAlias = tuple[str, bytes, str]
"""The path of the file of an article, its content, and the id of the article that it repeats."""


def read_unmarked_document(article: StoredArticle) -> MarkedDocument:
    """Return the document of an article; what it repeats was not asked for."""
    return article.path, article.content, ""


def read_marked_document(article: StoredArticle) -> MarkedDocument:
    """Return the document of an article with what it repeats."""
    return article.path, article.content, read_mark(article)


def cut_prolog(content: bytes) -> bytes:
    """Return a document from its root element on, with a line end."""
    prolog = _PROLOG.match(content)
    return content[prolog.end() if prolog else 0 :].rstrip() + b"\n"


def tei_files(documents: Iterable[MarkedDocument]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the articles, as they are stored."""
    return ((path, content) for path, content, _ in documents)


def marked_tei_files(documents: Iterable[MarkedDocument]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the articles, and a table of those that repeat another one: a reference
    would need the path of its file."""
    marks: list[str] = []
    for path, content, mark in documents:
        marks += [f"{PurePosixPath(path).stem}\t{mark}"] if mark else []
        yield path, content
    yield write_mark_table(marks)


def tei_chunks(
    portals: Sequence[Portal], title: str, documents: Iterable[MarkedDocument]
) -> Iterator[bytes]:
    """Yield the corpus, document by document. Raises UsageError if there are none."""
    is_empty = True
    for _, content, mark in documents:
        if is_empty:
            yield f"{_START}{write_corpus_header(portals, title)}\n".encode()
            is_empty = False
        marked = f'<TEI corresp="#{mark}" '.encode()
        yield cut_prolog(content.replace(b"<TEI ", marked, 1) if mark else content)
    if is_empty:
        raise UsageError(
            "no article is selected (a teiCorpus has at least one)", "Select other articles."
        )
    yield _END


def _name_portals(options: ExportOptions) -> Exporter:
    return replace(
        TEI_CORPUS,
        chunks=partial(tei_chunks, options.portals, options.title),
        files=marked_tei_files if options.more else tei_files,
        convert=read_marked_document if options.more else read_unmarked_document,
    )


TEI_CORPUS = Exporter(
    "all articles in one file, a teiCorpus; as a folder, a file per article",
    partial(tei_chunks, (), ""),
    tei_files,
    ".xml",
    convert=read_unmarked_document,
    prepare=_name_portals,
)

FORMATS = {
    "csv": SPREADSHEET,
    "txt": PLAIN_TEXT,
    "txt+csv": TEXT_TABLE,
    "jsonl": JSON_LINES,
    "tei": TEI_CORPUS,
}
"""Name of a format → its exporter; so in each file of exporters."""
