"""The format ``txt``: the running text, one paragraph per line (UTF-8, LF).

There is a file per article, or all articles are in one stream. In the stream each article begins
with a line ``# id TAB published TAB url TAB title`` and ends with an empty line. No line of text is
empty: an empty line always separates two articles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from webarticlecurator.export.exporter import Exporter
from webarticlecurator.export.stored_article import StoredArticle


@dataclass(frozen=True)
class TextLines:
    """The text of an article: the ``path`` of its TEI file, the line with its title and date, and
    a line for each paragraph."""

    path: str
    title_line: str
    lines: list[str]


def read_text_lines(article: StoredArticle) -> TextLines:
    """Return the text of an article."""
    return TextLines(article.path, _title_line(article), article.lines())


def txt_chunks(texts: Iterable[TextLines]) -> Iterator[bytes]:
    """Yield the stream, article by article."""
    for text in texts:
        yield encode_lines([text.title_line, *text.lines, ""])


def txt_files(texts: Iterable[TextLines]) -> Iterator[tuple[str, bytes]]:
    """Yield path (``2019/03/<id>.txt``, with slashes) and bytes of each article's file.

    The file holds nothing but the text.
    """
    for text in texts:
        yield f"{text.path.removesuffix('.xml')}.txt", encode_lines(text.lines)


def _title_line(article: StoredArticle) -> str:
    metadata = article.header.metadata
    parts = (
        article.header.id,
        metadata.first("published"),
        article.header.url,
        metadata.first("title"),
    )
    return "# " + "\t".join(" ".join((part or "").split()) for part in parts)


def encode_lines(lines: Iterable[str]) -> bytes:
    """Return lines as bytes."""
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


EXPORTER = Exporter(
    "the text, one paragraph per line, for a concordancer",
    txt_chunks,
    txt_files,
    ".txt",
    read_text_lines,
)
