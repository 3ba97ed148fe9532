"""The page numbers of a pager."""

from __future__ import annotations

import re

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.grouping import group_values
from webarticlecurator.crawling.archive.link_anchors import Anchor, find_all_anchors
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.class_tokens import stable_classes
from webarticlecurator.pages.page.page import Page, once_per_page
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.proposing.list_pages.archive_addresses import find_dated_address

MAX_LEVELS = 4
"""Elements around a page number in which the others are."""
PAGE_NUMBER_TEXT = re.compile(r"[1-9]\d{0,4}")


@dataclass(frozen=True)
class PageNumbers:
    """The page numbers of a pager: the element around them, and the current one."""

    scope: etree._Element
    current: int
    elements: tuple[etree._Element, ...]


@once_per_page("propose.page_numbers")
def find_page_numbers(page: Page) -> PageNumbers | None:
    """Return the pager whose current number is known: it is no link to another page, or is marked
    unlike the others."""
    links = {each.element: each for each in find_all_anchors(page)}
    tried: set[etree._Element] = set()
    for element, anchor in links.items():
        if not PAGE_NUMBER_TEXT.fullmatch(anchor.text):
            continue
        is_dated = find_dated_address(anchor.address) is not None
        is_in_calendar = is_dated and find_dated_address(normalize_address(page.url)) is None
        if is_in_calendar or is_other_window(page.url, anchor.address):
            continue
        for scope in list(element.iterancestors())[:MAX_LEVELS]:
            if scope in tried or scope.tag in ("html", "body"):
                continue
            tried.add(scope)
            found = _read_numbers(scope, links)
            if found is not None:
                return found
    return None


def _read_numbers(scope: etree._Element, links: dict[etree._Element, Anchor]) -> PageNumbers | None:
    shown = [
        each
        for each in scope.iter(etree.Element)
        if each is not scope and len(each) == 0 and PAGE_NUMBER_TEXT.fullmatch(text_of(each))
    ]
    numbers = {
        int(text_of(each)): each for each in shown if any(up in links for up in _up(each, scope))
    }
    others = [each for each in shown if int(text_of(each)) not in numbers]
    for each in others:
        number = int(text_of(each))
        if number + 1 in numbers or number - 1 in numbers:
            return PageNumbers(scope, number, tuple(_up(each, scope)))
    marks = group_values(
        (tuple(up.tag + " " + " ".join(stable_classes(up)) for up in _up(each, scope)), number)
        for number, each in numbers.items()
    )
    alone = [found[0] for found in marks.values() if len(found) == 1]
    if len(alone) == 1 and len(numbers) > 2 and len(marks) == 2:
        (number,) = alone
        return PageNumbers(scope, number, tuple(_up(numbers[number], scope)))
    return None


def _up(element: etree._Element, scope: etree._Element) -> list[etree._Element]:
    """Return the element and those around it within a scope."""
    return [each for each in self_and_ancestors(element, scope) if each is not scope]


def is_other_window(url: str, target: str) -> bool:
    """Return True for the address of another window than that of the page, as a calendar links."""
    here, there = find_dated_address(normalize_address(url)), find_dated_address(target)
    if here is None or there is None:
        return False
    return (there.day, there.step) != (here.day, here.step)
