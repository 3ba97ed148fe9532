"""The link source ``sitemap``: which files it reads, and how.

``sitemap``: the files of a sitemap, which list the addresses of a portal; also those that
robots.txt names.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from posixpath import splitext
from urllib.parse import urlsplit

from lxml import etree

from webarticlecurator.archive.feeds import (
    FileEntry,
    describe_without_address,
    describe_xml_fault,
    make_links,
    resolve_address,
)
from webarticlecurator.archive.link_sources import (
    LinkSource,
    PagePlace,
    SourceBody,
    SourcePage,
    find_sitemaps,
)
from webarticlecurator.config.source_kinds import SITEMAP
from webarticlecurator.dataclasses import dataclass, field
from webarticlecurator.model.portal import NamedPage, Portal, Span
from webarticlecurator.rules import Trace
from webarticlecurator.text.translation import make_message

_MAX_LASTMOD = 100
"""Characters of a time of change that are compared; a date has 35 at most."""


class Sitemaps(LinkSource):
    """The link source of ``sitemap``."""

    kind = SITEMAP
    names_pages = True

    def count_pages(self, _span: Span) -> int | None:
        """Return None: the first file says whether there are others."""
        return None

    def is_changed(self, modified: str, read_modified: str) -> bool:
        """Return False for a file with the same ``lastmod`` as when it was read."""
        return not modified or modified != read_modified

    def read_page(
        self,
        _portal: Portal,
        span: Span,
        body: SourceBody,
        place: PagePlace,
        _trace: Trace | None = None,
    ) -> SourcePage:
        """Return the links of a file, and the files that it names."""
        if not place.is_named and urlsplit(body.url).path == "/robots.txt":
            text = body.content.decode("utf-8", "replace").lstrip("\ufeff")
            named = tuple(NamedPage(url) for url in find_sitemaps(body.url, text))
            if not named:
                return SourcePage(
                    trouble=make_message(
                        "robots.txt names no sitemap; write its address as `sitemap`"
                    )
                )
            return SourcePage(named=named)
        file = read_sitemap(body.content)
        if file.trouble:
            return SourcePage(trouble=file.trouble, suspect=body.page if file.is_html else None)
        if file.root == "sitemapindex":
            return _read_index(body.url, file)
        links, damage = make_links(span, body.url, map(FileEntry.as_pair, file.entries))
        return SourcePage(links, damage=file.damage or damage)


def _read_index(url: str, file: SitemapFile) -> SourcePage:
    named: dict[str, str] = {}
    without = 0
    for entry in file.entries:
        address = resolve_address(url, entry.address)
        without += not address
        if address:
            named.setdefault(address, entry.lastmod[:_MAX_LASTMOD])
    pages = tuple(NamedPage(address, modified) for address, modified in named.items())
    return SourcePage(named=pages, damage=file.damage or describe_without_address(without))


# Read a sitemap (sitemaps.org): XML or text, plain or gzip, with the additions of Google News.
#
# The file is parsed piece by piece. What can be read of a damaged file is returned.

MAX_ENTRIES = 250_000
"""Entries of one file that are read; the protocol allows 50,000."""
MAX_REPAIRED = 50_000_000
"""Bytes of one unpacked file that is read a second time to repair its ampersands."""
_XML_DAMAGE = "the XML is damaged"
_BARE_AMPERSAND = re.compile(
    rb"(<!\[CDATA\[.*?(?:\]\]>|\Z))|&(?!(?:#\d+|#x[0-9a-f]+|\w+);)", re.I | re.S
)
_HTML = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html)\b", re.I | re.S
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
            "it declares XML entities, which a sitemap has no use for; it is not read"
        )
    elif name in ("urlset", "sitemapindex", *FEED_ROOTS):
        file.root = name
    else:
        file.is_html = name.lower() == "html"
        file.trouble = make_message("not a sitemap: its root element is <{name}>", name=name)
    if name in FEED_ROOTS and not file.trouble:
        file.trouble = make_message("it is a feed, not a sitemap")


def _read_entry(element: etree._Element) -> FileEntry:
    values = {_local_name(child): _text(child) for child in element if child.tag is not None}
    news = next((child for child in element if _local_name(child) == "news"), None)
    shown = {} if news is None else {_local_name(child): _text(child) for child in news}
    return FileEntry(
        values.get("loc", ""),
        shown.get("title", ""),
        shown.get("publication_date", ""),
        values.get("lastmod", ""),
    )


def _local_name(element: etree._Element) -> str:
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def _text(element: etree._Element) -> str:
    return " ".join("".join(map(str, element.itertext())).split())


# The content of a file piece by piece, packed with gzip or not.

MAX_UNPACKED = 200_000_000
"""Bytes of one unpacked file that are read; a sitemap has at most 50 MB."""
PIECE = 65_536
GZIP = b"\x1f\x8b"


def read_pieces(content: bytes, report: Callable[[str], None]) -> Iterator[bytes]:
    """Yield the content of a file in pieces, unpacked if it is gzip.

    ``report`` is called with words if a part of it cannot be unpacked.
    """
    if content.startswith(GZIP):
        yield from _unpack(content, report)
        return
    for start in range(0, len(content), PIECE):
        yield content[start : start + PIECE]


def _unpack(content: bytes, report: Callable[[str], None]) -> Iterator[bytes]:
    """Yield the unpacked pieces of a gzip file of one or several members."""
    member, total, start, packed = zlib.decompressobj(31), 0, 0, b""
    while True:
        if len(packed) < len(GZIP):
            packed += content[start : start + PIECE]
            start += PIECE
        if member.eof:
            if not packed.startswith(GZIP):
                return  # the end, or what pads it
            member = zlib.decompressobj(31)
        try:
            piece = member.decompress(packed, PIECE)
        except zlib.error as error:
            report(make_message("the gzip data are damaged ({fault})", fault=str(error)))
            return
        if not packed and not piece:
            report(make_message("the gzip data end early"))
            return
        packed = member.unused_data if member.eof else member.unconsumed_tail
        total += len(piece)
        if total > MAX_UNPACKED:
            report(
                make_message(
                    "it unpacks to more than {number} bytes; the rest is not read",
                    number=MAX_UNPACKED,
                )
            )
            return
        if piece:
            yield piece


# The sitemaps of a portal as a whole, beside its lists: which of their addresses are articles.

_OTHER_FILES = re.compile(r"page|tag|categor|author|user|image|video|product|attachment")


@dataclass(frozen=True)
class SitemapArticles:
    """The articles of sitemaps: the ``files`` that have them, their addresses, and the ``others``
    in these files."""

    files: tuple[str, ...]
    urls: tuple[str, ...]
    others: tuple[str, ...] = ()


def follow_sitemaps(
    named: Sequence[str], read: Callable[[str], bytes | None], most: int
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the sitemaps at the addresses ``named`` and those that they name, each with the
    addresses that it lists: at most so many files, those that seem to be of articles first.
    ``read`` returns the content of a file, None where there is none."""
    waiting = [*dict.fromkeys(named)]
    for place in range(most):
        if place >= len(waiting):
            return
        content = read(waiting[place])
        if content is None:
            continue
        file = read_sitemap(content)
        addresses = dict.fromkeys(
            found
            for each in file.entries
            if (found := resolve_address(waiting[place], each.address))
        )
        if file.root == "sitemapindex":
            later = waiting[place + 1 :]
            more = [each for each in addresses if each not in waiting]
            later += sorted(more, key=lambda each: bool(_OTHER_FILES.search(each)))
            waiting[place + 1 :] = later
        else:
            yield waiting[place], tuple(addresses)


def choose_articles(
    files: Mapping[str, Sequence[str]], is_article: Callable[[str], bool]
) -> SitemapArticles:
    """Return the addresses in sitemaps that are as those of known articles: in files of a kind that
    has some, and of the same form."""
    known = {file: [url for url in urls if is_article(url)] for file, urls in files.items()}
    kinds = {find_sitemap_kind(file) for file, urls in known.items() if urls}
    forms = {find_form(url) for urls in known.values() for url in urls}
    kept = tuple(file for file, urls in files.items() if urls and find_sitemap_kind(file) in kinds)
    urls = (url for file in kept for url in files[file] if find_form(url) in forms)
    return SitemapArticles(kept, tuple(dict.fromkeys(urls)))


def find_sitemap_kind(url: str) -> str:
    """Return the address of a sitemap without its numbers: files of one kind differ in them."""
    return re.sub(r"\d+", "#", url)


def find_form(url: str) -> tuple[str, ...]:
    """Return what the addresses of articles of one portal have in common: the folders with a word
    at their beginning aside, how many there are, a date, the ending, the names of the query."""
    parts = urlsplit(url)
    segments = [each for each in parts.path.split("/") if each]
    kinds = ["#" if each.isdecimal() else "word" for each in segments[:-1]]
    names = sorted(each.partition("=")[0] for each in parts.query.split("&") if each)
    return (*kinds, splitext(parts.path)[1], *names)
