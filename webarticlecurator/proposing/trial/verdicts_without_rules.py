"""What is found on a page without a rule, and what is left out there, for ``extract --explain``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import Literal

from lxml import etree

from webarticlecurator.articles.blocks.article_roots import find_drops, find_roots
from webarticlecurator.articles.by_rules.layout_choice import select_layout
from webarticlecurator.articles.by_rules.one_page import embedded_page
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.html_tags import CODE_TAGS
from webarticlecurator.pages.page.ancestors import outermost_elements
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_elements
from webarticlecurator.proposing.fields.element_selectors import list_selectors
from webarticlecurator.proposing.trial.page_outline import name_element

_TEXT = etree.XPath("string()", smart_strings=False)


def count_words_outside(portal: Portal, page: Page) -> int:
    """Return the number of words in the page's body that are outside the roots.

    It is an estimate, since every tag is taken to separate words. 0 if the page has no article.
    """
    rules = select_layout(portal, page).rules
    inner = embedded_page(page, rules)
    found = find_roots(inner, rules.body) if inner is not None else ()
    return count_words_beside(inner, found) if inner is not None and found else 0


def count_words_beside(page: Page, roots: Iterable[etree._Element]) -> int:
    """Return the number of words in the page's body that are not in ``roots``, if every tag
    separates words."""
    body = page.root.find("body")
    return 0 if body is None else sum(len(text.split()) for text in _texts(body, set(roots)))


def _texts(top: etree._Element, left_out: Set[etree._Element]) -> Iterator[str]:
    """Yield all text in ``top`` except code and the elements in ``left_out``."""
    pending = [top]
    while pending:
        element = pending.pop()
        if element in left_out or not isinstance(element.tag, str) or element.tag in CODE_TAGS:
            continue
        yield element.text or ""
        for child in element:
            yield child.tail or ""
            pending.append(child)


def _all_words(elements: Iterable[etree._Element]) -> int:
    return sum(len(str(_TEXT(element)).split()) for element in elements)


@dataclass(frozen=True)
class FoundElement:
    """An element of the page: a selector for it, about how many words it holds, and why it is left
    out."""

    css: str
    words: int
    why: str = ""


@dataclass(frozen=True)
class HeuristicResult:
    """What the heuristics find on a page.

    ``roots`` hold the text, in document order; ``left_out`` are elements in them that are dropped
    without a rule. ``state`` is ``guessed``; or ``refined`` if the roots are those of a rule; or
    ``unused`` if there are root rules and none matches: the roots would be found without them.
    """

    roots: tuple[FoundElement, ...]
    left_out: tuple[FoundElement, ...]
    state: Literal["guessed", "refined", "unused"]


def read_without_rules(portal: Portal, page: Page) -> HeuristicResult | None:
    """Return what is guessed about the text of ``page``.

    None if the rules of ``portal`` decide everything, or the page has no article.
    """
    rules = select_layout(portal, page).rules
    inner = embedded_page(page, rules)
    body = replace(rules.body, drop=())
    if inner is None or rules.split is not None:
        return None
    matches = bool(body.root and select_elements(body.root, inner))
    if matches and not (body.guess and body.refine):
        return None
    unused = bool(body.root) and not body.guess
    body = replace(body, root=()) if unused else body
    found = find_roots(inner, body)
    dropped = find_drops(inner, body, found)
    return HeuristicResult(
        tuple(describe_element(inner, root) for root in found),
        tuple(
            replace(describe_element(inner, element), why=dropped[element])
            for element in outermost_elements(dropped)
            if not set(found).isdisjoint(element.iterancestors())
        ),
        "unused" if unused else "refined" if matches else "guessed",
    )


def describe_element(page: Page, element: etree._Element) -> FoundElement:
    """Return an element with the first selector that finds only this one, else the first one, or
    the tag with all its classes; and its words, without code."""
    selectors = tuple(list_selectors(element)) if str(element.tag).isalnum() else ()
    unique = (css for css in selectors if len(page.root.cssselect(css)) == 1)
    css = next(unique, selectors[0] if selectors else name_element(element))
    return FoundElement(
        css, _all_words((element,)) - _all_words(element.iterdescendants(*CODE_TAGS))
    )
