"""Pieces of an article in another language than what is around them, where the page says so
(``lang``)."""

from __future__ import annotations

from collections.abc import Sequence

from lxml import etree

from webarticlecurator.extract.metadata.language import normalize_language
from webarticlecurator.model.blocks import ATTRIBUTES, Node, rewrite_blocks
from webarticlecurator.page.ancestors import self_and_ancestors

_FOREIGN = "foreign"
_SAYS = etree.XPath("boolean(.//@lang)")


def declares_language(root: etree._Element) -> bool:
    """True if anything in ``root`` says its language."""
    return bool(_SAYS(root))


def language_around(element: etree._Element) -> str:
    """The language that holds in ``element`` by itself or its parents; empty if the page does not
    say."""
    for holder in self_and_ancestors(element):
        found = _said(holder)
        if found:
            return found
    return ""


def other_language(element: etree._Element, around: str) -> str:
    """The language of ``element`` if it is another one than ``around``: ``en`` and ``en-GB`` are
    not. Empty otherwise. What a word processor leaves behind in a ``span`` is its keyboard's, not
    the text's."""
    found = _said(element)
    if (
        not found
        or found == around
        or f"{found}-".startswith(f"{around}-")
        or f"{around}-".startswith(f"{found}-")
    ):
        return ""
    return "" if "mso-" in (element.get("style") or "") else found


def _said(element: etree._Element) -> str:
    given = element.get("lang")
    return normalize_language(given) or "" if given else ""


def lift_language(blocks: Sequence[Node]) -> tuple[Node, ...]:
    """A block of running text that is all in another language says so itself."""
    return tuple(
        n for n in rewrite_blocks(blocks, lambda node: (_hoisted(node),)) if isinstance(n, Node)
    )


def _hoisted(node: Node) -> Node:
    if "lang" not in ATTRIBUTES.get(node.name, ()) or node.name == _FOREIGN:
        return node
    languages = {_language(child) for child in node.children}
    languages.discard(None)
    if len(languages) != 1 or "" in languages:
        return node
    inside: list[Node | str] = []
    for child in node.children:
        inside.extend(
            child.children if isinstance(child, Node) and child.name == _FOREIGN else (child,)
        )
    attributes = (*node.attributes, ("lang", languages.pop() or ""))
    return Node(
        node.name, rewrite_blocks(inside, lambda inner: (inner,)), tuple(sorted(attributes))
    )


def _language(child: Node | str) -> str | None:
    """Of a piece of running text; None where it has no word of its own."""
    if isinstance(child, str):
        return "" if child.strip() else None
    if child.name == _FOREIGN:
        return child.get("lang") or ""
    return "" if any(text.strip() for text in child.texts()) else None
