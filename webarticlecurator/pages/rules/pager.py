"""``pager:`` selects the link whose number is the number of the current page plus ``step``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

from lxml import etree

from webarticlecurator.base.portal.rule import Pager
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.pages.rules.selectors import compile_css

MAX_DIGITS = 18

Finder = Callable[[str], list[etree._Element]]
"""CSS → elements in document order."""


def select_pager_links(pager: Pager, find: Finder) -> list[etree._Element]:
    """Return the links with the number of the next page.

    ``find`` searches where the rule selects. The result is [] without a scope, a current page or
    such a number.
    """
    if pager.scope is not None:
        scopes = find(pager.scope)
        if not scopes:
            return []
        find = build_finder(scopes[0], inside=True)

    numbers = (read_number(element) for element in find(pager.current))
    current = next((number for number in numbers if number is not None), None)
    if current is None:
        return []
    links = find(pager.links)
    # "Report 4 of the town" is no page where "3" and "5" are
    plain = [link for link in links if not any(map(str.isalpha, text_of(link)))]
    numbered = [link for link in plain if read_number(link) is not None]
    return [link for link in numbered or links if read_number(link) == current + pager.step]


def lacks_current_page(pager: Pager, find: Finder) -> bool:
    """Return True if there is a pager without the number of the current page.

    Without ``scope``, links with numbers are a pager. A ``scope`` without content is not: a list of
    one page may have it.
    """
    scopes = find(pager.scope)[:1] if pager.scope is not None else []
    if pager.scope is not None and not (scopes and (len(scopes[0]) or text_of(scopes[0]))):
        return False

    find_inside = build_finder(scopes[0], inside=True) if scopes else find
    if _has_number(find_inside(pager.current)):
        return False
    return bool(scopes) or _has_number(find(pager.links))


def _has_number(elements: list[etree._Element]) -> bool:
    return any(read_number(element) is not None for element in elements)


def build_finder(root: etree._Element, *, inside: bool = False) -> Finder:
    """Return a finder of elements from ``root`` on or, with ``inside``, only below it."""
    return lambda css: cast("list[etree._Element]", compile_css(css, inside)(root))


def read_number(element: etree._Element) -> int | None:
    """Return the digits of an element's text as one number (``1.234`` is 1234).

    The result is None if there are none or too many.
    """
    digits = re.sub("[^0-9]", "", text_of(element))
    return int(digits) if 0 < len(digits) <= MAX_DIGITS else None
