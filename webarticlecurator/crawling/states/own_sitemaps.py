"""The portal's own sitemaps beside the corpus: which of their articles no list names.

They are those that robots.txt names.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date
from itertools import product
from urllib.parse import urljoin, urlsplit, urlunsplit

from webarticlecurator.articles.by_rules.identity import canonical_address
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.doubts.doubt_table import phrase_doubt
from webarticlecurator.base.errors import PageUnreadable
from webarticlecurator.base.model.capture import Capture
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.portal.hosts import portal_hosts
from webarticlecurator.base.portal.patterns import search_pattern
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.portal_sitemaps import (
    SitemapArticles,
    choose_articles,
    find_sitemap_kind,
    follow_sitemaps,
)
from webarticlecurator.crawling.archive.site_facts import find_sitemaps
from webarticlecurator.crawling.archive.walk_proofs import SitemapCount
from webarticlecurator.crawling.states.link_filters import find_link_filter
from webarticlecurator.crawling.states.replay import locate_listing
from webarticlecurator.crawling.states.unread_lists import note_sitemap_count
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.view import CorpusView

MAX_FILES = 50
MAX_NAMED = 3
"""Addresses that a message names."""


@dataclass(frozen=True)
class OwnSitemaps:
    """The sitemaps of a portal: address of each file → what it lists; ``is_cut``: there are more
    than are read; ``changed``: address → when it was changed, as far as they say. ``lists`` are the
    files that are lists of the portal file: they are no proof of themselves."""

    files: dict[str, tuple[str, ...]]
    is_cut: bool
    changed: Mapping[str, str]
    lists: Collection[str] = ()


def read_own_sitemaps(
    portal: Portal,
    robots_text: str,
    read: Callable[[str], bytes | None],
    corpus: CorpusView | None = None,
) -> OwnSitemaps:
    """Return the sitemaps that robots.txt names, and those that they name, on hosts of the portal.
    ``read`` requests a file, and returns None where there is none; with a ``corpus``, lists of the
    portal file are taken from there."""
    hosts, requested, lists = portal_hosts(portal), set[str](), set[str]()

    def read_counted(url: str) -> bytes | None:
        requested.add(url)
        if corpus is None or not (captures := _find_list(portal, corpus, url)):
            return read(url) if hosts.belongs(url) else None
        lists.add(url)
        whole = [each for each in captures if each.status == 200]
        return corpus.read(whole[-1]).content if whole else None

    named = find_sitemaps(urljoin(portal.home, "/robots.txt"), robots_text)
    found = follow_sitemaps(named, read_counted, MAX_FILES)
    return OwnSitemaps(found.files, len(requested) == MAX_FILES, found.changed, lists)


def _find_list(portal: Portal, corpus: CorpusView, url: str) -> Sequence[Capture]:
    """Return the captures of a list of the portal file by any variant of its address, () for other
    files."""
    captures = corpus.captures.of_addresses((url, *list_variants(url)))
    is_list = any(
        each.origin.level == "archive" and locate_listing(portal, each.origin, each.url)
        for each in captures
        if each.origin is not None
    )
    return captures if is_list else ()


class OwnComparison:
    """Compares sitemaps with a corpus."""

    def __init__(self, portal: Portal, corpus: CorpusView) -> None:
        self._portal, self._corpus = portal, corpus
        self._hosts = portal_hosts(portal)

    def choose_articles(self, own: OwnSitemaps, *, all_kinds: bool = False) -> SitemapArticles:
        """Return what looks like articles in the sitemaps: as those that the corpus knows."""
        is_known = self._find_article
        return choose_articles(
            own.files,
            lambda url: is_known(url) is not None,
            all_kinds=all_kinds,
            beside=own.lists,
        )

    def list_missing(self, articles: SitemapArticles) -> Iterator[str]:
        """Yield the addresses that no list names, and that nothing in the portal file leaves
        out."""
        yield from (
            url for url in articles.urls if not self._is_known(url) and not self._is_left_out(url)
        )

    def _find_article(self, url: str) -> ArticleRow | None:
        try:
            canonical = canonical_address(url, self._portal.address)
        except PageUnreadable:
            return None
        frontier = self._corpus.frontier
        found = frontier.article(canonical) or frontier.article(url)
        if found is not None or not self._hosts.belongs(url):
            return found
        return frontier.first_known([*list_variants(canonical)])

    def _is_known(self, url: str) -> bool:
        """Return True for what the corpus has as an article, a part of one or an archive page."""
        corpus = self._corpus
        return bool(
            self._find_article(url)
            or corpus.frontier.page_owner(url)
            or corpus.captures.fetches(url)
        )

    def _is_left_out(self, url: str) -> bool:
        from webarticlecurator.articles.by_rules.manual_overrides import find_exclusion

        portal = self._portal
        if not self._hosts.belongs(url) or find_exclusion(portal, (url,)) is not None:
            return True
        if portal.match is not None and not search_pattern(portal.match, url, portal.match_rule):
            return True
        return find_link_filter(portal, url) is not None


def compare_sitemaps(
    portal: Portal, corpus: WritableCorpus, own: OwnSitemaps, since: date
) -> Iterator[Problem]:
    """Yield the problem of what is in sitemaps and in no list, and was not changed before a day;
    note how many the lists name. Needs ``corpus.commit``."""
    comparison = OwnComparison(portal, corpus)
    articles = comparison.choose_articles(own)
    missing = list(comparison.list_missing(articles))
    if not own.is_cut:
        found, listed = len(articles.urls) - len(missing), corpus.article_counts.by_state().articles
        note_sitemap_count(corpus, SitemapCount(found, len(articles.urls), listed))
    if missing := [url for url in missing if own.changed.get(url, "9") >= since.isoformat()]:
        message = describe_missing(len(articles.urls), missing, articles.files, is_cut=own.is_cut)
        yield Problem("not-listed", missing[0], message)


def describe_missing(
    total: int, missing: Sequence[str], files: Sequence[str], *, is_cut: bool
) -> str:
    """Return in words which articles of the sitemaps no list names, and what to do."""
    named = ", ".join(missing[:MAX_NAMED]) + (", …" if len(missing) > MAX_NAMED else "")
    kinds = {find_sitemap_kind(file): file for file in reversed(files)}
    sources = "; ".join(f"sitemap: {file}" for file in kinds.values())
    of: str = str(total)
    if is_cut:
        of = make_message("{number} (of the first {files} files)", number=total, files=MAX_FILES)
    return phrase_doubt(
        "not-listed",
        number=total - len(missing),
        of=of,
        missing=len(missing),
        named=named,
        sources=sources,
    )


def list_variants(url: str) -> Iterator[str]:
    """Yield the forms of an address that differ in scheme, ``www.``, a slash at the end of the path
    or the query, without ``url`` itself: those with its query first."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return
    queries = [parts.query, ""] if parts.query else [""]
    path = parts.path.rstrip("/")
    paths = (parts.path, path if parts.path.endswith("/") else f"{path}/") if path else ("/",)
    host = parts.netloc.removesuffix(":80").removesuffix(":443")
    bare = host.removeprefix("www.")
    hosts = (host, bare if host != bare else f"www.{host}")
    for query, path, host, scheme in product(queries, paths, hosts, ("https", "http")):
        variant = urlunsplit((scheme, host, path, query, ""))
        if variant != url:
            yield variant
