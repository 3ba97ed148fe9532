"""What repeats another article is marked where that was asked for: in the stream, its title line
has the id of the other at its end; beside the files, which hold nothing but text, lies a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.corpus.export.article_fields import read_mark
from webarticlecurator.corpus.export.exporter import Exporter, ExportOptions
from webarticlecurator.corpus.export.stored_article import StoredArticle
from webarticlecurator.corpus.export.text_formats import (
    TextLines,
    encode_lines,
    read_text_lines,
    txt_chunks,
    txt_files,
)

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
