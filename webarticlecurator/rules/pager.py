"""``pager:`` the link whose number is the current page's number + step."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

from lxml import etree

from webarticlecurator.model.rule import Pager
from webarticlecurator.model.selector import compile_css
from webarticlecurator.rules.white_space import text_of

MOST_DIGITS = 18
Find = Callable[[str], list[etree._Element]]
"""CSS → elements in document order."""


def pager_links(pager: Pager, find: Find) -> list[etree._Element]:
    """The links whose number is wanted; ``find`` looks where the rule looks. Nothing if there is no
    scope, no current page or no such number."""
    if pager.scope is not None:
        scopes = find(pager.scope)
        if not scopes:
            return []
        find = build_finder(scopes[0], inside=True)
    current = next((n for e in find(pager.current) if (n := number_of(e)) is not None), None)
    if current is None:
        return []
    return [e for e in find(pager.links) if number_of(e) == current + pager.step]


def lacks_current_page(pager: Pager, find: Find) -> bool:
    """True if there is a pager, but no number in it is the current page's. Without ``scope``, links
    with numbers are a pager; a ``scope`` without any content is none: a list of one page may have
    it."""
    scope = find(pager.scope)[:1] if pager.scope is not None else []
    if pager.scope is not None and not (scope and (len(scope[0]) or text_of(scope[0]))):
        return False
    inside = build_finder(scope[0], inside=True) if scope else find
    if any(number_of(element) is not None for element in inside(pager.current)):
        return False
    return bool(scope) or any(number_of(element) is not None for element in find(pager.links))


def build_finder(root: etree._Element, *, inside: bool = False) -> Find:
    """What finds elements from ``root`` on; ``inside``: below it only."""
    return lambda css: cast("list[etree._Element]", compile_css(css, inside)(root))


def number_of(element: etree._Element) -> int | None:
    """The digits of an element's text as one number (``1.234`` is 1234), or None where there are
    none or too many."""
    digits = re.sub("[^0-9]", "", text_of(element))
    return int(digits) if 0 < len(digits) <= MOST_DIGITS else None
