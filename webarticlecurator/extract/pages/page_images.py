"""The addresses of the images of an article, for ``article.assets: images``."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from webarticlecurator.extract.body.media import list_image_addresses
from webarticlecurator.extract.body.roots import find_roots
from webarticlecurator.extract.layout import select_layout
from webarticlecurator.extract.pages.article_page import embedded_page
from webarticlecurator.model.hosts import shorten_address
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import Page


def find_images(portal: Portal, page: Page) -> tuple[str, ...]:
    """Return the absolute http(s) addresses of the images inside the root of a page, each once.

    Of an image in several sizes, these are the one that the TEI refers to, the one in ``src``, and
    the largest one.
    Nothing, unless the layout of the page has ``assets: images``.
    """
    rules = select_layout(portal, page).rules
    text_page = embedded_page(page, rules) if rules.assets == "images" else None
    if text_page is None:
        return ()
    addresses = dict.fromkeys(_image_addresses(text_page, find_roots(text_page, rules.body)))
    known = (url.partition("#")[0] for url in addresses if url.startswith(("http:", "https:")))
    return tuple(map(shorten_address, known))


def _image_addresses(page: Page, roots: tuple[etree._Element, ...]) -> Iterator[str]:
    for root in roots:
        for image in root.iter("img"):
            yield from list_image_addresses(image, page.base)
