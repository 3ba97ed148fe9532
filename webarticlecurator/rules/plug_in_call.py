"""A selector of another package, called on a page."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from webarticlecurator.model.plug_in import PlugIn, Selector, describe_plug_in_failure, load_plug_in
from webarticlecurator.rules.item import RuleCall
from webarticlecurator.rules.select import Selected, drop_repeated_elements


def select_by_plug_in(plug_in: PlugIn, expression: str, call: RuleCall) -> list[Selected]:
    """Return what the selector finds in the page, or in each element that the rule is narrowed to;
    each element once.

    Raises PlugInError where it fails or returns anything else: if the page seemed empty instead,
    the walk would end.
    """
    selector = load_plug_in(plug_in, Selector)
    roots = (call.page.root,) if call.scope is None else call.scope
    try:
        found = [each for root in roots for each in _select(selector, expression, root)]
    except Exception as error:
        raise describe_plug_in_failure(plug_in, call.page.url, error) from error
    return drop_repeated_elements(found)


def _select(selector: Selector, expression: str, root: etree._Element) -> Iterator[Selected]:
    for found in selector.select(expression, root):
        is_element = isinstance(found, etree._Element) and isinstance(found.tag, str)
        if not (is_element if selector.finds_elements else isinstance(found, str)):
            expected = "an element" if selector.finds_elements else "a text"
            raise TypeError(f"{found!r:.80} (expected {expected})")
        yield found if not isinstance(found, str) else str(found)
