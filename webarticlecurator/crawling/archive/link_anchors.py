"""The links of a page, and which of them look like links to articles."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from itertools import islice
from urllib.parse import unquote, urlsplit

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.hosts import is_same_site
from webarticlecurator.base.portal.pagination_modes import mode_of
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.base.text.word_borders import count_words
from webarticlecurator.crawling.archive.address_match import match_address
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.pages.page.page import Page, once_per_page
from webarticlecurator.pages.rules.link_addresses import NotAnAddress, resolve


def find_link_beyond_last(portal: Portal, span: Span, value: str, window: str, page: Page) -> str:
    """Return the address of a page after ``pagination.last`` that the last page links, or "".

    ``value`` is the page's own value, ``window`` the first day of its window. A link counts if its
    address is that of an archive page of the same window, and its value comes after that of this
    page or is also its text. An article whose address happens to match has neither.
    """
    pagination, mode = span.pagination, mode_of(span.pagination)
    has_next = not mode.next_page(pagination, value, None).stop_reason
    if not value or has_next or not mode.names_last_page(pagination):
        return ""

    for anchor in find_anchors(page):
        linked = _page_value(portal, span, window, anchor)
        if not mode.is_beyond_last(pagination, linked):
            continue
        if mode.page_before(pagination, linked) == value or anchor.text == linked:
            return anchor.address
    return ""


def _page_value(portal: Portal, span: Span, window: str, anchor: Anchor) -> str:
    """Return the page value in the address of a link to a page of the same window, else ""."""
    match = match_address(span, anchor.address, portal.language)
    if match is None or (match.window is not None and match.window.key != window):
        return ""
    return match.page or ""


MIN_TITLE_WORDS = 4
"""A link text with at least so many words is probably a headline."""

MAX_LINK_TEXTS = 3
"""Different texts that link to one article: its headline, its lead, "read on"."""

MIN_SLUG_WORDS = 3
"""A segment of an address with at least so many words between hyphens is probably a headline."""

_MAY_BE_ADDRESS = re.compile(r"(?:https?:/)?/[^\s<>\"]{2,500}")
_ARTICLE_NUMBER = re.compile(r"\d{5,}|(?<!\d)(?:19|20)\d\d[-/._]?[01]\d(?!\d)")


@dataclass(frozen=True)
class Anchor:
    """A link: its element, its absolute address without fragment, and its text with white space
    collapsed."""

    element: etree._Element
    address: str
    text: str


@once_per_page("archive.anchors")
def find_anchors(page: Page) -> tuple[Anchor, ...]:
    """Return the ``a`` elements that link other pages of the same site, in the order of the page.

    Parent hosts and subdomains belong to the same site.
    """
    return tuple(
        anchor for anchor in find_all_anchors(page) if is_same_site(page.url, anchor.address)
    )


@once_per_page("archive.all_anchors")
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
    example, is linked under every spelling of the name. Links to places in an article have other
    texts; they count where nothing links the article itself.
    """
    texts: dict[str, set[str]] = {}
    places: dict[str, set[str]] = {}
    for anchor in anchors:
        kind = places if "#" in (anchor.element.get("href") or "") else texts
        kind.setdefault(anchor.address, set()).add(anchor.text)
    texts = places | texts
    headlines = {
        address
        for address, link_texts in texts.items()
        if len(link_texts - {""}) <= MAX_LINK_TEXTS
        and any(count_words(text) >= MIN_TITLE_WORDS for text in link_texts)
    }
    return frozenset(filter(is_article_address, texts)) | headlines


def list_left_links(page: Page, taken: Collection[str]) -> Iterator[str]:
    """Yield the links that look like those of articles and that the rules do not take, each with
    its place: the three elements around it, which differ where the design does; in JSON the names
    around it."""
    if isinstance(page.json, dict | list):
        for place, value in _list_json_texts(page.json, ""):
            with suppress(NotAnAddress):
                address = normalize_address(resolve(page.base, value))
                if is_article_address(address) and address not in taken:
                    yield f"{address} {place}"
        return
    anchors = find_anchors(page)
    articles = find_article_addresses(anchors)
    for anchor in anchors:
        if anchor.address in articles and anchor.address not in taken:
            around = islice(anchor.element.iterancestors(), 3)
            place = " ".join(f"{each.tag}.{each.get('class', '')}" for each in around)
            yield f"{anchor.address} {place}"


def _list_json_texts(value: object, place: str) -> Iterator[tuple[str, str]]:
    """Yield the texts in JSON that may be addresses, each with the names around it."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _list_json_texts(each, f"{place}.{name}")
    elif isinstance(value, list):
        for each in value:
            yield from _list_json_texts(each, place)
    elif isinstance(value, str) and _MAY_BE_ADDRESS.fullmatch(value):
        yield place, value


def is_article_address(address: str) -> bool:
    """Return True if the address looks like an article's: it has a headline or a long number."""
    parts = urlsplit(address)
    segments = [unquote(segment) for segment in parts.path.split("/") if segment]
    if any(_is_slug(segment) for segment in segments[-2:]) or _ARTICLE_NUMBER.search(parts.query):
        return True
    return bool(segments and re.search(r"\d{5,}", segments[-1]))


def _is_slug(segment: str) -> bool:
    return len([word for word in re.split(r"[-_+]", segment) if word]) >= MIN_SLUG_WORDS
