"""The format ``tei``: all articles in one file, a ``teiCorpus``; or in a folder, their files.

Each document is in it as it is in its file, byte for byte, but for the XML declaration, and for
``corresp`` where what it repeats was asked for, and for what people judged of the corpus. Ids are
unique, since those of a document begin with the id of its article.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import tee
from pathlib import PurePosixPath
from typing import TypeAlias

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.export.article_fields import read_mark
from webarticlecurator.corpus.export.csv_format import SPREADSHEET
from webarticlecurator.corpus.export.duplicate_marks import PLAIN_TEXT, write_mark_table
from webarticlecurator.corpus.export.exporter import Exporter, ExportOptions
from webarticlecurator.corpus.export.jsonl_format import JSON_LINES
from webarticlecurator.corpus.export.stored_article import StoredArticle
from webarticlecurator.corpus.export.text_table_format import TEXT_TABLE
from webarticlecurator.tei.documents.corpus_header import add_correction, write_corpus_header

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


def tei_files(
    judged: Mapping[str, Sequence[str]], documents: Iterable[MarkedDocument]
) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the articles, as they are stored, with what people judged of their corpus:
    of several, a path begins with the id of the portal."""
    for path, content, _ in documents:
        portal = path.partition("/")[0] if len(judged) > 1 else next(iter(judged), "")
        yield path, add_correction(content, judged.get(portal, ()))


def marked_tei_files(
    judged: Mapping[str, Sequence[str]], documents: Iterable[MarkedDocument]
) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the articles, and a table of those that repeat another one: a reference
    would need the path of its file."""
    marks: list[str] = []
    marked, named = tee(documents)
    for (path, content), (_, _, mark) in zip(tei_files(judged, marked), named, strict=True):
        marks += [f"{PurePosixPath(path).stem}\t{mark}"] if mark else []
        yield path, content
    yield write_mark_table(marks)


def tei_chunks(
    portals: Sequence[Portal],
    title: str,
    judged: Mapping[str, Sequence[str]],
    documents: Iterable[MarkedDocument],
) -> Iterator[bytes]:
    """Yield the corpus, document by document. Raises UsageError if there are none."""
    is_empty = True
    for _, content, mark in documents:
        if is_empty:
            yield f"{_START}{write_corpus_header(portals, title, judged)}\n".encode()
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
        chunks=partial(tei_chunks, options.portals, options.title, options.judged),
        files=partial(marked_tei_files if options.more else tei_files, options.judged),
        convert=read_marked_document if options.more else read_unmarked_document,
    )


TEI_CORPUS = Exporter(
    "all articles in one file, a teiCorpus; as a folder, a file per article",
    partial(tei_chunks, (), "", {}),
    partial(tei_files, {}),
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
