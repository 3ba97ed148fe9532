"""The first page of a numbered archive under its plain address: ``/news/`` of ``/news/?page=2``."""

from __future__ import annotations

import re

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.portal.pagination_modes import mode_of
from webarticlecurator.base.portal.portal import AddressTemplate, Field, Portal
from webarticlecurator.crawling.archive.address_match import match_address
from webarticlecurator.crawling.archive.page_address import PAGE_WORD
from webarticlecurator.crawling.archive.page_location import LocatedPage, spans_of

_SEGMENT = re.compile(rf"(?P<rest>.*?/)(?:{PAGE_WORD}/)?\Z")
"""The path before a page number, without a word for "page" before it."""


def locate_plain_first_page(
    portal: Portal, url: str, column: str | None = None
) -> LocatedPage | None:
    """Return the place of ``url`` if it is an archive address without its page number, else None.

    Only numbered spans without ``first_url`` are considered; with ``column``, only those of it.
    """
    for span in spans_of(portal, column):
        if not mode_of(span.pagination).counts_pages or span.pagination.first_url:
            continue
        plain = _without_page(span.url)
        match = plain and match_address(replace(span, url=plain), url, portal.language)
        if match:
            window = match.window.key if match.window else ""
            page = mode_of(span.pagination).first_page(span.pagination)
            return LocatedPage(span.column, span.number, window, page)
    return None


def _without_page(template: AddressTemplate) -> AddressTemplate | None:
    """Return the template without its page number, or None where it is not a value of its own."""
    index = next((n for n, p in enumerate(template.parts) if p == Field("page")), 0)
    before = template.parts[index - 1] if index else ""
    after = template.parts[index + 1] if index + 1 < len(template.parts) else ""
    if not isinstance(before, str) or not isinstance(after, str) or after[:1] not in "/&":
        return None
    parameter = re.search(r"[^?&]*=\Z", before)
    if parameter:
        kept = before[: parameter.start()]
        joined = kept + after[1:] if after else kept.rstrip("?&")
    else:
        segment = _SEGMENT.fullmatch(before)
        if segment is None or "?" in before:
            return None
        joined = segment["rest"] + after[1:]
    parts = (*template.parts[: index - 1], joined, *template.parts[index + 2 :])
    is_home = len(parts) == 1 and re.fullmatch(r"https?://[^/]+/?", joined)
    return None if is_home else AddressTemplate(template.text, parts)
