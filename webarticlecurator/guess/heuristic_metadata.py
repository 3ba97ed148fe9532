"""Correct metadata where the portal file has no rules for them: the values of the default sources
and of the page's own text, compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from webarticlecurator.guess.page_dates import (
    check_time,
    find_changed,
    find_embedded_date,
    find_published,
    find_time_of,
)
from webarticlecurator.guess.persons import find_byline_authors, find_plain_names, tidy_names
from webarticlecurator.guess.sources import MetadataSources
from webarticlecurator.guess.text_units import fold_text
from webarticlecurator.guess.title import find_kicker, find_site_names, find_title
from webarticlecurator.model.article import Value
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import Page
from webarticlecurator.text.dates import DateContext
from webarticlecurator.text.times import DAY_LENGTH

Values = tuple[Value, ...]


@dataclass(frozen=True)
class MetadataCompleter:
    """Corrects the values of the default sources of one page by what else the page has.

    ``context``: what the dates of the page are read with.
    """

    sources: MetadataSources
    portal: Portal
    context: DateContext

    @cached_property
    def _site_names(self) -> frozenset[str]:
        return find_site_names(self.sources, self.portal)

    def complete(self, field: str, defaults: Values) -> Values:
        """Return ``defaults``, the values of a field from the default sources, corrected."""
        sources, page = self.sources, self.sources.page
        if field == "title" and defaults:
            return (find_title(sources, self._site_names, defaults[0]),)
        if field == "kicker" and not defaults:
            return self._find_kicker()
        if sources.surrounding is not None or page.json is not None:
            return defaults
        if field == "authors":
            return _complete_authors(defaults, sources, self._site_names)
        if field == "published":
            checked = check_time(defaults[0], page, self.context) if defaults else None
            return _complete_published(checked, page, self.context)
        if field == "modified" and not defaults:
            changed = find_changed(page, self.context)
            return () if changed is None else (changed,)
        return defaults

    def _find_kicker(self) -> Values:
        page = self.sources.page
        kicker = find_kicker(page) if page.json is None else None
        if kicker is None or fold_text(kicker.text) in self._site_names:
            return ()
        return (Value(kicker.text, "page:kicker", kicker.original),)


def _complete_authors(
    defaults: Values, sources: MetadataSources, site_names: frozenset[str]
) -> Values:
    """Return the authors of the default sources; if those only name the site, the authors in the
    byline, or whose names the page shows without any mark."""
    authors = tidy_names(defaults, site_names)
    only_site = {fold_text(value.value) for value in authors} <= site_names
    if not only_site:
        return authors
    named = find_byline_authors(sources.page) or find_plain_names(sources.page, site_names)
    return named or authors


def _complete_published(default: Value | None, page: Page, context: DateContext) -> Values:
    """Return the date of the default sources, with the time that the page shows for a day alone; in
    place of none, the date that the page shows or has in a script."""
    if default is None:
        found = find_published(page, context) or find_embedded_date(page, context)
        return () if found is None else (found,)
    if len(default.value) > DAY_LENGTH:
        return (default,)
    return (find_time_of(default.value, page, context) or default,)
