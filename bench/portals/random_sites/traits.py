"""What a portal is like: a value of each dimension, drawn independently of the others."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bench.portals.random_sites.vocabulary import list_languages

Choices = Sequence[tuple[str, float]]

_EVEN = 1.0
DIMENSIONS: dict[str, Choices] = {
    "language": [(code, _EVEN) for code in list_languages()],
    "charset": [("utf-8", 7), ("national", 3)],
    "charset-in": [("header", 1), ("meta", 1), ("both", 2)],
    "classes": [("telling", 4), ("hashed", 2), ("none", 2), ("utility", 1)],
    "articles": [(str(number), _EVEN) for number in range(12, 61, 4)],
    "page-size": [(str(number), _EVEN) for number in (5, 6, 8, 10, 12, 15, 20, 25)],
    "order": [("newest-first", 8), ("oldest-first", 1.5)],
    "ended": [("no", 7), ("two-years-ago", 3)],
    "start": [("/archive/", 2), ("/", 4), ("/news", 2), ("/all.html", 1), ("/index.php?id=7", 0.7)],
    # list pages
    "list": [
        ("cards", 4), ("headlines", 2), ("list", 2), ("table", 1.5), ("definitions", 1), ("json", 1)
    ],
    "list-link": [("headline", 4), ("card", 1), ("headline-and-picture", 2), ("more-link-too", 1)],
    "teaser": [("none", 1), ("short", 2), ("long", 1)],
    "list-day": [("none", 2), ("text", 2), ("time", 1)],
    "list-meta": [("none", 3), ("author", 1), ("section", 1), ("author-and-section", 1)],
    "sticky": [("none", 6), ("first-page", 1), ("all-pages", 1)],
    "featured": [("none", 6), ("apart", 1), ("repeated", 1)],
    "list-addresses": [("rooted", 4), ("whole", 2), ("relative", 1), ("tracked", 0.7)],
    "list-title": [("whole", 5), ("cut", 1)],
    "list-extra": [("none", 4), ("comments", 1), ("tags", 1)],
    "list-days": [("none", 5), ("headings", 1)],
    "list-ads": [("none", 4), ("linked", 1)],
    "list-root": [("main", 2), ("div", 2), ("section", 1)],
    "popular": [("none", 1), ("aside", 2), ("div", 1)],
    # from one list page to the others
    "pager": [
        ("numbers", 2), ("window", 2), ("sliding", 1), ("numbers-and-next", 2), ("arrows", 2),
        ("words", 2), ("words-one-class", 2), ("next-word", 1), ("more", 1), ("days", 1),
        ("months", 1.5), ("years", 1), ("none", 0.5),
    ],
    "pager-address": [
        ("?page={}", 3), ("/page/{}", 3), ("/{}", 1), ("?start={}", 1), ("/page-{}.html", 1),
        (",{}", 1), ("?p={}", 1), ("/{}.html", 0.5), ("?offset={}", 0.5),
    ],
    "pager-current": [("span", 2), ("link", 1), ("strong", 1), ("absent", 0.5)],
    "pager-rel": [("no", 3), ("yes", 1)],
    "pager-place": [("below", 4), ("both", 1), ("above", 0.5)],
    "pager-sides": [("older-first", 1), ("newer-first", 1)],
    "pager-first-page": [("plain", 3), ("numbered", 1)],
    "pager-head": [("no", 5), ("link-rel-next", 1)],
    "pager-end": [("partial", 5), ("empty", 1), ("repeated", 1), ("404", 1)],
    "calendar": [("beside", 2), ("neighbours", 2), ("by-address", 1)],
    "calendar-address": [("/{:%Y/%m/%d}", 2), ("/{:%Y-%m-%d}", 1), ("?d={:%Y-%m-%d}", 1)],
    "calendar-void": [("404", 1), ("empty", 1)],
    # articles
    "article-address": [
        ("/{day:%Y/%m/%d}/{slug}", 2), ("/{day:%Y/%m}/{slug}.html", 2), ("/{slug}", 2),
        ("/{section}/{slug}-{id}.html", 2), ("/{section}/{slug}/", 1), ("/?p={id}", 1),
        ("/article.php?id={id}", 1), ("/a/{id},{slug}.html", 1), ("/{native}-{id}", 1),
        ("/{id}", 0.5),
    ],
    "article-pages": [("none", 4), ("some", 3), ("most", 2)],
    "article-page-address": [(str(number), _EVEN) for number in range(6)],
    "article-pager": [
        ("all-linked", 1), ("current-plain", 2), ("arrows", 1), ("numbers-and-next", 2),
        ("page-of", 1), ("next-word", 1),
    ],
    "series": [("none", 3), ("linked", 1), ("plain", 0.5)],
    "root": [("article", 3), ("main", 1), ("div", 3), ("td", 0.7)],
    "nesting": [("body-apart", 3), ("flat", 1)],
    "paragraphs": [("p", 8), ("div", 1), ("br", 0.7)],
    "headline": [("h1", 6), ("h2", 1), ("site-in-h1", 1)],
    "lead": [("none", 2), ("in-text", 1), ("above", 1)],
    "subheads": [("none", 2), ("some", 1)],
    "quotes": [("none", 2), ("some", 1)],
    "lists": [("none", 2), ("some", 1)],
    "live": [("none", 8), ("some", 1)],
    "byline": [(str(number), _EVEN) for number in range(20)],
    "author-link": [("no", 1), ("yes", 1)],
    "co-authors": [("never", 3), ("some", 1)],
    "day-form": [("long", 3), ("full", 1), ("medium", 1), ("iso", 1), ("numbers", 1)],
    "day-element": [("time", 2), ("plain", 2), ("time-bare", 1)],
    "tags": [
        ("none", 2), ("labelled", 2), ("list", 2), ("commas", 1), ("hash", 0.7), ("label-inside", 1)
    ],
    "section": [("none", 2), ("eyebrow", 2), ("breadcrumb", 2), ("labelled", 1)],
    "neighbours": [("none", 2), ("titles", 2), ("arrow-words", 1), ("above", 0.5)],
    "related": [("none", 2), ("box", 2), ("pictures", 1)],
    "related-place": [("inside", 1), ("outside", 1)],
    "also": [("none", 2), ("paragraph", 1), ("box", 1), ("list", 0.7)],
    "ads": [("none", 2), ("label", 1), ("house", 1), ("linked", 1)],
    "share": [("none", 2), ("above", 1), ("below", 1), ("both", 0.5)],
    "share-place": [("inside", 1), ("outside", 1)],
    "pictures": [("none", 2), ("figure", 2), ("div", 1)],
    "gallery": [("none", 5), ("some", 1)],
    "comments": [("none", 3), ("some", 1)],
    "byline-extra": [
        ("none", 4), ("reading-time", 1), ("views", 1), ("updated", 0.7), ("tools", 1)
    ],
    "notice": [("none", 4), ("rights", 1), ("follow", 1)],
    "banner": [("none", 4), ("top", 1), ("bottom", 1)],
    "sidebar": [("none", 4), ("aside", 1), ("div", 1)],
    "tables": [("none", 4), ("some", 1)],
    "author-box": [("none", 5), ("some", 1)],
    "newsletter": [("none", 4), ("some", 1)],
    # what is declared
    "metadata": [("json-ld", 2), ("meta", 2), ("og-only", 1), ("none", 2)],
    "declared-author": [("person", 2), ("publisher", 1), ("absent", 1)],
    "canonical": [("none", 1), ("link", 2)],
    "og-url": [("none", 1), ("yes", 1)],
    "title-suffix": [("none", 1), (" - ", 2), (" | ", 2), (" :: ", 0.5), (" – ", 1)],
    "sitemap": [("none", 3), ("robots", 1), ("default", 1)],
    "feed": [("none", 2), ("linked", 2)],
    "robots": [("none", 1), ("allow", 2)],
    # archives of another shape than pages of one list
    "archive": [
        ("pages", 16), ("letters", 1), ("month-table", 1), ("topics", 1), ("tags", 1),
        ("authors", 0.7), ("issues", 0.7), ("ranges", 0.7), ("months", 1), ("month-views", 0.7),
        ("years-months", 1), ("years-months-days", 1), ("month-select", 1), ("get-form", 0.7),
        ("post-form", 0.7), ("load-more-data", 1), ("html-in-json", 1), ("fragments", 0.7),
        ("cursor", 1), ("link-header", 0.7), ("state", 1), ("json-chain", 1),
        ("sitemap-only", 1), ("feed-only", 0.7), ("overlapping-days", 0.7), ("weeks", 0.7),
        ("counting-down", 0.7), ("boards", 1), ("one-long-page", 1),
    ],
    "index-box": [("none", 3), ("newest", 1)],
    "print-link": [("none", 7), ("word", 0.5), ("picture", 0.5), ("same-title", 0.5)],
    "list-shape": [
        ("as-drawn", 8), ("columns", 0.5), ("several-links", 0.5), ("more-link-only", 0.5)
    ],
    "pager-sort": [("none", 8), ("sorted-with-fragment", 1)],
    "pager-within": [("no", 8), ("in-the-list", 1)],
    "sitemap-form": [("whole", 4), ("index", 2), ("lacks-some", 1)],
    "feed-form": [("newest", 5), ("archived", 1)],
    "pause": [("none", 8), ("a-year", 1)],
    "resumes": [("no", 3), ("later", 1)],
    "gate": [("none", 10), ("redirect", 0.5), ("refresh", 0.5)],
    "base-element": [("none", 10), ("root", 0.7)],
}  # fmt: skip
SINCE_ARCHIVES = tuple(DIMENSIONS)[tuple(DIMENSIONS).index("archive") :]
"""The dimensions that came with archives of other shapes."""


PLAIN = {name: choices[0][0] for name, choices in DIMENSIONS.items()} | {
    "articles": "28",
    "page-size": "8",
}
"""A portal with the plainest value of each dimension: the first one."""
_NEEDED = {
    "article-pager": {"article-pages": "most"},
    "article-page-address": {"article-pages": "most"},
    "calendar": {"pager": "months"},
    "calendar-address": {"pager": "days"},
    "calendar-void": {"pager": "days", "calendar": "by-address", "ended": "two-years-ago"},
    "pager-sides": {"pager": "words-one-class"},
    "pager-rel": {"pager": "arrows"},
    "pager-end": {"pager": "arrows"},
    "share-place": {"share": "below"},
    "related-place": {"related": "box"},
    "author-link": {"byline": "1"},
    "list-link": {"teaser": "short"},
    "index-box": {"archive": "months"},
    "pager-within": {"list": "table"},
    "sitemap-form": {"sitemap": "robots"},
    "resumes": {"ended": "two-years-ago"},
    "list-shape": {"teaser": "short"},
}
"""Dimension → what a portal must have, so that its value can be seen."""


def single_trait(name: str, value: str) -> dict[str, str]:
    """Return all traits of a portal that is plain but for one."""
    return {**PLAIN, **_NEEDED.get(name, {}), name: value}


def list_single_traits() -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each value of each dimension with all traits of a portal that is plain but for it."""
    for name, choices in DIMENSIONS.items():
        for value, _ in choices:
            yield f"{name}={value}", single_trait(name, value)


@dataclass(frozen=True)
class Traits:
    """A value of each dimension. ``seed`` and ``number`` name the portal."""

    seed: int
    number: int
    values: dict[str, str]

    def __getitem__(self, name: str) -> str:
        return self.values[name]

    def chance(self, subject: str) -> random.Random:
        """Return a generator of its own for a subject: what others draw changes nothing in it."""
        return random.Random(f"{self.seed}/{self.number}/{subject}")

    def describe(self) -> str:
        """Return the values in one line."""
        return " ".join(f"{name}={value.replace(' ', '_')}" for name, value in self.values.items())


def draw_traits(seed: int, number: int, fixed: dict[str, str] | None = None) -> Traits:
    """Return the traits of portal ``number`` of a seed, those of ``fixed`` with that value."""
    values = {}
    for name, choices in DIMENSIONS.items():
        chance = random.Random(f"{seed}/{number}/draw {name}")
        names, weights = zip(*choices, strict=True)
        values[name] = chance.choices(names, weights)[0]
    return Traits(seed, number, {**values, **(fixed or {})})
