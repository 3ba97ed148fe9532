"""How an archive page leads to the next one: a link with a telling class or text, or page numbers
among its links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from lxml import etree

from webarticlecurator.archive.discovery.class_tokens import stable_classes
from webarticlecurator.archive.discovery.link_anchors import Anchor, find_anchors
from webarticlecurator.archive.page_address import normalize_address
from webarticlecurator.model.hosts import is_same_site
from webarticlecurator.model.proposal import NextProposal, NumberedProposal
from webarticlecurator.model.rule import Rule, TextTest
from webarticlecurator.page import Page
from webarticlecurator.rules import select_first

_NEXT_CLASS = re.compile(r"(?:^|[-_])next(?:$|[-_])", re.IGNORECASE)
_OLDER_CLASS = re.compile(r"(?:^|[-_])older(?:$|[-_])|^nav-previous$", re.IGNORECASE)
"""Classes of the link to older entries in blogs; ``nav-previous`` is WordPress, where the next page
contains the entries written before."""

_ICON_CLASS = re.compile(r"(?:^|-)(?:angle|chevron|arrow|caret)-(?:right|next)$", re.IGNORECASE)
"""Classes of the icon of a link that has no text; with *double*, it leads to the last page."""

_ARROWS = ("»", "›", "→", "⟩", "❯")
_MAX_BUTTON_LENGTH = 40
"""In characters; a longer text is not the text of a button."""


def propose_next_link(page: Page) -> NextProposal | None:
    """Return the first selector that finds another page of the site, or None.

    The candidates are ``rel=next``, a class with "next" or "older", an icon that is an arrow to
    the right, and such an arrow in the text.
    """
    for css, text in _next_selectors(page):
        test = TextTest(contains=text) if text else None
        url = select_first((Rule(kind="css", expression=css, text=test),), page, link=True)
        if url is None:
            continue
        is_other = normalize_address(url) != normalize_address(page.url)
        if is_other and is_same_site(page.url, url):
            return NextProposal(css, text, normalize_address(url))
    return None


def _next_selectors(page: Page) -> Iterator[tuple[str, str]]:
    """Yield pairs of a selector and a text that the link must contain ("" for any)."""
    yield "a[rel~=next]", ""
    yield "link[rel~=next]", ""

    links = list(page.root.iter("a"))
    for pattern in (_OLDER_CLASS, _NEXT_CLASS):
        for link in links:
            yield from ((f"a.{name}", "") for name in stable_classes(link) if pattern.search(name))
            yield from ((css, "") for css in _parent_selectors(link, pattern))

    for link in links:
        yield from ((css, "") for css in _icon_selectors(link))

    for link in links:
        text = "".join(link.itertext()).strip()
        arrow = next((arrow for arrow in _ARROWS if text.endswith(arrow)), "")
        if not arrow or len(text) > _MAX_BUTTON_LENGTH:
            continue
        yield from ((f"a.{name}", arrow) for name in stable_classes(link))
        for outer in link.iterancestors():
            yield from ((f"{css} a", arrow) for css in _tag_and_class(outer))


def _icon_selectors(link: etree._Element) -> Iterator[str]:
    """Yield selectors of a link by the class of the icon that is all it shows."""
    if "".join(map(str, link.itertext())).strip():
        return
    for icon in link.iter(etree.Element):
        for name in stable_classes(icon):
            if _ICON_CLASS.search(name):
                yield f"a:has({icon.tag}.{name})"


def _parent_selectors(link: etree._Element, pattern: re.Pattern[str]) -> list[str]:
    """Return selectors of the link by the classes of its parent that match (``li.next a``)."""
    parent = link.getparent()
    if parent is None:
        return []
    return [f"{parent.tag}.{name} a" for name in stable_classes(parent) if pattern.search(name)]


def _tag_and_class(element: etree._Element) -> list[str]:
    if element.tag in ("html", "body"):
        return []
    return [f"{element.tag}.{name}" for name in stable_classes(element)]


@dataclass(frozen=True)
class _NumberedLink:
    """A link whose text is a page number, with one number of its address as the page value."""

    template: str
    page: int
    value: int


def propose_numbered(page: Page) -> NumberedProposal | None:
    """Return the address template of the links whose texts are page numbers, or None.

    The proposal has the value of page 1 and the step from page to page. It takes two such links at
    least, or a single one whose number is also that of its address.
    """
    groups: dict[str, dict[int, int]] = {}
    for anchor in find_anchors(page):
        for link in _numbered_links(anchor):
            groups.setdefault(link.template, {})[link.page] = link.value

    candidates = [
        (len(pages), template, progression)
        for template, pages in groups.items()
        if (progression := _find_progression(pages))
    ]
    if not candidates:
        return None
    _, template, (start, step) = max(candidates, key=lambda candidate: candidate[:2])
    return NumberedProposal(template, start, step)


def _numbered_links(anchor: Anchor) -> Iterator[_NumberedLink]:
    if not re.fullmatch(r"[1-9]\d{0,4}", anchor.text):
        return
    start = len("://".join(urlsplit(anchor.address)[:2]))
    for match in re.compile(r"\d+").finditer(anchor.address, start):
        value = match.group()
        if value == str(int(value)):
            template = f"{anchor.address[: match.start()]}{{page}}{anchor.address[match.end() :]}"
            yield _NumberedLink(template, int(anchor.text), int(value))


def _find_progression(pages: dict[int, int]) -> tuple[int, int] | None:
    """Return the value of page 1 and the step, if the values grow evenly with the page numbers."""
    (page, value), *others = sorted(pages.items())
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
    if len(numbers) != 1:
        return ""
    (number,) = numbers
    return f"{url[: start + number.start()]}{{page}}{url[start + number.end() :]}"
