"""Link sources that are feeds: RSS and Atom (``feed``), and files of other packages.

``feed``: an RSS or Atom feed, which lists the newest articles and is read at every crawl.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from html import unescape
from html.entities import html5
from urllib.parse import urljoin

from lxml import etree
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
from webarticlecurator.page.decoding import decode
from webarticlecurator.rules import Trace
from webarticlecurator.text.characters import ILLEGAL
from webarticlecurator.text.translation import Message, make_count_message, make_message


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


# Read an RSS (0.9 to 2.0) or Atom feed, with the usual faults of feeds.

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
    parser = etree.XMLParser(
        encoding="utf-8",
        recover=True,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
    )
    text = _repair_references(decode(content, content_type).text)
    try:
        root = etree.fromstring(text.encode("utf-8", "replace"), parser, base_url=url)
    except etree.XMLSyntaxError:  # as of an empty body
        root = None
    faults = [fault for fault in parser.error_log if fault.level >= etree.ErrorLevels.FATAL]
    fault = describe_xml_fault(faults[0]) if faults else ""
    channel = None if root is None else _find_channel(root)
    if root is None or channel is None:
        return FeedFile(
            trouble=make_message("not a feed ({fault})", fault=fault)
            if fault
            else make_message("not a feed")
        )
    found = [each for each in root.iter("{*}item", "{*}entry") if each is not channel]
    if found and any(_OPEN_ENTRY.search(each.message) for each in faults):
        del found[-1]  # its address may be cut
    site = _Values(channel)
    return FeedFile(
        tuple(_read_entry(entry) for entry in found),
        site.title(),
        site.find("language", "dc:language") or channel.get(_XML_LANG) or root.get(_XML_LANG) or "",
        site.address(),
        damage=make_message("the feed is damaged ({fault})", fault=fault) if fault else "",
    )


def describe_xml_fault(fault: etree._LogEntry) -> Message:
    """Return where and why XML cannot be read."""
    return make_message("line {line}: {fault}", line=fault.line, fault=fault.message.strip())


def is_feed(content: bytes) -> bool:
    """Return True for a body whose first element is that of RSS 0.9 to 2.0 or Atom."""
    return _FEED_ROOT.match(content[:_MAX_PROLOG]) is not None


_OPEN_ENTRY = re.compile(r"in tag (?!(?:\w+:)?(?:rss|channel|feed|RDF)\b)")
_REFERENCE = re.compile(
    r"<!\[CDATA\[.*?(?:\]\]>|\Z)|&(?:#\d+|#x[0-9a-f]+|amp|lt|gt|quot|apos);|&(\w+;)?",
    re.DOTALL | re.IGNORECASE,
)
_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_PREFIXES = {
    "http://purl.org/dc/elements/1.1/": "dc:",
    "http://purl.org/dc/terms/": "dcterms:",
    "http://www.w3.org/2005/Atom": "atom:",
    "http://rssnamespace.org/feedburner/ext/1.0": "feedburner:",
}


def _repair_references(text: str) -> str:
    """Return XML without what it does not allow: its illegal characters go, a name that only HTML
    knows is its character, and any other ampersand is one of the text."""

    def repair(found: re.Match[str]) -> str:
        if found[0].startswith("<") or (found[1] is None and found[0] != "&"):
            return found[0]
        character = html5.get(found[1] or "")
        return character if character is not None else f"&amp;{found[1] or ''}"

    return _REFERENCE.sub(repair, ILLEGAL.sub("", text.lstrip()))


def _find_channel(root: etree._Element) -> etree._Element | None:
    """Return the element that describes the site of a feed, None in another file."""
    _, name = _split_name(root)
    if name == "feed":
        return root
    return root.find("{*}channel") if name in ("rss", "rdf") else None


class _Values:
    """The children of an entry or a channel by name. Those of its own namespace have no prefix,
    those of other ones that feeds use have the usual one; others are left out."""

    def __init__(self, element: etree._Element) -> None:
        self._children: dict[str, list[etree._Element]] = {}
        own, _ = _split_name(element)
        for child in element.iterchildren("*"):
            namespace, name = _split_name(child)
            prefix = "" if namespace == own else _PREFIXES.get(namespace)
            if prefix is not None:
                self._children.setdefault(f"{prefix}{name}", []).append(child)

    def find(self, *names: str) -> str:
        """Return the first text of the elements with one of these names, "" if there is none."""
        texts = (_read_text(each) for name in names for each in self._children.get(name, ()))
        return next(filter(None, texts), "")

    def title(self) -> str:
        """Return the title as plain text."""
        return " ".join(unescape(remove_tags(self.find("title", "dc:title"))).split())

    def address(self) -> str:
        """Return the absolute address of the page, "" if there is none."""
        links = [each for name in ("link", "atom:link") for each in self._children.get(name, ())]
        guids = [each for each in self._children.get("guid", ()) if _is_address(each)]
        places = [
            *((each, _read_text(each)) for each in self._children.get("feedburner:origlink", ())),
            *((each, _read_link(each)) for each in links),
            *((each, _read_text(each)) for each in (*guids, *self._children.get("id", ()))),
        ]
        found = (resolve_address(each.base or "", link) for each, link in places if link)
        return next(filter(None, found), "")


def _read_link(element: etree._Element) -> str:
    """Return the address of a link: the text in RSS, an attribute in Atom, "" if it leads to
    another thing than the page."""
    is_page = element.get("rel", "alternate") == "alternate"
    is_html = "html" in element.get("type", "html")
    return element.get("href", _read_text(element)) if is_page and is_html else ""


def _is_address(guid: etree._Element) -> bool:
    """Return True unless a ``guid`` is said to be no address."""
    return guid.get("isPermaLink", "true").lower() == "true" and ":" in _read_text(guid)


def _split_name(element: etree._Element) -> tuple[str, str]:
    """Return namespace and name of an element; a prefix that is not declared is a part of it."""
    namespace, _, name = element.tag.rpartition("}")
    return namespace[1:], name.lower()


def _read_text(element: etree._Element) -> str:
    return " ".join("".join(map(str, element.itertext())).split())


def _read_entry(element: etree._Element) -> FileEntry:
    values = _Values(element)
    return FileEntry(
        values.address(),
        values.title(),
        values.find("pubdate", "published", "issued", "dcterms:issued"),
        values.find("updated", "modified", "atom:updated", "dc:date", "dcterms:modified"),
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
            return SourcePage(
                trouble=str(error) or make_message("not a file of this kind"), suspect=body.page
            )
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
    if not count:
        return ""
    return make_count_message(
        "{number} entry without an http(s) address",
        "{number} entries without an http(s) address",
        count,
    )


def _is_included(span: Span, url: str) -> bool:
    """Return True unless ``include`` or ``exclude`` of the span leaves the address out."""
    include, exclude = span.source.get("include", ()), span.source.get("exclude", ())
    if include and not any(search_pattern(pattern, url, "include") for pattern in include):
        return False
    return not any(search_pattern(pattern, url, "exclude") for pattern in exclude)
