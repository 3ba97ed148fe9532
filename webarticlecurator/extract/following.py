"""The next page of an article of several pages."""

from __future__ import annotations

from webarticlecurator.extract.versions import choose
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import Page
from webarticlecurator.rules import Trace, first, has_lost_pager


def next_page(portal: Portal, page: Page, trace: Trace | None = None) -> str | None:
    """What ``article.next_page`` of the page's layout gives: an absolute address, its fragment cut, or None."""
    if not portal.article.next_page and not any(version.rules.next_page for version in portal.versions):
        return None
    found = first(choose(portal, page).rules.next_page, page, trace, link=True)
    return found.partition("#")[0] if found else None


def has_lost_article_pager(portal: Portal, page: Page) -> bool:
    """True if the page has a pager by ``article.next_page``, but its ``current`` selects no number."""
    if not portal.article.next_page and not any(version.rules.next_page for version in portal.versions):
        return False
    return has_lost_pager(choose(portal, page).rules.next_page, page)
