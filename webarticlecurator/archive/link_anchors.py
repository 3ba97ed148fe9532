"""The links of a page, and which of them look like links to articles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from lxml import etree

from webarticlecurator.archive.page_address import normalize_address
from webarticlecurator.model.hosts import is_same_site
from webarticlecurator.page import Page
from webarticlecurator.rules.resolve import NotAnAddress, resolve

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
