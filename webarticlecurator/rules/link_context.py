"""What an archive page shows beside each link it lists (``archive.listed``): a date, a section, a
teaser."""

from __future__ import annotations

from collections.abc import Sequence

from lxml import etree

from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.page.ancestors import self_and_ancestors
from webarticlecurator.rules.engine import first_of, union
from webarticlecurator.rules.item import LINK, VALUE, RuleCall
from webarticlecurator.rules.white_space import collapse_white_space


def read_link_context(
    links: Sequence[Rule], named: Sequence[tuple[str, Rule]], page: Page
) -> dict[str, dict[str, str]]:
    """Address as listed → name → value. Each ``named`` rule is read inside the link's *item*: the
    largest element around the link that holds no other listed link. Links that come from no element
    (JSON, a regex) have nothing beside them."""
    items = [item for item in union(links, RuleCall(page, LINK)) if item.node is not None]
    crowded = _shared([item.node for item in items if item.node is not None])
    shown: dict[str, dict[str, str]] = {}
    for item in items:
        assert item.node is not None
        call = RuleCall(page, VALUE, scope=(_item_of(item.node, crowded),))
        found = ((name, first_of([rule], call)) for name, rule in named)
        shown.setdefault(
            item.text(),
            {name: collapse_white_space(values[0].text()) for name, values in found if values},
        )
    return shown


def _shared(nodes: Sequence[etree._Element]) -> set[etree._Element]:
    """Elements with more than one of the nodes inside."""
    seen: set[etree._Element] = set()
    crowded: set[etree._Element] = set()
    for node in nodes:
        for element in self_and_ancestors(node):
            (crowded if element in seen else seen).add(element)
    return crowded


def _item_of(node: etree._Element, crowded: set[etree._Element]) -> etree._Element:
    item = node
    for element in self_and_ancestors(node):
        if element in crowded:
            break
        item = element
    return item
