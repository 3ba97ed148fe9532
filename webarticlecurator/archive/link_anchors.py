"""What one page of an archive shows: its links, and what it says of the whole site.

The links of a page, and which of them look like links to articles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from lxml import etree

from webarticlecurator.archive.page_address import normalize_address
from webarticlecurator.model.hosts import is_same_site
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.rules import select_first
from webarticlecurator.rules.element_values import NotAnAddress, resolve

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
    return tuple(_other_pages(page))


def _other_pages(page: Page) -> Iterator[Anchor]:
    own_address = normalize_address(page.url)
    for element in page.root.iter("a"):
        try:
            address = normalize_address(resolve(page.base, element.get("href") or ""))
        except NotAnAddress:
            continue
        if address != own_address:
            yield Anchor(element, address, " ".join("".join(element.itertext()).split()))


def find_article_addresses(anchors: tuple[Anchor, ...]) -> frozenset[str]:
    """Return the linked addresses that look like those of articles, by themselves or by their text.

    An address that is linked under many different texts is not an article's: an author page, for
    example, is linked under every spelling of the name.
    """
    texts: dict[str, set[str]] = {}
    for anchor in anchors:
        texts.setdefault(anchor.address, set()).add(anchor.text)
    return frozenset(
        address
        for address, link_texts in texts.items()
        if is_article_address(address) or _contain_headline(link_texts - {""})
    )


def _contain_headline(texts: set[str]) -> bool:
    if len(texts) > MAX_LINK_TEXTS:
        return False
    return any(len(text.split()) >= MIN_TITLE_WORDS for text in texts)


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
    sources = [
        page.root.get("lang"),
        page.root.get("{http://www.w3.org/XML/1998/namespace}lang"),
        page.root.get("xml:lang"),
    ]
    sources += [
        select_first((Rule(kind="meta", expression=name),), page)
        for name in ("og:locale", "language", "content-language")
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
