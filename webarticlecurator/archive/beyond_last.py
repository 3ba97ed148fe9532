"""A page after the last one that the portal file names: a pager that leads there shows that the archive has grown."""

from __future__ import annotations

import re

from webarticlecurator.archive.match import match
from webarticlecurator.archive.modes import MODES
from webarticlecurator.archive.proposing.anchors import Anchor, anchors
from webarticlecurator.archive.state import PageRead
from webarticlecurator.model.portal import Portal, Span
from webarticlecurator.page import Page


def linked_beyond_last(portal: Portal, span: Span, value: str, window: str, page: Page) -> str:
    """The address of a page after ``last`` that the last page links, or "". ``value`` is the page's own value, ``window``
    the first day of its window.

    A link counts if its address is that of an archive page of the same window, and either its number is the next one or its text
    is the number: an article whose address happens to fit has neither.
    """
    pagination = span.pagination
    if pagination.last is None or not pagination.bounded or not value:
        return ""
    if not MODES[pagination.mode].turn(pagination, value, PageRead("", 200)).ended:
        return ""
    for anchor in anchors(page):
        number = _number(portal, span, window, anchor)
        if number is None or (number - pagination.last) * pagination.step <= 0:
            continue
        if number == int(value) + pagination.step or anchor.text == str(number):
            return anchor.address
    return ""


def _number(portal: Portal, span: Span, window: str, anchor: Anchor) -> int | None:
    """The page number in the address of a link, if it leads to a page of the same window."""
    found = match(span, anchor.address, portal.language)
    if found is None or not re.fullmatch("-?[0-9]{1,18}", found.page or ""):
        return None
    if found.window is not None and found.window.key != window:
        return None
    return int(found.page or "")
