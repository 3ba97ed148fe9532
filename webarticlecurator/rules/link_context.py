"""The date, section or teaser that an archive page shows with each link (``archive.listed``)."""

from __future__ import annotations

from collections.abc import Sequence

from lxml import etree

from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.page.page_elements import self_and_ancestors
from webarticlecurator.rules.engine import run_first_of, run_union
from webarticlecurator.rules.steps import LINK, VALUE, RuleCall
from webarticlecurator.rules.white_space import collapse_white_space


def read_link_context(
    links: Sequence[Rule], named_rules: Sequence[tuple[str, Rule]], page: Page
) -> dict[str, dict[str, str]]:
    """Return listed address → name → value.

    Each named rule is read inside the *item* of a link: the largest element around the link that
    contains no other listed link. Links without an element (JSON, a regex) have no context.
    """
    items = [item for item in run_union(links, RuleCall(page, LINK)) if item.node is not None]
    shared = _find_shared([item.node for item in items if item.node is not None])
    contexts: dict[str, dict[str, str]] = {}
    for item in items:
        assert item.node is not None
        call = RuleCall(page, VALUE, scope=(_widest_item(item.node, shared),))
        results = ((name, run_first_of([rule], call)) for name, rule in named_rules)
        context = {
            name: collapse_white_space(values[0].text()) for name, values in results if values
        }
        contexts.setdefault(item.text(), context)
    return contexts


def _find_shared(nodes: Sequence[etree._Element]) -> set[etree._Element]:
    """Return the elements that contain more than one of the nodes."""
    seen: set[etree._Element] = set()
    shared: set[etree._Element] = set()
    for node in nodes:
        for element in self_and_ancestors(node):
            (shared if element in seen else seen).add(element)
    return shared


def _widest_item(node: etree._Element, shared: set[etree._Element]) -> etree._Element:
    """Return the outermost element around ``node`` that is not shared."""
    item = node
    for element in self_and_ancestors(node):
        if element in shared:
            break
        item = element
    return item
