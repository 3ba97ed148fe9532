"""Metadata where the portal file does not say how they are found: what the default sources give,
looked at together."""

from __future__ import annotations

from webarticlecurator.extract.dates.read_date import DateContext
from webarticlecurator.extract.heuristics.authors import tidy_name
from webarticlecurator.extract.heuristics.byline import find_byline_authors, find_byline_date
from webarticlecurator.extract.heuristics.kicker import find_kicker
from webarticlecurator.extract.heuristics.text_units import fold_text
from webarticlecurator.extract.heuristics.title import find_site_names, find_title
from webarticlecurator.extract.metadata.sources import MetadataSources
from webarticlecurator.model.article import Value
from webarticlecurator.model.portal import Portal

Values = tuple[Value, ...]


def complete_metadata(
    name: str, usual: Values, views: MetadataSources, portal: Portal, context: DateContext
) -> Values:
    """The values of a field by the default sources (``usual``), put right by what else the page
    says."""
    if name == "title" and usual:
        return (find_title(views, portal, usual[0]),)
    if name == "kicker" and not usual:
        return _kicker(views, portal)
    if views.around is not None or views.page.json is not None:
        return usual
    if name == "authors":
        return _authors(usual, views, find_site_names(views, portal))
    if name == "published" and (not usual or _is_from_address(usual[0])):
        return _published(usual, find_byline_date(views.page, context))
    return usual


def _kicker(views: MetadataSources, portal: Portal) -> Values:
    found = find_kicker(views.page) if views.page.json is None else None
    if found is None or fold_text(found.text) in find_site_names(views, portal):
        return ()
    return (Value(found.text, "page:kicker", found.original),)


def _authors(usual: Values, views: MetadataSources, site: frozenset[str]) -> Values:
    """The author that the page shows, where its markup only says who published it."""
    known = tidy_name(usual, site)
    return (
        find_byline_authors(views.page) or known
        if {fold_text(value.value) for value in known} <= site
        else known
    )


def _published(usual: Values, shown: Value | None) -> Values:
    """What the page shows; the day in its address counts where the page shows none, or another
    one."""
    if shown is None or (usual and shown.value[:10] != usual[0].value):
        return usual
    return (shown,)


def _is_from_address(value: Value) -> bool:
    return value.source.startswith("url:")
