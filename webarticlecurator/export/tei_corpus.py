"""The format ``tei``: all articles in one file, a ``teiCorpus``.

Each document is in it as it is in its file, byte for byte, but for the XML declaration. Ids are
unique, since those of a document begin with the id of its article.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from webarticlecurator.errors import UsageError
from webarticlecurator.export.exporter import Exporter, ExportOptions
from webarticlecurator.export.stored_article import StoredArticle
from webarticlecurator.model.portal import Portal
from webarticlecurator.tei import write_corpus_header

_PROLOG = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s+|<\?.*?\?>|<!--.*?-->)*", re.DOTALL)
_START = '<?xml version="1.0" encoding="UTF-8"?>\n<teiCorpus xmlns="http://www.tei-c.org/ns/1.0">\n'
_END = b"</teiCorpus>\n"


def read_element(article: StoredArticle) -> bytes:
    """Return the document of an article from its root element on, with a line end."""
    prolog = _PROLOG.match(article.content)
    return article.content[prolog.end() if prolog else 0 :].rstrip() + b"\n"


def tei_chunks(portals: Sequence[Portal], documents: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the corpus, document by document. Raises UsageError if there are none."""
    is_empty = True
    for document in documents:
        if is_empty:
            yield f"{_START}{write_corpus_header(portals)}\n".encode()
            is_empty = False
        yield document
    if is_empty:
        raise UsageError(
            "no article is selected (a teiCorpus has at least one)", "Select other articles."
        )
    yield _END


def _name_portals(options: ExportOptions) -> Exporter:
    return replace(EXPORTER, chunks=partial(tei_chunks, options.portals))


EXPORTER = Exporter(
    "all articles in one file, a teiCorpus",
    partial(tei_chunks, ()),
    convert=read_element,
    prepare=_name_portals,
)
