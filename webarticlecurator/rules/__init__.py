"""One engine for links, next pages, values and drops. Pure: a rule and a page in, values out.

Read ``engine.py`` first: it is the fixed order of a rule. ``select.py`` holds the selectors,
``steps.py`` what happens to values, ``trace.py`` what ``--explain`` shows. A selector that finds
nothing yields nothing, never an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from lxml import etree

from webarticlecurator.model.rule import Condition, Rule
from webarticlecurator.page import Page
from webarticlecurator.rules import engine
from webarticlecurator.rules.item import ELEMENT, LINK, VALUE, Found, RuleCall
from webarticlecurator.rules.link_context import read_link_context
from webarticlecurator.rules.trace import Trace
from webarticlecurator.rules.white_space import collapse_white_space

__all__ = [
    "Found",
    "Trace",
    "condition_holds",
    "has_pager_without_current",
    "read_link_context",
    "select_elements",
    "select_first",
    "select_links",
    "select_values",
]


def select_links(rules: Sequence[Rule], page: Page, trace: Trace | None = None) -> tuple[str, ...]:
    """The union of what the rules list: absolute http(s) addresses without fragment, in the order
    of the rules and the page, repeats dropped."""
    return tuple(item.text() for item in engine.union(rules, RuleCall(page, LINK, trace=trace)))


def select_first(
    rules: Sequence[Rule], page: Page, trace: Trace | None = None, *, link: bool = False
) -> str | None:
    """The first value of the first rule that yields any, or None; with ``link`` an absolute address
    (a next page)."""
    items = engine.first_of(rules, RuleCall(page, LINK if link else VALUE, trace=trace))
    return items[0].text() if items else None


def has_pager_without_current(rules: Sequence[Rule], page: Page) -> bool:
    """True if a ``pager`` among the rules is on the page, but its ``current`` selects no number:
    the next page is not known."""
    return engine.has_pager_without_current(rules, RuleCall(page, LINK))


def select_values(
    rules: Sequence[Rule], page: Page, trace: Trace | None = None
) -> tuple[Found, ...]:
    """All values of the first rule that yields any, white space collapsed, repeats dropped, with
    the selector that gave each and how it stood on the page."""
    items = engine.first_of(rules, RuleCall(page, VALUE, trace=trace))
    found: dict[str, Found] = {}
    for item in items:
        value = collapse_white_space(item.text())
        if value:
            found.setdefault(value, Found(value, item.source, item.original))
    return tuple(found.values())


def select_elements(
    rules: Sequence[Rule], page: Page, trace: Trace | None = None, *, any_of: bool = False
) -> tuple[etree._Element, ...]:
    """Elements of the page's tree: of the first rule that yields any (root), or with ``any_of`` of
    all of them (drop)."""
    call = RuleCall(page, ELEMENT, trace=trace)
    items = engine.union(rules, call) if any_of else engine.first_of(rules, call)
    return tuple(item.node for item in items if item.node is not None)


def condition_holds(condition: Condition, page: Page, *, published: date | None = None) -> bool:
    """True if every given part of a condition holds. ``published`` is the article's date, for
    conditions that ask for it."""
    return engine.is_condition_met(condition, RuleCall(page, ELEMENT, published=published))
