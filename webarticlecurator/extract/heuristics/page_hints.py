"""What a page says about its own article beside its text: title, description, body, authors, site.
For guessing without rules."""

from __future__ import annotations

import re
from dataclasses import dataclass

from webarticlecurator.extract.heuristics.text_units import Unit, fold_text, text_size
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.rules import select_values

HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
MANY = {"jsonld": 20, "meta": 20, "css": 1}
"""How many values of a source count: of several h1 only the first one is the title."""
TITLE = 20
"""What has so many letters and is found inside another title is the same title."""


PART = 12
"""A part of a title that is shorter (in characters of an alphabet) may be the name of a section."""
_PARTS = re.compile(r"\s+[-–—:]+\s+|\s*[|｜»«·•_：]\s*")


@dataclass(frozen=True)
class PageHints:
    """All but ``url`` are ``folded``; empty where the page does not say."""

    url: str
    titles: tuple[str, ...]
    descriptions: tuple[str, ...]
    body: str
    authors: tuple[str, ...]


def find_title_position(found: list[Unit], told: PageHints) -> int | None:
    """Where in ``found`` the title stands: the first h1 that says it, else the first heading that
    does, else the first h1, else (old pages have no headings) the first line that says it and is no
    link."""
    saying = [n for n, unit in enumerate(found) if is_title(unit, told)]
    heads = [n for n, unit in enumerate(found) if unit.tag == "h1"]
    said = set(saying)
    known = [n for n in heads if n in said] + saying + heads
    lines = (
        n for n, unit in enumerate(found) if unit.link_share < 0.5 and _is_title(unit.letters, told)
    )
    return known[0] if known else next(lines, None)


def is_declared(unit: Unit, told: PageHints) -> bool:
    """True for a line that the page's JSON-LD gives as text of the article."""
    return bool(told.body) and unit.size >= 40 and unit.letters in told.body


def is_title(unit: Unit, told: PageHints) -> bool:
    """True for a heading that says what the page names as its title, perhaps with a kicker or
    without the site's name."""
    return unit.tag in HEADINGS and _is_title(unit.letters, told)


def repeats_title(line: str, told: PageHints) -> bool:
    """True for a line that says what the page names as its title, whatever it stands in."""
    return _is_title(fold_text(line), told)


def _is_title(text: str, told: PageHints) -> bool:
    return text in told.titles or (
        len(text) >= TITLE
        and any(text in said or (len(said) >= TITLE and said in text) for said in told.titles)
    )


def collect_hints(page: Page) -> PageHints:
    """Made once for a page."""
    return page.derived("guess.signals", _signals)


def _signals(page: Page) -> PageHints:
    return PageHints(
        url=page.url,
        titles=_named(page) + _said(page, ("css", "title")) + _longest_part(page),
        descriptions=_said(
            page, ("jsonld", "description"), ("meta", "og:description"), ("meta", "description")
        ),
        body="".join(_said(page, ("jsonld", "articleBody"))),
        authors=_said(page, ("jsonld", "author.name"), ("meta", "author")),
    )


def _named(page: Page) -> tuple[str, ...]:
    """The first ``h1`` is the title where nothing else says it: of a page of old, it may be the
    name of the site."""
    return _said(page, ("jsonld", "headline"), ("meta", "og:title")) or _said(page, ("css", "h1"))


def _longest_part(page: Page) -> tuple[str, ...]:
    """The longest of the parts of the page's ``title``: what is beside the names of site and
    section, if those are short."""
    whole = next(
        (f.value for f in select_values((Rule(kind="css", expression="title"),), page)), ""
    )
    parts = _PARTS.split(whole)
    longest = max(parts, key=text_size)
    return (fold_text(longest),) if len(parts) > 1 and text_size(longest) >= PART else ()


def _said(page: Page, *sources: tuple[str, str]) -> tuple[str, ...]:
    found = (
        fold_text(f.value)
        for kind, path in sources
        for f in select_values((Rule(kind=kind, expression=path),), page)[: MANY[kind]]
    )
    return tuple(dict.fromkeys(text for text in found if text))
