"""Which pages of a portal are rendered in a browser, and how."""

from __future__ import annotations

from collections.abc import Iterable

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.capture import Origin
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.base.portal.render_steps import RenderSteps
from webarticlecurator.crawling.archive.page_location import (
    LocatedPage,
    locate_page,
    span_of,
    spans_of,
)


def find_render_steps(portal: Portal, origin: Origin) -> RenderSteps | None:
    """Return what a browser does with the page of a request; None for a page that is read as the
    portal sends it."""
    spans = [span for span in portal.spans.values() if span.column == origin.column]
    if origin.level in ("article", "continuation"):
        return _find_article_steps(spans)
    if origin.level != "archive" or not spans or origin.span is None:
        return None
    span = span_of(portal, LocatedPage(origin.column or "", origin.span))
    if not span.browser.renders_lists:
        return None
    paging = span.pagination
    return RenderSteps(
        span.browser.wait_for,
        span.browser.consent,
        scroll=paging.scroll,
        click=paging.click,
        until=paging.until,
        max_rounds=paging.max_rounds,
    )


def _find_article_steps(spans: Iterable[Span]) -> RenderSteps | None:
    chosen = next((span.browser for span in spans if span.browser.renders_articles), None)
    return RenderSteps(chosen.wait_for, chosen.consent) if chosen is not None else None


def renders_pages(portal: Portal) -> bool:
    """Return True if pages of the portal are rendered in a browser."""
    browsers = (span.browser for span in spans_of(portal, None))
    return any(browser.renders_lists or browser.renders_articles for browser in browsers)


def find_render_steps_at(portal: Portal, url: str) -> RenderSteps | None:
    """Return as ``find_render_steps``, by the address of a page alone: one that is no archive page
    is an article, of the first column whose articles are rendered."""
    try:
        located = locate_page(portal, url)
    except UsageError:  # of several columns
        located = None
    if located is not None:
        return find_render_steps(portal, Origin("archive", located.column, located.span))
    return _find_article_steps(spans_of(portal, None))
