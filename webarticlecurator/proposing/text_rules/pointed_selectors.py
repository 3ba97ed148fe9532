"""The elements of a page that somebody has pointed at, and the selectors that select them.

Nothing is guessed about what the elements are: the proposals are all the ways to name them that may
hold on another page (ids, classes, tags, within a named ancestor).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.stored_pages.page_store import StoredPage, run_supervised
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import collapse_white_space, shown_text
from webarticlecurator.pages.rules.results import select_elements
from webarticlecurator.proposing.fields.element_selectors import list_selectors

MAX_CANDIDATES = 80
"""Selectors that are tried on the page."""
MAX_PROPOSALS = 12

Chain = tuple[etree._Element, ...]
"""The innermost element with a text, and its ancestors that hold nothing else."""
Selector = str | re.Pattern[str]
"""A CSS selector, or a regex of a line of text."""


@dataclass(frozen=True)
class SelectorProposal:
    """A CSS selector that selects every element that was pointed at, and ``others`` besides.

    Of what is to be dropped, ``is_box`` is one of the box around the element, and ``is_wide`` one
    that takes text of elements with other names, too; with ``is_line``, ``css`` is a regex of a
    line of text instead, as in ``body.clean``."""

    css: str
    selected: int
    others: int
    is_box: bool = False
    is_wide: bool = False
    is_line: bool = False

    @property
    def selector(self) -> Selector:
        """What ``count_matches`` looks for."""
        return re.compile(self.css) if self.is_line else self.css


def find_by_text(page: Page, text: str) -> Chain | None:
    """Return the first element that shows just ``text``, whatever its white space; if there is
    none, the innermost one that has it in it. None if the page does not have it."""
    sought = collapse_white_space(text)
    body = page.root.find(".//body")
    holds = [
        (element, shown)
        for element in (page.root if body is None else body).iter(etree.Element)
        if sought in (shown := shown_text(element))
    ]
    if not sought or not holds:
        return None
    # in document order: an element comes before those in it
    exact = [element for element, shown in holds if shown == sought]
    return with_wrappers(_innermost(exact or [holds[-1][0]]))


def find_by_number(page: Page, number: int) -> Chain | None:
    """Return the element with a number (``PageElements.find``), or None if the page has none."""
    element = page.elements.find(number)
    return None if element is None else with_wrappers(element)


def propose_selectors(
    page: Page, marked: Sequence[Chain], variants: int = 1
) -> tuple[SelectorProposal, ...]:
    """Return selectors for an element of each chain, those with few other elements first; for
    several of the same result the simplest, as many as ``variants``: on other pages they may
    differ."""
    chains = [set(chain) for chain in marked]
    same: dict[frozenset[etree._Element], list[str]] = {}
    for css in list_selector_candidates(marked[0]):
        found = frozenset(select_elements((Rule(kind="css", expression=css),), page))
        if all(found & chain for chain in chains):
            same.setdefault(found, []).append(css)
    everything = set().union(*chains)
    proposals = (
        SelectorProposal(css, len(found), len(found - everything))
        for found, written in same.items()
        for css in sorted(written, key=_complexity)[:variants]
    )
    return tuple(
        sorted(proposals, key=lambda each: (each.others, _complexity(each.css)))[:MAX_PROPOSALS]
    )


def propose_for_texts(
    portal: Portal, stored: StoredPage, texts: Sequence[str]
) -> tuple[SelectorProposal, ...]:
    """Return the proposals for the elements of a page that show ``texts``. Raises UsageError for a
    text that the page does not have."""
    found: tuple[SelectorProposal, ...] = run_supervised(
        portal, stored.url, propose_for_elements, stored, tuple(texts)
    )
    return found


def propose_for_elements(
    portal: Portal, stored: StoredPage, marked: Sequence[int | str], variants: int = 1
) -> tuple[SelectorProposal, ...]:
    """Return the proposals for the elements of a page that have these numbers (``find_by_number``)
    or show these texts, with ``variants`` of the same result. To be called in a worker, since it
    reads the page. Raises UsageError for a number or a text that the page does not have."""
    page = read_html(portal, stored)
    chains = []
    for mark in marked:
        chain = find_by_number(page, mark) if isinstance(mark, int) else find_by_text(page, mark)
        if chain is None and isinstance(mark, int):
            raise UsageError(
                make_message("{url} has no element {mark}", url=stored.url, mark=mark),
                make_message("Point at an element of the page."),
            )
        if chain is None:
            raise UsageError(
                make_message("{url} has no text {mark!r}", url=stored.url, mark=mark),
                make_message(
                    "Copy some words from the page as it is shown; `curator outline` shows its"
                    " texts."
                ),
            )
        chains.append(chain)
    return propose_selectors(page, chains, variants)


def read_html(portal: Portal, stored: StoredPage) -> Page:
    page = stored.page(portal)
    if page.json is not None:
        raise UsageError(
            make_message("{url}: JSON, not HTML", url=stored.url),
            make_message("Its parts are rules such as {rule}.", rule="{json: …}"),
        )
    return page


def with_wrappers(element: etree._Element) -> Chain:
    """Return the element and its ancestors that show no other text; those of an element without
    text, such as a picture, hold no other element."""
    same = shown_text(element)
    chain = [element]
    for outer in element.iterancestors():
        is_wrapper = shown_text(outer) == same if same else len(outer) == 1
        if outer.tag in ("body", "html") or not is_wrapper:
            break
        chain.append(outer)
    return tuple(chain)


def _innermost(elements: Sequence[etree._Element]) -> etree._Element:
    """Return the innermost of the first element and those of the others that are in it."""
    inner = elements[0]
    for element in elements[1:]:
        if element.getparent() is not inner:
            break
        inner = element
    return inner


def list_selector_candidates(chain: Chain) -> list[str]:
    """Return selectors of the elements of a chain, alone and within named ancestors."""
    found = {css for each in chain for css in list_selectors(each, "own", "below", "child")}
    return sorted(found, key=_complexity)[:MAX_CANDIDATES]


def _complexity(css: str) -> tuple[int, int, str]:
    """Return a sort key: fewer parts first, then shorter ones."""
    return css.count(" "), len(css), css
