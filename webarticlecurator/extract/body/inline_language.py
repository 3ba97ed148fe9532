"""Parts of an article in another language than their surroundings, as declared by ``lang``."""

from __future__ import annotations

from collections.abc import Sequence

from lxml import etree

from webarticlecurator.extract.metadata.language import normalize_language
from webarticlecurator.model.blocks import ATTRIBUTES, Node, rewrite_blocks
from webarticlecurator.page.page_elements import self_and_ancestors

_FOREIGN = "foreign"
_HAS_LANG = etree.XPath("boolean(.//@lang)")


def declares_language(root: etree._Element) -> bool:
    """Return True if any element in ``root`` has a ``lang`` attribute."""
    return bool(_HAS_LANG(root))


def inherited_language(element: etree._Element) -> str:
    """Return the language of ``element``: its own or that of its nearest ancestor with ``lang``.

    Empty if there is none.
    """
    languages = (_own_language(candidate) for candidate in self_and_ancestors(element))
    return next((language for language in languages if language), "")


def other_language(element: etree._Element, around: str) -> str:
    """Return the language of ``element`` if it differs from ``around``, else an empty string.

    ``en`` and ``en-GB`` do not differ. The ``lang`` of a ``span`` from a word processor is ignored:
    it is the language of the keyboard, not of the text.
    """
    own = _own_language(element)
    if not own or f"{own}-".startswith(f"{around}-") or f"{around}-".startswith(f"{own}-"):
        return ""
    return "" if "mso-" in (element.get("style") or "") else own


def _own_language(element: etree._Element) -> str:
    declared = element.get("lang")
    return normalize_language(declared) or "" if declared else ""


def lift_language(blocks: Sequence[Node]) -> tuple[Node, ...]:
    """Move the language of a block that is all in one other language to the block itself."""
    lifted = rewrite_blocks(blocks, lambda node: (_lift_language(node),))
    return tuple(node for node in lifted if isinstance(node, Node))


def _lift_language(node: Node) -> Node:
    if "lang" not in ATTRIBUTES.get(node.name, ()) or node.name == _FOREIGN:
        return node
    languages = {_language_of(child) for child in node.children}
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


def _language_of(child: Node | str) -> str | None:
    """Return the language of a piece of running text.

    Empty if it is that of the page, None if the piece has no words.
    """
    if isinstance(child, str):
        return "" if child.strip() else None
    if child.name == _FOREIGN:
        return child.get("lang") or ""
    return "" if any(text.strip() for text in child.texts()) else None
