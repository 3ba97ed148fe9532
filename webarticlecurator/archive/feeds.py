"""Link sources that are feeds: RSS and Atom (``feed``), and files of other packages.

``feed``: an RSS or Atom feed, which lists the newest articles and is read at every crawl.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import urljoin

from w3lib.html import remove_tags

from webarticlecurator.archive.link_sources import LinkSource, PagePlace, SourceBody, SourcePage
from webarticlecurator.archive.page_address import normalize_address
from webarticlecurator.config.source_kinds import FEED
from webarticlecurator.config.span_source import plug_in_kind
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.model.patterns import search_pattern
from webarticlecurator.model.plug_in import (
    FileSource,
    PlugIn,
    describe_plug_in_failure,
    load_plug_in,
)
from webarticlecurator.model.portal import Link, Portal, Span
from webarticlecurator.rules import Trace


class Feeds(LinkSource):
    """The link source of ``feed``."""

    kind = FEED

    def read_page(
        self,
        _portal: Portal,
        span: Span,
        body: SourceBody,
        _place: PagePlace,
        _trace: Trace | None = None,
    ) -> SourcePage:
        """Return the links of a feed."""
        feed = read_feed(body.url, body.content, body.content_type)
        if feed.trouble:
            return SourcePage(trouble=feed.trouble, suspect=body.page)
        links, damage = make_links(span, body.url, map(FileEntry.as_pair, feed.entries))
        return SourcePage(links, damage=feed.damage or damage)


# Read an RSS or Atom feed with feedparser, which knows their versions and their usual faults.

_MAX_PROLOG = 4096
"""Bytes in which the root element is looked for: comments and stylesheets may come before it."""
_FEED_ROOT = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>]*>\s*)*"
    rb"<(?:rss|rdf:RDF|(?:atom:)?feed)\b",
    re.DOTALL | re.IGNORECASE,
)


@dataclass(frozen=True)
class FeedFile:
    """What could be read of a feed; ``trouble`` says why it is none, ``damage`` what is wrong with
    it. ``title``, ``language`` and ``home`` (absolute) are those of its site, empty if it has
    none."""

    entries: tuple[FileEntry, ...] = ()
    title: str = ""
    language: str = ""
    home: str = ""
    trouble: str = ""
    damage: str = ""


def read_feed(url: str, content: bytes, content_type: str | None = None) -> FeedFile:
    """Return the entries of the feed at ``url``, a body without transfer and content codings."""
    import feedparser  # takes long to import, and few portals need it

    headers = {"content-location": url}
    if content_type:
        headers["content-type"] = content_type
    # a stream: bytes would be tried as the name of a file
    found = feedparser.parse(io.BytesIO(content), response_headers=headers)
    error = found.get("bozo_exception") if found.get("bozo") else None
    fault = ""
    # another encoding than the declared one is harmless
    if error is not None and not isinstance(error, feedparser.CharacterEncodingOverride):
        line = getattr(error, "getLineNumber", lambda: None)()
        message = getattr(error, "getMessage", lambda: str(error))()
        fault = f"line {line}: {message}" if line else str(message)
    if not found.get("version"):
        return FeedFile(trouble="not a feed" + (f" ({fault})" if fault else ""))
    entries = tuple(_read_entry(entry) for entry in found.entries)
    title, language, home = (
        " ".join(remove_tags(found.feed.get(key) or "").split())
        for key in ("title", "language", "link")
    )
    damage = f"the feed is damaged ({fault})" if fault else ""
    return FeedFile(entries, title, language, home, damage=damage)


def is_feed(content: bytes) -> bool:
    """Return True for a body whose first element is that of RSS 0.9 to 2.0 or Atom."""
    return _FEED_ROOT.match(content[:_MAX_PROLOG]) is not None


def _read_entry(entry: Any) -> FileEntry:
    # feedparser's own get() answers with ``published`` where ``updated`` is missing
    link = entry.get("feedburner_origlink") or entry.get("link") or ""
    title = dict.get(entry, "title") or ""
    return FileEntry(
        str(link).strip(),
        " ".join(remove_tags(title).split()),
        (dict.get(entry, "published") or "").strip(),
        (dict.get(entry, "updated") or "").strip(),
    )


# A link source of another package: files that list articles.


class PlugInFiles(LinkSource):
    """The link source of a plug-in. Its files name no further ones."""

    def __init__(self, plug_in: PlugIn) -> None:
        self._plug_in = plug_in
        self.kind = plug_in_kind(plug_in)

    def read_page(
        self,
        _portal: Portal,
        span: Span,
        body: SourceBody,
        _place: PagePlace,
        _trace: Trace | None = None,
    ) -> SourcePage:
        """Return the links of a file. Raises PlugInError if the plug-in fails."""
        try:
            entries = tuple(self._read_entries(body))
        except ValueError as error:
            return SourcePage(trouble=str(error) or "not a file of this kind", suspect=body.page)
        except Exception as error:
            raise describe_plug_in_failure(self._plug_in, body.url, error) from error
        links, damage = make_links(span, body.url, entries)
        return SourcePage(links, damage=damage)

    def _read_entries(self, body: SourceBody) -> Iterator[tuple[str, Mapping[str, str]]]:
        """Yield what the plug-in yields. Raises TypeError for anything but an address and texts by
        the names that it has declared."""
        source = load_plug_in(self._plug_in, FileSource)
        for entry in source.read(body.content, body.url):
            address, values = entry
            names = set(values) - set(source.listed)
            if names or not all(isinstance(text, str) for text in (address, *values.values())):
                raise TypeError(f"{entry!r:.80} (expected an address and texts of `listed`)")
            yield address, values


# Entries of sitemaps and feeds as links to articles.


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
        if url and url not in links and _is_included(span, url):
            pairs = sorted((name, value) for name, value in values.items() if value)
            links[url] = Link(url, tuple(pairs))
    return tuple(links.values()), describe_without_address(without)


def describe_without_address(count: int) -> str:
    """Return in words that ``count`` entries have no address, or ""."""
    return f"{count} entries without an http(s) address" if count else ""


def _is_included(span: Span, url: str) -> bool:
    """Return True unless ``include`` or ``exclude`` of the span leaves the address out."""
    include, exclude = span.source.get("include", ()), span.source.get("exclude", ())
    if include and not any(search_pattern(pattern, url, "include") for pattern in include):
        return False
    return not any(search_pattern(pattern, url, "exclude") for pattern in exclude)
