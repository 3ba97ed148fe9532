"""The whole key table, which drives reading, did-you-mean, the JSON Schema and the reference."""

from __future__ import annotations

from functools import cache

from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.keys import keys_article, keys_rule
from webarticlecurator.portal_file.keys import keys_pages as archive
from webarticlecurator.portal_file.keys import keys_portal as portal
from webarticlecurator.portal_file.keys import keys_settings as settings
from webarticlecurator.portal_file.keys.keys_portal import Key
from webarticlecurator.portal_file.keys.source_kinds import source_sections

TABLES: dict[str, tuple[Key, ...]] = {
    "portal": portal.PORTAL,
    "encoding": portal.ENCODING,
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
    **source_sections(),
    "dates": archive.DATES,
    "pagination": archive.PAGINATION,
    "stop": archive.STOP,
    "column fetch": archive.COLUMN_FETCH,
    "article": keys_article.ARTICLE,
    "refresh": keys_article.REFRESH,
    "layout": keys_article.LAYOUT,
    "part": keys_article.PART,
    "body": keys_article.BODY,
    "posts": keys_article.POSTS,
    "signature": keys_article.SIGNATURE,
    "metadata": keys_article.METADATA,
    "clean": keys_article.CLEAN,
    "split": keys_rule.SPLIT,
    "reject": keys_rule.REJECT,
    "rule": keys_rule.RULE,
    "condition": keys_rule.CONDITION,
    "layout condition": keys_rule.LAYOUT_CONDITION,
    "range": keys_rule.RANGE,
    "pager": keys_rule.PAGER,
    "text": keys_rule.TEXT,
    "filter": keys_rule.FILTER,
    "settings": settings.SETTINGS,
    "notify": settings.NOTIFY,
    "corpus file": settings.CORPUS_FILE,
    "corpus member": settings.CORPUS_MEMBER,
}
"""Name of a mapping → its keys, in the order of the reference."""
SETTINGS_TABLES = ("settings", "notify")
"""Those of another file, ``settings.yaml`` of a corpus folder."""
CORPUS_TABLES = ("corpus file", "corpus member")
"""Those of ``corpus.yaml``."""

PLACES: dict[str, str] = {
    "portal": make_message("the top level"),
    "encoding": "encoding[]",
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
    **{name: f"archive.{name}" for name in source_sections()},
    "dates": "archive.dates",
    "pagination": "archive.pagination",
    "stop": "archive.stop",
    "column fetch": "archive.columns.NAME.fetch",
    "article": "article",
    "refresh": "article.refresh",
    "layout": "article.layouts[]",
    "part": "article.parts[]",
    "body": "article.body",
    "posts": "article.body.posts",
    "signature": "article.body.signature[]",
    "metadata": "article.metadata",
    "clean": "article.clean",
    "split": "article.split",
    "reject": "article.reject[]",
    "rule": "a rule",
    "condition": "when/unless of a rule",
    "layout condition": "article.layouts[].when",
    "range": "captured or published of a layout's when",
    "pager": "pager of a rule",
    "text": "text of a rule",
    "filter": "include/exclude of a rule",
    "settings": "settings.yaml of the corpus folder",
    "notify": "notify of settings.yaml",
    "corpus file": "corpus.yaml",
    "corpus member": "portals[] of corpus.yaml",
}
"""Name of a mapping → its place in the file, in the words of messages."""

REMOVABLE = frozenset("column span dates stop article archive layout body metadata clean".split())
"""Mappings that inherit values: in them, ``none`` removes an inherited one."""


@cache
def key_names(table: str) -> tuple[str, ...]:
    """Return the names of the keys of a mapping."""
    return tuple(key.name for key in TABLES[table])


def places_of_key(name: str, but: str) -> tuple[str, ...]:
    """Return the places where a key called ``name`` is known, except the table ``but``.

    The places are in the order of TABLES; those of a key of ``corpus.yaml`` are in it. For a key
    of rules, the tables that extend rules are not named.
    """
    tables = {
        table: key
        for table, keys in TABLES.items()
        for key in keys
        if key.name == name
        and table != but
        and (but not in CORPUS_TABLES or table in CORPUS_TABLES)
    }
    return tuple(
        PLACES[table]
        for table, key in tables.items()
        if table == "rule" or key not in TABLES["rule"]
    )
