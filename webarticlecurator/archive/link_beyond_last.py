"""Links to a page after the last one that the portal file names."""

from __future__ import annotations

import re

from webarticlecurator.archive.address_match import match_address
from webarticlecurator.archive.discovery.link_anchors import Anchor, find_anchors
from webarticlecurator.model.archive_rules import Span
from webarticlecurator.model.pagination import mode_of, names_last_page
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import Page


def find_link_beyond_last(portal: Portal, span: Span, value: str, window: str, page: Page) -> str:
    """Return the address of a page after ``pagination.last`` that the last page links, or "".

    ``value`` is the page's own value, ``window`` the first day of its window. A link counts if its
    address is that of an archive page of the same window, and its number is the next one or is also
    its text. An article whose address happens to match has neither.
    """
    pagination = span.pagination
    if pagination.last is None or not names_last_page(pagination) or not value:
        return ""
    following = mode_of(pagination).next_page(pagination, value, None)
    if not following.stop_reason:
        return ""

    for anchor in find_anchors(page):
        number = _page_number(portal, span, window, anchor)
        if number is None or (number - pagination.last) * pagination.step <= 0:
            continue
        if number == int(value) + pagination.step or anchor.text == str(number):
            return anchor.address
    return ""


def _page_number(portal: Portal, span: Span, window: str, anchor: Anchor) -> int | None:
    """Return the page number in the address of a link, if it leads to a page of the same window."""
    match = match_address(span, anchor.address, portal.language)
    if match is None or not re.fullmatch("-?[0-9]{1,18}", match.page or ""):
        return None
    if match.window is not None and match.window.key != window:
        return None
    return int(match.page or "")
