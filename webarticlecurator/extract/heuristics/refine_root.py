"""Roots that rules have found, read as if they had been guessed (``article.body.guess``): with the
lead that stands before them, without what seems to be no text of the article."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lxml import etree

from webarticlecurator.extract.heuristics.article_text import ENOUGH, ArticleText, find_article_text
from webarticlecurator.extract.heuristics.boilerplate import find_boilerplate
from webarticlecurator.extract.heuristics.lead import find_lead
from webarticlecurator.extract.heuristics.page_hints import collect_hints
from webarticlecurator.extract.heuristics.person_names import ClassNames
from webarticlecurator.extract.heuristics.root_candidates import LINKED, MOST, measure_sizes
from webarticlecurator.extract.heuristics.text_units import Unit, list_page_units, list_units_in
from webarticlecurator.page import Page
from webarticlecurator.page.ancestors import self_and_ancestors

Elements = tuple[etree._Element, ...]


@dataclass(frozen=True)
class _Text:
    """The units of a page's body, and the size of the running text below each element."""

    body: etree._Element
    units: list[Unit]
    held: dict[etree._Element, int]

    def inside(self, root: etree._Element) -> list[Unit]:
        return list_units_in(self.units, root)

    def is_linked(self, root: etree._Element) -> bool:
        """True if most of the text in ``root`` stands in links."""
        inside = self.inside(root)
        return sum(unit.linked for unit in inside) > LINKED * sum(unit.size for unit in inside)


def refine_roots(page: Page, roots: Elements) -> Elements:
    """``roots`` and, before them, the elements of a lead between the page's title and the first of
    them with running text."""
    text = _text(page)
    main = next((root for root in roots if text and text.held.get(root, 0) >= ENOUGH), None)
    if text is None or main is None:
        return roots
    names = ClassNames(text.held, text.held.get(text.body, 0))
    lead = [unit.element for unit in find_lead(text.units, main, names, collect_hints(page))]
    return (
        *(
            element
            for element in lead
            if not any(element in root.iterancestors() for root in roots)
        ),
        *roots,
    )


def refine_drops(page: Page, roots: Elements) -> Mapping[etree._Element, str]:
    """Element → why it is left out, inside those of ``roots`` that hold running text. Nothing
    stands beside a lead or a picture; a root that is a pager or a list of links is left out as a
    whole."""
    text = _text(page)
    out: dict[etree._Element, str] = {}
    if text is None:
        return out
    own = find_article_text(page)
    for root in roots:
        if text.held.get(root, 0) < ENOUGH:
            out.update({root: "guess: links"} if text.is_linked(root) else {})
        elif own is not None and _is_around(root, own, text):
            out.update(own.drops)
            out.update((element, "guess: beside the text") for element in _beside(root, own, text))
        else:
            out.update(
                find_boilerplate(
                    root,
                    text.inside(root),
                    ClassNames(text.held, text.held[root]),
                    collect_hints(page),
                )
            )
    return out


def _is_around(root: etree._Element, own: ArticleText, text: _Text) -> bool:
    """True if the page's own guess is a part of ``root`` that holds most of its text: it knows
    better what is beside."""
    main = own.roots[-1]
    return root in main.iterancestors() and text.held.get(main, 0) >= MOST * text.held[root]


def _beside(root: etree._Element, own: ArticleText, text: _Text) -> Iterator[etree._Element]:
    """What in ``root`` holds text that the guess leaves outside. Pictures stay, with their
    captions."""
    around = {element for found in own.roots for element in found.iterancestors()}
    for unit in text.inside(root):
        told = any(
            e in own.roots or e in own.drops or e.tag == "figure"
            for e in self_and_ancestors(unit.element)
        )
        if unit.element not in around and not told:
            yield unit.element


def _text(page: Page) -> _Text | None:
    """Made once for a page."""
    return page.derived("guided.text", _read)


def _read(page: Page) -> _Text | None:
    body = page.root.find("body") if page.json is None else None
    if body is None:
        return None
    found = list_page_units(page)
    return _Text(body, found, measure_sizes(found))
