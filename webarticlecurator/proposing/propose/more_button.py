"""The button that loads more of a list, by its text, its classes or its attributes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache

from lxml import etree

from webarticlecurator.base.model.hosts import is_same_site
from webarticlecurator.base.model.proposal import MoreButton
from webarticlecurator.base.model.rule import Rule
from webarticlecurator.base.text.words import list_lines
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.pages.page.class_tokens import class_selectors, is_in_navigation
from webarticlecurator.pages.page.css_compound import to_css
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.stable_names import is_written_name
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.pages.rules.link_addresses import NotAnAddress, resolve
from webarticlecurator.pages.rules.results import select_elements, select_first

MAX_TEXT_LENGTH = 40
"""In characters; a longer text is not that of a button."""
_MORE_NAME = re.compile(
    r"(?:^|[^a-z])(?:load|show|view|fetch)[-_]?(?:more|next)"
    r"|(?:^|[^a-z])more[-_]?(?:btn|button|articles|posts|news|items|stories)",
    re.IGNORECASE,
)
"""Classes, ids and values of attributes such as ``load-more`` and ``btn-show-more``."""
_PROGRAM_ATTRIBUTES = ("id", "class", "name", "data-action", "data-role", "data-target", "onclick")
_LINK_TO_NOWHERE = re.compile(r"\s*(?:#|javascript:|$)", re.IGNORECASE)


def find_more_button(page: Page) -> MoreButton | None:
    """Return the button of a page that is the likeliest to load more of its list, with a selector;
    None if it has none.

    A link to another page is none. A name as ``load-more`` counts more than a text.
    """
    return next(
        (
            MoreButton(css, _text_of(element))
            for element in sorted(filter(_rank, _list_buttons(page)), key=_rank, reverse=True)
            for css in _list_selectors(element)
            if select_elements((Rule(kind="css", expression=css),), page)[:1] == (element,)
        ),
        None,
    )


_ADDRESS = re.compile(r"(?:https?:/)?/[^/\s]|\?\w")
_NEXT_NAME = re.compile(r"next|more|page", re.IGNORECASE)


def find_data_address(element: etree._Element, page: Page) -> tuple[str, str] | None:
    """Return the ``data-`` attribute in which an element has the address that a script loads, and
    that address; None without one of the same site."""
    for name, value in element.items():
        if str(name).startswith("data-") and _ADDRESS.match(str(value)):
            with suppress(NotAnAddress):
                address = normalize_address(resolve(page.base, str(value)))
                is_other = address != normalize_address(page.url)
                if is_other and is_same_site(page.url, address):
                    return str(name), address
    return None


def list_data_rules(element: etree._Element, page: Page) -> tuple[Rule, ...]:
    """Return rules that find the address which an element has for a script, the simplest first."""
    found = find_data_address(element, page)
    if found is None:
        return ()
    name, address = found
    rules = (
        Rule(kind="css", expression=css, attr=name)
        for css in dict.fromkeys((*_list_selectors(element), f"[{name}]"))
    )
    return tuple(
        rule
        for rule in rules
        if (url := select_first((rule,), page, link=True)) and normalize_address(url) == address
    )


def find_more_address(page: Page) -> tuple[tuple[Rule, ...], str]:
    """Return rules that find the address which a button for more of the list has for a script, and
    the address; none and "" without such a button."""
    for element in page.root.iter(etree.Element):
        found = find_data_address(element, page)
        if found is not None and (_NEXT_NAME.search(found[0][5:]) or _rank(element)):
            rules = list_data_rules(element, page)
            if rules and not is_in_navigation(element):
                return rules, found[1]
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


def _rank(element: etree._Element) -> int:
    """Return how likely a button loads more; 0 for another one."""
    has_name = any(_MORE_NAME.search(element.get(name) or "") for name in _PROGRAM_ATTRIBUTES)
    has_name |= any(_MORE_NAME.search(str(name)) for name in element.attrib)
    text = _text_of(element)
    has_text = len(text) <= MAX_TEXT_LENGTH and match_more_text(text)
    # A name is written for the program that loads more, a text for any reader.
    return 2 * has_name + has_text


def _text_of(element: etree._Element) -> str:
    text = element.get("value") if element.tag == "input" else text_of(element)
    return " ".join((text or element.get("aria-label") or "").split())


def match_more_text(text: str) -> bool:
    """Return True for a text that buttons have that load more of a list."""
    return bool(_more_text().match(text))


@lru_cache(maxsize=1)
def _more_text() -> re.Pattern[str]:
    texts = "|".join(list_lines("more-buttons", "texts"))
    return re.compile(rf"\W*(?:{texts})".replace(" ", r"\s+").replace(r"\s+?", r"\s*"), re.I)


def _list_selectors(element: etree._Element) -> Iterator[str]:
    """Yield selectors of a button: by its id, its classes and data attributes, of which those that
    name what it does come first, then by what is around it."""
    tag, identity = str(element.tag), element.get("id") or ""
    if is_written_name(identity):
        yield f"#{identity}"
    attributes = ((str(name), str(value)) for name, value in element.items())
    own = [
        to_css(tag, (), (), ((name, value),)) if value else f"{tag}[{name}]"
        for name, value in attributes
        if name.startswith("data-") and _MORE_NAME.search(f"{value} {name[5:]}")
    ]
    own += (css for css in class_selectors(element) if css != tag)
    yield from sorted(own, key=lambda css: not _MORE_NAME.search(css))
    for outer in element.iterancestors():
        yield from (f"{css} {tag}" for css in class_selectors(outer) if outer.tag != "body")
