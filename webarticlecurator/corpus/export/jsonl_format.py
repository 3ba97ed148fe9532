"""The format ``jsonl``: one JSON object per article and line (UTF-8, LF).

It has every metadata value with its source, and the text.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from webarticlecurator.base.model.article import Metadata, Value
from webarticlecurator.base.model.attribute_words import read_words, to_words
from webarticlecurator.base.model.fields import FIELDS, MetadataField
from webarticlecurator.base.text.characters import json_safe
from webarticlecurator.corpus.export.article_fields import (
    RECORD_FIELDS,
    TABLE_FIELDS_BY_NAME,
    ArticleField,
    Cell,
    read_signed_in,
)
from webarticlecurator.corpus.export.exporter import Exporter
from webarticlecurator.corpus.export.stored_article import StoredArticle

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


CAPTURE_WORDS = read_words("url time record_id payload_digest")
RIGHTS_WORDS = read_words("source value")
VALUE_WORDS = read_words("value source original")
_LINE_BREAKS = {ord(char): f"\\u{ord(char):04x}" for char in "\u2028\u2029"}
"""Allowed in JSON, but some readers take them for line ends: they are written as escapes."""


def json_line(columns: Sequence[str], article: StoredArticle) -> bytes:
    """Return the line of an article with the named columns alone: keys of its object as they are,
    and other fields."""
    known = json_object(article)
    fields = find_fields([name for name in columns if name not in known])
    known.update(zip((field.name for field in fields), read_row(article, fields), strict=True))
    text = json_safe(json.dumps({name: known[name] for name in columns}, ensure_ascii=False))
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
        "word_unit": header.unit,
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
    return {
        "value": [v.value for v in values],
        "source": ", ".join(dict.fromkeys(value.source for value in values)),
        "original": [v.original for v in values],
    }


JSON_KEYS = (
    "id", "url",
    *(word for field in FIELDS for word, _ in _json_words(field)),
    "text", "comments", "entries", "blocks", "metadata", "aliases", "column", "kind", "publisher",
    "words", "word_unit",
    "confidence", "page_kind", "captures", "signed_in", "problems", "extra", "rights",
    "output_version", "rules_digest", "path",
)  # fmt: skip
"""The keys of an object, in their order."""


def join_lines(_columns: Sequence[str], lines: Iterable[bytes]) -> Iterator[bytes]:
    """Return the lines of all articles."""
    return iter(lines)


JSON_LINES = Exporter(
    "one JSON object per article and line, with every value",
    join_lines,
    convert=json_line,
    columns=tuple(dict.fromkeys((*JSON_KEYS, *TABLE_FIELDS_BY_NAME))),
    usual=JSON_KEYS,
)
