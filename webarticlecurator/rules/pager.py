"""``pager:`` the link whose number is the current page's number + step."""

from __future__ import annotations

import re
from typing import cast

from lxml import etree

from webarticlecurator.model.rule import Pager
from webarticlecurator.model.selector import compile_css
from webarticlecurator.rules.text import text_of


def pager_links(pager: Pager, root: etree._Element) -> list[etree._Element]:
    """The links whose number is wanted. Nothing if there is no scope, no current page or no such number."""
    if pager.scope is not None:
        scopes = _found(pager.scope, root, False)
        if not scopes:
            return []
        root = scopes[0]
    inside = pager.scope is not None
    current = next((n for e in _found(pager.current, root, inside) if (n := number_of(e)) is not None), None)
    if current is None:
        return []
    return [e for e in _found(pager.links, root, inside) if number_of(e) == current + pager.step]


def _found(css: str, root: etree._Element, inside: bool) -> list[etree._Element]:
    return cast("list[etree._Element]", compile_css(css, inside)(root))


def number_of(element: etree._Element) -> int | None:
    """The digits of an element's text as one number (``1.234`` is 1234), or None."""
    digits = re.sub("[^0-9]", "", text_of(element))
    return int(digits) if digits else None
