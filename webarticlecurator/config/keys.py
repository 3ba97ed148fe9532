"""The key table as a whole: it drives reading, did-you-mean, the JSON Schema and the reference."""

from __future__ import annotations

from webarticlecurator.config import keys_archive as archive
from webarticlecurator.config import keys_article as article
from webarticlecurator.config import keys_portal as portal
from webarticlecurator.config import keys_rule as rule
from webarticlecurator.config.key import Key

TABLES: dict[str, tuple[Key, ...]] = {
    "portal": portal.PORTAL,
    "publisher": portal.PUBLISHER,
    "rights": portal.RIGHTS,
    "corpus": portal.CORPUS,
    "editor": portal.EDITOR,
    "address": portal.ADDRESS,
    "fetch": portal.FETCH,
    "tei": portal.TEI,
    "archive": archive.ARCHIVE,
    "column": archive.COLUMN,
    "span": archive.SPAN,
    "dates": archive.DATES,
    "pagination": archive.PAGINATION,
    "stop": archive.STOP,
    "article": article.ARTICLE,
    "version": article.VERSION,
    "body": article.BODY,
    "signature": article.SIGNATURE,
    "metadata": article.METADATA,
    "clean": article.CLEAN,
    "split": rule.SPLIT,
    "reject": rule.REJECT,
    "rule": rule.RULE,
    "condition": rule.CONDITION,
    "version condition": rule.VERSION_CONDITION,
    "range": rule.RANGE,
    "pager": rule.PAGER,
    "text": rule.TEXT,
    "filter": rule.FILTER,
}
"""Name of a mapping → its keys, in the order of the reference."""

PLACES: dict[str, str] = {
    "portal": "the top level",
    "publisher": "publisher",
    "rights": "rights",
    "corpus": "corpus",
    "editor": "corpus.editors[]",
    "address": "address",
    "fetch": "fetch",
    "tei": "tei",
    "archive": "archive",
    "column": "archive.columns.NAME",
    "span": "archive.columns.NAME.spans[]",
    "dates": "archive.dates",
    "pagination": "archive.pagination",
    "stop": "archive.stop",
    "article": "article",
    "version": "article.versions[]",
    "body": "article.body",
    "signature": "article.body.signature[]",
    "metadata": "article.metadata",
    "clean": "article.clean",
    "split": "article.split",
    "reject": "article.reject[]",
    "rule": "a rule",
    "condition": "when/unless of a rule",
    "version condition": "article.versions[].when",
    "range": "captured or published of a version's when",
    "pager": "pager of a rule",
    "text": "text of a rule",
    "filter": "include/exclude of a rule",
}
"""Name of a mapping → where it stands, as messages say it."""

REMOVABLE = frozenset("column span dates stop article archive version body metadata clean".split())
"""Mappings that are merged, so that ``none`` may stand for a value: it removes what stands above.
"""


def key_names(table: str) -> tuple[str, ...]:
    """The keys of a mapping."""
    return tuple(key.name for key in TABLES[table])


def places_of_key(name: str, but: str) -> tuple[str, ...]:
    """Where a key called ``name`` belongs, if not in the table ``but``; in the order of TABLES. A
    key of rules belongs in a rule: the tables that take it over from there are not named."""
    found = {
        table: key
        for table, keys in TABLES.items()
        for key in keys
        if key.name == name and table != but
    }
    return tuple(
        PLACES[table]
        for table, key in found.items()
        if table == "rule" or key not in TABLES["rule"]
    )
