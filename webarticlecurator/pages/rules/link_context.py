"""The date, section or teaser that an archive page shows with each link (``archive.listed``)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from lxml import etree

from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import collapse_white_space, text_with_spaces
from webarticlecurator.pages.rules.engine import run_first_of, run_union
from webarticlecurator.pages.rules.rule_values import LINK, VALUE, RuleCall


def read_link_context(
    links: Sequence[Rule], named_rules: Sequence[tuple[str, Rule]], page: Page
) -> dict[str, dict[str, str]]:
    """Return listed address → name → value.

    Each named rule is read inside the *item* of a link: the largest element around the link that
    contains no other listed link. Links without an element (JSON, a regex) have no context.
    """
    items = [item for item in run_union(links, RuleCall(page, LINK)) if item.node is not None]
    boxes = find_boxes([item.node for item in items if item.node is not None])
    rules = [(name, (rule,)) for name, rule in named_rules]
    contexts: dict[str, dict[str, str]] = {}
    for item, box in zip(items, boxes, strict=True):
        contexts.setdefault(item.text(), read_inside(box, rules, page))
    return contexts


def read_headline(element: etree._Element) -> str:
    """Return the headline of a link that a rule has selected: the first heading in its element,
    else all of its text."""
    heading = next(element.iter("h1", "h2", "h3", "h4", "h5", "h6"), element)
    return text_with_spaces(heading)


def find_boxes(nodes: Sequence[etree._Element]) -> list[etree._Element]:
    """Return for each of the elements the largest element around it that contains no other."""
    seen: set[etree._Element] = set()
    shared: set[etree._Element] = set()
    for node in nodes:
        for element in self_and_ancestors(node):
            (shared if element in seen else seen).add(element)
    own = (list(takewhile(lambda e: e not in shared, self_and_ancestors(n))) for n in nodes)
    return [around[-1] if around else node for around, node in zip(own, nodes, strict=True)]


def read_inside(
    box: etree._Element, named_rules: Sequence[tuple[str, Sequence[Rule]]], page: Page
) -> dict[str, str]:
    """Return name → the first value inside an element of the first rule that finds one there."""
    call = RuleCall(page, VALUE, scope=(box,))
    results = ((name, run_first_of(rules, call)) for name, rules in named_rules)
    return {name: collapse_white_space(found[0].text()) for name, found in results if found}
