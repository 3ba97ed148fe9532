"""The whole key table, which drives reading, did-you-mean, the JSON Schema and the reference."""

from __future__ import annotations

from functools import cache

from webarticlecurator.config import keys_pages as archive
from webarticlecurator.config import keys_pages as article
from webarticlecurator.config import keys_portal as portal
from webarticlecurator.config import keys_portal as rule
from webarticlecurator.config.keys_portal import SELECTORS, Key
from webarticlecurator.config.load_context import LoadContext, Location, Mark
from webarticlecurator.config.source_kinds import ADDRESSES, source_sections
from webarticlecurator.config.yaml_tree import Mapping
from webarticlecurator.errors import PlugInError
from webarticlecurator.model.plug_in import LINK_SOURCE, SELECTOR, list_plug_ins
from webarticlecurator.text.translation import as_message, make_message

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
    **source_sections(),
    "dates": archive.DATES,
    "pagination": archive.PAGINATION,
    "stop": archive.STOP,
    "column fetch": archive.COLUMN_FETCH,
    "article": article.ARTICLE,
    "refresh": article.REFRESH,
    "layout": article.LAYOUT,
    "part": article.PART,
    "body": article.BODY,
    "posts": article.POSTS,
    "signature": article.SIGNATURE,
    "metadata": article.METADATA,
    "clean": article.CLEAN,
    "split": rule.SPLIT,
    "reject": rule.REJECT,
    "rule": rule.RULE,
    "condition": rule.CONDITION,
    "layout condition": rule.LAYOUT_CONDITION,
    "range": rule.RANGE,
    "pager": rule.PAGER,
    "text": rule.TEXT,
    "filter": rule.FILTER,
}
"""Name of a mapping → its keys, in the order of the reference."""

PLACES: dict[str, str] = {
    "portal": make_message("the top level"),
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

    The places are in the order of TABLES. For a key of rules, the tables that extend rules are not
    named.
    """
    tables = {
        table: key
        for table, keys in TABLES.items()
        for key in keys
        if key.name == name and table != but
    }
    return tuple(
        PLACES[table]
        for table, key in tables.items()
        if table == "rule" or key not in TABLES["rule"]
    )


# The keys of a portal file that other packages add: selectors of rules, link sources of spans.


_KEYS = {SELECTOR: SELECTORS[0], LINK_SOURCE: ADDRESSES.key}
"""What a plug-in is → a key that every mapping has in which such a plug-in may be a key."""


def plug_in_keys(tree: Mapping, table: str) -> dict[str, Key]:
    """Return the keys of a mapping that are plug-ins, by name.

    Their type is ``plug-in selector`` or ``plug-in link source``. Packages are asked only if a key
    is not in the table.
    """
    keys = TABLES[table]
    unknown = {name.text for name, _ in tree.entries} - {key.name for key in keys}
    roles = [role for role, key in _KEYS.items() if key in keys]
    if not unknown or not roles:
        return {}
    return {
        plug_in.name: Key(plug_in.name, f"plug-in {role}", "", f"A {role} of another package.")
        for role in roles
        for plug_in in list_plug_ins(role)
        if plug_in.name in unknown
    }


def add_plug_in_problem(context: LoadContext, where: Location, error: PlugInError) -> Mark:
    """Add the problem that the plug-in at ``where`` cannot be used, and return BROKEN."""
    message = make_message(
        "{problem}. {cure}", problem=as_message(error.message), cure=as_message(error.cure)
    )
    return context.add_problem(where, message, found=where.key, allowed="an installed plug-in")
