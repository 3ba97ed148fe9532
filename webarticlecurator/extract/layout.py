"""Which layout a page has: the first version of the portal file whose ``when`` holds, else the
article's own rules."""

from __future__ import annotations

from dataclasses import dataclass

from webarticlecurator.extract.metadata.fields import read_published
from webarticlecurator.model.portal import ArticleRules, Portal
from webarticlecurator.model.rule import Condition
from webarticlecurator.model.timezone import day_in_zone
from webarticlecurator.page import Page
from webarticlecurator.rules import condition_holds


@dataclass(frozen=True)
class Layout:
    """The rules for one page; ``name`` of the version, empty for the article's own rules."""

    name: str
    rules: ArticleRules


def select_layout(portal: Portal, page: Page) -> Layout:
    """The rules of ``portal`` that hold for ``page``. A ``published`` range looks at the date that
    the article's own rules give (a version may not override it), as a day in the portal's zone; a
    page without a date lies in no range."""
    if not portal.versions:
        return Layout("", portal.article)
    asked, chosen = page.derived("extract.layout", lambda page: (portal, _first(portal, page)))
    return chosen if asked is portal else _first(portal, page)


def _first(portal: Portal, page: Page) -> Layout:
    for version in portal.versions:
        if _holds(version.when, page, portal):
            return Layout(version.name, version.rules)
    return Layout("", portal.article)


def _holds(when: Condition, page: Page, portal: Portal) -> bool:
    if when.published is None:
        return condition_holds(when, page)
    value = page.derived("extract.published", lambda p: read_published(p, portal, portal.article))
    return condition_holds(
        when, page, published=day_in_zone(value, portal.timezone) if value else None
    )
