"""Elements with the class names of a portal: telling, hashed, of a utility kit, or none."""

from __future__ import annotations

import random
from html import escape
from zlib import crc32

from bench.portals.random_sites.traits import Traits

_TELLING = {
    "root": "article post entry story content-item",
    "body": "article-body entry-content text story-text post-content copy",
    "headline": "headline title entry-title article-title",
    "byline": "byline meta author-line article-meta info",
    "day": "date published timestamp posted",
    "author": "author writer name",
    "lead": "lead intro standfirst summary",
    "share": "share social sharing share-bar",
    "ad": "ad advert banner ad-slot sponsored",
    "also": "read-also inline-related see-also recommendation",
    "related": "related related-articles more-stories recommended",
    "neighbours": "post-navigation prev-next article-nav siblings",
    "tags": "tags tag-list keywords topics",
    "tag": "tag label chip",
    "section": "section category rubric kicker",
    "crumbs": "breadcrumb breadcrumbs path",
    "figure": "image figure picture media",
    "caption": "caption figcaption image-text",
    "gallery": "gallery slideshow photos",
    "comments": "comments discussion comment-list",
    "comment": "comment reply remark",
    "author-box": "author-box about-author bio",
    "newsletter": "newsletter signup subscribe",
    "pages": "page-links article-pages pages subpages",
    "items": "list items archive posts feed",
    "item": "item card teaser post-preview entry",
    "teaser": "excerpt teaser-text summary snippet",
    "item-link": "item-title card-title teaser-headline",
    "pager": "pagination pager nav-links paging",
    "page": "page page-link number",
    "current": "current active selected",
    "older": "older next nav-next",
    "newer": "newer prev nav-previous",
    "calendar": "calendar archives months archive-nav",
    "popular": "popular most-read trending top",
    "featured": "featured hero lead-story top-story",
    "header": "header masthead site-header",
    "footer": "footer site-footer colophon",
    "nav": "nav menu main-menu",
    "logo": "logo brand site-title",
    "wrap": "wrap container page-wrap layout",
    "more": "more readmore continue",
    "series": "series part-of parts",
    "minutes": "reading-time minutes read-length",
    "views": "views hits view-count",
    "updated": "updated modified changed",
    "tools": "tools print actions",
    "consent": "cookie-banner consent notice-bar",
    "about": "about-us widget site-info",
    "live": "live-time entry-time stamp",
}
_UTILITIES = "mt-4 px-2 flex text-lg grid mb-6 w-full text-sm font-bold leading-6 block p-3".split()


class Markup:
    """Writes elements: those of one role have the same class on all pages of the portal."""

    def __init__(self, traits: Traits) -> None:
        self._kind = traits["classes"]
        self._traits = traits

    def class_of(self, role: str) -> str:
        """Return the class of a role, or nothing."""
        chance = random.Random(f"{self._traits.seed}/{self._traits.number}/class {role}")
        if self._kind == "telling":
            return chance.choice(_TELLING[role].split())
        if self._kind == "hashed":
            salt = f"{self._traits.seed}/{self._traits.number}/{role}"
            return f"css-{crc32(salt.encode()):07x}"[:11]
        if self._kind == "utility":
            return " ".join(chance.sample(_UTILITIES, 3))
        return ""

    def element(self, name: str, role: str, content: str, **attributes: str) -> str:
        """Return an element with its class; ``content`` is markup; ``_`` ends no name."""
        pairs = {"class": self.class_of(role) if role else "", **attributes}
        shown = "".join(
            f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"'
            for key, value in pairs.items()
            if value
        )
        return f"<{name}{shown}>{content}</{name}>"

    def link(self, address: str, text: str, role: str = "", **attributes: str) -> str:
        """Return a link; ``text`` is plain."""
        return self.element("a", role, escape(text, quote=False), href=address, **attributes)
