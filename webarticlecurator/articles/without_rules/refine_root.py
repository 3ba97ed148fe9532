"""Refine roots that rules have found with the heuristics (``article.body.guess``): add the lead
before them, and leave out what does not look like text of the article.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lxml import etree

from webarticlecurator.articles.without_rules.article_lead import find_lead
from webarticlecurator.articles.without_rules.article_text import (
    MIN_PAGE_TEXT,
    ArticleText,
    find_article_text,
)
from webarticlecurator.articles.without_rules.boilerplate import find_boilerplate
from webarticlecurator.articles.without_rules.class_names import ClassNames
from webarticlecurator.articles.without_rules.page_hints import collect_hints
from webarticlecurator.articles.without_rules.root_candidates import MAIN_SHARE, sum_running_text
from webarticlecurator.articles.without_rules.text_units import (
    MAX_LINK_SHARE,
    Unit,
    list_page_units,
    list_units_in,
)
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.page import Page, once_per_page

# Believed or not: how much of a rule's root the guess may leave out, and how much it must hold.
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
        # A short root is a lead or a picture that a rule has named: only links speak against it.
        if text.sizes.get(root, 0) < MIN_PAGE_TEXT:
            inside = text.units_in(root)
            linked, size = sum(unit.linked for unit in inside), sum(unit.size for unit in inside)
            if linked > MAX_LINK_SHARE * size:
                drops[root] = "guess: links"
        elif guess is not None and _is_inside_guess(root, guess, text):
            drops.update((e, why) for e, why in guess.drops.items() if root in e.iterancestors())
        elif guess is not None and MAIN_SHARE * text.sizes[root] <= sum(
            text.sizes.get(e, 0) for e in guess.roots if root in e.iterancestors()
        ):
            # The guess is inside the root and holds most of its text: it tells better which text
            # is not the article's.
            drops.update(guess.drops)
            drops.update(dict.fromkeys(_text_beside(root, guess, text), "guess: beside the text"))
        else:
            # The guess is somewhere else on the page and says nothing of this root; the rule is
            # believed, and only what is boilerplate by its own signs goes.
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


@once_per_page("heuristics.body_text")
def _read_body_text(page: Page) -> _BodyText | None:
    """Return the text of the body, None for JSON and pages without one."""
    body = page.root.find("body") if page.json is None else None
    if body is None:
        return None
    units = list_page_units(page)
    return _BodyText(body, units, sum_running_text(units))
