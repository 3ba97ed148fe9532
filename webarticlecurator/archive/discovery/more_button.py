"""The button that loads more of a list, by its text, its classes or its attributes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from lxml import etree

from webarticlecurator.archive.discovery.class_tokens import class_selectors, is_in_navigation
from webarticlecurator.archive.page_address import normalize_address
from webarticlecurator.model.proposal import MoreButton
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.page.css import to_css
from webarticlecurator.page.stable_names import is_written_name
from webarticlecurator.rules import select_elements
from webarticlecurator.rules.resolve import NotAnAddress, resolve
from webarticlecurator.rules.white_space import text_of
from webarticlecurator.text.words import list_lines

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
    ranked = [(_rank(element), element) for element in _list_buttons(page)]
    likely = sorted((each for each in ranked if each[0]), key=lambda each: -each[0])
    for _, element in likely:
        for css in _list_selectors(element):
            if select_elements((Rule(kind="css", expression=css),), page)[:1] == (element,):
                return MoreButton(css, _text_of(element))
    return None


def _list_buttons(page: Page) -> Iterator[etree._Element]:
    for element in page.root.iter("button", "a", "input", "div", "span"):
        if is_in_navigation(element):
            continue
        role, kind = element.get("role"), element.get("type")
        if element.tag in ("div", "span"):
            is_button = role == "button"
        elif element.tag == "input":
            is_button = kind in ("button", "submit")
        else:
            is_button = element.tag == "button" or not _leads_elsewhere(page, element)
        if is_button:
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
    has_text = len(text) <= MAX_TEXT_LENGTH and bool(_more_text().match(text))
    return 2 * has_name + has_text


def _text_of(element: etree._Element) -> str:
    text = element.get("value") if element.tag == "input" else text_of(element)
    return " ".join((text or element.get("aria-label") or "").split())


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
    own = [*_attribute_selectors(element), *(css for css in class_selectors(element) if css != tag)]
    yield from sorted(own, key=lambda css: not _MORE_NAME.search(css))
    for outer in element.iterancestors():
        yield from (f"{css} {tag}" for css in class_selectors(outer) if outer.tag != "body")


def _attribute_selectors(element: etree._Element) -> Iterator[str]:
    tag = str(element.tag)
    for name, value in ((str(name), str(value)) for name, value in element.items()):
        if name.startswith("data-") and _MORE_NAME.search(f"{value} {name[5:]}"):
            yield to_css(tag, (), (), ((name, value),)) if value else f"{tag}[{name}]"
