"""Link sources: where the addresses of articles come from, and the links of one page.

A new kind is a row in ``config/source_kinds.py`` (its keys, and the class here that reads it) and
that class (what it does with its pages). Here are archive pages (``url``), whose addresses are made
from a template, and pages that list those (``index``); ``sitemaps.py`` and ``feeds.py`` have files,
also those of other packages.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, cached_property
from importlib import import_module
from typing import Any
from urllib.parse import unquote, urlsplit

from lxml import etree

from webarticlecurator.archive.page_address import match_address, normalize_address
from webarticlecurator.archive.windows import is_named_window
from webarticlecurator.config.source_kinds import (
    ADDRESSES,
    INDEX,
    KINDS,
    PLUG_IN_READER,
    SourceKind,
)
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.model.hosts import is_same_site
from webarticlecurator.model.pagination import mode_of, names_last_page
from webarticlecurator.model.portal import Link, NamedPage, Portal, Span
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.rules import (
    Trace,
    has_pager_without_current,
    read_link_context,
    select_first,
    select_links,
)
from webarticlecurator.rules.elements import NotAnAddress, resolve
from webarticlecurator.text.translation import as_message, make_message

# The protocol of a link source: the pages of a span from which the addresses of articles come.


@dataclass(frozen=True)
class PagePlace:
    """The place of a page in the archive: its page value and the key of its window; empty if it
    has none. The window of a page that another one names is its address."""

    value: str = ""
    window: str = ""

    @property
    def is_named(self) -> bool:
        """True for a page that another page of the source names."""
        return is_named_window(self.window)


NO_PLACE = PagePlace()
"""The place of a page without page value and window."""


class SourceBody:
    """The stored body of a page: its final address, bytes and content type; ``page`` is parsed on
    first use."""

    def __init__(
        self, url: str, content: bytes, parse: Callable[[], Page], content_type: str | None = None
    ) -> None:
        self.url = url
        self.content = content
        self.content_type = content_type
        self._parse = parse

    @cached_property
    def page(self) -> Page:
        """The body as HTML or JSON."""
        return self._parse()


@dataclass(frozen=True)
class SourcePage:
    """What a link source reads from one page.

    ``links`` are those to articles, ``named`` the further pages of the source, ``next_page`` is the
    address that the ``next`` rules select. ``beyond`` is a linked page after ``last``;
    ``pager_without_current``: ``current`` of the pager selects no number.

    ``trouble`` says why nothing could be read; ``damage`` what part could not be read. ``suspect``
    is the page, if it may be a challenge or the like in place of what was expected.
    """

    links: tuple[Link, ...] = ()
    next_page: str | None = None
    named: tuple[NamedPage, ...] = ()
    beyond: str = ""
    pager_without_current: bool = False
    trouble: str = ""
    damage: str = ""
    suspect: Page | None = None


class LinkSource:
    """A kind of link source; by default, one file that is read whole and names no further ones.

    ``kind`` is its row in the key table. ``names_pages``: its pages name further pages, each of
    which has a walk of its own.
    """

    kind: SourceKind
    names_pages = False

    def is_list(self, _place: PagePlace) -> bool:
        """Return True if a page there is an archive page, which the pagination of the span
        continues; False if it is a file that is read whole."""
        return False

    def count_pages(self, _span: Span) -> int | None:
        """Return the maximum number of pages of one window; None where only the walk can tell."""
        return 1

    def is_changed(self, _modified: str, _read_modified: str) -> bool:
        """Return True if a named page that was read completely is to be requested again.

        ``modified`` is what its source says now, ``read_modified`` what it said when it was read.
        """
        return True

    def read_page(
        self,
        portal: Portal,
        span: Span,
        body: SourceBody,
        place: PagePlace,
        trace: Trace | None = None,
    ) -> SourcePage:
        """Return what the page at ``place`` holds."""
        raise NotImplementedError


def source_of(span: Span) -> LinkSource:
    """Return the link source of a span. Raises PlugInError."""
    plug_in = span.source.plug_in
    if plug_in is None:
        return _open_source(span.source.kind)
    files: LinkSource = _load_reader(PLUG_IN_READER)(plug_in)
    return files


@cache
def _open_source(kind: str) -> LinkSource:
    source: LinkSource = _load_reader(KINDS[kind].reader)()
    return source


def _load_reader(reader: tuple[str, str]) -> Any:
    module, name = reader
    return getattr(import_module(f"webarticlecurator.archive.{module}"), name)


class AddressTemplates(LinkSource):
    """The link source of ``url``."""

    kind = ADDRESSES

    def is_list(self, _place: PagePlace) -> bool:
        """Return True: every page is an archive page."""
        return True

    def count_pages(self, span: Span) -> int | None:
        """Return the maximum number of pages of one window; None where only the walk can tell."""
        count, limit = mode_of(span.pagination).count_pages(span.pagination), span.stop.max_pages
        return count if limit is None or count is None else min(count, limit)

    def read_page(
        self,
        portal: Portal,
        span: Span,
        body: SourceBody,
        place: PagePlace,
        trace: Trace | None = None,
    ) -> SourcePage:
        """Return the links of an archive page and its next page."""
        return read_list_page(portal, span, body.page, place, trace)


def read_list_page(
    portal: Portal, span: Span, page: Page, place: PagePlace, trace: Trace | None = None
) -> SourcePage:
    """Return what the rules of ``span`` select on an archive page."""
    trouble = describe_file(page)
    if trouble:
        return SourcePage(trouble=trouble)
    # each link once and without fragment, with the values that the page shows beside it
    context = read_link_context(span.links, span.listed, page) if span.listed else {}
    listed_by_url = {
        normalize_address(url): tuple(sorted(context.get(url, {}).items()))
        for url in select_links(span.links, page, trace)
    }
    links = tuple(Link(url, listed) for url, listed in listed_by_url.items())
    rules = span.pagination.next
    url = select_first(rules, page, trace, link=True) if rules else None
    next_page = normalize_address(url) if url else None
    return SourcePage(
        links,
        next_page,
        beyond=find_link_beyond_last(portal, span, place.value, place.window, page),
        pager_without_current=(
            next_page is None and has_pager_without_current(span.pagination.next, page)
        ),
        suspect=None if links else page,
    )


def describe_file(page: Page) -> str:
    """Return in words why a page cannot be read by rules, or ""."""
    if page.file_kind:
        return make_message("it is a file, not a page: {kind}", kind=as_message(page.file_kind))
    return make_message("it is too large: {excess}", excess=page.excess) if page.excess else ""


# ``index``: pages that list archive pages, such as the issues of a magazine, a calendar whose
# links cannot be guessed, or a list of authors. The archive pages are read like any other.


class IndexPages(LinkSource):
    """The link source of ``index``."""

    kind = INDEX
    names_pages = True

    def is_list(self, place: PagePlace) -> bool:
        """Return True for a page that an index page names."""
        return place.is_named

    def count_pages(self, _span: Span) -> int | None:
        """Return None: the index says how many archive pages there are."""
        return None

    def read_page(
        self,
        portal: Portal,
        span: Span,
        body: SourceBody,
        place: PagePlace,
        trace: Trace | None = None,
    ) -> SourcePage:
        """Return the archive pages that an index page names, or the links of an archive page."""
        page = body.page
        if place.is_named:
            return read_list_page(portal, span, page, place, trace)
        trouble = describe_file(page)
        if trouble:
            return SourcePage(trouble=trouble)
        found = map(normalize_address, select_links(span.source.get("links", ()), page, trace))
        pages = tuple(NamedPage(url) for url in dict.fromkeys(found))
        return SourcePage(named=pages, suspect=None if pages else page)


# Links to a page after the last one that the portal file names.


def find_link_beyond_last(portal: Portal, span: Span, value: str, window: str, page: Page) -> str:
    """Return the address of a page after ``pagination.last`` that the last page links, or "".

    ``value`` is the page's own value, ``window`` the first day of its window. A link counts if its
    address is that of an archive page of the same window, and its number is the next one or is also
    its text. An article whose address happens to match has neither.
    """
    pagination = span.pagination
    if pagination.last is None or not names_last_page(pagination) or not value:
        return ""
    if not mode_of(pagination).next_page(pagination, value, None).stop_reason:
        return ""

    for anchor in find_anchors(page):
        number = _page_number(portal, span, window, anchor)
        if number is None or (number - pagination.last) * pagination.step <= 0:
            continue
        if number == int(value) + pagination.step or anchor.text == str(number):
            return anchor.address
    return ""


def _page_number(portal: Portal, span: Span, window: str, anchor: Anchor) -> int | None:
    """Return the page number in the address of a link, if it leads to a page of the same window."""
    match = match_address(span, anchor.address, portal.language)
    if match is None or not re.fullmatch("-?[0-9]{1,18}", match.page or ""):
        return None
    if match.window is not None and match.window.key != window:
        return None
    return int(match.page or "")


# The links of a page, and which of them look like links to articles.

MIN_TITLE_WORDS = 4
"""A link text with at least so many words is probably a headline."""

MAX_LINK_TEXTS = 3
"""Different texts that link to one article: its headline, its lead, "read on"."""

MIN_SLUG_WORDS = 3
"""A segment of an address with at least so many words between hyphens is probably a headline."""

_ARTICLE_NUMBER = re.compile(r"\d{5,}|(?<!\d)(?:19|20)\d\d[-/._]?[01]\d(?!\d)")


@dataclass(frozen=True)
class Anchor:
    """A link: its element, its absolute address without fragment, and its text with white space
    collapsed."""

    element: etree._Element
    address: str
    text: str


def find_anchors(page: Page) -> tuple[Anchor, ...]:
    """Return the ``a`` elements that link other pages of the same site, in the order of the page.

    Parent hosts and subdomains belong to the same site.
    """
    anchors = find_all_anchors(page)
    return tuple(anchor for anchor in anchors if is_same_site(page.url, anchor.address))


def find_all_anchors(page: Page) -> tuple[Anchor, ...]:
    """Return the ``a`` elements that link other pages of any site, in the order of the page."""
    own_address = normalize_address(page.url)
    anchors = []
    for element in page.root.iter("a"):
        try:
            address = normalize_address(resolve(page.base, element.get("href") or ""))
        except NotAnAddress:
            continue
        if address != own_address:
            text = " ".join("".join(element.itertext()).split())
            anchors.append(Anchor(element, address, text))
    return tuple(anchors)


def find_article_addresses(anchors: tuple[Anchor, ...]) -> frozenset[str]:
    """Return the linked addresses that look like those of articles, by themselves or by their text.

    An address that is linked under many different texts is not an article's: an author page, for
    example, is linked under every spelling of the name.
    """
    texts: dict[str, set[str]] = {}
    for anchor in anchors:
        texts.setdefault(anchor.address, set()).add(anchor.text)
    headlines = {
        address
        for address, link_texts in texts.items()
        if len(link_texts - {""}) <= MAX_LINK_TEXTS
        and any(len(text.split()) >= MIN_TITLE_WORDS for text in link_texts)
    }
    return frozenset(filter(is_article_address, texts)) | headlines


def is_article_address(address: str) -> bool:
    """Return True if the address looks like an article's: it has a headline or a long number."""
    parts = urlsplit(address)
    segments = [unquote(segment) for segment in parts.path.split("/") if segment]
    if any(_is_slug(segment) for segment in segments[-2:]):
        return True
    if _ARTICLE_NUMBER.search(parts.query):
        return True
    return bool(segments and re.search(r"\d{5,}", segments[-1]))


def _is_slug(segment: str) -> bool:
    return len([word for word in re.split(r"[-_+]", segment) if word]) >= MIN_SLUG_WORDS


# What a page and a robots.txt say of the whole site: its name, language, feeds and sitemaps.

_FEED_TYPES = ("application/rss+xml", "application/atom+xml", "application/feed+json")
_LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z]{4})?(-(?:[A-Za-z]{2}|\d{3}))?")


def find_site_name(page: Page) -> str:
    """Return the site name of the meta elements, else the page's title; "" if it has neither."""
    rules = (
        Rule(kind="meta", expression="og:site_name"),
        Rule(kind="meta", expression="application-name"),
        Rule(kind="css", expression="head title"),
        Rule(kind="css", expression="title"),
    )
    return " ".join((select_first(rules, page) or "").split())


def find_language(page: Page) -> str:
    """Return the language tag (BCP 47) of the ``html`` or the meta elements; "" without one."""
    attributes = ("lang", "{http://www.w3.org/XML/1998/namespace}lang", "xml:lang")
    names = ("og:locale", "language", "content-language")
    sources = [
        *(page.root.get(name) for name in attributes),
        *(select_first((Rule(kind="meta", expression=name),), page) for name in names),
    ]
    for source in sources:
        tag = (source or "").strip().replace("_", "-")
        if _LANGUAGE_TAG.fullmatch(tag):
            return tag
    return ""


def find_feeds(page: Page) -> tuple[str, ...]:
    """Return the absolute addresses of the feeds that the page links (``link rel=alternate``)."""
    addresses = []
    for element in page.root.iter("link"):
        media_type = (element.get("type") or "").partition(";")[0].strip().lower()
        if media_type in _FEED_TYPES and "alternate" in (element.get("rel") or "").lower().split():
            addresses.append(element.get("href") or "")
    return _resolve_all(page.url, addresses)


def find_sitemaps(robots_url: str, robots_text: str) -> tuple[str, ...]:
    """Return the absolute addresses in the ``Sitemap:`` lines of a robots.txt."""
    addresses = re.findall(r"(?im)^[ \t]*sitemap[ \t]*:[ \t]*([^\s#]+)", robots_text)
    return _resolve_all(robots_url, addresses)


def _resolve_all(base: str, addresses: list[str]) -> tuple[str, ...]:
    resolved = []
    for address in addresses:
        try:
            resolved.append(resolve(base, address))
        except NotAnAddress:
            continue
    return tuple(dict.fromkeys(resolved))
