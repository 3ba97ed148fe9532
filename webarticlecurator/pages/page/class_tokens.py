"""Short CSS selectors for an element that probably fit the next page, too."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.layout_classes import is_state_class, is_utility_class
from webarticlecurator.pages.page.stable_names import (
    is_written_name,
    select_by_class,
    written_classes,
)

DISTINCTIVE_TAGS = frozenset(("h1", "h2", "h3", "h4", "article", "main"))
"""Tags that are a useful selector alone."""

ITEM_TAGS = frozenset((*DISTINCTIVE_TAGS, "a", "li", "p", "td", "dt"))
"""Tags that are a useful selector inside an element with a class or id."""

NAVIGATION_TAGS = frozenset(("nav", "aside", "footer", "header", "form"))
"""Tags around links that do not belong to the list of articles."""

_NAVIGATION_CLASS = re.compile(
    r"(?:^|[-_])(?:nav|navigation|navbar|menu|sidebar|aside|footer|banner|breadcrumbs?)(?:$|[-_])",
    re.IGNORECASE,
)


def stable_classes(element: etree._Element) -> Iterator[str]:
    """Yield the class names of an element that are probably the same on the next page."""
    for name in written_classes(element):
        if is_written_name(name) and not _is_look(name):
            yield name


def class_selectors(element: etree._Element) -> Iterator[str]:
    """Yield a selector for each class that is stable, or has a stable part, and a distinctive tag
    alone."""
    if not isinstance(element.tag, str):
        return
    yield from (css for name, css in select_by_class(element) if not _is_look(name))
    if element.tag in DISTINCTIVE_TAGS:
        yield element.tag


def _is_look(name: str) -> bool:
    return is_state_class(name) or is_utility_class(name)


def container_selectors(element: etree._Element) -> Iterator[str]:
    """Yield the selectors of an element that contains others: its id, then ``class_selectors``."""
    identity = element.get("id") or ""
    if is_written_name(identity):
        yield f"#{identity}"
    yield from class_selectors(element)


def is_in_navigation(element: etree._Element) -> bool:
    """Return True if the element is in a menu, a sidebar, or the header or footer of the page."""
    for outer in self_and_ancestors(element):
        if outer.tag in ("html", "body"):
            continue
        if outer.tag == "header":  # an article may have a header of its own
            around = (each.tag for each in outer.iterancestors())
            if not any(tag in ("article", "main", "section") for tag in around):
                return True
            continue
        names = f"{outer.get('class') or ''} {outer.get('id') or ''}".split()
        if outer.tag in NAVIGATION_TAGS or any(map(_NAVIGATION_CLASS.search, names)):
            return True
    return False
