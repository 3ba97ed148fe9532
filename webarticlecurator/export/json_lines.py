"""The format ``jsonl``: one JSON object per article and line (UTF-8, LF).

It has every metadata value with its source, and the text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from webarticlecurator.export.article_fields import ARTICLE_FIELDS_BY_NAME
from webarticlecurator.export.exporter import Exporter, ExportOptions
from webarticlecurator.export.stored_article import StoredArticle
from webarticlecurator.export.table_rows import find_fields, read_row
from webarticlecurator.model.article import Metadata, Value
from webarticlecurator.model.field_types import MetadataField
from webarticlecurator.model.fields import FIELDS
from webarticlecurator.model.stored_words import read_words, to_words
from webarticlecurator.model.visible import json_safe
from webarticlecurator.tei import Header

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
    return _encode_line(
        {name: known[name] if name in known else _field_value(name, article) for name in columns}
    )


def _field_value(name: str, article: StoredArticle) -> Any:
    (value,) = read_row(article, find_fields([name]))
    return value


def _encode_line(value: dict[str, Any]) -> bytes:
    text = json_safe(json.dumps(value, ensure_ascii=False))
    return text.translate(_LINE_BREAKS).encode("utf-8", "replace") + b"\n"


def json_object(article: StoredArticle) -> dict[str, Any]:
    """Return the JSON object of an article.

    Every object has the same keys in the same order; a missing value is null or an empty list.
    ``metadata`` has ``{"value", "source", "original"}`` per field, with lists where the field is
    repeatable; ``text`` has one paragraph per line.
    """
    header = article.header
    return {
        "id": header.id,
        "url": header.url,
        **plain_values(header.metadata),
        "text": "\n".join(article.lines()),
        "metadata": sourced_values(header.metadata),
        **_provenance(header),
        "path": article.path,
    }


def _provenance(header: Header) -> dict[str, Any]:
    return {
        "aliases": list(header.aliases),
        "column": header.column,
        "kind": header.kind,
        "publisher": header.publisher,
        "words": header.words,
        "confidence": None if header.confidence is None else header.confidence / 1000,
        "captures": [to_words(capture, CAPTURE_WORDS) for capture in header.captures],
        "problems": [{"kind": kind, "message": message} for kind, message in header.problems],
        "extra": dict(header.extra),
        "rights": [to_words(each, RIGHTS_WORDS) for each in header.rights],
        "output_version": header.output_version,
        "rules_digest": header.rules_digest,
    }


def plain_values(metadata: Metadata) -> dict[str, list[str] | str | None]:
    """Return field → value for all fields: a list for those that may have several values, None for
    one without a value. A field with a key of its own for the list has its first value."""
    values: dict[str, list[str] | str | None] = {}
    for field in FIELDS:
        for word, is_list in _json_words(field):
            values[word] = metadata.texts(field.name) if is_list else metadata.first(field.name)
    return values


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
    "text", "metadata", "aliases", "column", "kind", "publisher", "words", "confidence", "captures",
    "problems", "extra", "rights", "output_version", "rules_digest", "path",
)  # fmt: skip
"""The keys of an object, in their order."""


def _choose_keys(options: ExportOptions) -> Exporter:
    if not options.columns:
        return EXPORTER
    return replace(EXPORTER, convert=partial(json_line_of, options.columns))


EXPORTER = Exporter(
    "one JSON object per article and line, with every value",
    iter,
    convert=json_line,
    columns=tuple(dict.fromkeys((*JSON_KEYS, *ARTICLE_FIELDS_BY_NAME))),
    prepare=_choose_keys,
)
