"""The places of metadata fields in the header, in the words of docs/tei-reference.md."""

from __future__ import annotations

from webarticlecurator.base.model.complete_table import require_every_word
from webarticlecurator.base.model.fields import HeaderPlace, MetadataField

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
    "_DESCRIPTIONS of tests/tei/documents/header_place_words.py",
)


def describe_place(field: MetadataField) -> str:
    """Return where a field stands in the header, for docs/tei-reference.md."""
    place = _DESCRIPTIONS[field.place].format(
        property=field.schema_property, title_type=field.title_type
    )
    return f"{place}; {field.note}" if field.note else place
