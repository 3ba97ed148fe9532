"""Where two articles of a portal have their text: a root that holds most of it on both pages. For
``curator new URL``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from webarticlecurator.model.proposal import RootProposal
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.page.ancestors import self_and_ancestors
from webarticlecurator.rules import select_elements

MIN_WORDS = 8
"""An element with so many words of its own holds text, not a label."""
MIN_SHARE = 0.8
"""The root holds so much of the text of the page; what comes beside it is comments, teasers, legal
notes."""
_SILENT = frozenset(
    (
        "script",
        "style",
        "noscript",
        "template",
        "head",
        "a",
        "nav",
        "footer",
        "aside",
        "form",
        "button",
    )
)
_PLAIN = re.compile(r"-?[A-Za-z_][A-Za-z_-]*[0-9]?")


def propose_root(pages: list[Page]) -> RootProposal | None:
    """The selector of the innermost element that holds most of the paragraph text on every one of
    these pages (one at least), and how many words of it; None if there is none."""
    counts = [_words(page.root) for page in pages]
    ways = [list(_way(page.root, count)) for page, count in zip(pages, counts, strict=True)]
    if not all(ways) or not ways:
        return None
    for element in ways[0]:
        for css in propose_selectors(element):
            held = [
                _held(css, page, count, way)
                for page, count, way in zip(pages, counts, ways, strict=True)
            ]
            if all(held):
                return RootProposal(css, tuple(held))
    return None


def _words(root: etree._Element) -> dict[etree._Element, int]:
    """Element → words of text in it; elements with few words of their own, menus and links do not
    count."""
    words: dict[etree._Element, int] = {}
    pending = [root]
    while pending:
        element = pending.pop()
        if not isinstance(element.tag, str) or element.tag in _SILENT:
            continue
        own = len(" ".join([element.text or "", *(child.tail or "" for child in element)]).split())
        if own >= MIN_WORDS:
            for outer in self_and_ancestors(element):
                words[outer] = words.get(outer, 0) + own
        pending.extend(element)
    return words


def _way(root: etree._Element, words: dict[etree._Element, int]) -> Iterator[etree._Element]:
    """From the innermost element that holds most of the text outwards, up to the body. A single
    paragraph is no root."""
    enough = MIN_SHARE * words.get(root, 0)
    holders = [
        e for e, count in words.items() if count >= enough > 0 and e.tag not in ("p", "html")
    ]
    return iter(sorted(holders, key=lambda e: -sum(1 for _ in e.iterancestors())))


def propose_selectors(element: etree._Element) -> Iterator[str]:
    """What names the element, the most telling first."""
    if "articleBody" in (element.get("itemprop") or "").split():
        yield "[itemprop~=articleBody]"
    names = [name for name in (element.get("class") or "").split() if _PLAIN.fullmatch(name)]
    yield from (f"{element.tag}.{name}" for name in sorted(names, key=len, reverse=True))
    identity = element.get("id") or ""
    if _PLAIN.fullmatch(identity):
        yield f"{element.tag}#{identity}"
    if element.tag in ("article", "main"):
        yield str(element.tag)


def _held(css: str, page: Page, words: dict[etree._Element, int], way: list[etree._Element]) -> int:
    """The words of the only element of the page that the selector finds, if it is one that holds
    most of the text; else 0."""
    found = select_elements((Rule(kind="css", expression=css),), page)
    return words[found[0]] if len(found) == 1 and found[0] in way else 0
