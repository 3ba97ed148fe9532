"""Link sources: where the addresses of articles come from. Read link_source.py first.

A new kind is a row in ``config/source_kinds.py`` (its keys), a class here (what it does with its
pages) and its place in ``SOURCES``. Link sources of other packages are files (feeds.py).
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from webarticlecurator.archive.sources.link_source import (
    NO_PLACE,
    LinkSource,
    PagePlace,
    SourceBody,
    SourcePage,
)
from webarticlecurator.config.source_kinds import KINDS
from webarticlecurator.model.archive_rules import Span

SOURCES = {
    "url": ("lists", "AddressTemplates"),
    "index": ("lists", "IndexPages"),
    "sitemap": ("sitemaps", "Sitemaps"),
    "feed": ("feeds", "Feeds"),
}
"""Kind → module and class of its link source, which is imported for a portal that has it."""

if SOURCES.keys() != KINDS.keys():
    _wrong = ", ".join(sorted(SOURCES.keys() ^ KINDS.keys()))
    raise TypeError(f"link sources differ from the rows of config/source_kinds.py: {_wrong}")


def source_of(span: Span) -> LinkSource:
    """Return the link source of a span. Raises PlugInError."""
    plug_in = span.source.plug_in
    if plug_in is None:
        return _open_source(span.source.kind)
    from webarticlecurator.archive.sources.feeds import PlugInFiles

    return PlugInFiles(plug_in)


@cache
def _open_source(kind: str) -> LinkSource:
    module, name = SOURCES[kind]
    source: LinkSource = getattr(import_module(f"{__name__}.{module}"), name)()
    return source


__all__ = [
    "NO_PLACE",
    "SOURCES",
    "LinkSource",
    "PagePlace",
    "SourceBody",
    "SourcePage",
    "source_of",
]
