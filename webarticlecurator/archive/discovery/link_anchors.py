"""The links of a page, and how much each looks like one to an article."""

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
"""A link with so many words is probably a headline."""
MAX_LINK_TEXTS = 3
"""Of an article's links: its headline, its lead, "read on"."""
MIN_SLUG_WORDS = 3
"""A part of an address with so many words between hyphens is probably made of a headline."""
_NUMBER = re.compile(r"\d{5,}|(?<!\d)(?:19|20)\d\d[-/._]?[01]\d(?!\d)")


@dataclass(frozen=True)
class Anchor:
    """A link: its element, its absolute address without fragment, its text with white space
    collapsed."""

    element: etree._Element
    address: str
    text: str


def find_anchors(page: Page) -> tuple[Anchor, ...]:
    """The ``a`` elements that lead to other pages of the same site (hosts below or above count), in
    the order of the page."""
    return tuple(anchor for anchor in _all(page) if is_same_site(page.url, anchor.address))


def _all(page: Page) -> Iterator[Anchor]:
    here = normalize_address(page.url)
    for element in page.root.iter("a"):
        try:
            address = normalize_address(resolve(page.base, element.get("href") or ""))
        except NotAnAddress:
            continue
        if address != here:
            yield Anchor(element, address, " ".join("".join(element.itertext()).split()))


def find_article_addresses(found: tuple[Anchor, ...]) -> frozenset[str]:
    """The addresses among them that look like those of articles: by themselves, or by their text.
    What is linked under many different texts is none (the page of an author, under each name)."""
    texts: dict[str, set[str]] = {}
    for anchor in found:
        texts.setdefault(anchor.address, set()).add(anchor.text)
    return frozenset(
        address
        for address, said in texts.items()
        if is_article_address(address) or _headline(said - {""})
    )


def _headline(texts: set[str]) -> bool:
    return len(texts) <= MAX_LINK_TEXTS and any(
        len(text.split()) >= MIN_TITLE_WORDS for text in texts
    )


def is_article_address(address: str) -> bool:
    """True if the address itself looks like an article's: words between hyphens, or a long
    number."""
    parts = urlsplit(address)
    segments = [unquote(segment) for segment in parts.path.split("/") if segment]
    slug = any(
        len([word for word in re.split(r"[-_+]", segment) if word]) >= MIN_SLUG_WORDS
        for segment in segments[-2:]
    )
    return (
        slug
        or bool(_NUMBER.search(parts.query))
        or bool(segments and re.search(r"\d{5,}", segments[-1]))
    )
