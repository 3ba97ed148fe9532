"""How an archive page leads to the next one: a link with a telling class or text, or page numbers
among its links.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import urlsplit

from lxml import etree

from webarticlecurator.archive.link_sources import find_anchors
from webarticlecurator.archive.page_address import normalize_address
from webarticlecurator.model.proposal import MoreButton, NumberedProposal
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.page.css import to_css
from webarticlecurator.page.stable_names import (
    class_selectors,
    is_in_navigation,
    is_written_name,
)
from webarticlecurator.rules import select_elements
from webarticlecurator.rules.element_values import NotAnAddress, resolve, text_of
from webarticlecurator.text.words import list_lines


def propose_numbered(page: Page) -> NumberedProposal | None:
    """Return the address template of the links whose texts are page numbers, or None.

    The proposal has the value of page 1 and the step from page to page. It takes two such links at
    least, or a single one whose number is also that of its address.
    """
    groups: dict[str, dict[int, int]] = {}
    for anchor in find_anchors(page):
        if not re.fullmatch(r"[1-9]\d{0,4}", anchor.text):
            continue
        url = anchor.address
        for match in re.compile(r"\d+").finditer(url, len("://".join(urlsplit(url)[:2]))):
            value = match.group()
            # With leading zeros it is the part of a date or an id.
            if value == str(int(value)):
                template = f"{url[: match.start()]}{{page}}{url[match.end() :]}"
                groups.setdefault(template, {})[int(anchor.text)] = int(value)

    candidates = [
        (len(pages), template, progression)
        for template, pages in groups.items()
        if (progression := _find_progression(pages))
    ]
    if not candidates:
        return None
    # Of several templates that with most links: numbers are also on lists of years or comments.
    _, template, (start, step) = max(candidates, key=lambda candidate: candidate[:2])
    return NumberedProposal(template, start, step)


def _find_progression(pages: dict[int, int]) -> tuple[int, int] | None:
    """Return the value of page 1 and the step, if the values grow evenly with the page numbers."""
    (page, value), *others = sorted(pages.items())
    # One link alone proves a step only if it agrees with its own number; some portals count from
    # zero.
    if not others:
        return (1, 1) if page == value else (0, 1) if page == value + 1 else None

    last_page, last_value = others[-1]
    step, rest = divmod(last_value - value, last_page - page)
    first_value = value - (page - 1) * step
    if step <= 0 or rest or first_value < 0:
        return None
    is_even = all(other == value + (number - page) * step for number, other in others)
    return (first_value, step) if is_even else None


def find_page_template(url: str) -> str:
    """Return the address with ``{page}`` in place of the only small number in its path or query.

    The number has one to three digits and is a segment or a value of its own. The result is "" if
    there is none or more than one.
    """
    start = len("://".join(urlsplit(url)[:2]))
    numbers = list(re.finditer(r"(?<=[/=])\d{1,3}(?=[/&]|$)", url[start:]))
    # Of two small numbers none is known to be the page: it may be a month.
    if len(numbers) != 1:
        return ""
    (number,) = numbers
    return f"{url[: start + number.start()]}{{page}}{url[start + number.end() :]}"


# The button that loads more of a list, by its text, its classes or its attributes.

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
    for element in sorted(filter(_rank, _list_buttons(page)), key=_rank, reverse=True):
        for css in _list_selectors(element):
            if select_elements((Rule(kind="css", expression=css),), page)[:1] == (element,):
                return MoreButton(css, _text_of(element))
    return None


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
