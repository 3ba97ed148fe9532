"""Link sources: where the addresses of articles come from. Read link_source.py first.

A new kind is a row in ``config/source_kinds.py`` (its keys), a class here (what it does with its
pages) and its place in ``SOURCES``. Link sources of other packages are files (plug_in_files.py).
"""

from __future__ import annotations

from webarticlecurator.archive.sources.address_templates import AddressTemplates
from webarticlecurator.archive.sources.feeds import Feeds
from webarticlecurator.archive.sources.index_pages import IndexPages
from webarticlecurator.archive.sources.link_source import (
    NO_PLACE,
    LinkSource,
    PagePlace,
    SourceBody,
    SourcePage,
)
from webarticlecurator.archive.sources.plug_in_files import PlugInFiles
from webarticlecurator.archive.sources.sitemaps import Sitemaps
from webarticlecurator.config.source_kinds import KINDS
from webarticlecurator.model.portal import Span

SOURCES: dict[str, LinkSource] = {
    source.kind.name: source for source in (AddressTemplates(), IndexPages(), Sitemaps(), Feeds())
}
"""Kind → link source."""

if SOURCES.keys() != KINDS.keys():
    _wrong = ", ".join(sorted(SOURCES.keys() ^ KINDS.keys()))
    raise TypeError(f"link sources differ from the rows of config/source_kinds.py: {_wrong}")


def source_of(span: Span) -> LinkSource:
    """Return the link source of a span. Raises PlugInError."""
    plug_in = span.source.plug_in
    return SOURCES[span.source.kind] if plug_in is None else PlugInFiles(plug_in)


__all__ = [
    "NO_PLACE",
    "SOURCES",
    "LinkSource",
    "PagePlace",
    "SourceBody",
    "SourcePage",
    "source_of",
]
