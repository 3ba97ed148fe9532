"""What a page and a robots.txt say of the whole site: its name, language, feeds and sitemaps."""

from __future__ import annotations

import re

from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.link_addresses import NotAnAddress, resolve
from webarticlecurator.pages.rules.results import select_first

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
