"""Link sources: where the addresses of articles come from. Read link_source.py first.

A new kind is a row in ``config/source_kinds.py`` (its keys, and the class here that reads it) and
that class (what it does with its pages). Link sources of other packages are files (feeds.py).
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from webarticlecurator.archive.sources.lists import (
    NO_PLACE,
    LinkSource,
    PagePlace,
    SourceBody,
    SourcePage,
)
from webarticlecurator.config.source_kinds import KINDS
from webarticlecurator.model.portal import Span


def source_of(span: Span) -> LinkSource:
    """Return the link source of a span. Raises PlugInError."""
    plug_in = span.source.plug_in
    if plug_in is None:
        return _open_source(span.source.kind)
    from webarticlecurator.archive.sources.feeds import PlugInFiles

    return PlugInFiles(plug_in)


@cache
def _open_source(kind: str) -> LinkSource:
    module, name = KINDS[kind].reader
    source: LinkSource = getattr(import_module(f"{__name__}.{module}"), name)()
    return source


__all__ = [
    "NO_PLACE",
    "LinkSource",
    "PagePlace",
    "SourceBody",
    "SourcePage",
    "source_of",
]
