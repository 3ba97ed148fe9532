"""Metadata where the portal file does not say how they are found: what the default sources give, looked at together."""

from __future__ import annotations

from webarticlecurator.extract.dates import DateContext
from webarticlecurator.extract.guess_byline import shown_authors, shown_date
from webarticlecurator.extract.guess_title import site_names, title
from webarticlecurator.extract.guess_units import folded
from webarticlecurator.extract.views import Views
from webarticlecurator.model.article import Value
from webarticlecurator.model.portal import Portal

Values = tuple[Value, ...]


def completed(name: str, usual: Values, views: Views, portal: Portal, context: DateContext) -> Values:
    """The values of a field by the default sources (``usual``), put right by what else the page says."""
    if name == "title" and usual:
        return (title(views, portal, usual[0]),)
    if views.around is not None or views.page.json is not None:
        return usual
    if name == "authors" and {folded(value.value) for value in usual} <= site_names(views, portal):
        return shown_authors(views.page) or usual  # an author, where it only says who published it
    if name == "published" and not usual:
        shown = shown_date(views.page, context)
        return (shown,) if shown else ()
    return usual
