"""Mirrors of HTTrack and wget: pages as files in a folder, with links to each other's files.

HTTrack notes the address in each page, and in ``hts-cache/new.txt``; its cache, where it is, has
the pages as they were. wget makes the name of the address: ``-E`` ends it in .html, so that one
name may stand for two addresses. Which one it was, the page says, or the portal file, or another
file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from html import escape, unescape
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.hosts import portal_hosts
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.input_files import read_regular
from webarticlecurator.corpus.stored_pages.saved_formats import decompress
from webarticlecurator.corpus.stored_pages.saved_pages import MAX_PAGE_BYTES
from webarticlecurator.crawling.archive.page_address import encode_address
from webarticlecurator.storage.warc.message import parse_mail_date

CACHE = "hts-cache"
"""Folder of HTTrack's own files in a mirror."""
ORIGINAL = ".orig"
"""What ``wget -K`` adds to the name of a page as it was before its links were changed."""
_PAGE = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<(?:!--(?:[^-]|-(?!->))*--|\?xml[^>]*)>\s*)*<(?:!doctype )?html",
    re.IGNORECASE,
)
_MIRRORED = re.compile(rb"<!-- Mirrored from (\S+) by HTTrack Website Copier/[^,>]*, ([^>]+?) -->")
_LINK = re.compile(
    rb"""(?i)(\s(?:href|src|action)\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*))"""
)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:|//|/|#", re.IGNORECASE)
_EXTENSION = re.compile(r"\.[a-z]\w{1,4}$", re.IGNORECASE)
_INDEX = re.compile(r"(?:^|(?<=/))index\.html$")
_QUERY = re.compile(r"\?|@(?=[^/@=]+=)")
"""Where a query begins in a name: for Windows, wget writes @, and + before a port."""
_HEAD_BYTES = 4096


@dataclass(frozen=True)
class MirroredPage:
    """A page of a mirror: the name of its file there, its address, when it was mirrored (None if
    nothing says it), and its content with the addresses of other pages in its links."""

    name: str
    url: str
    time: datetime | None
    content: bytes


@dataclass
class Mirror:
    """A mirror: name of a file → address and time of the page in it. ``undecided``: name of a file
    whose address nothing says → why it is left out."""

    folder: Path
    addresses: dict[str, tuple[str, datetime | None]] = field(default_factory=dict)
    undecided: dict[str, str] = field(default_factory=dict)

    def read_pages(self) -> Iterator[MirroredPage]:
        """Yield the pages."""
        for name, (url, time) in self.addresses.items():
            original = self.folder / f"{name}{ORIGINAL}"
            if original.is_file():
                content = read_regular(original, MAX_PAGE_BYTES)
            else:
                content = self._restore_links(name, _read_page(self.folder / name))
            yield MirroredPage(name, url, time, content)

    def _restore_links(self, name: str, content: bytes) -> bytes:
        """Return a page whose links to files have the addresses of these. A link to no page of the
        mirror leads nowhere: an address that is made of it never was."""

        def restore(found: re.Match[bytes]) -> bytes:
            value = next(each for each in found.groups()[1:] if each is not None)
            link = unescape(value.decode("utf-8", "surrogateescape"))
            if not link or _SCHEME.match(link):
                return found[0]
            url = self._find_linked(name, link) or "#"
            return found[1] + b'"' + escape(url).encode() + b'"'

        return _LINK.sub(restore, content)

    def _find_linked(self, name: str, link: str) -> str:
        path, mark, fragment = link.partition("#")
        for each in (path, path.partition("?")[0]):  # HTTrack leaves the query behind the name
            target = normpath(join(dirname(name), unquote(each)))
            if target in self.addresses:
                return f"{self.addresses[target][0]}{mark}{fragment}"
        return ""


def read_mirror(portal: Portal, folder: Path, is_known: Callable[[str], bool]) -> Mirror:
    """Return the mirror in a folder. ``is_known`` says whether an address is one of the portal's
    articles or archive pages. Raises UsageError for a folder without pages of the portal."""
    mirror = Mirror(folder)
    noted, failed = _read_list(folder / CACHE / "new.txt")
    scheme, hosts = urlsplit(portal.home).scheme, portal_hosts(portal)
    unclear: dict[str, list[str]] = {}
    exact = set[str]()
    for name, content in _list_pages(folder):
        found = _MIRRORED.search(content)
        top, _, path = name.partition("/")
        top = top.replace("+", ":")
        if found or name in noted:
            footer = found[1].decode("utf-8", "replace") if found else ""
            url = noted.get(name) or f"{scheme}://{footer}"
            if url not in failed:
                time = parse_mail_date(found[2].decode("ascii", "replace")) if found else None
                mirror.addresses[name] = encode_address(url), time
        elif path and hosts.belongs(f"{scheme}://{top}/"):
            unclear[name] = [
                encode_address(f"{scheme}://{top}/{each}") for each in _list_paths(path)
            ]
            before, mark, _ = unclear[name][0].partition("?")
            exact.update((before,) if mark else ())
    for name, urls in unclear.items():
        url = urls[0] if len(urls) == 1 else _choose(urls, folder / name, exact, is_known)
        if url:
            mirror.addresses[name] = url, None
        else:  # what others are named says nothing of it: a portal may have both kinds
            mirror.undecided[name] = (
                f"its address is {' or '.join(urls)}, and no page says which; an article.match that"
                " fits only one of them does (wget -E has added .html, or not)"
            )
    if not mirror.addresses and not mirror.undecided:
        raise UsageError(
            f"{folder}: no mirror of this portal in it",
            "Give the folder that HTTrack or wget has made, with a folder for each host.",
        )
    return mirror


def _list_pages(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of the HTML files."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not name.startswith(f"{CACHE}/") and not name.endswith(ORIGINAL):
            with path.open("rb") as stream:
                head = stream.read(_HEAD_BYTES)
            is_page = _PAGE.match(head) or name.endswith((".html.gz", ".htm.gz"))
            if is_page and path.stat().st_size <= MAX_PAGE_BYTES:
                yield name, _read_page(path)


def _read_page(path: Path) -> bytes:
    """Return a page: ``wget -E`` adds .gz to one that the server has packed unasked. What is no
    gzip, or damaged, stays as it is."""
    content = read_regular(path, MAX_PAGE_BYTES)
    with suppress(ValueError):
        return decompress(content, MAX_PAGE_BYTES)
    return content


def _read_list(path: Path) -> tuple[dict[str, str], set[str]]:
    """Return name of a file → address, as HTTrack lists them, and the addresses without a page."""
    names, failed = dict[str, str](), set[str]()
    if path.is_file():
        for line in path.read_text("utf-8", "replace").splitlines():
            cells = line.split("\t")
            if len(cells) > 8 and cells[3] == "200":
                names[normpath(cells[8])] = cells[7]
            elif len(cells) > 8:
                failed.add(cells[7])
    return names, failed - set(names.values())


def _list_paths(path: str) -> list[str]:
    """Return the paths, with a query, that wget writes into a file of this name: without the ending
    that ``-E`` adds first."""
    before, *query = _QUERY.split(path.removesuffix(".gz"), maxsplit=1)
    before = _INDEX.sub("", before)
    if query:
        return [f"{before}?{query[0].removesuffix('.html')}"]
    plain = before.removesuffix(".html")
    if plain == before or _EXTENSION.search(plain):
        return [plain]
    return [plain, before]


def _choose(
    urls: Sequence[str], path: Path, exact: Container[str], is_known: Callable[[str], bool]
) -> str:
    """Return the one of two addresses that another file, the page or the portal file has; "" where
    that is none or both."""
    text = unquote(_read_page(path).decode("utf-8", "replace"))
    for is_it in (exact.__contains__, partial(_is_named, text), is_known):
        found = [url for url in urls if is_it(url)]
        if len(found) == 1:
            return found[0]
    return ""


def _is_named(text: str, url: str) -> bool:
    """Return True if a page has an address in it, as for *share* or in its metadata."""
    address = re.escape(unquote(url.partition("://")[2]))
    return re.search(rf"//{address}(?![\w./-])", text) is not None
