"""Which pages of a portal are rendered in a browser, and how."""

from __future__ import annotations

from dataclasses import replace

from webarticlecurator.archive import LocatedPage, locate_page, span_of
from webarticlecurator.errors import UsageError
from webarticlecurator.model.archive_rules import Span
from webarticlecurator.model.capture import Origin
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.render_steps import RenderSteps

_ARTICLE_LEVELS = ("article", "continuation")


def find_render_steps(portal: Portal, origin: Origin) -> RenderSteps | None:
    """Return what a browser does with the page of a request; None for a page that is read as the
    portal sends it."""
    spans = [
        span for column in portal.columns for span in column.spans if span.column == origin.column
    ]
    if origin.level in _ARTICLE_LEVELS:
        chosen = next((span for span in spans if span.browser.renders_articles), None)
        return _to_steps(chosen) if chosen is not None else None
    if origin.level != "archive" or not spans or origin.span is None:
        return None
    span = span_of(portal, LocatedPage(origin.column or "", origin.span))
    if not span.browser.renders_lists:
        return None
    paging = span.pagination
    return replace(
        _to_steps(span),
        scroll=paging.scroll,
        click=paging.click,
        until=paging.until,
        max_rounds=paging.max_rounds,
    )


def _to_steps(span: Span) -> RenderSteps:
    return RenderSteps(span.browser.wait_for, span.browser.consent)


def renders_pages(portal: Portal) -> bool:
    """Return True if pages of the portal are rendered in a browser."""
    return any(
        span.browser.renders_lists or span.browser.renders_articles
        for column in portal.columns
        for span in column.spans
    )


def find_render_steps_at(portal: Portal, url: str) -> RenderSteps | None:
    """Return as ``find_render_steps``, by the address of a page alone: one that is no archive page
    is an article, of the first column whose articles are rendered."""
    try:
        located = locate_page(portal, url)
    except UsageError:  # of several columns
        located = None
    if located is not None:
        return find_render_steps(portal, Origin("archive", located.column, located.span))
    spans = (span for column in portal.columns for span in column.spans)
    chosen = next((span for span in spans if span.browser.renders_articles), None)
    return _to_steps(chosen) if chosen is not None else None
