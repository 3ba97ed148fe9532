"""The files that a page uses: pictures, and the style sheets and fonts by which it looks as it does
(``article.assets``). They are stored beside the page; no text is read from them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lxml import etree

from webarticlecurator.articles.blocks.article_roots import find_roots
from webarticlecurator.articles.blocks.block_attributes import (
    absolute_address,
    largest_source,
    list_image_addresses,
)
from webarticlecurator.articles.by_rules.layout_choice import select_layout
from webarticlecurator.articles.by_rules.one_page import embedded_page
from webarticlecurator.base.portal.hosts import shorten_address
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.pages.page.page import Page

NONE, IMAGES, PAGE = "none", "images", "page"
"""The values of ``article.assets``."""
STYLE_ADDRESS = re.compile(
    r"""url\(\s*(?=\S)"""
    r"""(?:"(?P<double>[^"\n]*)"|'(?P<single>[^'\n]*)'|(?P<bare>[^\s"'()<>]*))\s*\)"""
    r"""|@import\s+(?:"(?P<import2>[^"\n]*)"|'(?P<import1>[^'\n]*)')""",
    re.IGNORECASE,
)
"""An address in CSS; all groups but one are None."""
_PICTURES = {"video": "poster", "input": "src", "body": "background", "image": "href"}
"""Elements other than ``img`` with the attribute that has the address of a picture."""


def find_assets(portal: Portal, page: Page) -> tuple[str, ...]:
    """Return the absolute http(s) addresses of the files of a page that are to be stored, each
    once.

    By the layout of the page, these are none; the images inside its root (``images``); or all
    pictures and style sheets that it names, and the files that its own styles do (``page``). Of an
    image in several sizes, they are the one that the TEI refers to, the one in ``src``, and the
    largest one.
    """
    rules = select_layout(portal, page).rules
    if rules.assets == NONE:
        return ()
    if rules.assets == PAGE:
        return list_page_assets(page)
    text_page = embedded_page(page, rules)
    if text_page is None:
        return ()
    roots = find_roots(text_page, rules.body)
    return _keep_web_addresses(
        address
        for root in roots
        for image in root.iter("img")
        for address in list_image_addresses(image, text_page.base)
    )


def list_page_assets(page: Page) -> tuple[str, ...]:
    """Return the absolute http(s) addresses of all pictures and style sheets of a page, and of what
    its own styles name, each once."""
    return _keep_web_addresses(_list_all(page.root, page.base))


def find_style_assets(css: str, base: str) -> tuple[str, ...]:
    """Return the absolute http(s) addresses that a style sheet names, each once; ``base`` is its
    own address."""
    return _keep_web_addresses(_list_in_styles(css, base))


def _list_all(root: etree._Element, base: str) -> Iterator[str]:
    for element in root.iter(etree.Element):
        tag = element.tag
        if tag == "img":
            yield from list_image_addresses(element, base)
        elif tag == "source":
            yield absolute_address(base, largest_source(element.get("srcset") or ""))
        elif tag == "style":
            yield from _list_in_styles(element.text or "", base)
        elif tag == "link" and "stylesheet" in (element.get("rel") or "").lower().split():
            yield absolute_address(base, element.get("href") or "")
        elif tag in _PICTURES:
            yield absolute_address(base, element.get(_PICTURES[str(tag)]) or "")
        style = element.get("style") or ""
        if "(" in style:
            yield from _list_in_styles(style, base)


def _list_in_styles(css: str, base: str) -> Iterator[str]:
    for found in STYLE_ADDRESS.finditer(css):
        raw = next((group for group in found.groups() if group), "")
        if not raw.startswith("#"):
            yield absolute_address(base, raw)


def _keep_web_addresses(addresses: Iterable[str]) -> tuple[str, ...]:
    known = (url.partition("#")[0] for url in addresses if url.startswith(("http://", "https://")))
    return tuple(dict.fromkeys(map(shorten_address, known)))
