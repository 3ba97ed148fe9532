"""Rules from a page that has a previous page, but no next one: the last one."""

from __future__ import annotations

import re

from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.crawling.archive.link_anchors import find_all_anchors
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.stable_names import CAMEL_WORD
from webarticlecurator.pages.rules.results import select_first
from webarticlecurator.proposing.list_pages.link_rating import (
    MIRRORED_WORDS,
    css_rule,
    find_href,
    rate_address,
)
from webarticlecurator.proposing.list_pages.page_numbers import find_page_numbers, is_other_window
from webarticlecurator.proposing.list_pages.pointed_next import list_classes_at, list_pager_rules


def mirror_next_rules(page: Page) -> tuple[Rule, ...]:
    """Return rules for the next page by the names of the link to the previous one, and by the page
    numbers. What leads to another date is no page of this list."""
    found: list[Rule] = []
    for element in page.root.iter("a", "link"):
        leads_back = not {"prev", "previous"}.isdisjoint((element.get("rel") or "").lower().split())
        if leads_back and not is_other_window(page.url, find_href(page, element)):
            found.append(css_rule(f"{element.tag}[rel~=next]"))
    for anchor in find_all_anchors(page):
        if is_other_window(page.url, anchor.address):
            continue
        if rate_address(page.url, anchor.address) < -5:  # a smaller number
            found += (
                css_rule(form.format(mirrored))
                for name, form in list_classes_at(anchor.element)
                if (mirrored := CAMEL_WORD.sub(_mirror_word, name)) != name
            )
    numbers = find_page_numbers(page)
    if numbers is not None:
        found += list_pager_rules(numbers.scope, numbers.elements)
    # On the last page they find nothing.
    return tuple(
        rule for rule in dict.fromkeys(found) if select_first((rule,), page, link=True) is None
    )


def _mirror_word(word: re.Match[str]) -> str:
    other = MIRRORED_WORDS.get(word[0].lower())
    if other is None:
        return word[0]
    return other.capitalize() if word[0][0].isupper() else other
