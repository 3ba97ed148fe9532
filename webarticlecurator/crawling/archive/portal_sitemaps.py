"""The sitemaps of a portal as a whole, beside its lists: which of their addresses are articles."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain
from posixpath import splitext
from urllib.parse import urlsplit

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.proposal.archive_links import SitemapSource
from webarticlecurator.crawling.archive.file_entries import resolve_address
from webarticlecurator.crawling.archive.link_anchors import is_article_address
from webarticlecurator.crawling.archive.sitemap_file import read_sitemap
from webarticlecurator.portal_file.values.address_templates import ROBOTS

_OTHER_FILES = re.compile(r"page|tag|categor|author|user|image|video|product|attachment")


@dataclass(frozen=True)
class SitemapArticles:
    """The articles of sitemaps: the ``files`` that have them, their addresses, and the ``others``
    in these files. ``sources`` are the sitemaps that lead to the files."""

    files: tuple[str, ...]
    urls: tuple[str, ...]
    others: tuple[str, ...] = ()
    sources: tuple[SitemapSource, ...] = ()


@dataclass(frozen=True)
class FollowedSitemaps:
    """The ``files`` that were read, each with the addresses that it lists, and the ``indexes`` of
    sitemaps, each with the files that it names. ``changed``: address → its ``lastmod`` as written,
    of those that have one."""

    files: dict[str, tuple[str, ...]]
    indexes: dict[str, tuple[str, ...]]
    changed: Mapping[str, str] = field(default_factory=dict)

    def list_parts(self, url: str, above: tuple[str, ...] = ()) -> Iterator[str]:
        """Yield the files to which a sitemap leads, read or not; a file leads to itself."""
        if url not in self.indexes:
            yield url
        elif url not in above:
            for each in self.indexes[url]:
                yield from self.list_parts(each, (*above, url))


def follow_sitemaps(
    named: Sequence[str], read: Callable[[str], bytes | None], most: int
) -> FollowedSitemaps:
    """Return the sitemaps at the addresses ``named`` and those that they name: at most so many
    files, those that seem to be of articles first. ``read`` returns the content of a file, None
    where there is none."""
    waiting = [*dict.fromkeys(named)]
    files: dict[str, tuple[str, ...]] = {}
    indexes: dict[str, tuple[str, ...]] = {}
    changed: dict[str, str] = {}
    for place in range(most):
        if place >= len(waiting):
            break
        content = read(waiting[place])
        if content is None:
            continue
        file = read_sitemap(content)
        addresses = {
            found: each.lastmod
            for each in file.entries
            if (found := resolve_address(waiting[place], each.address))
        }
        changed |= {url: lastmod for url, lastmod in addresses.items() if lastmod}
        if file.root == "sitemapindex":
            later = waiting[place + 1 :]
            more = [each for each in addresses if each not in waiting]
            later += sorted(more, key=lambda each: bool(_OTHER_FILES.search(each)))
            waiting[place + 1 :] = later
            indexes[waiting[place]] = tuple(addresses)
        else:
            files[waiting[place]] = tuple(addresses)
    return FollowedSitemaps(files, indexes, changed)


def choose_articles(
    files: Mapping[str, Sequence[str]],
    is_article: Callable[[str], bool],
    *,
    all_kinds: bool = False,
    beside: Collection[str] = (),
) -> SitemapArticles:
    """Return the addresses in sitemaps that are as those of known articles: in files of a kind that
    has some, and of the same form. With ``all_kinds`` files of other kinds count, too, most of
    whose addresses look like articles: each section may have its own. The files ``beside`` only
    tell what articles look like."""
    known = {file: [url for url in urls if is_article(url)] for file, urls in files.items()}
    kinds = {find_sitemap_kind(file) for file, urls in known.items() if urls}
    forms = {find_form(url) for urls in known.values() for url in urls}
    if all_kinds and kinds:
        kinds |= {
            find_sitemap_kind(file) for file, urls in files.items() if _has_articles(file, urls)
        }
    counted = [file for file, urls in files.items() if urls and file not in beside]
    kept = tuple(file for file in counted if find_sitemap_kind(file) in kinds)
    urls = (url for file in kept for url in files[file] if find_form(url) in forms)
    return SitemapArticles(kept, tuple(dict.fromkeys(urls)))


def choose_sources(
    named: Sequence[str], followed: FollowedSitemaps, kept: Sequence[str]
) -> tuple[SitemapSource, ...]:
    """Return which of the sitemaps ``named`` lead to the files ``kept``, and to those of which
    nothing is known, without those that have other things than articles; where several do, the
    robots.txt that names them. So files that are added later are read, too."""
    kinds = {*map(find_sitemap_kind, kept)}

    def is_other(url: str) -> bool:
        is_known = bool(followed.files.get(url) or _OTHER_FILES.search(urlsplit(url).path))
        return is_known and find_sitemap_kind(url) not in kinds

    parts = {url: [*followed.list_parts(url)] for url in named}
    roots = [url for url in named if url in followed.indexes or find_sitemap_kind(url) in kinds]
    roots = [url for url in roots if not all(map(is_other, parts[url]))]
    if len(roots) > 1:
        parts, roots = {ROBOTS: [*chain(*parts.values())]}, [ROBOTS]
    return tuple(
        SitemapSource(url, tuple(_match_files(parts[url], [*filter(is_other, parts[url])])))
        for url in roots
    )


def _match_files(every: Sequence[str], others: Sequence[str]) -> dict[str, None]:
    """Return regexes that find the addresses of ``others`` and of later files of their kind, and
    none else of ``every`` one."""
    kept = {*every} - {*others}
    patterns: dict[str, None] = {}
    for url in others:
        path = url.partition("://")[2].partition("/")[2]
        # the first file of a kind may have no number
        stem, dot, ending = path.rpartition(".")
        parts = re.split(r"\d+", path) if re.search(r"\d", path) else [stem, dot + ending]
        number = r"\d*" if re.search(r"\d", path) else r"[-_]?\d*"
        pattern = f"/{number.join(map(_escape, parts))}$"
        is_wide = any(re.search(pattern, each) for each in kept)
        patterns[f"^{_escape(url)}$" if is_wide else pattern] = None
    return patterns


def _escape(text: str) -> str:
    return re.escape(text).replace(r"\-", "-")


def _has_articles(file: str, urls: Sequence[str]) -> bool:
    """Return True if most addresses of a sitemap look like those of articles."""
    is_other = _OTHER_FILES.search(urlsplit(file).path)
    return not is_other and sum(map(is_article_address, urls)) > len(urls) / 2


def find_sitemap_kind(url: str) -> str:
    """Return the address of a sitemap without its numbers: files of one kind differ in them, and
    the first may have none."""
    return re.sub(r"[-_.]?\d+", "", url)


def find_form(url: str) -> tuple[str, ...]:
    """Return what the addresses of articles of one portal have in common: the folders with a word
    at their beginning aside, how many there are, a date, the ending, the names of the query."""
    parts = urlsplit(url)
    segments = [each for each in parts.path.split("/") if each]
    kinds = ["#" if each.isdecimal() else "word" for each in segments[:-1]]
    names = sorted(each.partition("=")[0] for each in parts.query.split("&") if each)
    return (*kinds, splitext(parts.path)[1], *names)
