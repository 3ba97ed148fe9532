"""Addresses that are never an article's: the home page of a portal, and the pages of its archive.

Portals often redirect the readers of a deleted article to such a page, with status 301 or 302 and
then 200.
"""

from __future__ import annotations

from webarticlecurator.base.portal.pagination_modes import mode_of
from webarticlecurator.base.portal.portal import Field, Portal, Span
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.address_match import match_address
from webarticlecurator.crawling.archive.page_address import address_key


def describe_landing_redirect(portal: Portal, requested: str, answered: str) -> str:
    """Return in words that the address ``requested`` redirects to a landing page, or "".

    A landing page is the home page of a site or a page of the portal's archive. The result is ""
    where ``requested`` is such an address itself. An address with a query is a landing page only if
    a column has exactly this address.
    """
    if requested == answered or address_key(requested) == address_key(answered):
        return ""
    landing_page = describe_landing_page(portal, answered)
    if not landing_page or describe_landing_page(portal, requested):
        return ""
    return make_message(
        "{requested} redirects to {landing_page}, {answered}",
        requested=requested,
        landing_page=landing_page,
        answered=answered,
    )


def describe_landing_page(portal: Portal, url: str) -> str:
    """Return "the home page" or "the archive page of COLUMN"; "" for any other absolute address."""
    key = address_key(url)
    if key == address_key(portal.home) or not any(sign in key for sign in "/?"):
        return make_message("the home page")
    for column in portal.columns:
        if any(_is_archive_page(portal, span, url, key) for span in column.spans):
            return make_message("the archive page of {column}", column=column.name)
    return ""


def _is_archive_page(portal: Portal, span: Span, url: str, key: str) -> bool:
    """Return True for the address before the first field of a template, and for a dated address.

    A page number counts where it is the first one, or one up to the ``last`` that the portal file
    names; any other proves nothing: ``/news/{page}`` matches the address of any article.
    """
    if key == address_key(_fixed_beginning(span)):
        return True
    template = span.url
    if any(template.text.count(sign) != url.count(sign) for sign in "?&"):
        return False
    match = match_address(span, url, portal.language)
    if match is None:
        return False
    if not template.has("page"):
        return match.window is not None
    page = match.page
    pagination, mode = span.pagination, mode_of(span.pagination)
    if template.dated or page is None:
        return False
    is_first = page == mode.first_page(pagination)
    return is_first or (mode.names_last_page(pagination) and mode.has_page(pagination, page))


def _fixed_beginning(span: Span) -> str:
    """Return the template up to the folder, or the query, that contains its first field.

    A template without fields is returned whole; the column counts as text.
    """
    text = ""
    for part in span.url.parts:
        if isinstance(part, Field) and part.name != "column":
            return text.partition("?")[0] if "?" in text else text[: text.rindex("/") + 1]
        text += span.column if isinstance(part, Field) else part
    return text
