"""The places of metadata fields in the header: their values, and the words for
docs/tei-reference.md.
"""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.base.model.article import Metadata
from webarticlecurator.base.model.complete_table import require_every_word
from webarticlecurator.base.model.fields import HeaderPlace, MetadataField, fields_at

_DESCRIPTIONS = require_every_word(
    HeaderPlace,
    {
        HeaderPlace.MAIN_TITLE: (
            '`titleStmt/title`, `sourceDesc/bibl/title level="a"`; empty where the article has none'
        ),
        HeaderPlace.OTHER_TITLE: '`title type="{title_type}"` in both',
        HeaderPlace.AUTHOR: (
            "`author/persName` in both; `orgName` for the publisher, the portal, a source of the"
            " article, or whom the JSON-LD of the page calls an `Organization`"
        ),
        HeaderPlace.SOURCE_ORGANISATION: "`sourceDesc/bibl/respStmt/orgName`",
        HeaderPlace.SOURCE_DATE: (
            '`sourceDesc/bibl/date type="{property}"`, `@when`; as text if it is no date'
        ),
        HeaderPlace.KEYWORDS: '`textClass/keywords scheme="https://schema.org/{property}"/term`',
        HeaderPlace.LANGUAGE: "`langUsage/language/@ident` and `TEI/@xml:lang`; else the portal's",
        HeaderPlace.AVAILABILITY: (
            "`availability/@status`: free, restricted (`closed`, `partial`), unknown; in Schema.org"
            " `true` or `false`, `partial` being `false` with a `hasPart` that is `true`; the"
            " evidence is `conditionsOfAccess`"
        ),
        HeaderPlace.ABSTRACT: "`profileDesc/abstract/p`",
    },
    "_DESCRIPTIONS of tei/documents/header.py",
)


def describe_place(field: MetadataField) -> str:
    """Return where a field stands in the header, for docs/tei-reference.md."""
    place = _DESCRIPTIONS[field.place].format(
        property=field.schema_property, title_type=field.title_type
    )
    return f"{place}; {field.note}" if field.note else place


def values_at(metadata: Metadata, place: HeaderPlace) -> Iterator[tuple[MetadataField, str]]:
    """Yield the values of the fields with this place in the header, each with its field."""
    for field in fields_at(place):
        for value in metadata.texts(field.name):
            if value:
                yield field, value


def first_value_at(metadata: Metadata, place: HeaderPlace) -> str | None:
    """Return the first value of the fields with this place in the header, or None."""
    return next((value for _, value in values_at(metadata, place)), None)
