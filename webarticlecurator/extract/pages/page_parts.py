"""``article.split``: one page that holds several articles."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass

from lxml import etree

from webarticlecurator.extract.body.roots import outermost_elements
from webarticlecurator.extract.body.word_account import source_words
from webarticlecurator.model.portal import Split
from webarticlecurator.model.selector import compile_css
from webarticlecurator.model.watch import WATCH, describe_rule
from webarticlecurator.page import Page
from webarticlecurator.rules import select_elements


@dataclass(frozen=True)
class PagePart:
    """One of the articles: its element, and what tells it from the others on the page (empty if the
    page does not say). ``inside``: articles that stand inside it: their text is its, but what they
    say of themselves is not said of it."""

    id: str
    element: etree._Element
    inside: tuple[etree._Element, ...] = ()

    def own_html(self) -> str:
        """Its HTML without the articles inside it."""
        return html_without(self.element, self.inside)


def html_without(element: etree._Element, others: Iterable[etree._Element]) -> str:
    """The HTML of ``element`` without ``others`` inside it; the text after them stays."""
    left_out = set(others)
    if not left_out:
        return _html(element)
    numbers = {number for number, inner in enumerate(element.iter()) if inner in left_out}
    copied = deepcopy(element)
    for number, inner in enumerate(tuple(copied.iter())):
        parent = inner.getparent()
        if number in numbers and parent is not None:
            parent.replace(inner, _text_after(inner))
    return _html(copied)


def _html(element: etree._Element) -> str:
    return str(etree.tostring(element, encoding="unicode", method="html", with_tail=False))


def _text_after(element: etree._Element) -> etree._Element:
    """An empty element with the text that comes after ``element``."""
    empty = etree.Element("span")
    empty.tail = element.tail
    return empty


def split_page(page: Page, rule: Split) -> tuple[PagePart, ...]:
    """The articles of a page, in the order of the page; one that stands inside another belongs to
    it."""
    found = select_elements((rule.items,), page)
    outer = outermost_elements(found)
    inner = (
        tuple(element for element in found if element not in set(outer))
        if len(outer) < len(found)
        else ()
    )
    with WATCH.at(describe_rule(rule.place, rule.id)):
        ids = [_id(element, rule.id) for element in outer]
    return tuple(
        PagePart(ids[number], element, _within(element, inner))
        for number, element in enumerate(outer)
    )


def _within(
    element: etree._Element, others: tuple[etree._Element, ...]
) -> tuple[etree._Element, ...]:
    return tuple(
        other for other in others if any(outer is element for outer in other.iterancestors())
    )


def _id(element: etree._Element, where: str) -> str:
    """``@name``: an attribute of the element; else a CSS selector inside it, whose first match says
    it in its text."""
    if where.startswith("@"):
        return (element.get(where[1:]) or "").strip()
    found = compile_css(where, inside=True)(element)
    first = found[0] if isinstance(found, list) and found else None
    return " ".join(source_words(first)) if isinstance(first, etree._Element) else ""
