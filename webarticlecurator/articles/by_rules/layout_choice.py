"""Select the layout of a page: the first layout of the portal file whose ``when`` holds.

Without such a layout, the article's own rules apply.
"""

from __future__ import annotations

from datetime import date

from webarticlecurator.articles.by_rules.metadata import read_published
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.article_rules import ArticleRules
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Condition
from webarticlecurator.base.text.published_days import parse_days
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import condition_holds


@dataclass(frozen=True)
class Layout:
    """The rules for one page; ``name``: that of the layout, empty for the article's own rules."""

    name: str
    rules: ArticleRules


def select_layout(portal: Portal, page: Page) -> Layout:
    """Return the rules of ``portal`` that apply to ``page``.

    A ``published`` range is compared with the date that the article's own rules find (a layout may
    not override them), as a day in the portal's zone; a month or a year lies in each range that has
    one of its days. A page without a date lies in no range.
    """
    if not portal.layouts:
        return Layout("", portal.article)

    # the page keeps one layout: it is for the first portal that was asked for
    cached_for, layout = page.derived(
        "extract.layout", lambda page: (portal, _find_layout(portal, page))
    )
    return layout if cached_for is portal else _find_layout(portal, page)


def _find_layout(portal: Portal, page: Page) -> Layout:
    for layout in portal.layouts:
        if is_page_of(portal, layout.when, page):
            return Layout(layout.name, layout.rules)
    return Layout("", portal.article)


def is_page_of(
    portal: Portal, when: Condition, page: Page, days: tuple[date, date] | None = None
) -> bool:
    """Return True if ``when`` of a layout, or of an encoding, holds for a page. ``days`` are the
    first and the last day of a page of the archive; an article has the day that its page shows."""
    if when.published is not None and days is None:
        days = find_page_days(portal, page)
    return condition_holds(when, page, published=days)


def find_page_days(portal: Portal, page: Page) -> tuple[date, date] | None:
    """Return the first and the last day that the date of a page can mean by the article's own
    rules; None without a date."""
    published = page.derived(
        "extract.published", lambda page: read_published(page, portal, portal.article)
    )
    return parse_days(published, portal.timezone)
