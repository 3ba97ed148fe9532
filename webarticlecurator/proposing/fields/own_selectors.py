"""Selectors of an element by its own names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from webarticlecurator.pages.page.css_compound import to_css
from webarticlecurator.pages.page.layout_classes import is_layout_class
from webarticlecurator.pages.page.stable_names import is_written_name, select_by_class

SEMANTIC_TAGS = frozenset("article main section aside nav header footer address form h1".split())
"""Tags with a meaning of their own, without any name."""
NAMING_ATTRIBUTES = (
    "itemprop role data-testid data-test data-component data-gtm-name data-qa property".split()
)
"""Attributes whose value names an element."""
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


def own_selectors(element: etree._Element) -> Iterator[str]:
    """Yield selectors by attributes, id, classes and tag: none by what a program has generated, or
    by a class that only says how something looks."""
    tag = str(element.tag)
    if not _PLAIN.fullmatch(tag):  # A tag such as o:p cannot be selected in CSS.
        return
    for attribute in NAMING_ATTRIBUTES:
        value = element.get(attribute)
        if value and is_written_name(value):
            yield to_css(tag, (), (), ((attribute, value),))
    identity = element.get("id") or ""
    if is_written_name(identity):
        yield to_css(tag, (identity,), (), ())
    yield from (css for name, css in select_by_class(element) if not is_layout_class(name))
    if tag in SEMANTIC_TAGS:
        yield tag
