"""How an archive page leads to the next one: a link that says so, or page numbers among its
links."""

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

_NEXT = re.compile(r"(?:^|[-_])next(?:$|[-_])", re.IGNORECASE)
_OLDER = re.compile(r"(?:^|[-_])older(?:$|[-_])|^nav-previous$", re.IGNORECASE)
"""What blogs call the link to older entries; ``nav-previous`` is WordPress, where what comes next
was written before."""
_ARROWS = ("»", "›", "→", "⟩", "❯")
_LONGEST = 40
"""Characters; a longer text is no button."""


def propose_next_link(page: Page) -> NextProposal | None:
    """The first selector that gives another page of the site: ``rel=next``, a class that says next
    or older, an arrow to the right."""
    for css, text in _candidates(page):
        test = TextTest(contains=text) if text else None
        url = select_first((Rule(kind="css", expression=css, text=test),), page, link=True)
        if (
            url is not None
            and normalize_address(url) != normalize_address(page.url)
            and is_same_site(page.url, url)
        ):
            return NextProposal(css, text, normalize_address(url))
    return None


def _candidates(page: Page) -> Iterator[tuple[str, str]]:
    """Selector and text of the link."""
    yield "a[rel~=next]", ""
    yield "link[rel~=next]", ""
    found = list(page.root.iter("a"))
    for said in (_OLDER, _NEXT):
        for element in found:
            yield from ((f"a.{name}", "") for name in stable_classes(element) if said.search(name))
            yield from ((css, "") for css in _around(element, said))
    for element in found:
        text = "".join(element.itertext()).strip()
        arrow = next((arrow for arrow in _ARROWS if text.endswith(arrow)), "")
        if arrow and len(text) <= _LONGEST:
            yield from ((f"a.{name}", arrow) for name in stable_classes(element))
            yield from (
                (f"{css} a", arrow) for outer in element.iterancestors() for css in _named(outer)
            )


def _around(element: etree._Element, said: re.Pattern[str]) -> list[str]:
    """The link inside an element whose class says so (``li.next a``)."""
    outer = element.getparent()
    return (
        []
        if outer is None
        else [f"{outer.tag}.{name} a" for name in stable_classes(outer) if said.search(name)]
    )


def _named(element: etree._Element) -> list[str]:
    return (
        [f"{element.tag}.{name}" for name in stable_classes(element)]
        if element.tag not in ("html", "body")
        else []
    )


@dataclass(frozen=True)
class _Number:
    """A link whose text is a page number, read with one number of its address as the page value."""

    template: str
    page: int
    value: int


def propose_numbered(page: Page) -> NumberedProposal | None:
    """The address template of links whose texts are page numbers, with the value of page 1 and the
    step from page to page. Two such links at least, or one whose number is that of its address."""
    groups: dict[str, dict[int, int]] = {}
    for anchor in find_anchors(page):
        for number in _numbers(anchor):
            groups.setdefault(number.template, {})[number.page] = number.value
    made = [
        (len(pages), template, line) for template, pages in groups.items() if (line := _line(pages))
    ]
    if not made:
        return None
    _, template, (start, step) = max(made, key=lambda one: (one[0], one[1]))
    return NumberedProposal(template, start, step)


def _numbers(anchor: Anchor) -> Iterator[_Number]:
    if not re.fullmatch(r"[1-9]\d{0,4}", anchor.text):
        return
    start = len("://".join(urlsplit(anchor.address)[:2]))
    for hit in re.compile(r"\d+").finditer(anchor.address, start):
        value = hit.group()
        if value == str(int(value)):
            template = f"{anchor.address[: hit.start()]}{{page}}{anchor.address[hit.end() :]}"
            yield _Number(template, int(anchor.text), int(value))


def _line(pages: dict[int, int]) -> tuple[int, int] | None:
    """The value of page 1 and the step, if the values grow with the page numbers."""
    (page, value), *others = sorted(pages.items())
    if not others:
        return (1, 1) if page == value else (0, 1) if page == value + 1 else None
    last, top = others[-1]
    step, rest = divmod(top - value, last - page)
    fits = step > 0 and rest == 0 and all(v == value + (p - page) * step for p, v in others)
    begin = value - (page - 1) * step
    return (begin, step) if fits and begin >= 0 else None


def find_page_template(url: str) -> str:
    """The address with ``{page}`` for the only small number that stands alone in its query or in
    its path; empty without one."""
    start = len("://".join(urlsplit(url)[:2]))
    hits = list(re.finditer(r"(?<=[/=])\d{1,3}(?=[/&]|$)", url[start:]))
    return (
        f"{url[: start + hits[0].start()]}{{page}}{url[start + hits[0].end() :]}"
        if len(hits) == 1
        else ""
    )
