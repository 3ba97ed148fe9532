"""The facts of a document that corpora are counted by: of one that is being written, or of a stored
one. Both are the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime

from lxml import etree

from webarticlecurator.model.article import ORGANISATION, Metadata
from webarticlecurator.model.article_facts import ArticleFacts, shorten_facts
from webarticlecurator.model.iso_time import parse_iso_time
from webarticlecurator.model.timezone import find_zone
from webarticlecurator.tei.dates import find_local_day, format_when
from webarticlecurator.tei.header import article_language
from webarticlecurator.tei.read import TEI, find_header, parse_document
from webarticlecurator.tei.tei_context import TeiContext
from webarticlecurator.tei.xml import clean_text

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
        words=len(context.words),
        confidence=article.confidence,
    )


def read_facts(content: bytes, timezone: str) -> ArticleFacts:
    """Return the facts of a stored document. Raises CuratorError if it is not TEI, ValueError for
    a header that curator did not write.

    ``timezone``: IANA name of the portal's zone.
    """
    root = parse_document(content)
    header = find_header(root)
    captures = (*header.captures, *header.versions)
    return _to_facts(
        header.metadata,
        timezone,
        (parse_iso_time(capture.time) for capture in captures),
        _read_letters(root),
        column=header.column,
        language=header.language,
        words=header.words,
        confidence=header.confidence,
    )


def _to_facts(
    metadata: Metadata,
    timezone: str,
    times: Iterable[datetime],
    letters: str,
    *,
    column: str | None,
    language: str,
    words: int,
    confidence: int | None,
) -> ArticleFacts:
    published = metadata.first("published")
    facts = ArticleFacts(
        title=_first(metadata, "title"),
        published=find_local_day(published, timezone) or format_when(published) or "",
        stored=_first_day(times, timezone),
        column=column or "",
        language=language,
        access=_first(metadata, "access"),
        sections=_all(metadata, "section"),
        authors=_all(metadata, "authors"),
        words=words,
        confidence=confidence,
        field_sources=tuple(
            (name, _kind_of(values[0].source)) for name, values in metadata.fields if values
        ),
        text_digest=hashlib.sha256(letters.encode("utf-8")).digest()[:_DIGEST_BYTES],
    )
    return shorten_facts(facts)


def _first(metadata: Metadata, field: str) -> str:
    return clean_text(metadata.first(field) or "")[0]


def _all(metadata: Metadata, field: str) -> tuple[str, ...]:
    """Return the values of a field, each once."""
    return tuple(dict.fromkeys(clean_text(text)[0] for text in metadata.texts(field) if text))


def _kind_of(source: str) -> str:
    """Return the kind of a source: ``jsonld`` of ``jsonld:datePublished``."""
    return source.removesuffix(ORGANISATION).partition(":")[0]


def _first_day(times: Iterable[datetime], timezone: str) -> str:
    first = min(times, default=None)
    return "" if first is None else first.astimezone(find_zone(timezone)).date().isoformat()


def _read_letters(root: etree._Element) -> str:
    """Return the characters of the words of the body, which are not those of alternative texts."""
    body = root.find(f"{TEI}text/{TEI}body")
    if body is None:
        return ""
    for description in body.iter(f"{TEI}figDesc"):
        description.text = None
    return "".join("".join(map(str, body.itertext())).split())
