"""How deep in a thread a comment says it is, where comments stand one after the other and not in each other."""

from __future__ import annotations

import re
from itertools import islice

from lxml import etree

from webarticlecurator.page.around import outwards

_ATTRIBUTES = ("data-depth", "data-level", "data-comment-depth", "data-comment-level", "data-indent", "aria-level")
_NAME = re.compile(
    r"(?:(?:comment|thread|reply|item|post)s?[-_]*)?(?:depth|level|lvl|indent|indentation|nest|nested|nesting)[-_]*(\d{1,2})",
    re.IGNORECASE,
)
"""A class that is nothing but this: ``depth-2`` (WordPress), ``comment--level-3``, ``indent2``; not ``user-level-3``."""
_STEP = re.compile(
    r"(?:(?:comment|thread|repl(?:y|ies))s?[-_]*)?(?:indent|indented|children|replies|is-reply|reply|child|answers|nested)",
    re.IGNORECASE,
)
"""A class of an element that stands one step deeper than what comes before it: ``indented`` (Drupal), ``children``."""
_NEAR = 4
"""The comment's own element may be wrapped in some that say it."""


def depth_of(element: etree._Element) -> str:
    """The level as digits, by whatever the page counts from: an attribute, a class with a number, or how many elements around
    (and the comment itself) are called indented; empty where nothing is said."""
    for outer in islice(outwards(element), _NEAR):
        said = _said(outer)
        if said:
            return said
    steps = sum(any(_STEP.fullmatch(name) for name in _classes(outer)) for outer in outwards(element))
    return str(steps) if steps else ""


def _said(element: etree._Element) -> str:
    for attribute in _ATTRIBUTES:
        value = (element.get(attribute) or "").strip()
        if value.isascii() and value.isdigit() and len(value) < 3:
            return value
    return next((found[1] for name in _classes(element) if (found := _NAME.fullmatch(name))), "")


def _classes(element: etree._Element) -> list[str]:
    return (element.get("class") or "").split()
