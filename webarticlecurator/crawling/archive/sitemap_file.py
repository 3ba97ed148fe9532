"""Read a sitemap (sitemaps.org): XML or text, plain or gzip, with the additions of Google News.

The file is parsed piece by piece. What can be read of a damaged file is returned.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.feed_file import describe_xml_fault
from webarticlecurator.crawling.archive.file_entries import FileEntry, read_entry_text
from webarticlecurator.crawling.archive.file_pieces import PIECE, read_pieces

MAX_ENTRIES = 250_000
"""Entries of one file that are read; the protocol allows 50,000."""
MAX_REPAIRED = 50_000_000
"""Bytes of one unpacked file that is read a second time to repair its ampersands."""
_XML_DAMAGE = "the XML is damaged"
_BARE_AMPERSAND = re.compile(
    rb"(<!\[CDATA\[.*?(?:\]\]>|\Z))|&(?!(?:#\d+|#x[0-9a-f]+|\w+);)", re.I | re.S
)
_HTML = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:[^-]|-(?!->))*-->\s*)*<(?:!doctype\s+html|html)\b", re.I
)
_ADDRESS_LINE = re.compile(rb"(?:\xef\xbb\xbf)?\s*https?://\S+\s*(?:[\r\n]|\Z)", re.I)
FEED_ROOTS = ("rss", "feed", "RDF")


@dataclass
class SitemapFile:
    """What could be read of a sitemap.

    ``root`` is the name of its root element (``urlset``, ``sitemapindex``; ``text`` for a list of
    addresses). ``trouble`` says why it is not a sitemap, ``damage`` what part could not be read.
    ``is_html``: it is an HTML page.
    """

    root: str = ""
    entries: list[FileEntry] = field(default_factory=list)
    trouble: str = ""
    damage: str = ""
    is_html: bool = False

    def note_damage(self, words: str) -> None:
        """Note what part could not be read."""
        self.damage = words


def read_sitemap(content: bytes) -> SitemapFile:
    """Return the entries of a sitemap file, a body without transfer and content codings."""
    file = _read_file(content)
    if file.damage.startswith(_XML_DAMAGE):
        escaped = _escape_ampersands(content)
        return _read_file(escaped) if escaped is not None else file
    return file


def _escape_ampersands(content: bytes) -> bytes | None:
    """Return the unpacked file with every bare ``&`` as ``&amp;``, the usual fault of addresses in
    sitemaps; None if there is none, or the file is large."""
    unpacked, faults = bytearray(), list[str]()
    for piece in read_pieces(content, faults.append):
        unpacked += piece
        if len(unpacked) > MAX_REPAIRED:
            return None
    escaped = _BARE_AMPERSAND.sub(lambda found: found[1] or b"&amp;", bytes(unpacked))
    return escaped if escaped != unpacked and not faults else None


def _read_file(content: bytes) -> SitemapFile:
    file = SitemapFile()
    pieces = read_pieces(content, file.note_damage)
    first = next(pieces, b"")
    if _HTML.match(first):
        file.is_html, file.trouble = True, make_message("it is an HTML page, not a sitemap")
    elif _ADDRESS_LINE.match(first):
        _read_text(first, pieces, file)
    elif b"<" in first[:200]:
        _read_xml(first, pieces, file)
    elif not file.damage:
        start = first[:40].decode("utf-8", "replace").strip()
        file.trouble = (
            make_message("not a sitemap: it begins with {start}", start=repr(start))
            if start
            else make_message("the file is empty")
        )
    if not file.root and not file.trouble:
        file.trouble, file.damage = file.damage or make_message("not a sitemap"), ""
    return file


def _read_text(first: bytes, pieces: Iterator[bytes], file: SitemapFile) -> None:
    """Read a list of addresses, one per line."""
    file.root, rest = "text", b""
    for piece in chain((first.removeprefix(b"\xef\xbb\xbf"),), pieces):
        *lines, rest = (rest + piece.replace(b"\r", b"\n")).split(b"\n")
        for line in lines:
            _add_line(line, file)
        if len(rest) > PIECE:
            file.damage = make_message(
                "it has a line that is too long for an address; the rest is not read"
            )
            return
    if not file.damage:  # else the line may be cut
        _add_line(rest, file)


def _add_line(line: bytes, file: SitemapFile) -> None:
    address = line.decode("utf-8", "replace").strip()
    if address:
        _add(FileEntry(address), file)


def _add(entry: FileEntry, file: SitemapFile) -> None:
    if len(file.entries) < MAX_ENTRIES:
        file.entries.append(entry)
    else:
        file.damage = make_message(
            "it has more than {number} entries; the rest is not read", number=MAX_ENTRIES
        )


def _read_xml(first: bytes, pieces: Iterator[bytes], file: SitemapFile) -> None:
    parser = etree.XMLPullParser(
        events=("start", "end"),
        recover=True,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    piece: bytes | None = first.lstrip()
    while piece is not None and not file.trouble:
        try:
            parser.feed(piece)
        except etree.XMLSyntaxError as error:
            file.damage = make_message("the XML is damaged ({fault})", fault=error.msg)
            return
        _take_events(parser, file)
        piece = next(pieces, None)
    if file.trouble:
        return
    try:
        parser.close()
    except etree.XMLSyntaxError as error:
        file.damage = file.damage or make_message("the XML is damaged ({fault})", fault=error.msg)
    fatal = [fault for fault in parser.feed_error_log if fault.level >= etree.ErrorLevels.FATAL]
    if fatal and not file.damage:
        file.damage = make_message(
            "the XML is damaged ({fault})", fault=describe_xml_fault(fatal[0])
        )
    if not file.damage:  # else the parser has closed the elements that the file leaves open
        _take_events(parser, file)


def _take_events(parser: etree.XMLPullParser, file: SitemapFile) -> None:
    for event, element in parser.read_events():
        if not isinstance(element, etree._Element):
            continue
        name = _local_name(element)
        if event == "start":
            if not file.root:
                _check_root(element, name, file)
            if file.trouble:
                return
        elif name in ("url", "sitemap") and element.getparent() is not None:
            _add(_read_entry(element), file)
            # Release an element that was read, and those before it
            parent = element.getparent()
            element.clear()
            while parent is not None and element.getprevious() is not None:
                del parent[0]


def _check_root(element: etree._Element, name: str, file: SitemapFile) -> None:
    dtd = element.getroottree().docinfo.internalDTD
    if dtd is not None and any(True for _ in dtd.iterentities()):  # type: ignore[attr-defined]
        file.trouble = make_message(
            "it declares XML entities, which a sitemap does not need; it is not read"
        )
    elif name in ("urlset", "sitemapindex", *FEED_ROOTS):
        file.root = name
    else:
        file.is_html = name.lower() == "html"
        file.trouble = make_message("not a sitemap: its root element is <{name}>", name=name)
    if name in FEED_ROOTS and not file.trouble:
        file.trouble = make_message("it is a feed, not a sitemap")


def _read_entry(element: etree._Element) -> FileEntry:
    values = {
        _local_name(child): read_entry_text(child) for child in element if child.tag is not None
    }
    news = next((child for child in element if _local_name(child) == "news"), None)
    shown = {} if news is None else {_local_name(child): read_entry_text(child) for child in news}
    return FileEntry(
        values.get("loc", ""),
        shown.get("title", ""),
        shown.get("publication_date", ""),
        values.get("lastmod", ""),
    )


def _local_name(element: etree._Element) -> str:
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""
