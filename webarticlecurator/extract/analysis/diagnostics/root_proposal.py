"""A root that holds most of the text of two articles, proposed for ``curator new URL``."""

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
"""Words of its own from which an element holds text, not a label."""
MIN_SHARE = 0.8
"""Share of the text of a page that the root holds; the rest is comments, teasers, legal notes."""
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
    """Return a selector of the innermost element that holds most of the text on each of the pages.

    The proposal also has the number of words on each page. None if there is no such selector, or
    no page.
    """
    counts = [_count_words(page.root) for page in pages]
    holders = [_text_holders(page.root, count) for page, count in zip(pages, counts, strict=True)]
    if not all(holders) or not holders:
        return None
    for element in holders[0]:
        for css in propose_selectors(element):
            words = [
                _words_found(css, page, count, elements)
                for page, count, elements in zip(pages, counts, holders, strict=True)
            ]
            if all(words):
                return RootProposal(css, tuple(words))
    return None


def _count_words(root: etree._Element) -> dict[etree._Element, int]:
    """Return element → number of words of text in it.

    Elements with few words of their own, menus and links do not count.
    """
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


def _text_holders(root: etree._Element, words: dict[etree._Element, int]) -> list[etree._Element]:
    """Return the elements that hold most of the text, from the innermost up to the body.

    A single paragraph cannot be a root.
    """
    min_words = MIN_SHARE * words.get(root, 0)
    holders = [
        element
        for element, count in words.items()
        if count >= min_words > 0 and element.tag not in ("p", "html")
    ]
    return sorted(holders, key=lambda element: -sum(1 for _ in element.iterancestors()))


def propose_selectors(element: etree._Element) -> Iterator[str]:
    """Yield selectors for an element, the most specific first."""
    if "articleBody" in (element.get("itemprop") or "").split():
        yield "[itemprop~=articleBody]"
    names = [name for name in (element.get("class") or "").split() if _PLAIN.fullmatch(name)]
    yield from (f"{element.tag}.{name}" for name in sorted(names, key=len, reverse=True))
    identity = element.get("id") or ""
    if _PLAIN.fullmatch(identity):
        yield f"{element.tag}#{identity}"
    if element.tag in ("article", "main"):
        yield str(element.tag)


def _words_found(
    css: str, page: Page, words: dict[etree._Element, int], holders: list[etree._Element]
) -> int:
    """Return the words of the only element that a selector finds on the page.

    0 if it finds several elements, or one that does not hold most of the text.
    """
    found = select_elements((Rule(kind="css", expression=css),), page)
    return words[found[0]] if len(found) == 1 and found[0] in holders else 0
