"""Read an RSS (0.9 to 2.0) or Atom feed, with the usual faults of feeds."""

from __future__ import annotations

import re
from contextlib import suppress
from html import unescape
from html.entities import html5
from urllib.parse import urljoin

from lxml import etree
from w3lib.html import remove_tags

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.characters import ILLEGAL
from webarticlecurator.base.text.translation import Message, make_message
from webarticlecurator.crawling.archive.file_entries import (
    FileEntry,
    read_entry_text,
    resolve_address,
)
from webarticlecurator.pages.page.decoding import decode

_MAX_PROLOG = 4096
"""Bytes in which the root element is looked for: comments and stylesheets may come before it."""
_FEED_ROOT = re.compile(
    rb"""
    (?:\xef\xbb\xbf)?\s*
    (?:<(?:
        \?(?:[^?]|\?(?!>))*\?
        |!--(?:[^-]|-(?!->))*--
        |!DOCTYPE[^>]*
    )>\s*)*
    <(?:rss|rdf:RDF|(?:atom:)?feed)\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""The root after declaration, comments, instructions and doctype. None of them contains its own
end: if a comment could be two, many comments would be read in every way."""


@dataclass(frozen=True)
class FeedFile:
    """What could be read of a feed; ``trouble`` says why it is none, ``damage`` what is wrong with
    it. ``title``, ``language`` and ``home`` (absolute) are those of its site, empty if it has
    none; ``older`` is the address of the feed with the entries before these (RFC 5005)."""

    entries: tuple[FileEntry, ...] = ()
    title: str = ""
    language: str = ""
    home: str = ""
    older: str = ""
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
        _find_older(url, channel),
        damage=make_message("the feed is damaged ({fault})", fault=fault) if fault else "",
    )


def _find_older(url: str, channel: etree._Element) -> str:
    for link in channel.iterchildren("{*}link"):
        if link.get("rel") in ("prev-archive", "next") and link.get("href"):
            with suppress(ValueError):
                return urljoin(url, str(link.get("href")))
    return ""


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
        texts = (read_entry_text(each) for name in names for each in self._children.get(name, ()))
        return next(filter(None, texts), "")

    def title(self) -> str:
        """Return the title as plain text."""
        return " ".join(unescape(remove_tags(self.find("title", "dc:title"))).split())

    def address(self) -> str:
        """Return the absolute address of the page, "" if there is none."""
        links = [each for name in ("link", "atom:link") for each in self._children.get(name, ())]
        guids = [each for each in self._children.get("guid", ()) if _is_address(each)]
        places = [
            *(
                (each, read_entry_text(each))
                for each in self._children.get("feedburner:origlink", ())
            ),
            *((each, _read_link(each)) for each in links),
            *((each, read_entry_text(each)) for each in (*guids, *self._children.get("id", ()))),
        ]
        found = (resolve_address(each.base or "", link) for each, link in places if link)
        return next(filter(None, found), "")


def _read_link(element: etree._Element) -> str:
    """Return the address of a link: the text in RSS, an attribute in Atom, "" if it leads to
    another thing than the page."""
    is_page = element.get("rel", "alternate") == "alternate"
    is_html = "html" in element.get("type", "html")
    return element.get("href", read_entry_text(element)) if is_page and is_html else ""


def _is_address(guid: etree._Element) -> bool:
    """Return True unless a ``guid`` is said to be no address."""
    return guid.get("isPermaLink", "true").lower() == "true" and ":" in read_entry_text(guid)


def _split_name(element: etree._Element) -> tuple[str, str]:
    """Return namespace and name of an element; a prefix that is not declared is a part of it."""
    namespace, _, name = element.tag.rpartition("}")
    return namespace[1:], name.lower()


def _read_entry(element: etree._Element) -> FileEntry:
    values = _Values(element)
    return FileEntry(
        values.address(),
        values.title(),
        values.find("pubdate", "published", "issued", "dcterms:issued"),
        values.find("updated", "modified", "atom:updated", "dc:date", "dcterms:modified"),
    )
