"""The sitemaps of a portal as a whole, beside its lists: which of their addresses are articles."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from posixpath import splitext
from urllib.parse import urlsplit

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.crawling.archive.file_entries import resolve_address
from webarticlecurator.crawling.archive.link_anchors import is_article_address
from webarticlecurator.crawling.archive.sitemap_file import read_sitemap

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
    files: Mapping[str, Sequence[str]],
    is_article: Callable[[str], bool],
    *,
    all_kinds: bool = False,
) -> SitemapArticles:
    """Return the addresses in sitemaps that are as those of known articles: in files of a kind that
    has some, and of the same form. With ``all_kinds`` files of other kinds count, too, most of
    whose addresses look like articles: each section may have its own."""
    known = {file: [url for url in urls if is_article(url)] for file, urls in files.items()}
    kinds = {find_sitemap_kind(file) for file, urls in known.items() if urls}
    forms = {find_form(url) for urls in known.values() for url in urls}
    if all_kinds and kinds:
        kinds |= {
            find_sitemap_kind(file) for file, urls in files.items() if _has_articles(file, urls)
        }
    kept = tuple(file for file, urls in files.items() if urls and find_sitemap_kind(file) in kinds)
    urls = (url for file in kept for url in files[file] if find_form(url) in forms)
    return SitemapArticles(kept, tuple(dict.fromkeys(urls)))


def _has_articles(file: str, urls: Sequence[str]) -> bool:
    """Return True if most addresses of a sitemap look like those of articles."""
    is_other = _OTHER_FILES.search(urlsplit(file).path)
    return not is_other and sum(map(is_article_address, urls)) > len(urls) / 2


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
