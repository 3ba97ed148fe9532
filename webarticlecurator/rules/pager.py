"""``pager:`` the link whose number is the current page's number + step."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

from lxml import etree

from webarticlecurator.model.rule import Pager
from webarticlecurator.model.selector import compile_css
from webarticlecurator.rules.text import text_of

Find = Callable[[str], list[etree._Element]]
"""CSS → elements in document order."""


def pager_links(pager: Pager, find: Find) -> list[etree._Element]:
    """The links whose number is wanted; ``find`` looks where the rule looks. Nothing if there is no scope, no current page or
    no such number."""
    if pager.scope is not None:
        scopes = find(pager.scope)
        if not scopes:
            return []
        find = finder(scopes[0], inside=True)
    current = next((n for e in find(pager.current) if (n := number_of(e)) is not None), None)
    if current is None:
        return []
    return [e for e in find(pager.links) if number_of(e) == current + pager.step]


def finder(root: etree._Element, *, inside: bool = False) -> Find:
    """What finds elements from ``root`` on; ``inside``: below it only."""
    return lambda css: cast("list[etree._Element]", compile_css(css, inside)(root))


def number_of(element: etree._Element) -> int | None:
    """The digits of an element's text as one number (``1.234`` is 1234), or None."""
    digits = re.sub("[^0-9]", "", text_of(element))
    return int(digits) if digits else None
