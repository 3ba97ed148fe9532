"""Entries of sitemaps and feeds as links to articles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import urljoin

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.patterns import search_pattern
from webarticlecurator.base.portal.portal import Span
from webarticlecurator.base.proposal.archive_links import Link
from webarticlecurator.base.text.translation import make_count_message
from webarticlecurator.crawling.archive.page_address import normalize_address


@dataclass(frozen=True)
class FileEntry:
    """An entry of a sitemap or a feed, with its values as written; ``address`` may be empty, and in
    a sitemap relative."""

    address: str
    title: str = ""
    date: str = ""
    lastmod: str = ""

    def as_pair(self) -> tuple[str, dict[str, str]]:
        """Return the address, and the values beside it by their names."""
        return self.address, {"title": self.title, "date": self.date, "lastmod": self.lastmod}


def read_entry_text(element: etree._Element) -> str:
    """Return the text of an element and all in it, with single blanks."""
    return " ".join("".join(map(str, element.itertext())).split())


def resolve_address(base: str, address: str) -> str:
    """Return an address in a file as an absolute http(s) one, without fragment, or ""."""
    if not address:
        return ""
    try:
        absolute = urljoin(base, address)
    except ValueError:  # http://[bad
        return ""
    return (
        normalize_address(absolute) if absolute.lower().startswith(("http://", "https://")) else ""
    )


def make_links(
    span: Span, base: str, entries: Iterable[tuple[str, Mapping[str, str]]]
) -> tuple[tuple[Link, ...], str]:
    """Return the links of a file to articles, each once, and the damage in words or "".

    An entry is an address, which may be relative to ``base``, and the values beside it.
    """
    links: dict[str, Link] = {}
    without = 0
    for address, values in entries:
        url = resolve_address(base, address)
        without += not url
        if url and url not in links and is_included(span, url):
            links[url] = Link(
                url, tuple(sorted((name, value) for name, value in values.items() if value))
            )
    return tuple(links.values()), describe_without_address(without)


def describe_without_address(count: int) -> str:
    """Return in words that ``count`` entries have no address, or ""."""
    if not count:
        return ""
    return make_count_message(
        "{number} entry without an http(s) address",
        "{number} entries without an http(s) address",
        count,
    )


def is_included(span: Span, url: str, path: str = "") -> bool:
    """Return True unless ``include`` or ``exclude`` below a path of the source leaves the address
    out."""
    include, exclude = (span.source.get(path + name, ()) for name in ("include", "exclude"))
    if include and not any(search_pattern(pattern, url, "include") for pattern in include):
        return False
    return not any(search_pattern(pattern, url, "exclude") for pattern in exclude)
