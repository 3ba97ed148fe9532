"""Parse a page of a portal in the encoding that its portal file names for it."""

from __future__ import annotations

from datetime import date
from functools import partial

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.pages.page.decoding import is_encoding_declared
from webarticlecurator.pages.page.page import Page, read_page


def read_portal_page(
    portal: Portal,
    url: str,
    content: bytes,
    content_type: str | None = None,
    *,
    column: str | None = None,
    captured: date | None = None,
    listed: tuple[tuple[str, str], ...] = (),
    headers: tuple[tuple[str, str], ...] = (),
    first_url: str = "",
    days: tuple[date, date] | None = None,
) -> Page:
    """Return the page of a stored body, as ``read_page``, with what the portal file says of it.

    ``days`` are the first and the last day of the window of an archive page.

    An encoding with a condition is that of a page which meets the condition if it is read so: in
    another one, the names of its months may be illegible. Where the letters of its language speak
    for another of them, it is read in that one, with a doubt. That of a layout comes first.
    """
    read = partial(
        read_page,
        url,
        content,
        content_type,
        language=portal.language,
        column=column,
        captured=captured,
        listed=listed,
        headers=headers,
        kind=portal.article.page_kind,
        first_url=first_url,
    )
    page = read(encoding=portal.plain_encoding)
    layouts = [each for each in portal.layouts if each.encoding and days is None]
    if not (layouts or portal.dated_encodings) or is_encoding_declared(page.evidence):
        return page

    # imported here: few portals have changed their encoding
    from webarticlecurator.articles.by_rules.layout_choice import is_page_of, select_layout

    for layout in layouts:
        other = read(encoding=layout.encoding)
        if select_layout(portal, other).name == layout.name:
            return other
    names = [dated.name for dated in portal.dated_encodings]
    for dated in portal.dated_encodings:
        other = read(encoding=dated.name, other_encodings=names)
        if is_page_of(portal, dated.when, other, days):
            return other
    return page
