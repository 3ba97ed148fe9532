"""Entries of sitemaps and feeds as links to articles."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urljoin

from webarticlecurator.archive.page_address import normalize_address
from webarticlecurator.model.link import Link
from webarticlecurator.model.patterns import search_pattern
from webarticlecurator.model.portal import Span


def resolve_address(base: str, address: str) -> str:
    """Return an address in a file as an absolute http(s) one, without fragment, or ""."""
    if not address:
        return ""
    try:
        absolute = urljoin(base, address)
    except ValueError:  # http://[bad
        return ""
    if not absolute.lower().startswith(("http://", "https://")):
        return ""
    return normalize_address(absolute)


def make_link(span: Span, url: str, values: Mapping[str, str]) -> Link | None:
    """Return the link to an article with its values, or None if there is no address or the span
    leaves it out (``include``, ``exclude``)."""
    if not url:
        return None
    include, exclude = span.source.get("include", ()), span.source.get("exclude", ())
    if include and not any(search_pattern(pattern, url, "include") for pattern in include):
        return None
    if any(search_pattern(pattern, url, "exclude") for pattern in exclude):
        return None
    return Link(url, tuple(sorted((name, value) for name, value in values.items() if value)))
