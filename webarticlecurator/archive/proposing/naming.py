"""What a page says of its portal: its name, its language, its feeds and sitemaps."""

from __future__ import annotations

import re

from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.rules import first
from webarticlecurator.rules.address import NoAddress, resolve

_FEEDS = ("application/rss+xml", "application/atom+xml", "application/feed+json")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z]{4})?(-(?:[A-Za-z]{2}|\d{3}))?")


def title(page: Page) -> str:
    """``og:site_name``, else the page's title; empty if it has neither."""
    rules = [Rule(kind="meta", expression=name) for name in ("og:site_name", "application-name")]
    found = first((*rules, Rule(kind="css", expression="head title"), Rule(kind="css", expression="title")), page)
    return " ".join((found or "").split())


def language(page: Page) -> str:
    """The language tag (BCP 47) of the ``html`` element, else of the meta elements; empty if they say none."""
    sources = [page.root.get("lang"), page.root.get("{http://www.w3.org/XML/1998/namespace}lang"), page.root.get("xml:lang")]
    sources += [first((Rule(kind="meta", expression=name),), page) for name in ("og:locale", "language", "content-language")]
    for source in sources:
        tag = (source or "").strip().replace("_", "-")
        if _LANGUAGE.fullmatch(tag):
            return tag
    return ""


def feeds(page: Page) -> tuple[str, ...]:
    """Absolute addresses of the feeds that the page names (``link rel=alternate``)."""
    found = []
    for element in page.root.iter("link"):
        kind = (element.get("type") or "").partition(";")[0].strip().lower()
        if kind in _FEEDS and "alternate" in (element.get("rel") or "").lower().split():
            found.append(element.get("href") or "")
    return _absolute(page.url, found)


def sitemaps(robots_url: str, robots_text: str) -> tuple[str, ...]:
    """Absolute addresses in the ``Sitemap:`` lines of a robots.txt."""
    return _absolute(robots_url, re.findall(r"(?im)^[ \t]*sitemap[ \t]*:[ \t]*([^\s#]+)", robots_text))


def _absolute(base: str, addresses: list[str]) -> tuple[str, ...]:
    found = []
    for address in addresses:
        try:
            found.append(resolve(base, address))
        except NoAddress:
            continue
    return tuple(dict.fromkeys(found))
