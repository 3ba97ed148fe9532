"""What a page declares about its own article, as hints for finding it: titles, descriptions, body
and authors in JSON-LD, meta elements and ``title``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from webarticlecurator.articles.units.text_units import (
    Unit,
    fold_text,
    list_page_units,
    text_size,
)
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page, once_per_page
from webarticlecurator.pages.rules.results import select_values

HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
LIVE_REPORT = "liveblogposting"
"""The type of a live report (schema.org), folded."""
_NEWS = "newsarticle"
"""What the types of news articles end with. Of 463 pages that declare in JSON-LD that they are an
article, one is a thread, and none of those that declare news."""
_MAX_VALUES = {"jsonld": 20, "meta": 20, "css": 1}
"""Kind of a source → how many of its values are used. One of ``css``: of several ``h1`` only the
first is the title."""
# From which size texts are compared by containing one another; shorter ones agree by chance.
_MIN_TITLE_SIZE = 20
"""Folded letters from which a text that contains a title, or is contained in one, is taken for the
same title; shorter texts occur in many titles by chance."""
_MAX_AUTHOR_SIZE = 80
"""Size below which a unit with the author's name can be a byline."""
_MIN_AUTHOR_LETTERS = 5
"""Folded letters from which a declared author is looked for; shorter names occur in words."""
_MIN_DESCRIPTION = 20
"""Folded letters from which a text is compared with a description: shorter ones occur by chance."""
_DESCRIPTION_START = 40
_MIN_BODY_SIZE = 40
"""Size from which a unit is looked for in the declared body; shorter ones occur there by chance."""
_MIN_PART_SIZE = 12
"""Size from which a part of the ``title`` element can be the article's title; shorter ones are
mostly names of sections."""
_TITLE_SEPARATOR = re.compile(r"\s+[-–—:]+\s+|\s*[|｜»«·•_：]\s*")


@dataclass(frozen=True)
class PageHints:
    """The hints of one page. All but ``url`` are folded (``fold_text``) and empty where the page
    does not declare them."""

    url: str
    titles: tuple[str, ...]
    descriptions: tuple[str, ...]
    body: str
    authors: tuple[str, ...]
    types: tuple[str, ...] = ()
    social_types: tuple[str, ...] = ()


def declares_news(hints: PageHints) -> bool:
    """Return True for a page that declares an article of news, and no live report."""
    return LIVE_REPORT not in hints.types and any(_NEWS in name for name in hints.types)


def find_title_position(units: Sequence[Unit], hints: PageHints) -> int | None:
    """Return the index of the title in ``units``, or None.

    In this order: the first ``h1`` with a declared title, the first other heading with one, the
    first ``h1``, the first line with a declared title that is not a link (old pages have no
    headings).
    """
    headings = [n for n, unit in enumerate(units) if unit.tag in HEADINGS]
    first_level = [n for n in headings if units[n].tag == "h1"]
    for ranked in (first_level, headings):
        titled = next((n for n in ranked if repeats_title(units[n].folded_text, hints)), None)
        if titled is not None:
            return titled
    # After the headings that repeat a declared title: the first h1 may be the logo of the site
    # (6712703a).
    if first_level:
        return first_level[0]

    titled_lines = (
        n
        for n, unit in enumerate(units)
        # A linked line with the title leads to the article from a list or a breadcrumb.
        if unit.link_share < 0.5 and repeats_title(unit.folded_text, hints)
    )
    return next(titled_lines, None)


@once_per_page("heuristics.title")
def find_page_title(page: Page) -> int | None:
    """Return the index of the title in ``list_page_units``, or None."""
    return find_title_position(list_page_units(page), collect_hints(page))


def is_in_declared_body(unit: Unit, hints: PageHints) -> bool:
    """Return True for a unit whose text is part of the ``articleBody`` in the page's JSON-LD."""
    return bool(hints.body) and unit.size >= _MIN_BODY_SIZE and unit.folded_text in hints.body


def is_title(unit: Unit, hints: PageHints) -> bool:
    """Return True for a heading with a declared title, perhaps with a kicker or without the site's
    name."""
    return unit.tag in HEADINGS and repeats_title(unit.folded_text, hints)


def repeats_description(folded_text: str, hints: PageHints) -> bool:
    """Return True for a folded text that begins with a declared description, or has its
    beginning: descriptions are cut."""
    start = folded_text[:_DESCRIPTION_START]
    return len(folded_text) >= _MIN_DESCRIPTION and any(
        start in each or each[:_DESCRIPTION_START] in folded_text
        for each in hints.descriptions
        if len(each) >= _MIN_DESCRIPTION
    )


def names_author(unit: Unit, hints: PageHints) -> bool:
    """Return True for a short unit with a declared author and few other words."""
    if unit.size >= _MAX_AUTHOR_SIZE or not hints.authors:
        return False
    text = unit.folded_text
    return any(
        # A few letters more than twice the name: *By*, a function, the place; more words are a
        # sentence.
        name in text and len(text) < 2 * len(name) + 12
        for name in hints.authors
        if len(name) >= _MIN_AUTHOR_LETTERS
    )


def repeats_title(folded_line: str, hints: PageHints) -> bool:
    """Return True for a folded line with a declared title, in whatever element."""
    if folded_line in hints.titles:
        return True

    return len(folded_line) >= _MIN_TITLE_SIZE and any(
        folded_line in title or (len(title) >= _MIN_TITLE_SIZE and title in folded_line)
        for title in hints.titles
    )


@once_per_page("heuristics.hints")
def collect_hints(page: Page) -> PageHints:
    """Return the hints of ``page``."""
    # Without a declared title the first h1, which on old pages may be the name of the site.
    declared = _select_folded(page, ("jsonld", "headline"), ("meta", "og:title"))
    titles = declared or _select_folded(page, ("css", "h1"))
    titles += _select_folded(page, ("css", "title"))
    # The longest part of the `title` element, without the shorter names of site and section
    whole = next((each.value for each in select_values((_source_rule("css", "title"),), page)), "")
    parts = _TITLE_SEPARATOR.split(whole)
    longest = max(parts, key=text_size)
    if len(parts) > 1 and text_size(longest) >= _MIN_PART_SIZE:
        titles += (fold_text(longest),)
    return PageHints(
        url=page.url,
        titles=titles,
        descriptions=_select_folded(
            page, ("jsonld", "description"), ("meta", "og:description"), ("meta", "description")
        ),
        body="".join(_select_folded(page, ("jsonld", "articleBody"))),
        authors=_select_folded(page, ("jsonld", "author.name"), ("meta", "author")),
        types=_select_folded(page, ("jsonld", "@type")),
        social_types=_select_folded(page, ("meta", "og:type")),
    )


@lru_cache(maxsize=32)
def _source_rule(kind: str, expression: str) -> Rule:
    return Rule(kind, expression)


def _select_folded(page: Page, *sources: tuple[str, str]) -> tuple[str, ...]:
    """Return the distinct values of (kind, expression) sources, folded and not empty."""
    folded_values = (
        fold_text(found.value)
        for kind, expression in sources
        for found in select_values((_source_rule(kind, expression),), page)[: _MAX_VALUES[kind]]
    )
    return tuple(dict.fromkeys(text for text in folded_values if text))
