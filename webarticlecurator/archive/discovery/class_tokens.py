"""Short CSS selectors for an element: what is likely to be the same on the next page, too."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from webarticlecurator.page.ancestors import self_and_ancestors

_PLAIN = re.compile(r"-?[A-Za-z_][A-Za-z0-9_-]*")
_MADE = re.compile(r"\d{3,}|(?:^|[-_])(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{6,}$")
"""Numbers and what programs make up (``css-1x2y3z``)."""
_STATES = frozenset(
    (
        "first",
        "last",
        "odd",
        "even",
        "active",
        "current",
        "selected",
        "cf",
        "clearfix",
        "clear",
        "row",
    )
)
DISTINCTIVE_TAGS = frozenset(("h1", "h2", "h3", "h4", "article", "main"))
"""Tags that say enough alone."""
ITEM_TAGS = frozenset((*DISTINCTIVE_TAGS, "a", "li", "p", "td", "dt"))
"""Tags that say enough inside something that is named."""
NAVIGATION_TAGS = frozenset(("nav", "aside", "footer", "header", "form"))
_ASIDE_CLASS = re.compile(
    r"(?:^|[-_])(?:nav|navigation|navbar|menu|sidebar|aside|footer|banner|breadcrumbs?)(?:$|[-_])",
    re.IGNORECASE,
)


def stable_classes(element: etree._Element) -> Iterator[str]:
    """Class names that may stay the same."""
    for name in dict.fromkeys((element.get("class") or "").split()):
        if _PLAIN.fullmatch(name) and not _MADE.search(name) and name.lower() not in _STATES:
            yield name


def class_selectors(element: etree._Element) -> Iterator[str]:
    """``tag.class`` for each such class, and the tag alone where it speaks for itself."""
    if not isinstance(element.tag, str):
        return
    yield from (f"{element.tag}.{name}" for name in stable_classes(element))
    if element.tag in DISTINCTIVE_TAGS:
        yield element.tag


def container_selectors(element: etree._Element) -> Iterator[str]:
    """As ``named``, for something around others: with its id, too."""
    identity = element.get("id") or ""
    if _PLAIN.fullmatch(identity) and not _MADE.search(identity):
        yield f"#{identity}"
    yield from class_selectors(element)


def is_in_navigation(element: etree._Element) -> bool:
    """True if the element stands in a menu, a side column, the page's head or foot."""
    return any(_aside(outer) for outer in self_and_ancestors(element))


def _aside(element: etree._Element) -> bool:
    if element.tag in ("html", "body"):
        return False
    if element.tag == "header":  # an article may have a head of its own
        return not any(
            outer.tag in ("article", "main", "section") for outer in element.iterancestors()
        )
    names = f"{element.get('class') or ''} {element.get('id') or ''}".split()
    return element.tag in NAVIGATION_TAGS or any(_ASIDE_CLASS.search(name) for name in names)
