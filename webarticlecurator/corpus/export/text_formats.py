"""Formats of text and tables, one exporter for each: txt, jsonl, csv, txt+csv, tei.

The format ``txt``: the running text, one paragraph per line (UTF-8, LF).

There is a file per article, or all articles are in one stream. In the stream each article begins
with a line ``# id TAB published TAB url TAB title`` and ends with an empty line. No line of text is
empty: an empty line always separates two articles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from webarticlecurator.corpus.export.stored_article import StoredArticle

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
