"""Refine roots that rules have found with the judgement of the page (``article.body.guess``): add
the lead before them, and leave out what is no text of the article.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lxml import etree

from webarticlecurator.articles.units.text_units import (
    MAX_LINK_SHARE,
    MIN_PAGE_TEXT,
    Unit,
    list_page_units,
    sum_text_sizes,
)
from webarticlecurator.articles.without_rules.article_text import (
    ArticleText,
    JudgedText,
    PageText,
    find_article_text,
    judge_text,
)
from webarticlecurator.articles.without_rules.chosen_elements import (
    BESIDE,
    LINKS,
    Elements,
    find_drops_of,
)
from webarticlecurator.articles.without_rules.chosen_units import choose_units
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.page import Page, once_per_page

# Believed or not: how much of a rule's root the guess may leave out, and how much it must hold.
MAIN_SHARE = 0.7
"""Share of the running text that an element must hold to be taken for the whole of it."""
MIN_KEPT_SHARE = 0.5
"""Share of the text of a root inside the guessed one that the guess must keep, to be believed."""
MIN_LEAD_SIZE = 50
"""Size from which a unit can be a lead: shorter ones are kickers, sections and bylines."""
MAX_UNITS_TO_TITLE = 60
"""Units before the text in which its title is looked for: enough for a list of share buttons or key
points between them, too few to reach another article."""


def refine_roots(page: Page, roots: Elements) -> Elements:
    """Return ``roots`` and, before them, the elements of a lead between the page's title and the
    first root with running text."""
    judged = judge_text(page) if page.json is None else None
    if judged is None:
        return roots
    sizes = _sum_running_text(page)
    main = next((root for root in roots if sizes.get(root, 0) >= MIN_PAGE_TEXT), None)
    if main is None:
        return roots
    outside = (
        element
        for element in _find_lead(page, judged.text, main)
        if not any(element in root.iterancestors() for root in roots)
    )
    return (*outside, *roots)


def _find_lead(page: Page, text: PageText, root: etree._Element) -> Iterator[etree._Element]:
    """Yield the elements of a lead between the title and ``root``, in document order: what is read
    there without the rule."""
    units, title, guess = text.units, text.title, find_article_text(page)
    start = next((n for n, unit in enumerate(units) if unit.is_in(root)), 0)
    # Without a title above the text, what is before it may be anything; so no lead is taken.
    if guess is None or title is None or not start - MAX_UNITS_TO_TITLE < title < start:
        return
    roots = set(guess.roots)
    for unit in units[title + 1 : start]:
        is_read = not roots.isdisjoint(unit.around) and guess.drops.keys().isdisjoint(unit.around)
        is_caption = any(outer.tag in ("figcaption", "figure") for outer in unit.around)
        if is_read and unit.size >= MIN_LEAD_SIZE and not is_caption:
            yield unit.element


def refine_drops(page: Page, roots: Elements) -> Mapping[etree._Element, str]:
    """Return element → why it is left out, for the content of ``roots`` with running text.

    In other roots (a lead, a picture) nothing is left out, but a root that is a pager or a list of
    links is left out as a whole.
    """
    judged = judge_text(page) if page.json is None else None
    drops: dict[etree._Element, str] = {}
    if judged is None:
        return drops

    guess, sizes = find_article_text(page), _sum_running_text(page)
    for root in roots:
        # A short root is a lead or a picture that a rule has named: only links speak against it.
        if sizes.get(root, 0) < MIN_PAGE_TEXT:
            inside = _list_inside(page, root)
            linked, size = sum(unit.linked for unit in inside), sum(unit.size for unit in inside)
            if linked > MAX_LINK_SHARE * size:
                drops[root] = LINKS
        elif guess is not None and _is_inside_guess(root, guess, sizes):
            drops.update((e, why) for e, why in guess.drops.items() if root in e.iterancestors())
        elif guess is not None and MAIN_SHARE * sizes[root] <= sum(
            sizes.get(e, 0) for e in guess.roots if root in e.iterancestors()
        ):
            # The guess is inside the root and holds most of its text: it tells better which text
            # is not the article's.
            drops.update(guess.drops)
            drops.update(dict.fromkeys(_text_beside(root, guess, page), BESIDE))
        else:
            # The guess is somewhere else on the page and says nothing of this root; the rule is
            # believed, and only the units go that are no text by what is known of them alone.
            drops.update(_judge_inside(root, judged))
    return drops


def _judge_inside(root: etree._Element, judged: JudgedText) -> dict[etree._Element, str]:
    """Return what is left out of a root by the probabilities of its units among themselves; nothing
    where that would be more than half of them."""
    places = [n for n, unit in enumerate(judged.text.units) if unit.is_in(root)]
    units = [judged.text.units[n] for n in places]
    known = {place: judged.known[n] for place, n in enumerate(places) if n in judged.known}
    probabilities = [judged.probabilities[n] for n in places]
    chosen = choose_units(units, probabilities, known, is_article=judged.is_article)
    size = sum(unit.size for unit in units)
    if sum(units[n].size for n in chosen) < MIN_KEPT_SHARE * size:
        chosen = frozenset(range(len(units))) - known.keys()
    return find_drops_of(units, chosen, (root,), known)


def _is_inside_guess(
    root: etree._Element, guess: ArticleText, sizes: Mapping[etree._Element, int]
) -> bool:
    """Return True if ``root`` is in what the heuristics find, and they keep half of its text: then
    what they leave out of the page is left out of it, too."""
    around = list(self_and_ancestors(root))
    if set(guess.roots).isdisjoint(around) or not guess.drops.keys().isdisjoint(around):
        return False
    inside = [element for element in guess.drops if root in element.iterancestors()]
    dropped = sum(
        sizes.get(e, 0) for e in inside if guess.drops.keys().isdisjoint(e.iterancestors())
    )
    return sizes[root] - dropped >= MIN_KEPT_SHARE * sizes[root]


def _text_beside(root: etree._Element, guess: ArticleText, page: Page) -> Iterator[etree._Element]:
    """Yield the elements in ``root`` with text outside ``guess``; figures stay, with their
    captions."""
    around = {element for found in guess.roots for element in found.iterancestors()}
    for unit in _list_inside(page, root):
        is_covered = any(
            e in guess.roots or e in guess.drops or e.tag == "figure" for e in unit.around
        )
        if unit.element not in around and not is_covered:
            yield unit.element


def _list_inside(page: Page, root: etree._Element) -> list[Unit]:
    return [unit for unit in list_page_units(page) if unit.is_in(root)]


@once_per_page("heuristics.running_text_sizes")
def _sum_running_text(page: Page) -> dict[etree._Element, int]:
    """Return element → size of the running text in it."""
    return sum_text_sizes(unit for unit in list_page_units(page) if unit.is_running_text)
