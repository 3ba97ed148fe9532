"""The button that loads more of a list, by its text, its classes or its attributes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.proposal.proposal import MoreButton
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.pages.page.class_tokens import is_in_navigation
from webarticlecurator.pages.page.css_compound import to_css
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.data_addresses import SHOWN, TURBO, find_data_address
from webarticlecurator.pages.rules.link_addresses import NotAnAddress, resolve
from webarticlecurator.pages.rules.more_buttons import (
    MORE_NAME,
    rank_more_button,
    read_button_text,
)
from webarticlecurator.pages.rules.results import select_elements, select_first
from webarticlecurator.proposing.fields.element_selectors import list_selectors

_LINK_TO_NOWHERE = re.compile(r"\s*(?:#|javascript:|$)", re.IGNORECASE)


def find_more_button(page: Page) -> MoreButton | None:
    """Return the button of a page that is the likeliest to load more of its list, with a selector;
    None if it has none.

    A link to another page is none. A name as ``load-more`` counts more than a text.
    """
    buttons = filter(rank_more_button, _list_buttons(page))
    ranked = sorted(buttons, key=rank_more_button, reverse=True)
    return next(filter(None, (_name_button(page, element) for element in ranked)), None)


def find_button_at(portal: Portal, stored: StoredPage, element: int) -> MoreButton | None:
    """Return the button that an element of a page is or is in, whatever it is called; None if it is
    in none, or no selector finds it. To be called in a worker."""
    page = stored.page(portal)
    pointed = page.elements.all[element]
    around = (pointed, *pointed.iterancestors())
    buttons = {*_list_buttons(page)}
    button = next((each for each in around if each in buttons), None)
    return _name_button(page, button) if button is not None else None


def _name_button(page: Page, button: etree._Element) -> MoreButton | None:
    """Return a button with a selector that finds it first; None without such a selector."""
    for css in _list_selectors(button):
        if select_elements((Rule(kind="css", expression=css),), page)[:1] == (button,):
            return MoreButton(css, read_button_text(button))
    return None


_NEXT_NAME = re.compile(r"next|more|page", re.IGNORECASE)


def list_data_rules(element: etree._Element, page: Page) -> tuple[Rule, ...]:
    """Return rules that find the address which an element has for a script, the simplest first."""
    found = find_data_address(element, page)
    if found is None:
        return ()
    name, address = found
    own = f"{TURBO}[{name}]" if element.tag == TURBO else f"[{name}]"
    rules = (
        Rule(kind="css", expression=css, attr=name)
        for css in dict.fromkeys((*_list_selectors(element), own))
    )
    return tuple(
        rule
        for rule in rules
        if (url := select_first((rule,), page, link=True)) and url.partition("#")[0] == address
    )


def find_more_address(page: Page) -> tuple[tuple[Rule, ...], str]:
    """Return rules that find the address which a button for more of the list has for a script, and
    the address; none and "" without such a button."""
    for element in page.root.iter(etree.Element):
        found = find_data_address(element, page)
        if found is None:
            continue
        is_scrolled = (element.get("hx-trigger") or "").startswith(SHOWN) or (
            element.tag == TURBO and element.get("loading") == "lazy"
        )
        if is_scrolled or _NEXT_NAME.search(found[0][5:]) or rank_more_button(element):
            rules = list_data_rules(element, page)
            if rules and not is_in_navigation(element):
                return rules, normalize_address(found[1])
    return (), ""


def _list_buttons(page: Page) -> Iterator[etree._Element]:
    for element in page.root.iter("button", "a", "input", "div", "span"):
        is_button = (
            element.tag == "button"
            or (element.tag in ("div", "span") and element.get("role") == "button")
            or (element.tag == "input" and element.get("type") in ("button", "submit"))
            or (element.tag == "a" and not _leads_elsewhere(page, element))
        )
        if is_button and not is_in_navigation(element):
            yield element


def _leads_elsewhere(page: Page, link: etree._Element) -> bool:
    href = link.get("href") or ""
    if _LINK_TO_NOWHERE.match(href):
        return False
    try:
        return normalize_address(resolve(page.base, href)) != normalize_address(page.url)
    except NotAnAddress:
        return False


def _list_selectors(element: etree._Element) -> Iterator[str]:
    """Yield selectors of a button: by its data attributes and names, of which those that name what
    it does come first, then by what is around it."""
    tag = str(element.tag)
    attributes = ((str(name), str(value)) for name, value in element.items())
    own = [
        to_css(tag, (), (), ((name, value),)) if value else f"{tag}[{name}]"
        for name, value in attributes
        if name.startswith("data-") and MORE_NAME.search(f"{value} {name[5:]}")
    ]
    # all buttons may have the role
    own += (css for css in list_selectors(element) if "[role=" not in css)
    yield from sorted(own, key=lambda css: not MORE_NAME.search(css))
    yield from list_selectors(element, "below")
