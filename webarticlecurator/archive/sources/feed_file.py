"""Read an RSS or Atom feed with feedparser, which knows their versions and their usual faults."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from w3lib.html import remove_tags

_MAX_PROLOG = 4096
"""Bytes in which the root element is looked for: comments and stylesheets may come before it."""
_FEED_ROOT = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>]*>\s*)*"
    rb"<(?:rss|rdf:RDF|(?:atom:)?feed)\b",
    re.DOTALL | re.IGNORECASE,
)


@dataclass(frozen=True)
class FeedEntry:
    """An entry of a feed, with its values as written; ``link`` is absolute or empty."""

    link: str
    title: str = ""
    date: str = ""
    lastmod: str = ""


@dataclass(frozen=True)
class FeedFile:
    """What could be read of a feed; ``trouble`` says why it is none, ``damage`` what is wrong with
    it. ``title``, ``language`` and ``home`` (absolute) are those of its site, empty if it has
    none."""

    entries: tuple[FeedEntry, ...] = ()
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
    fault = _describe_fault(found, feedparser.CharacterEncodingOverride)
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


def _describe_fault(found: Mapping[str, Any], harmless: type[Exception]) -> str:
    error = found.get("bozo_exception") if found.get("bozo") else None
    if error is None or isinstance(error, harmless):
        return ""
    line = getattr(error, "getLineNumber", lambda: None)()
    message = getattr(error, "getMessage", lambda: str(error))()
    return f"line {line}: {message}" if line else str(message)


def _read_entry(entry: Any) -> FeedEntry:
    # feedparser's own get() answers with ``published`` where ``updated`` is missing
    link = entry.get("feedburner_origlink") or entry.get("link") or ""
    title = dict.get(entry, "title") or ""
    return FeedEntry(
        str(link).strip(),
        " ".join(remove_tags(title).split()),
        (dict.get(entry, "published") or "").strip(),
        (dict.get(entry, "updated") or "").strip(),
    )
