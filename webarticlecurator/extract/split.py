"""``article.split``: one page that holds several articles."""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from webarticlecurator.extract.account import source_words
from webarticlecurator.extract.body.root import outermost
from webarticlecurator.model.portal import Split
from webarticlecurator.model.selector import compile_css
from webarticlecurator.page import Page
from webarticlecurator.rules import elements


@dataclass(frozen=True)
class Part:
    """One of the articles: its element, and what tells it from the others on the page (empty if the page does not say)."""

    id: str
    element: etree._Element


def split(page: Page, rule: Split) -> tuple[Part, ...]:
    """The articles of a page, in the order of the page; one that stands inside another belongs to it."""
    return tuple(Part(_id(element, rule.id), element) for element in outermost(elements((rule.items,), page)))


def _id(element: etree._Element, where: str) -> str:
    """``@name``: an attribute of the element; else a CSS selector inside it, whose first match says it in its text."""
    if where.startswith("@"):
        return (element.get(where[1:]) or "").strip()
    found = compile_css(where, inside=True)(element)
    first = found[0] if isinstance(found, list) and found else None
    return " ".join(source_words(first)) if isinstance(first, etree._Element) else ""
