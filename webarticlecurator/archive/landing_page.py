"""Addresses that are never an article's: the home page of a portal, and the pages of its archive.

Portals that have deleted an article often send its readers there, with status 301 or 302 and then
200.
"""

from __future__ import annotations

from webarticlecurator.archive.address_match import match_address
from webarticlecurator.archive.page_address import without_slash
from webarticlecurator.model.portal import Field, Portal, Span


def redirected_to_landing_page(portal: Portal, asked: str, answered: str) -> str:
    """Where a redirect from the address ``asked`` to ``answered`` has led, in words, if that is the
    home page of a site or a page of the portal's archive; else empty. Empty, too, where ``asked``
    is such an address itself. An address with a query is a front page only if a column has just
    this one."""
    if (
        without_slash(asked) == without_slash(answered)
        or not is_landing_page(portal, answered)
        or is_landing_page(portal, asked)
    ):
        return ""
    return f"{asked} redirects to {is_landing_page(portal, answered)}, {answered}"


def is_landing_page(portal: Portal, url: str) -> str:
    """``the home page`` or ``the archive page of COLUMN``; empty for any other absolute address."""
    address = without_slash(url)
    if address == without_slash(portal.home) or not any(sign in address for sign in "/?"):
        return "the home page"
    for column in portal.columns:
        if any(_is_archive(portal, span, url, address) for span in column.spans):
            return f"the archive page of {column.name}"
    return ""


def _is_archive(portal: Portal, span: Span, url: str, address: str) -> bool:
    """True for the address before the first field of a template, and for one that its dates fit. A
    page number alone is no proof: ``/news/{page}`` fits the address of any article."""
    if address == without_slash(_beginning(span)):
        return True
    template = span.url
    if (
        not template.dated
        or template.has("page")
        or any(template.text.count(sign) != url.count(sign) for sign in "?&")
    ):
        return False
    found = match_address(span, url, portal.language)
    return found is not None and found.window is not None


def _beginning(span: Span) -> str:
    """The template up to the folder, or the query, in which its first field stands; all of it if it
    has none."""
    text = ""
    for part in span.url.parts:
        if isinstance(part, Field) and part.name != "column":
            return text.partition("?")[0] if "?" in text else text[: text.rindex("/") + 1]
        text += span.column if isinstance(part, Field) else part
    return text
