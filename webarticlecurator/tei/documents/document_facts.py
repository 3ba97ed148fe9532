"""The facts of a document that corpora are counted by: of one that is being written, or of a stored
one. Both are the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from webarticlecurator.base.model.article import ORGANISATION, Metadata
from webarticlecurator.base.model.article_facts import ArticleFacts, shorten_facts
from webarticlecurator.base.model.corpus_dimensions import DIMENSIONS_OF_FIELDS, FactKind
from webarticlecurator.base.text.times import find_zone, parse_iso_time
from webarticlecurator.base.text.word_borders import count_text
from webarticlecurator.tei.documents.body_words import TeiContext
from webarticlecurator.tei.documents.header import article_language
from webarticlecurator.tei.documents.read import TEI, find_header, parse_document
from webarticlecurator.tei.documents.tei_dates import find_local_day, format_when
from webarticlecurator.tei.documents.xml import clean_text

_DIGEST_BYTES = 8


def collect_facts(context: TeiContext) -> ArticleFacts:
    """Return the facts of the document that is written from ``context``."""
    article = context.article
    captures = (*article.captures, *article.history.versions)
    return _to_facts(
        article.metadata,
        context.portal.timezone,
        (capture.time for capture in captures),
        "".join(context.words),
        column=article.column,
        language=article_language(context),
        count=count_text(" ".join(context.words)),
        confidence=article.confidence,
        page_kind=article.page_kind,
    )


def read_facts(content: bytes, timezone: str) -> ArticleFacts:
    """Return the facts of a stored document. Raises CuratorError if it is not TEI, ValueError for
    a header that curator did not write.

    ``timezone``: IANA name of the portal's zone.
    """
    root = parse_document(content)
    header = find_header(root)
    # the characters of the words of the body, which are not those of alternative texts
    body = root.find(f"{TEI}text/{TEI}body")
    for description in body.iter(f"{TEI}figDesc") if body is not None else ():
        description.text = None
    letters = "" if body is None else "".join("".join(map(str, body.itertext())).split())
    captures = (*header.captures, *header.versions)
    return _to_facts(
        header.metadata,
        timezone,
        (parse_iso_time(capture.time) for capture in captures),
        letters,
        column=header.column,
        language=header.language,
        count=(header.words, header.unit),
        confidence=header.confidence,
        page_kind=header.page_kind,
    )


def _to_facts(
    metadata: Metadata,
    timezone: str,
    times: Iterable[datetime],
    letters: str,
    *,
    column: str | None,
    language: str,
    count: tuple[int, str],
    confidence: int | None,
    page_kind: str,
) -> ArticleFacts:
    published = metadata.first("published")
    first_time = min(times, default=None)
    stored = first_time.astimezone(find_zone(timezone)).date().isoformat() if first_time else ""
    counted: dict[str, Any] = {}
    for name, dimension in DIMENSIONS_OF_FIELDS.items():
        if dimension.fact.kind is FactKind.LIST:
            texts = (clean_text(text)[0] for text in metadata.texts(name) if text)
            counted[dimension.fact.value] = tuple(dict.fromkeys(texts))
        else:
            counted[dimension.fact.value] = _first(metadata, name)
    facts = ArticleFacts(
        title=_first(metadata, "title"),
        published=find_local_day(published, timezone) or format_when(published) or "",
        stored=stored,
        column=column or "",
        words=count[0],
        unit=count[1],
        confidence=confidence,
        page_kind=page_kind,
        field_sources=tuple(  # the kind of a source: jsonld of jsonld:datePublished
            (name, values[0].source.removesuffix(ORGANISATION).partition(":")[0])
            for name, values in metadata.fields
            if values
        ),
        text_digest=hashlib.sha256(letters.encode("utf-8")).digest()[:_DIGEST_BYTES],
        **{**counted, "language": language},
    )
    return shorten_facts(facts)


def _first(metadata: Metadata, field: str) -> str:
    return clean_text(metadata.first(field) or "")[0]
