"""Build the TEI document of an article."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from webarticlecurator.errors import CuratorError, UsageError
from webarticlecurator.folders import data_folder
from webarticlecurator.model.article import ORGANISATION, Article, Metadata, TeiDocument
from webarticlecurator.model.corpus_numbers import (
    DIMENSIONS_OF_FIELDS,
    ArticleFacts,
    FactKind,
    shorten_facts,
)
from webarticlecurator.model.portal import Portal
from webarticlecurator.tei import header
from webarticlecurator.tei.body import write_body
from webarticlecurator.tei.header import article_language
from webarticlecurator.tei.read import TEI, find_header, parse_document
from webarticlecurator.tei.xml import (
    Element,
    TeiContext,
    clean_text,
    escape_attribute,
    find_local_day,
    format_when,
    month_folder,
    serialise,
    structure_element,
)
from webarticlecurator.text.times import find_zone, parse_iso_time
from webarticlecurator.text.translation import make_message


def build_document(article: Article, portal: Portal) -> TeiDocument:
    """Return the document as bytes (UTF-8, LF, XML declaration) with its path below ``tei/``.

    The path is ``<year>/<month>/<id>.xml`` by the date of publication in the portal's zone, else
    ``undated/<id>.xml``. Any ``article.blocks`` that obey ``model.blocks.CONTENT`` result in a
    valid document.

    Raises UsageError if the portal's own template is wrong, CuratorError if blocks are nested
    hundreds of levels deep (HTML parsers stop at 256).
    """
    try:
        context = TeiContext(article, portal)
        content = fill_slots(context).encode("utf-8")
    except RecursionError:
        raise CuratorError(
            make_message(
                "the blocks of the article are nested too deep to be written: {url}",
                url=article.url,
            ),
            "Unwrap the nested tag in the portal's tag dictionary (curator tags tree shows it).",
        ) from None
    path = f"{month_folder(article.metadata.first('published'), portal.timezone)}/{article.id}.xml"
    return TeiDocument(article.id, path, content, collect_facts(context))


# The facts of a document that corpora are counted by: of one that is being written, or of a stored
# one. Both are the same.

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
        words=header.words,
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
    words: int,
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
        words=words,
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


# Fill the template of a document: XML with named slots, ``{{name}}``.
#
# A slot alone on its line is replaced by elements with the indentation of the slot; without
# elements the line is removed. ``{{id}}`` and ``{{language}}`` are used inside attribute values or
# text.

Filler = Callable[[TeiContext], list[Element]]
"""A function that returns the elements for a slot."""


def _write_text(context: TeiContext) -> list[Element]:
    return [structure_element("text", [write_body(context.article.id, context.article.blocks)])]


SLOTS: dict[str, Filler] = {
    "titleStmt": header.write_title_statement,
    "editionStmt": header.write_edition_statement,
    "extent": header.write_extent,
    "publicationStmt": header.write_publication_statement,
    "notesStmt": header.write_notes_statement,
    "source": header.write_source,
    "captures": header.write_captures,
    "appInfo": header.write_application,
    "profileDesc": header.write_profile,
    "xenoData": header.write_schema_org_data,
    "text": _write_text,
}
"""Slots that stand alone on a line → function that returns their elements."""

VALUES: dict[str, Callable[[TeiContext], str]] = {
    "id": lambda context: context.article.id,
    "language": header.article_language,
}
"""Slots inside a line → function that returns their text."""

REQUIRED = frozenset(SLOTS) | {"id"}
"""Slots that every template must contain."""

_DECLARATION = re.compile("<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_NO_DOCTYPE = "a document type is not allowed: remove <!DOCTYPE …> and write its entities out"
_SLOT = re.compile(r"^([ ]*)\{\{(\w+)\}\}[ ]*\n|\{\{(\w+)\}\}", re.MULTILINE)


@lru_cache(maxsize=1)
def default_template() -> str:
    """Return the text of ``tei_templates/default.xml``."""
    return (data_folder("tei_templates") / "default.xml").read_text(encoding="utf-8")


def find_template_problems(template: str) -> list[str]:
    """Return messages about unknown, missing, repeated and misplaced slots of a template.

    Declarations of entities are wrong as well: every document made of the template would expand
    them, or name files, for whoever opens it.
    """
    slots = [(m.group(2), m.group(3)) for m in _SLOT.finditer(_normalize_lines(template))]
    names = [alone or inside for alone, inside in slots]
    known = sorted(SLOTS) + sorted(VALUES)

    problems = [_NO_DOCTYPE] if _DECLARATION.search(template) else []
    problems += [
        f"unknown slot {{{{{name}}}}} (expected one of: {', '.join(known)})"
        for name in names
        if name not in known
    ]
    problems += [f"slot {{{{{name}}}}} is missing" for name in sorted(REQUIRED - set(names))]
    problems += [
        f"slot {{{{{name}}}}} occurs {names.count(name)} times"
        for name in sorted(SLOTS)
        if names.count(name) > 1
    ]
    problems += [
        f"slot {{{{{inside}}}}} must stand alone on its line"
        for _, inside in slots
        if inside in SLOTS
    ]
    return problems


def _normalize_lines(template: str) -> str:
    return template.lstrip("\ufeff").replace("\r\n", "\n").rstrip("\n") + "\n"


class Slot(NamedTuple):
    """A slot in a template; ``indent``: spaces before it."""

    indent: int
    name: str


@lru_cache(maxsize=8)
def _parse_template(template: str, name: str) -> tuple[str | Slot, ...]:
    """Return literal text and slots of a template in turn; raises UsageError if it is wrong."""
    problems = find_template_problems(template)
    if problems:
        cure = "Start from tei_templates/default.xml; docs/tei.md lists the slots."
        raise UsageError(f"TEI template {name!r}: " + "; ".join(problems), cure)
    text = _normalize_lines(template)
    parts: list[str | Slot] = []
    position = 0
    for match in _SLOT.finditer(text):
        parts.append(text[position : match.start()])
        parts.append(Slot(len(match.group(1) or ""), match.group(2) or match.group(3)))
        position = match.end()
    return (*parts, text[position:])


def fill_slots(context: TeiContext) -> str:
    """Return the document as text; raises UsageError if the portal's template has wrong slots."""
    portal = context.portal
    parts = _parse_template(portal.template_text or default_template(), portal.template)
    pieces = []
    for part in parts:
        if isinstance(part, str):
            pieces.append(part)
        elif part.name in VALUES:
            pieces.append(" " * part.indent + escape_attribute(VALUES[part.name](context)))
        else:
            elements = SLOTS[part.name](context)
            pieces.append(serialise(elements, part.indent) + "\n" if elements else "")
    return "".join(pieces)
