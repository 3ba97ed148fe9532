"""Refine roots that rules have found with the heuristics (``article.body.guess``): add the lead
before them, and leave out what does not look like text of the article."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lxml import etree

from webarticlecurator.extract.heuristics.article_text import (
    MIN_PAGE_TEXT,
    ArticleText,
    find_article_text,
)
from webarticlecurator.extract.heuristics.boilerplate import find_boilerplate
from webarticlecurator.extract.heuristics.class_names import ClassNames
from webarticlecurator.extract.heuristics.lead import find_lead
from webarticlecurator.extract.heuristics.page_hints import collect_hints
from webarticlecurator.extract.heuristics.root_candidates import (
    MAIN_SHARE,
    MAX_LINK_SHARE,
    sum_running_text,
)
from webarticlecurator.extract.heuristics.text_units import Unit, list_page_units, list_units_in
from webarticlecurator.page import Page
from webarticlecurator.page.page_elements import self_and_ancestors

MIN_KEPT_SHARE = 0.5
"""Share of the text of a root inside the guessed one that the guess must keep, to be believed."""
Elements = tuple[etree._Element, ...]


@dataclass(frozen=True)
class _BodyText:
    """The units of a page's body; ``sizes``: of the running text in each element."""

    body: etree._Element
    units: list[Unit]
    sizes: dict[etree._Element, int]

    def units_in(self, root: etree._Element) -> list[Unit]:
        return list_units_in(self.units, root)

    def is_linked(self, root: etree._Element) -> bool:
        """Return True if most of the text in ``root`` is inside links."""
        inside = self.units_in(root)
        size = sum(unit.size for unit in inside)
        return sum(unit.linked for unit in inside) > MAX_LINK_SHARE * size


def refine_roots(page: Page, roots: Elements) -> Elements:
    """Return ``roots`` and, before them, the elements of a lead between the page's title and the
    first root with running text."""
    text = _read_body_text(page)
    if text is None:
        return roots
    main = next((root for root in roots if text.sizes.get(root, 0) >= MIN_PAGE_TEXT), None)
    if main is None:
        return roots

    names = ClassNames(text.sizes, text.sizes.get(text.body, 0))
    lead = [unit.element for unit in find_lead(text.units, main, names, collect_hints(page))]
    outside = (
        element for element in lead if not any(element in root.iterancestors() for root in roots)
    )
    return (*outside, *roots)


def refine_drops(page: Page, roots: Elements) -> Mapping[etree._Element, str]:
    """Return element → why it is left out, for the content of ``roots`` with running text.

    In other roots (a lead, a picture) nothing is left out, but a root that is a pager or a list of
    links is left out as a whole.
    """
    text = _read_body_text(page)
    drops: dict[etree._Element, str] = {}
    if text is None:
        return drops

    guess = find_article_text(page)
    for root in roots:
        if text.sizes.get(root, 0) < MIN_PAGE_TEXT:
            if text.is_linked(root):
                drops[root] = "guess: links"
        elif guess is not None and _is_inside_guess(root, guess, text):
            drops.update((e, why) for e, why in guess.drops.items() if root in e.iterancestors())
        elif guess is not None and _contains_guess(root, guess, text):
            drops.update(guess.drops)
            drops.update(dict.fromkeys(_text_beside(root, guess, text), "guess: beside the text"))
        else:
            names = ClassNames(text.sizes, text.sizes[root])
            inside = text.units_in(root)
            drops.update(find_boilerplate(root, inside, names, collect_hints(page)))
    return drops


def _is_inside_guess(root: etree._Element, guess: ArticleText, text: _BodyText) -> bool:
    """Return True if ``root`` is in what the heuristics find, and they keep half of its text: then
    what they leave out of the page is left out of it, too."""
    around = list(self_and_ancestors(root))
    if set(guess.roots).isdisjoint(around) or not guess.drops.keys().isdisjoint(around):
        return False
    inside = [element for element in guess.drops if root in element.iterancestors()]
    dropped = sum(
        text.sizes.get(e, 0) for e in inside if guess.drops.keys().isdisjoint(e.iterancestors())
    )
    return text.sizes[root] - dropped >= MIN_KEPT_SHARE * text.sizes[root]


def _contains_guess(root: etree._Element, guess: ArticleText, text: _BodyText) -> bool:
    """Return True if the roots that the heuristics find are inside ``root`` and hold most of its
    text: then they tell better which text is not the article's."""
    inside = [found for found in guess.roots if root in found.iterancestors()]
    size = sum(text.sizes.get(found, 0) for found in inside)
    return size >= MAIN_SHARE * text.sizes[root]


def _text_beside(
    root: etree._Element, guess: ArticleText, text: _BodyText
) -> Iterator[etree._Element]:
    """Yield the elements in ``root`` with text outside ``guess``; figures stay, with their
    captions."""
    around = {element for found in guess.roots for element in found.iterancestors()}
    for unit in text.units_in(root):
        is_covered = any(
            e in guess.roots or e in guess.drops or e.tag == "figure" for e in unit.around
        )
        if unit.element not in around and not is_covered:
            yield unit.element


def _read_body_text(page: Page) -> _BodyText | None:
    """Return the text of the body, None for JSON and pages without one; once for each page."""
    return page.derived("heuristics.body_text", _collect_body_text)


def _collect_body_text(page: Page) -> _BodyText | None:
    body = page.root.find("body") if page.json is None else None
    if body is None:
        return None
    units = list_page_units(page)
    return _BodyText(body, units, sum_running_text(units))
