"""What rules find on a page: links, values, texts, elements, and whether a condition holds.

The other layers ask here; ``engine.py`` has the steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from lxml import etree

from webarticlecurator.base.portal.rule import Condition, Rule
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules import engine
from webarticlecurator.pages.rules.elements import collapse_white_space
from webarticlecurator.pages.rules.rule_values import (
    ELEMENT,
    LINK,
    SHOWN,
    VALUE,
    RuleCall,
    SelectedValue,
)
from webarticlecurator.pages.rules.trace import Trace


def select_links(rules: Sequence[Rule], page: Page, trace: Trace | None = None) -> tuple[str, ...]:
    """Return the union of the links that the rules list.

    Links are absolute http(s) addresses without fragment, in the order of the rules and the page,
    without repetitions.
    """
    return tuple(item.text() for item in engine.run_union(rules, RuleCall(page, LINK, trace=trace)))


def select_link_elements(
    rules: Sequence[Rule], page: Page, trace: Trace | None = None, *, only_first: bool = False
) -> tuple[tuple[str, etree._Element | None], ...]:
    """Return what ``select_links`` returns with the element of each link: None where a rule selects
    texts. With ``only_first``, it is the link that ``select_first`` returns."""
    run = engine.run_first_of if only_first else engine.run_union
    items = run(rules, RuleCall(page, LINK, trace=trace))
    return tuple((item.text(), item.node) for item in (items[:1] if only_first else items))


def select_first(
    rules: Sequence[Rule], page: Page, trace: Trace | None = None, *, link: bool = False
) -> str | None:
    """Return the first value of the first rule that yields any, or None.

    With ``link``, the value is an absolute address (a next page).
    """
    items = engine.run_first_of(rules, RuleCall(page, LINK if link else VALUE, trace=trace))
    return items[0].text() if items else None


def has_pager_without_current(rules: Sequence[Rule], page: Page) -> bool:
    """Return True if the page has a ``pager`` of the rules whose ``current`` selects no number.

    The next page is then not known.
    """
    return engine.any_pager_without_current(rules, RuleCall(page, LINK))


def select_values(
    rules: Sequence[Rule], page: Page, trace: Trace | None = None, *, is_shown: bool = False
) -> tuple[SelectedValue, ...]:
    """Return all values of the first rule that yields any, without repetitions; with ``is_shown``
    as readers see them.

    White space is collapsed. Each value comes with its selector and its original text on the page.
    """
    call = RuleCall(page, SHOWN if is_shown else VALUE, trace=trace)
    items = engine.run_first_of(rules, call)
    if not items:
        return ()
    values: dict[str, SelectedValue] = {}
    for item in items:
        value = collapse_white_space(item.text())
        if value:
            values.setdefault(value, SelectedValue(value, item.source, item.original))
    return tuple(values.values())


def select_inside(
    rules: Sequence[Rule], page: Page, element: etree._Element, but: Sequence[etree._Element] = ()
) -> str:
    """Return the first value that the rules find inside ``element``, "" for none. What they find in
    the elements ``but`` does not count."""
    for item in engine.run_first_of(rules, RuleCall(page, VALUE, scope=(element,))):
        value = collapse_white_space(item.text())
        around = () if item.node is None else self_and_ancestors(item.node)
        if value and not any(each in but for each in around):
            return value
    return ""


def select_texts(rules: Sequence[Rule], page: Page) -> tuple[str, ...]:
    """Return all values of the first rule that yields any, with their white space."""
    return tuple(
        item.text() for item in engine.run_first_of(rules, RuleCall(page, VALUE)) if item.text()
    )


def select_elements(
    rules: Sequence[Rule], page: Page, trace: Trace | None = None, *, any_of: bool = False
) -> tuple[etree._Element, ...]:
    """Return elements of the page's tree.

    They are those of the first rule that yields any (``root``) or, with ``any_of``, those of all
    rules (``drop``).
    """
    call = RuleCall(page, ELEMENT, trace=trace)
    items = engine.run_union(rules, call) if any_of else engine.run_first_of(rules, call)
    return tuple(item.node for item in items if item.node is not None)


def condition_holds(
    condition: Condition, page: Page, *, published: tuple[date, date] | None = None
) -> bool:
    """Return True if every part of a condition holds.

    ``published``: the first and the last day of the article's date, for conditions on it.
    """
    return engine.is_condition_met(condition, RuleCall(page, ELEMENT, published=published))
