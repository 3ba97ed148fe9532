"""Where the links of a span come from: one row per kind of link source.

A span has the key of exactly one kind. The row says which keys belong to it and which other keys of
the span it reads; the checks, the schema and the reference follow from it. What a kind does with
its pages is in ``crawling/archive/link_sources.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urljoin

from webarticlecurator.base.dataclasses import dataclass, field, replace
from webarticlecurator.base.portal.plug_in import PlugIn
from webarticlecurator.base.portal.portal import AddressTemplate
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.keys.keys_portal import Key

INCLUDE = Key(
    "include",
    "regexes",
    "",
    "Only addresses of articles that a regex finds ({sources}).",
    '["/news/"]',
)
EXCLUDE = Key(
    "exclude",
    "regexes",
    "",
    "No addresses of articles that a regex finds ({sources}).",
    '["/tag/", "/author/"]',
)

LISTED_VALUES = ("title", "date", "lastmod")
"""Values that sitemaps and feeds have beside an address."""

Address = Callable[[Any, str], AddressTemplate]
"""Returns the address of the first page, from the value of the kind's key and the home page."""


@dataclass(frozen=True)
class SourceKind:
    """A kind of link source.

    - ``key``: the key of a span that has its address, which is also its name;
    - ``reader``: module and class in ``archive/`` that read its pages, imported for a portal
      that has it; empty for a plug-in;
    - ``more_keys``: further keys of a span; ``sections``: the tables of mappings among its keys,
      by their paths;
    - ``reads``: the other keys of a span that have an effect with it;
    - ``known_before``: what is known of its pages before the first request, for ``check --plan``;
    - ``needs``: the keys that its mapping must have, once merged;
    - ``listed``: the values that its pages have beside each link, for the ``listed`` selector;
    - ``address``: the address of its first page, from the value of its key and the home page;
    - ``plug_in``: the plug-in, if it is from another package.
    """

    key: Key
    reads: tuple[str, ...]
    known_before: str = ""
    more_keys: tuple[Key, ...] = ()
    sections: Mapping[str, tuple[Key, ...]] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()
    address: Address = lambda value, _home: value
    plug_in: PlugIn | None = None
    reader: tuple[str, str] = ("", "")

    @property
    def uses_link_rules(self) -> bool:
        """True if ``links`` of the span choose among the links of its pages."""
        return "links" in self.reads

    @property
    def name(self) -> str:
        """The word of the kind: its key."""
        return self.key.name

    @property
    def keys_beside(self) -> tuple[str, ...]:
        """The names of the other keys of a span that have an effect with it."""
        return (*self.reads, *(key.name for key in self.more_keys))


def _inner_address(value: Any, _home: str = "") -> AddressTemplate:
    """Return the address in a mapping."""
    address: AddressTemplate = value.get("url", AddressTemplate("", ()))
    return address


def _robots_or_address(value: Any, home: str) -> AddressTemplate:
    """Return the address of robots.txt where the value, or ``url`` in it, is the word
    ``robots``."""
    address = value if isinstance(value, AddressTemplate) else _inner_address(value)
    if address.parts:
        return address
    robots = urljoin(home, "/robots.txt")
    return AddressTemplate(robots, (robots,))


LIST_KEYS = ("dates", "pagination", "links", "listed", "stop", "settle", "order", "fetch")

ADDRESSES = SourceKind(
    Key(
        "url",
        "archive address",
        "",
        "Address of the archive pages, with fields.",
        '"https://echo.example/{date:%Y/%m/%d}/"',
    ),
    LIST_KEYS,
    reader=("link_sources", "AddressTemplates"),
)
INNER_INDEX = Key(
    "index",
    "section index.index",
    "",
    "What `links` selects are pages of an index, too: years that list months.",
    "{links: a.month}",
)
INDEX_NEXT = Key(
    "next",
    "rules",
    "",
    "The link to the next page of the index; the first one found is used.",
    "a.older",
)
INDEX = SourceKind(
    Key(
        "index",
        "section index",
        "",
        "Pages that list archive pages: issues, calendars, authors.",
        '{url: "https://echo.example/issues", links: a.issue}',
    ),
    LIST_KEYS,
    make_message("an index: the archive pages are known once it is read"),
    sections={
        "index": (
            Key(
                "url",
                "archive address",
                "",
                "Address of the index, which may have date fields.",
                '"https://echo.example/issues"',
            ),
            Key(
                "links",
                "rules",
                "",
                "The links to archive pages; all rules are used.",
                "a.issue",
            ),
            INDEX_NEXT,
            INNER_INDEX,
        ),
        "index.index": (
            Key(
                "links",
                "rules",
                "",
                "The links on these pages, to archive pages; all rules are used.",
                "a.month",
                required=True,
            ),
            INDEX_NEXT,
            INNER_INDEX,
        ),
    },
    needs=("url", "links"),
    address=_inner_address,
    reader=("link_sources", "IndexPages"),
)
SITEMAP = SourceKind(
    Key(
        "sitemap",
        "sitemap",
        "",
        "Address of a sitemap or of an index of sitemaps; `robots`: those that robots.txt names.",
        '"https://echo.example/sitemap.xml"',
    ),
    ("dates", "settle", "fetch"),
    make_message("a sitemap: whether it names other files is known once it is read"),
    more_keys=(INCLUDE, EXCLUDE),
    sections={
        "sitemap": (
            Key(
                "url",
                "sitemap address",
                "",
                "Address of an index of sitemaps; `robots`: those that robots.txt names.",
                '"https://echo.example/sitemap.xml"',
            ),
            Key(
                "files",
                "section sitemap.files",
                "",
                "Which of the files that it names are read.",
                '{exclude: "/category-sitemap"}',
            ),
        ),
        "sitemap.files": (
            Key(
                "include",
                "regexes",
                "",
                "Only files whose address a regex finds.",
                '["/post-sitemap"]',
            ),
            Key(
                "exclude",
                "regexes",
                "",
                "No files whose address a regex finds.",
                '["/(category|author)-sitemap"]',
            ),
        ),
    },
    needs=("url",),
    listed=LISTED_VALUES,
    address=_robots_or_address,
    reader=("sitemaps", "Sitemaps"),
)
FEED = SourceKind(
    Key(
        "feed",
        "archive address",
        "",
        "Address of an RSS or Atom feed.",
        '"https://echo.example/feed"',
    ),
    ("fetch",),
    make_message("a feed: one file, read at every crawl"),
    more_keys=(INCLUDE, EXCLUDE),
    listed=LISTED_VALUES,
    reader=("feeds", "Feeds"),
)

KINDS: dict[str, SourceKind] = {kind.name: kind for kind in (ADDRESSES, INDEX, SITEMAP, FEED)}
"""Key of a span → the kind of link source."""
PLUG_IN_READER = ("plug_in_files", "PlugInFiles")
"""The ``reader`` of link sources of other packages."""
OTHER_SOURCES = tuple(name for name in KINDS if name != ADDRESSES.name)
"""What a span may have in place of ``url``."""


def uses_link_rules(kind: str) -> bool:
    """Return True if ``links`` of a span choose among the links of the pages of its source; a
    plug-in reads files."""
    return kind in KINDS and KINDS[kind].uses_link_rules


def source_keys() -> tuple[Key, ...]:
    """Return the keys of a span that belong to its link source, each once."""
    keys = [kind.key for kind in KINDS.values()]
    more = dict.fromkeys(key for kind in KINDS.values() for key in kind.more_keys)
    return (*keys, *map(_name_sources, more))


def _name_sources(key: Key) -> Key:
    """Return a key whose meaning names the link sources that read it."""
    names = ", ".join(kind.name for kind in KINDS.values() if key in kind.more_keys)
    return replace(key, meaning=key.meaning.format(sources=names))


def source_sections() -> dict[str, tuple[Key, ...]]:
    """Return the tables of the mappings that link sources have: name → keys."""
    return {name: keys for kind in KINDS.values() for name, keys in kind.sections.items()}
